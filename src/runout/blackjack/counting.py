"""Counting cards: effects of removal, index plays, betting correlation, stakes and ruin."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout.blackjack.card_values import (
    MOST_CARDS,
    PER_DECK,
    VALUES,
    parse_upcard,
    parse_values,
    ten_of,
)
from runout.blackjack.hand_ev import hand_ev, insurance
from runout.blackjack.hand_numbers import hand_number, hand_text
from runout.blackjack.rules import Rules, rules_of
from runout.blackjack.shoe import Shoe, checked_shoe
from runout.blackjack.strategy import ACTIONS
from runout.blackjack.table import OPTIMAL, table_ev
from runout.cards import DECK_SIZE
from runout.checks import choice, number, shown, whole
from runout.checks import text as checked_text
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runout.blackjack.strategy import Strategy

    Tags = str | Sequence[float] | Mapping[str, float]
    Gain = Callable[[float], float]  # of a true count

SYSTEMS: dict[str, tuple[float, ...]] = {
    "hi-lo": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "ko": (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1),
    "hi-opt-1": (0, 0, 1, 1, 1, 1, 0, 0, 0, -1),
    "hi-opt-2": (0, 1, 1, 2, 2, 1, 1, 0, 0, -2),
    "omega-2": (0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
    "zen": (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2),
}
_TRUE_COUNTS = range(-20, 21, 2)
_ROUNDINGS = 8  # whole shoes that stand for one conditional mean
_LARGEST = 1.7976931348623157e308  # a share of a bankroll that is still a number
_CLOSE = 0.01  # of an index


def tags_of(tags: Tags) -> tuple[float, ...]:
    """The tags of A, 2, ..., 9, T: a system by name, ten numbers, or a value for each card.

    >>> tags_of("hi-lo")[:3], tags_of({"5": 1, "T": -1})[4]
    ((-1, 1, 1), 1.0)
    """
    if isinstance(tags, str):
        if tags.lower() not in SYSTEMS:
            names = ", ".join(SYSTEMS)
            raise RunoutError(f"count {shown(tags)}: not a system ({names}), and not ten numbers")
        return SYSTEMS[tags.lower()]
    if isinstance(tags, Mapping):
        for name in tags:
            if name not in tuple(VALUES):
                raise RunoutError(f"count: {shown(name)} is not a value (A, 2 to 9, T)")
        return tuple(_tag(value, tags.get(value, 0)) for value in VALUES)
    listed = ten_of(tags)
    if listed is None:
        raise RunoutError(f"count {shown(tags)}: ten tags are needed (A, 2, ..., 9, T)")
    return tuple(_tag(value, tag) for value, tag in zip(VALUES, listed, strict=True))


def _tag(value: str, tag: object) -> float:
    # Larger tags would say nothing more, and their squares must be numbers.
    return number(f"count: tag of {value},", tag, -1e6, 1e6)


def effects_of_removal(
    rules: Rules | str, shoe: Shoe | None = None, strategy: Strategy | str = OPTIMAL
) -> dict[str, float]:
    """How much the EV changes when one card of each value is taken out of the shoe.

    A strategy object (or ``"basic"``) is kept; ``"optimal"`` adapts to every shoe.

    >>> effects = effects_of_removal("1D NOSPLIT", strategy="basic")
    >>> max(effects, key=effects.get)
    '5'
    """
    rules = rules_of(rules)
    shoe = full_shoe(rules) if shoe is None else checked_shoe(shoe)
    base = table_ev(shoe, rules, strategy).ev
    return {
        value: table_ev(shoe.without(value), rules, strategy).ev - base
        for value, count in zip(VALUES, shoe.counts, strict=True)
        if count
    }


def full_shoe(rules: Rules) -> Shoe:
    """The full shoe that rules with decks speak of."""
    if rules.decks is None:
        raise RunoutError(f"rules '{rules}': say how many decks (1D to 8D), or give a shoe")
    return Shoe(decks=rules.decks)


def betting_correlation(tags: Tags, effects: Mapping[str, float]) -> float:
    """How well a count follows the effects of removal: 1 is perfect.

    >>> effects = effects_of_removal("6D S17")
    >>> round(betting_correlation("hi-lo", effects), 2)
    0.96
    """
    weights = [n / DECK_SIZE for n in PER_DECK]
    if not isinstance(effects, Mapping):
        raise RunoutError(f"effects of removal {shown(effects)}: an effect for each value")
    wanted = [number(f"effect of {value},", effects.get(value, 0.0), -1e6, 1e6) for value in VALUES]
    pairs = list(zip(weights, tags_of(tags), wanted, strict=True))
    mean_tag = sum(w * tag for w, tag, _ in pairs)
    mean_effect = sum(w * effect for w, _, effect in pairs)
    both = sum(w * (tag - mean_tag) * (effect - mean_effect) for w, tag, effect in pairs)
    tag_square = sum(w * (tag - mean_tag) ** 2 for w, tag, _ in pairs)
    effect_square = sum(w * (effect - mean_effect) ** 2 for w, _, effect in pairs)
    if tag_square == 0 or effect_square == 0:
        raise RunoutError("betting correlation: all tags, or all effects, are the same")
    return both / math.sqrt(tag_square * effect_square)


def conditional_shoes(shoe: Shoe, tags: Tags, true_count: float, cards: int) -> list[Shoe]:
    """Shoes of so many cards that stand for what is left of a shoe at a true count.

    The mean composition given the count is linear in the tags. It is not whole, so it is rounded in
    several ways that together have the same mean. A count that is not balanced counts from its mean
    over a full deck.

    >>> shoes = conditional_shoes(Shoe(decks=6), "hi-lo", 4, 104)
    >>> {shoe.cards for shoe in shoes}, sum(shoe.counts[9] for shoe in shoes) / len(shoes)
    ({104}, 35.25)
    """
    numbers, shoe = tags_of(tags), checked_shoe(shoe)
    true_count = number("true count", true_count, -1e6, 1e6)
    cards = whole("cards", cards, 1, MOST_CARDS)
    full_mean = sum(n * tag for n, tag in zip(PER_DECK, numbers, strict=True)) / DECK_SIZE
    mean = sum(n * tag for n, tag in zip(shoe.counts, numbers, strict=True)) / shoe.cards
    square = sum(n * (t - mean) ** 2 for n, t in zip(shoe.counts, numbers, strict=True))
    if square == 0:
        raise RunoutError("count: all tags are the same")
    slope = (mean - full_mean + true_count / DECK_SIZE) * shoe.cards / square
    pairs = zip(shoe.counts, numbers, strict=True)
    ideal = [max(0.0, n * (1 - slope * (tag - mean))) for n, tag in pairs]
    scale = cards / sum(ideal)
    return [
        _rounded([n * scale for n in ideal], cards, (i + 0.5) / _ROUNDINGS)
        for i in range(_ROUNDINGS)
    ]


def _rounded(ideal: Sequence[float], cards: int, shift: float) -> Shoe:
    """Whole counts with the same sum: systematic sampling along the running total."""
    counts, total, before = [], 0.0, 0
    for n in ideal:
        total += n
        upto = min(cards, math.floor(total + shift))
        counts.append(upto - before)
        before = upto
    counts[-1] += cards - before
    return Shoe(counts=counts)


@dataclass(frozen=True)
class IndexPlay:
    """A play that changes with the count."""

    hand: str
    up: str
    play: str
    """What is right at or above the index."""
    instead: str
    """What is right below it."""
    index: float | None
    """The true count; None if nothing changes between -20 and +20."""


def index_play(
    hand: str,
    up: str,
    play: str,
    instead: str,
    rules: Rules | str,
    tags: Tags = "hi-lo",
    *,
    shoe: Shoe | None = None,
    cards_left: int | None = None,
) -> IndexPlay:
    """The true count from which one action beats another, by exact EV over conditional shoes.

    The count includes the hand and the upcard. `shoe` is what the cards come from, by default the
    full decks (six, if the rules do not say); `cards_left` is how much of it is left by then, by
    default half.

    >>> index_play("T6", "T", "stand", "hit", "6D").index  # the textbooks say 0
    0.54
    """
    rules = rules_of(rules)
    for action in (play, instead):
        choice("play", action, ACTIONS)
    hand, up = checked_text("hand", hand, "'T6'"), checked_text("upcard", up, "'T'")
    name = hand_text(hand_number(hand))
    seen = [*parse_values(hand, "hand"), parse_upcard(up)]
    full = Shoe(decks=rules.decks or 6) if shoe is None else checked_shoe(shoe)
    for value in seen:
        if full.counts[value] < seen.count(value):
            raise RunoutError(f"index of {name} against {up}: '{full}' has too few {VALUES[value]}")
    unseen, cards = full.without(f"{hand} {up}"), _cards_left(cards_left, full)

    def gain(true_count: float) -> float:
        shoes = conditional_shoes(unseen, tags, true_count, cards)
        return sum(_gain(hand, up, play, instead, _with(shoe, seen), rules) for shoe in shoes)

    return IndexPlay(name, VALUES[seen[-1]], play, instead, _crossing(gain))


def _cards_left(cards_left: int | None, full: Shoe) -> int:
    if cards_left is None:
        return full.cards // 2
    return whole("cards_left", cards_left, 1, MOST_CARDS)


def _with(shoe: Shoe, seen: Sequence[int]) -> Shoe:
    return Shoe(counts=[n + seen.count(value) for value, n in enumerate(shoe.counts)])


def _gain(hand: str, up: str, play: str, instead: str, shoe: Shoe, rules: Rules) -> float:
    value = hand_ev(hand, up, shoe, rules)
    one, other = getattr(value, play), getattr(value, instead)
    if one is None or other is None:
        missing = play if one is None else instead
        raise RunoutError(f"index of {hand} against {up}: no {missing} under {rules}")
    return float(one - other)


def insurance_index(
    rules: Rules | str,
    tags: Tags = "hi-lo",
    *,
    shoe: Shoe | None = None,
    cards_left: int | None = None,
) -> float | None:
    """The true count from which insurance pays, the ace included in the count.

    >>> round(insurance_index("6D") or 0, 1)
    3.0
    """
    decks = rules_of(rules).decks or 6
    full = Shoe(decks=decks) if shoe is None else checked_shoe(shoe)
    unseen, cards = full.without("A"), _cards_left(cards_left, full)

    def gain(true_count: float) -> float:
        shoes = conditional_shoes(unseen, tags, true_count, cards)
        return sum(insurance(_with(shoe, [0])) for shoe in shoes)

    return _crossing(gain)


def _crossing(gain: Gain) -> float | None:
    """The first true count, going up, where a gain turns from negative to positive."""
    below = None
    for true_count in _TRUE_COUNTS:
        if gain(true_count) < 0:
            below = true_count
        elif below is not None:
            return _bisected(gain, below, true_count)
    return None


def _bisected(gain: Gain, low: float, high: float) -> float:
    while high - low > _CLOSE:
        middle = (low + high) / 2
        low, high = (middle, high) if gain(middle) < 0 else (low, middle)
    return round((low + high) / 2, 2)


# With insurance, the "Illustrious 18": the plays that gain most for a Hi-Lo player in a shoe game.
# Don Schlesinger, "Attacking the Shoe", Blackjack Forum, September 1986; "Blackjack Attack:
# Playing the Pros' Way", RGE Publishing, 1997.
NOTABLE_PLAYS = (
    *(("T6", "T", "stand", "hit"), ("T5", "T", "stand", "hit"), ("TT", "5", "split", "stand")),
    *(("TT", "6", "split", "stand"), ("64", "T", "double", "hit"), ("T2", "3", "stand", "hit")),
    *(("T2", "2", "stand", "hit"), ("65", "A", "double", "hit"), ("54", "2", "double", "hit")),
    *(("64", "A", "double", "hit"), ("54", "7", "double", "hit"), ("T6", "9", "stand", "hit")),
    *(("T3", "2", "stand", "hit"), ("T2", "4", "stand", "hit"), ("T2", "5", "stand", "hit")),
    *(("T2", "6", "stand", "hit"), ("T3", "3", "stand", "hit")),
)


def index_plays(
    rules: Rules | str, tags: Tags = "hi-lo", *, shoe: Shoe | None = None
) -> tuple[IndexPlay, ...]:
    """The index of each play that matters most, except splits where there are none."""
    rules = rules_of(rules)
    plays = [one for one in NOTABLE_PLAYS if rules.splits or one[2] != "split"]
    return tuple(index_play(*one, rules, tags, shoe=shoe) for one in plays)


def kelly(ev: float, variance: float) -> float:
    """The share of the bankroll that grows it fastest; 0 without an advantage.

    >>> round(kelly(0.01, 1.3), 5)
    0.00769
    """
    ev, variance = number("ev", ev), number("variance", variance, above=0)
    return max(0.0, min(ev / variance, _LARGEST))


def risk_of_ruin(ev: float, variance: float, bankroll: float) -> float:
    """The chance to lose a bankroll, in bets, sooner or later, betting one unit every round.

    This is the limit of many small bets, ``exp(-2 ev bankroll / variance)``; 1 without an edge.

    >>> round(risk_of_ruin(0.01, 1.3, 200), 4)
    0.0461
    """
    ev, variance = number("ev", ev), number("variance", variance, above=0)
    bankroll = number("bankroll", bankroll, 0)
    if ev <= 0 or bankroll == 0:
        return 1.0
    # In logarithms, where no product of three numbers is too large or too small.
    log = math.log(2) + math.log(ev) + math.log(bankroll) - math.log(variance)
    return math.exp(-math.exp(min(log, 700.0)))
