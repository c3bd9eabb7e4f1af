"""What opening a saved solution takes, and its refusal, which is as that of a solve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout.solution.files import opened
from runout.solution.saving import engine_to_load, memory_to_load
from runout.solver.engines import AUTO, help_if_full
from runout.solver.estimate import Outlook, outlook
from runout.web.problems import ProblemError, without_path
from runout.words import size_text

if TYPE_CHECKING:
    from pathlib import Path

    from runout.memory import Room


@dataclass(frozen=True)
class SolutionMemory:
    """What a solution takes when it is opened, or gone on with."""

    name: str
    outlook: Outlook
    """Of a solve of the same spot, stored in the same way."""
    bytes: int

    @property
    def engine(self) -> str:
        """What reads it."""
        return self.outlook.engine

    def check(self, most: Room) -> None:
        """Refuse it where there is not so much room."""
        if self.bytes <= most.bytes:
            return
        reason = f"solution {self.name!r}: loading it needs {size_text(self.bytes)}, but {most}"
        reason += help_if_full(self.engine)
        sizes = {"needed_bytes": self.bytes, "free_bytes": most.bytes}
        estimate = self.outlook.to_dict() | sizes | {"fits": False, "refusal": reason}
        raise ProblemError(422, reason, field="solution", estimate=estimate)


def solution_memory(
    path: Path, name: str, engine: str = AUTO, memory: int | None = None
) -> SolutionMemory:
    """What the solution of a file takes with an engine, or with the one that reads it here."""
    with without_path(path, f"solution {name!r}"), opened(path) as file:
        engine = engine_to_load(file, engine, memory)
        needed = memory_to_load(file, engine)
        header = file.header
        compress, isomorphism = header.compress, header.isomorphism
        found = outlook(file.spot(), engine=engine, compress=compress, isomorphism=isomorphism)
    return SolutionMemory(name, found, needed)
