"""Update rules: how much each iteration keeps of the regrets and the average before it.

Discounted CFR (Brown and Sandholm, 2019) multiplies positive regrets by t^alpha / (t^alpha + 1),
negative ones by t^beta / (t^beta + 1) and the average by (t / (t + 1))^gamma. CFR+ and linear CFR
are special cases. The average may start afresh at given iterations, which forgets the first,
useless ones sooner than any power does.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isinf

from runout import checks
from runout.errors import RunoutError

_MOST_ITERATIONS = 10**12
_MOST_POWER = 20  # of a trillion iterations, a float still holds it


@dataclass(frozen=True)
class Discount:
    """Factors of one iteration."""

    positive: float
    negative: float
    average: float


@dataclass(frozen=True)
class Rule:
    """A discounted CFR.

    >>> RULES["cfr+"].discount(9)
    Discount(positive=1.0, negative=0.0, average=0.9)
    """

    alpha: float
    beta: float
    gamma: float
    restarts: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "gamma"):
            power = getattr(self, name)
            if not (name != "gamma" and isinstance(power, float) and isinf(power)):
                least = 0 if name == "gamma" else -_MOST_POWER
                checks.number(f"rule {name}", power, least, _MOST_POWER)
        if not isinstance(self.restarts, tuple):
            raise RunoutError(f"rule restarts {checks.shown(self.restarts)}: a tuple is expected")
        for one in self.restarts:
            checks.whole("rule restarts", one, 0, what="an iteration")
        if any(later <= one for one, later in pairwise((-1, *self.restarts))):
            raise RunoutError("rule restarts: iterations in ascending order are expected")

    def discount(self, iteration: int) -> Discount:
        """The factors applied before an iteration adds its own; the first is number 0."""
        iteration = checks.whole("iteration", iteration, 0, _MOST_ITERATIONS)
        number = bisect_right(self.restarts, iteration)
        since = iteration - (self.restarts[number - 1] if number else 0)
        return Discount(
            _factor(iteration, self.alpha),
            _factor(iteration, self.beta),
            float((since / (since + 1)) ** self.gamma),
        )


def _factor(iteration: int, power: float) -> float:
    if power == inf:
        return 1.0
    if power == -inf or iteration == 0:
        return 0.0
    grown: float = float(iteration) ** power
    return grown / (grown + 1)


_POWERS_OF_FOUR = (1, 4, 16, 64, 256)

RULES = {
    "dcfr": Rule(1.5, 0.0, 2.0),
    "dcfr late": Rule(1.5, 0.35, 5.0),
    "dcfr restarted": Rule(1.5, 0.5, 3.0, _POWERS_OF_FOUR),
    "cfr+": Rule(inf, -inf, 1.0),
    "cfr+ quadratic": Rule(inf, -inf, 2.0),
    "linear": Rule(1.0, 1.0, 1.0),
}
DEFAULT = RULES["dcfr late"]
"""The fastest on the reference spots; docs/solver/engine.md has the measurements."""
