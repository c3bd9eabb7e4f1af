"""The range: a weight in 0..1 for each of the 1,326 combos."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import CardsLike, parse_cards
from runout.checks import shown
from runout.combos import CLASS_OF, CLASS_SIZES, CLASSES, COMBOS, Combo, holding
from runout.errors import RunoutError
from runout.ranges.parser import read_range

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray
    from rich.console import RenderableType

    from runout.ranges.hands import Plus

    Weights = NDArray[np.float64]


class Range:
    """A weighted set of hole cards, made from text; immutable.

    >>> opening = Range("22+, ATs+, KQo:0.5")
    >>> opening.combos, round(opening.percent, 1)
    (100.0, 7.5)
    >>> opening["KhQd"], "AhKh" in opening, "KQs" in opening
    (0.5, True, False)
    >>> str(opening - Range("JJ+"))
    'TT-22,ATs+,KQo:0.5'
    """

    __slots__ = ("_text", "_weights")
    _weights: NDArray[np.float64]
    _text: str  # once it has been asked for
    __array_ufunc__ = None  # NumPy leaves operators to us instead of taking the range for rows

    def __init__(self, text: str = "", *, plus: Plus = "climb") -> None:
        """`plus` says how neighbouring ranks go on: T9s+ climbs to AKs, or is T9s alone (single).

        >>> str(Range("T9s+")), str(Range("T9s+", plus="single"))
        ('AKs,KQs,QJs,JTs,T9s', 'T9s')
        """
        if not isinstance(text, str):
            raise RunoutError(f"range {shown(text)}: a text such as 'QQ+, AKs' is expected")
        self._freeze(read_range(text, plus).weights)

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """The range with these 1,326 weights, in the order of combo indices.

        >>> Range.from_weights([1.0] * 1326) == Range("random")
        True
        """
        try:
            array = _real(weights)
        except (TypeError, ValueError, OverflowError):
            raise RunoutError(
                f"weights {shown(weights)}: {COMBOS:,} numbers are expected"
            ) from None
        if array.shape != (COMBOS,):
            raise RunoutError(f"weights: shape {array.shape}, but ({COMBOS},) is expected")
        outside = np.flatnonzero(~((array >= 0) & (array <= 1)))
        if len(outside):
            first = int(outside[0])
            raise RunoutError(f"weights: {array[first]} for {Combo.at(first)} is not in 0..1")
        return cls._of(array)

    @classmethod
    def _of(cls, weights: NDArray[np.float64]) -> Range:
        made = cls.__new__(cls)
        made._freeze(weights)
        return made

    def _freeze(self, weights: NDArray[np.float64]) -> None:
        weights += 0.0  # there is one zero, so that equal ranges have equal bytes
        # An array over bytes can never be made writable again.
        object.__setattr__(self, "_weights", np.frombuffer(weights.tobytes()))

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

    def __getitem__(self, combo: CardsLike) -> float:
        return float(self._weights[Combo(combo).index])

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

    def grid(self) -> NDArray[np.float64]:
        """Mean weight of each class as players draw it: pairs on the diagonal, suited above.

        >>> Range("AA, AKs, AKo:0.5").grid()[:2, :2].tolist()
        [[1.0, 1.0], [0.5, 0.0]]
        """
        sums = np.bincount(CLASS_OF, weights=self._weights, minlength=CLASSES)
        means: NDArray[np.float64] = sums / CLASS_SIZES
        return means.reshape(13, 13)

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

    def to_pio(self) -> str:
        """The range as PioSOLVER writes it: every class or combo by name, ``:weight`` below 1.

        >>> Range("QQ+, AKs:0.25").to_pio()
        'AA,KK,QQ,AKs:0.25'
        """
        from runout.ranges.text import pio

        return pio(self._weights)

    def to_gtoplus(self) -> str:
        """The range as GTO+ writes it: hands of equal weight together, ``[25]...[/25]`` in percent.

        >>> Range("QQ+, AKs:0.25").to_gtoplus()
        'AA,KK,QQ,[25]AKs[/25]'
        """
        from runout.ranges.text import gtoplus

        return gtoplus(self._weights)

    def __rich__(self) -> RenderableType:
        from runout.ranges.grid import rich_grid

        return rich_grid(self)

    def _repr_html_(self) -> str:
        from runout.ranges.grid import html_grid

        return html_grid(self)


def _unpacked(packed: bytes) -> Range:
    """The range that `__reduce__` packed."""
    import zlib

    return Range.from_weights(np.frombuffer(zlib.decompress(packed)))


def _real(weights: ArrayLike) -> NDArray[np.float64]:
    """An own array of real numbers; NumPy would drop imaginary parts."""
    if np.iscomplexobj(weights):
        raise TypeError
    return np.array(weights, dtype=np.float64)


def _as_range(value: object) -> Range | None:
    if isinstance(value, Range):
        return value
    return Range(value) if isinstance(value, str) else None
