"""One hand against one upcard, the dealer's totals, and insurance."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from runout import _core
from runout.blackjack.card_values import ACES, TEN, VALUES, parse_upcard, parse_values
from runout.blackjack.exhaustion import EmptyShoeError, refuse
from runout.blackjack.hand_numbers import all_hands, hand_number, hand_text
from runout.blackjack.rules import Rules, rules_of
from runout.blackjack.shoe import Shoe, checked_shoe
from runout.blackjack.strategy import ACTIONS
from runout.checks import shown
from runout.errors import RunoutError


@dataclass(frozen=True)
class HandEV:
    """The value of each action, in units of the first bet; None where it is not allowed.

    Values are given that the dealer has no blackjack where the dealer peeks (or takes the original
    bet only); over everything under ENHC, and where early surrender is offered against this upcard.
    """

    hand: str
    up: str
    stand: float | None
    hit: float | None
    double: float | None
    split: float | None
    surrender: float | None
    best: str
    """The best action."""

    @property
    def ev(self) -> float:
        """The value of the best action."""
        value = getattr(self, self.best)
        assert isinstance(value, float)
        return value

    def ranked(self) -> list[tuple[str, float]]:
        """The actions that are allowed, best first."""
        allowed = [(name, getattr(self, name)) for name in ACTIONS]
        known = [(name, value) for name, value in allowed if value is not None]
        return sorted(known, key=lambda one: -one[1])

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON."""
        return asdict(self)

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas, whichever is installed
        """One row per action, as a polars or else a pandas data frame."""
        from runout.frames import data_frame

        return data_frame([{"action": name, "ev": value} for name, value in self.ranked()])

    def __str__(self) -> str:
        lines = [f"{name:<9}  {value:+.6f}" for name, value in self.ranked()]
        return "\n".join([f"{self.hand} against {self.up}", *lines])

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{n}</td><td>{v:+.6f}</td></tr>" for n, v in self.ranked())
        return f"<table><caption>{self.hand} against {self.up}</caption>{rows}</table>"


def hand_ev(hand: str, up: str, shoe: Shoe, rules: Rules | str) -> HandEV:
    """What each action with a hand is worth; the hand and the upcard are still in `shoe`.

    >>> from runout import blackjack as bj
    >>> value = bj.hand_ev("T6", up="T", shoe=bj.Shoe(decks=1), rules="LS")
    >>> value.best, value.split is None, round(value.stand - value.hit, 4)
    ('surrender', True, -0.036)
    """
    rules, shoe = rules_of(rules), checked_shoe(shoe)
    number, upcard = hand_number(hand), parse_upcard(up)
    _check_dealt(hand, number, upcard, shoe)
    found = _core.blackjack_hand(shoe.array, rules.kernel, upcard, number)
    if not found.possible:
        raise RunoutError(
            f"hand {hand!r} against {VALUES[upcard]}: the dealer is sure to have a blackjack"
        )
    if found.exhaustion is not None:
        refuse(found.exhaustion, shoe)
    natural, wins = found.dealer_blackjack, hand_text(number) == "AT"
    values: dict[str, float | None] = {name: getattr(found, name) for name in ACTIONS}
    if wins:
        paid = float(rules.pays) * (1 if rules.hole != "ENHC" else 1 - natural)
        values = {name: paid if name == "stand" else None for name in ACTIONS}
    if rules.surrender.startswith("ES") and rules.may_surrender(upcard) and rules.hole != "ENHC":
        lost = 0 if wins else natural
        values = {n: None if v is None else v * (1 - natural) - lost for n, v in values.items()}
    best = max((name for name in ACTIONS if values[name] is not None), key=lambda n: values[n] or 0)
    return HandEV(hand_text(number), VALUES[upcard], best=best, **values)


def _check_dealt(hand: str, number: int, upcard: int, shoe: Shoe) -> None:
    needed = all_hands().cards[number].tolist()
    needed[upcard] += 1
    for value, (wanted, there) in enumerate(zip(needed, shoe.counts, strict=True)):
        if wanted > there:
            raise RunoutError(
                f"hand {hand!r} against {VALUES[upcard]}: {wanted} of {VALUES[value]} are needed, "
                f"the shoe has {there} (it is the shoe before the hand and upcard are taken)"
            )
    if shoe.cards == sum(needed):
        raise EmptyShoeError(f"shoe '{shoe}': no card is left for the dealer's hole card")


DEALER_ENDS = ("17", "18", "19", "20", "21", "bust", "blackjack")


def dealer(up: str, shoe: Shoe, rules: Rules | str) -> dict[str, float]:
    """Chances of the dealer's final totals; the upcard is still in `shoe`.

    >>> from runout import blackjack as bj
    >>> round(bj.dealer("6", bj.Shoe(decks=8), "S17")["bust"], 6)
    0.422922
    """
    upcard, shoe = parse_upcard(up), checked_shoe(shoe)
    if shoe.counts[upcard] == 0:
        raise RunoutError(f"shoe '{shoe}': there is no {VALUES[upcard]} for the upcard")
    found = _core.blackjack_dealer(shoe.array, upcard, rules_of(rules).h17)
    if found.exhausts:
        raise EmptyShoeError(
            f"shoe '{shoe}': a draw of the dealer against {VALUES[upcard]} can meet an empty shoe"
        )
    return dict(zip(DEALER_ENDS, (*found.totals, found.bust, found.blackjack), strict=True))


def insurance(shoe: Shoe, hand: str = "") -> float:
    """EV of insurance per unit insured, against an ace; ace and hand are still in `shoe`.

    >>> from runout import blackjack as bj
    >>> round(bj.insurance(bj.Shoe(decks=8)), 6)
    -0.074699
    """
    left = list(checked_shoe(shoe).counts)
    for value in (ACES, *parse_values(hand, "hand")):
        left[value] -= 1
        if left[value] < 0:
            raise RunoutError(
                f"shoe '{shoe}': too few of {VALUES[value]} for an ace up and {shown(hand)}"
            )
    if sum(left) == 0:
        raise EmptyShoeError(f"shoe '{shoe}': no card is left for the dealer's hole card")
    return 3 * left[TEN] / sum(left) - 1
