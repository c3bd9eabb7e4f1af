"""The bytes of numbers as files hold them, beside NumPy doing the same."""

import numpy as np
import pytest

from runout.byte_planes import all_within, join_bytes, split_bytes


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.float32, np.float64])
@pytest.mark.parametrize("count", [0, 1, 5, 1023, 1024, 1025, 5000])
def test_split_and_joined(kind: type[np.generic], count: int) -> None:
    size = np.dtype(kind).itemsize
    raw = np.random.default_rng(count).integers(0, 256, count * size, dtype=np.uint8)
    planes = split_bytes(raw, size)
    assert planes == raw.reshape(-1, size).T.tobytes()
    back = np.full_like(raw, 77)
    join_bytes(planes, size, back)
    assert np.array_equal(back, raw)


def test_what_does_not_fit_is_refused() -> None:
    raw = np.zeros(12, dtype=np.uint8)
    for size in (0, 5):
        with pytest.raises(ValueError, match="whole numbers"):
            split_bytes(raw, size)
    with pytest.raises(ValueError, match="1, 2, 4 or 8"):
        split_bytes(raw, 3)
    with pytest.raises(ValueError, match="as many bytes"):
        join_bytes(bytes(8), 4, raw)


@pytest.mark.parametrize("bad", [np.nan, -np.nan, np.inf, -np.inf, 1e25, -2e25])
@pytest.mark.parametrize("place", [0, 500, 999])
def test_numbers_that_are_none_or_too_large_are_found(bad: float, place: int) -> None:
    numbers = np.random.default_rng(3).normal(size=1000).astype(np.float32)
    assert all_within(numbers, 1e25)
    assert not all_within(numbers, 1e-3)
    numbers[place] = bad
    assert not all_within(numbers, 1e25)
