"""Actions by what they are, ``bet 33%``: the same name whatever the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.solver.betting import ALL_IN, BET, KINDS, situation_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runout.solver.betting import Action, Betting, Point


def action_names(betting: Betting, state: Point, actions: Sequence[Action]) -> list[str]:
    """What each action at a point is called: by its size as the spot writes it.

    An amount that no size wrote is a percentage of the pot; chips that were written stay chips. A
    line may have each of them as a step.
    """
    written: dict[Action, str] = {}
    for offer in betting.offers(state):
        if offer.action is not None and offer.written:
            written.setdefault(offer.action, offer.written)
    names = [_name(betting, state, action, written.get(action)) for action in actions]
    return [
        str(action) if names.count(name) > 1 else name
        for name, action in zip(names, actions, strict=True)
    ]


def _name(betting: Betting, state: Point, action: Action, written: str | None) -> str:
    if action.order < BET:
        return str(action)
    kind = KINDS[action.order]
    if action.order == ALL_IN:
        return kind
    if written is None:
        at = situation_at(betting, state)
        amount = betting.units.count(action.amount) or 0
        return f"{kind} {100 * (amount - at.faced) / at.pot:.0f}%"
    return f"{kind} {written}" if written[-1] in "%xXeE" else str(action)
