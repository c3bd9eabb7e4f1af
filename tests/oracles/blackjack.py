"""Blackjack by the book: exact fractions, card by card, with a hole card that is really there.

Slow and plain. Values are what the rules say, nothing is shared with the engine: a shoe is a tuple
of ten counts (A, 2, ..., 9, T), and every card is dealt from what is left at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Shoe = tuple[int, ...]
Hand = tuple[int, ...]  # values 0..9, sorted
ACE, TEN = 0, 9
HALF = Fraction(1, 2)


class EmptyShoeError(Exception):
    """A card is needed and none is left."""


@dataclass(frozen=True)
class Rules:
    h17: bool = False
    peek: bool = True
    double: str = "DOA"
    long_doubles: bool = False
    soft_doubles: bool = True
    das: bool = True
    hands: int = 1
    ace_hands: int = 1
    hit_split_aces: bool = False
    surrender: str = ""
    pays: Fraction = Fraction(3, 2)


def total(hand: Hand) -> tuple[int, bool]:
    """Best total, and whether an ace counts 11 in it."""
    hard = sum(value + 1 for value in hand)
    soft = ACE in hand and hard + 10 <= 21
    return (hard + 10, True) if soft else (hard, False)


def take(shoe: Shoe, value: int) -> Shoe:
    return (*shoe[:value], shoe[value] - 1, *shoe[value + 1 :])


def cards(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    """Each card that may come next, its chance, and what is then left."""
    left = sum(shoe)
    if left == 0:
        raise EmptyShoeError
    for value, count in enumerate(shoe):
        if count:
            yield value, Fraction(count, left), take(shoe, value)


def is_blackjack(hand: Hand) -> bool:
    return sorted(hand) == [ACE, TEN]


@cache
def dealer_totals(hand: Hand, shoe: Shoe, h17: bool) -> dict[int, Fraction]:
    """Chances of the dealer's final totals, 22 for a bust, from the cards shown and turned."""
    points, soft = total(hand)
    if points > 21:
        return {22: Fraction(1)}
    if points > 17 or (points == 17 and not (soft and h17)):
        return {points: Fraction(1)}
    found: dict[int, Fraction] = {}
    for value, chance, left in cards(shoe):
        for end, then in dealer_totals(tuple(sorted((*hand, value))), left, h17).items():
            found[end] = found.get(end, Fraction(0)) + chance * then
    return found


def result(points: int, dealer: int) -> int:
    """What a hand of so many points that is not bust wins."""
    return 1 if dealer == 22 or dealer < points else -1 if dealer > points else 0


class Split(NamedTuple):
    """A split pair in the middle of its play."""

    pair: int
    splits: int
    """How many more are allowed."""
    to_play: int
    """Hands not ended, this one included."""
    done: tuple[tuple[int, int], ...]
    """Points (0 if bust) and bets of those that are."""
    hand: Hand
    left: Shoe

    def ended(self, hand: Hand, bets: int, left: Shoe) -> Split:
        """The next hand, after this one has ended as `hand`."""
        points = total(hand)[0]
        done = (*self.done, (points if points <= 21 else 0, bets))
        return self._replace(to_play=self.to_play - 1, done=done, hand=(self.pair,), left=left)


class Table:
    """One upcard, dealt from the shoe, under given rules.

    A player who remembers plays split hands for the best total, knowing all cards before.
    """

    def __init__(self, shoe: Shoe, up: int, rules: Rules, *, remembers: bool = False) -> None:
        self.remembers = remembers
        self.shoe = take(shoe, up)
        self.up = up
        self.rules = rules
        self._best: dict[Hand, tuple[Fraction, str]] = {}
        self._settled: dict[tuple[object, Shoe], Fraction] = {}
        self._split: dict[Split, Fraction] = {}

    def holes(self, left: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
        """Hole cards that go on: under peek, those that make no blackjack."""
        going = [one for one in cards(left) if not self.ended(one[0])]
        weight = sum((chance for _, chance, _ in going), Fraction(0))
        return ((hole, chance / weight, rest) for hole, chance, rest in going)

    def ended(self, hole: int) -> bool:
        return self.rules.peek and is_blackjack((self.up, hole))

    def left_after(self, hand: Hand) -> Shoe:
        shoe = self.shoe
        for value in hand:
            shoe = take(shoe, value)
        return shoe

    def draws(self, left: Shoe) -> Iterator[tuple[int, Fraction]]:
        """The player's next card, while the hole card lies face down if there is one."""
        if not self.rules.peek:
            return ((value, chance) for value, chance, _ in cards(left))
        chances: dict[int, Fraction] = {}
        for _, chance, rest in self.holes(left):
            for value, then, _ in cards(rest):
                chances[value] = chances.get(value, Fraction(0)) + chance * then
        return iter(chances.items())

    def settle(self, hands: tuple[tuple[int, int], ...], left: Shoe) -> Fraction:
        """What hands (points, bets) win together; 0 points is a bust."""
        if (hands, left) in self._settled:
            return self._settled[hands, left]
        value = Fraction(0)
        for hole, chance, rest in self.holes(left):
            if is_blackjack((self.up, hole)):
                value -= chance * sum(bets for _, bets in hands)
                continue
            for end, then in dealer_totals(
                tuple(sorted((self.up, hole))), rest, self.rules.h17
            ).items():
                won = sum(bets * (result(points, end) if points else -1) for points, bets in hands)
                value += chance * then * won
        self._settled[hands, left] = value
        return value

    def stand(self, hand: Hand) -> Fraction:
        return self.settle(((total(hand)[0], 1),), self.left_after(hand))

    def hit(self, hand: Hand) -> Fraction:
        value = Fraction(0)
        for card, chance in self.draws(self.left_after(hand)):
            longer = tuple(sorted((*hand, card)))
            value += chance * (-1 if total(longer)[0] > 21 else self.best(longer)[0])
        return value

    def double(self, hand: Hand) -> Fraction:
        value = Fraction(0)
        for card, chance in self.draws(self.left_after(hand)):
            longer = tuple(sorted((*hand, card)))
            value += chance * (-1 if total(longer)[0] > 21 else self.stand(longer))
        return 2 * value

    def may_double(self, hand: Hand) -> bool:
        points, soft = total(hand)
        if is_blackjack(hand) or (soft and not self.rules.soft_doubles):
            return False
        lowest = {"DOA": 0, "D9": 9, "D10": 10}[self.rules.double]
        fits = lowest == 0 or (not soft and lowest <= points <= 11)
        return fits and (len(hand) == 2 or self.rules.long_doubles)

    def may_draw(self, hand: Hand) -> bool:
        """Not to a hard 21, which would be bust, nor to an ace and a ten."""
        return total(hand)[0] < 21 or (total(hand)[1] and len(hand) > 2)

    def options(self, hand: Hand, *, doubles: bool) -> list[tuple[Fraction, str]]:
        """Stand, hit and double as far as they are allowed, in the order that ties are broken."""
        options = [(self.stand(hand), "S")]
        if self.may_draw(hand):
            try:
                options.append((self.hit(hand), "H"))
            except EmptyShoeError:
                # Without a double to come nobody hits 21, so that such a shoe has a value.
                if total(hand)[0] < 21 or self.rules.long_doubles:
                    raise
            if doubles and self.may_double(hand):
                options.append((self.double(hand), "D"))
        return options

    def best(self, hand: Hand) -> tuple[Fraction, str]:
        """The best of stand, hit and double, and which it is."""
        if hand not in self._best:
            options = self.options(hand, doubles=True)
            self._best[hand] = max(options, key=lambda option: option[0])
        return self._best[hand]

    def after_split(self, hand: Hand) -> str:
        """Zero memory: what would be best with the same cards if they had not been split.

        A hit of 21 aims at a double, and is none where that is not allowed.
        """
        if total(hand)[0] == 21 and not self.rules.das:
            return "S"
        return max(self.options(hand, doubles=self.rules.das), key=lambda option: option[0])[1]

    def split(self, value: int) -> Fraction:
        """All hands of a split pair, one after the other, resplit whenever that is allowed."""
        most = self.rules.ace_hands if value == ACE else self.rules.hands
        left = take(take(self.shoe, value), value)
        return self._split_on(Split(value, most - 2, 2, (), (value,), left))

    def _split_on(self, state: Split) -> Fraction:
        if state.to_play == 0:
            return self.settle(state.done, state.left)
        state = state._replace(done=tuple(sorted(state.done)))
        if state in self._split:
            return self._split[state]
        value = Fraction(0)
        for card, chance in self.draws(state.left):
            drawn, ways = state._replace(left=take(state.left, card)), []
            again = len(state.hand) == 1 and card == state.pair and state.splits > 0
            if again:
                more = drawn._replace(splits=state.splits - 1, to_play=state.to_play + 1)
                ways.append(self._split_on(more))
            if not again or self.remembers:
                longer = tuple(sorted((*state.hand, card)))
                ways.append(self._play_on(drawn._replace(hand=longer)))
            value += chance * max(ways)
        self._split[state] = value
        return value

    def _play_on(self, state: Split) -> Fraction:
        one_card = state.pair == ACE and not self.rules.hit_split_aces
        over = total(state.hand)[0] > 21 or one_card
        plays = "S" if over else self.plays_after_split(state.hand)
        return max(self._played(play, state) for play in plays)

    def plays_after_split(self, hand: Hand) -> str:
        if not self.remembers:
            return self.after_split(hand)
        hits = "H" if self.may_draw(hand) else ""
        return "S" + hits + ("D" if self.rules.das and self.may_double(hand) else "")

    def _played(self, play: str, state: Split) -> Fraction:
        if play == "H":
            return self._split_on(state)
        if play == "S":
            return self._split_on(state.ended(state.hand, 1, state.left))
        return sum(
            (
                chance * self._split_on(state.ended((*state.hand, card), 2, take(state.left, card)))
                for card, chance in self.draws(state.left)
            ),
            Fraction(),
        )

    def first_hand(self, hand: Hand) -> Fraction:
        """The value of two cards before anyone knows whether the dealer has a blackjack."""
        left = self.left_after(hand)
        natural = sum(
            (p for hole, p, _ in cards(left) if is_blackjack((self.up, hole))), Fraction()
        )
        if is_blackjack(hand):
            return self.rules.pays * (1 - natural)
        early = self.rules.surrender == "ES" and self.up in (ACE, TEN)
        played = Fraction(-1)
        if natural < 1 or not self.rules.peek:
            options = [self.best(hand)[0]]
            pair = hand[0] == hand[1]
            if pair and (self.rules.ace_hands if hand[0] == ACE else self.rules.hands) > 1:
                options.append(self.split(hand[0]))
            if self.rules.surrender == "LS":
                options.append(-HALF if self.rules.peek else -HALF * (1 - natural) - natural)
            value = max(options)
            played = value * (1 - natural) - natural if self.rules.peek else value
        return max(played, -HALF) if early else played


def table_ev(shoe: Shoe, rules: Rules) -> Fraction:
    """What a round is worth before any card is seen."""
    value = Fraction(0)
    for up, chance, after_up in cards(shoe):
        table = Table(shoe, up, rules)
        hands: dict[Hand, Fraction] = {}
        for one, first, after_one in cards(after_up):
            for other, second, _ in cards(after_one):
                hand = tuple(sorted((one, other)))
                hands[hand] = hands.get(hand, Fraction(0)) + first * second
        value += chance * sum(then * table.first_hand(hand) for hand, then in hands.items())
    return value
