"""A solution as a file for somebody else: whole, small, for other programs, or as a page."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError
from runout.solver.betting import STREETS
from runout.solver.estimate import estimate
from runout.threads import thread_count
from runout.web.book_page import book_page, check_page
from runout.web.problems import ProblemError
from runout.web.solution_book import DEPTH, MOST_STEPS, book_nodes, solution_book

if TYPE_CHECKING:
    from pathlib import Path

    from runout.job import AnyJob
    from runout.solution.solution import Solution
    from runout.web.studio import Studio

FORMATS = {
    "full": ".runout",
    "small": "-small.runout",
    "json": ".json.gz",
    "parquet": ".parquet",
    "html": ".html",
}
"""By name, with the ending of a file; all differ, so that none takes another's place."""
_SECONDS_A_NUMBER = 1e-6  # of JSON and tables, written by one core


def check_export(studio: Studio, identity: str, kind: str, depth: str) -> None:
    """Refuse what cannot be written, before anything is."""
    kept = studio.library.get(identity)
    if kind == "full" and kept.small:
        raise RunoutError(
            f"format 'full': {kept.name!r} was kept without its river; small is what there is"
        )
    if kind == "html":
        _reach(studio.open.get(identity).solution, depth)
        check_page()
    elif kind in ("json", "parquet"):
        _street(studio.open.get(identity).solution, depth)
    if kind == "parquet":
        try:
            import polars  # noqa: F401 - whether it is there
        except ImportError:
            raise ProblemError(
                409, "format 'parquet': polars is not installed; pip install 'runout[frame]'"
            ) from None


def export_seconds(studio: Studio, identity: str, kind: str, depth: str) -> float:
    """What writing it will take, about."""
    if kind == "full" or (studio.library.get(identity).small and kind == "small"):
        return 0.0
    solution = studio.open.get(identity).solution
    size = estimate(solution.spot)
    if kind == "small":
        return 8 * size.seconds_per_iteration / thread_count(None)
    if kind == "html":
        steps, street = _reach(solution, depth)
        nodes = book_nodes(solution, steps, STREETS[street])
        return min(nodes, 200_000) * 0.01 + 4 * size.seconds_per_iteration
    return _SECONDS_A_NUMBER * size.stored_numbers


def export(studio: Studio, identity: str, kind: str, depth: str, target: Path, job: AnyJob) -> None:
    """Write it."""
    source = studio.library.path(identity)
    if kind == "full" or (kind == "small" and studio.library.get(identity).small):
        shutil.copyfile(source, target)
        return
    solution = studio.open.get(identity).solution
    if kind == "small":
        solution.save(target, small=True, job=job)
    elif kind == "json":
        # The name says whether it is packed.
        packed = target.with_name(f"{target.name}.gz")
        solution.to_json(packed, _street(solution, depth), job=job)
        packed.replace(target)
    elif kind == "parquet":
        solution.to_parquet(target, _street(solution, depth), job=job)
    else:
        name = studio.library.get(identity).name
        steps, street = _reach(solution, depth)
        book = solution_book(solution, name, steps, job, street=street)
        target.write_text(book_page(book), encoding="utf-8")


def export_name(studio: Studio, identity: str, kind: str) -> str:
    """What the file is called where it is saved: letters and digits of the name."""
    name = studio.library.get(identity).name
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    return ("-".join(part for part in plain.split("-") if part)[:80] or "solution") + FORMATS[kind]


def _reach(solution: Solution, depth: str) -> tuple[int, str]:
    """How many steps a page goes, and to which street."""
    if not depth:
        return DEPTH, "river"
    if checks.is_count(depth, 3):
        return int(depth), "river"
    ahead = tuple(STREETS)[tuple(STREETS).index(solution.spot.street) :]
    if depth not in ahead:
        raise RunoutError(
            f"depth {checks.shown(depth)}: a number of steps, or {' or '.join(ahead)}, is expected"
        )
    return MOST_STEPS, depth


def _street(solution: Solution, depth: str) -> str:
    if not depth:
        return solution.spot.street
    return checks.choice("depth", depth, tuple(STREETS))


def export_result(
    studio: Studio, asked: dict[str, Any], target: Path, job: AnyJob
) -> dict[str, Any]:
    """The same as a job."""
    identity, kind = str(asked["solution"]), str(asked["format"])
    export(studio, identity, kind, str(asked.get("depth", "")), target, job)
    return {"name": export_name(studio, identity, kind), "bytes": target.stat().st_size}
