"""What engines this machine has: memory, and how fast each solves a flop."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError
from runout.solver.engines import ENGINES, engine_named
from runout.solver.estimate import shape_of
from runout.solver.loop import Loop
from runout.solver.plan import make_plan
from runout.solver.spot import Spot
from runout.threads import thread_count
from runout.words import size_text

if TYPE_CHECKING:
    from runout.solver.engine import Engine

_MOST_SECONDS = 600
_FEWEST = 3  # iterations that are timed


@dataclass(frozen=True)
class EngineReport:
    """One engine on this machine."""

    name: str
    missing: str | None
    """What it lacks here, or to be timed; what is not known then is None."""
    free_bytes: int | None = None
    memory: str = ""
    """Where that memory is."""
    seconds_per_iteration: float | None = None
    """Of the flop that all are timed on."""
    numbers_per_second: float | None = None


@dataclass(frozen=True)
class EngineReports:
    """All engines."""

    stored_numbers: int
    """Of the flop that they are timed on."""
    engines: tuple[EngineReport, ...]

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "stored_numbers": self.stored_numbers,
            "engines": [asdict(engine) for engine in self.engines],
        }


def engine_reports(seconds: float = 10) -> EngineReports:
    """What this machine has, timed for about so many seconds; 0 leaves the timing out."""
    checks.number("seconds", seconds, 0, _MOST_SECONDS)
    spot = _timed_spot()
    engines = [engine_named(name) for name in ENGINES]
    there = sum(engine.missing() is None for engine in engines)
    reports = tuple(_report(engine, spot, seconds / there) for engine in engines)
    return EngineReports(shape_of(spot).stored_numbers, reports)


def _timed_spot() -> Spot:
    """A flop of medium size."""
    ranges = "22+,A2s+,K9s+,QTs+,JTs,T9s,98s,AJo+,KQo", "22+,A5s+,KTs+,QTs+,J9s+,ATo+,KQo"
    return Spot("QsJh2h", 50, 200, *ranges, bets="50%", raises="60%")


def _report(engine: type[Engine], spot: Spot, seconds: float) -> EngineReport:
    lacking = engine.missing()
    if lacking is not None:
        return EngineReport(engine.name, lacking)
    try:
        room = engine.room()
    except RunoutError as error:
        return EngineReport(engine.name, str(error))
    if not seconds:
        return EngineReport(engine.name, None, room.bytes, room.why)
    shape = shape_of(spot)
    needed = engine.cost(shape).bytes
    lacks = f"the flop that it is timed on needs {size_text(needed)}, but {room}"
    if needed > room.bytes:
        return EngineReport(engine.name, lacks, room.bytes, room.why)
    try:
        pace = _seconds_per_iteration(engine, spot, seconds)
    except MemoryError:  # others have taken it meanwhile
        return EngineReport(engine.name, lacks, room.bytes, room.why)
    except RunoutError as error:
        return EngineReport(engine.name, str(error), room.bytes, room.why)
    numbers = shape.stored_numbers
    return EngineReport(engine.name, None, room.bytes, room.why, pace, numbers / pace)


def _seconds_per_iteration(engine: type[Engine], spot: Spot, seconds: float) -> float:
    """The mean over as many iterations as there is time for, the first one apart."""
    loop = Loop(make_plan(spot).game, engine=engine.name, threads=thread_count(None))
    loop.run(1)
    loop.root_value(0)  # until it is done
    started, count = time.perf_counter(), 0
    while count < _FEWEST or time.perf_counter() - started < seconds:
        loop.run(1)
        count += 1
    loop.root_value(0)
    return (time.perf_counter() - started) / count
