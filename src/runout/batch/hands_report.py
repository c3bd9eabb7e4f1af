"""What hands do across boards: each hand class, made class or draw, over all boards of a batch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.batch.answer import CLASS, HOLDING
from runout.batch.asked_rows import asked_rows, made_and_draw
from runout.batch.report_columns import EV, in_order
from runout.combos import CLASS_NAMES
from runout.errors import RunoutError
from runout.holdings.grouping import DRAW_CLASSES, MADE_NAMES

if TYPE_CHECKING:
    import os

    from rich.console import RenderableType

    from runout.batch.folder import BatchFolder
    from runout.batch.report import Report

_MEANS = ("ev", "equity", "frequency", "always_ev")
HANDS = ("class", "made", "draw", "cross")
"""What hands are grouped by; `cross` is made class and draw."""


@dataclass(frozen=True, eq=False)
class HandsReport:
    """What the player to act does with each of his hands on a line, over all boards.

    A hand counts as often as the player holds it, on each board by the board's weight. Its EV of an
    action is what it would get by always taking it, whether it does or not.
    """

    name: str
    line: str
    player: str
    by: str
    """One of `HANDS`."""
    actions: tuple[str, ...]
    rows: Any
    """A polars frame: `of`, `share` of the range over all boards, on how many `boards` he has it,
    `ev`, `equity`, `eqr`, and of each action how often it is taken and its EV."""
    condition: str = ""
    """What is true of the boards; empty for all."""

    def sorted(self, column: str, *, descending: bool = True) -> HandsReport:
        """The same in the order of a column."""
        column = checks.choice("sort", column, self.rows.columns)
        return replace(self, rows=in_order(self.rows, column, descending=descending))

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return {
            "name": self.name,
            "line": self.line,
            "player": self.player,
            "by": self.by,
            "filter": self.condition,
            "actions": list(self.actions),
            "hands": self.rows.to_dicts(),
        }

    def __repr__(self) -> str:
        return f"HandsReport({self.name!r}, {self.line!r}: {len(self.rows)} by {self.by})"

    def __rich__(self) -> RenderableType:
        from runout.batch.batch_view import hands_table

        return hands_table(self)


def hands(
    folder: BatchFolder | str | os.PathLike[str],
    line: str | None = None,
    spot: str | None = None,
    *,
    by: str = "class",
    among: Report | None = None,
) -> HandsReport:
    """What the player to act does with his hands on a line, over all boards, or those of a report.

    By ``class`` (the 169), ``made`` class, ``draw``, or both (``cross``).
    """
    by = checks.choice("hands", by, HANDS)
    asked = asked_rows(folder, line, spot, group=CLASS if by == "class" else HOLDING)
    assert asked.player is not None
    rows, ranges = asked.hands, asked.rows.unique(["key", "node"])
    if among is not None:
        rows = rows.join(among.boards.select("key").lazy(), on="key", how="semi")
        ranges = ranges.join(among.boards, on="key", how="semi")
    condition = "" if among is None else among.condition
    whole = float((ranges["weight"] * ranges["runouts"]).sum())
    found = _by_hand(rows, by, asked.actions, whole)
    if found.is_empty():
        raise RunoutError("hands: the answers are of an earlier version; run the batch again")
    return HandsReport(asked.name, asked.line, asked.player, by, asked.actions, found, condition)


def _by_hand(rows: Any, by: str, actions: tuple[str, ...], whole: float) -> Any:  # noqa: ANN401
    """Means by hand, taken while rows are read: there may be more of them than memory holds."""
    import polars

    made, draw = made_and_draw()
    own = {"made": made, "draw": draw}.get(by, polars.col("of"))
    held = polars.col("weight") * polars.col("runouts") * polars.col("share")
    rows = rows.select("case", "label", "once", "pot", *_MEANS, of=own, held=held)
    sums = rows.group_by("of", "label", "once").agg(
        polars.col("held").sum(),
        polars.col("case").filter("once").unique().alias("cases"),
        *(_summed(name) for name in _MEANS),
        *(_there(name) for name in _MEANS),
        (polars.col("pot") * polars.col("equity") * polars.col("held")).sum().alias("pots"),
    )
    sums = sums.collect(engine="streaming")
    once = sums.filter("once").group_by("of").agg(
        (polars.col("held").sum() / whole).alias("share"),
        polars.col("cases").explode().n_unique().alias("boards"),
        _mean("ev"),
        _mean("equity"),
        _ratio(_sum("ev"), polars.col("pots").sum()).alias("eqr"),
    )  # fmt: skip
    for action in actions:
        own = sums.filter(polars.col("label") == action).group_by("of")
        columns = own.agg(_mean("frequency", action), _mean("always_ev", EV + action))
        once = once.join(columns, on="of", how="left", maintain_order="left")
    return _in_order(once, by)


def _summed(name: str) -> Any:  # noqa: ANN401
    import polars

    return (polars.col(name) * polars.col("held")).sum().alias(f"sum {name}")


def _there(name: str) -> Any:  # noqa: ANN401
    import polars

    return polars.col("held").filter(polars.col(name).is_not_null()).sum().alias(f"held {name}")


def _sum(name: str) -> Any:  # noqa: ANN401
    import polars

    return polars.col(f"sum {name}").sum()


def _mean(column: str, name: str = "") -> Any:  # noqa: ANN401
    """The mean of a column over hands, each counted as often as it is held."""
    import polars

    return _ratio(_sum(column), polars.col(f"held {column}").sum()).alias(name or column)


def _ratio(part: Any, whole: Any) -> Any:  # noqa: ANN401
    import polars

    return polars.when(whole > 0).then(part / whole).otherwise(None)


def _in_order(found: Any, by: str) -> Any:  # noqa: ANN401
    """Strongest first; hand classes as the grid has them."""
    import polars

    cross = [f"{made}, {draw}" for made in MADE_NAMES for draw in DRAW_CLASSES]
    names = {"class": CLASS_NAMES, "made": MADE_NAMES, "draw": DRAW_CLASSES, "cross": cross}[by]
    order = {name: number for number, name in enumerate(names)}
    return found.sort(polars.col("of").replace_strict(order, return_dtype=polars.Int32))
