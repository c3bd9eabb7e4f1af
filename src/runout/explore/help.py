"""The help that `?` opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

if TYPE_CHECKING:
    from textual.app import ComposeResult

TEXT = """\
[b]Walking[/b]
  ← →          choose an action, or a card (↑ ↓ too)
  Enter, ↓     go in; Enter deals the card
  Backspace, ↑ go back one step
  Home         go to the start
  /            jump to a line, such as check / bet 120 / call / 7s

[b]Looking[/b]
  Tab          move between actions, grid and table; the mouse works too
  arrow keys   in the grid: choose a hand class, its combos are in the table
  Escape       all hands again
  s            sort the table by the next column (or click its title)
  g, G         the grid: strategy, EV, equity, EQR, weight, EV lost (and back)
  w            fill strategy cells by weight
  b            the table by made class, draw, both, suits, or hand by hand;
               Enter on a class shows its hands alone
  f            only hands with a condition: made="top pair" and bet>=0.5
  p            the other player's range
  c            the other colours

[b]Locking[/b]
  l            lock hands here: QQ+ = call, or AA = 40% call, 60% fold
  u            free all hands that are locked here
  r            solve the game with its locks; Escape stops. Nothing is saved

[b]Reading[/b]
  A cell is split by how often the hand takes each action. Its letters are the
  signs of the actions: first the commonest, then the others. Pale cells are
  hands that seldom get here. Where the player does not act, the number is the
  equity. EV is in chips: what is expected from the pot from here on. A star
  marks locked hands.

  ? or Escape closes this, q quits."""


class Help(ModalScreen[None]):
    """Keys and how to read the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,enter", "dismiss", "close"),
        Binding("q", "app.quit", "quit"),
    ]

    def compose(self) -> ComposeResult:
        """One box of text."""
        with VerticalScroll(id="help"):
            yield Static(TEXT)
