"""Those who solve the cases of a batch on a cluster: tasks of Ray.

Ray places a task where there are cores and memory for it. It is told never to try one again by
itself: whether a machine was lost under a task, which is borne without limit, or the task ended its
own process, which is borne once, can be told apart here alone. So every task first says where
it is.
"""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from runout import __version__, checks
from runout.batch.crew import Done
from runout.batch.worker import Finished, Task, work
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOTICE = 15.0  # seconds until a machine that is gone is known to be
_CONNECTING = 10.0  # seconds
_AHEAD = 2  # cases for each place: none stays empty, and an autoscaler sees that more are wanted
_INSTALL = "pip install 'runout[cluster]'"


class RayCrew:
    """Tasks on a Ray cluster, or on a Ray of this machine alone."""

    def __init__(self, address: str, threads: int, memory: int, *, gpus: int = 0) -> None:
        self._ray = _library()
        self.threads = threads
        self._wanted = {"CPU": threads, "memory": memory} | ({"GPU": gpus} if gpus else {})
        _check_there(address)
        self._own = not self._ray.is_initialized()
        try:
            if self._own:  # "local" is Ray's own word: a new one, whatever else runs here
                self._ray.init(address, log_to_driver=False, logging_level="error")
        except Exception as error:  # it raises all kinds, a bare Exception among them
            raise RunoutError(f"ray {address!r}: {_first_line(error)}") from None
        self._desk = self._here(self._ray.remote(num_cpus=0)(_Desk)).remote()
        self._under_way: dict[Any, int] = {}
        self._run = self._ray.remote(_remotely).options(
            num_cpus=threads, num_gpus=gpus, memory=memory, max_retries=0
        )
        try:
            self._check_room()
        except RunoutError:
            self.close()
            raise

    def _here(self, actor: Any) -> Any:  # noqa: ANN401 - what the library has inside
        """An actor that lives as long as this machine does, whatever happens to others."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        node = self._ray.get_runtime_context().get_node_id()
        return actor.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False))

    def _check_room(self) -> None:
        """Refuse what no machine of the cluster could ever take."""
        nodes = [node["Resources"] for node in self._ray.nodes() if node["Alive"]]
        if not any(all(node.get(k, 0) >= v for k, v in self._wanted.items()) for node in nodes):
            listed = ", ".join(f"{value:,} {name}" for name, value in self._wanted.items())
            raise RunoutError(
                f"ray: no machine of the cluster has {listed} (where machines are started when "
                "they are needed, let there be one from the beginning)"
            )

    @property
    def size(self) -> int:
        """How many cases the cluster has places for now, and as many again."""
        places = 0
        for node in self._ray.nodes():
            if node["Alive"]:
                there = node["Resources"]
                places += int(min(there.get(k, 0) // v for k, v in self._wanted.items()))
        return max(places, 1) * _AHEAD

    def give(self, number: int, task: Task) -> None:
        """Begin a case."""
        reference = self._run.remote(number, task, self._desk, __version__)
        self._under_way[reference] = number

    def wait(self, seconds: float) -> Iterator[Done]:
        """The cases that have come back."""
        if not self._under_way:
            return
        ready, _ = self._ray.wait(list(self._under_way), num_returns=1, timeout=seconds)
        for reference in ready:
            number = self._under_way.pop(reference)
            try:
                yield Done(number, self._ray.get(reference))
            except self._ray.exceptions.RayTaskError as error:  # no runout there, say
                yield Done(number, Finished(fault=f"ray: {_first_line(error.cause)}"))
            except self._ray.exceptions.RayError as error:
                yield Done(number, None, own_fault=self._is_own_fault(number, error))

    def _is_own_fault(self, number: int, error: Exception) -> bool:
        """Whether the machine that a case was on is still there."""
        exceptions = self._ray.exceptions
        if isinstance(error, exceptions.OutOfMemoryError):
            return True
        if isinstance(error, exceptions.NodeDiedError | exceptions.ObjectLostError):
            return False
        try:
            node = self._ray.get(self._desk.where.remote(number), timeout=_NOTICE)
        except exceptions.RayError:
            return False
        until = time.monotonic() + _NOTICE
        while time.monotonic() < until:
            alive = {one["NodeID"] for one in self._ray.nodes() if one["Alive"]}
            if node is None or node not in alive:
                return False
            time.sleep(0.5)
        return True

    def close(self) -> None:
        """Drop what is under way."""
        for reference in self._under_way:
            with suppress(Exception):  # the cluster may be gone
                self._ray.cancel(reference, force=True)
        self._under_way = {}
        with suppress(Exception):
            self._ray.kill(self._desk)
        if self._own:
            self._ray.shutdown()


class _Desk:
    """Knows where each case is worked at."""

    def __init__(self) -> None:
        self._where: dict[int, str] = {}

    def begun(self, number: int, node: str) -> None:
        """A case has begun on a machine."""
        self._where[number] = node

    def where(self, number: int) -> str | None:
        """The machine of a case."""
        return self._where.get(number)


def _remotely(number: int, task: Task, desk: Any, version: str) -> Finished:  # noqa: ANN401
    """Work at a case on another machine."""
    import ray

    if version != __version__:
        return Finished(fault=f"ray: runout {version} asks, but a machine there has {__version__}")
    # Told, not waited for: Ray would give the cores of a task that waits to another one.
    desk.begun.remote(number, ray.get_runtime_context().get_node_id())
    return work(task)


def _library() -> Any:  # noqa: ANN401
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise RunoutError(f"ray is not installed: {_INSTALL}") from None
    return ray


def _check_there(address: str) -> None:
    """Refuse a place where nothing listens; Ray itself would try for minutes, then end all."""
    host, _, port = address.rpartition(":")
    if not host or not checks.is_count(port, 5) or "//" in host:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECTING).close()
    except (OSError, OverflowError) as error:
        raise RunoutError(f"ray {address!r}: {error}") from None


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
