"""Runs a command and says on standard error in which files of the package a function ran.

python -m tests.house.files_run show spot.runout 'check / bet 120'
"""

from __future__ import annotations

import _thread
import inspect
import sys
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

_HOME = "/src/runout/"
_found: set[str] = set()
_start = _thread.start_new_thread


def _note(frame: FrameType, event: str, _argument: object) -> None:
    code = frame.f_code
    # The bodies of modules and classes are no functions.
    if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and _HOME in code.co_filename:
        _found.add(code.co_filename.partition(_HOME)[2])


def _started(work: Callable[..., object], *given: Any) -> int:  # noqa: ANN401 - as the original
    def noted(*arguments: object, **settings: object) -> None:
        sys.setprofile(_note)
        work(*arguments, **settings)

    return _start(noted, *given)


def main() -> None:
    """Run the command that the arguments say."""
    setattr(_thread, "start_new_thread", _started)  # noqa: B010 - here and below: not ours
    setattr(threading, "_start_new_thread", _started)  # noqa: B010
    sys.setprofile(_note)
    from runout.cli import main as command

    try:
        command()
    finally:
        sys.setprofile(None)
        sys.stderr.write("\n".join(["ran in:", *sorted(_found)]) + "\n")


if __name__ == "__main__":
    main()
