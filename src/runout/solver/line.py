"""Lines: what was done so far, as text such as ``check / bet 120 / Qd / raise 500``.

A step is found among what may be done at a point of the game. Besides the full words (``bet 120``)
these are read: the signs of the grid (``X``, ``B1``), a kind alone where there is one of it
(``bet``), sizes (``bet 60%``, ``raise 2.5x``), and PioSOLVER's ``b120``, which counts what a player
has put in since the start of the hand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from runout import checks
from runout.checks import shown
from runout.errors import NotationError, RunoutError, Span
from runout.solver.betting import (
    ALL_IN,
    BET,
    CALL,
    CHECK,
    FOLDS,
    KINDS,
    RAISE,
    Action,
    letters,
    situation_at,
)
from runout.solver.sizes import parse_sizes, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runout.solver.betting import Betting, Point
    from runout.solver.sizes import Size

_PART = re.compile("[^/]+")
_PIO_PART = re.compile("[^:]+")
_PIO_ROOT = re.compile(r"\s*r\s*:\s*0\s*(?::|$)")
_NUMBER = r"[0-9]{1,12}(?:\.[0-9]{1,12})?"
_ACTION = re.compile(
    rf"(fold|check|call|bet|raise|all-?in)(?:\s*(?:to\s*)?\(?({_NUMBER})\)?)?", re.IGNORECASE
)
_ALLOWED = "write fold, check, call, bet 120, raise 300 or all-in 900"
_WRITTEN = re.compile(
    r"(fold|check|call|bet|raise|all-?in|f|x|c|b|r|a)\s*(?:to\s+)?\(?([^\s()]*)\)?", re.IGNORECASE
)
_AMOUNT = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?")
_KIND = dict(zip("fxcbra", KINDS, strict=True)) | {"allin": "all-in"}
_HALF = 0.5 + 1e-9  # of the last decimal: what lies between two may be written as either


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


class Choice(NamedTuple):
    """A point where a player acts, and what he may do there."""

    betting: Betting
    state: Point
    actions: Sequence[Action]

    def meant(self, text: str, *, totals: bool = False) -> int:
        """The number of the action that a text means; `totals` counts chips as PioSOLVER does."""
        found = self._by_totals(text) if totals else self._found(text)
        if len(found) == 1:
            return found[0]
        known = [str(action) for action in self.actions]
        if not found:
            listed = ", ".join(known)
            raise RunoutError(f"{shown(text)} is not one of the actions here ({listed})")
        listed = " or ".join(known[number] for number in found)
        raise RunoutError(f"{shown(text)} may be {listed} here; write which")

    def made(self, text: str, *, totals: bool = False) -> Action:
        """The action that a text asks for, also if the sizes do not give it."""
        wanted = None if totals else parse_action(text)
        if wanted is not None and (wanted.order < BET or wanted.amount):
            return wanted  # plain words are what they say
        match = _WRITTEN.fullmatch(text.strip())
        sized = match is not None and not totals and match[2] and not _AMOUNT.fullmatch(match[2])
        if not sized or self._found(text):
            return self.actions[self.meant(text, totals=totals)]
        assert match is not None
        try:
            (size,) = parse_sizes(match[2], raises=bool(self.state.front), units=self.betting.units)
        except ValueError:
            return self.actions[self.meant(text)]
        at = situation_at(self.betting, self.state)
        amount = min(size.amount(at) or 0, at.faced + at.behind)
        everything = amount == at.faced + at.behind
        return Action(ALL_IN if everything else self._aggressive, self.betting.units.chips(amount))

    def _found(self, text: str) -> list[int]:
        """All actions that a text may mean; the full words mean one, whatever else is there."""
        wanted = parse_action(text)
        if wanted is not None and (exact := self._exactly(wanted)):
            return exact
        match = _WRITTEN.fullmatch(text.strip())
        if match is None:
            return []
        word, rest = match[1].lower(), match[2]
        kind = _KIND.get(word, word)
        if len(word) == 1 and (not rest or _AMOUNT.fullmatch(rest)):
            return self._by_sign(kind, word + rest)
        if not rest:
            return self._of_kind(kind)
        return self._by_size(kind, rest) if kind in ("bet", "raise") else []

    def _exactly(self, wanted: Action) -> list[int]:
        """The action itself. A bet or raise of everything may be called just that."""
        return [
            number
            for number, action in enumerate(self.actions)
            if action == wanted
            or (
                action.order == ALL_IN
                and wanted.order in (BET, RAISE, ALL_IN)
                and wanted.amount in (action.amount, *([0] if wanted.order == ALL_IN else []))
            )
        ]

    def _by_sign(self, kind: str, sign: str) -> list[int]:
        """By the sign that the grid shows, or a letter and chips; one may mean either."""
        signs = letters([str(action) for action in self.actions])
        found = {number for number, one in enumerate(signs) if one.lower() == sign.lower()}
        if amount := sign[1:]:
            found |= set(self._exactly(Action(KINDS.index(kind), float(amount))))
            return sorted(found)
        if kind == "call" and not self.state.front:
            kind = "check"  # c stands for both in many tools
        return sorted(found) or self._of_kind(kind)

    def _of_kind(self, kind: str) -> list[int]:
        """All actions of a kind; where there is none, all-in may be the only bet or raise."""
        order = KINDS.index(kind)
        found = [number for number, action in enumerate(self.actions) if action.order == order]
        if not found and order == self._aggressive:
            found = [n for n, action in enumerate(self.actions) if action.order == ALL_IN]
        return found

    @property
    def _aggressive(self) -> int:
        return RAISE if self.state.front else BET

    def _by_size(self, kind: str, text: str) -> list[int]:
        """By a size: the one so written in the spot, else those that round to it."""
        if KINDS.index(kind) != self._aggressive:
            return []
        try:
            sizes = parse_sizes(text, raises=bool(self.state.front), units=self.betting.units)
        except RunoutError:
            return []
        if len(sizes) != 1:
            return []
        return self._written(sizes[0]) or self._rounding(sizes[0], text)

    def _written(self, size: Size) -> list[int]:
        _, sizes = self.betting.sizes_at(self.state)
        offers = self.betting.offers(self.state)
        became = {o.action for one, o in zip(sizes, offers, strict=False) if one == size}
        return [number for number, action in enumerate(self.actions) if action in became]

    def _rounding(self, size: Size, text: str) -> list[int]:
        """The bets that are this size when it is rounded to as many decimals as are written."""
        near = _HALF / 10 ** len(text.rstrip("%xX").partition(".")[2])
        at = situation_at(self.betting, self.state)
        found = []
        for number, action in enumerate(self.actions):
            if action.order < BET:
                continue
            amount = self.betting.units.count(action.amount) or 0
            if size.kind == "pot":
                fits = abs(100 * (amount - at.faced) / at.pot - float(text[:-1])) <= near
            elif size.kind == "faced":
                fits = abs(amount / at.faced - size.number) <= near
            else:
                fits = amount == size.amount(at)
            if fits:
                found.append(number)
        return found

    def _by_totals(self, text: str) -> list[int]:
        """What PioSOLVER's c, f and b120 mean: chips since the start of the hand."""
        written = text.strip().lower()
        if written in ("c", "f"):
            wanted = FOLDS if written == "f" else CALL if self.state.front else CHECK
            return self._exactly(wanted)
        if written[:1] != "b" or not _AMOUNT.fullmatch(written[1:]):
            return []
        before = max(self.state.put) - self.state.front
        total = self.betting.units.count(float(written[1:]))
        return [
            number
            for number, action in enumerate(self.actions)
            if action.order >= BET
            and total is not None
            and before + (self.betting.units.count(action.amount) or 0) == total
        ]
