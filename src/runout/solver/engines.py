"""The engines by name, and which of them a solve takes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from runout import checks
from runout.errors import RunoutError
from runout.memory import Room, memory_limit
from runout.solver.cpu import CpuEngine

if TYPE_CHECKING:
    from runout.solver.engine import Engine, Shape

DEFAULT_ENGINE = CpuEngine.name
"""The one that is always there."""
ENGINES: dict[str, type[Engine] | str] = {
    DEFAULT_ENGINE: CpuEngine,
    "cuda": "runout.solver.cuda.cuda_engine:CudaEngine",
}
"""By name; module and class of those that are loaded when they are asked for."""
AUTO = "auto"
"""One for large games if it is there, the spot fits and it pays; else the one always there."""
_PAYING = 500_000  # numbers; below, the cores are done before a GPU has been given its work


def engine_named(name: object) -> type[Engine]:
    """The engine of a name.

    >>> engine_named("cpu").layout
    'blocks of 16'
    """
    engine = ENGINES[checks.choice("engine", name, ENGINES)]
    if not isinstance(engine, str):
        return engine
    module, _, kind = engine.partition(":")
    loaded: type[Engine] = getattr(import_module(module), kind)
    return loaded


def checked_choice(name: object) -> str:
    """The name of an engine that can be asked for here, or ``"auto"``."""
    name = checks.choice("engine", name, (AUTO, *ENGINES))
    lacking = None if name == AUTO else engine_named(name).missing()
    if lacking is not None:
        raise RunoutError(f"engine {name}: {lacking}")
    return name


def chosen_engine(name: str, shape: Shape, *, compress: bool, memory: int | None = None) -> str:
    """The engine that solves a game: the one of the name, or what ``"auto"`` makes of it.

    Whatever a GPU lacks or fails at, ``"auto"`` takes the cores and says nothing.
    """
    if name != AUTO:
        return name
    if shape.stored_numbers < _PAYING:  # before any other is loaded
        return DEFAULT_ENGINE
    large = (one for one in ENGINES if engine_named(one).for_large_games)
    there = (one for one in large if fits(one, shape, compress=compress, memory=memory))
    return next(there, DEFAULT_ENGINE)


def engines_to_try(
    name: str, shape: Shape, *, compress: bool, memory: int | None = None
) -> tuple[str, ...]:
    """What to begin a solve with: the first, and where that fails after all, the next."""
    chosen = chosen_engine(name, shape, compress=compress, memory=memory)
    return (chosen,) if name != AUTO or chosen == DEFAULT_ENGINE else (chosen, DEFAULT_ENGINE)


def engine_room(engine: str, memory: int | None = None, *, spare: int = 0) -> Room:
    """What an engine may take where its numbers are.

    So many bytes of this machine are let go for it, which are of no use on a GPU.
    """
    kind = engine_named(engine)
    most, limit = kind.room(memory), memory_limit(memory)
    if kind.gpus or not spare or most.bytes == limit:
        return most
    free = most.bytes + spare
    return Room(free, most.why) if limit is None or free < limit else Room(limit, "allowed")


def help_if_full(engine: str) -> str:
    """What to do where an engine has too little memory, if another has memory of its own."""
    if engine == DEFAULT_ENGINE:
        return ""
    return f"; engine={DEFAULT_ENGINE!r} takes that of the machine"


def expected_engine(name: str) -> type[Engine]:
    """The engine to count on while there is no game yet: for ``"auto"`` the one always there."""
    return engine_named(DEFAULT_ENGINE if name == AUTO else name)


def fits(name: str, shape: Shape, *, compress: bool, memory: int | None = None) -> bool:
    """Whether an engine is there, works, and has room for a game."""
    engine = engine_named(name)
    try:
        if engine.missing() is not None:
            return False
        cost = engine.cost(shape)
        needed = cost.compressed_bytes if compress else cost.bytes
        return needed <= engine.room(memory).bytes
    except Exception:  # of a driver, of CuPy, or of a card that others have taken meanwhile
        return False
