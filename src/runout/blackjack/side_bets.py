"""Side bets, from shoes whose suits are known, with pay tables as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any

from runout.blackjack.card_values import ACES, TEN
from runout.blackjack.shoe import Shoe, checked_shoe
from runout.cards import DECK_SIZE, RANKS
from runout.checks import number, shown
from runout.checks import text as checked_text
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# What each win pays for one unit, as most tables have it.
PAY_TABLES: dict[str, dict[str, float]] = {
    "insurance": {"blackjack": 2},
    "perfect-pairs": {"perfect": 25, "coloured": 12, "mixed": 6},
    "21+3": {
        "suited trips": 100,
        "straight flush": 40,
        "trips": 30,
        "straight": 10,
        "flush": 5,
    },
}


@dataclass(frozen=True)
class SideBet:
    """What a side bet is worth, per unit bet."""

    name: str
    ev: float
    chances: dict[str, float]
    """How often each win comes."""
    pays: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON."""
        return {"name": self.name, "ev": self.ev, "chances": self.chances, "pays": self.pays}

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas, whichever is installed
        """One row per win, as a polars or else a pandas data frame."""
        from runout.frames import data_frame

        rows = [{"win": n, "chance": c, "pays": self.pays[n]} for n, c in self.chances.items()]
        return data_frame(rows)

    def __str__(self) -> str:
        lines = [f"{self.name}: EV {100 * self.ev:+.4f} % of the bet"]
        lines += [
            f"{win:<15} {100 * chance:9.4f} %  pays {self.pays[win]:g}"
            for win, chance in self.chances.items()
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from runout.blackjack.blackjack_view import as_html

        return as_html(str(self))


def side_bet(name: str, shoe: Shoe, pays: Mapping[str, float] | None = None) -> SideBet:
    """The exact value of insurance, perfect-pairs or 21+3 before the round is dealt.

    `pays` replaces what some of the wins pay. Insurance is offered against an ace and is valued
    given that the dealer shows one. The others need a shoe with suits.

    >>> from runout import blackjack as bj
    >>> round(bj.side_bet("perfect-pairs", bj.Shoe(decks=8)).ev, 4)
    -0.041
    """
    key, shoe = checked_text("side bet", name, "'21+3'").lower(), checked_shoe(shoe)
    if key not in PAY_TABLES:
        raise RunoutError(f"side bet {shown(name)}: not one of {', '.join(PAY_TABLES)}")
    table = PAY_TABLES[key] | _checked(key, {} if pays is None else pays)
    chances = _insurance(shoe) if key == "insurance" else _suited(key, shoe)
    ev = sum(chance * (table[win] + 1) for win, chance in chances.items()) - 1
    return SideBet(key, ev, chances, table)


def _checked(name: str, pays: Mapping[str, float]) -> dict[str, float]:
    if not isinstance(pays, Mapping):
        raise RunoutError(f"pay table {shown(pays)}: a win and what it pays, {{'mixed': 5}}")
    for win in pays:
        if not isinstance(win, str) or win not in PAY_TABLES[name]:
            wins = ", ".join(PAY_TABLES[name])
            raise RunoutError(f"pay table: {name} has no {shown(win)} ({wins})")
    return {win: number(f"pay table: {win} pays", pay, 0) for win, pay in pays.items()}


def _insurance(shoe: Shoe) -> dict[str, float]:
    if shoe.counts[ACES] == 0 or shoe.cards < 2:
        raise RunoutError(f"shoe '{shoe}': insurance needs an ace to show and a hole card")
    return {"blackjack": shoe.counts[TEN] / (shoe.cards - 1)}


def _suited(name: str, shoe: Shoe) -> dict[str, float]:
    size, win_of = _DEALS[name]
    if shoe.suited is None:
        raise RunoutError(
            f"side bet {name}: suits are not known; from whole decks, name each card that is gone "
            "with its suit, such as Kd"
        )
    if shoe.cards < size:
        raise RunoutError(f"side bet {name}: {shoe.cards} cards, but {size} are dealt")
    chances = dict.fromkeys(PAY_TABLES[name], 0.0)
    deals = comb(shoe.cards, size)
    for cards in combinations_with_replacement(range(DECK_SIZE), size):
        ways = _ways(cards, shoe.suited)
        win = win_of(cards) if ways else None
        if win is not None:
            chances[win] += ways / deals
    return chances


def _ways(cards: Iterable[int], left: tuple[int, ...]) -> int:
    drawn: dict[int, int] = {}
    for card in cards:
        drawn[card] = drawn.get(card, 0) + 1
    ways = 1
    for card, count in drawn.items():
        ways *= comb(left[card], count)
    return ways


def _pair(cards: tuple[int, ...]) -> str | None:
    one, other = cards
    if one >> 2 != other >> 2:
        return None
    if one == other:
        return "perfect"
    red = {one & 3, other & 3} & {1, 2}
    return "mixed" if len(red) == 1 else "coloured"


def _three_cards(cards: tuple[int, ...]) -> str | None:
    ranks, suited = sorted(card >> 2 for card in cards), len({card & 3 for card in cards}) == 1
    ace = len(RANKS) - 1
    straight = ranks in ([ranks[0], ranks[0] + 1, ranks[0] + 2], [0, 1, ace])
    if ranks[0] == ranks[2]:
        return "suited trips" if suited else "trips"
    if straight:
        return "straight flush" if suited else "straight"
    return "flush" if suited else None


_DEALS: dict[str, tuple[int, Callable[[tuple[int, ...]], str | None]]] = {
    "perfect-pairs": (2, _pair),
    "21+3": (3, _three_cards),
}
