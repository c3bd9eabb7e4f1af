"""Lines that a batch reports: nodes of a solution, with ``*`` for every next card."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runout.cards import DECK, parse_cards
from runout.errors import NotationError, RunoutError
from runout.solver.betting import DEAL, IP, OOP
from runout.solver.line import Choice, steps_of
from runout.suits import keeping, relabelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runout.cards import Card
    from runout.solution.node import SolutionNode
    from runout.solution.solution import Solution
    from runout.solver.spot import Spot
    from runout.solver.tree import Node

EVERY = "*"


class Reached(NamedTuple):
    """A node that a line leads to, and how many runouts it stands for."""

    node: SolutionNode
    runouts: int


def reached(solution: Solution, line: str) -> Iterator[Reached]:
    """The nodes that a line leads to; cards that suits alone tell apart come once."""
    found = [Reached(solution.root, 1)]
    for step in steps_of(line):
        if step.text == EVERY:
            found = [after for node, count in found for after in _dealt(solution, node, count)]
        else:
            found = [
                Reached(node.play(step.text, totals=step.totals), count) for node, count in found
            ]
    yield from found


def _dealt(solution: Solution, node: SolutionNode, count: int) -> Iterator[Reached]:
    board = parse_cards(node.board)
    # The first board's cards may change places among themselves, later ones stay where they are.
    first = len(solution.spot.cards)
    groups = (board[:first], *([card] for card in board[first:]))
    same = keeping(*groups, weights=solution.spot.weights)
    seen: set[Card] = set()
    for card in reversed(DECK):
        if card in board or card in seen:
            continue
        alike = {relabelled(card, suits) for suits in same}
        seen |= alike
        yield Reached(node.deal(card), count * len(alike))


def tree_node(spot: Spot, line: str) -> Node:
    """Where a line leads in the tree of a spot, whatever its board; it is refused if nowhere."""
    nodes = spot.tree.nodes
    number = 0
    for step in steps_of(line):
        node = nodes[number]
        if node.kind == DEAL:
            if step.text != EVERY and not _is_card(step.text):
                reason = "is no card, but one is dealt here (or *)"
                raise NotationError("line", line, step.span, reason)
            number = node.children[0]
        elif node.kind in (OOP, IP):
            choice = Choice(spot.tree.betting, node.state, node.actions)
            try:
                number = node.children[choice.meant(step.text, totals=step.totals)]
            except RunoutError as error:
                reason = str(error).removeprefix(repr(step.text)).strip()
                raise NotationError("line", line, step.span, reason) from None
        else:
            raise NotationError("line", line, step.span, "comes after the end of the hand")
    return nodes[number]


def _is_card(step: str) -> bool:
    try:
        return len(parse_cards(step)) == 1
    except RunoutError:
        return False
