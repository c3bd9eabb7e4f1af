"""What a board looks like, in players' words: pairs, suits, and how near its ranks lie."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from runout.cards import RANK_WORDS, RANKS, parse_cards
from runout.errors import RunoutError

if TYPE_CHECKING:
    from runout.cards import CardsLike

PAIRINGS = ("unpaired", "paired", "two pair", "trips", "full house", "quads")
SUITINGS = (
    "rainbow",
    "two-tone",
    "monotone",
    "three of a suit",
    "four of a suit",
    "five of a suit",
)
CONNECTIONS = ("disconnected", "semi-connected", "connected")
_BY_COUNTS = {
    (2,): "paired",
    (2, 2): "two pair",
    (3,): "trips",
    (3, 2): "full house",
    (4,): "quads",
}
_FLOP, _RIVER = 3, 5
_STRAIGHT = 5  # ranks in a row
_OPEN_ENDED = 4
_ACE, _TEN = len(RANKS) - 1, RANKS.index("T")


@dataclass(frozen=True)
class Texture:
    """What a board of three to five cards looks like.

    >>> from runout import flops
    >>> texture("Ks7s2h").name, texture("JhTc9d").name, texture("5s5d2c").name
    ('king-high two-tone', 'connected jack-high rainbow', 'paired five-high rainbow')
    """

    high: str
    """Its highest rank, as it is written: A to 2."""
    pairing: str
    """One of `PAIRINGS`."""
    suits: str
    """One of `SUITINGS`; three cards of one suit are monotone."""
    connection: str
    """Connected if a straight is possible; semi-connected if none is, but two of its ranks lie
    within four in a row, so that somebody can be drawing at both ends."""
    straight_possible: bool
    broadways: int
    """Cards from the ten up."""

    @property
    def name(self) -> str:
        """It in players' words."""
        words = [self.pairing] if self.pairing != "unpaired" else []
        words += ["connected"] if self.straight_possible else []
        return " ".join([*words, f"{RANK_WORDS[RANKS.index(self.high)]}-high", self.suits])

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return {"texture": self.name, **asdict(self)}


def texture(board: CardsLike) -> Texture:
    """What a board of three to five cards looks like."""
    cards = parse_cards(board)
    if not _FLOP <= len(cards) <= _RIVER:
        raise RunoutError(f"board: {len(cards)} cards, but a texture is that of 3, 4 or 5")
    ranks = [card // 4 for card in cards]
    straight = _within(ranks, _STRAIGHT, 3)
    near = straight or _within(ranks, _OPEN_ENDED, 2, ends=False)
    return Texture(
        RANKS[max(ranks)],
        _pairing(ranks),
        _suiting([card % 4 for card in cards]),
        CONNECTIONS[straight + near],
        straight,
        sum(rank >= _TEN for rank in ranks),
    )


def _pairing(ranks: list[int]) -> str:
    several = sorted((count for count in Counter(ranks).values() if count > 1), reverse=True)
    return _BY_COUNTS[tuple(several)] if several else "unpaired"


def _suiting(suits: list[int]) -> str:
    most = max(Counter(suits).values())
    if most == _FLOP == len(suits):
        return "monotone"
    return SUITINGS[most if most > 2 else most - 1]


def _within(ranks: list[int], length: int, count: int, *, ends: bool = True) -> bool:
    """Whether so many different ranks lie within so many in a row; an ace is also below a deuce.

    Without the ends those rows are left out that the ace ends: nothing fits beyond it.
    """
    distinct = {rank + 1 for rank in ranks} | {0 for rank in ranks if rank == _ACE}
    first, last = (0, _ACE + 2) if ends else (1, _ACE + 1)
    rows = [range(low, low + length) for low in range(first, last - length + 1)]
    return any(
        all(rank in row for rank in several)
        for several in combinations(distinct, count)
        for row in rows
    )
