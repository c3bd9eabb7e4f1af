"""A process that solves what it is given, over its pipes.

Tasks and outcomes are pickled, each behind its length. When the other end of the pipe is gone, so
is the worker, in the middle of a solve if need be: nothing is half written by it.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any

from runout.batch.answer import answer_of
from runout.errors import DamagedError, RunoutError

if TYPE_CHECKING:
    from runout.solution.solution import Solution
    from runout.solver.loop import Limits
    from runout.solver.spot import Spot

_LENGTH = struct.Struct("<Q")


@dataclass(frozen=True)
class Task:
    """One spot to solve, and what to make of it."""

    spot: Spot
    limits: Limits
    compress: bool
    engine: str
    lines: tuple[str, ...]
    threads: int
    memory: int | None
    keep: str = "none"
    """What to give back of the solution: none, small or full."""
    path: str = ""
    """Where it is, or is to be, kept on this machine; without it, it travels as bytes."""
    solution: bytes = b""
    """The solution, where it is known already and travels."""


@dataclass(frozen=True)
class Finished:
    """What became of a task: a table, or the message of an error."""

    table: bytes = b""
    failure: str = ""
    solution: bytes = b""
    """The solution as a file, where it is to be kept and travels."""
    fault: str = ""
    """What the machine lacks, through no fault of the spot: a full disk, no GPU."""


def work(task: Task) -> Finished:
    """Solve a spot, or read its solution, and make its table."""
    try:
        with TemporaryDirectory() as folder:
            path = Path(task.path) if task.path else Path(folder) / "solution.runout"
            if task.solution:
                path.write_bytes(task.solution)
            solution = _kept(path, task)
            known = solution is not None
            if solution is None:
                solution = _solved(task)
                _keep(solution, task, path)
            table = answer_of(solution, task.lines)
            travels = not (known or task.path) and task.keep != "none"
            return Finished(table, solution=path.read_bytes() if travels else b"")
    except RunoutError as error:
        return Finished(failure=str(error))
    except MemoryError:
        return Finished(failure="there was not enough memory")
    except (OSError, _Unfit) as error:
        return Finished(fault=str(error))
    except Exception as error:  # a fault of ours is one case's; the others go on
        return Finished(failure=f"{type(error).__name__}: {error}")


def _kept(path: Path, task: Task) -> Solution | None:
    """The solution of a file, on the engine of the task; None where it is to be solved."""
    if not path.exists():
        return None
    from runout import load
    from runout.solver.engines import expected_engine

    _check_engine(task)
    try:
        return load(path, threads=task.threads, engine=expected_engine(task.engine).name)
    except DamagedError:  # any other may be whole, and is not written over
        return None


class _Unfit(Exception):  # noqa: N818 - it never leaves this module
    """The machine cannot do what is asked of it, whatever the spot."""


def _check_engine(task: Task) -> None:
    from runout.solver.engines import checked_choice

    try:
        checked_choice(task.engine)
    except RunoutError as error:
        raise _Unfit(str(error)) from None


def _solved(task: Task) -> Solution:
    from runout.solution.solve import solve

    _check_engine(task)
    return solve(
        task.spot,
        target=task.limits.target,
        max_iterations=task.limits.max_iterations,
        max_seconds=task.limits.max_seconds,
        threads=task.threads,
        compress=task.compress,
        memory=task.memory,
        engine=task.engine,
    )


def _keep(solution: Solution, task: Task, path: Path) -> None:
    if task.keep == "none":
        return
    try:
        solution.save(path, small=task.keep == "small" and task.spot.street != "river")
    except RunoutError as error:
        if isinstance(error.__cause__, OSError):  # the disk is full, or gone
            raise _Unfit(str(error)) from None
        raise


def send(pipe: IO[bytes], message: object) -> None:
    """Write a message to a pipe."""
    data = pickle.dumps(message)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:  # noqa: ANN401 - whatever was sent
    """The next message from a pipe; EOFError where the other side is gone."""
    length = pipe.read(_LENGTH.size)
    if len(length) < _LENGTH.size:
        raise EOFError
    data = pipe.read(_LENGTH.unpack(length)[0])
    if len(data) < _LENGTH.unpack(length)[0]:
        raise EOFError
    return pickle.loads(data)  # noqa: S301 - from the process that started this one


def main() -> None:
    """Work until nobody asks for more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not be read as an answer
    tasks: SimpleQueue[Task] = SimpleQueue()

    def listen() -> None:
        try:
            while True:
                tasks.put(receive(sys.stdin.buffer))
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        send(answers, work(tasks.get()))
