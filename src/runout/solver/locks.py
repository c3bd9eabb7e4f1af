"""Locks: hands of a node that play as they are told, while all else is solved around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from runout.combos import Combo
from runout.errors import RunoutError
from runout.solver.place import Place, as_asked, board_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout import _core
    from runout.solver.loop import Loop
    from runout.solver.plan import Plan

    Array = NDArray[np.float64]
    Key = tuple[int, int, int]
    """Level, deal and node."""

_FIT_ROUNDS = 3000
_FIT_ERROR, _FIT_ALLOWED = 1e-9, 1e-5
_NEW_SHARE = 1e-3
_ALIKE = 0.01  # by so much, rounding makes hands differ that are the same up to the suits


class Locks:
    """Given strategies by level, deal and node: (actions, hands), NaN where a hand is free.

    Changes wait until the loop starts afresh, so that the old solution can be looked at meanwhile.
    """

    def __init__(self) -> None:
        self.tables: dict[Key, Array] = {}
        self.waiting = False

    def __len__(self) -> int:
        return len(self.tables)

    def apply(self, engine: _core.Solver) -> None:
        """Lock these hands in an engine, and no others."""
        engine.unlock()
        for (level, deal, node), table in self.tables.items():
            hands = np.flatnonzero(~np.isnan(table[0])).astype(np.int32)
            probabilities = np.ascontiguousarray(table[:, hands], dtype=np.float32)
            engine.lock(level, deal, node, hands, probabilities)

    def to_list(self) -> list[dict[str, Any]]:
        """The locks as plain data."""
        rows = []
        for key, table in self.tables.items():
            hands = np.flatnonzero(~np.isnan(table[0]))
            rows.append(
                {
                    "place": list(key),
                    "of": table.shape[1],
                    "hands": hands.tolist(),
                    "probabilities": table[:, hands].tolist(),
                }
            )
        return rows

    @classmethod
    def from_list(cls, rows: list[dict[str, Any]]) -> Locks:
        """The locks that `to_list` wrote."""
        locks = cls()
        for row in rows:
            probabilities = np.array(row["probabilities"], dtype=np.float64)
            table = np.full((len(probabilities), row["of"]), np.nan)
            table[:, row["hands"]] = probabilities
            level, deal, node = row["place"]
            locks.tables[level, deal, node] = table
        return locks


def lock(plan: Plan, loop: Loop, place: Place, table: Array) -> NDArray[np.bool_]:
    """Lock hands at a place: (actions, hands) by the cards asked for, NaN for hands left free.

    Suits that the solver treats alike stay alike: a lock holds for all hands that a relabelling of
    suits turns into each other there. Gives back which hands are locked now.
    """
    loop.check_resumable()
    player = plan.spot.tree.nodes[place.node].kind
    hands = plan.game.hands[player]
    solved = np.full(table.shape, np.nan)
    solved[:, hands.maps[place.symmetry]] = _checked(plan, place, player, table)
    solved = _extended(plan, place, player, solved)
    key = (place.level, place.deal, place.node)
    before = loop.locks.tables.get(key)
    if before is not None:
        solved = np.where(np.isnan(solved), before, solved)
    if not np.isnan(solved).all():
        loop.locks.tables[key] = solved
        loop.locks.waiting = True
    now: NDArray[np.bool_] = np.isfinite(as_asked(plan, place, player, solved)[0])
    return now


def unlock(plan: Plan, loop: Loop, place: Place) -> NDArray[np.bool_]:
    """Free all hands of a place; which ones were locked."""
    loop.check_resumable()
    before: NDArray[np.bool_] = np.isfinite(locked(plan, loop, place)[0])
    if loop.locks.tables.pop((place.level, place.deal, place.node), None) is not None:
        loop.locks.waiting = True
    return before


def locked(plan: Plan, loop: Loop, place: Place) -> Array:
    """The locks of a place, as `lock` takes them."""
    node = plan.spot.tree.nodes[place.node]
    size = len(node.children), len(plan.combos[node.kind])
    table = loop.locks.tables.get((place.level, place.deal, place.node), np.full(size, np.nan))
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
