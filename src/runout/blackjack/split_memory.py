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

import numpy as np

from runout import _core
from runout.blackjack.counting import full_shoe
from runout.blackjack.exhaustion import EmptyShoeError
from runout.blackjack.hands import all_hands
from runout.blackjack.rules import Rules, rules_of
from runout.blackjack.shoe import Shoe, checked_shoe
from runout.blackjack.table import DEAL_COLUMNS, table_ev
from runout.blackjack.values import VALUES, parse_upcard, parse_values
from runout.errors import RunoutError
from runout.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable


def remembered_split(pair: str, up: str, shoe: Shoe, rules: Rules | str) -> float:
    """The value of splitting a pair with perfect memory; pair and upcard are still in `shoe`.

    >>> from runout import blackjack as bj
    >>> value = remembered_split("99", "T", bj.Shoe(decks=1), "SPL1")
    >>> round(value - bj.hand_ev("99", "T", bj.Shoe(decks=1), "SPL1").split, 6)
    0.000328
    """
    values = parse_values(pair, "pair")
    if len(values) != 2 or values[0] != values[1]:
        raise RunoutError(f"pair {pair!r}: two cards of one value are needed, such as 88")
    return _value(values[0], parse_upcard(up), checked_shoe(shoe), rules_of(rules))


def _value(value: int, up: int, shoe: Shoe, rules: Rules) -> float:
    if (rules.ace_hands if value == 0 else rules.hands) < 2:
        raise RunoutError(f"pair of {VALUES[value]}: no split under {rules}")
    if shoe.counts[up] < 1 or shoe.counts[value] < 2 + (up == value):
        raise RunoutError(f"shoe '{shoe}': too few cards for {2 * VALUES[value]} and {VALUES[up]}")
    found, ran_out, _ = _core.blackjack_split_memory(shoe.array, rules.kernel, up, value)
    if ran_out:
        raise EmptyShoeError(
            f"shoe '{shoe}': some way to play {2 * VALUES[value]} runs out of cards"
        )
    return found


def memory_gain(
    shoe: Shoe,
    rules: Rules | str,
    *,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> float:
    """What perfect memory adds to the EV of a round with optimal play, in bets.

    With one split this takes seconds for one deck and minutes for eight. Every further split takes
    ten times as long and as much memory for one deck, and is out of reach for many.
    """
    rules, shoe = rules_of(rules), checked_shoe(shoe)
    column = {name: at for at, name in enumerate(DEAL_COLUMNS)}
    rows = table_ev(shoe, rules).deals()
    rows = rows[~np.isnan(rows[:, column["split"]])]
    gained, done = 0.0, 0

    def gain(row: list[float]) -> float:
        pair, up = int(all_hands().pair[int(row[column["hand"]])]), int(row[column["up"]])
        goes_on = 1.0 if rules.hole == "ENHC" else 1 - row[column["dealer_blackjack"]]
        if goes_on <= 0:
            return 0.0
        more = _value(pair, up, shoe, rules) - row[column["best"]]
        return row[column["chance"]] * goes_on * max(0.0, more)

    with ThreadPoolExecutor(thread_count(threads)) as pool:
        for part in pool.map(gain, rows.tolist()):
            gained, done = gained + part, done + 1
            if progress is not None:
                progress(done / len(rows))
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
