"""Locks as people write them: hands or ranges, and what they do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from runout import checks
from runout.checks import shown
from runout.combos import Combo
from runout.errors import RunoutError
from runout.ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode

LockTable = Mapping[str | Combo | Range, Mapping[str, float]]
"""What each hand, or each hand of a range, does: ``{"KsJs": {"call": 1.0}}``."""

_ROUNDING = 1e-6
_SHARED = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,12})?)\s*%\s+(.+)")


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
