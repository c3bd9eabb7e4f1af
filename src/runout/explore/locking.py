"""Locks in the browser: set, cleared, and solved around, away from the screen."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from textual.app import App

from runout import defaults
from runout.errors import RunoutError
from runout.job import Job
from runout.solution.node_locks import read_lock

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.explore.snapshot import Snapshot
    from runout.solution.node import SolutionNode
    from runout.solution.solution import Solution
    from runout.solver.loop import SolveJob, SolveProgress


class LockingApp(App[None]):
    """What a browser needs to lock hands of the node it shows and to solve again."""

    def __init__(self, solution: Solution) -> None:
        super().__init__()
        self.solution = solution
        self.shot: Snapshot | None = None
        self.solving: SolveJob | None = None
        """The solve that is under way."""

    @abstractmethod
    def go(self, find: Callable[[], SolutionNode]) -> None:
        """Find a node and show it."""

    @abstractmethod
    def say(self, message: str, *, wrong: bool = False) -> None:
        """Put a message on the screen."""

    def lock_hands(self, text: str) -> None:
        """Lock hands of the node that is shown."""
        if self.shot is not None:
            node = self.shot.node
            self.go(lambda: _locked(node, text))

    def action_unlock(self) -> None:
        """Free all hands that are locked here."""
        if self.shot is not None:
            node = self.shot.node
            self.go(lambda: _unlocked(node))

    def action_solve(self) -> None:
        """Solve the game with its locks."""
        if self.solving is None:
            job: SolveJob = Job(self._resume)
            self.solving = job
            self.say("solving …")
            self.run_worker(job.run, thread=True)

    def stop_solving(self) -> None:
        """End the solve that is under way after its iteration."""
        if self.solving is not None:
            self.solving.stop()

    def _resume(self, *, job: SolveJob) -> None:
        job.listen(lambda progress: self._tell(job, progress))
        wrong = ""
        try:
            self.solution.resume(target=self._target(), job=job, keep_on_interrupt=True)
        except (RunoutError, MemoryError) as error:
            wrong = (str(error) or "there is not enough memory").splitlines()[0]
        if self.is_running:
            self.call_from_thread(self._solved, wrong)

    def _target(self) -> float:
        """As exact as it was, and at least as the default."""
        before = self.solution.summary().exploitability_percent
        return min(defaults.TARGET, before) if before > 0 else defaults.TARGET

    def _tell(self, job: SolveJob, progress: SolveProgress) -> None:
        if self.is_running and not job.stopped:
            self.call_from_thread(
                self.say,
                f"solving … iteration {progress.iteration}, exploitability "
                f"{progress.exploitability:.3g} % of the pot (Escape stops)",
            )

    def _solved(self, wrong: str) -> None:
        self.solving = None
        if wrong:
            self.say(wrong, wrong=True)
        elif self.shot is not None:
            node = self.shot.node
            self.go(lambda: node)


def _locked(node: SolutionNode, text: str) -> SolutionNode:
    """The node with more of its hands locked."""
    node.lock(*read_lock(text))
    return node


def _unlocked(node: SolutionNode) -> SolutionNode:
    node.unlock()
    return node
