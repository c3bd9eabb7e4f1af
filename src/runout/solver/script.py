"""TexasSolver's command files: read, checked line by line, and run.

Such a file holds one command a line. Settings come before the command that uses them: sizes and
chips before ``build_tree``, ranges and limits before ``start_solve``, the depth before
``dump_result``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from runout.checks import choice
from runout.checks import text as checked_text
from runout.errors import RunoutError
from runout.reading import read_text
from runout.replacing import check_replaceable
from runout.solver.script_commands import (
    COMMANDS,
    LEAST_WEIGHT,
    SIZES,
    SOLVE,
    Command,
    cut,
    is_ignored,
    is_number,
    unknown,
    without_small_weights,
)
from runout.solver.sizes import MOST_SIZES
from runout.solver.spot import PLAYERS, STREETS, Spot
from runout.solver.texas_tree import DIALECTS

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    from runout.ranges import Range

_KINDS = ("bet", "raise", "donk")
_OF_SPOT = {"pot", "stack", "board", "allin_threshold", "raise_limit", "ip", "oop"}
# TexasSolver's window writes this command without the space.
_JOINED = re.compile(r"(set_print_interval)([0-9]+)")


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
    notes: tuple[str, ...] = ()
    """What was left out, a line each: commands that change no answer, hands of tiny weight."""

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


def looks_like_script(text: str) -> bool:
    """Whether a text is a command file rather than a spot in TOML.

    >>> looks_like_script("set_pot 50"), looks_like_script("pot = 50")
    (True, False)
    """
    rows = (row.strip() for row in text.lstrip("\ufeff").splitlines())
    first = next((row for row in rows if row and not row.startswith("#")), "")
    name, *rest = first.split(maxsplit=1) or [""]
    known = name.startswith("set_") or name in COMMANDS or is_ignored(name, "")
    return known and "=" not in name and not "".join(rest).startswith("=")


def read_script(path: str | PathLike[str], *, dialect: str = "console") -> Script:
    """The command file at a path; `dialect` as in `parse_script`."""
    return parse_script(read_text(path, "script"), dialect=dialect)


def parse_script(text: str, *, dialect: str = "console") -> Script:
    """A command file from its text.

    `dialect` says whose tree is built: that of the command-line program, ``console``, or that of
    the program with a window, ``gui``.

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
    reader = _Reader(choice("dialect", dialect, DIALECTS))
    given = checked_text("script", text, "'set_pot 50'")
    for number, row in enumerate(given.lstrip("\ufeff").splitlines(), start=1):
        command = row.strip()
        if not command or command.startswith("#"):
            continue
        try:
            reader.read(number, command)
        except RunoutError as error:
            raise RunoutError(f"script line {number}: {error}") from error
    if reader.spot is None:
        raise RunoutError(f"script: {SOLVE} is missing")
    return Script(reader.spot, **reader.settings(), notes=reader.said())


@dataclass
class _Reader:
    """What the lines read so far have set."""

    dialect: str
    lines: dict[str, int] = field(default_factory=dict)
    """The line that each command stands on."""
    values: dict[str, Any] = field(default_factory=dict)
    sizes: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """Sizes by street, player and kind."""
    notes: dict[str, tuple[int, str]] = field(default_factory=dict)
    """What was left out, by command: its line, and what to say."""
    spot: Spot | None = None
    found: dict[tuple[str, str], Any] = field(default_factory=dict)
    """Values read before, so that a line that comes again and again is read once."""

    def read(self, number: int, row: str) -> None:
        """Take in one command."""
        if joined := _JOINED.fullmatch(row):
            row = " ".join(joined.groups())
        name, *rest = row.split(maxsplit=1)
        value = rest[0] if rest else ""
        if is_ignored(name, value):
            self.notes.setdefault(name, (number, f"{cut(row)} is ignored, the answer is the same"))
            return
        if name not in COMMANDS:
            raise unknown(name)
        self._refuse_out_of_order(name, COMMANDS[name])
        self.lines[name] = number
        if name == SIZES:
            self._add_sizes(value)
        else:
            self._set(name, COMMANDS[name], value)
        if name == SOLVE:
            self.spot = self._spot()

    def settings(self) -> dict[str, Any]:
        """What was set about solving and writing."""
        return {key: given for key, given in self.values.items() if key not in _OF_SPOT}

    def said(self) -> tuple[str, ...]:
        """What was left out, line by line."""
        return tuple(f"line {line}: {what}" for line, what in sorted(self.notes.values()))

    def _set(self, name: str, command: Command, value: str) -> None:
        if (name, value) not in self.found:
            self.found[name, value] = command.read(name, value)
        if command.sets:
            self.values[command.sets] = self.found[name, value]

    def _spot(self) -> Spot:
        data = {key: given for key, given in self.values.items() if key in _OF_SPOT}
        ranges = {player: self._heavy_enough(player, data.pop(player)) for player in PLAYERS}
        rules = {"range": ranges, "rules": DIALECTS[self.dialect]}
        return Spot.from_dict(data | self._tables() | rules)

    def _heavy_enough(self, player: str, given: Range) -> Range:
        """A range as TexasSolver takes it; a note says what it leaves out."""
        name = f"set_range_{player}"
        kept, count = without_small_weights(given)
        if count:
            combos = f"{count} combo{'s' * (count != 1)}"
            self.notes[name] = (
                self.lines[name],
                f"{name}: {combos} of a weight up to {LEAST_WEIGHT} left out, as TexasSolver does",
            )
        return kept

    def _refuse_out_of_order(self, name: str, command: Command) -> None:
        if name in self.lines and not name.startswith("set_"):
            raise RunoutError(f"{name} stands on line {self.lines[name]} already")
        if command.before in self.lines:
            line = self.lines[command.before]
            raise RunoutError(f"{name} comes too late, after {command.before} on line {line}")
        for needed in command.after:
            if needed not in self.lines:
                raise RunoutError(f"{name} comes before any {needed}")

    def _add_sizes(self, value: str) -> None:
        parts = [part.strip() for part in value.split(",", MOST_SIZES + 3)]
        where = f"{SIZES} {cut(value)}"
        if len(parts) < 3:
            raise RunoutError(f"{where}: write player,street,kind,sizes: oop,flop,bet,50")
        player, street, kind, *sizes = parts
        for given, known in ((player, PLAYERS), (street, STREETS), (kind, (*_KINDS, "allin"))):
            if given not in known:
                raise RunoutError(f"{where}: {cut(given)!r} is none of {', '.join(known)}")
        if sizes == [""] and kind in _KINDS:
            sizes = []  # TexasSolver's window writes a list of none so
        elif (kind == "allin") == bool(sizes):
            wanted = "takes no sizes" if sizes else "needs sizes such as 50,100"
            raise RunoutError(f"{where}: {kind} {wanted}")
        if len(sizes) > MOST_SIZES:
            raise RunoutError(f"{where}: more than {MOST_SIZES:,} sizes")
        for size in sizes:
            if not is_number(size) or float(size) == 0:
                raise RunoutError(f"{where}: {cut(size)!r} is no percentage of the pot")
        self.sizes[street, player, kind] = " ".join(f"{size}%" for size in sizes)

    def _tables(self) -> dict[str, Any]:
        """The sizes as a spot takes them: ``allin`` stands among the sizes it is added to."""
        tables: dict[str, Any] = {}
        for street in STREETS:
            by_player = {player: self._own_sizes(street, player) for player in PLAYERS}
            tables[street] = {player: own for player, own in by_player.items() if own}
        return tables

    def _own_sizes(self, street: str, player: str) -> dict[str, str]:
        # The program with a window has all-in everywhere.
        allin = self.dialect == "gui" or (street, player, "allin") in self.sizes
        own = {}
        for kind in _KINDS:
            if kind == "donk" and (player == "ip" or street == "flop"):
                continue  # nobody leads there
            sizes = self.sizes.get((street, player, kind), "")
            if text := f"{sizes} a".strip() if allin else sizes:
                own[kind] = text
        return own
