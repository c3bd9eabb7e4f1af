"""A batch as frames, to be asked whatever a report does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout.batch.answer import ALL, CLASS, HOLDING
from runout.batch.folder import BatchFolder
from runout.batch.hands_report import HandsReport, hands
from runout.batch.report import Report, report

if TYPE_CHECKING:
    import os
    from pathlib import Path

    from runout.batch.folder import BatchStatus


class OpenBatch:
    """The folder of a batch, read as polars frames; a row is one spot, board, line and action."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = BatchFolder(folder)
        asked = self._folder.question()
        self.name: str = asked["name"]
        self.lines: tuple[str, ...] = tuple(asked["lines"])
        self.spots: tuple[str, ...] = tuple(dict.fromkeys(s["name"] for s in asked["spots"]))

    @property
    def path(self) -> Path:
        """Where it is."""
        return self._folder.path

    @property
    def status(self) -> BatchStatus:
        """How far the run is."""
        return self._folder.status()

    @property
    def cases(self) -> Any:  # noqa: ANN401 - polars is loaded when it is needed
        """Every spot on every board: what varies, weight, texture, and what became of it."""
        return self._folder.cases()

    @property
    def ranges(self) -> Any:  # noqa: ANN401
        """A row for each spot, board, line, player and action: whole ranges."""
        return self._folder.rows(ALL)

    @property
    def classes(self) -> Any:  # noqa: ANN401
        """The same for each of the 169 hand classes."""
        return self._folder.rows(CLASS)

    @property
    def holdings(self) -> Any:  # noqa: ANN401
        """The same for each made class with its draw, ``top pair, flush draw``."""
        return self._folder.rows(HOLDING)

    def scan(self, group: str = ALL) -> Any:  # noqa: ANN401
        """One of these three as a lazy frame, of which only what is asked for is read."""
        return self._folder.scan(group)

    def report(self, line: str | None = None, spot: str | None = None, *, hand: str = "") -> Report:
        """One line board by board; see `runout.batch.report`."""
        return report(self._folder, line, spot, hand=hand)

    def hands(
        self, line: str | None = None, spot: str | None = None, *, by: str = "class"
    ) -> HandsReport:
        """One line hand by hand, over all boards; see `runout.batch.hands`."""
        return hands(self._folder, line, spot, by=by)

    def __repr__(self) -> str:
        return f"OpenBatch({str(self.path)!r}: {self.name})"


def open(folder: str | os.PathLike[str]) -> OpenBatch:  # noqa: A001 - `runout.batch.open` says it best
    """The folder of a batch as frames."""
    return OpenBatch(folder)
