"""An equity as a page asks for it: who plays, on what board, and what is wanted beside it."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.defaults import TIME_LIMIT
from runout.equities import exact
from runout.equities.details import next_boards
from runout.equities.method import answer, check_exact
from runout.equities.parts import EquityParts
from runout.equities.question import Question, ask
from runout.equities.stopping import UNSET
from runout.errors import NotationError, RunoutError
from runout.holdings.grouping import GROUPINGS
from runout.threads import thread_count
from runout.web.problems import FieldError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runout.equities.result import EquityResult
    from runout.job import AnyJob

HAND = "hand"
_DEALS_A_SECOND = 20e6  # of one core, with many ranges
_PLAYER = re.compile(r"player (\d+) ")  # whom an error names, counted from 1

_ABOUT = {"no deal is possible": "players", "dead card ": "dead"}
"""What else errors begin with, and the field that they are about."""


@dataclass(frozen=True)
class EquityQuestion:
    """What is asked."""

    players: tuple[str, ...] | list[str]
    board: str = ""
    dead: str = ""
    method: str = "auto"
    samples: int | None = None
    seconds: float | None = None
    precision: float | None = None
    seed: int | None = None
    by: str | None = None
    """``hand``, ``made``, ``draw``, ``suit`` or ``cross``."""
    player: int = 0
    """Whose hands, by hand."""
    next_cards: bool = False
    categories: bool = False
    outs: bool = False

    def asked(self) -> Question:
        """The question itself, checked; errors name the field."""
        with self._fields():
            return ask(self.players, self.board, self.dead)

    @contextmanager
    def _fields(self) -> Iterator[None]:
        try:
            yield
        except FieldError:
            raise
        except RunoutError as error:
            if field := self._field(error):
                raise FieldError(field, error) from None
            raise

    def _field(self, error: RunoutError) -> str | None:
        """Which field an error is about."""
        if isinstance(error, NotationError):
            given = {f"players.{i}": text for i, text in enumerate(self.players)}
            given |= {"board": self.board, "dead": self.dead}
            same = [name for name, text in given.items() if text == error.text]
            return next((name for name in same if error.kind in name), next(iter(same), None))
        message = str(error)
        if found := _PLAYER.match(message):
            return f"players.{int(found[1]) - 1}"
        return next((field for start, field in _ABOUT.items() if message.startswith(start)), None)

    def check(self) -> Question:
        """Refuse what cannot be answered before any work is done."""
        question = self.asked()
        if self.by is not None:
            checks.choice("by", self.by, (HAND, *GROUPINGS))
            if self.by == HAND:
                checks.whole("player", self.player, 0, len(self.players) - 1)
            elif len(question.board) < 3:
                raise RunoutError("by: hands have a class from the flop on; name a board")
        if (self.next_cards or self.outs) and len(question.board) not in (3, 4):
            raise RunoutError(
                f"board: a next card comes on a flop or a turn, not on {len(question.board)} cards"
            )
        if self.method == "exact":
            try:
                check_exact(question)
            except RunoutError as error:
                raise FieldError("method", error) from None
        return question

    def expected_seconds(self, question: Question) -> float:
        """What it will take, about."""
        counted = _counting_seconds(question)
        exactly = self.method == "exact" or (
            self.method == "auto" and counted * thread_count(None) <= exact.AUTO_BUDGET
        )
        first = counted if exactly else min(self._dealing_limits())
        return first + (_next_cards_seconds(question, exactly=exactly) if self.next_cards else 0)

    def _dealing_limits(self) -> list[float]:
        limits = [] if self.seconds is None else [self.seconds]
        deals: list[float] = [] if self.samples is None else [self.samples]
        if self.precision is not None:
            deviations = 0.5 / self.precision  # no share of the pot varies more
            deals.append(deviations * deviations)  # infinitely many, where a power would fail
        limits += [count / _DEALS_A_SECOND / thread_count(None) for count in deals]
        return limits or [TIME_LIMIT]

    def answered(self, *, job: AnyJob) -> EquityParts:
        """The answer with all that is wanted beside it."""
        question = self.check()
        with self._fields():
            limits = {"samples": self.samples, "precision": self.precision}
            limits |= {"time_limit": self.seconds}
            given: dict[str, Any] = {
                name: UNSET if limit is None else limit for name, limit in limits.items()
            }
            result = answer(question, method=self.method, seed=self.seed, **given, job=job)
            return self._parts(result)

    def _parts(self, result: EquityResult) -> EquityParts:
        players = range(len(result.players))
        by = self.by if self.by != HAND else None
        return EquityParts(
            result,
            result.by_hand(self.player) if self.by == HAND else None,
            result.by_next_card() if self.next_cards else None,
            result.categories() if self.categories else None,
            [result.by_class(player, by) for player in players] if by else None,
            [result.outs(player) for player in players] if self.outs else None,
        )


def _counting_seconds(question: Question) -> float:
    """What the exact answer takes on all cores."""
    way = 0.0 if question.all_known else exact.cheapest_way(question).seconds
    return way / thread_count(None)


def _next_cards_seconds(question: Question, *, exactly: bool) -> float:
    """What the boards with one more card take, which are all much alike."""
    boards = list(next_boards(question).values())
    if not boards:
        return 0.0
    each = _counting_seconds(boards[0])
    return len(boards) * (each if exactly else min(each, TIME_LIMIT))
