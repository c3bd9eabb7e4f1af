"""The row of actions and the pad of cards: what can be done next, one of it chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from runout.cards import Card
from runout.colours import SUIT_SHADES, css, ink
from runout.solution.view.node_words import ActionRow, chips, percent
from runout.solution.view.runouts_view import RANKS_DOWN, SUITS_DOWN, Measure

if TYPE_CHECKING:
    from textual.events import Click
    from textual.geometry import Size

_WITH_EV = 66  # columns from which there is room for the EV of each action
_CARD_WIDTHS = (9, 6, 4)  # columns of a card; the narrowest has no room for its EV


class Taken(Message):
    """An action or a card was chosen to go on with."""

    def __init__(self, step: str) -> None:
        super().__init__()
        self.step = step


class Back(Message):
    """One step back was asked for."""


class Actions(Widget, can_focus=True):
    """The actions of the player to act, with frequency and EV."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "choose", key_display="←→"),
        Binding("right", "move(1)", show=False),
        Binding("enter,down", "take", "go in", key_display="↵"),
        Binding("up", "back", show=False),
    ]

    rows: reactive[list[ActionRow]] = reactive(list, layout=True)
    chosen: reactive[int] = reactive(0)

    def render(self) -> Text:
        """One chip for each action."""
        return Text("\n").join(self._lines(self.size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the chips need."""
        del container, viewport
        return len(self._lines(width))

    def _lines(self, width: int) -> list[Text]:
        """Chips side by side; none is broken over two lines."""
        lines = [Text(no_wrap=True)]
        for number, row in enumerate(self.rows):
            chip = self._chip(number, row, with_ev=width >= _WITH_EV)
            if lines[-1] and lines[-1].cell_len + chip.cell_len > width:
                lines.append(Text(no_wrap=True))
            lines[-1].append_text(chip)
        return lines

    def _chip(self, number: int, row: ActionRow, *, with_ev: bool) -> Text:
        mark = "▸" if number == self.chosen else " "
        words = f"{row.action}  {percent(row.frequency)} " + f" EV {chips(row.ev)} " * with_ev
        chip = Text(mark, "bold")
        chip.append(f" {row.sign} ", Style(color=css(ink(row.colour)), bgcolor=css(row.colour)))
        chip.append(f" {words}", Style(bold=number == self.chosen, reverse=number == self.chosen))
        return chip.append(" ")

    def action_move(self, by: int) -> None:
        """Choose the next action, around the ends."""
        if self.rows:
            self.chosen = (self.chosen + by) % len(self.rows)

    def action_take(self) -> None:
        """Go on with the chosen action."""
        if self.rows:
            self.post_message(Taken(self.rows[self.chosen].action))

    def action_back(self) -> None:
        """Go back."""
        self.post_message(Back())


class Pad(Widget, can_focus=True):
    """The cards that may come, suits by ranks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(0,-1)", "card", key_display="←↑↓→"),
        Binding("right", "move(0,1)", show=False),
        Binding("up", "move(-1,0)", show=False),
        Binding("down", "move(1,0)", show=False),
        Binding("enter", "take", "deal", key_display="↵"),
    ]

    cards: reactive[tuple[Card, ...]] = reactive(tuple)
    chosen: reactive[tuple[int, int]] = reactive((0, 0))

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._evs: dict[Card, float] = {}

    def learn(self, card: Card, ev: float | None) -> None:
        """What a card is worth to the player out of position."""
        if ev is not None:
            self._evs[card] = ev
            self.refresh()

    def card_at(self, place: tuple[int, int]) -> Card:
        """The card of a row and a column."""
        return Card(RANKS_DOWN[place[1]] + SUITS_DOWN[place[0]])

    def watch_cards(self) -> None:
        """Start from the first card that may come, with nothing known."""
        self._evs = {}
        if self.cards and self.card_at(self.chosen) not in self.cards:
            self.action_move(0, 1)

    def render(self) -> Text:
        """Four rows of thirteen cards."""
        lines = []
        for y in range(len(SUITS_DOWN)):
            line = Text(no_wrap=True)
            for x in range(len(RANKS_DOWN)):
                line.append_text(self._drawn((y, x)))
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)

    def _drawn(self, place: tuple[int, int]) -> Text:
        card, width = self.card_at(place), self._card_width
        if card not in self.cards:
            return Text("·".ljust(width), "dim")
        style = Style.parse(SUIT_SHADES[card.suit]) + Style(reverse=place == self.chosen)
        text = Text(no_wrap=True).append(card.symbol, style)
        text.append_text(self._worth(card, width - 3))
        return text.append(" " * (width - text.cell_len))

    @property
    def _card_width(self) -> int:
        room = self.size.width // len(RANKS_DOWN)
        return next((width for width in _CARD_WIDTHS if width <= room), _CARD_WIDTHS[-1])

    def _worth(self, card: Card, room: int) -> Text:
        """The EV of a card, on a colour from the worst to the best so far."""
        if card not in self._evs or room < 3:
            return Text("")
        colour = Measure("EV", dict(self._evs)).colour(self._evs[card])
        shown = _in_room(self._evs[card], room)
        return Text(shown.rjust(room), Style(color=css(ink(colour)), bgcolor=css(colour)))

    def action_move(self, down: int, right: int) -> None:
        """Choose the next card that may come, around the ends."""
        y, x = self.chosen
        for _ in range(max(len(SUITS_DOWN), len(RANKS_DOWN))):
            y, x = (y + down) % len(SUITS_DOWN), (x + right) % len(RANKS_DOWN)
            if self.card_at((y, x)) in self.cards:
                self.chosen = (y, x)
                return

    def action_take(self) -> None:
        """Deal the chosen card."""
        self.post_message(Taken(str(self.card_at(self.chosen))))

    def on_click(self, event: Click) -> None:
        """Deal the card under the mouse."""
        place = (event.y, event.x // self._card_width)
        if (
            place[0] < len(SUITS_DOWN)
            and place[1] < len(RANKS_DOWN)
            and self.card_at(place) in self.cards
        ):
            self.chosen = place
            self.action_take()


def _in_room(value: float, room: int) -> str:
    """A number with as many decimals as there is room for; thousands where there is none."""
    texts = [f"{value:.{decimals}f}" for decimals in (2, 1, 0)]
    return next((text for text in texts if len(text) <= room), f"{value / 1000:.0f}k")
