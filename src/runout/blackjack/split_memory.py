"""What a player would gain who remembers every card of a split.

Split values elsewhere are for play without memory: each hand as if it had not been split, and
another split whenever it is allowed. Here hands are played one after the other, every card of the
hands before is known, and the total is as large as it can be. That takes minutes, so it is a tool:

    python -m runout.blackjack.split_memory "1D SPL1 NDAS"
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from runout import _core
from runout.blackjack.card_values import VALUES, parse_upcard, parse_values
from runout.blackjack.counting import full_shoe
from runout.blackjack.exhaustion import EmptyShoeError
from runout.blackjack.hand_numbers import all_hands
from runout.blackjack.rules import Rules, rules_of
from runout.blackjack.shoe import Shoe, checked_shoe
from runout.blackjack.strategy import SPLIT
from runout.blackjack.table import FirstHand, table_ev
from runout.errors import RunoutError
from runout.job import Job
from runout.threads import thread_count
from runout.watch import watched

if TYPE_CHECKING:
    from collections.abc import Callable


def remembered_split(
    pair: str,
    up: str,
    shoe: Shoe,
    rules: Rules | str,
    *,
    job: Job[float, float] | None = None,
) -> float:
    """The value of splitting a pair with perfect memory; pair and upcard are still in `shoe`.

    A `job` is stopped from other threads; nothing is left then.

    >>> from runout import blackjack as bj
    >>> value = remembered_split("99", "T", bj.Shoe(decks=1), "SPL1")
    >>> round(value - bj.hand_ev("99", "T", bj.Shoe(decks=1), "SPL1").split, 6)
    0.000328
    """
    values = parse_values(pair, "pair")
    if len(values) != 2 or values[0] != values[1]:
        raise RunoutError(f"pair {pair!r}: two cards of one value are needed, such as 88")
    job = Job.of(job, None)
    asked = (values[0], parse_upcard(up), checked_shoe(shoe), rules_of(rules))
    control = _core.Control()
    found = watched(lambda: _value(*asked, control), control, job=job)
    job.check("remembered_split")
    return found


def _value(value: int, up: int, shoe: Shoe, rules: Rules, control: _core.Control) -> float:
    if (rules.ace_hands if value == 0 else rules.hands) < 2:
        raise RunoutError(f"pair of {VALUES[value]}: no split under {rules}")
    if shoe.counts[up] < 1 or shoe.counts[value] < 2 + (up == value):
        raise RunoutError(f"shoe '{shoe}': too few cards for {2 * VALUES[value]} and {VALUES[up]}")
    found = _core.blackjack_split_memory(shoe.array, rules.kernel, up, value, control)
    if found.ran_out:
        raise EmptyShoeError(
            f"shoe '{shoe}': some way to play {2 * VALUES[value]} runs out of cards"
        )
    return found.value


def memory_gain(
    shoe: Shoe,
    rules: Rules | str,
    *,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
    job: Job[float, float] | None = None,
) -> float:
    """What perfect memory adds to the EV of a round with optimal play, in bets.

    With one split this takes seconds for one deck and minutes for eight. Every further split takes
    ten times as long and as much memory for one deck, and is out of reach for many. A `job` is
    stopped from other threads; nothing is left then.
    """
    job = Job.of(job, progress)
    rules, shoe = rules_of(rules), checked_shoe(shoe)
    deals = [deal for deal in table_ev(shoe, rules).deals() if deal.values[SPLIT] is not None]
    gained, control = 0.0, _core.Control()

    def gain(deal: FirstHand) -> float:
        goes_on = 1.0 if rules.hole == "ENHC" else 1 - deal.dealer_blackjack
        if goes_on <= 0:
            return 0.0
        pair = int(all_hands().pair[deal.hand])
        more = _value(pair, deal.up, shoe, rules, control) - deal.best
        return deal.chance * goes_on * max(0.0, more)

    with job.stopping(control.stop), ThreadPoolExecutor(thread_count(threads)) as pool:
        try:
            for done, part in enumerate(pool.map(gain, deals), start=1):
                job.check("memory_gain")
                gained += part
                job.report(done / len(deals))
        except BaseException:
            control.stop()
            raise
    return gained


def main() -> None:
    """Print the gain under the rules that the command line names."""
    words = " ".join(sys.argv[1:])
    try:
        rules = Rules(words)
        gained = memory_gain(full_shoe(rules), rules)
    except RunoutError as error:
        sys.exit(f"split_memory: {error}")
    sys.stdout.write(f"{rules}: perfect memory gains {100 * gained:.7f} % of a bet\n")


if __name__ == "__main__":
    main()
