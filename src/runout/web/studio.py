"""What the server has: one library, the solutions that are open, the queue of jobs, its events."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from runout.errors import RunoutError
from runout.memory import memory_limit
from runout.web.event_stream import Events
from runout.web.open_solutions import OpenSolutions
from runout.web.problems import ProblemError
from runout.web.solution_library import SolutionLibrary
from runout.web.studio_jobs import StudioJobs
from runout.web.studio_work import workers_of

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from pathlib import Path

    from runout.solver.estimate import Outlook
    from runout.solver.spot import Spot
    from runout.web.studio_jobs import StudioJob

LIBRARY_VARIABLE = "RUNOUT_LIBRARY"
"""The environment variable that names another folder than that of the user's data."""


def user_library() -> Path:
    """Where a user's solutions are kept: ``RUNOUT_LIBRARY``, or in the data folder."""
    from pathlib import Path

    if given := os.environ.get(LIBRARY_VARIABLE):
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("runout", appauthor=False) / "library"


class Studio:
    """All of it; to be closed at the end."""

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        memory: int | str | None = None,
        at_once: int = 1,
    ) -> None:
        self.limit = memory_limit(memory)
        """Bytes that solves and open solutions may take together; None for all that is free."""
        self.library = SolutionLibrary(folder)
        self.batches = self.library.folder / "batches"
        jobs = self.library.folder / "jobs"
        try:
            self._held = _hold(self.library.folder)
            for one in (self.batches, jobs):
                one.mkdir(exist_ok=True)
        except OSError as error:
            raise RunoutError(
                f"library {str(folder)!r}: cannot be written to: {error.strerror or error}"
            ) from None
        self.events = Events()
        self.open = OpenSolutions(self.library, self.limit)
        self.jobs = StudioJobs(jobs, self.events, workers_of(self), at_once)

    def start(self) -> None:
        """Begin with what is queued."""
        self.jobs.start()

    def close(self) -> None:
        """End streams, stop jobs so that they can be continued, and let go of the library."""
        self.events.close()
        self.jobs.close()
        self.library.close()
        os.close(self._held)

    def outlook(self, spot: Spot, *, compress: bool = False, engine: str = "auto") -> Outlook:
        """What a solve will take here, where all that is open can be closed for it."""
        from runout.solver.estimate import outlook

        memory, spare = self.limit, self.open.held
        return outlook(spot, engine=engine, compress=compress, memory=memory, spare=spare)

    def check_size(self, spot: Spot, *, compress: bool = False, engine: str = "auto") -> None:
        """Refuse a solve that does not fit even if all that is open is closed."""
        found = self.outlook(spot, compress=compress, engine=engine)
        if found.refusal is not None:
            raise ProblemError(422, found.refusal, field="spot", estimate=found.to_dict())

    def check_memory(self, identity: str, engine: str = "auto") -> None:
        """Refuse to go on with a solution that does not fit even if all that is open is closed."""
        from runout.solver.engines import engine_room
        from runout.web.solution_memory import solution_memory

        name = self.library.get(identity).name
        needed = solution_memory(self.library.path(identity), name, engine, self.limit)
        needed.check(engine_room(needed.engine, self.limit, spare=self.open.held))

    def later(self, kind: str, name: str, question: dict[str, Any]) -> StudioJob:
        """Put a question into the queue."""
        return self.jobs.add(kind, name, question)


def _hold(folder: Path) -> int:
    """Keep a second server out of a library."""
    held = os.open(folder / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
    if sys.platform != "win32":
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(held)
            raise RunoutError(
                f"library {str(folder)!r}: another runout serve has it; "
                "use its page, or another --library"
            ) from None
        except OSError:
            pass  # some disks cannot
    return held
