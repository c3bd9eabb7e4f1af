"""Strategies: a printed chart, or an action for every hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from runout import _core
from runout.blackjack.hands import hand_table
from runout.blackjack.values import UPCARDS, VALUES
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
_TOTAL_LETTERS = "HSDdRr"
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

    def letter(self, kind: str, row: int | str, up: str) -> str:
        """One cell; `kind` is hard, soft or pair."""
        column = UPCARDS.index(up)
        if kind == "pair":
            return self.pairs[VALUES.index(str(row))][column]
        rows = self.hard if kind == "hard" else self.soft
        return rows[int(row) - (HARD_TOTALS if kind == "hard" else SOFT_TOTALS).start][column]

    def plays(self, rules: Rules) -> Plays:
        """The action for every hand: what its letter says, or falls back to under these rules."""
        return _resolve(self, rules)

    @classmethod
    def parse(cls, text: str, name: str = "chart") -> Chart:
        """A chart from lines such as ``H 16 SSSSSHHRRR``, ``S 18 SddddSSHHH``, ``P 8 PPPPPPPPPP``.

        Columns are 2, 3, ..., 9, T, A. Pairs are named by their value (A or 1, 2, ..., 9, T or 10).
        Lines may be blank or begin with ``#``; pairs that are missing are played as the total.
        """
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


def _row(words: list[str], where: str, line: str) -> tuple[tuple[str, str], str]:
    if len(words) != 3 or words[0] not in ("H", "S", "P"):
        raise RunoutError(f"{where}: {line!r} is not a row (write H 16 SSSSSHHRRR)")
    kind, name, letters = words
    if kind == "P":
        name = {"1": "A", "10": "T"}.get(name, name.upper())
    known = {
        "H": [str(total) for total in HARD_TOTALS],
        "S": [str(total) for total in SOFT_TOTALS],
        "P": list(VALUES),
    }[kind]
    if name not in known:
        raise RunoutError(f"{where}: {words[1]!r} is no row of {kind} ({known[0]} to {known[-1]})")
    allowed = _TOTAL_LETTERS + ("PQ-" if kind == "P" else "")
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


def _letters(rows: tuple[str, ...]) -> NDArray[np.str_]:
    return np.array([[row[column] for column in _COLUMNS] for row in rows])


def _total_letters(chart: Chart) -> NDArray[np.str_]:
    """The letter of the total of every hand (row) and upcard (column)."""
    table = hand_table()
    hard = _letters(chart.hard)[np.maximum(table.total, HARD_TOTALS.start) - HARD_TOTALS.start]
    soft = _letters(chart.soft)[np.maximum(table.total, SOFT_TOTALS.start) - SOFT_TOTALS.start]
    letters: NDArray[np.str_] = np.where(table.soft[:, None], soft, hard)
    return letters


def _resolve(chart: Chart, rules: Rules) -> Plays:
    table = hand_table()
    totals = _total_letters(chart)
    pairs = np.where(table.pair[:, None] >= 0, _letters(chart.pairs)[table.pair], "-")
    doubles = (_core.blackjack_doubles(rules.kernel).astype(bool) & (table.size == 2))[:, None]
    may_give_up = np.array([rules.may_surrender(up) for up in range(10)])
    surrenders = (table.size == 2)[:, None] & may_give_up[None, :]
    hands = np.array([rules.ace_hands, *[rules.hands] * 9])
    splits = ((table.pair >= 0) & (hands[table.pair] > 1))[:, None]

    own = np.isin(pairs, list(_TOTAL_LETTERS))
    plain = np.where(own, pairs, totals)
    before = _actions(plain, doubles, surrenders)
    before = np.where(np.isin(pairs, ["P", "Q"]) & splits, SPLIT, before)
    before = np.where((pairs == "Q") & surrenders, SURRENDER, before)
    after = _actions(plain, doubles & rules.das, np.zeros_like(surrenders))
    return Plays(before.astype(np.uint8), after.astype(np.uint8))


def _actions(
    letters: NDArray[np.str_], doubles: NDArray[np.bool_], surrenders: NDArray[np.bool_]
) -> NDArray[np.int64]:
    stands = np.isin(letters, ["S", "d", "r"])
    actions = np.where(stands, STAND, HIT)
    actions = np.where(np.isin(letters, ["D", "d"]) & doubles, DOUBLE, actions)
    return np.where(np.isin(letters, ["R", "r"]) & surrenders, SURRENDER, actions)
