"""Whether there is a GPU to use here, and if not, what is missing and what installs it."""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from runout.errors import RunoutError
from runout.solver.cuda.card import GpuCard, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

_LIBRARIES = ("libcuda.so.1", "nvcuda.dll")
_NO_DEVICE, _NOT_INITIALIZED = 100, 3  # what the driver answers; the latter in forked processes
_MAJOR = 1000  # by which CUDA numbers its versions
_NEW_CUDA = 13000
_LEAST = 75  # of compute capability, ten times
_NOTHING = (
    "no NVIDIA GPU with its driver is found on this machine; with one, pip install "
    "'runout[cuda12]', or 'runout[cuda13]' where the driver knows CUDA 13"
)
_FORKED = (
    "this process was forked from one that uses the GPU, and cannot use it; start it anew, "
    "as multiprocessing does by 'spawn'"
)
_cards: dict[int, GpuCard] = {}
"""By process: a forked one has none of its parent's."""
_opening = threading.Lock()
"""Held by whoever opens the card: there is one stream of it."""


def missing() -> str | None:
    """What a solve on a GPU lacks here, with the command that helps; None if nothing.

    One line, whatever fails. The card is opened for it once; what is missing is looked for again.
    """
    try:
        with _opening:
            if os.getpid() not in _cards:
                _cards[os.getpid()] = _opened()
    except RunoutError as error:
        return str(error)
    return None


def _start_in_child() -> None:
    """Whoever held the lock when this process was forked is not in it."""
    global _opening  # noqa: PLW0603 - nobody else can let go of it
    _opening = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_in_child)


def card() -> GpuCard:
    """The GPU to use; an error says what is missing."""
    lacking = missing()
    if lacking is not None:
        raise RunoutError(f"engine cuda: {lacking}")
    return _cards[os.getpid()]


def _opened() -> GpuCard:
    """The GPU with all that it takes to use it."""
    if _cards:
        raise RunoutError(_FORKED)
    known = driver()
    cuda = _imported(_extra(known)).cuda
    with _told():
        built = int(cuda.driver.get_build_version())
    _check_known(built, known)
    with _told():
        count = cuda.runtime.getDeviceCount()
        found = GpuCard(int(cuda.runtime.getDevice())) if count > 0 else None
    if found is None:
        raise RunoutError(_NOTHING)
    if found.capability < _LEAST:
        raise RunoutError(
            f"the {found.name} has compute capability {found.capability / 10}, "
            f"and {_LEAST / 10} is the least"
        )
    _check_compiler(cuda, _extra(built))
    return found


@contextmanager
def _told() -> Iterator[None]:
    """What CuPy fails at, in one line."""
    try:
        yield
    except Exception as error:
        raise RunoutError(f"CuPy cannot use the GPU: {one_line(error)}") from error


def driver() -> int:
    """The version of CUDA that the driver of this machine knows; an error if there is none."""
    for name in _LIBRARIES:
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        version, result = ctypes.c_int(), library.cuInit(0)
        if result == _NOT_INITIALIZED:
            raise RunoutError(_FORKED)
        if result not in (0, _NO_DEVICE):
            raise RunoutError(f"the NVIDIA driver does not start: CUDA error {result}")
        if result == 0 and library.cuDriverGetVersion(ctypes.byref(version)) == 0:
            return version.value
    raise RunoutError(_NOTHING)


def _check_compiler(cuda: Any, extra: str) -> None:  # noqa: ANN401 - CuPy has no types
    """Refuse a CuPy without the library that compiles the kernels."""
    try:
        cuda.nvrtc.getVersion()
    except Exception as error:
        raise RunoutError(
            f"NVRTC, which compiles the kernels, is not found: pip install 'runout[{extra}]'"
        ) from error


def _check_known(built: int, known: int) -> None:
    """Refuse a CuPy for a later CUDA than the driver knows; within one major version all go."""
    if built // _MAJOR <= known // _MAJOR:
        return
    said = f"the driver knows CUDA {_version(known)}, and CuPy is for CUDA {_version(built)}"
    if _extra(known) == _extra(built):
        raise RunoutError(f"{said}: install a newer NVIDIA driver")
    raise RunoutError(
        f"{said}: pip uninstall cupy-cuda{built // _MAJOR}x, then pip install "
        f"'runout[{_extra(known)}]', or install a newer NVIDIA driver"
    )


def _version(number: int) -> str:
    """As people write it.

    >>> _version(12080)
    '12.8'
    """
    return f"{number // _MAJOR}.{number % _MAJOR // 10}"


def _extra(version: int) -> str:
    """What to install for a version of CUDA."""
    return "cuda13" if version >= _NEW_CUDA else "cuda12"


def _imported(extra: str) -> Any:  # noqa: ANN401 - CuPy has no types
    try:
        import cupy
    except Exception as error:
        lacks = isinstance(error, ModuleNotFoundError) and error.name == "cupy"
        why = "is not installed" if lacks else f"cannot be imported: {one_line(error)}"
        raise RunoutError(f"CuPy {why}: pip install 'runout[{extra}]'") from error
    return cupy
