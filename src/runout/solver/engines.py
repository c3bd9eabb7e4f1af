"""The engines by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout import checks
from runout.solver.cpu import CpuEngine

if TYPE_CHECKING:
    from runout.solver.engine import Engine

ENGINES: dict[str, type[Engine]] = {CpuEngine.name: CpuEngine}
DEFAULT_ENGINE = CpuEngine.name


def engine_named(name: object) -> type[Engine]:
    """The engine of a name.

    >>> engine_named("cpu").layout
    'blocks of 16'
    """
    return ENGINES[checks.choice("engine", name, ENGINES)]
