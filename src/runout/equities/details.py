"""What a player wants to know next: by hand, by card, outs, hand classes, distribution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import DECK, Card
from runout.combos import COMBO_BITS, COMBO_CARDS, COMBOS, Combo, compatible_matrix
from runout.equities.exact import cheapest_counting_way, count
from runout.equities.monte_carlo import RandomDeals
from runout.equities.question import can_be_dealt
from runout.errors import RunoutError
from runout.evaluator import Category, evaluate_many, five_card_class

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.equities.question import Question
    from runout.equities.result import EquityResult

_HANDS_SHOWN = 50_000  # random combinations of hands where three or more players have ranges
_CATEGORY_BUDGET = 10.0  # seconds of one core up to which classes of an exact result are exact, too
_CATEGORY_DEALS = 20_000_000  # random deals where they are not


@dataclass(frozen=True)
class HandEquity:
    """One combo of a player's range."""

    combo: Combo
    equity: float
    win: float
    tie: float
    weight: float
    """Weight of the combo in the range."""


def by_hand(result: EquityResult, player: int) -> list[HandEquity]:
    """Every combo that was dealt, best first."""
    weights = result._question.players[player].weights
    if result._totals is not None:
        totals = result._totals
        won, tied, share, dealt = (
            array[player] for array in (totals.won, totals.tied, totals.share, totals.dealt)
        )
    else:
        assert result._simulation is not None
        counts = result._simulation.by_hand(player, result.samples)
        won, tied, share, dealt = counts.won, counts.tied, counts.share, counts.deals
    hands = [
        HandEquity(
            Combo.at(int(i)),
            float(share[i] / dealt[i]),
            float(won[i] / dealt[i]),
            float(tied[i] / dealt[i]),
            float(weights[i]),
        )
        for i in np.flatnonzero(dealt)
    ]
    return sorted(hands, key=lambda hand: (-hand.equity, -hand.combo.index))


def by_next_card(result: EquityResult) -> dict[Card, tuple[float, ...]]:
    """Equities on each board with one more card."""
    # An exact answer stays exact: one more card makes it cheaper.
    method = "exact" if result.method == "exact" else "auto"
    following = {
        card: result._answer(after, method=method, threads=result._threads, seed=0)
        for card, after in _next_boards(result._question).items()
    }
    return {
        card: tuple(player.equity for player in answer.players)
        for card, answer in following.items()
    }


def _next_boards(question: Question) -> dict[Card, Question]:
    """The question after each card that can come next and leaves everyone a hand."""
    if len(question.board) not in (3, 4):
        raise RunoutError(
            f"there are {len(question.board)} board cards, "
            "but a single next card comes only on a flop or a turn"
        )
    seen = {*question.board, *question.dead, *(c for p in question.players for c in p.known)}
    boards = {card: question.with_board_card(card) for card in DECK if card not in seen}
    return {card: after for card, after in boards.items() if can_be_dealt(after)}


def outs(result: EquityResult, player: int) -> tuple[Card, ...]:
    """Next cards after which a player holds the best hand, although he does not now."""
    question = result._question
    following = _next_boards(question)
    if _in_front(question, player):
        return ()
    return tuple(card for card, after in following.items() if _in_front(after, player))


def _in_front(question: Question, player: int) -> bool:
    """Whether a player would win more than everybody else if hands were shown down now."""
    shares = _shares_now(question)
    return all(shares[player] > share for i, share in enumerate(shares) if i != player)


def _shares_now(question: Question) -> list[float]:
    """Pot shares if hands were shown down on the board as it is."""
    strengths = [_strengths_now(question, weights) for weights in question.weights]
    if all(size == 1 for size in question.sizes):
        shown = [int(strength.max()) for strength in strengths]
        return [float(one == max(shown)) / shown.count(max(shown)) for one in shown]
    if len(question.players) > 2:
        return _sampled_shares(question, strengths)
    mine, theirs = strengths
    ahead = np.sign(mine[:, None] - theirs[None, :]) * compatible_matrix()
    margin = float(question.weights[0] @ ahead @ question.weights[1])
    return [margin, -margin]


def _sampled_shares(question: Question, strengths: list[NDArray[np.int64]]) -> list[float]:
    """Mean pot shares over random hands, the same ones every time, dealt as Monte Carlo does."""
    generator = np.random.default_rng(0)
    used = np.zeros(_HANDS_SHOWN, dtype=np.uint64)
    apart = np.ones(_HANDS_SHOWN, dtype=bool)
    shown = []
    for weights, strength in zip(question.weights, strengths, strict=True):
        hands = generator.choice(COMBOS, _HANDS_SHOWN, p=weights / weights.sum())
        apart &= used & COMBO_BITS[hands] == 0
        used |= COMBO_BITS[hands]
        shown.append(strength[hands])
    compared = np.array(shown)[:, apart]
    if not compared.size:
        raise RunoutError("outs: the ranges overlap too much to find hands that go together")
    best = compared == compared.max(axis=0)
    return [float(share) for share in (best / best.sum(axis=0)).mean(axis=1)]


def _strengths_now(question: Question, weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Strength of each combo that is held, with 5 or 6 cards; -1 for the others."""
    held = np.flatnonzero(weights)
    board = np.tile(np.array(question.board, dtype=np.uint8), (len(held), 1))
    strengths = np.full(COMBOS, -1, dtype=np.int64)
    made = evaluate_many(np.hstack([COMBO_CARDS[held], board]))
    strengths[held] = five_card_class()[made] if len(question.board) == 5 else made
    return strengths


def categories(result: EquityResult) -> list[dict[str, float]]:
    """Probabilities of the nine hand classes for each player."""
    counted = _category_counts(result)
    shares = counted / counted.sum(axis=1, keepdims=True)
    return [{str(category): float(row[category]) for category in Category} for row in shares]


def _category_counts(result: EquityResult) -> NDArray[np.float64]:
    """Exact where that is affordable, otherwise from random deals."""
    if result._totals is not None and result._totals.categories is not None:
        return result._totals.categories
    if result._simulation is not None:
        return result._simulation.categories(result.samples)
    way = cheapest_counting_way(result._question)
    if way.seconds <= _CATEGORY_BUDGET:
        exact = count(result._question, way, result._threads, None).categories
        assert exact is not None
        return exact
    return RandomDeals(result._question, 0, result._threads).categories(_CATEGORY_DEALS)


def distribution(result: EquityResult, player: int) -> NDArray[np.float64]:
    """Rows of (share of the range, equity), best hand first."""
    hands = by_hand(result, player)
    weights = np.array([hand.weight for hand in hands])
    shares = np.cumsum(weights) / weights.sum()
    return np.column_stack([shares, [hand.equity for hand in hands]])
