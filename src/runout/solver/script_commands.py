"""The commands of TexasSolver's command files: what each sets, and how its value is read."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from runout.cards import parse_cards
from runout.checks import path, shown
from runout.errors import RunoutError
from runout.ranges import Range
from runout.solver.betting import FLOP, RIVER
from runout.solver.sizes import chips_given, plain

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BUILD, SOLVE, DUMP, SIZES = "build_tree", "start_solve", "dump_result", "set_bet_sizes"
LEAST_WEIGHT = 0.005
"""Hands of a range up to this weight are left out, as TexasSolver does."""
_LONGEST = 4300  # characters of a number: more digits than Python turns into one
_LONGEST_NAME = 40
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_WHOLE = re.compile(r"[0-9]{1,9}")


class Command(NamedTuple):
    """A command: what it sets, how its value is read, and what comes before or after it."""

    sets: str
    read: Callable[[str, str], Any]
    before: str = ""
    """The command that uses the setting."""
    after: tuple[str, ...] = ()


def number(command: str, value: str) -> float:
    """A number from 0 up."""
    found = float(value) if is_number(value) else np.inf
    if not found < np.inf:
        raise RunoutError(f"{command} {cut(value)}: a number from 0 up is expected")
    return found


def is_number(value: str) -> bool:
    """Whether a text is a plain number without a sign.

    >>> is_number("33.3"), is_number("1e3"), is_number("nan")
    (True, False, False)
    """
    return len(value) <= _LONGEST and _NUMBER.fullmatch(value) is not None


def cut(value: str) -> str:
    """A value as a message shows it: not all of it if it is long."""
    return shown(value)[1:-1] if len(value) <= 72 else f"{value[:71]}…"


def _whole(command: str, value: str) -> int:
    if not _WHOLE.fullmatch(value) or int(value) < 1:
        raise RunoutError(f"{command} {cut(value)}: a whole number from 1 up is expected")
    return int(value)


def _threads(command: str, value: str) -> int | None:
    """The number of threads; -1 means all cores, as None does to `solve`."""
    if value != "-1" and (not _WHOLE.fullmatch(value) or int(value) < 1):
        raise RunoutError(
            f"{command} {cut(value)}: a whole number from 1 up is expected, or -1 for all cores"
        )
    return None if value == "-1" else int(value)


def _chips(command: str, value: str) -> float:
    return chips_given(command, plain(number(command, value)))


def _board(command: str, value: str) -> str:
    count = len(parse_cards(value))
    if not FLOP <= count <= RIVER:
        raise RunoutError(f"{command} {cut(value)}: {count} cards, but a board has 3, 4 or 5")
    return value


def _range(_command: str, value: str) -> Range:
    return Range(value)


def _switch(command: str, value: str) -> bool:
    if not _WHOLE.fullmatch(value):
        raise RunoutError(f"{command} {cut(value)}: 0 or 1 is expected")
    return int(value) > 0


def _path(command: str, value: str) -> Path:
    if not value:
        raise RunoutError(f"{command}: the file to write is missing")
    return path(command, value)


def _nothing(command: str, value: str) -> None:
    if value:
        raise RunoutError(f"{command} {cut(value)}: {command} stands alone")


COMMANDS = {
    "set_pot": Command("pot", _chips, BUILD),
    "set_effective_stack": Command("stack", _chips, BUILD),
    "set_board": Command("board", _board, BUILD),
    SIZES: Command("", _nothing, BUILD),
    "set_allin_threshold": Command("allin_threshold", number, BUILD),
    "set_raise_limit": Command("raise_limit", _whole, BUILD),
    BUILD: Command("", _nothing, after=("set_pot", "set_effective_stack", "set_board")),
    "set_range_ip": Command("ip", _range, SOLVE),
    "set_range_oop": Command("oop", _range, SOLVE),
    "set_thread_num": Command("threads", _threads, SOLVE),
    "set_accuracy": Command("target", number, SOLVE),
    "set_max_iteration": Command("max_iterations", _whole, SOLVE),
    "set_print_interval": Command("print_interval", _whole, SOLVE),
    "set_use_isomorphism": Command("isomorphism", _switch, SOLVE),
    SOLVE: Command("", _nothing, after=(BUILD, "set_range_oop", "set_range_ip")),
    "set_dump_rounds": Command("dump_rounds", _whole, DUMP),
    DUMP: Command("dump", _path, after=(SOLVE,)),
}
IGNORED = ("estimate_tree_memory", "set_use_halffloats", "set_use_fp16")
"""Commands of some builds that change how TexasSolver computes, but not what."""


def is_ignored(name: str, value: str) -> bool:
    """Whether a command makes no difference to the answer, and is not one of ours.

    >>> is_ignored("set_use_fp16", "1"), is_ignored("set_enable_profiling", "1")
    (True, True)
    """
    if name == "set_print_interval":
        return is_number(value) and float(value) == 0
    return name in IGNORED or "profil" in name


def unknown(name: str) -> RunoutError:
    """What to say to a command that nobody knows."""
    hint = ""
    if len(name) <= _LONGEST_NAME:  # comparing takes time that grows with the square
        near = get_close_matches(name, (*COMMANDS, *IGNORED), n=1, cutoff=0.7)
        hint = f"; did you mean {near[0]!r}?" if near else ""
    return RunoutError(f"unknown command {shown(name)}{hint}")


def without_small_weights(given: Range) -> tuple[Range, int]:
    """A range without the hands that TexasSolver leaves out, and how many combos those are."""
    weights = given.weights.astype(np.float32)  # as it reads them
    dropped = (weights > 0) & (weights <= np.float32(LEAST_WEIGHT))
    count = int(dropped.sum())
    if not count:
        return given, 0
    return Range.from_weights(np.where(dropped, 0.0, given.weights)), count
