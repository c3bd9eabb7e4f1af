"""TexasSolver's command files: read, checked line by line, and run.

Such a file holds one command a line. Settings come before the command that uses them: sizes and
chips before ``build_tree``, ranges and limits before ``start_solve``, the depth before
``dump_result``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from runout.cards import parse_cards
from runout.errors import RunoutError
from runout.ranges import Range
from runout.replacing import check_replaceable
from runout.solver.spot import PLAYERS, STREETS, Spot
from runout.solver.texas_tree import TEXASSOLVER
from runout.solver.tree import FLOP, RIVER

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.solution.solution import Solution
    from runout.solver.solving import SolveProgress

_BUILD, _SOLVE, _DUMP = "build_tree", "start_solve", "dump_result"
_KINDS = ("bet", "raise", "donk")
_NUMBER = re.compile(r"\d+(?:\.\d*)?|\.\d+")
_WHOLE = re.compile(r"[0-9]{1,9}")
_COMMAND = re.compile(r"(?:set_\w+|build_tree|start_solve|dump_result)\b(?!\s*=)")
# TexasSolver's window writes this command without the space.
_JOINED = re.compile(r"(set_print_interval)(\d+)")


@dataclass(frozen=True)
class Script:
    """A command file: what to solve, how far, and what to write."""

    spot: Spot
    target: float | None = None
    """Exploitability to reach, in percent of the pot; None here and below: as `solve` has it."""
    max_iterations: int | None = None
    threads: int | None = None
    isomorphism: bool | None = None
    print_interval: int | None = None
    """Iterations between reports; `solve` reports whenever it measures."""
    dump: Path | None = None
    """The file to write, from the folder of the caller; None: nothing."""
    dump_rounds: int = 1
    """Streets to write."""

    @property
    def depth(self) -> str:
        """The last street to write."""
        streets = list(STREETS)
        return streets[min(streets.index(self.spot.street) + self.dump_rounds, len(streets)) - 1]

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments of `solve` that the file sets."""
        names = ("target", "max_iterations", "threads", "isomorphism")
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}

    def check_dump(self) -> None:
        """Refuse a dump that could not be written, before anything is solved."""
        if self.dump is None:
            return
        try:
            check_replaceable(self.dump)
        except RunoutError as error:
            raise RunoutError(f"dump_result: {error}") from None

    def write_dump(self, solution: Solution) -> None:
        """Write what the file asks for, if it does."""
        if self.dump is not None:
            solution.to_json(self.dump, depth=self.depth)


def looks_like_script(text: str) -> bool:
    """Whether a text is a command file rather than a spot in TOML.

    >>> looks_like_script("set_pot 50"), looks_like_script("pot = 50")
    (True, False)
    """
    rows = (row.strip() for row in text.lstrip("\ufeff").splitlines())
    first = next((row for row in rows if row and not row.startswith("#")), "")
    return _COMMAND.match(first) is not None


def read_script(path: str | Path) -> Script:
    """The command file at a path."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text in UTF-8"
        raise RunoutError(f"script {str(path)!r}: {reason}") from error
    return parse_script(text)


def parse_script(text: str) -> Script:
    """A command file from its text.

    >>> script = parse_script('''
    ... set_pot 50
    ... set_effective_stack 200
    ... set_board Qs,Jh,2h,7c
    ... set_range_ip AA,KQs:0.5
    ... set_range_oop QQ,JTs
    ... set_bet_sizes oop,river,bet,50,100
    ... build_tree
    ... set_accuracy 0.5
    ... start_solve
    ... set_dump_rounds 2
    ... dump_result out.json
    ... ''')
    >>> script.spot.board, script.arguments, str(script.dump), script.depth
    ('QsJh2h7c', {'target': 0.5}, 'out.json', 'river')
    """
    reader = _Reader()
    for number, row in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        command = row.strip()
        if not command or command.startswith("#"):
            continue
        try:
            reader.read(number, command)
        except RunoutError as error:
            raise RunoutError(f"script line {number}: {error}") from error
    if reader.spot is None:
        raise RunoutError(f"script: {_SOLVE} is missing")
    return Script(reader.spot, **reader.settings())


def run_script(
    script: Script, *, progress: Callable[[SolveProgress], None] | None = None
) -> Solution:
    """Solve what a script asks for, and write its dump."""
    from runout.solver.solving import solve

    script.check_dump()
    solution = solve(script.spot, **script.arguments, progress=progress)
    script.write_dump(solution)
    return solution


def _number(command: str, value: str) -> float:
    if not _NUMBER.fullmatch(value):
        raise RunoutError(f"{command} {value}: a number from 0 up is expected")
    return float(value)


def _whole(command: str, value: str, least: int = 1) -> int:
    if not _WHOLE.fullmatch(value) or int(value) < least:
        raise RunoutError(f"{command} {value}: a whole number from {least} up is expected")
    return int(value)


def _chips(command: str, value: str) -> int:
    chips = _number(command, value)
    if not 1 <= chips < 1e9 or chips != int(chips):
        raise RunoutError(
            f"{command} {value}: whole chips from 1 up are expected (bets are whole chips too: "
            "count pot and stack in smaller ones)"
        )
    return int(chips)


def _board(command: str, value: str) -> str:
    count = len(parse_cards(value))
    if not FLOP <= count <= RIVER:
        raise RunoutError(f"{command} {value}: {count} cards, but a board has 3, 4 or 5")
    return value


def _range(_command: str, value: str) -> Range:
    return Range(value)


def _switch(command: str, value: str) -> bool:
    return _whole(command, value, 0) > 0


def _path(command: str, value: str) -> Path:
    if not value:
        raise RunoutError(f"{command}: the file to write is missing")
    return Path(value)


def _nothing(command: str, value: str) -> None:
    if value:
        raise RunoutError(f"{command} {value}: {command} stands alone")


class _Command(NamedTuple):
    """A command: what it sets, how its value is read, and what comes before or after it."""

    sets: str
    read: Callable[[str, str], Any]
    before: str = ""
    """The command that uses the setting."""
    after: tuple[str, ...] = ()


_SIZES = "set_bet_sizes"
_COMMANDS = {
    "set_pot": _Command("pot", _chips, _BUILD),
    "set_effective_stack": _Command("stack", _chips, _BUILD),
    "set_board": _Command("board", _board, _BUILD),
    _SIZES: _Command("", _nothing, _BUILD),
    "set_allin_threshold": _Command("allin_threshold", _number, _BUILD),
    "set_raise_limit": _Command("raise_limit", _whole, _BUILD),
    _BUILD: _Command("", _nothing, after=("set_pot", "set_effective_stack", "set_board")),
    "set_range_ip": _Command("ip", _range, _SOLVE),
    "set_range_oop": _Command("oop", _range, _SOLVE),
    "set_thread_num": _Command("threads", _whole, _SOLVE),
    "set_accuracy": _Command("target", _number, _SOLVE),
    "set_max_iteration": _Command("max_iterations", _whole, _SOLVE),
    "set_print_interval": _Command("print_interval", _whole, _SOLVE),
    "set_use_isomorphism": _Command("isomorphism", _switch, _SOLVE),
    _SOLVE: _Command("", _nothing, after=(_BUILD, "set_range_oop", "set_range_ip")),
    "set_dump_rounds": _Command("dump_rounds", _whole, _DUMP),
    _DUMP: _Command("dump", _path, after=(_SOLVE,)),
}
_OF_SPOT = {"pot", "stack", "board", "allin_threshold", "raise_limit", "ip", "oop"}


@dataclass
class _Reader:
    """What the lines read so far have set."""

    lines: dict[str, int] = field(default_factory=dict)
    """The line that each command stands on."""
    values: dict[str, Any] = field(default_factory=dict)
    sizes: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """Sizes by street, player and kind."""
    spot: Spot | None = None

    def read(self, number: int, row: str) -> None:
        """Take in one command."""
        if joined := _JOINED.fullmatch(row):
            row = " ".join(joined.groups())
        name, *rest = row.split(maxsplit=1)
        value = rest[0] if rest else ""
        if name not in _COMMANDS:
            near = get_close_matches(name, _COMMANDS, n=1, cutoff=0.7)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise RunoutError(f"unknown command {name!r}{hint}")
        command = _COMMANDS[name]
        self._refuse_out_of_order(name, command)
        if name == _SIZES:
            self._add_sizes(value)
            return
        found = command.read(name, value)
        if command.sets:
            self.values[command.sets] = found
        self.lines[name] = number
        if name == _SOLVE:
            of_spot = {key: given for key, given in self.values.items() if key in _OF_SPOT}
            self.spot = Spot(**of_spot, **self._tables(), rules=TEXASSOLVER)

    def settings(self) -> dict[str, Any]:
        """What was set about solving and writing."""
        return {key: given for key, given in self.values.items() if key not in _OF_SPOT}

    def _refuse_out_of_order(self, name: str, command: _Command) -> None:
        if name in self.lines and not name.startswith("set_"):
            raise RunoutError(f"{name} stands on line {self.lines[name]} already")
        if command.before in self.lines:
            line = self.lines[command.before]
            raise RunoutError(f"{name} comes too late, after {command.before} on line {line}")
        for needed in command.after:
            if needed not in self.lines:
                raise RunoutError(f"{name} comes before any {needed}")

    def _add_sizes(self, value: str) -> None:
        parts = [part.strip() for part in value.split(",")]
        if len(parts) < 3:
            raise RunoutError(f"{_SIZES} {value}: write player,street,kind,sizes: oop,flop,bet,50")
        player, street, kind, *sizes = parts
        for given, known in ((player, PLAYERS), (street, STREETS), (kind, (*_KINDS, "allin"))):
            if given not in known:
                raise RunoutError(f"{_SIZES} {value}: {given!r} is none of {', '.join(known)}")
        if sizes == [""] and kind in _KINDS:
            sizes = []  # TexasSolver's window writes a list of none so
        elif (kind == "allin") == bool(sizes):
            wanted = "takes no sizes" if sizes else "needs sizes such as 50,100"
            raise RunoutError(f"{_SIZES} {value}: {kind} {wanted}")
        for size in sizes:
            if not _NUMBER.fullmatch(size) or float(size) == 0:
                raise RunoutError(f"{_SIZES} {value}: {size!r} is no percentage of the pot")
        self.sizes[street, player, kind] = " ".join(f"{size}%" for size in sizes)

    def _tables(self) -> dict[str, Any]:
        """The sizes as a spot takes them: ``allin`` stands among the sizes it is added to."""
        tables: dict[str, Any] = {}
        for street in STREETS:
            by_player = {player: self._own_sizes(street, player) for player in PLAYERS}
            tables[street] = {player: own for player, own in by_player.items() if own}
        return tables

    def _own_sizes(self, street: str, player: str) -> dict[str, str]:
        allin = (street, player, "allin") in self.sizes
        own = {}
        for kind in _KINDS:
            sizes = self.sizes.get((street, player, kind), "")
            # Without donk sizes nobody leads, not even all-in; in position nobody ever does.
            if kind == "donk" and (not sizes or player == "ip"):
                continue
            if text := f"{sizes} a".strip() if allin else sizes:
                own[kind] = text
        return own
