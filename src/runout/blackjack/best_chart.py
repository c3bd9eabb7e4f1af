"""The best strategy that looks at totals only.

Each cell of a chart stands for many hands, weighed by how often the chart itself comes to hold
them. Columns have nothing to do with each other. Within a column no line of play meets the same
cell twice, also not after a split, so the value of the chart is linear in each cell, and one
valuation of the column says exactly what any other letter in any one cell would gain. Cells are
changed, all that gain at once or, where that is worse, the best one alone, until none gains.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from runout import _core
from runout.blackjack.card_values import UPCARDS, VALUES
from runout.blackjack.hand_numbers import all_hands
from runout.blackjack.rules import Rules, rules_of
from runout.blackjack.shoe import Shoe
from runout.blackjack.strategy import (
    DOUBLE,
    HARD_TOTALS,
    HIT,
    SOFT_TOTALS,
    SPLIT,
    STAND,
    SURRENDER,
    TOTAL_LETTERS,
    Chart,
    LetterActions,
    cell_of_hands,
    letter_actions,
    pair_action,
    pair_hands,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


_MOST_ROUNDS = 200
_PATIENCE = 20  # rounds in which cells are still settled that hardly matter
_HARDLY = 1e-12  # the weight of hands that the chart never holds: their cells get sensible letters
_NOTHING, _LITTLE = 1e-17, 1e-11  # gains not worth a change, at first and at last
_CELLS = len(HARD_TOTALS) + len(SOFT_TOTALS)
_DECKS_WHERE_NOT_SAID = 6


def best_chart(shoe: Shoe, rules: Rules) -> Chart:
    """A chart that no change of any one cell makes better for this shoe."""
    actions = letter_actions(rules)
    columns = {
        up: _best_column(shoe, rules, actions, VALUES.index(up))
        if shoe.counts[VALUES.index(up)]
        else "S" * _CELLS + "-" * len(VALUES)
        for up in UPCARDS
    }
    rows = tuple("".join(letters) for letters in zip(*columns.values(), strict=True))
    hard = len(HARD_TOTALS)
    return Chart(rows[:hard], rows[hard:_CELLS], rows[_CELLS:], "best chart")


def basic_strategy(rules: Rules | str) -> Chart:
    """The chart to play by: the standard one for 4 to 8 decks with peek and DAS, else the best one.

    Rules that do not say how many decks there are count as a shoe game. Early surrender is not in
    the standard chart, so the best chart is made for it.

    >>> basic_strategy("6D H17").letter("soft", 18, "2")
    'd'
    """
    return _basic_strategy(rules_of(rules))


@cache
def _basic_strategy(rules: Rules) -> Chart:
    standard = rules.decks is None or rules.decks >= 4
    if standard and rules.hole != "ENHC" and rules.das and not rules.surrender.startswith("ES"):
        return _standard(rules.h17)
    return best_chart(Shoe(decks=rules.decks or _DECKS_WHERE_NOT_SAID), rules)


@cache
def _standard(h17: bool) -> Chart:
    file = files("runout").joinpath("data", f"basic_{'h17' if h17 else 's17'}.txt")
    return Chart.parse(file.read_text(encoding="utf-8"), "basic")


def _best_column(shoe: Shoe, rules: Rules, actions: LetterActions, up: int) -> str:
    column = _Column(shoe, rules, actions, up)
    letters = column.better(column.values(None), None)[0]
    kept, kept_ev, next_one, at_once = letters, -np.inf, letters, True
    for round_number in range(_MOST_ROUNDS):
        values = column.values(letters)
        ev = column.ev(values, letters)
        if ev < kept_ev - 1e-14:
            letters, at_once = next_one, False
            continue
        better, gains = column.better(values, letters)
        worth = gains > (_NOTHING if round_number < _PATIENCE else _LITTLE)
        if not worth.any():
            break
        kept, kept_ev = letters, ev
        best = int(np.argmax(gains))
        next_one = kept[:best] + better[best] + kept[best + 1 :]
        letters = better if at_once else next_one
    return letters


@dataclass(frozen=True)
class _Values:
    """Of all hands against one upcard, while they are played by a chart."""

    held: NDArray[np.float64]
    """How often there is something to decide, before a split."""
    before: NDArray[np.float64]
    """(actions, hands): what an action is worth; a split has a value with pairs only."""
    later: NDArray[np.float64]
    """(stand, hit, double; hands): the same after a split, times how often the hand is held."""


class _Column:
    """One upcard: 28 letters for totals, hard and then soft, and ten for pairs."""

    def __init__(self, shoe: Shoe, rules: Rules, actions: LetterActions, up: int) -> None:
        self._kernel = _core.BlackjackColumn(shoe.array, rules.kernel, up)
        self._before = np.ascontiguousarray(actions.before[:, :, up])
        self._after = np.ascontiguousarray(actions.after[:, :, up])
        self._up = up
        self._rules = rules
        self._splits = [rules.hands_of(value) > 1 for value in range(len(VALUES))]
        self._cell = cell_of_hands()
        played = all_hands().size >= 2
        sizes = np.bincount(self._cell[played], minlength=_CELLS)
        self._hardly = np.where(played, _HARDLY / sizes[self._cell], 0)
        self._hands = np.arange(len(self._cell))
        self._first = all_hands().size == 2

    def values(self, letters: str | None) -> _Values:
        """Everything while hands are played by these letters, or as well as can be."""
        if letters is None:
            found = self._kernel.value(None, None)
        else:
            found = self._kernel.value(*map(self._all_upcards, self._plays(letters)))
        before = np.zeros((5, len(self._hands)))
        before[STAND], before[HIT], before[DOUBLE] = found.stand, found.hit, found.double
        before[SPLIT, list(pair_hands())] = found.splits
        before[SURRENDER] = found.surrender
        later = np.array([found.later_stand, found.later_hit, found.later_double])
        return _Values(found.held, before, later)

    def _all_upcards(self, actions: NDArray[np.uint8]) -> NDArray[np.uint8]:
        table = np.zeros((len(actions), len(VALUES)), np.uint8)
        table[:, self._up] = actions
        return table.reshape(-1)

    def _plays(self, letters: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        codes = np.array([TOTAL_LETTERS.index(letter) for letter in letters[:_CELLS]])[self._cell]
        for hand, letter in zip(pair_hands(), letters[_CELLS:], strict=True):
            if letter in TOTAL_LETTERS:
                codes[hand] = TOTAL_LETTERS.index(letter)
        before, after = self._before[codes, self._hands], self._after[codes, self._hands]
        for value, hand in enumerate(pair_hands()):
            action = pair_action(letters[_CELLS + value], value, self._up, self._rules)
            if action is not None:
                before[hand] = action
        return before, after

    def ev(self, values: _Values, letters: str) -> float:
        """What the decisions are worth, given the upcard."""
        won = values.before[self._plays(letters)[0], self._hands]
        return float((values.held * won)[self._first].sum())

    def better(self, values: _Values, letters: str | None) -> tuple[str, NDArray[np.float64]]:
        """The best letter of each cell while the others stay, and what it gains; all, at first."""
        scores = self._scores(values, letters)
        best = scores.argmax(axis=0)
        totals = "".join(TOTAL_LETTERS[code] for code in best)
        pairs = [self._best_pair(value, values, letters or totals) for value in range(len(VALUES))]
        if letters is None:
            return totals + "".join(letter for letter, _ in pairs), np.zeros(0)
        now = [TOTAL_LETTERS.index(letter) for letter in letters[:_CELLS]]
        gains = scores.max(axis=0) - scores[now, np.arange(_CELLS)]
        kept = np.where(gains > 0, best, now)
        totals = "".join(TOTAL_LETTERS[code] for code in kept)
        return (
            totals + "".join(letter for letter, _ in pairs),
            np.append(gains, [gain for _, gain in pairs]),
        )

    def _scores(self, values: _Values, letters: str | None) -> NDArray[np.float64]:
        """(letters, cells): what a letter is worth, by all hands that it stands for."""
        held = values.held + self._hardly
        for value, hand in enumerate(pair_hands()):
            if letters is None:
                stand, hit, split = values.before[[STAND, HIT, SPLIT], hand]
                apart = self._splits[value] and split > max(stand, hit)
            else:
                apart = self._is_apart(letters[_CELLS + value], value)
            if apart:
                held[hand] = self._hardly[hand]
        return np.array(
            [
                np.bincount(
                    self._cell,
                    held * values.before[before, self._hands] + values.later[after, self._hands],
                    minlength=_CELLS,
                )
                for before, after in zip(self._before, self._after, strict=True)
            ]
        )

    def _is_apart(self, letter: str, value: int) -> bool:
        """Whether a pair is not played as its total."""
        own = pair_action(letter, value, self._up, self._rules)
        return own is not None or letter in TOTAL_LETTERS

    def _best_pair(self, value: int, values: _Values, letters: str) -> tuple[str, float]:
        """The best letter of a pair, and what it gains."""
        hand = pair_hands()[value]
        worth = values.before[:, hand]
        if values.held[hand] == 0:
            return "-", 0.0
        total = letters[int(self._cell[hand])]
        as_total = int(self._before[TOTAL_LETTERS.index(total), hand])
        allowed = {int(action) for action in self._before[:, hand]}
        if self._splits[value]:
            allowed.add(SPLIT)
        # The play of the total comes first, so that it is kept where another is as good.
        best = max([as_total, *sorted(allowed)], key=lambda action: worth[action])
        letter = self._pair_letter(best, as_total, worth, splits=self._splits[value])
        now = letters[_CELLS + value] if len(letters) > _CELLS else "-"
        if letter == now:
            return letter, 0.0
        played = {"-": as_total, "P": SPLIT, "Q": SURRENDER}.get(now)
        if played is None:
            played = int(self._before[TOTAL_LETTERS.index(now), hand])
        # The same play in other words is worth a change too.
        gain = float(values.held[hand] * (worth[best] - worth[played]))
        return letter, max(gain, 2 * _NOTHING)

    @staticmethod
    def _pair_letter(
        action: int, as_total: int, worth: NDArray[np.float64], *, splits: bool
    ) -> str:
        stand, hit, split = worth[[STAND, HIT, SPLIT]]
        if action == SURRENDER and splits and split > max(stand, hit):
            return "Q"
        if action == as_total:
            return "-"
        if action in (DOUBLE, SURRENDER):
            with_hit, with_stand = "Dd" if action == DOUBLE else "Rr"
            return with_hit if hit > stand else with_stand
        return {STAND: "S", HIT: "H", SPLIT: "P"}[action]
