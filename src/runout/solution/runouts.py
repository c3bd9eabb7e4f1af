"""The next card: what each one does to both players' EV and equity, and to the strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout.cards import DECK, Card, parse_cards
from runout.checks import shown
from runout.errors import RunoutError
from runout.frames import data_frame
from runout.solution.node_table import SCHEMA_VERSION
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from runout.solution.node import SolutionNode


@dataclass(frozen=True)
class Runout:
    """The game after one card. Values are missing where a range has no hand left."""

    card: Card
    ev: dict[str, float | None]
    equity: dict[str, float | None]
    realised_equity: dict[str, float | None]
    frequencies: dict[str, float]
    """Of the player who acts next; empty after an all-in."""

    def to_dict(self) -> dict[str, Any]:
        """The runout as plain data."""
        return {
            "card": str(self.card),
            "ev": self.ev,
            "equity": self.equity,
            "realised_equity": self.realised_equity,
            "frequencies": self.frequencies,
        }


class Runouts(Mapping[str, Runout]):
    """Every next card, from the ace down."""

    def __init__(
        self, line: str, pot: float, runouts: list[Runout], warnings: list[str] | None = None
    ) -> None:
        self.line = line
        """The line after which the card is dealt."""
        self.pot = pot
        self.warnings = warnings or []
        """Why not to trust them; empty where both players come here."""
        self._runouts = {runout.card: runout for runout in runouts}

    def __getitem__(self, card: str | Card) -> Runout:
        wanted = parse_cards(card)
        if len(wanted) != 1 or wanted[0] not in self._runouts:
            named = shown(str(card) if isinstance(card, Card) else card)
            raise RunoutError(f"card {named}: it cannot be dealt here")
        return self._runouts[wanted[0]]

    def __iter__(self) -> Iterator[str]:
        return (str(card) for card in self._runouts)

    def __len__(self) -> int:
        return len(self._runouts)

    def to_dict(self) -> dict[str, Any]:
        """All runouts as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "line": self.line,
            "pot": self.pot,
            "runouts": [runout.to_dict() for runout in self._runouts.values()],
            "warnings": self.warnings,
        }

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas, whichever is installed
        """One row for each card."""
        rows = []
        for runout in self._runouts.values():
            row: dict[str, Any] = {"card": str(runout.card)}
            for name in ("ev", "equity", "realised_equity"):
                row |= {f"{name}_{player}": getattr(runout, name)[player] for player in PLAYERS}
            rows.append(row | runout.frequencies)
        return data_frame(rows)

    def __repr__(self) -> str:
        return f"Runouts({len(self)} cards after {self.line!r})"


def runouts_at(node: SolutionNode) -> Runouts:
    """The runouts of a deal; cards that differ by suits alone share a pass."""
    known: dict[int, Runout] = {}
    found = []
    for card in sorted(DECK, reverse=True):
        if card in parse_cards(node.board):
            continue
        below = node.deal(card)
        deal = below.place.deal
        if deal not in known:
            means = {name: below.table(name).averages() for name in PLAYERS}
            ev, equity, realised = (
                {name: means[name][what] for name in PLAYERS}
                for what in ("ev", "equity", "realised_equity")
            )
            known[deal] = Runout(card, ev, equity, realised, below.frequencies)
        same = known[deal]
        found.append(Runout(card, same.ev, same.equity, same.realised_equity, same.frequencies))
    return Runouts(node.line, node.pot, found, node.trust.warnings)
