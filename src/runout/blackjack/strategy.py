"""Strategies: a printed chart, or an action for every hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from runout import _core
from runout.blackjack.card_values import UPCARDS, VALUES
from runout.blackjack.hand_numbers import all_hands
from runout.blackjack.rules import rules_of
from runout.checks import choice, shown
from runout.checks import text as checked_text
from runout.errors import RunoutError
from runout.reading import read_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.blackjack.rules import Rules

ACTIONS = ("stand", "hit", "double", "split", "surrender")
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)

HARD_TOTALS = range(4, 22)
SOFT_TOTALS = range(12, 22)
LETTERS = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "d": "double, else stand",
    "R": "surrender, else hit",
    "r": "surrender, else stand",
    "P": "split",
    "Q": "surrender, else split",
    "-": "play as the total",
}
TOTAL_LETTERS = "SHDdRr"
_ROWS = {
    "hard": [str(total) for total in HARD_TOTALS],
    "soft": [str(total) for total in SOFT_TOTALS],
    "pair": list(VALUES),
}
# From the order of charts (2..9, T, A) to the order of values (A, 2..9, T).
_COLUMNS = [UPCARDS.index(value) for value in VALUES]


@dataclass(frozen=True)
class Plays:
    """An action for every hand (row) and upcard (column), before and after a split."""

    before: NDArray[np.uint8]
    after: NDArray[np.uint8]


class Strategy(Protocol):
    """Whatever can say what to do with every hand under given rules."""

    @property
    def name(self) -> str:
        """What it is called in results."""
        ...

    def plays(self, rules: Rules) -> Plays:
        """The action for every hand and upcard."""
        ...


@dataclass(frozen=True, eq=False)
class FixedPlays:
    """A strategy that looks at every card of the hand, found for one shoe and kept for others."""

    name: str
    rules: Rules
    _plays: Plays

    def plays(self, rules: Rules) -> Plays:
        """The actions, for the rules they were found for."""
        rules = rules_of(rules)
        if rules.replace(decks=None) != self.rules.replace(decks=None):
            raise RunoutError(f"strategy {self.name!r}: made for {self.rules}, not for {rules}")
        return self._plays


@dataclass(frozen=True)
class Chart:
    """A chart as it is printed: rows of letters against 2, 3, ..., 9, T, A.

    >>> from runout import blackjack as bj
    >>> chart = bj.basic_strategy(bj.Rules("8D"))
    >>> chart.letter("hard", 16, "T"), chart.letter("pair", "8", "A")
    ('R', 'P')
    """

    hard: tuple[str, ...]
    """One row for each total from 4 to 21."""
    soft: tuple[str, ...]
    """One row for each total from 12 to 21."""
    pairs: tuple[str, ...]
    """One row for each value: A, 2, ..., 9, T."""
    name: str = "chart"

    def __post_init__(self) -> None:
        """Refuse what is not a chart."""
        for kind, rows in (("hard", self.hard), ("soft", self.soft), ("pair", self.pairs)):
            allowed = set(TOTAL_LETTERS + ("PQ-" if kind == "pair" else ""))
            names = _ROWS[kind]
            if not isinstance(rows, tuple) or len(rows) != len(names):
                raise RunoutError(
                    f"chart: a tuple of {len(names)} {kind} rows, {names[0]} to {names[-1]}"
                )
            for row in rows:
                if not isinstance(row, str) or len(row) != len(UPCARDS) or set(row) - allowed:
                    raise RunoutError(
                        f"chart: {kind} row {shown(row)}: ten letters of {''.join(LETTERS)}"
                    )
        checked_text("name", self.name, "'my chart'")

    @property
    def totals(self) -> tuple[str, ...]:
        """The rows of the hard totals, and then of the soft ones."""
        return self.hard + self.soft

    def letter(self, kind: str, row: int | str, up: str) -> str:
        """One cell; `kind` is hard, soft or pair."""
        names = _ROWS[choice("kind of row", kind, _ROWS)]
        name = choice("row", str(row) if type(row) is int and row in HARD_TOTALS else row, names)
        rows = {"hard": self.hard, "soft": self.soft, "pair": self.pairs}[kind]
        return rows[names.index(name)][UPCARDS.index(choice("upcard", up, UPCARDS))]

    def plays(self, rules: Rules) -> Plays:
        """The action for every hand: what its letter says, or falls back to under these rules."""
        return _resolve(self, rules_of(rules))

    @classmethod
    def parse(cls, text: str, name: str = "chart") -> Chart:
        """A chart from lines such as ``H 16 SSSSSHHRRR``, ``S 18 SddddSSHHH``, ``P 8 PPPPPPPPPP``.

        Columns are 2, 3, ..., 9, T, A. Pairs are named by their value (A or 1, 2, ..., 9, T or 10).
        Lines may be blank or begin with ``#``; pairs that are missing are played as the total.
        """
        text = checked_text("chart", text, "'H 16 SSSSSHHRRR', row by row")
        name = checked_text("name", name, "'my chart'")
        rows: dict[tuple[str, str], str] = {}
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split("#")[0].split()
            if words:
                key, letters = _row(words, f"{name}, line {number}", line)
                rows[key] = letters
        hard = tuple(_wanted(rows, "H", total, name) for total in HARD_TOTALS)
        soft = tuple(_wanted(rows, "S", total, name) for total in SOFT_TOTALS)
        pairs = tuple(rows.get(("P", value), "-" * len(UPCARDS)) for value in VALUES)
        return cls(hard, soft, pairs, name)

    @classmethod
    def load(cls, path: str | Path) -> Chart:
        """A chart from a file."""
        text = read_text(path, "strategy file")
        return cls.parse(text, Path(path).name)

    def __str__(self) -> str:
        lines = [f"H {total} {row}" for total, row in zip(HARD_TOTALS, self.hard, strict=True)]
        lines += [f"S {total} {row}" for total, row in zip(SOFT_TOTALS, self.soft, strict=True)]
        lines += [f"P {value} {row}" for value, row in zip(VALUES, self.pairs, strict=True)]
        return "\n".join(lines)


def plays_of(strategy: Strategy, rules: Rules) -> Plays:
    """What a strategy does, in arrays that the kernels can read, whoever wrote it."""
    plays = strategy.plays(rules)
    shape = (len(all_hands().size), len(VALUES))
    parts = [np.asarray(getattr(plays, name, None)) for name in ("before", "after")]
    for part, most in zip(parts, (SURRENDER, DOUBLE), strict=True):
        fits = part.shape == shape and part.dtype.kind in "iub"
        if not fits or part.min() < 0 or part.max() > most:
            name = shown(getattr(strategy, "name", strategy))
            raise RunoutError(f"strategy {name}: an action for every hand and upcard, {shape}")
    before, after = (np.ascontiguousarray(part, np.uint8) for part in parts)
    return Plays(before, after)


def _row(words: list[str], where: str, line: str) -> tuple[tuple[str, str], str]:
    if len(words) != 3 or words[0] not in ("H", "S", "P"):
        raise RunoutError(f"{where}: {shown(line)} is not a row (write H 16 SSSSSHHRRR)")
    kind, name, letters = words
    if kind == "P":
        name = {"1": "A", "10": "T"}.get(name, name.upper())
    known = _ROWS[{"H": "hard", "S": "soft", "P": "pair"}[kind]]
    if name not in known:
        raise RunoutError(
            f"{where}: {shown(words[1])} is no row of {kind} ({known[0]} to {known[-1]})"
        )
    allowed = TOTAL_LETTERS + ("PQ-" if kind == "P" else "")
    wrong = [letter for letter in letters if letter not in allowed]
    if wrong:
        raise RunoutError(f"{where}: {wrong[0]!r} is no play ({', '.join(allowed)})")
    if len(letters) != len(UPCARDS):
        raise RunoutError(f"{where}: {len(letters)} plays, but there are 10 upcards (2..9, T, A)")
    return (kind, name), letters


def _wanted(rows: dict[tuple[str, str], str], kind: str, total: int, name: str) -> str:
    if (kind, str(total)) not in rows:
        raise RunoutError(f"{name}: row '{kind} {total}' is missing")
    return rows[kind, str(total)]


@dataclass(frozen=True)
class LetterActions:
    """What each letter of `TOTAL_LETTERS` says, or falls back to where the rules forbid it.

    (letters, hands, upcards), before and after a split.
    """

    before: NDArray[np.uint8]
    after: NDArray[np.uint8]


def letter_actions(rules: Rules) -> LetterActions:
    """The actions of all letters with all hands."""
    first = (all_hands().size == 2)[:, None]
    doubles = _core.blackjack_doubles(rules.kernel).astype(bool)[:, None]
    surrenders = first & np.array([rules.may_surrender(up) for up in range(10)])
    return LetterActions(
        _letter_actions(doubles, surrenders),
        _letter_actions(doubles & rules.das, np.zeros_like(surrenders)),
    )


def _letter_actions(doubles: NDArray[np.bool_], surrenders: NDArray[np.bool_]) -> NDArray[np.uint8]:
    actions = np.empty((len(TOTAL_LETTERS), *surrenders.shape), np.uint8)
    for at, letter in enumerate(TOTAL_LETTERS):
        actions[at] = STAND if letter in "Sdr" else HIT
        if letter in "Dd":
            actions[at][np.broadcast_to(doubles, surrenders.shape)] = DOUBLE
        if letter in "Rr":
            actions[at][surrenders] = SURRENDER
    return actions


@cache
def cell_of_hands() -> NDArray[np.intp]:
    """The cell of each hand: its row among the hard totals and then the soft ones.

    Hands of less than two cards, which nobody plays, are in the first cell.
    """
    table = all_hands()
    hard = np.maximum(table.total.astype(np.intp) - HARD_TOTALS.start, 0)
    soft = table.total.astype(np.intp) - SOFT_TOTALS.start + len(HARD_TOTALS)
    return np.where(table.size < 2, 0, np.where(table.soft, soft, hard))


def _resolve(chart: Chart, rules: Rules) -> Plays:
    actions = letter_actions(rules)
    totals = np.array([[TOTAL_LETTERS.index(row[c]) for c in _COLUMNS] for row in chart.totals])
    letters = totals[cell_of_hands()]
    for value, hand in enumerate(pair_hands()):
        own = [TOTAL_LETTERS.find(chart.pairs[value][column]) for column in _COLUMNS]
        letters[hand] = np.where(np.array(own) >= 0, own, letters[hand])
    before, after = (
        np.take_along_axis(part, letters[None], axis=0)[0]
        for part in (actions.before, actions.after)
    )
    for value, hand in enumerate(pair_hands()):
        for up, column in enumerate(_COLUMNS):
            action = pair_action(chart.pairs[value][column], value, up, rules)
            if action is not None:
                before[hand, up] = action
    return Plays(before, after)


def pair_action(letter: str, value: int, up: int, rules: Rules) -> int | None:
    """What P and Q say; None for other letters, and where the total decides instead."""
    if letter == "Q" and rules.may_surrender(up):
        return SURRENDER
    return SPLIT if letter in "PQ" and rules.hands_of(value) > 1 else None


@cache
def pair_hands() -> tuple[int, ...]:
    """The hands of two equal cards, by value."""
    return tuple(int(np.flatnonzero(all_hands().pair == value)[0]) for value in range(len(VALUES)))
