"""A batch as one page that needs nothing but a browser: every board, every line, every grid.

The page is drawn by its script from the numbers that are gathered here; means and spreads over the
boards that it shows are taken there.
"""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import replace
from math import floor, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.batch.asked_rows import asked_rows
from runout.batch.folder import BatchFolder
from runout.batch.report import Report, report
from runout.batch.report_columns import EV, TEXTURES
from runout.cards import parse_cards
from runout.colours import action_colours, css, heat_colour, ink
from runout.combos import CLASS_NAMES, CLASS_OF, CLASSES, holding
from runout.errors import RunoutError
from runout.pages import data_file, render
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from numpy.typing import NDArray

_MOST_NUMBERS = 330_000  # of boards and lines: some 2.5 MB
_MOST_GRIDS = 2_000_000  # bytes, as they are written
_NUMBERS = ("ev", "equity", "eqr")
_WORDS = ("board", "name", "texture", "high", "pairing", "suits", "connection")
_FULL = 100  # a byte of a grid is in percent


def batch_page(
    folder: BatchFolder | str | os.PathLike[str],
    lines: Sequence[str] | None = None,
    spot: str | None = None,
    *,
    where: str | None = None,
) -> str:
    """A page of all lines of a batch, or of some, with everything in it.

    `where` chooses boards by a condition on the columns of the first of these lines.
    """
    place = folder if isinstance(folder, BatchFolder) else BatchFolder(folder)
    wanted = list(place.question()["lines"] if lines is None else lines)
    first = report(place, wanted[0], spot)
    if where is not None:
        first = first.where(where)
    each = 1 + len(_NUMBERS) * len(PLAYERS) + 2 * len(first.actions)
    most = max(1, _MOST_NUMBERS // (each * len(first.boards)))
    found = [first, *(_same(report(place, line, spot), first) for line in wanted[1:most])]
    data = {
        "name": first.name,
        "condition": first.condition,
        "classes": list(CLASS_NAMES),
        "heat": [css(heat_colour(along)) for along in (0.0, 0.5, 1.0)],
        "spots": _spots(first),
        "boards": _boards(first),
        "lines": [_line(one) for one in found],
        "left_out": wanted[most:],
        "grid": _grid(place, first, spot),
    }
    text = json.dumps(data, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return render(
        "batch_page.html",
        title=first.name,
        style=data_file("strategy_page.css") + data_file("batch_page.css"),
        data=text.replace("<", "\\u003c"),  # so that no name ends the script
        script=data_file("batch_page.js"),
    )


def _same(other: Report, first: Report) -> Report:
    """The same boards in the same order as the first line has them."""
    order = first.boards.select("key")
    boards = order.join(other.boards, on="key", how="left", maintain_order="left")
    return replace(other, boards=boards)


def _spots(first: Report) -> list[str]:
    """What spots are called, each once, in the order of their numbers."""
    return list(dict.fromkeys(_spot_names(first)))


def _spot_names(first: Report) -> list[str]:
    columns = first.boards.select("spot", *first.varied)
    return [
        " ".join([row[0], *(f"{n}={v}" for n, v in zip(columns.columns[1:], row[1:], strict=True))])
        for row in columns.iter_rows()
    ]


def _boards(first: Report) -> dict[str, Any]:
    """What is true of boards whatever the line; words by their number in a list of all."""
    assert set(_WORDS) <= {"board", "name", *TEXTURES}
    found: dict[str, Any] = {"weight": [round(w, 4) for w in first.boards["weight"].to_list()]}
    columns = {name: first.boards[name].to_list() for name in _WORDS}
    for name, values in {**columns, "spot": _spot_names(first)}.items():
        known = {value: number for number, value in enumerate(dict.fromkeys(values))}
        plain = len(known) * 2 > len(values)
        found[name] = values if plain else {"of": list(known), "at": [known[v] for v in values]}
    return found


def _line(one: Report) -> dict[str, Any]:
    pots = one.boards["pot"].drop_nulls()
    decimals = max(0, 4 - floor(log10(max(float(pots.min() or 1.0), 1e-3))))

    def rounded(name: str, digits: int) -> list[float | None]:
        column = one.boards[name].round(digits)
        return [None if value is None else float(value) for value in column]

    columns = {"pot": rounded("pot", decimals)}
    for player in PLAYERS:
        for what in _NUMBERS:
            digits = decimals if what == "ev" else 4
            columns[f"{what}_{player}"] = rounded(f"{what}_{player}", digits)
    for number, action in enumerate(one.actions):
        columns[f"often{number}"] = rounded(action, 4)
        columns[f"worth{number}"] = rounded(EV + action, decimals)
    return {
        "line": one.line,
        "player": one.player,
        "actions": _actions(one),
        "decimals": min(2, decimals),
        "columns": columns,
    }


def _actions(one: Report) -> list[dict[str, str]]:
    """Names and colours; the larger the bet beside the pot, the further along the scale."""
    sized = [
        f"{action.partition(' ')[0]} {100 * size}"
        for action, size in zip(one.actions, one.sizes, strict=True)
    ]
    colours = action_colours(sized, 100)
    return [
        {"name": action, "colour": css(colour), "ink": css(ink(colour))}
        for action, colour in zip(one.actions, colours, strict=True)
    ]


def _grid(place: BatchFolder, first: Report, spot: str | None) -> dict[str, Any]:
    """The hand classes of who acts first, board by board: bytes of weights and frequencies."""
    line = place.question()["lines"][0]
    try:
        asked = asked_rows(place, line, spot, group="classes")
    except RunoutError:
        return {"line": line, "note": "nobody acts on the first line, so there is no grid"}
    whole = report(place, line, spot)
    cells = _cells(asked.hands, first, asked.actions)
    packed = base64.b64encode(gzip.compress(cells.tobytes(), 9, mtime=0)).decode()
    said = {"line": line, "player": asked.player, "actions": _actions(whole)}
    if len(packed) > _MOST_GRIDS:
        return {**said, "note": "grids of so many boards would be too large for a page"}
    return {**said, "bytes": packed}


def _cells(
    rows: Any,  # noqa: ANN401 - a lazy polars frame
    first: Report,
    actions: tuple[str, ...],
) -> NDArray[np.uint8]:
    """(boards, 169, 1 + actions) in percent: how much of a class is there, and what it does."""
    import polars

    boards = first.boards.select("key").with_row_index("row")
    count, often = polars.col("runouts"), polars.col("frequency")
    mean = (count * often).sum() / count.filter(often.is_not_null()).sum()
    held = (count * polars.col("combos")).sum() / polars.col("all_runouts").first()
    classes = {name: number for number, name in enumerate(CLASS_NAMES)}
    places = {action: number + 1 for number, action in enumerate(actions)}
    cells = (
        rows.select("key", "of", "label", "runouts", "all_runouts", "frequency", "combos")
        .join(boards.lazy(), on="key", how="inner")
        .with_columns(
            polars.col("of").replace_strict(classes, return_dtype=polars.UInt8),
            polars.col("label").replace_strict(places, return_dtype=polars.UInt8),
        )
        .group_by("row", "of", "label")
        .agg(mean.cast(polars.Float32).alias("often"), held.cast(polars.Float32).alias("combos"))
        .collect(engine="streaming")
    )
    at, of, which = (cells[name].to_numpy() for name in ("row", "of", "label"))
    possible = _possible(first.boards["board"].to_list())
    found = np.zeros((len(first.boards), CLASSES, 1 + len(actions)), dtype=np.uint8)
    share = cells["combos"].to_numpy() / np.maximum(possible[at, of], 1)
    found[at, of, 0] = np.clip(np.ceil(_FULL * share), 1, _FULL)
    often = np.nan_to_num(cells["often"].fill_null(0.0).to_numpy())
    found[at, of, which] = np.clip(np.round(_FULL * often), 0, _FULL)
    return found


def _possible(boards: list[str]) -> NDArray[np.intp]:
    """How many combos of each class each board leaves."""
    known = {board: number for number, board in enumerate(dict.fromkeys(boards))}
    counts = np.stack(
        [np.bincount(CLASS_OF[~holding(parse_cards(b))], minlength=CLASSES) for b in known]
    )
    found: NDArray[np.intp] = counts[[known[board] for board in boards]]
    return found
