"""Batches of the library: folders below ``batches``, asked for as TOML, shown as reports."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

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
    needs_polars()
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
    if isinstance(boards, str) and not _is_number_or_all(boards.strip()):
        named = [one.strip() for one in re.split(r"[,;\n]", boards) if one.strip()]
        return {**data, "boards": named}
    return data


def _is_number_or_all(boards: str) -> bool:
    from runout.batch.boards import MOST_DIGITS

    return boards.lower() == "all" or checks.is_count(boards, MOST_DIGITS)


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
            spots = list(dict.fromkeys(one["name"] for one in asked["spots"]))
            known = {"id": name, "name": asked["name"], "lines": asked["lines"], "spots": spots}
            known |= {"changed": folder.path.stat().st_mtime, "status": status}
        except (RunoutError, OSError, RecursionError):  # of whoever has damaged it
            continue
        found.append(known)
    return sorted(found, key=lambda one: -one["changed"])


def _folders(studio: Studio) -> Iterator[tuple[str, BatchFolder]]:
    from runout.batch.folder import BatchFolder

    for name in sorted(os.listdir(studio.batches)):  # noqa: PTH208 - names are all that is wanted
        with suppress(OSError):  # a link in a circle, or a folder that nobody may read
            if not (studio.batches / name / "batch.json").is_file():
                continue
            yield name, BatchFolder(studio.batches / name)


def batch_folder(studio: Studio, name: str) -> BatchFolder:
    """One of them, by its name in the list; a name is compared, never made a path."""
    for known, folder in _folders(studio):
        if known == name:
            return folder
    raise ProblemError(404, f"batch {checks.shown(name)}: there is none")


class BatchBoard(NamedTuple):
    """One spot of a batch on one board."""

    batch: str
    """What the batch is called."""
    path: Path
    """Where its solution lies, if it was kept."""
    board: str
    spot: dict[str, Any]
    """The spot without its board, as it was asked for."""


def batch_board(studio: Studio, name: str, board: str, spot: str | None, key: str) -> BatchBoard:
    """A board of a batch: by the key that reports have for it, or by its cards and spot."""
    folder = batch_folder(studio, name)
    asked = folder.question()
    cases = product(asked["spots"], (cards for cards, _ in asked["boards"]))
    for known, (one, cards) in zip(asked["keys"], cases, strict=True):
        if known == key or (not key and cards == board and spot in (None, one["name"])):
            path = folder.path / "solutions" / f"{known}.runout"
            return BatchBoard(str(asked["name"]), path, cards, one["spot"])
    raise ProblemError(404, f"board {checks.shown(board or key)}: the batch does not have it")


def solution_file(found: BatchBoard) -> Path:
    """The file of its solution."""
    if not found.path.is_file():
        raise ProblemError(404, f"board {found.board}: its solution was not kept")
    return found.path


def needs_polars() -> None:
    """Refuse what frames are needed for where there are none."""
    try:
        import polars  # noqa: F401 - whether it is there
    except ImportError:
        raise ProblemError(
            409, "batch: polars is not installed; pip install 'runout[batch]'"
        ) from None
