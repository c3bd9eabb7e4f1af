"""Files that may be anything."""

import io
import os
import threading
from pathlib import Path

import pytest

from runout import RunoutError
from runout.reading import MOST_MEGABYTES, read_all, read_text


def test_a_text_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes("\ufeffA♠\r\n".encode())
    assert read_text(file, "chart") == "A♠\r\n"
    assert read_text(str(file), "chart") == "A♠\r\n"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("no-such-file", "No such file"),
        ("/", "directory"),
        ("a\0b", "not the name of a file"),
        ("\ud800", "not the name of a file"),
        ("a" * 300, "too long"),
        ("", "No such file"),
        ("/dev/zero", "longer than 16 MB"),
    ],
)
def test_what_cannot_be_read_is_named(path: str, reason: str) -> None:
    with pytest.raises(RunoutError, match=f"^chart '.*{reason}"):
        read_text(path, "chart")


@pytest.mark.parametrize("path", [None, 5, b"a", 1.5, ["a"], True])
def test_other_types_are_no_paths(path: object) -> None:
    with pytest.raises(TypeError, match=r"chart: .* is not a path"):
        read_text(path, "chart")  # type: ignore[arg-type]


def test_other_bytes_are_not_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RunoutError, match="not text in UTF-8"):
        read_text(file, "chart")


def test_the_limit_is_exact() -> None:
    most = MOST_MEGABYTES * 1_000_000
    assert len(read_all(io.BytesIO(bytes(most)), "it")) == most
    with pytest.raises(RunoutError, match="it: longer than 16 MB"):
        read_all(io.BytesIO(bytes(most + 1)), "it")


def test_a_named_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("H 16",))
    writer.start()
    assert read_text(pipe, "chart") == "H 16"
    writer.join()
