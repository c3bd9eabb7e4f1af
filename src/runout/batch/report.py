"""What a batch comes to: board by board, by texture, and over all, each counted by its weight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.batch.asked_rows import AskedRows, asked_rows
from runout.batch.board_fields import board_fields
from runout.batch.report_columns import ALWAYS, EV, OF_PLAYER, TEXTURES, in_order
from runout.errors import RunoutError
from runout.filters import Filter
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    import os

    from rich.console import RenderableType

    from runout.batch.folder import BatchFolder
    from runout.batch.side_by_side import SideBySide
    from runout.batch.simple_rules import SimpleRules

_OF_BOARD = ("board", "name", *TEXTURES)


@dataclass(frozen=True, eq=False)
class Report:
    """One line of a batch, board by board.

    Frames are those of polars. Actions are called by what they are, ``bet 33%``, so that they stand
    in one column whatever the pot. Each has three: how often it is taken, under its own name; its
    EV for the hands that take it, under ``EV`` and its name; and the EV of the range if all of it
    took it, under ``always`` and its name. They are missing where a tree does not have the action.
    """

    name: str
    line: str
    player: str | None
    """Who acts on the line."""
    actions: tuple[str, ...]
    sizes: tuple[float, ...]
    """Of each action beside the pot, on the mean; 0 for what is no bet."""
    boards: Any
    """A row for each board and spot."""
    varied: tuple[str, ...] = ()
    """Columns of the settings that vary from spot to spot."""
    hand: str = ""
    """The hand class, made class or draw that it is about; empty for whole ranges."""
    condition: str = ""
    """What is true of its boards; empty for all."""

    @property
    def players(self) -> tuple[str, ...]:
        """Whose numbers it has: both players', or those of the one who holds the hand."""
        return PLAYERS if not self.hand or self.player is None else (self.player,)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The columns that means are taken of."""
        of_players = [f"{what}_{player}" for player in self.players for what in OF_PLAYER]
        worth = [prefix + action for prefix in (EV, ALWAYS) for action in self.actions]
        return (*of_players, *self.actions, *worth)

    def by(self, column: str) -> Any:  # noqa: ANN401 - a polars frame
        """Means over the boards of each texture, by their weight, with their share of all."""
        import polars

        column = checks.choice("by", column, ("spot", *self.varied, *TEXTURES))
        whole = self.boards["weight"].sum()
        found = self.boards.group_by(column, maintain_order=True).agg(
            polars.len().alias("boards"),
            (polars.col("weight").sum() / whole).alias("share"),
            *self._means(),
        )
        return in_order(found, "high" if column == "high" else "share")

    def grouped(self, column: str) -> GroupedReport:
        """The same means as data."""
        return GroupedReport(self, column, self.by(column))

    def total(self) -> dict[str, Any]:
        """Means over all boards, by their weight."""
        return dict(self.boards.select(*self._means()).row(0, named=True))

    def spread(self) -> dict[str, dict[str, float | None]]:
        """The least and the most of each column over the boards, and its standard deviation."""
        import polars

        wanted = []
        for name, mean in self.total().items():
            column = polars.col(name)
            apart = (column - polars.lit(mean, polars.Float64)) ** 2
            wanted += [
                column.min().alias(f"least {name}"),
                column.max().alias(f"most {name}"),
                _mean(apart, _counted(name), name).sqrt().alias(f"deviation {name}"),
            ]
        row = self.boards.select(*wanted).row(0, named=True)
        words = ("least", "most", "deviation")
        return {name: {word: row[f"{word} {name}"] for word in words} for name in self.numbers}

    def _means(self) -> list[Any]:
        """Expressions of the weighted means; EQR is that of the means, not a mean of EQRs."""
        import polars

        found = []
        for name in self.numbers:
            what, _, player = name.partition("_")
            if what == "eqr":
                eqr = _eqr(f"ev_{player}", f"equity_{player}", polars.col("weight"))
                found.append(eqr.alias(name))
            else:
                found.append(_mean(polars.col(name), _counted(name), name))
        return found

    def sorted(self, column: str, *, descending: bool = True) -> Report:
        """The same with its boards in the order of a column."""
        column = checks.choice("sort", column, self.boards.columns)
        return replace(self, boards=in_order(self.boards, column, descending=descending))

    def where(self, condition: str) -> Report:
        """Only the boards for which a condition is true: ``suits=monotone and 'bet 33%'>50%``."""
        import polars

        kept = Filter(condition).mask(board_fields(self.boards))
        if not kept.any():
            raise RunoutError(f"filter {condition!r}: no board is like that")
        both = f"({self.condition}) and ({condition})" if self.condition else condition
        return replace(self, boards=self.boards.filter(polars.Series(kept)), condition=both)

    def rules(self, depth: int = 3, *, best: str = "often") -> SimpleRules:
        """A decision tree over texture that says what to do, and what following it costs.

        Of all trees of this `depth`, from 0 to 3, the one that most ``often`` says the most
        frequent action, or whose ``cost`` in EV is least.
        """
        from runout.batch.simple_rules import simple_rules

        return simple_rules(self, depth, best)

    def beside(self, other: Report) -> SideBySide:
        """The report and another, board by board: those that both have."""
        from runout.batch.side_by_side import side_by_side

        return side_by_side(self, checks.instance("beside", other, Report))

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return {
            "name": self.name,
            "line": self.line,
            "player": self.player,
            "hand": self.hand,
            "filter": self.condition,
            "actions": list(self.actions),
            "total": self.total(),
            "spread": self.spread(),
            "boards": self.boards.to_dicts(),
        }

    def __repr__(self) -> str:
        return f"Report({self.name!r}, {self.line!r}: {len(self.boards)} boards)"

    def __rich__(self) -> RenderableType:
        from runout.batch.batch_view import table_of

        return table_of(self)


@dataclass(frozen=True, eq=False)
class GroupedReport:
    """A report by texture, or by spot."""

    report: Report
    column: str
    rows: Any
    """A polars frame, a row for each group."""

    def sorted(self, column: str, *, descending: bool = True) -> GroupedReport:
        """The same in the order of a column."""
        column = checks.choice("sort", column, self.rows.columns)
        return replace(self, rows=in_order(self.rows, column, descending=descending))

    def to_dict(self) -> dict[str, Any]:
        """It as plain data, without the boards."""
        whole = self.report.to_dict()
        del whole["boards"]
        return {**whole, "by": self.column, "groups": self.rows.to_dicts()}

    def __repr__(self) -> str:
        return f"GroupedReport({self.report.name!r}: {len(self.rows)} by {self.column})"

    def __rich__(self) -> RenderableType:
        from runout.batch.batch_view import table_of

        return table_of(self.report, self)


def report(
    folder: BatchFolder | str | os.PathLike[str],
    line: str | None = None,
    spot: str | None = None,
    *,
    hand: str = "",
) -> Report:
    """One line of a batch, the first by default, of one spot or all.

    With a `hand`, one of the 169 classes, a made class or a draw, what the player to act does with
    it; boards then count by how often he holds it there, too.
    """
    asked = asked_rows(folder, line, spot, hand=hand)
    return Report(
        asked.name,
        asked.line,
        asked.player,
        asked.actions,
        asked.sizes,
        _wide(asked),
        asked.varied,
        asked.hand,
    )


def _wide(asked: AskedRows) -> Any:  # noqa: ANN401
    """A row for each board: every next card counts as often as it comes."""
    import polars

    cases = ["key", "spot", *asked.varied, *_OF_BOARD]
    order = {key: number for number, key in enumerate(asked.keys)}
    held = polars.col("runouts") * polars.col("share")
    once = asked.rows.unique(["key", "node", "player", "of"], keep="first", maintain_order=True)
    wide = once.group_by(cases, maintain_order=True).agg(
        (polars.col("weight").first() * _share_held(held, asked)).alias("weight"),
        polars.col("pot").first(),
        polars.col("exploitability").first(),
    )
    for player in PLAYERS if not asked.hand else (asked.player,):
        columns = [
            _eqr("ev", "equity", held).alias(f"eqr_{player}")
            if what == "eqr"
            else _mean(polars.col(what), held, f"{what}_{player}")
            for what in OF_PLAYER
        ]
        own = once.filter(polars.col("player") == player).group_by("key").agg(*columns)
        wide = wide.join(own, on="key", how="left", maintain_order="left")
    often, worth = polars.col("frequency"), polars.col("action_ev")
    for action in asked.actions:
        own = asked.rows.filter(polars.col("label") == action).group_by("key")
        found = own.agg(
            _mean(often, held, action),
            _mean(worth, held * often, EV + action),
            _mean(polars.col("always_ev"), held, ALWAYS + action),
        )
        wide = wide.join(found, on="key", how="left", maintain_order="left")
    place = polars.col("key").replace_strict(order, return_dtype=polars.Int64)
    return wide.sort(place, maintain_order=True).select(polars.exclude("key"), "key")


def _share_held(held: Any, asked: AskedRows) -> Any:  # noqa: ANN401
    """How often a player holds the hand that is asked for; 1 for whole ranges."""
    import polars

    if not asked.hand:
        return polars.lit(1.0)
    return held.sum() / polars.col("all_runouts").first()


def _counted(name: str) -> Any:  # noqa: ANN401
    """What a board counts in the mean of a column: an action's EV as often as it is taken, too."""
    import polars

    weight = polars.col("weight")
    return weight * polars.col(name.removeprefix(EV)) if name.startswith(EV) else weight


def _eqr(ev: str, equity: str, weight: Any) -> Any:  # noqa: ANN401
    """EV over pot times equity, of the means."""
    import polars

    known = polars.col(ev).is_not_null() & polars.col(equity).is_not_null()
    share = (polars.col("pot") * polars.col(equity) * weight).filter(known).sum()
    worth = (polars.col(ev) * weight).filter(known).sum()
    return polars.when(share > 0).then(worth / share).otherwise(None)


def _mean(column: Any, weight: Any, name: str) -> Any:  # noqa: ANN401
    import polars

    total = weight.filter(column.is_not_null()).sum()
    mean = (column * weight).sum() / total
    return polars.when(total > 0).then(mean).otherwise(None).alias(name)
