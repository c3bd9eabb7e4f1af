"""A shoe: how many cards of each value are left, and of each card where suits are known."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from runout.blackjack.values import PER_DECK, VALUES, parse_dealt
from runout.cards import DECK_SIZE
from runout.errors import NotationError, RunoutError, Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

MOST_CARDS = 5000
_COUNT = re.compile(r"([2-9AaTt])\s*[=:x]\s*(\d+)")


class Shoe:
    """The cards from which a round is dealt.

    >>> Shoe(decks=8).without("5 5 6 T").cards
    412
    >>> Shoe(counts={"A": 2, "5": 1, "T": 8})
    Shoe('A=2 5=1 T=8')
    """

    def __init__(
        self,
        text: str = "",
        *,
        decks: int | None = None,
        counts: Mapping[str, int] | Sequence[int] | None = None,
    ) -> None:
        given = [text != "", decks is not None, counts is not None]
        if sum(given) != 1:
            raise RunoutError("shoe: give decks, counts or a text such as '6D' or 'A=4 2=4 T=16'")
        if text:
            decks, counts = _parse(text)
        self._suited: tuple[int, ...] | None = None
        if decks is not None:
            self._counts, self._suited = _full(decks)
        else:
            assert counts is not None
            self._counts = _counted(counts)

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards left of A, 2, ..., 9, T."""
        return self._counts

    @property
    def suited(self) -> tuple[int, ...] | None:
        """Cards left of each of the 52, if every card that is gone was named with its suit."""
        return self._suited

    @property
    def cards(self) -> int:
        """Cards left."""
        return sum(self._counts)

    def without(self, cards: str) -> Shoe:
        """The shoe when these cards have been seen; suits stay known while they are given.

        >>> Shoe(decks=1).without("Ah Kh").suited is None
        False
        """
        counts = list(self._counts)
        suited = None if self._suited is None else list(self._suited)
        for seen in parse_dealt(cards, "removed cards"):
            counts[seen.value] -= 1
            if suited is not None and seen.card is not None:
                suited[int(seen.card)] -= 1
                if suited[int(seen.card)] < 0:
                    raise RunoutError(f"removed cards {cards!r}: too many of {seen.card}")
            else:
                suited = None
            if counts[seen.value] < 0:
                raise RunoutError(
                    f"removed cards {cards!r}: the shoe has {self._counts[seen.value]} of "
                    f"{VALUES[seen.value]}"
                )
        return _made(tuple(counts), None if suited is None else tuple(suited))

    @cached_property
    def array(self) -> NDArray[np.int32]:
        """The counts as the kernels want them."""
        import numpy as np

        return np.array(self._counts, np.int32)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shoe):
            return NotImplemented
        return (self._counts, self._suited) == (other._counts, other._suited)

    def __hash__(self) -> int:
        return hash((self._counts, self._suited))

    def __str__(self) -> str:
        return " ".join(f"{v}={n}" for v, n in zip(VALUES, self._counts, strict=True) if n)

    def __repr__(self) -> str:
        return f"Shoe({str(self)!r})"


def _made(counts: tuple[int, ...], suited: tuple[int, ...] | None) -> Shoe:
    shoe = Shoe(counts=counts)
    shoe._suited = suited
    return shoe


def _full(decks: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if isinstance(decks, bool) or not isinstance(decks, int) or not 1 <= decks <= 8:
        raise RunoutError(f"decks: {decks!r} is not a number of decks (1 to 8)")
    return tuple(decks * n for n in PER_DECK), (decks,) * DECK_SIZE


def _parse(text: str) -> tuple[int | None, dict[str, int] | list[int] | None]:
    if match := re.fullmatch(r"\s*(\d+)\s*[Dd]\s*", text):
        return int(match[1]), None
    if re.fullmatch(r"\s*\d+(\s*,\s*\d+)*\s*", text):
        return None, [int(part) for part in text.split(",")]
    counts: dict[str, int] = {}
    at = 0
    for match in _COUNT.finditer(text):
        _check_gap(text, at, match.start())
        value = match[1].upper()
        if value in counts:
            raise NotationError("shoe", text, Span(*match.span()), f"counts {value} a second time")
        counts[value] = int(match[2])
        at = match.end()
    _check_gap(text, at, len(text))
    return None, counts


def _check_gap(text: str, start: int, end: int) -> None:
    gap = text[start:end]
    if gap.strip(" ,\t\n"):
        first = start + len(gap) - len(gap.lstrip(" ,\t\n"))
        last = start + len(gap.rstrip(" ,\t\n"))
        raise NotationError(
            "shoe", text, Span(first, last), "is not a shoe (write 6D, or counts: A=4 2=4 T=16)"
        )


def _counted(counts: Mapping[str, int] | Sequence[int]) -> tuple[int, ...]:
    if hasattr(counts, "items"):
        totals: Counter[str] = Counter()
        for name, count in counts.items():
            value = "T" if name.upper() in ("10", "J", "Q", "K") else name.upper()
            if value not in VALUES or not value:
                raise RunoutError(f"shoe: {name!r} is not a value (A, 2 to 9, T)")
            totals[value] += _checked(name, count)
        row = [totals[value] for value in VALUES]
    else:
        row = [_checked(value, n) for value, n in zip(VALUES, counts, strict=False)]
        if len(counts) != len(VALUES):
            raise RunoutError(f"shoe: {len(counts)} counts, but ten are needed (A, 2, ..., 9, T)")
    if sum(row) > MOST_CARDS:
        raise RunoutError(f"shoe: {sum(row)} cards; at most {MOST_CARDS} are allowed")
    return tuple(row)


def _checked(name: str, count: int) -> int:
    number = int(count)
    if number != count or number < 0:
        raise RunoutError(f"shoe: {count!r} cards of {name}: write a whole number, 0 or more")
    return number
