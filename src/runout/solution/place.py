"""Finding one's way in a plan: actions and cards lead to a node, a deal and both reaches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from runout.cards import Card, format_cards
from runout.errors import RunoutError
from runout.solver.betting import IP, OOP
from runout.solver.engine import Where
from runout.suits import relabelled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solver.engine import Profile
    from runout.solver.plan import Plan
    from runout.solver.tree import Node

T = TypeVar("T", bound=np.generic)
Reaches = tuple["NDArray[np.float64]", "NDArray[np.float64]"]
"""In double precision: on lines that hardly anybody takes, single precision has no such numbers."""


@dataclass(frozen=True)
class Place:
    """A node after some cards. Hands are those of the solved deal, which may differ by suits."""

    node: int
    level: int
    deal: int
    cards: tuple[Card, ...]
    """Cards dealt since the root, as they were asked for."""
    symmetry: int
    """Number of the relabelling that turns them into the cards that were solved."""
    reach: Reaches

    @property
    def where(self) -> Where:
        """The place as an engine knows it."""
        return Where(self.level, self.deal, self.node)


def root_place(plan: Plan) -> Place:
    """The root, where both players reach with the weights of their ranges."""
    oop, ip = (plan.game.hands[player].weight for player in (OOP, IP))
    return Place(0, 0, 0, (), 0, (oop, ip))


def acted(strategy: Profile, place: Place, node: Node, number: int) -> Place:
    """The place after an action: the actor's reach is multiplied by its probability."""
    reach = list(place.reach)
    reach[node.kind] = reach[node.kind] * strategy_at(strategy, place)[number]
    return replace(place, node=node.children[number], reach=(reach[0], reach[1]))


def strategy_at(strategy: Profile, place: Place) -> NDArray[np.float32]:
    """The average strategy at a place: (actions, hands)."""
    return strategy.reader.strategy(place.where)


def dealt(plan: Plan, place: Place, card: Card) -> Place:
    """The place after a card, on the deal that stands for it."""
    if card in plan.spot.cards or card in place.cards:
        raise RunoutError(f"{str(card)!r} is already on the board {board_text(plan, place)}")
    level, deals = place.level + 1, plan.game.levels[place.level + 1]
    image = relabelled(int(card), plan.symmetries[place.symmetry])
    for number in plan.game.levels[place.level].maps[place.deal]:
        solved = relabelled(image, plan.symmetries[number])
        found = np.flatnonzero((deals.parent == place.deal) & (deals.card == solved))
        if len(found):
            break
    suits = tuple(plan.symmetries[number][suit] for suit in plan.symmetries[place.symmetry])
    reach = [
        np.where((hands.cards == solved).any(axis=1), 0.0, here)
        for hands, here in zip(plan.game.hands, place.reach, strict=True)
    ]
    return Place(
        plan.spot.tree.nodes[place.node].children[0],
        level,
        int(found[0]),
        (*place.cards, card),
        plan.symmetries.index(suits),
        (reach[0], reach[1]),
    )


def board_text(plan: Plan, place: Place) -> str:
    """The board at a place, as it was asked for."""
    return format_cards((*plan.spot.cards, *place.cards))


def as_asked(plan: Plan, place: Place, player: int, values: NDArray[T]) -> NDArray[T]:
    """Values by hand (the last axis) of the solved deal, for the cards that were asked for."""
    return values[..., plan.game.hands[player].maps[place.symmetry]]
