"""Next cards on a terminal: one small grid of suits and ranks for each number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Group
from rich.style import Style
from rich.text import Text

from runout.cards import RANKS, Card
from runout.colours import NEXT_CARDS, SUIT_STYLES, Colour, action_colours, css, ink
from runout.solution.view.strategy_view import paler
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from rich.console import RenderableType

    from runout.solution.runouts import Runouts

SUITS_DOWN = "shdc"
RANKS_DOWN = RANKS[::-1]
_CELL = 6


@dataclass(frozen=True)
class Measure:
    """One number of every next card that can come."""

    title: str
    values: dict[Card, float | None]
    action: Colour | None = None
    """The colour of the action whose frequency in percent it is."""

    @property
    def limits(self) -> tuple[float, float]:
        """The lowest and the highest of them."""
        known = [value for value in self.values.values() if value is not None]
        return min(known, default=0.0), max(known, default=0.0)

    def text(self, value: float) -> str:
        """A number with as many decimals as the longest of them leaves room for."""
        most = max(abs(limit) for limit in self.limits)
        return f"{value:.{2 if most < 10 else 1 if most < 1000 else 0}f}"

    def colour(self, value: float) -> Colour:
        """Red for the lowest, green for the highest; of a frequency, that of its action."""
        if self.action is not None:
            return paler(self.action, value / 100)
        low, high = self.limits
        return heat(0.5 if high - low < 1e-9 else (value - low) / (high - low))


def measures(runouts: Runouts, palette: str = "usual") -> list[Measure]:
    """EV of both, equity, and how often the next player takes each action; shares in percent."""
    cards = list(runouts.values())
    found = [Measure(f"EV {name}", {r.card: r.ev[name] for r in cards}) for name in PLAYERS]
    oop = {r.card: _percent(r.equity[PLAYERS[0]]) for r in cards}
    found.append(Measure("equity oop, %", oop))
    actions = list(cards[0].frequencies)
    for action, colour in zip(actions, action_colours(actions, runouts.pot, palette), strict=True):
        often = {r.card: _percent(r.frequencies[action]) for r in cards}
        found.append(Measure(f"oop {action}, %", often, colour))
    return found


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def runouts_view(runouts: Runouts, palette: str = "usual") -> RenderableType:
    """Every measure as a grid with the ranks from the ace down."""
    parts: list[RenderableType] = [Text(f"next card after {runouts.line}")]
    for measure in measures(runouts, palette):
        parts += ["", _grid(measure)]
    return Group(*parts)


def _grid(measure: Measure) -> RenderableType:
    lines = [Text(measure.title, "bold"), _ranks()]
    for suit in SUITS_DOWN:
        line = Text(no_wrap=True).append(Card(f"A{suit}").symbol[-1], SUIT_STYLES[suit]).append(" ")
        for rank in RANKS_DOWN:
            line.append_text(_value(measure, Card(rank + suit)))
        lines.append(line)
    return Group(*lines)


def _ranks() -> Text:
    return Text("  " + "".join(rank.rjust(_CELL - 1) + " " for rank in RANKS_DOWN), "bold")


def _value(measure: Measure, card: Card) -> Text:
    value = measure.values.get(card)
    if value is None:
        return Text("·".rjust(_CELL - 1) + " ", "grey50")
    colour = measure.colour(value)
    shown = Text(no_wrap=True)
    shown.append(
        measure.text(value).rjust(_CELL - 1), Style.parse(f"{css(ink(colour))} on {css(colour)}")
    )
    return shown.append(" ")


def heat(along: float) -> Colour:
    """The colour of a place from 0 to 1 between the lowest and the highest."""
    start, end = NEXT_CARDS[:2] if along < 0.5 else NEXT_CARDS[1:]
    share = 2 * along if along < 0.5 else 2 * along - 1
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(start, end, strict=True))
    return red, green, blue
