"""Lines: what was done so far, as text such as ``check / bet 120 / Qd / raise 500``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from runout import checks
from runout.errors import NotationError, Span
from runout.solver.betting import ALL_IN, BET, KINDS, Action
from runout.solver.chips import plain

_PART = re.compile("[^/]+")
_PIO_PART = re.compile("[^:]+")
_PIO_ROOT = re.compile(r"\s*r\s*:\s*0\s*(?::|$)")
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
        for step in steps_of(text):
            action = parse_action(step.text)
            if action is None or (action.order >= BET and not action.amount):
                raise NotationError("line", text, step.span, f"is no action ({_ALLOWED})")
            found.append(action)
        if not found:
            raise NotationError("line", text, Span(0, len(text)), f"is empty ({_ALLOWED})")
        return cls(tuple(found))

    def __str__(self) -> str:
        return " / ".join(str(action) for action in self.actions)


class Step(NamedTuple):
    """One step of a line as it is written, and where it stands."""

    text: str
    span: Span
    totals: bool = False
    """Whether chips are counted from the start of the hand, as PioSOLVER does."""


def steps_of(text: str) -> list[Step]:
    """The parts of a line between slashes, or between the colons of a PioSOLVER line.

    >>> [step.text for step in steps_of("check / Qd/bet 50")]
    ['check', 'Qd', 'bet 50']
    >>> [step.text for step in steps_of("r:0:c:b120")]
    ['c', 'b120']
    """
    line = checks.text("line", text, "'check / bet 120'")
    totals = ":" in line
    found = []
    for part in (_PIO_PART if totals else _PART).finditer(line):
        if step := part[0].strip():
            start = part.start() + part[0].index(step)
            found.append(Step(step, Span(start, start + len(step)), totals))
    return found[2:] if starts_at_root(line) else found


def starts_at_root(line: str) -> bool:
    """Whether a line is PioSOLVER's and tells the way from the start of the hand.

    >>> starts_at_root("r:0:c:b120"), starts_at_root("check / bet 120")
    (True, False)
    """
    return _PIO_ROOT.match(line) is not None


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
