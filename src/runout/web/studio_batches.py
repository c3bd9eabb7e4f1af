"""Batches of the library: folders below ``batches``, asked for as TOML, shown as reports."""

from __future__ import annotations

import os
import re
import secrets
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError
from runout.reading import toml_table
from runout.threads import thread_count
from runout.web.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from runout.batch.folder import BatchFolder
    from runout.job import AnyJob
    from runout.web.studio import Studio
    from runout.web.studio_jobs import StudioJob

_ID = re.compile(r"[0-9a-f]{16}")
_SAID = 20  # failures that a result names


def asked_batch(studio: Studio, text: str) -> tuple[str, dict[str, Any]]:
    """The name and the question of a batch, checked."""
    _needs_polars()
    data = _without_files(toml_table(text, "batch"))
    from runout.batch.situation import Situation

    situation = Situation.from_dict(data, studio.batches)
    return situation.name[:200] or "batch", {"batch": data, "folder": secrets.token_hex(8)}


def _without_files(data: dict[str, Any]) -> dict[str, Any]:
    """A batch that names no file: what is sent has nothing beside it."""
    spots = data.get("spot")
    for one in spots if isinstance(spots, list) else [spots]:
        if isinstance(one, str) or (isinstance(one, dict) and "file" in one):
            raise RunoutError("spot: a file is named; write the spot itself, as [spot]")
    boards = data.get("boards")
    if isinstance(boards, str) and boards.strip().lower() != "all" and not boards.strip().isdigit():
        named = [one.strip() for one in re.split(r"[,;\n]", boards) if one.strip()]
        return {**data, "boards": named}
    return data


def run_batch(studio: Studio, one: StudioJob, job: AnyJob) -> dict[str, Any]:
    """Solve what the folder of a batch still lacks."""
    from runout.batch.folder import BatchFolder
    from runout.batch.run import run
    from runout.batch.situation import Situation

    name = str(one.question["folder"])
    if _ID.fullmatch(name) is None:
        raise RunoutError("folder: not one of ours")
    place = studio.batches / name
    situation = Situation.from_dict(one.question["batch"], studio.batches)
    results = run(situation, place, cores=thread_count(None), memory=studio.limit, job=job)
    failed = [f"{done.case}: {done.failure}" for done in results if not done.ok]
    return {
        "batch": name,
        "status": BatchFolder(place).status().to_dict(),
        "failed": failed[:_SAID],
    }


def batches(studio: Studio) -> list[dict[str, Any]]:
    """All batches of the library with how far they are."""
    found = []
    for name, folder in _folders(studio):
        try:
            asked = folder.question()
            status = folder.status().to_dict()
            lines, spots = asked["lines"], [one["name"] for one in asked["spots"]]
        except (RunoutError, OSError, KeyError, TypeError):
            continue
        changed = folder.path.stat().st_mtime
        found.append(
            {"id": name, "lines": lines, "spots": spots, "changed": changed, "status": status}
        )
    return sorted(found, key=lambda one: -one["changed"])


def _folders(studio: Studio) -> Iterator[tuple[str, BatchFolder]]:
    from runout.batch.folder import BatchFolder

    with os.scandir(studio.batches) as entries:
        names = sorted(entry.name for entry in entries if entry.is_dir())
    for name in names:
        if (studio.batches / name / "batch.json").is_file():
            yield name, BatchFolder(studio.batches / name)


def batch_folder(studio: Studio, name: str) -> BatchFolder:
    """One of them, by its name in the list; a name is compared, never made a path."""
    for known, folder in _folders(studio):
        if known == name:
            return folder
    raise ProblemError(404, f"batch {checks.shown(name)}: there is none")


def batch_report(
    studio: Studio,
    name: str,
    *,
    line: str | None,
    spot: str | None,
    by: str | None,
    sort: str | None,
) -> dict[str, Any]:
    """One line of a batch, board by board, with means by a texture if one is named."""
    _needs_polars()
    from runout.batch.report import TEXTURES, report

    found = report(batch_folder(studio, name), line, spot)
    if sort:
        found = found.sorted(sort.removeprefix("-"), descending=sort.startswith("-"))
    data = found.to_dict() | {"textures": ["spot", *found.varied, *TEXTURES]}
    return data | {"groups": found.by(by).to_dicts() if by else None, "by": by}


def board_solution(studio: Studio, name: str, board: str, spot: str | None) -> Path:
    """The file of the solution of one board."""
    _needs_polars()
    folder = batch_folder(studio, name)
    cases = folder.cases().to_dicts()
    for case in cases:
        if case["board"] == board and spot in (None, case["spot"]):
            path = folder.path / "solutions" / f"{case['key']}.runout"
            if path.is_file():
                return path
            raise ProblemError(404, f"board {board}: its solution was not kept")
    raise ProblemError(404, f"board {checks.shown(board)}: the batch does not have it")


def _needs_polars() -> None:
    try:
        import polars  # noqa: F401 - whether it is there
    except ImportError:
        raise ProblemError(
            409, "batch: polars is not installed; pip install 'runout[batch]'"
        ) from None
