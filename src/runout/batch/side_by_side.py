"""Two runs side by side: the boards that both have, and what changes from one to the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.batch.report_columns import ALWAYS, CHANGE_OF, OTHER
from runout.errors import RunoutError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from runout.batch.report import Report


@dataclass(frozen=True, eq=False)
class SideBySide:
    """One line of two runs, on boards that both have; they count by their weight in the first."""

    first: Report
    second: Report
    """The same boards in the same order."""
    keys: tuple[str, ...]
    """The columns that tell boards apart."""
    alone: tuple[int, int]
    """Boards that only the first has, and only the second."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The numbers that both have; actions by what they are called."""
        known = self.second.numbers
        return tuple(n for n in self.first.numbers if n in known and not n.startswith(ALWAYS))

    @cached_property
    def boards(self) -> Any:  # noqa: ANN401 - a polars frame
        """A row for each board: each number, with ``other`` and ``change`` before its name, too."""
        import polars

        named = dict.fromkeys([*self.keys, "name", "weight"])
        after = self.second.boards.select(polars.col(*self.columns).name.prefix(OTHER))
        both = polars.concat(
            [self.first.boards.select(*named, *self.columns), after], how="horizontal"
        )
        change = [polars.col(OTHER + n) - polars.col(n) for n in self.columns]
        named_change = [
            one.alias(CHANGE_OF + n) for one, n in zip(change, self.columns, strict=True)
        ]
        return both.with_columns(*named_change)

    def sorted(self, column: str, *, descending: bool = True) -> SideBySide:
        """The same with its boards in the order of a column: ``change bet 33%``."""
        column = checks.choice("sort", column, self.boards.columns)
        order = self.boards[column].arg_sort(descending=descending, nulls_last=True)
        first, second = (
            replace(one, boards=one.boards[order]) for one in (self.first, self.second)
        )
        return replace(self, first=first, second=second)

    def total(self) -> dict[str, dict[str, float | None]]:
        """Means over the boards of both, and their change."""
        before, after = self.first.total(), self.second.total()
        found = {}
        for name in self.columns:
            first, second = before[name], after[name]
            change = None if first is None or second is None else second - first
            found[name] = {"first": first, "second": second, "change": change}
        return found

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return {
            "names": [self.first.name, self.second.name],
            "lines": [self.first.line, self.second.line],
            "columns": list(self.columns),
            "total": self.total(),
            "alone": list(self.alone),
            "boards": self.boards.to_dicts(),
        }

    def __repr__(self) -> str:
        names = f"{self.first.name!r}, {self.second.name!r}"
        return f"SideBySide({names}: {len(self.first.boards)} boards)"

    def __rich__(self) -> RenderableType:
        from runout.batch.batch_view import side_by_side_table

        return side_by_side_table(self)


def side_by_side(first: Report, second: Report) -> SideBySide:
    """Two reports, board by board; what has no counterpart is left out and counted."""
    keys = _keys(first, second)
    before = first.boards.join(second.boards, on=keys, how="semi", maintain_order="left")
    if before.is_empty():
        raise RunoutError("against: the two runs have no board in common")
    weighed = before.select(*keys, "weight")
    after = weighed.join(second.boards.drop("weight"), on=keys, how="left", maintain_order="left")
    alone = (len(first.boards) - len(before), len(second.boards) - len(before))
    return SideBySide(
        replace(first, boards=before), replace(second, boards=after), tuple(keys), alone
    )


def _keys(first: Report, second: Report) -> list[str]:
    """What tells rows apart: boards alone, or the spot, too, where there are several."""
    varied = [name for name in first.varied if name in second.varied]
    for keys in (["board"], ["spot", *varied, "board"]):
        if not any(one.boards.select(keys).is_duplicated().any() for one in (first, second)):
            return keys
    raise RunoutError("against: several spots of a run match one of the other; name one (spot)")
