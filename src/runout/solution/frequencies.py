"""The strategy nearest to another that has given frequencies over the whole range."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from runout.errors import RunoutError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_FIT_ROUNDS = 3000
_FIT_ERROR, _FIT_ALLOWED = 1e-9, 1e-5
_NEW_SHARE = 1e-3


def with_frequencies(strategy: Array, weight: Array, wanted: dict[int, float]) -> Array:
    """The strategy nearest to another that takes some actions so often over the whole range.

    `strategy` is (actions, hands), `weight` by hand; actions that are not named share the rest as
    they do now. Nearest is meant as least relative entropy, which iterative proportional fitting
    finds: scale each action to its frequency, each hand to one, and again until both hold.

    >>> strategy = np.array([[0.9, 0.5], [0.1, 0.5]])
    >>> with_frequencies(strategy, np.ones(2), {0: 0.8}).mean(axis=1).round(6).tolist()
    [0.8, 0.2]
    """
    target = _target(strategy, weight, wanted)
    counted = (weight > 0) & ~np.isnan(strategy).any(axis=0)
    given, share = strategy[:, counted], weight[counted] / weight[counted].sum()
    fitted = _fitted(given, share, target)
    if np.abs(fitted @ share - target).max() > _FIT_ALLOWED or not fitted.any(axis=0).all():
        # Hands that never take an action stand in the way: each takes a little of everything.
        fitted = _fitted((1 - _NEW_SHARE) * given + _NEW_SHARE * target[:, None], share, target)
    result = np.full(strategy.shape, np.nan)
    result[:, counted] = fitted
    return result


def _fitted(strategy: Array, share: Array, target: Array) -> Array:
    """Proportional fitting until the frequencies are met, or for so many rounds."""
    fitted = strategy.copy()
    for _ in range(_FIT_ROUNDS):
        now = fitted @ share
        if np.abs(now - target).max() < _FIT_ERROR:
            break
        fitted *= np.divide(target, now, out=np.zeros_like(target), where=now > 0)[:, None]
        total = fitted.sum(axis=0)
        fitted = np.divide(fitted, total, out=np.zeros_like(fitted), where=total > 0)
    return fitted


def _target(strategy: Array, weight: Array, wanted: dict[int, float]) -> Array:
    """The frequency of every action: as wanted, the rest in proportion to now."""
    total = sum(wanted.values())
    if any(not 0 <= often <= 1 for often in wanted.values()) or total > 1 + 1e-9:
        raise RunoutError(f"frequencies {list(wanted.values())}: from 0 to 1, together at most 1")
    known = (weight > 0) & ~np.isnan(strategy).any(axis=0)
    if not known.any():
        raise RunoutError("frequencies: no hand gets here")
    target: Array = strategy[:, known] @ weight[known] / weight[known].sum()
    free = np.array([number not in wanted for number in range(len(strategy))])
    rest = max(1 - total, 0.0)
    if rest > 1e-9 and not free.any():
        raise RunoutError(f"frequencies {list(wanted.values())}: those of all actions sum to 1")
    if free.any():
        now = target[free].sum()
        target[free] = target[free] * rest / now if now > 0 else rest / free.sum()
    for number, often in wanted.items():
        target[number] = often
    target /= target.sum()
    return target
