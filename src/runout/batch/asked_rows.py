"""The rows of a batch that a question is about: one line, one spot or all, some hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.batch.answer import ALL, CLASS, HOLDING, check_polars
from runout.batch.folder import BatchFolder, varied_column
from runout.combos import CLASS_NAMES
from runout.errors import RunoutError
from runout.holdings.grouping import DRAW_CLASSES, MADE_NAMES
from runout.solver.betting import KINDS

if TYPE_CHECKING:
    import os

_BETWEEN = ", "
"""Stands between made class and draw in the name of a holding."""


@dataclass(frozen=True, eq=False)
class AskedRows:
    """Rows of a folder, and what they are about."""

    name: str
    line: str
    player: str | None
    """Who acts; None where nobody does."""
    actions: tuple[str, ...]
    """By what they are, smallest first."""
    sizes: tuple[float, ...]
    """Of each action beside the pot, on the mean; 0 for what is no bet."""
    varied: tuple[str, ...]
    rows: Any
    """A polars frame of whole ranges, or of the hand that is asked for."""
    keys: tuple[str, ...]
    """Of all cases, in the order in which they were asked for."""
    hand: str = ""
    hands: Any = None
    """A lazy frame of all hands of a group, where one is asked for: there may be millions."""


def asked_rows(
    folder: BatchFolder | str | os.PathLike[str],
    line: str | None = None,
    spot: str | None = None,
    *,
    hand: str = "",
    group: str | None = None,
) -> AskedRows:
    """The rows of a line, the first by default: whole ranges, one hand, or a group of all hands."""
    check_polars()
    import polars

    place = folder if isinstance(folder, BatchFolder) else BatchFolder(folder)
    asked = place.question()
    line = _line(asked, line)
    names = list(dict.fromkeys(one["name"] for one in asked["spots"]))
    wanted = polars.col("line") == line
    if spot is not None:
        wanted &= polars.col("spot") == checks.choice("spot", spot, names)
    ranges = _read(place, ALL, wanted).collect()
    if ranges.is_empty():
        raise RunoutError(f"folder {str(place.path)!r}: it has no answers yet")
    acting = ranges.filter(polars.col("acts"))
    player = None if acting.is_empty() else str(acting["player"][0])
    rows, hands = ranges, ranges.lazy()
    if hand or group is not None:
        kind, meant = _meant(hand) if hand else (group, polars.lit(True))
        hands = _own(place, str(kind), wanted & meant, ranges, player)
    if hand:
        rows = hands.collect()
        if rows.is_empty():
            raise RunoutError(f"hand {hand!r}: {player} never has it here")
    varied = dict.fromkeys(varied_column(key) for one in asked["spots"] for key in one["varied"])
    actions, sizes = _actions(acting)
    keys = tuple(dict.fromkeys(asked["keys"]))
    return AskedRows(
        asked["name"], line, player, actions, sizes, tuple(varied), rows, keys, hand, hands
    )


def _line(asked: dict[str, Any], line: str | None) -> str:
    if line is None:
        return str(asked["lines"][0])
    chosen = checks.text("line", line, "'check'").strip()
    if chosen not in asked["lines"]:
        known = ", ".join(repr(one) for one in asked["lines"])
        raise RunoutError(f"line {checks.shown(chosen)}: the batch has {known}")
    return chosen


def _read(place: BatchFolder, group: str, wanted: Any) -> Any:  # noqa: ANN401
    """Lazy rows in double precision; those of earlier versions lack names and shares."""
    import polars

    found = place.scan(group).filter(wanted)
    return found.with_columns(polars.selectors.float().cast(polars.Float64)).with_columns(
        polars.coalesce("label", "action").alias("label"), polars.col("share").fill_null(1.0)
    )


def _own(place: BatchFolder, group: str, wanted: Any, ranges: Any, player: str | None) -> Any:  # noqa: ANN401
    """The acting player's rows of a group; `once` is true for one action of each hand.

    With a number of their case, and how many runouts the line has there: hands are not possible on
    all of them.
    """
    import polars

    if player is None:
        raise RunoutError("line: nobody acts here, so hands do nothing")
    rows = _read(place, group, wanted & (polars.col("player") == player))
    own = ranges.filter(polars.col("player") == player).unique(["key", "node"], keep="first")
    nodes = own.select(
        "key",
        "node",
        polars.col("action").alias("first_action"),
        polars.col("runouts").sum().over("key").alias("all_runouts"),
        (polars.col("key").rank("dense") - 1).cast(polars.UInt32).alias("case"),
    )
    joined = rows.join(nodes.lazy(), on=["key", "node"], how="inner")
    return joined.with_columns(once=polars.col("action") == polars.col("first_action"))


def _meant(hand: object) -> tuple[str, Any]:
    """Which rows a hand is: of a class such as AKo, a made class or a draw."""
    import polars

    of, word = polars.col("of"), checks.text("hand", hand, "'AKo' or 'top pair'")
    if word in CLASS_NAMES:
        return CLASS, of == word
    if word in MADE_NAMES:
        return HOLDING, of.str.starts_with(word + _BETWEEN)
    if word in DRAW_CLASSES:
        return HOLDING, of.str.ends_with(_BETWEEN + word)
    listed = ", ".join((*MADE_NAMES, *DRAW_CLASSES))
    raise RunoutError(f"hand {checks.shown(hand)}: a hand class such as AKo, or one of {listed}")


def made_and_draw() -> tuple[Any, Any]:
    """The two halves of a holding's name, as expressions."""
    import polars

    parts = polars.col("of").str.split(_BETWEEN)
    return parts.list.first(), parts.list.last()


def _actions(acting: Any) -> tuple[tuple[str, ...], tuple[float, ...]]:  # noqa: ANN401
    """Names of all actions and their sizes, by kind and then by size."""
    import polars

    amount = polars.col("action").str.extract(r" ([0-9.]+)$").cast(polars.Float64)
    sizes = (
        acting.drop_nulls("label")
        .group_by("label", maintain_order=True)
        .agg((amount / polars.col("pot")).mean().fill_null(0.0).alias("size"))
    )
    order = {kind: number for number, kind in enumerate(KINDS)}
    rows = [(order[label.partition(" ")[0]], size, label) for label, size in sizes.iter_rows()]
    rows.sort()
    return tuple(label for *_, label in rows), tuple(size for _, size, _ in rows)
