"""Hands by what they are, from the table of the documentation: by trying cards, not by counting."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

from tests.oracles.hands import score

Cards = tuple[int, ...]
_HIGH = {12: "ace high", 11: "king high"}
_BY_PLACE = ("top pair", "second pair", "third pair", "low pair", "low pair")
_OF_FIVE = {8: "straight flush", 6: "full house", 5: "flush", 4: "straight"}


def made(hole: Cards, board: Cards) -> str:
    """The made class."""
    category, ranks = score(hole + board)
    mine = [card // 4 for card in hole]
    theirs = sorted({card // 4 for card in board}, reverse=True)
    nothing = _HIGH.get(max(mine), "nothing")
    if category in _OF_FIVE:
        played = len(board) == 5 and score(board) == (category, ranks)
        return nothing if played else _OF_FIVE[category]
    if category == 7:
        return "quads" if ranks[0] in mine else nothing
    if category == 3:
        return ("", "trips", "set")[mine.count(ranks[0])] or nothing
    pairs = [rank for rank in ranks[:category] if rank in mine]
    if not pairs:
        return nothing
    if len(pairs) == 2:
        return "two pair"
    above = [rank > pairs[0] for rank in theirs].count(True)
    if mine.count(pairs[0]) == 2 and above in (0, len(theirs)):
        return "underpair" if above else "overpair"
    return _BY_PLACE[above]


def kicker(hole: Cards, board: Cards) -> str:
    """The kicker of a top pair."""
    top = max(card // 4 for card in board)
    (other,) = (card for card in hole if card // 4 != top)
    rest = tuple(card for card in hole + board if card != other)
    if len(rest) >= 5 and score(rest) == score(hole + board):
        return "weak"
    better = [rank for rank in range(other // 4 + 1, 13) if rank not in {c // 4 for c in board}]
    return "weak" if other // 4 < 8 and better else "good" if better else "top"


def two_pair(hole: Cards, board: Cards) -> str:
    """Which two pair it is."""
    ranks = sorted({card // 4 for card in board}, reverse=True)
    mine = sorted((card // 4 for card in hole), reverse=True)
    named = {tuple(ranks[:2]): "top two", (ranks[0], ranks[-1]): "top and bottom"}
    return named.get(tuple(mine), "other")


def draws(hole: Cards, board: Cards, has: str) -> set[str]:
    """The draws beside a made class."""
    if len(board) == 5 or has in ("straight flush", "quads", "full house", "flush"):
        return set()
    found = _flush_draws(hole, board)
    if has != "straight":
        ranks = [frozenset(card // 4 for card in cards) for cards in (hole, board)]
        found |= _straight_draws(*ranks, flop=len(board) == 3)
    if "flush draw" in found and found & {"open-ended", "double gutshot", "gutshot"}:
        found.add("combo draw")
    over = min(hole) // 4 > max(board) // 4 and hole[0] // 4 != hole[1] // 4
    if over and has in ("ace high", "king high", "nothing"):
        found.add("two overcards")
    return found


def _flush_draws(hole: Cards, board: Cards) -> set[str]:
    """By dealing cards of one suit until there is a flush with a hole card in it."""
    found = set()
    for suit in {card % 4 for card in hole}:
        left = [c for c in range(52) if c % 4 == suit and c not in hole + board]
        held = Counter(card % 4 for card in hole + board)[suit]
        if _flush_after(left[: 5 - held], hole, board, suit):
            needed = 5 - held
            if needed == 1:
                found.add("flush draw")
                # The best card of the suit that somebody may hold.
                open_to_all = [c for c in range(52) if c % 4 == suit and c not in board]
                if max(open_to_all) in hole:
                    found.add("nut flush draw")
            if needed == 2 and len(board) == 3:
                found.add("backdoor flush draw")
    return found


def _flush_after(dealt: list[int], hole: Cards, board: Cards, suit: int) -> bool:
    """Whether five of a suit are there with those dealt, and not without the hole cards."""
    together = [c for c in (*hole, *board, *dealt) if c % 4 == suit]
    without = [c for c in (*board, *dealt) if c % 4 == suit]
    return len(together) >= 5 and len(without) < 5


@cache
def _straight_draws(hole: frozenset[int], board: frozenset[int], flop: bool) -> set[str]:
    """By dealing every rank, and on the flop every two."""
    outs = [rank for rank in range(13) if _own(hole, board | {rank})]
    if len(outs) == 1:
        return {"gutshot"}
    if len(outs) == 2:
        return {"open-ended" if _ends_of_a_row(hole | board, outs) else "double gutshot"}
    assert not outs
    pairs = combinations(range(13), 2)
    far = flop and any(_own(hole, board | {*pair}) for pair in pairs)
    return {"backdoor straight draw"} if far else set()


def _ends_of_a_row(ranks: frozenset[int], outs: list[int]) -> bool:
    """Whether four ranks in a row have the outs on either side."""
    for first in range(13):
        row = range(first, first + 4)
        before = 12 if first == 0 else first - 1
        if all(rank in ranks for rank in row) and {before, first + 4} == set(outs):
            return True
    return False


def _own(hole: frozenset[int], board: frozenset[int]) -> bool:
    """Whether the hand makes a straight, and a better one than the board alone."""
    return straight(hole | board) > straight(board)


def straight(ranks: frozenset[int]) -> int:
    """The top of the best five in a row, the ace below the deuce too; -1 without one."""
    both = {*ranks, *([-1] if 12 in ranks else [])}
    rows = [top for top in range(3, 13) if all(top - step in both for step in range(5))]
    return max(rows, default=-1)


def straight_of(hole: Cards, board: Cards) -> int:
    """The top of the straight that a hand makes."""
    return straight(frozenset(card // 4 for card in hole + board))


def top_of_flush(hole: Cards, board: Cards) -> int:
    """The highest hole card of the suit of a flush."""
    suit = Counter(card % 4 for card in hole + board).most_common(1)[0][0]
    return max(card for card in hole if card % 4 == suit)


def suited(hole: Cards, board: Cards) -> int:
    """The most cards of one suit with a hole card among them."""
    return max([card % 4 for card in hole + board].count(mine % 4) for mine in hole)
