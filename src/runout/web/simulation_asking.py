"""A simulation as a page asks for it: the table in words, and what is bet by the count."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.blackjack.answers import at_table
from runout.blackjack.simulation import Rounds, simulate
from runout.defaults import PENETRATION, ROUNDS
from runout.errors import RunoutError
from runout.web.studio_jobs import job_threads

if TYPE_CHECKING:
    from runout.blackjack.rules import Rules
    from runout.blackjack.shoe import Shoe
    from runout.blackjack.simulation import Simulation
    from runout.job import AnyJob

_COUNT = re.compile("[+-]?[0-9]{1,4}")


@dataclass(frozen=True)
class SimulationAsked:
    """What is asked."""

    rules: str = ""
    shoe: str = ""
    removed: str = ""
    strategy: str = "basic"
    rounds: int = ROUNDS
    penetration: float | None = PENETRATION
    rounds_per_shoe: int | None = None
    count: str | None = None
    bets: dict[str, float] | None = None
    """Units by true count, which JSON has as text."""
    seed: int = 0

    def check(self) -> Rules:
        """Refuse what cannot be played before any round is; the rules that are played by."""
        rules, shoe = self._table()
        Rounds(**self._settings()).checked(shoe)
        return rules

    def played(self, *, job: AnyJob) -> Simulation:
        """The rounds."""
        rules, shoe = self._table()
        settings = self._settings()
        return simulate(shoe, rules, self.strategy, **settings, threads=job_threads(), job=job)

    def _table(self) -> tuple[Rules, Shoe]:
        return at_table(self.rules, self.shoe, self.removed)

    def _settings(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "penetration": self.penetration,
            "rounds_per_shoe": self.rounds_per_shoe,
            "seed": self.seed,
            "count": self.count,
            "bets": None if self.bets is None else _by_count(self.bets),
        }


def _by_count(bets: dict[str, float]) -> dict[int, float]:
    found: dict[int, float] = {}
    for text, units in bets.items():
        if not _COUNT.fullmatch(text):
            raise RunoutError(f"bets {checks.shown(text)}: a true count such as 2 is expected")
        if int(text) in found:
            raise RunoutError(f"bets {checks.shown(text)}: this true count is named twice")
        found[int(text)] = units
    return found
