"""Which boards a batch solves, from the ways in which people name them."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.cards import DECK, format_cards, parse_cards
from runout.errors import RunoutError
from runout.reading import read_text
from runout.representatives import flops
from runout.suits import Board, canonical, keeping, relabelled

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MOST_DIGITS = 6
"""Of a number of flops that is written as text."""
_LEAST, _MOST = 3, 5
_ALLOWED = (
    '"all", a number of representative flops, boards such as "Ks7d2h, AhKh2c", the path of a file '
    'of boards, {random = 50, seed = 1} or {turns = "Ks7d2h"}'
)
_SOURCES = ("random", "seed", "turns")
_LINE = re.compile(r"(?P<board>[^:#]*)(?::\s*(?P<weight>[^\s#]+))?\s*(?:#.*)?")


@dataclass(frozen=True)
class WeightedBoard:
    """A board and how much it counts in the report."""

    cards: Board
    weight: float

    def __str__(self) -> str:
        return format_cards(self.cards)


@dataclass(frozen=True)
class Boards:
    """The boards of a batch, each one once."""

    boards: tuple[WeightedBoard, ...]
    up_to_suits: bool
    """Whether each stands for those that differ from it by suits alone."""
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.boards)


def read_boards(given: object, folder: Path) -> Boards:
    """The boards that a setting names; paths are those beside the folder."""
    if isinstance(given, bool) or not isinstance(given, str | int | list | tuple | Mapping):
        raise RunoutError(f"boards {checks.shown(given)}: {_ALLOWED}")
    if isinstance(given, int):
        return Boards(tuple(WeightedBoard(flop, flop.weight) for flop in flops(given)), True)
    if isinstance(given, Mapping):
        return _from_source(given)
    if not isinstance(given, str):
        return _listed([(checks.text("boards", one, "'Ks7d2h'"), None) for one in given])
    if given.strip().lower() == "all":
        return Boards(tuple(WeightedBoard(flop, flop.weight) for flop in flops()), True)
    if checks.is_count(given.strip(), MOST_DIGITS):
        return read_boards(int(given), folder)
    if given.strip().endswith(".txt") or _is_file(folder, given):
        return _listed(_lines(read_text(folder / given.strip(), "boards")))
    return _listed([(one, None) for one in re.split(r"[,;\n]", given) if one.strip()])


def _is_file(folder: Path, given: str) -> bool:
    try:
        return (folder / given.strip()).is_file()
    except (OSError, ValueError):  # many boards are too long for a name
        return False


def _from_source(given: Mapping[Any, Any]) -> Boards:
    checks.known_keys("boards", given, _SOURCES)
    if "turns" in given:
        if len(given) > 1:
            raise RunoutError("boards: turns goes with nothing else")
        return _turns(checks.text("boards: turns", given["turns"], "'Ks7d2h'"))
    if "random" not in given:
        raise RunoutError(f"boards {checks.shown(dict(given))}: {_ALLOWED}")
    count = checks.whole("boards: random", given["random"], 1, len(flops()))
    dealer = random.Random(checks.whole("boards: seed", given.get("seed", 0), 0, 2**63))  # noqa: S311
    drawn: dict[Board, None] = {}
    while len(drawn) < count:
        drawn[canonical(dealer.sample(DECK, _LEAST))] = None
    return Boards(tuple(WeightedBoard(flop, 1.0) for flop in drawn), True)


def _turns(text: str) -> Boards:
    """Every turn card of a flop; those that suits alone tell apart once, with their number."""
    flop = parse_cards(text)
    if len(flop) != _LEAST:
        raise RunoutError(f"boards: turns {text!r}: a flop has three cards")
    same = keeping(flop)
    found: dict[frozenset[int], list[Any]] = {}
    for card in reversed(DECK):
        if card not in flop:
            alike = frozenset(int(relabelled(card, suits)) for suits in same)
            found.setdefault(alike, [card, 0])[1] += 1
    boards = (WeightedBoard(Board((*flop, card)), float(n)) for card, n in found.values())
    return Boards(tuple(boards), True)


def _lines(text: str) -> Iterable[tuple[str, str | None]]:
    """The boards of a file, one on a line, with a weight after a colon if there is one."""
    for number, line in enumerate(text.splitlines(), start=1):
        found = _LINE.fullmatch(line.strip())
        if found is None:
            raise RunoutError(f"boards: line {number}: {checks.shown(line)} is no board")
        if found["board"].strip():
            yield found["board"].strip(), found["weight"]


def _listed(texts: Iterable[tuple[str, str | None]]) -> Boards:
    found: dict[frozenset[int], WeightedBoard] = {}
    again: list[str] = []
    for text, weight in texts:
        cards = parse_cards(text.strip().strip("[]"))
        if not _LEAST <= len(cards) <= _MOST:
            raise RunoutError(f"boards: {text.strip()!r} has {len(cards)} cards, but 3, 4 or 5")
        if frozenset(cards) in found:
            again.append(format_cards(cards))
            continue
        board = Board(cards)
        counted = board.weight if weight is None else _weight(text, weight)
        found[frozenset(cards)] = WeightedBoard(board, counted)
    if not found:
        raise RunoutError(f"boards: there are none; {_ALLOWED}")
    if len({len(board.cards) for board in found.values()}) > 1:
        raise RunoutError("boards: flops, turns and rivers do not go together in one batch")
    note = f"boards named more than once count once: {', '.join(again)}"
    return Boards(tuple(found.values()), False, (note,) if again else ())


def _weight(board: str, text: str) -> float:
    try:
        given: object = float(text)
    except ValueError:
        given = text
    return checks.number(f"boards: weight of {board}", given, above=0)
