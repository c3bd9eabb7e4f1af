"""Exact equity: which way is cheapest, and going it.

Known hands are counted at once. For ranges there are five ways, all giving every hand's own result:
the table of hands against hands before the flop; a hand compared with a range, or the sweep of two
ranges, over all runouts; inclusion and exclusion for three ranges; and combinations of known hands,
before the flop counted by ranks and suits instead of board by board.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

from runout import _core
from runout.cards import DECK_SIZE, card_bits
from runout.combos import (
    COMBO_BITS,
    COMBOS,
    COMBOS_WITH,
    compatible_matrix,
    compatible_weight,
    pair_index,
)
from runout.equities.totals import KnownTotals, Sums, Totals
from runout.preflop import BOARDS, wins_matrix

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from runout.equities.question import Question
    from runout.job import AnyJob

AUTO_BUDGET = 1.0
"""Seconds of one core up to which `auto` is exact."""

HARD_BUDGET = 60.0
"""Seconds of one core beyond which `exact` refuses."""

# Measured on one core of a 2.6 GHz AMD EPYC (Zen 4); only their proportions matter for the choice.
_SWEEP = (0.5e-6, 8e-9)  # a board, a hand on it
_ONE = (0.2e-6, 2e-9)
_THREE = (3e-6, 75e-9)
_MANY = (0.1e-6, 6e-9)  # a board, a player's hand in one combination
_KNOWN = (0.4e-3, 0.3e-3)  # a class of combinations, more for each player beyond the first
_COMBINATION = 2e-6  # finding out to which class a combination belongs


_WATCHED_FROM = 0.2  # seconds of estimated work from which it is worth a thread
_PICKS = 10_000  # random combinations that tell how many go together
_SOON = 0.01  # seconds of estimated work that are not worth looking for a cheaper way


@dataclass(frozen=True)
class Way:
    """One way to the exact answer and what it costs."""

    name: str
    seconds: float
    steps: int
    """Units of progress, as the kernel counts them."""
    up_to_suits: bool = False
    """Whether runouts that differ in the names of suits are dealt once."""


def cheapest_way(question: Question) -> Way:
    """The exact way with the least estimated time."""
    if len(question.players) == 2 and not question.board and not question.dead:
        return Way("table", 0.005, 1)
    way = cheapest_counting_way(question)
    if len(question.players) == 2 and 1 in question.sizes:
        return min(way, _one_hand_way(question, way), key=lambda way: way.seconds)
    return way


def cheapest_counting_way(question: Question) -> Way:
    """The cheapest one that goes through the deals, and so counts hand classes, too."""
    combinations = _estimated_combinations(question)
    if question.board:
        return min(_board_ways(question, combinations), key=lambda way: way.seconds)
    known = _known_way(question, combinations)
    if known.seconds < _SOON:
        return known
    return min([known, *_board_ways(question, combinations)], key=lambda way: way.seconds)


def _estimated_combinations(question: Question) -> int:
    """About how many combinations of hands use no card twice.

    Overlapping ranges have far fewer than the product of their sizes; random picks tell how many.
    """
    product = prod(question.sizes)
    if len(question.players) == 2 or product <= _PICKS:
        return product
    generator = np.random.default_rng(0)
    used = np.zeros(_PICKS, dtype=np.uint64)
    apart = np.ones(_PICKS, dtype=bool)
    for weights in question.weights:
        hands = generator.choice(np.flatnonzero(weights), _PICKS)
        apart &= used & COMBO_BITS[hands] == 0
        used |= COMBO_BITS[hands]
    found = max(1, int(np.count_nonzero(apart)))
    return max(1, product * found // _PICKS)


def _known_way(question: Question, combinations: int) -> Way:
    # Combinations that differ in the names of suits are one; ranges that treat suits alike have
    # nearly as many of each as there are relabellings.
    repeats = max(1, len(question.symmetries) * 2 // 3) if combinations > 1 else 1
    classes = max(1, combinations // repeats)
    a_class = _KNOWN[0] + _KNOWN[1] * (len(question.players) - 1)
    return Way("known", classes * a_class + combinations * _COMBINATION, classes)


def _one_hand_way(question: Question, other: Way) -> Way:
    boards = _boards(question)
    way = Way("one", boards * (_ONE[0] + _ONE[1] * sum(question.sizes)), boards)
    return _up_to_suits(way, question) if other.up_to_suits else way


def _boards(question: Question) -> int:
    return comb(DECK_SIZE - len(question.board) - len(question.dead), question.to_come)


def _board_ways(question: Question, combinations: int) -> list[Way]:
    players = len(question.players)
    boards = _boards(question)
    hands = sum(question.sizes)
    ways = [Way("many", boards * (_MANY[0] + _MANY[1] * players * (combinations + hands)), boards)]
    if players == 2:
        ways.append(Way("two", boards * (_SWEEP[0] + _SWEEP[1] * hands), boards))
    if players == 3:
        ways.append(Way("three", boards * (_THREE[0] + _THREE[1] * hands), boards))
    if min(way.seconds for way in ways) < _SOON:
        return ways
    return [_up_to_suits(way, question) for way in ways]


def _up_to_suits(way: Way, question: Question) -> Way:
    """The same way, going through one runout of each orbit of the suits only."""
    symmetries = len(question.symmetries) if question.to_come >= 2 else 1
    if symmetries == 1:
        return way
    part = 1.3 / symmetries  # runouts that some relabelling leaves as they are stand alone
    return Way(way.name, way.seconds * part, int(way.steps * part) + 1, up_to_suits=True)


def count(
    question: Question,
    way: Way,
    threads: int,
    progress: Callable[[float], None] | None,
    job: AnyJob | None = None,
) -> Totals:
    """All deals, by the way given. Ctrl-C stops the kernels and passes on."""
    if way.name == "table":
        return _by_table(question)
    weights = np.ascontiguousarray(question.weights)
    control = _core.Control()
    if way.name == "known":
        maps = question.dead_symmetries()

        def run() -> _core.RangeTotals:
            return _core.known_equity(weights, question.live_bits, maps, threads, control)
    else:
        from runout.suits import IDENTITY_ALONE

        maps = question.symmetries if way.up_to_suits else IDENTITY_ALONE
        board = card_bits(question.board)

        def run() -> _core.RangeTotals:
            return _core.range_equity(
                weights, board, question.live_bits, maps, way.name, threads, control
            )

    def look() -> None:
        if progress is not None:
            progress(min(1.0, control.done / max(1, way.steps)))

    if way.seconds > _WATCHED_FROM:
        from runout.watch import watched

        raw = watched(run, control, look=look, job=job)
    else:
        raw = run()
    if job is not None and control.stopped:
        job.check("equity: an exact count")
    by_hand = [raw.won, raw.tied, raw.share, raw.dealt]
    if way.name != "known" and len(maps) > 1:
        by_hand = [_symmetrised(array, maps) for array in by_hand]
    won, tied, share, dealt = by_hand
    categories = None if way.name == "one" else raw.categories
    deals = raw.deals or combinations_of(question.weights) * question.boards_per_deal
    return Totals(won, tied, share, dealt, categories, round(deals))


def count_known(question: Question) -> KnownTotals:
    """All boards for players whose hands are all known."""
    hands = [player.known for player in question.players]
    combos = tuple([pair_index(*sorted(known)) for known in hands])
    if len(hands) == 2 and not question.board and not question.dead:
        return _from_table(combos)
    counted = _core.hands_equity(hands, question.board, question.dead)
    sums = zip(counted.won, counted.tied, counted.share, strict=True)
    return KnownTotals(
        combos, tuple([Sums(*row, counted.boards) for row in sums]), round(counted.boards)
    )


def _from_table(combos: tuple[int, ...]) -> KnownTotals:
    """Two known hands before the flop: an entry of the table and its mirror."""
    wins = [int(wins_matrix()[own, other]) for own, other in (combos, combos[::-1])]
    tied = BOARDS - sum(wins)
    return KnownTotals(
        combos, tuple([Sums(won, tied, won + tied / 2, BOARDS) for won in wins]), BOARDS
    )


def known_categories(question: Question) -> NDArray[np.float64]:
    """Boards by final hand class where all hands are known: (players, 9)."""
    hands = [player.known for player in question.players]
    counted = _core.hands_equity(hands, question.board, question.dead, categories=True)
    return np.array(counted.categories)


def _symmetrised(by_hand: NDArray[np.float64], maps: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Only one runout of each orbit was dealt, for all of them: average over the relabellings."""
    from runout.suits import images

    kept = [images()[tuple(suits)] for suits in maps.tolist()]
    total: NDArray[np.float64] = sum((by_hand[:, image] for image in kept), np.zeros_like(by_hand))
    return total / len(kept)


def _by_table(question: Question) -> Totals:
    """Two ranges before the flop: weighted sums over rows and columns of the table."""
    weights = question.weights
    totals = np.zeros((4, 2, COMBOS))
    for player, (own, other) in enumerate((weights, weights[::-1])):
        won, lost = _core.matchup_sums(wins_matrix().ravel(), np.ascontiguousarray(other))
        dealt = BOARDS * compatible_weight(other)
        tied = np.maximum(dealt - won - lost, 0.0)
        for total, part in zip(totals, (won, tied, won + tied / 2, dealt), strict=True):
            np.multiply(own, part, out=total[player], where=own > 0)
    deals = combinations_of(weights) * BOARDS
    return Totals(totals[0], totals[1], totals[2], totals[3], None, deals)


def combinations_of(weights: NDArray[np.float64]) -> int:
    """How many ways there are to deal all players a hand, no card used twice."""
    held = sorted((weights > 0).astype(np.float64), key=np.count_nonzero)
    return round(_combinations(held))


def _combinations(held: list[NDArray[np.float64]]) -> float:
    *others, one, other = held
    if others:
        hands = np.flatnonzero(others[0])
        rest = [*others[1:], one, other]
        return sum(_combinations([p * compatible_matrix()[hand] for p in rest]) for hand in hands)
    # All pairs of hands, less those with a common card; the same hand has two and was taken twice.
    with_card = [hands[COMBOS_WITH].sum(axis=1) for hands in (one, other)]
    return float(one.sum() * other.sum() - with_card[0] @ with_card[1] + one @ other)
