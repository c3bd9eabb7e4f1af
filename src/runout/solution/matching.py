"""Actions of two betting trees that belong together, by kind and order."""

from __future__ import annotations

from runout.cards import Card
from runout.errors import RunoutError
from runout.solution.node import SolutionNode


def match_actions(first: list[str], second: list[str]) -> list[tuple[int | None, int | None]]:
    """Actions that belong together by kind and order, then those of each alone.

    >>> match_actions(["check", "bet 60", "bet 120"], ["check", "bet 90", "all-in 900"])
    [(0, 0), (1, 1), (2, None), (None, 2)]
    """
    keys = [_by_kind(actions) for actions in (first, second)]
    found: list[tuple[int | None, int | None]] = [
        (number, keys[1].get(key)) for key, number in keys[0].items()
    ]
    return found + [(None, number) for key, number in keys[1].items() if key not in keys[0]]


def counterpart(node: SolutionNode, start: SolutionNode) -> SolutionNode:
    """The node of another solution that the same line leads to, by name or by kind and order."""
    here, there = SolutionNode(node.cache), start
    for step in node.steps:
        word = str(step) if isinstance(step, Card) else here.actions[step]
        there = there.play(_known(word, here, there, node.line))
        here = here.play(word)
    return there


def _known(word: str, here: SolutionNode, there: SolutionNode, line: str) -> str:
    """A step as the other tree has it."""
    if here.kind != "action" or word in there.actions:
        return word
    number = dict(match_actions(here.actions, there.actions))[here.actions.index(word)]
    if number is None:
        after = f"after {there.line!r}" if there.line else "at the start"
        known = ", ".join(there.actions) or there.kind
        raise RunoutError(f"line {line!r}: {word!r} {after} has no counterpart ({known})")
    return there.actions[number]


def _by_kind(actions: list[str]) -> dict[tuple[str, int], int]:
    kinds = [action.partition(" ")[0] for action in actions]
    return {(kind, kinds[:number].count(kind)): number for number, kind in enumerate(kinds)}
