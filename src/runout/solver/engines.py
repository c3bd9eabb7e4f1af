"""The engines by name, and which of them a solve takes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from runout import checks
from runout.errors import RunoutError
from runout.solver.cpu import CpuEngine

if TYPE_CHECKING:
    from runout.solver.engine import Engine, Shape

DEFAULT_ENGINE = CpuEngine.name
"""The one that is always there."""
CUDA = "cuda"
ENGINES: dict[str, type[Engine] | str] = {
    DEFAULT_ENGINE: CpuEngine,
    CUDA: "runout.solver.cuda.cuda_engine:CudaEngine",
}
"""By name; module and class of those that are loaded when they are asked for."""
AUTO = "auto"
"""A GPU if one is there, the spot fits and it pays; else the cores."""
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
    if shape.stored_numbers < _PAYING:
        return DEFAULT_ENGINE
    gpu = engine_named(CUDA)
    try:
        if gpu.missing() is not None:
            return DEFAULT_ENGINE
        cost = gpu.cost(shape)
        needed = cost.compressed_bytes if compress else cost.bytes
        return CUDA if needed <= gpu.room(memory).bytes else DEFAULT_ENGINE
    except Exception:  # of a driver, of CuPy, or of a card that others have taken meanwhile
        return DEFAULT_ENGINE
