"""How a betting tree looks: as text, in a terminal, and as HTML."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from runout.colours import PLAYER_STYLES
from runout.words import size_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text
    from rich.tree import Tree as Branches

    from runout.solver.branches import Branch, Option, TreeView

_WIDTH = 100


class Words(NamedTuple):
    """One action in words, as all renderings show it."""

    action: str
    size: str
    """In percent, and what it is."""
    origin: str
    """The settings that made it."""
    cost: str
    """Decisions after it, and their memory."""


def words_of(option: Option, street: str) -> Words:
    """An action in words; `street` is the one it is taken on."""
    size = "" if option.percent is None else f"{option.percent} %"
    origin = "; ".join(map(str, option.made_by))
    origin = f"from {origin}" if origin else ""
    total = sum(option.nodes.values())
    if not total:
        return Words(option.action, size, origin, "showdown" if option.ends == "showdown" else "")
    later = [name for name in option.nodes if name != street]
    where = f" to the {later[-1]}" if later else ""
    count = f"{total:,} node{'s' * (total != 1)}{where}"
    return Words(option.action, size, origin, f"{count}, {size_text(option.bytes)}")


def heading(branch: Branch) -> str:
    """Who acts, for what."""
    call = f", {branch.to_call} to call" if branch.to_call else ""
    return f"{branch.street}: {branch.player} acts, pot {branch.pot}{call}, {branch.stack} behind"


def title(view: TreeView) -> str:
    """The spot in a line."""
    rules = "" if view.rules == "runout" else f", rules {view.rules}"
    return f"{view.board}, pot {view.pot}, stack {view.stack}, chip {view.chip}{rules}"


def depth_words(view: TreeView) -> str:
    """How much of the tree is shown."""
    if view.depth >= view.deepest:
        return ""
    return f"{view.depth} of {view.deepest} actions deep; a depth or a line shows more"


def plain_text(view: TreeView) -> str:
    """All of it as text."""
    from rich.console import Console

    out = Console(file=StringIO(), width=_WIDTH, color_system=None, highlight=False)
    out.print(rich_view(view))
    text: str = out.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(row.rstrip() for row in text.splitlines())


def rich_view(view: TreeView) -> RenderableType:
    """All of it for a terminal."""
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [
        Text(title(view)),
        _street_table(view),
        Text(),
        _branches(view.start),
    ]
    if said := depth_words(view):
        parts.append(Text(said, style="dim"))
    return Group(*parts)


def _street_table(view: TreeView) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("street", "nodes", "actions", "deals", "memory"):
        table.add_column(name, justify="left" if name == "street" else "right")
    for row in street_rows(view):
        table.add_row(*row)
    return table


def street_rows(view: TreeView) -> list[list[str]]:
    """Counts by street, the sum last."""
    rows = [
        [
            name,
            *(f"{counts[key]:,}" for key in ("nodes", "actions", "deals")),
            size_text(counts["bytes"]),
        ]
        for name, counts in view.streets.items()
    ]
    nodes, actions = (sum(c[key] for c in view.streets.values()) for key in ("nodes", "actions"))
    return [*rows, ["all", f"{nodes:,}", f"{actions:,}", "", size_text(view.bytes)]]


def _branches(start: Branch) -> Branches:
    """The decisions, one below the other; lines may be long, so it does not call itself."""
    from rich.text import Text
    from rich.tree import Tree as Branches

    root = Branches(_head(start), guide_style="dim")
    todo: list[tuple[Branches, Branch]] = [(root, start)]
    while todo:
        here, branch = todo.pop()
        below = []
        for option in branch.options:
            added = here.add(_option_text(option, branch))
            if option.after is not None:
                if option.after.street != branch.street:
                    added = added.add(_head(option.after))
                below.append((added, option.after))
        for one in branch.dropped:
            here.add(Text(f"dropped: {one}", style="dim"))
        todo += below
    return root


def _head(branch: Branch) -> Text:
    from rich.text import Text

    return Text(heading(branch), style=f"bold {PLAYER_STYLES[branch.player]}")


def _option_text(option: Option, branch: Branch) -> Text:
    from rich.text import Text

    words = words_of(option, branch.street)
    text = Text(f"{branch.player} ", style=PLAYER_STYLES[branch.player])
    text.append(words.action, style="bold red" if option.all_in else "bold")
    for part, style in ((words.size, "cyan"), (words.origin, "dim"), (words.cost, "")):
        if part:
            text.append("  ").append(part, style=style)
    return text


def html_part(view: TreeView) -> str:
    """For notebooks."""
    from runout.pages import render

    return render("tree_part.html", **_values(view))


def html_page(view: TreeView) -> str:
    """A page of its own."""
    from runout.pages import render

    return render("tree_page.html", **_values(view))


def _values(view: TreeView) -> dict[str, object]:
    from runout.pages import data_file

    return {
        "title": title(view),
        "streets": street_rows(view),
        "rows": list(_steps(view.start)),
        "said": depth_words(view),
        "style": data_file("tree_page.css"),
    }


def _steps(start: Branch) -> Iterator[dict[str, object]]:
    """What the page writes, in its order: a decision begins, its actions, it ends."""
    todo: list[dict[str, object] | Branch | tuple[Option, Branch]] = [start]
    street = ""
    while todo:
        step = todo.pop()
        if isinstance(step, dict):
            yield step
        elif isinstance(step, tuple):
            option, branch = step
            values = {
                "words": words_of(option, branch.street),
                "all_in": option.all_in,
                "player": branch.player,
                "shown": branch.street == start.street,
            }
            yield {"kind": "action" if option.after is None else "open", **values}
            street = branch.street
            if option.after is not None:
                todo += [{"kind": "shut"}, option.after]
        else:
            head = heading(step) if step.street != street else ""
            yield {"kind": "begin", "head": head, "player": step.player}
            todo.append({"kind": "end", "dropped": [str(one) for one in step.dropped]})
            todo += [(option, step) for option in reversed(step.options)]
