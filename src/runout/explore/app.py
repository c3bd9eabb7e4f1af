"""The browser: grid on the left, hands on the right, actions or cards below.

Numbers are computed by one thread at a time away from the screen, which goes on answering keys.
"""

from __future__ import annotations

from asyncio import get_running_loop
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input, Static

from runout.colours import PALETTES, SUIT_SHADES, coloured
from runout.errors import RunoutError
from runout.explore.classes import Classes
from runout.explore.grid import Grid
from runout.explore.hands import Hands
from runout.explore.help import Help
from runout.explore.locking import LockingApp
from runout.explore.snapshot import Snapshot, View, snapshot
from runout.explore.steps import Actions, Pad, Taken
from runout.filters import Filter
from runout.holdings.grouping import GROUPINGS
from runout.job import AnyJob, Job
from runout.solution.class_grid import STRATEGY
from runout.solution.view.node_words import chips, grid_words, in_words, percent
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.events import Resize
    from textual.geometry import Size

    from runout.solution.node import SolutionNode
    from runout.solution.solution import Solution
    from runout.solution.view.node_words import Cell

_CONDITION = 'made="top pair" and draw~"flush draw" and bet>=0.5'
_NARROW = 66  # columns below which there is no room for the table
_SHORT = 22  # lines below which the players' averages give way to the grid
_TABLE_WIDTH = 27  # columns that the grid leaves to the table
_AROUND = 9  # lines above and below the grid


class Explorer(LockingApp):
    """Walks through a solution."""

    CSS_PATH = "explore.tcss"
    TITLE = "runout"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None  # nothing is there to point at before the first node is computed
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace", "step_back", "back", key_display="⌫"),
        Binding("slash", "jump", "line", key_display="/"),
        Binding("p", "other_player", "player"),
        Binding("s", "sort", "sort"),
        Binding("g", "grid(1)", "grid"),
        Binding("G", "grid(-1)", show=False),
        Binding("w", "scaled", show=False),
        Binding("b", "group", "by"),
        Binding("f", "filter", "filter"),
        Binding("c", "colours", "colours"),
        Binding("l", "lock", "lock"),
        Binding("u", "unlock", show=False),
        Binding("r", "solve", show=False),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("ctrl+c", "quit", show=False),  # as everywhere else in a terminal
        Binding("q", "quit", "quit"),
        Binding("home", "start", show=False),
        Binding("escape", "all_hands", show=False),
    ]

    def __init__(
        self, solution: Solution, node: SolutionNode | None = None, palette: str = "usual"
    ) -> None:
        super().__init__(solution)
        self.view = View(palette=palette)
        self._first = node or solution.root
        self._job: AnyJob = Job()  # the last one begun
        self._computing = Lock()  # the engine's passes share their room
        self._turns: AbstractEventLoop | None = None
        self.interrupted = False

    def compose(self) -> ComposeResult:
        """All parts of the screen."""
        yield Static(id="where")
        yield Static(id="caution")
        with Horizontal(id="middle"):
            with VerticalScroll(id="left", can_focus=False):
                yield Grid(id="grid")
            with Vertical(id="right"):
                yield Static(id="about")
                yield Hands(id="hands", cell_padding=0)
                yield Classes(id="classes", cell_padding=0)
        yield Static(id="below")
        yield Static(id="players")
        yield Actions(id="actions")
        yield Pad(id="pad")
        yield Static(id="over")
        yield Static(id="error")
        yield Input(placeholder="check / bet 120 / call / 7s", id="line", compact=True)
        yield Input(placeholder=_CONDITION, id="filter", compact=True)
        yield Input(placeholder="QQ+ = call, or AA = 40% call, 60% fold", id="lock", compact=True)
        yield Footer(show_command_palette=False, compact=True)

    def interrupt(self) -> None:
        """End because of a signal, which may come at any moment of the thread that draws."""
        self.interrupted = True
        if self._turns is not None:
            self._turns.call_soon_threadsafe(self.exit)

    def on_mount(self) -> None:
        """Show the first node."""
        self._turns = get_running_loop()
        if self.interrupted:  # while the screen was made
            self.exit()
        self._fit(self.size)
        self.go(lambda: self._first)

    def on_unmount(self) -> None:
        """Compute nothing more."""
        self._job.stop()
        self.stop_solving()

    def on_resize(self, event: Resize) -> None:
        """Let the grid take the room there is: that of the event, the app's own is the old one."""
        self._fit(event.size)

    def _fit(self, size: Size) -> None:
        width, height = size
        wide, tall = width >= _NARROW, height >= _SHORT
        self.query_one("#right").display, self.query_one("#below").display = wide, not wide
        self.query_one("#players").display = tall
        self.query_one("#where").styles.height = 2 if tall else 1
        warned = len(self.shot.cautions) if self.shot is not None else 0
        self.query_one(Grid).fit(width - _TABLE_WIDTH * wide, height - _AROUND - warned)

    # Computing

    def go(self, find: Callable[[], SolutionNode]) -> None:
        """Find a node and show it, computed in a thread; a later wish overtakes an earlier one."""
        self.say("computing …")
        self._begin(Job(self._compute, find, self.view))

    def _begin(self, job: AnyJob) -> None:
        """Let a job take the place of the one that is under way."""
        self._job.stop()
        self._job = job
        self.run_worker(job.run, thread=True)

    def _compute(self, find: Callable[[], SolutionNode], view: View, *, job: AnyJob) -> None:
        with self._computing:
            if job.stopped:
                return
            try:
                shot = snapshot(find(), view)
            except RunoutError as error:
                self.call_from_thread(self.say, str(error).splitlines()[0], wrong=True)
                return
        if not job.stopped:
            self.call_from_thread(self.present, shot)

    def _compute_cards(self, shot: Snapshot, *, job: AnyJob) -> None:
        """What each next card is worth, one after the other for as long as nobody goes on."""
        known: dict[int, float | None] = {}
        for card in shot.cards:
            with self._computing:
                if job.stopped:
                    return
                below = shot.node.deal(card)
                deal = below.place.deal
                if deal not in known:
                    known[deal] = below.hands(PLAYERS[0]).mean()["ev"]
            if not job.stopped:
                self.call_from_thread(self.query_one(Pad).learn, card, known[deal])

    def present(self, shot: Snapshot) -> None:
        """Put a computed node on the screen."""
        self.shot = shot
        self.say("")
        for field in self.query(Input):
            field.display = False
        self.query_one("#where", Static).update(_where(shot))
        self.query_one("#players", Static).update(_players(shot))
        caution = self.query_one("#caution", Static)
        caution.update(_cautions(shot))
        caution.display = bool(shot.cautions)
        self._fit(self.size)
        self.query_one(Grid).cells = shot.cells
        self._fill_table()
        self._offer_steps(shot)
        if shot.cards:
            self._begin(Job(self._compute_cards, shot))

    def _fill_table(self) -> None:
        chosen, shot = self.query_one(Grid).chosen, self.shot
        if shot is not None:
            cell = shot.cells[chosen[0]][chosen[1]] if chosen else None
            for place in ("#about", "#below"):  # the latter where there is no room for the table
                self.query_one(place, Static).update(Text(_about(shot, cell)))
            hands, classes = self.query_one(Hands), self.query_one(Classes)
            hands.display, classes.display = shot.classes is None, shot.classes is not None
            hands.show(shot, cell.name if cell else None)
            classes.show(shot)

    def _offer_steps(self, shot: Snapshot) -> None:
        """Actions where somebody acts, cards where one is dealt, or the end."""
        actions, pad, over = self.query_one(Actions), self.query_one(Pad), self.query_one("#over")
        actions.display, pad.display = shot.kind == "action", shot.kind == "deal"
        over.display = shot.kind not in ("action", "deal")
        actions.rows, pad.cards = shot.actions, shot.cards
        actions.chosen = min(actions.chosen, max(0, len(shot.actions) - 1))
        if over.display:
            self.query_one("#over", Static).update(f"{shot.place.split('; ')[-1]} (⌫ goes back)")
        elif self.focused is None or isinstance(self.focused, (Actions, Pad, Input)):
            (actions if actions.display else pad).focus()

    def say(self, message: str, *, wrong: bool = False) -> None:
        """Put a message above the keys; one that says what is wrong stands out."""
        line = self.query_one("#error", Static)
        line.update(Text(message))
        line.display = bool(message)
        line.set_class(wrong, "wrong")

    # Walking

    def on_taken(self, message: Taken) -> None:
        """Go in."""
        if self.shot is not None:
            node, step = self.shot.node, message.step
            self.query_one(Actions).chosen = 0
            self.go(lambda: node.play(step))

    def on_back(self) -> None:
        """Go back, asked for by the row of actions."""
        self.action_step_back()

    def action_step_back(self) -> None:
        """Go back one step along the line that leads here."""
        if self.shot is None or not self.shot.node.line:
            return
        before = self.shot.node.line.rpartition(" / ")[0]
        self.go(lambda: self.solution[before])

    def action_start(self) -> None:
        """Go to the first node."""
        self.go(lambda: self.solution.root)

    def action_jump(self) -> None:
        """Ask for a line."""
        self._ask("#line", self.shot.node.line if self.shot is not None else "")

    def _ask(self, place: str, value: str) -> None:
        """Open a field to write in; others close."""
        for field in self.query(Input):
            field.display = False
        field = self.query_one(place, Input)
        field.display, field.value = True, value
        field.cursor_position = len(value)
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the line, take the condition, or lock; if it is none, the field says why."""
        if event.input.id == "filter":
            self._take(event.value)
        elif event.input.id == "lock":
            self.lock_hands(event.value)
        else:
            self.go(lambda: self.solution[event.value])

    def action_all_hands(self) -> None:
        """Close the field that is open, stop solving, let the hand class go, or the condition."""
        if opened := [field for field in self.query(Input) if field.display]:
            for field in opened:
                field.display = False
            self.say("")
            self.set_focus(None)
            if self.shot is not None:
                self._offer_steps(self.shot)
        elif self.solving is not None:
            self.solving.stop()
        elif self.query_one(Grid).chosen is None and self.view.condition:
            self._take("")
        else:
            self.query_one(Grid).chosen = None

    def action_lock(self) -> None:
        """Ask which hands are to be locked here, and to what."""
        if self.shot is not None:
            chosen = self.query_one(Grid).chosen
            name = self.shot.cells[chosen[0]][chosen[1]].name if chosen else ""
            self._ask("#lock", f"{name} = " if name else "")

    # Looking

    def on_grid_chosen(self) -> None:
        """Show the combos of the class."""
        self._fill_table()

    def action_sort(self) -> None:
        """Sort the table by the next column."""
        table = self.query_one(Hands)
        table.sort_by(table.order + 1)

    def action_other_player(self) -> None:
        """Look at the other player's hands."""
        if self.shot is not None:
            other = PLAYERS[1 - PLAYERS.index(self.shot.player)]
            self._look(replace(self.view, player=other))

    def action_colours(self) -> None:
        """Take the next palette."""
        number = PALETTES.index(self.view.palette) + 1
        self._look(replace(self.view, palette=PALETTES[number % len(PALETTES)]))

    def action_grid(self, by: int) -> None:
        """Let the grid show the next thing that it can show here."""
        if self.shot is not None:
            choices = self.shot.choices
            number = choices.index(self.shot.what) + by
            self._look(replace(self.view, what=choices[number % len(choices)]))

    def action_scaled(self) -> None:
        """Fill strategy cells by weight, or let rare hands be pale."""
        self._look(replace(self.view, scaled=not self.view.scaled))

    def action_group(self) -> None:
        """Group the hands of the table by the next thing, or let them be."""
        kinds = ["", *GROUPINGS]
        by = kinds[(kinds.index(self.view.by) + 1) % len(kinds)]
        self._look(replace(self.view, by=by))

    def action_filter(self) -> None:
        """Ask for a condition of the hands to show."""
        self._ask("#filter", self.view.condition)

    def on_classes_taken(self, message: Classes.Taken) -> None:
        """Show the hands of a class alone, one by one."""
        self.view = replace(self.view, by="" if message.condition else self.view.by)
        self._take(message.condition)

    def _take(self, condition: str) -> None:
        """Show the hands that a condition chooses, or all."""
        try:
            if condition.strip():
                Filter(condition)
        except RunoutError as error:
            self.say(str(error).splitlines()[0], wrong=True)
            return
        self._look(replace(self.view, condition=condition.strip()))

    def _look(self, view: View) -> None:
        self.view = view
        if self.shot is not None:
            node = self.shot.node
            self.go(lambda: node)

    def action_help(self) -> None:
        """Open the help."""
        self.push_screen(Help())


def _about(shot: Snapshot, cell: Cell | None) -> str:
    """What the table lists."""
    if cell is not None:
        return in_words(cell, shot.actions)
    if shot.what != STRATEGY:
        return grid_words(shot.what, shot.player, acts=shot.acts)
    combos = next(row.combos for row in shot.players if row.player == shot.player)
    return f"{shot.player}: {combos:.1f} combos"


def _where(shot: Snapshot) -> Text:
    """Board, line, pot and stacks; at a deal, what the numbers of the cards are."""
    more = "; beside each card: oop's EV" if shot.cards else ""
    where = coloured(shot.board, SUIT_SHADES).append(f"  {shot.line}\n", "bold")
    return where.append(shot.place + more)


def _cautions(shot: Snapshot) -> Text:
    return Text("\n".join(shot.cautions))


def _players(shot: Snapshot) -> Text:
    """A line for each player; the one whose hands are shown is marked."""
    lines = [
        Text(
            f"{'▸' if row.player == shot.player else ' '} {row.player:<3} "
            f"{row.combos:6.1f} combos  EV {chips(row.ev)}  equity {percent(row.equity)}  "
            f"realised {percent(row.realised_equity)}  EQR {percent(row.eqr)}"
        )
        for row in shot.players
    ]
    return Text("\n").join(lines)
