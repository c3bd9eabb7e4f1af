"""A shoe: how many cards of each value are left, and of each card where suits are known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from runout.blackjack.card_values import MOST_CARDS, PER_DECK, VALUES, parse_dealt, ten_of
from runout.cards import DECK_SIZE
from runout.checks import shown, whole
from runout.checks import text as checked_text
from runout.errors import NotationError, RunoutError, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

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
        text = checked_text("shoe", text, "'6D' or 'A=4 2=4 T=16'")
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
                    raise RunoutError(f"removed cards {shown(cards)}: too many of {seen.card}")
            else:
                suited = None
            if counts[seen.value] < 0:
                raise RunoutError(
                    f"removed cards {shown(cards)}: the shoe has {self._counts[seen.value]} of "
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
        held = [f"{v}={n}" for v, n in zip(VALUES, self._counts, strict=True) if n]
        return " ".join(held) or f"{VALUES[0]}=0"

    def __repr__(self) -> str:
        return f"Shoe({str(self)!r})"


def _made(counts: tuple[int, ...], suited: tuple[int, ...] | None) -> Shoe:
    shoe = Shoe(counts=counts)
    shoe._suited = suited
    return shoe


def _full(decks: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    decks = whole("decks", decks, 1, 8)
    return tuple(decks * n for n in PER_DECK), (decks,) * DECK_SIZE


def _parse(text: str) -> tuple[int | None, dict[str, int] | list[int] | None]:
    if match := re.fullmatch(r"\s*(\d+)\s*[Dd]\s*", text):
        return _number(match[1], text), None
    if re.fullmatch(r"\s*\d+(\s*,\s*\d+)*\s*", text):
        return None, [_number(part.strip(), text) for part in text.split(",")]
    counts: dict[str, int] = {}
    at = 0
    for match in _COUNT.finditer(text):
        _check_gap(text, at, match.start())
        value = match[1].upper()
        if value in counts:
            raise NotationError("shoe", text, Span(*match.span()), f"counts {value} a second time")
        counts[value] = _number(match[2], text)
        at = match.end()
    _check_gap(text, at, len(text))
    return None, counts


def _number(digits: str, text: str) -> int:
    """A number of cards or decks; one that is far too long is not worth reading."""
    if len(digits) > 9:
        raise RunoutError(f"shoe {shown(text)}: {shown(digits)} is too many")
    return int(digits)


def _check_gap(text: str, start: int, end: int) -> None:
    gap = text[start:end]
    if gap.strip(" ,\t\n"):
        first = start + len(gap) - len(gap.lstrip(" ,\t\n"))
        last = start + len(gap.rstrip(" ,\t\n"))
        raise NotationError(
            "shoe", text, Span(first, last), "is not a shoe (write 6D, or counts: A=4 2=4 T=16)"
        )


def _counted(counts: Mapping[str, int] | Sequence[int]) -> tuple[int, ...]:
    if isinstance(counts, Mapping):
        totals: Counter[str] = Counter()
        for name, count in counts.items():
            totals[_value(name)] += _cards(name, count)
        row = [totals[value] for value in VALUES]
    else:
        listed = ten_of(counts)
        if listed is None:
            raise RunoutError(f"shoe {shown(counts)}: ten counts are needed (A, 2, ..., 9, T)")
        row = [_cards(value, count) for value, count in zip(VALUES, listed, strict=True)]
    if sum(row) > MOST_CARDS:
        raise RunoutError(f"shoe: {sum(row)} cards; at most {MOST_CARDS} are allowed")
    return tuple(row)


def _value(name: object) -> str:
    """A value of cards as a key of counts; pictures are tens."""
    value = name.upper() if isinstance(name, str) else ""
    value = "T" if value in ("10", "J", "Q", "K") else value
    if value not in tuple(VALUES):
        raise RunoutError(f"shoe: {shown(name)} is not a value (A, 2 to 9, T)")
    return value


def _cards(name: str, count: object) -> int:
    return whole(f"shoe: cards of {name},", count, 0, MOST_CARDS)


def checked_shoe(shoe: object) -> Shoe:
    """The shoe, if it is one."""
    if not isinstance(shoe, Shoe):
        raise RunoutError(f"shoe {shown(shoe)}: a Shoe such as Shoe(decks=6) or Shoe('A=4 T=16')")
    return shoe
