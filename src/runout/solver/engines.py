"""The engines by name, and which of them a solve takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout import checks
from runout.errors import RunoutError
from runout.solver.cpu import CpuEngine
from runout.solver.cuda.cuda_engine import CudaEngine

if TYPE_CHECKING:
    from runout.solver.engine import Engine, Shape

ENGINES: dict[str, type[Engine]] = {CpuEngine.name: CpuEngine, CudaEngine.name: CudaEngine}
DEFAULT_ENGINE = CpuEngine.name
"""The one that is always there."""
AUTO = "auto"
"""A GPU if one is there, the spot fits and it pays; else the cores."""
_PAYING = 500_000  # numbers; below, the cores are done before a GPU has been given its work


def engine_named(name: object) -> type[Engine]:
    """The engine of a name.

    >>> engine_named("cpu").layout
    'blocks of 16'
    """
    return ENGINES[checks.choice("engine", name, ENGINES)]


def checked_choice(name: object) -> str:
    """The name of an engine that can be asked for here, or ``"auto"``."""
    name = checks.choice("engine", name, (AUTO, *ENGINES))
    lacking = None if name == AUTO else ENGINES[name].missing()
    if lacking is not None:
        raise RunoutError(f"engine {name}: {lacking}")
    return name


def chosen_engine(name: str, shape: Shape, *, compress: bool) -> str:
    """The engine that solves a game: the one of the name, or what ``"auto"`` makes of it."""
    if name != AUTO:
        return name
    if shape.stored_numbers < _PAYING or CudaEngine.missing() is not None:
        return DEFAULT_ENGINE
    cost = CudaEngine.cost(shape)
    needed = cost.compressed_bytes if compress else cost.bytes
    return CudaEngine.name if needed <= CudaEngine.room().bytes else DEFAULT_ENGINE
