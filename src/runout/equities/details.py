"""What a player wants to know next: by hand, by card, outs, hand classes, distribution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import DECK, Card
from runout.combos import COMBO_BITS, COMBO_CARDS, COMBOS, Combo, compatible_matrix
from runout.equities.exact import cheapest_counting_way, count, known_categories
from runout.equities.monte_carlo import RandomDeals
from runout.errors import RunoutError
from runout.evaluator import Category, evaluate_many, five_card_class
from runout.threads import thread_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.equities.basis import Basis
    from runout.equities.question import Question

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


def by_hand(basis: Basis, player: int) -> list[HandEquity]:
    """Every combo that was dealt, best first."""
    weights = basis.question.players[player].weights
    hands = [
        HandEquity(
            Combo.at(index),
            sums.share / sums.dealt,
            sums.won / sums.dealt,
            sums.tied / sums.dealt,
            float(weights[index]),
        )
        for index, sums in basis.hands(player)
    ]
    return sorted(hands, key=lambda hand: (-hand.equity, -hand.combo.index))


def by_next_card(basis: Basis) -> dict[Card, tuple[float, ...]]:
    """Equities on each board with one more card."""
    # An exact answer stays exact: one more card makes it cheaper.
    method = "auto" if basis.totals is None else "exact"
    following = {
        card: basis.answer(after, method=method, threads=basis.threads, seed=0)
        for card, after in next_boards(basis.question).items()
    }
    return {
        card: tuple(player.equity for player in answer.players)
        for card, answer in following.items()
    }


def next_boards(question: Question) -> dict[Card, Question]:
    """The question after each card that can come next and leaves everyone a hand."""
    if len(question.board) not in (3, 4):
        raise RunoutError(
            f"there are {len(question.board)} board cards, "
            "but a single next card comes only on a flop or a turn"
        )
    seen = {*question.board, *question.dead, *(c for p in question.players for c in p.known)}
    boards = {card: question.with_board_card(card) for card in DECK if card not in seen}
    return {card: after for card, after in boards.items() if after.can_be_dealt}


def outs(basis: Basis, player: int) -> tuple[Card, ...]:
    """Next cards after which a player holds the best hand, although he does not now."""
    question = basis.question
    following = next_boards(question)
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
    margin = float(np.einsum("i,ij,j", question.weights[0], ahead, question.weights[1]))
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


def categories(basis: Basis) -> list[dict[str, float]]:
    """Probabilities of the nine hand classes for each player."""
    counted = _category_counts(basis)
    shares = counted / counted.sum(axis=1, keepdims=True)
    return [{str(category): float(row[category]) for category in Category} for row in shares]


def _category_counts(basis: Basis) -> NDArray[np.float64]:
    """Exact where that is affordable, otherwise from random deals."""
    question = basis.question
    if basis.random_deals is not None:
        return basis.random_deals.categories(basis.deals)
    if basis.totals is not None and basis.totals.categories is not None:
        return basis.totals.categories
    if question.all_known:
        return known_categories(question)
    way = cheapest_counting_way(question)
    if way.seconds <= _CATEGORY_BUDGET:
        exact = count(question, way, thread_count(basis.threads), None).categories
        assert exact is not None
        return exact
    return RandomDeals(question, 0, basis.threads).categories(_CATEGORY_DEALS)


def distribution(basis: Basis, player: int) -> NDArray[np.float64]:
    """Rows of (share of the range, equity), best hand first."""
    hands = by_hand(basis, player)
    weights = np.array([hand.weight for hand in hands])
    shares = np.cumsum(weights) / weights.sum()
    return np.column_stack([shares, [hand.equity for hand in hands]])
