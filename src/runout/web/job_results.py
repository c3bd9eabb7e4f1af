"""Results of jobs: small ones are told with the job, large ones have a file of their own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from runout.replacing import replacing_file
from runout.web.answers_json import to_bytes
from runout.web.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from runout.web.studio_jobs import StudioJob

LARGE = 4000
"""Bytes of JSON up to which a result is told with its job."""
_ENTRY = 200  # bytes up to which an entry of a large one still is
_MOST_KEPT = 500  # jobs that have ended
_LEAST_KEPT = 20  # of them, however large they are
_MOST_BYTES = 50_000_000  # of their files


def part_told(result: dict[str, Any]) -> dict[str, Any]:
    """What lists and events have of a result: a small one whole, of a large one what is short.

    >>> part_told({"solution": "0123", "summary": "x" * LARGE})
    {'solution': '0123'}
    """
    if len(to_bytes(result)) <= LARGE:
        return result
    told = {name: one for name, one in result.items() if len(to_bytes(one)) <= _ENTRY}
    return told if len(to_bytes(told)) <= LARGE else {}


def is_large(job: StudioJob) -> bool:
    """Whether a job holds a result that belongs into a file of its own."""
    return job.result is not None and part_told(job.result) is not job.result


def put_away(job: StudioJob, path: Path) -> None:
    """Write a large result to that file, and keep in memory what is told of it."""
    assert job.result is not None, "it is large"
    with replacing_file(path, plain=True) as file:
        file.write(json.dumps(job.result).encode())
    job.result_is_whole, job.result = False, part_told(job.result)


def read_result(job: StudioJob, path: Path) -> dict[str, Any]:
    """The whole result of a job from that file."""
    try:
        result = json.loads(path.read_bytes())
    except ValueError:
        result = None
    if not isinstance(result, dict):
        raise ProblemError(404, f"job {job.name!r}: its result cannot be read any more")
    return result


def size_of(path: Path) -> int:
    """Bytes of a file; none if somebody has removed it."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def too_many(ended: Sequence[StudioJob], size: Callable[[StudioJob], int]) -> list[StudioJob]:
    """Of jobs that have ended, the newest first, those to be forgotten: by number and by bytes.

    A solve that can be gone on with, hours of work maybe, does not make room for an answer.
    """
    old, taken = list(ended[_MOST_KEPT:]), 0
    for place, job in enumerate(ended[:_MOST_KEPT]):
        taken += size(job)
        is_spare = not (job.can_continue and job.result_is_whole)
        if taken > _MOST_BYTES and place >= _LEAST_KEPT and is_spare:
            old.append(job)
    return old
