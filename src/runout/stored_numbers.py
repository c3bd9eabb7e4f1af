"""Numbers where an engine stores them, which need not be the memory of this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray


class StoredNumbers(Protocol):
    """Those of one name, slice by slice: an array, or what fetches and puts them elsewhere."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """Their kind."""
        ...

    @property
    def nbytes(self) -> int:
        """What all of them take."""
        ...

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> NDArray[Any]: ...

    def __setitem__(self, part: slice, values: NDArray[Any], /) -> None: ...


def slices(numbers: StoredNumbers, size: int) -> Iterator[slice]:
    """All of them in parts of so many bytes, one after the other.

    >>> import numpy as np
    >>> list(slices(np.zeros(5, np.int16), 4))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    step = size // numbers.dtype.itemsize
    for first in range(0, len(numbers), step):
        yield slice(first, min(first + step, len(numbers)))
