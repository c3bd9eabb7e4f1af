"""What every hand is worth at a place: EV, equity, realised equity, by hand and by action.

Actions and cards lead to a place in a plan: a node, a deal and both reaches.
Passes give counterfactual sums: over the opponent's hands, each by its reach. Divided by the
opponent's compatible reach they are what a player means by the value of a hand; card removal is
exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from runout.alike import Alike
from runout.cards import Card, format_cards
from runout.errors import RunoutError
from runout.solver.betting import FOLD, IP, OOP
from runout.solver.engine import Where
from runout.solver.plan import scaled
from runout.suits import relabelled

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from runout.solver.engine import Profile
    from runout.solver.plan import Plan
    from runout.solver.tree import Node

    Array = NDArray[np.float64]

# The value of a hand that meets a smaller share of the opponent's range than this hangs on the last
# digits of his strategy: it counts in averages, as often as it is met, and is not shown by itself.
LEAST_SHARE = 1e-4
_RESOLVED = 1e-25
"""Beside a largest reach of 1, single precision has less than this, but not far below it."""
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


def means(
    values: Array, weight: Array, groups: NDArray[np.integer] | None = None, count: int = 1
) -> Array:
    """The mean of each group over the hands that have a value; NaN where none is met."""
    known = np.isfinite(values) & (weight > 0)
    group = np.zeros(int(known.sum()), dtype=np.intp) if groups is None else groups[known]
    total = np.bincount(group, weight[known], count)
    summed = np.bincount(group, weight[known] * values[known], count)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean: Array = np.where(total > 0, summed / total, np.nan)
    return mean


def eqr_of(ev: Array, equity: Array, pot: float) -> Array:
    """EV over pot times equity, of hands or of means; NaN where there is next to no equity."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Array = np.where(equity > LEAST_SHARE, ev / (pot * equity), np.nan)
    return found


def frequencies(actions: list[str], strategy: Array, reach: Array, counts: Array) -> list[float]:
    """How often each action is taken over the range.

    Where the opponent never comes, over what the player would have; without hands, evenly.
    """
    weight = counts if counts.any() else reach
    if not weight.sum() > 0:
        return [1 / len(actions)] * len(actions)
    return [float(means(row, weight)[0]) for row in strategy]


@dataclass(frozen=True, eq=False)
class PlayerValues(Alike):
    """One player's hands at a node. Values that do not exist are NaN.

    Those of hands that are hardly ever met are there for averages; tables leave them out.
    """

    reach: Array
    """Weight of each hand times the probability that the player's own actions lead here."""
    weight: Array
    """Reach times the opponent's compatible reach: what each hand counts in averages."""
    ev: Array
    realised_equity: Array
    """Share of the final pot that the hand takes when both play on, folds counted whole."""
    equity: Array
    """Showdown equity against the opponent's hands that reach the node."""
    eqr: Array
    """EV over the pot times equity; missing where that is next to nothing."""
    met: NDArray[np.bool_]
    """Whether a hand meets enough of the opponent's range to have its values shown."""


@dataclass(frozen=True, eq=False)
class NodeValues(Alike):
    """Both players' hands at a node, and the actions of the one to act: (actions, hands).

    Where nobody acts there are no actions.
    """

    players: tuple[PlayerValues, PlayerValues]
    strategy: Array
    action_ev: Array
    """EV of each action, the chips that it adds taken off."""
    action_realised_equity: Array
    """Realised equity of each action."""


@dataclass(frozen=True, eq=False)
class ActionValues(Alike):
    """What the player to act does and gets: (actions, hands), hands as on the solved deal.

    The strategy is that of all hands. EV and realised equity are NaN where a hand does not get here
    or is hardly ever met.
    """

    reach: Array
    weight: Array
    """What each hand counts in averages."""
    met: NDArray[np.bool_]
    strategy: Array
    ev: Array
    """EV of each action, the chips that it adds taken off."""
    realised_equity: Array


def action_values(plan: Plan, solved: Profile, place: Place) -> ActionValues:
    """The actions of the player to act, without the pass that his opponent needs."""
    player = plan.spot.tree.nodes[place.node].kind
    strategy, ev, realised = _actions(plan, solved, place)
    reach, compatible = place.reach[player], _compatible(plan, place, player)
    met = _met(place, player, compatible)
    missing = (reach <= 0) | ~met
    for worth in (ev, realised):
        worth[:, missing] = np.nan
    return ActionValues(reach, reach * compatible, met, strategy, ev, realised)


def node_values(plan: Plan, solved: Profile, place: Place) -> NodeValues:
    """Everything about a node, in one pass for each player."""
    actor = plan.spot.tree.nodes[place.node].kind
    worth: list[tuple[Array, Array]] = [(np.empty(0), np.empty(0))] * 2
    actions = [np.empty((0, 0))] * 3
    for player in (OOP, IP):
        if player == actor:
            actions = _actions(plan, solved, place)
            taken = actions[0] * (place.reach[actor] > 0)
            worth[actor] = _mixed(taken, actions[1]), _mixed(taken, actions[2])
            for values in actions:
                values[:, ~(place.reach[actor] > 0)] = np.nan
            actions = [as_asked(plan, place, actor, values) for values in actions]
        else:
            ev, realised = _worth(plan, solved, place, [place.node], player)
            worth[player] = ev[0], realised[0]
    oop, ip = (player_values(plan, place, player, *worth[player]) for player in (OOP, IP))
    return NodeValues((oop, ip), *actions)


def range_weights(plan: Plan, place: Place, player: int) -> tuple[Array, Array]:
    """Reach of each hand, and reach times the opponent's compatible reach."""
    reach = place.reach[player]
    both = (reach, reach * _compatible(plan, place, player))
    return as_asked(plan, place, player, both[0]), as_asked(plan, place, player, both[1])


def _mixed(strategy: Array, values: Array) -> Array:
    """The mean over actions; an action never taken counts nothing, even if its value is missing."""
    mixed: Array = np.where(strategy > 0, strategy * values, 0.0).sum(axis=0)
    return mixed


def _actions(plan: Plan, solved: Profile, place: Place) -> list[Array]:
    """What the player to act does, and each action's EV and realised equity for his hands."""
    tree = plan.spot.tree
    node = tree.nodes[place.node]
    folds = np.array([tree.nodes[child].kind == FOLD for child in node.children])
    others = [child for child in node.children if tree.nodes[child].kind != FOLD]
    met = _compatible(plan, place, node.kind) > 0
    ev, realised = (np.full((len(folds), len(met)), np.nan) for _ in range(2))
    ev[~folds], realised[~folds] = _worth(plan, solved, place, others, node.kind)
    added = [tree.nodes[child].put[node.kind] - node.put[node.kind] for child in node.children]
    ev -= np.array(added)[:, None]
    for fold in np.flatnonzero(folds):  # worth nothing, whatever the passes round it to
        ev[fold, met] = realised[fold, met] = 0.0
    return [strategy_at(solved, place).astype(np.float64), ev, realised]


def _worth(
    plan: Plan, solved: Profile, place: Place, nodes: list[int], player: int
) -> tuple[Array, Array]:
    """EV and realised equity at nodes: (nodes, hands), against the reach at the place."""
    tree = plan.spot.tree
    places = [place.where._replace(node=node) for node in nodes]

    def sums(reach: NDArray[np.float32]) -> NDArray[np.float32]:
        return solved.reader.both_values(player, places, reach)

    values = _per_met(plan, place, player, sums, (2, len(nodes)))
    put = np.array([tree.betting.pot / 2 + tree.nodes[node].put[player] for node in nodes])
    return values[0] + put[:, None], np.clip(values[1], 0.0, 1.0)  # rounding may go beyond


def best_ev(plan: Plan, solved: Profile, place: Place, player: int) -> Array:
    """EV of each hand of a player who replies at his best from here on, as it was asked for."""

    def sums(reach: NDArray[np.float32]) -> NDArray[np.float32]:
        return solved.reader.values(player, place.where, reach, policy="best")

    tree = plan.spot.tree
    put = tree.betting.pot / 2 + tree.nodes[place.node].put[player]
    return as_asked(plan, place, player, _per_met(plan, place, player, sums) + put)


def _per_met(
    plan: Plan,
    place: Place,
    player: int,
    sums: Callable[[NDArray[np.float32]], NDArray[np.float32]],
    shape: tuple[int, ...] = (),
) -> Array:
    """Sums over the opponent's reach, for each unit of it that a hand (the last axis) meets."""
    reach, left = place.reach[1 - player], _compatible(plan, place, player) > 0
    values: Array = np.full((*shape, len(left)), np.nan)
    while left.any():
        single = scaled(reach)
        summed = sums(single)
        compatible = plan.game.compatible_weight(player, single)
        here = left & (compatible > _RESOLVED)
        np.divide(summed, compatible, out=values, where=here)
        # Hands that meet only what single precision hardly has are valued against that alone.
        left &= ~here
        reach = np.where(single > _RESOLVED, 0.0, reach)
    return values


def _compatible(plan: Plan, place: Place, player: int) -> Array:
    """The opponent's reach that each hand meets, the largest of one of his hands as 1."""
    reach = place.reach[1 - player]
    return plan.game.compatible_weight(player, reach / (reach.max() or 1.0))


def _met(place: Place, player: int, compatible: Array) -> NDArray[np.bool_]:
    """Which hands meet enough of the opponent's reach to have their values shown."""
    reach = place.reach[1 - player]
    met: NDArray[np.bool_] = compatible * (reach.max() or 1.0) > LEAST_SHARE * reach.sum()
    return met


def player_values(
    plan: Plan, place: Place, player: int, ev: Array, realised: Array
) -> PlayerValues:
    """One player's values, given his EV and realised equity on the solved deal."""
    compatible = _compatible(plan, place, player)
    missing = (place.reach[player] <= 0) | (compatible <= 0)
    met = _met(place, player, compatible)
    ev, realised = (
        as_asked(plan, place, player, np.where(missing, np.nan, values))
        for values in (ev, realised)
    )
    equity = np.where(np.isnan(ev), np.nan, showdown_equity(plan, place, player))
    pot = plan.spot.tree.pots[place.node]
    eqr = eqr_of(ev, equity, pot)
    weights = range_weights(plan, place, player)
    return PlayerValues(*weights, ev, realised, equity, eqr, as_asked(plan, place, player, met))


def showdown_equity(plan: Plan, place: Place, player: int) -> Array:
    """Showdown equity of each hand against the opponent's hands that reach the place."""
    reach = as_asked(plan, place, 1 - player, place.reach[1 - player])
    return plan.showdown_equity(player, place.cards, reach)
