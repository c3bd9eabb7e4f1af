"""Hands of a node that play as they are told: as people write them, locked, and listed again.

Suits that are alike are locked together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.cards import Card
from runout.checks import shown
from runout.combos import COMBOS, Combo
from runout.errors import RunoutError
from runout.ranges import Range
from runout.solution.values import Place, as_asked, board_text
from runout.solver.betting import DEAL
from runout.solver.lock import naming_lock
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode
    from runout.solution.solution import Solution
    from runout.solver.engine import Locks, Where
    from runout.solver.lock import Lock
    from runout.solver.plan import Plan

    Array = NDArray[np.float64]

LockTable = Mapping[str | Combo | Range, Mapping[str, float]]
"""What each hand, or each hand of a range, does: ``{"KsJs": {"call": 1.0}}``."""
_ALIKE = 0.01  # by so much, rounding makes hands differ that are the same up to the suits
_ROUNDING = 1e-6
_SHARED = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,12})?)\s*%\s+(.+)")


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


@dataclass(frozen=True)
class LockedNode:
    """One node where hands play as they are told."""

    line: str
    player: str
    hands: Range
    frequencies: dict[str, float]
    """What those hands do together, each counted by its weight at the start."""

    def to_dict(self) -> dict[str, Any]:
        """The node as plain data."""
        return {
            "line": self.line,
            "player": self.player,
            "hands": str(self.hands),
            "frequencies": self.frequencies,
        }

    def __str__(self) -> str:
        does = ", ".join(f"{action} {100 * f:.0f} %" for action, f in self.frequencies.items() if f)
        hands = f"{self.hands.combos:g} combo{'s' * (self.hands.combos != 1)}"
        return f"{self.line or '(start)'}: {hands} of {self.player} {does}"


def locked_nodes(plan: Plan, locks: Locks) -> list[LockedNode]:
    """Every node with locked hands, street by street; deals as the solved ones."""
    return [_node(plan, where, table) for where, table in sorted(locks.tables.items())]


def _node(plan: Plan, where: Where, table: np.ndarray[Any, np.dtype[np.float64]]) -> LockedNode:
    node = plan.spot.tree.nodes[where.node]
    hands = np.isfinite(table[0])
    weights = np.zeros(COMBOS)
    weights[plan.combos[node.kind][hands]] = 1.0
    often = np.average(table[:, hands], axis=1, weights=plan.game.hands[node.kind].weight[hands])
    named = zip(map(str, node.actions), often.tolist(), strict=True)
    return LockedNode(
        _line(plan, where), PLAYERS[node.kind], Range.from_weights(weights), dict(named)
    )


def _line(plan: Plan, where: Where) -> str:
    """How one gets there, by the cards of the deal that was solved."""
    nodes, words = plan.spot.tree.nodes, []
    level, deal, number = where
    while number:
        above = nodes[number].parent
        if nodes[above].kind == DEAL:
            words.append(str(Card(int(plan.game.levels[level].card[deal]))))
            level, deal = level - 1, int(plan.game.levels[level].parent[deal])
        else:
            words.append(str(nodes[above].actions[nodes[above].children.index(number)]))
        number = above
    return " / ".join(reversed(words))


def locked_words(count: int, *, waiting: bool = False) -> str:
    """What is said of a solution that has locks.

    >>> locked_words(3, waiting=False), locked_words(1, waiting=True)
    ('locked game: 3 nodes', 'locked game: 1 node, not solved yet (resume)')
    """
    what = f"locked game: {count} node{'s' * (count != 1)}"
    return what + ", not solved yet (resume)" * waiting


def lock_table(
    node: SolutionNode,
    hands: LockTable | Range | str | None,
    strategy: Mapping[str, float] | None,
) -> NDArray[np.float64]:
    """The strategies that are asked for: (actions, hands), NaN for hands left free."""
    player = _acting(node)
    if hands is None:
        return node.values.strategy.copy()
    if not isinstance(hands, Mapping):
        if strategy is None:
            raise RunoutError(f"lock of {_named(hands)}: name what it does, {{'call': 1.0}}")
        if not isinstance(hands, str | Combo | Range):
            raise RunoutError(f"lock of {shown(hands)}: hands such as 'QQ+' are expected")
        hands = {hands: strategy}
    elif strategy is not None:
        raise RunoutError("lock: a table says what each hand does; there is nothing more to name")
    combos = node.combos(player)
    table = np.full((len(node.actions), len(combos)), np.nan)
    for which, does in hands.items():
        table[:, _rows(node, player, combos, which)] = _shares(node, which, does)[:, None]
    return table


def rows_of(node: SolutionNode, hands: Range | str) -> NDArray[np.bool_]:
    """Which hands of the player to act are meant and possible here."""
    player = _acting(node)
    combos = node.combos(player)
    found = np.zeros(len(combos), dtype=bool)
    found[_rows(node, player, combos, hands)] = True
    return found


def read_lock(text: str) -> tuple[str, dict[str, float]]:
    """Hands and what they do, from one line; shares stand before their actions.

    >>> read_lock("QQ+, AKs = call"), read_lock("AA = 40% raise 300, 60% call")
    (('QQ+, AKs', {'call': 1.0}), ('AA', {'raise 300': 0.4, 'call': 0.6}))
    """
    hands, sign, plays = checks.text("lock", text, "'QQ+ = call'").partition("=")
    parts = [part.strip() for part in plays.split(",")]
    if not sign or not hands.strip() or not all(parts):
        raise RunoutError(f"lock {shown(text)}: write QQ+ = call, or AA = 40% call, 60% fold")
    does: dict[str, float] = {}
    for part in parts:
        found = _SHARED.fullmatch(part)
        share, action = (float(found[1]) / 100, found[2]) if found else (1.0, part)
        if action in does:
            raise RunoutError(f"lock {shown(text)}: {action} is named twice")
        does[action] = share
    return hands.strip(), does


def action_numbers(node: SolutionNode, frequencies: Mapping[str, float]) -> dict[int, float]:
    """Frequencies by the number of the action."""
    _acting(node)
    if not isinstance(frequencies, Mapping):
        raise RunoutError(f"frequencies {shown(frequencies)}: write {{'check': 0.6}}")
    return {
        _number(node, action): checks.number(f"frequency of {shown(action)}", often)
        for action, often in frequencies.items()
    }


def _acting(node: SolutionNode) -> str:
    if node.player is None:
        raise RunoutError(f"line {node.line!r}: nobody acts here, so there is nothing to lock")
    return node.player


def _rows(
    node: SolutionNode, player: str, combos: list[Combo], which: str | Combo | Range
) -> list[int]:
    """The hands of the player that are meant and possible here."""
    wanted = which if isinstance(which, Range) else Range(_text(which))
    possible = set(node.possible(player).tolist())
    rows = [i for i, combo in enumerate(combos) if combo in wanted and i in possible]
    if not rows:
        raise RunoutError(f"lock of {_named(which)}: not among {player}'s hands here")
    return rows


def _shares(
    node: SolutionNode, which: str | Combo | Range, does: Mapping[str, float]
) -> NDArray[np.float64]:
    if not isinstance(does, Mapping):
        raise RunoutError(f"lock of {_named(which)}: name what it does, {{'call': 1.0}}")
    shares = np.zeros(len(node.actions))
    for action, share in does.items():
        name = f"lock of {_named(which)}: {action}"
        shares[_number(node, action)] = checks.number(name, share, 0, 1, what="a share")
    if abs(shares.sum() - 1) > _ROUNDING:
        raise RunoutError(f"lock of {_named(which)}: the shares sum to {shares.sum():g}, not to 1")
    return shares


def _text(hands: str | Combo) -> str:
    return str(hands) if isinstance(hands, Combo) else checks.text("hands", hands, "'QQ+'")


def _named(hands: object) -> str:
    """The hands of a lock, as errors name them."""
    return shown(str(hands) if isinstance(hands, Combo | Range) else hands)


def _number(node: SolutionNode, action: str) -> int:
    return node.actions.index(node.play(action).line.rpartition(" / ")[2])


def lock_plays(solution: Solution, locks: Iterable[Lock]) -> None:
    """Lock the hands that all do the same."""
    for number, asked in enumerate(locks, start=1):
        if asked.play:
            with naming_lock(number):
                node = solution[asked.line]
                node.lock(Range("random") if asked.hands is None else asked.hands, asked.shares)


def lock_frequencies(solution: Solution, locks: Iterable[Lock]) -> None:
    """Lock how often ranges take actions, each as near as can be to how it plays now."""
    for number, asked in enumerate(locks, start=1):
        if asked.frequencies:
            with naming_lock(number):
                solution[asked.line].lock_frequencies(asked.shares, asked.hands)


def has_frequencies(locks: Iterable[Lock]) -> bool:
    """Whether some are about frequencies, which need a solution to start from."""
    return any(asked.frequencies for asked in locks)
