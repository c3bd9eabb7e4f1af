"""The kernels as one text, which the compiler of the driver's own library reads."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import runout
from runout.errors import RunoutError
from runout.solver.cuda.device import THREADS

_FOLDER, _FIRST = "kernels", "kernels.cu"
_INCLUDE = re.compile(r'^#include "([\w.]+)"\n', re.MULTILINE)
BLOCKS = 2
"""Of the river kernel, for which a processor should have registers."""


@cache
def kernel_source() -> str:
    """All kernels in one text: what is cached by its text changes when any part does."""
    folder = _folder()
    seen: set[str] = set()

    def unfolded(name: str) -> str:
        if name in seen:
            return ""
        seen.add(name)
        text = (folder / name).read_text(encoding="utf-8").replace("#pragma once\n", "")
        return _INCLUDE.sub(lambda found: unfolded(found[1]), text)

    return unfolded(_FIRST)


def _folder() -> Path:
    for place in runout.__path__:
        folder = Path(place) / _FOLDER
        if (folder / _FIRST).is_file():
            return folder
    raise RunoutError("engine cuda: this installation lacks its kernels; install runout again")


def compile_options(*, compress: bool) -> tuple[str, ...]:
    """What the compiler is told, for numbers of 16 or 32 bits."""
    return (
        "-std=c++17",
        "-default-device",  # lambdas that take anything
        f"-DRUNOUT_SHORT={int(compress)}",
        f"-DRUNOUT_THREADS={THREADS}",
        f"-DRUNOUT_BLOCKS={BLOCKS}",
    )
