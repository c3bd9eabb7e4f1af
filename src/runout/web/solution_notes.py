"""What users say of their solutions, each in a file of JSON beside the solution."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError
from runout.reading import json_file
from runout.replacing import replacing_file
from runout.web.kept_solution import Note

if TYPE_CHECKING:
    from pathlib import Path

LONGEST_NAME = 200
MOST_TAGS = 32
ID = re.compile(r"[0-9a-f]{16}")
"""What solutions are called from outside."""


def checked_title(name: object) -> str:
    """A name as it is shown; it is never that of a file."""
    text = " ".join(checks.text("name", name, "'BTN v BB, K72'").split())
    if not text or len(text) > LONGEST_NAME or not text.isprintable():
        raise RunoutError(
            f"name {checks.shown(name)}: 1 to {LONGEST_NAME} characters on one line are expected"
        )
    return text


def checked_tags(tags: object) -> tuple[str, ...]:
    """Tags, each once."""
    given = list(dict.fromkeys(checked_title(tag) for tag in checks.texts("tags", tags, "'srp'")))
    if len(given) > MOST_TAGS:
        raise RunoutError(f"tags: {len(given)} of them, at most {MOST_TAGS} are kept")
    return tuple(given)


def beside(path: Path) -> Path:
    """Where the note of a file lies."""
    return path.with_suffix(".json")


def read_note(path: Path) -> Note:
    """The note beside a file; one without, or with what is none, has the name of the file."""
    try:
        data = json_file(beside(path), "note")
        return Note(
            checked_title(data.get("name")),
            checked_tags(data.get("tags", ())),
            checks.number("created", data.get("created", 0.0), 0),
            _locks(data.get("locks", ())),
            _parent(data.get("parent")),
        )
    except RunoutError:
        name = path.stem.encode("utf-8", "replace").decode()
        return Note(name[:LONGEST_NAME] or "solution")


def _locks(found: object) -> tuple[dict[str, Any], ...]:
    """Locks as they are sent, whose lines a spot has yet to have."""
    if not found:
        return ()
    from runout.solver.lock import locks_given

    return tuple(lock.to_dict() for lock in locks_given(found))


def _parent(found: object) -> str | None:
    if found is not None and not (isinstance(found, str) and ID.fullmatch(found)):
        raise RunoutError(f"parent {checks.shown(found)}: the id of a solution")
    return found


def write_note(path: Path, note: Note) -> None:
    """Keep a note beside a file."""
    with replacing_file(beside(path), plain=True) as file:
        file.write(json.dumps(asdict(note), ensure_ascii=True, indent=1).encode())
