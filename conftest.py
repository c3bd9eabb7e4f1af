"""Runs the examples of the README and the documentation: Python sessions and commands."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from doctest import ELLIPSIS
from itertools import count
from pathlib import Path

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.parsers.markdown import CodeBlockParser, SkipParser

# Nobody's own ranges take part in tests, and none are written among them; each test and each
# document has a library of its own, so that none reads what another has saved.
_LIBRARIES = tempfile.TemporaryDirectory(prefix="runout-ranges-")
_NUMBERS = count()


# Tests press Ctrl-C, also where it was switched off for them, as shells do for background jobs.
signal.signal(signal.SIGINT, signal.default_int_handler)


def _new_library(*_: object) -> None:
    os.environ["RUNOUT_RANGES"] = str(Path(_LIBRARIES.name) / str(next(_NUMBERS)))


_new_library()
own_library = pytest.fixture(_new_library)


def _run_console(example: Example) -> str | None:
    """Run each `$ runout ...` line and compare what it prints with the lines below it."""
    wanted, shown = str(example.parsed), []
    environment = {
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "COLUMNS": "100",
        "RUNOUT_RANGES": os.environ["RUNOUT_RANGES"],
    }
    for line in wanted.splitlines():
        if line.startswith("$ runout "):
            done = subprocess.run(  # noqa: S602 - the lines are our own documentation
                line[2:], shell=True, capture_output=True, text=True, env=environment, check=False
            )
            shown += [line, *(done.stdout + done.stderr).splitlines()]
    if [line.rstrip() for line in wanted.splitlines()] == [line.rstrip() for line in shown]:
        return None
    return "printed:\n" + "\n".join(shown)


class PyconParser:
    """Finds the Python sessions in fenced `pycon` blocks."""

    def __init__(self) -> None:
        self._blocks = CodeBlockParser(language="pycon", evaluator=lambda _: None)
        self._sessions = DocTestStringParser(DocTestEvaluator(ELLIPSIS))

    def __call__(self, document: Document) -> Iterator[Region]:
        """Yield one region for each `>>>` example."""
        for block in self._blocks(document):
            for example in self._sessions(block.parsed, document.path):
                example.adjust(block, block.parsed)
                yield example


pytest_collect_file = Sybil(
    parsers=[
        PyconParser(),
        CodeBlockParser(language="console", evaluator=_run_console),
        SkipParser(),
    ],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
    excludes=["docs/_build/**"],
    setup=_new_library,
).pytest()


# Files are handed out in this order: those that take long first, so that all workers end together.
_LONG = ("tests/web/", "tests/batch/", "tests/solver/", "tests/blackjack/", "tests/cli/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the rooms whose files take long."""

    def rank(item: pytest.Item) -> int:
        starts = (item.nodeid.startswith(room) for room in _LONG)
        return next((number for number, here in enumerate(starts) if here), len(_LONG))

    items.sort(key=rank)
