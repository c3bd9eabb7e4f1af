"""Lines: what was done so far, as text such as ``check / bet 120 / Qd / raise 500``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from runout import checks
from runout.errors import NotationError, Span
from runout.solver.betting import ALL_IN, BET, KINDS, Action
from runout.solver.chips import plain

_PART = re.compile("[^/]+")
_NUMBER = r"[0-9]{1,12}(?:\.[0-9]{1,12})?"
_ACTION = re.compile(
    rf"(fold|check|call|bet|raise|all-?in)(?:\s*(?:to\s*)?\(?({_NUMBER})\)?)?", re.IGNORECASE
)
_ALLOWED = "write fold, check, call, bet 120, raise 300 or all-in 900"


@dataclass(frozen=True)
class Line:
    """Actions from the root on, one after the other.

    >>> str(Line.parse("Check/bet 120 /  raise 500"))
    'check / bet 120 / raise 500'
    """

    actions: tuple[Action, ...]

    @classmethod
    def parse(cls, text: str) -> Line:
        """A line from text."""
        found = []
        for step, span in steps_of(text):
            action = parse_action(step)
            if action is None or (action.order >= BET and not action.amount):
                raise NotationError("line", text, span, f"is no action ({_ALLOWED})")
            found.append(action)
        if not found:
            raise NotationError("line", text, Span(0, len(text)), f"is empty ({_ALLOWED})")
        return cls(tuple(found))

    def __str__(self) -> str:
        return " / ".join(str(action) for action in self.actions)


def steps_of(text: str) -> list[tuple[str, Span]]:
    """The parts of a line between slashes, and where they stand.

    >>> [step for step, _ in steps_of("check / Qd/bet 50")]
    ['check', 'Qd', 'bet 50']
    """
    found = []
    for part in _PART.finditer(checks.text("line", text, "'check / bet 120'")):
        if step := part[0].strip():
            start = part.start() + part[0].index(step)
            found.append((step, Span(start, start + len(step))))
    return found


@lru_cache(maxsize=1024)
def parse_action(text: str) -> Action | None:
    """One action; None if the text is none. An all-in may be written without its amount."""
    match = _ACTION.fullmatch(text.strip())
    if match is None:
        return None
    kind = match[1].lower().replace("allin", "all-in")
    order = KINDS.index(kind)
    if (match[2] is not None) != (order >= BET) and not (order == ALL_IN and match[2] is None):
        return None
    return Action(order, plain(float(match[2] or 0)))
