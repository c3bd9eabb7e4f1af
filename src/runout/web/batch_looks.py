"""Looks at a line of a batch: boards, means by texture, hands, simple rules, beside another run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from runout.errors import RunoutError
from runout.web.studio_batches import batch_folder, needs_polars

if TYPE_CHECKING:
    from runout.batch.report import Report
    from runout.web.studio import Studio


@dataclass(frozen=True)
class BatchLook:
    """Which boards of a batch are looked at, and whose hand on them."""

    batch: str
    line: str | None = None
    spot: str | None = None
    filter: str = ""
    hand: str = ""

    def report(self, studio: Studio) -> Report:
        """Its boards as a report."""
        needs_polars()
        from runout.batch.report import report

        found = report(batch_folder(studio, self.batch), self.line, self.spot, hand=self.hand)
        return found.where(self.filter) if self.filter.strip() else found


class _Sorted(Protocol):
    def sorted(self, column: str, *, descending: bool = True) -> Self: ...


_Found = TypeVar("_Found", bound=_Sorted)


def _in_order(found: _Found, sort: str) -> _Found:
    """By a column, or the other way round behind a ``-``."""
    if not sort:
        return found
    return found.sorted(sort.removeprefix("-"), descending=sort.startswith("-"))


def boards_of(studio: Studio, look: BatchLook, by: str, sort: str) -> dict[str, Any]:
    """Board by board, or means by a texture, with the columns that boards can be grouped by."""
    from runout.batch.report_columns import TEXTURES

    found = look.report(studio)
    shown = _in_order(found.grouped(by), sort) if by else _in_order(found, sort)
    count = {"count": len(found.boards), "players": list(found.players)}
    return shown.to_dict() | count | {"textures": ["spot", *found.varied, *TEXTURES]}


def hands_of(studio: Studio, look: BatchLook, by: str, sort: str) -> dict[str, Any]:
    """What the player to act does with his hands, over all these boards."""
    from runout.batch.hands_report import hands

    if look.hand:
        raise RunoutError(f"hand {look.hand!r}: all hands, or one")
    among = look.report(studio)
    folder = batch_folder(studio, look.batch)
    found = hands(folder, look.line, look.spot, by=by, among=among)
    return _in_order(found, sort).to_dict()


def rules_of(studio: Studio, look: BatchLook, depth: int, best: str) -> dict[str, Any]:
    """A few words on what to do by texture, as leaves of a tree and as they are remembered."""
    found = look.report(studio).rules(depth, best=best)
    return found.to_dict() | {"said": [rule.to_dict() for rule in found.said()]}


def beside(studio: Studio, look: BatchLook, other: str, sort: str) -> dict[str, Any]:
    """The same line of another batch, of the same spot if it has one of that name."""
    from runout.batch.opened import OpenBatch
    from runout.batch.report import report

    first, folder = look.report(studio), batch_folder(studio, other)
    spot = look.spot if look.spot in OpenBatch(folder.path).spots else None
    second = report(folder, look.line, spot, hand=look.hand)
    return _in_order(first.beside(second), sort).to_dict() | {"actions": list(first.actions)}
