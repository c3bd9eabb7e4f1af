"""The range: a weight in 0..1 for each of the 1,326 combos."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import RANK_COUNT, CardsLike, looks_like_cards, parse_cards
from runout.checks import number, shown, whole
from runout.combos import CLASS_OF, CLASS_SIZES, CLASSES, COMBOS, Combo, holding
from runout.errors import RunoutError
from runout.ranges.given import checked_weights, given_weights, real_numbers
from runout.ranges.parser import read_range

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from numpy.typing import ArrayLike, NDArray
    from rich.console import RenderableType

    from runout.ranges.hands import Plus

    Weights = NDArray[np.float64]
    Hands = str | Combo | Mapping[str | Combo, float] | Iterable[str | Combo] | ArrayLike
    """What a range is made of: text, a table of weights, a list of hands, an array."""

_MOST_SAMPLES = 10_000_000
_SHORT = 500
"""Characters of texts that are kept as they were read."""


class Range:
    """A weighted set of hole cards, made from text, tables, lists or arrays; immutable.

    >>> opening = Range("22+, ATs+, KQo:0.5")
    >>> opening.combos, round(opening.percent, 1)
    (100.0, 7.5)
    >>> opening["KhQd"], "AhKh" in opening, "KQs" in opening
    (0.5, True, False)
    >>> str(opening - Range("JJ+"))
    'TT-22,ATs+,KQo:0.5'
    >>> str(Range({"QQ+": 1, "AKs": 0.5})), str(Range(["AA", "KQs"]))
    ('QQ+,AKs:0.5', 'AA,KQs')
    """

    __slots__ = ("_text", "_weights")
    _weights: NDArray[np.float64]
    _text: str  # once it has been asked for
    __array_ufunc__ = None  # NumPy leaves operators to us instead of taking the range for rows

    def __init__(self, hands: Range | Hands = "", *, plus: Plus = "climb") -> None:
        """Read a range; what is said later of a hand replaces what was said before.

        `hands` is a text in any notation, a table of hands and weights, a list of hands, 1,326
        weights in the order of combo indices, or 13 × 13 in that of the grid. `plus` says how
        neighbouring ranks go on: T9s+ climbs to AKs, or is T9s alone (single).

        >>> str(Range("T9s+")), str(Range("T9s+", plus="single"))
        ('AKs,KQs,QJs,JTs,T9s', 'T9s')
        """

        def read(hands: object) -> Weights:
            if isinstance(hands, Range):
                return hands._weights.copy()
            if not isinstance(hands, str):
                raise RunoutError(f"range {shown(hands)}: a text such as 'QQ+, AKs' is expected")
            return read_range(hands, plus).weights

        short = type(hands) is str and len(hands) <= _SHORT and "@" not in hands
        if isinstance(hands, str) and short and isinstance(plus, str):
            object.__setattr__(self, "_weights", np.frombuffer(_kept_bytes(hands, plus)))
            return
        one = isinstance(hands, str | Range)
        self._freeze(read(hands) if one else given_weights(hands, read))

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """The range with these 1,326 weights, in the order of combo indices.

        >>> Range.from_weights([1.0] * 1326) == Range("random")
        True
        """
        try:
            array = real_numbers(weights)
        except (TypeError, ValueError, OverflowError):
            raise RunoutError(
                f"weights {shown(weights)}: {COMBOS:,} numbers are expected"
            ) from None
        if array.shape != (COMBOS,):
            raise RunoutError(f"weights: shape {array.shape}, but ({COMBOS},) is expected")
        return cls._of(checked_weights(array))

    @classmethod
    def _of(cls, weights: NDArray[np.float64]) -> Range:
        made = cls.__new__(cls)
        made._freeze(weights)
        return made

    def _freeze(self, weights: NDArray[np.float64]) -> None:
        # An array over bytes can never be made writable again.
        object.__setattr__(self, "_weights", np.frombuffer(_bytes_of(weights)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Range cannot be changed (setting {name!r})")

    @property
    def weights(self) -> NDArray[np.float64]:
        """The 1,326 weights in the order of combo indices, read-only."""
        return self._weights

    @property
    def combos(self) -> float:
        """How many combos the range holds, each counted by its weight."""
        return float(self._weights.sum())

    @property
    def percent(self) -> float:
        """Share of all 1,326 combos, in percent."""
        return 100 * self.combos / COMBOS

    def __len__(self) -> int:
        """Return the number of combos with a weight above zero."""
        return int(np.count_nonzero(self._weights))

    def __iter__(self) -> Iterator[tuple[Combo, float]]:
        """Yield every combo with a weight above zero, and its weight."""
        for index in np.flatnonzero(self._weights):
            yield Combo.at(int(index)), float(self._weights[index])

    def __getitem__(self, hands: CardsLike) -> float:
        """Return the weight of two cards, or the mean weight of a class or of any other hands.

        >>> half = Range("AhKh, AsKs, QQ")
        >>> half["AhKh"], half["AKs"], half["QQ+"]
        (1.0, 0.5, 0.3333333333333333)
        """
        if isinstance(hands, str) and not looks_like_cards(hands, most=2):
            return float(self._weights[_named(hands)].mean())
        return float(self._weights[Combo(hands).index])

    def __contains__(self, hands: object) -> bool:
        """Whether all of these hands, given as text, combo or range, have a weight above zero."""
        if isinstance(hands, Combo):
            return bool(self._weights[hands.index] > 0)
        wanted = _as_range(hands)
        if wanted is None:
            raise RunoutError(f"{shown(hands)} is neither a hand nor a range")
        return bool(wanted) and not np.any(self._weights[wanted.weights > 0] == 0)

    def __or__(self, other: Range | str) -> Range:
        """Either range: the larger of the two weights."""
        return self._with(other, np.maximum)

    def __and__(self, other: Range | str) -> Range:
        """Both ranges: the smaller of the two weights."""
        return self._with(other, np.minimum)

    def __sub__(self, other: Range | str) -> Range:
        """Take the weights of the other range away, down to zero."""
        return self._with(other, lambda own, taken: np.maximum(own - taken, 0.0))

    def _with(self, other: object, operation: Callable[[Weights, Weights], Weights]) -> Range:
        return Range._of(operation(self._weights, self._operand(other)._weights))

    def _operand(self, other: object) -> Range:
        operand = _as_range(other)
        if operand is None:
            raise TypeError(f"a range goes with a range or a text, not with {shown(other)}")
        return operand

    def __ror__(self, other: str) -> Range:
        return self._operand(other) | self

    def __rand__(self, other: str) -> Range:
        return self._operand(other) & self

    def __rsub__(self, other: str) -> Range:
        return self._operand(other) - self

    def __mul__(self, factor: float) -> Range:
        """Scale all weights."""
        if not isinstance(factor, (int, float, np.integer, np.floating)):
            raise TypeError(f"a range is scaled by a number, not by {shown(factor)}")
        if not 0 <= factor < inf:
            raise RunoutError(f"factor {shown(factor)}: a number from 0 up is expected")
        try:
            return Range.from_weights(self._weights * float(factor))
        except OverflowError:
            raise RunoutError(f"factor {shown(factor)}: the weights are not in 0..1") from None

    __rmul__ = __mul__

    def without(self, cards: CardsLike) -> Range:
        """The range less all combos that hold one of these cards.

        >>> Range("AA").without("Ah").combos
        3.0
        """
        return Range._of(np.where(holding(parse_cards(cards)), 0.0, self._weights))

    def at_least(self, min_weight: float) -> Range:
        """The range less all hands of less than a weight.

        >>> str(Range("AA, KK:0.5, QQ:0.001").at_least(0.01))
        'AA,KK:0.5'
        """
        least = number("min_weight", min_weight, 0, 1)
        small = self._weights < least
        return Range._of(np.where(small, 0.0, self._weights)) if least else self

    def sample(self, n: int = 1, seed: int | None = None) -> list[Combo]:
        """Hands drawn by their weights, each anew from the whole range; same seed, same hands.

        >>> [str(combo) for combo in Range("QQ+, AKs:0.5").sample(3, seed=1)]
        ['KhKd', 'AsAh', 'QsQc']
        """
        count = whole("n", n, 0, _MOST_SAMPLES)
        start = None if seed is None else whole("seed", seed, 0, 2**64 - 1)
        held = np.flatnonzero(self._weights)
        if not len(held):
            raise RunoutError("sample: the range is empty")
        upto = np.cumsum(self._weights[held])
        drawn = np.random.default_rng(start).random(count) * upto[-1]
        # A product that is rounded up to the whole belongs to the last hand.
        places = np.minimum(np.searchsorted(upto, drawn, side="right"), len(held) - 1)
        return [Combo.at(index) for index in held[places].tolist()]

    def grid(self) -> NDArray[np.float64]:
        """Mean weight of each class as players draw it: pairs on the diagonal, suited above.

        >>> Range("AA, AKs, AKo:0.5").grid()[:2, :2].tolist()
        [[1.0, 1.0], [0.5, 0.0]]
        """
        sums = np.bincount(CLASS_OF, weights=self._weights, minlength=CLASSES)
        means: NDArray[np.float64] = sums / CLASS_SIZES
        return means.reshape(RANK_COUNT, RANK_COUNT)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return bool(np.array_equal(self._weights, other._weights))

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __reduce__(self) -> tuple[object, ...]:
        import zlib

        return _unpacked, (zlib.compress(self._weights.tobytes()),)  # most weights are alike

    def __str__(self) -> str:
        try:
            return self._text
        except AttributeError:
            from runout.ranges.text import canonical

            object.__setattr__(self, "_text", canonical(self._weights))
            return self._text

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"

    def to_text(self, *, min_weight: float = 0.0) -> str:
        """The short text that `str` gives, without hands of less than a weight.

        >>> Range("QQ+, AKs:0.25, 72o:0.001").to_text(min_weight=0.01)
        'QQ+,AKs:0.25'
        """
        return str(self.at_least(min_weight))

    def to_pio(self, *, min_weight: float = 0.0) -> str:
        """The range as PioSOLVER writes it: every class or combo by name, ``:weight`` below 1.

        >>> Range("QQ+, AKs:0.25").to_pio()
        'AA,KK,QQ,AKs:0.25'
        """
        from runout.ranges.text import pio

        return pio(self.at_least(min_weight)._weights)

    def to_gtoplus(self, *, min_weight: float = 0.0) -> str:
        """The range as GTO+ writes it: hands of equal weight together, ``[25]...[/25]`` in percent.

        >>> Range("QQ+, AKs:0.25").to_gtoplus()
        'AA,KK,QQ,[25]AKs[/25]'
        """
        from runout.ranges.text import gtoplus

        return gtoplus(self.at_least(min_weight)._weights)

    def to_weight_list(self, *, min_weight: float = 0.0) -> str:
        """The 1,326 weights as PioSOLVER stores them, in its order of hands.

        >>> Range("2d2c, 2h2d:0.5").to_weight_list()[:9]
        '1 0 0.5 0'
        """
        from runout.ranges.text import weight_list

        return weight_list(self.at_least(min_weight)._weights)

    def __rich__(self) -> RenderableType:
        from runout.ranges.grid import rich_grid

        return rich_grid(self)

    def _repr_html_(self) -> str:
        from runout.ranges.grid import html_grid

        return html_grid(self)


def _bytes_of(weights: NDArray[np.float64]) -> bytes:
    return (weights + 0.0).tobytes()  # there is one zero, so that equal ranges have equal bytes


@lru_cache(maxsize=256)
def _kept_bytes(text: str, plus: Plus) -> bytes:
    """The weights of a text, shared by all ranges that were written so; no names of the library."""
    return _bytes_of(read_range(text, plus).weights)


def _unpacked(packed: bytes) -> Range:
    """The range that `__reduce__` packed."""
    import zlib

    return Range.from_weights(np.frombuffer(zlib.decompress(packed)))


def _named(hands: str) -> NDArray[np.bool_]:
    """Which combos a text names; weights in it would say nothing."""
    weights = read_range(hands).weights
    named: NDArray[np.bool_] = weights > 0
    if not named.any() or (weights[named] != 1).any():
        raise RunoutError(f"hands {shown(hands)}: hands without weights such as 'AKs' are expected")
    return named


def _as_range(value: object) -> Range | None:
    if isinstance(value, Range):
        return value
    return Range(value) if isinstance(value, str) else None
