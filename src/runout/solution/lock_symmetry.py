"""Locking hands at a place of a solution, suits that are alike together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from runout.combos import Combo
from runout.errors import RunoutError
from runout.solution.values import Place, as_asked, board_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solver.engine import Locks
    from runout.solver.plan import Plan

    Array = NDArray[np.float64]

_ALIKE = 0.01  # by so much, rounding makes hands differ that are the same up to the suits


def lock(plan: Plan, locks: Locks, place: Place, table: Array) -> NDArray[np.bool_]:
    """Lock hands at a place: (actions, hands) by the cards asked for, NaN for hands left free.

    Suits that the solver treats alike stay alike: a lock holds for all hands that a relabelling of
    suits turns into each other there. Gives back which hands are locked now.
    """
    player = plan.spot.tree.nodes[place.node].kind
    hands = plan.game.hands[player]
    solved = np.full(table.shape, np.nan)
    solved[:, hands.maps[place.symmetry]] = _checked(plan, place, player, table)
    solved = _extended(plan, place, player, solved)
    solved = locks.put(place.where, solved)
    now: NDArray[np.bool_] = np.isfinite(as_asked(plan, place, player, solved)[0])
    return now


def unlock(plan: Plan, locks: Locks, place: Place) -> NDArray[np.bool_]:
    """Free all hands of a place; which ones were locked."""
    before: NDArray[np.bool_] = np.isfinite(locked(plan, locks, place)[0])
    locks.free(place.where)
    return before


def locked(plan: Plan, locks: Locks, place: Place) -> Array:
    """The locks of a place, as `lock` takes them."""
    node = plan.spot.tree.nodes[place.node]
    size = len(node.children), len(plan.combos[node.kind])
    table = locks.tables.get(place.where, np.full(size, np.nan))
    return as_asked(plan, place, node.kind, table)


def _checked(plan: Plan, place: Place, player: int, table: Array) -> Array:
    """The table with columns that sum to one, free where the board blocks a hand."""
    asked = np.array(table, dtype=np.float64)
    cards = plan.game.hands[player].cards
    blocked = np.isin(cards, [int(card) for card in place.cards]).any(axis=1)
    asked[:, blocked] = np.nan
    given = ~np.isnan(asked).all(axis=0)
    sums = asked.sum(axis=0)
    bad = given & ~((asked >= 0).all(axis=0) & (np.abs(sums - 1) <= 1e-6))
    if bad.any():
        hand = int(np.flatnonzero(bad)[0])
        numbers = ", ".join(f"{part:g}" for part in asked[:, hand])
        raise RunoutError(
            f"lock of {_name(plan, player, hand)}: probabilities {numbers}: "
            "one for each action, from 0 up, that sum to 1"
        )
    asked /= sums
    return asked


def _extended(plan: Plan, place: Place, player: int, table: Array) -> Array:
    """The table with every lock on all hands that are the same up to the suits."""
    maps = plan.game.hands[player].maps[list(plan.game.levels[place.level].maps[place.deal])]
    images = [table[:, to] for to in maps]
    count = np.sum(np.isfinite(images), axis=0)
    total = np.nansum(images, axis=0)
    mean: Array = np.divide(total, count, out=np.full(table.shape, np.nan), where=count > 0)
    apart = np.nan_to_num(np.abs(images - table)).max(axis=1)
    if apart.max() > _ALIKE:
        number, hand = np.unravel_index(apart.argmax(), apart.shape)
        back = plan.game.hands[player].maps[place.symmetry]
        asked = [int(np.flatnonzero(back == h)[0]) for h in sorted((hand, maps[number, hand]))]
        names = " and ".join(_name(plan, player, h) for h in asked)
        raise RunoutError(
            f"locks of {names} differ, but on {board_text(plan, place)} "
            "their suits are alike; lock them alike, or solve with isomorphism=False"
        )
    return mean


def _name(plan: Plan, player: int, hand: int) -> str:
    return str(Combo.at(int(plan.combos[player][hand])))
