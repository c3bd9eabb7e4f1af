"""The folder of a batch: what was asked, what was answered, what failed.

An answer is a Parquet file named by the hash of everything it depends on, and written whole or not
at all; so the folder can be left at any moment, gone on with, and moved to another machine.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.batch.answer import ALL, COLUMNS, GROUPS, check_polars, schema
from runout.cards import parse_cards
from runout.errors import RunoutError
from runout.reading import json_file
from runout.replacing import replacing, replacing_file
from runout.suits import Board
from runout.textures import texture

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from runout.batch.situation import Case, Situation

_VERSION = 1
_QUESTION, _LOCK, _JOINED = "batch.json", "run.lock", "joined"
_ANSWERS, _FAILED, _SOLUTIONS = "answers", "failed", "solutions"
_ROW_GROUP = 1 << 14  # rows that are in memory together when a table is read
_OF_CASE = ("key", "spot", "board", "weight", "name", "texture", "status")
_TEXTURE = ("high", "pairing", "suits", "connection", "straight_possible", "broadways")


@dataclass(frozen=True)
class BatchStatus:
    """How far a run is."""

    name: str
    total: int
    done: int
    failed: int
    missing: int
    failures: dict[str, str]
    """By spot and board: what went wrong."""

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return asdict(self)

    @property
    def counts(self) -> str:
        """In words, without the name."""
        return f"{self.done} of {self.total} boards done, {self.failed} failed"

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.counts}"]
        lines += [f"  {case}: {message}" for case, message in self.failures.items()]
        return "\n".join(lines)


class BatchFolder:
    """The folder of a batch."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = checks.path("out", path)

    # What was asked

    def check(self, situation: Situation) -> None:
        """Refuse a folder that holds the run of another question."""
        check_polars()
        before = self.question() if (self.path / _QUESTION).exists() else None
        if before is not None and before.get("question") != situation.question:
            raise RunoutError(
                f"out {str(self.path)!r}: it holds the run of another question "
                f"({before.get('name')!r}); take another folder"
            )
        if before is None and self.path.exists() and not self.path.is_dir():
            raise RunoutError(f"out {str(self.path)!r}: it is a file, not a folder")

    @contextmanager
    def asked(self, situation: Situation) -> Iterator[None]:
        """Make the folder, keep other runs out of it, and write down what is asked."""
        self.check(situation)
        try:
            for name in (_ANSWERS, _FAILED, _SOLUTIONS):
                (self.path / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunoutError(f"out {str(self.path)!r}: {error.strerror}") from None
        with self._locked():
            self.check(situation)  # another run may have come first
            asked = {"version": _VERSION, **situation.to_dict()}
            self._write(_QUESTION, json.dumps(asked, indent=1))
            yield

    def question(self) -> dict[str, Any]:
        """What was asked, as plain data."""
        try:
            found = json_file(self.path / _QUESTION, "batch")
        except RunoutError:
            raise RunoutError(f"folder {str(self.path)!r}: it holds no batch") from None
        if found.get("version") != _VERSION:
            raise RunoutError(f"folder {str(self.path)!r}: its batch is of another version")
        if not _is_whole(found):
            raise RunoutError(f"folder {str(self.path)!r}: its {_QUESTION} is damaged")
        return found

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep a second run out of the folder meanwhile."""
        if sys.platform == "win32":
            yield
            return
        try:
            opened = (self.path / _LOCK).open("w")
        except OSError as error:
            raise RunoutError(f"out {str(self.path)!r}: {error.strerror}") from None
        with opened as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise RunoutError(f"out {str(self.path)!r}: another run is at work in it") from None
            yield

    # What was answered

    def answered(self, case: Case, lines: Sequence[str]) -> bool:
        """Whether a case has an answer with all these lines."""
        path = self._answer(case.key)
        if not path.exists():
            return False
        import polars

        try:
            if not set(polars.read_parquet_schema(path)) >= set(COLUMNS):
                return False  # of an earlier version
            there = set(polars.read_parquet(path, columns=["line"])["line"].unique())
        except (OSError, polars.exceptions.PolarsError):
            return False
        return there >= set(lines)

    def failure(self, case: Case) -> str | None:
        """The message of a case that failed."""
        return self._message(case.key)

    def _message(self, key: str) -> str | None:
        try:
            return str(json_file(self._failed(key), "failure")["message"])
        except (RunoutError, KeyError):
            return None

    def write_answer(self, case: Case, table: bytes) -> None:
        """Keep an answer; what failed before is forgotten."""
        self._write(f"{_ANSWERS}/{case.key}.parquet", table)
        self._failed(case.key).unlink(missing_ok=True)

    def write_solution(self, case: Case, solution: bytes) -> None:
        """Keep a solution that came as bytes."""
        with replacing_file(self.solution(case), plain=True) as file:
            file.write(solution)

    def write_failure(self, case: Case, message: str) -> None:
        """Keep the message of a case that failed."""
        text = json.dumps({"case": str(case), "message": message})
        self._write(f"{_FAILED}/{case.key}.json", text)

    def solution(self, case: Case) -> Path:
        """Where the solution of a case is kept."""
        return self.path / _SOLUTIONS / f"{case.key}.runout"

    def cases(self) -> Any:  # noqa: ANN401 - a polars frame, which is loaded when it is needed
        """A frame of all cases: spot, what varies, board, weight, texture, what became of it."""
        check_polars()
        import polars

        return polars.DataFrame(list(self._case_rows()), infer_schema_length=None)

    def _case_rows(self) -> Iterator[dict[str, Any]]:
        asked = self.question()
        keys = iter(asked["keys"])
        columns = _varied_columns([spot["varied"] for spot in asked["spots"]])
        for spot, varied in zip(asked["spots"], columns, strict=True):
            for board, weight in asked["boards"]:
                key = next(keys)
                seen = texture(board)
                row = {"key": key, "spot": spot["name"], **varied}
                row |= {"board": board, "weight": weight, "name": Board(parse_cards(board)).name}
                row |= {"texture": seen.name, **{word: getattr(seen, word) for word in _TEXTURE}}
                yield row | {"status": self._status(key)}

    def _status(self, key: str) -> str:
        if self._answer(key).exists():
            return "done"
        return "failed" if self._failed(key).exists() else "missing"

    def status(self) -> BatchStatus:
        """How far the run is."""
        asked = self.question()
        cases = list(self._case_rows())
        counts = Counter(row["status"] for row in cases)
        failures = {}
        for row in cases:
            if row["status"] == "failed":
                failures[f"{row['spot']} {row['board']}"] = self._message(row["key"]) or ""
        return BatchStatus(
            asked["name"], len(cases), counts["done"], counts["failed"], counts["missing"], failures
        )

    def rows(self, group: str = ALL) -> Any:  # noqa: ANN401
        """A frame of all answers: whole ranges, hand classes or holdings, with their cases."""
        return self.scan(group).collect()

    def scan(self, group: str = ALL) -> Any:  # noqa: ANN401
        """The same as a lazy frame: only what is asked of it is read."""
        path = self.path / f"{checks.choice('group', group, GROUPS)}.parquet"
        check_polars()
        if self._is_stale():
            self._join()
        import polars

        return polars.scan_parquet(path)

    def _is_stale(self) -> bool:
        try:
            return (self.path / _JOINED).read_text(encoding="utf-8") != self._state()
        except (OSError, ValueError):
            return True

    def _state(self) -> str:
        """What the joined tables hang on: which answers there are, and since when."""
        names = sorted(
            (entry.name, entry.stat().st_mtime_ns) for entry in os.scandir(self.path / _ANSWERS)
        )
        asked = (self.path / _QUESTION).read_bytes()
        return hashlib.sha256(repr((names, COLUMNS)).encode() + asked).hexdigest()

    def _join(self) -> None:
        """Write the answers as one table for each group, piece by piece."""
        import polars

        state, cases = self._state(), self.cases().drop("status")
        files = [self._answer(key) for key in cases["key"].unique(maintain_order=True)]
        files = [file for file in files if file.exists()]
        try:
            for group in GROUPS:
                with replacing(self.path / f"{group}.parquet") as part:
                    joined = self._joined(files, cases, group)
                    joined.sink_parquet(part, row_group_size=_ROW_GROUP)
        except polars.exceptions.PolarsError:
            self._name_damaged(files)
            raise
        self._write(_JOINED, state)

    def _joined(self, files: list[Path], cases: Any, group: str) -> Any:  # noqa: ANN401
        """The rows of a group in all answers; columns that older ones lack are null."""
        import polars

        if not files:
            return polars.LazyFrame(schema=dict(cases.schema) | schema())
        answers = polars.scan_parquet(
            files,
            include_file_paths="key",
            schema=schema(),
            missing_columns="insert",
            extra_columns="ignore",
        ).filter(polars.col("group") == group)
        key = polars.col("key").str.extract(r"([0-9a-f]{32})\.parquet$")
        joined = answers.with_columns(key).join(cases.lazy(), on="key", how="inner")
        return joined.select(*cases.columns, *COLUMNS)

    def _name_damaged(self, files: list[Path]) -> None:
        import polars

        for file in files:
            try:
                polars.read_parquet(file)
            except (OSError, polars.exceptions.PolarsError):
                raise RunoutError(
                    f"folder {str(self.path)!r}: the answer {file.name} is damaged; run it again"
                ) from None

    def _answer(self, key: str) -> Path:
        return self.path / _ANSWERS / f"{key}.parquet"

    def _failed(self, key: str) -> Path:
        return self.path / _FAILED / f"{key}.json"

    def _write(self, name: str, data: str | bytes) -> None:
        with replacing_file(self.path / name) as file:
            file.write(data.encode() if isinstance(data, str) else data)


def _is_whole(asked: dict[str, Any]) -> bool:
    """Whether a question has all that its answers are found by, each of its kind."""
    found: list[Any] = [asked.get(name) for name in ("lines", "keys", "spots", "boards")]
    if not all(isinstance(one, list) for one in found):
        return False
    lines, keys, spots, boards = found
    return (
        all(isinstance(one, str) for one in (asked.get("name"), *lines, *keys))
        and all(_is_of(one, name=str, varied=dict, spot=dict) for one in spots)
        and all(isinstance(one, list) and len(one) == 2 for one in boards)
        and all(isinstance(cards, str) and _is_weight(weight) for cards, weight in boards)
        and len(keys) == len(spots) * len(boards)
    )


def _is_of(table: object, **kinds: type) -> bool:
    return isinstance(table, dict) and all(
        isinstance(table.get(name), kind) for name, kind in kinds.items()
    )


def _is_weight(value: object) -> bool:
    try:
        return checks.number("weight", value, 0) >= 0
    except RunoutError:
        return False


def _varied_columns(spots: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What varies as columns of one type each: numbers where all are, otherwise text."""
    plain = {
        name: all(isinstance(spot[name], float | int) for spot in spots if name in spot)
        and not any(isinstance(spot.get(name), bool) for spot in spots)
        for name in {name for spot in spots for name in spot}
    }
    return [
        {varied_column(n): v if plain[n] else _as_text(v) for n, v in spot.items()}
        for spot in spots
    ]


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def varied_column(name: str) -> str:
    """The column of a setting that varies; with another name where its own is taken."""
    taken = (*_OF_CASE, *_TEXTURE, *COLUMNS)
    return f"spot_{name}" if name in taken else name
