"""What a batch comes to: board by board, by texture, and over all, each counted by its weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.batch.folder import BatchFolder
from runout.errors import RunoutError
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    import os

TEXTURES = ("texture", "high", "pairing", "suits", "connection", "straight_possible", "broadways")
"""Columns that boards can be grouped by."""
_OF_BOARD = ("spot", "board", "name", *TEXTURES, "weight")
_OF_PLAYER = ("ev", "equity", "eqr", "realised_equity")
_EV = "EV "


@dataclass(frozen=True, eq=False)
class Report:
    """One line of a batch, board by board.

    Frames are those of polars. An action has two columns: how often it is taken, under its own
    name, and its EV under ``EV`` and its name; both are missing where a tree does not have it.
    """

    name: str
    line: str
    player: str | None
    """Who acts on the line."""
    actions: tuple[str, ...]
    boards: Any
    """A row for each board and spot."""
    varied: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The columns that means are taken of."""
        of_players = [f"{what}_{player}" for player in PLAYERS for what in _OF_PLAYER]
        return (*of_players, *self.actions, *(_EV + action for action in self.actions))

    def by(self, column: str) -> Any:  # noqa: ANN401 - a polars frame
        """Means over the boards of each texture, by their weight, with their share of all."""
        import polars

        column = checks.choice("by", column, ("spot", *self.varied, *TEXTURES))
        whole = self.boards["weight"].sum()
        return (
            self.boards.group_by(column, maintain_order=True)
            .agg(
                polars.len().alias("boards"),
                (polars.col("weight").sum() / whole).alias("share"),
                *self._means(),
            )
            .sort("share", descending=True)
        )

    def total(self) -> dict[str, Any]:
        """Means over all boards, by their weight."""
        return dict(self.boards.select(*self._means()).row(0, named=True))

    def spread(self) -> dict[str, dict[str, float | None]]:
        """The least and the most of each column over the boards, and its standard deviation."""
        import polars

        found: dict[str, dict[str, float | None]] = {}
        for name in self.numbers:
            column, weight = polars.col(name), polars.col("weight")
            there = weight.filter(column.is_not_null())
            mean = (column * weight).sum() / there.sum()
            row = self.boards.select(
                column.min().alias("least"),
                column.max().alias("most"),
                (((column - mean) ** 2 * weight).sum() / there.sum()).sqrt().alias("deviation"),
            )
            found[name] = dict(row.row(0, named=True))
        return found

    def _means(self) -> list[Any]:
        """Expressions of the weighted means; EQR is that of the means, not a mean of EQRs."""
        import polars

        weight = polars.col("weight")
        found = []
        for name in self.numbers:
            column = polars.col(name)
            if name.startswith("eqr_"):
                player = name.removeprefix("eqr_")
                ev, equity = polars.col(f"ev_{player}"), polars.col(f"equity_{player}")
                pot = polars.col("pot")
                found.append(((ev * weight).sum() / (pot * equity * weight).sum()).alias(name))
                continue
            counted = (
                weight * polars.col(name.removeprefix(_EV)) if name.startswith(_EV) else weight
            )
            found.append(_mean(column, counted, name))
        return found

    def sorted(self, column: str, *, descending: bool = True) -> Report:
        """The same with its boards in the order of a column."""
        column = checks.choice("sort", column, self.boards.columns)
        boards = self.boards.sort(column, descending=descending, nulls_last=True)
        return Report(self.name, self.line, self.player, self.actions, boards, self.varied)

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return {
            "name": self.name,
            "line": self.line,
            "player": self.player,
            "actions": list(self.actions),
            "total": self.total(),
            "spread": self.spread(),
            "boards": self.boards.to_dicts(),
        }


def report(
    folder: BatchFolder | str | os.PathLike[str], line: str | None = None, spot: str | None = None
) -> Report:
    """One line of a batch, the first by default, of one spot or all."""
    place = folder if isinstance(folder, BatchFolder) else BatchFolder(folder)
    asked = place.question()
    chosen = asked["lines"][0] if line is None else checks.text("line", line, "'check'").strip()
    if chosen not in asked["lines"]:
        known = ", ".join(repr(one) for one in asked["lines"])
        raise RunoutError(f"line {checks.shown(chosen)}: the batch has {known}")
    varied = tuple(dict.fromkeys(key for one in asked["spots"] for key in one["varied"]))
    rows = place.rows()
    import polars

    rows = rows.filter(polars.col("line") == chosen)
    if spot is not None:
        names = list(dict.fromkeys(one["name"] for one in asked["spots"]))
        rows = rows.filter(polars.col("spot") == checks.choice("spot", spot, names))
    if rows.is_empty():
        raise RunoutError(f"folder {str(place.path)!r}: it has no answers yet")
    acting = rows.filter(polars.col("acts"))
    player = None if acting.is_empty() else str(acting["player"][0])
    actions = tuple(acting["action"].drop_nulls().unique(maintain_order=True).to_list())
    return Report(asked["name"], chosen, player, actions, _wide(rows, actions, varied), varied)


def _wide(rows: Any, actions: tuple[str, ...], varied: tuple[str, ...]) -> Any:  # noqa: ANN401
    """A row for each board: every next card counts as often as it comes."""
    import polars

    keys = ["key", *_OF_BOARD[:1], *varied, *_OF_BOARD[1:]]
    count, ranges = polars.col("runouts"), rows.unique(["key", "node", "player"], keep="first")
    wide = ranges.group_by(keys, maintain_order=True).agg(
        polars.col("pot").first(),
        polars.col("exploitability").first(),
    )
    for player in PLAYERS:
        own = polars.col("player") == player
        columns = [_mean(polars.col(what), count, f"{what}_{player}") for what in _OF_PLAYER]
        part = ranges.filter(own).group_by("key").agg(*columns)
        wide = wide.join(part, on="key", how="left")
    for action in actions:
        own = polars.col("action") == action
        often = polars.col("frequency")
        part = (
            rows.filter(own)
            .group_by("key")
            .agg(
                _mean(often, count, action),
                _mean(polars.col("action_ev"), count * often, _EV + action),
            )
        )
        wide = wide.join(part, on="key", how="left")
    return wide.drop("key")


def _mean(column: Any, weight: Any, name: str) -> Any:  # noqa: ANN401
    import polars

    there = column.is_not_null()
    total = weight.filter(there).sum()
    mean = (column * weight).sum() / total
    return polars.when(total > 0).then(mean).otherwise(None).alias(name)
