"""What is missing for a solve on a GPU, told in one line, and what fails there afterwards."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from runout import RunoutError, solve
from runout.solver.cuda import presence
from runout.solver.engine_report import engine_reports
from runout.solver.engines import chosen_engine
from runout.solver.estimate import shape_of
from tests.engines.fake_cupy import (
    CompileException,
    CUDADriverError,
    CUDARuntimeError,
    FakeCupy,
    FakeDevice,
    FakeGraph,
    FakeStream,
    OutOfMemoryError,
    with_fake_cupy,
)
from tests.solver.test_engines import RIVER

if TYPE_CHECKING:
    from collections.abc import Callable

BUSY = CUDARuntimeError(46, "cudaErrorDevicesUnavailable: busy or unavailable")
FULL = CUDARuntimeError(2, "cudaErrorMemoryAllocation: out of memory")
LOST = CUDARuntimeError(700, "cudaErrorIllegalAddress: an illegal memory access")


@pytest.fixture(autouse=True)
def cupy(monkeypatch: pytest.MonkeyPatch) -> FakeCupy:
    monkeypatch.setattr("runout.solver.engines._PAYING", 0)
    return with_fake_cupy(monkeypatch)


def failing(error: Exception) -> Callable[..., NoReturn]:
    def fail(*given: object, **named: object) -> NoReturn:
        del given, named
        raise error

    return fail


def assert_cores_take_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(RIVER, target=0, max_iterations=1).summary().engine == "cpu"
    assert capsys.readouterr() == ("", "")


# What is missing


def without_nvrtc(cupy: FakeCupy) -> None:
    cupy.cuda.nvrtc.getVersion = failing(RuntimeError("Failure finding\n libnvrtc.so.12\n"))


def without_card(cupy: FakeCupy) -> None:
    cupy.cuda.runtime.getDeviceCount = lambda: 0


def without_access(cupy: FakeCupy) -> None:
    cupy.cuda.Stream = failing(BUSY)


def without_room(cupy: FakeCupy) -> None:
    cupy.cuda.Device = failing(FULL)


def without_count(cupy: FakeCupy) -> None:
    cupy.cuda.runtime.getDeviceCount = failing(CUDARuntimeError(35, "cudaErrorInsufficient: old"))


def too_old(cupy: FakeCupy) -> None:
    cupy.cuda.Device = lambda number: SimpleNamespace(compute_capability="61", attributes=ALL)


ALL = {"MaxSharedMemoryPerBlockOptin": 48_000, "MultiProcessorCount": 2}
LACKING: dict[Callable[[FakeCupy], None], str] = {
    without_nvrtc: "NVRTC, which compiles the kernels, is not found: pip install 'runout[cuda12]'",
    without_card: "no NVIDIA GPU with its driver is found on this machine; with one, pip install "
    "'runout[cuda12]', or 'runout[cuda13]' where the driver knows CUDA 13",
    without_access: "CuPy cannot use the GPU: cudaErrorDevicesUnavailable: busy or unavailable",
    without_room: "CuPy cannot use the GPU: cudaErrorMemoryAllocation: out of memory",
    without_count: "CuPy cannot use the GPU: cudaErrorInsufficient: old",
    too_old: "the Pretended GPU has compute capability 6.1, and 7.5 is the least",
}


@pytest.mark.parametrize("change", LACKING)
def test_what_is_missing_is_one_line_and_auto_is_silent(
    cupy: FakeCupy, change: Callable[[FakeCupy], None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert presence.missing() is None
    presence._cards.clear()
    change(cupy)
    assert presence.missing() == LACKING[change]
    with pytest.raises(RunoutError) as error:
        solve(RIVER, engine="cuda")
    assert str(error.value) == f"engine cuda: {LACKING[change]}"
    assert_cores_take_over(capsys)


def test_the_extra_is_that_of_the_cupy_that_is_there(
    cupy: FakeCupy, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_nvrtc(cupy)
    monkeypatch.setattr(presence, "driver", lambda: 13000)
    cupy.cuda.driver.get_build_version = lambda: 13000
    assert str(presence.missing()).endswith("pip install 'runout[cuda13]'")


@pytest.mark.parametrize(
    ("known", "built", "line"),
    [
        (
            12080,
            13000,
            "the driver knows CUDA 12.8, and CuPy is for CUDA 13.0: pip uninstall cupy-cuda13x, "
            "then pip install 'runout[cuda12]', or install a newer NVIDIA driver",
        ),
        (
            11040,
            12090,
            "the driver knows CUDA 11.4, and CuPy is for CUDA 12.9: install a newer NVIDIA driver",
        ),
        (12010, 12090, None),
        (13010, 12090, None),
    ],
)
def test_a_driver_older_than_cupy(
    cupy: FakeCupy, monkeypatch: pytest.MonkeyPatch, known: int, built: int, line: str | None
) -> None:
    """Whatever CuPy then fails at."""
    monkeypatch.setattr(presence, "driver", lambda: known)
    cupy.cuda.driver.get_build_version = lambda: built
    if line is not None:
        without_count(cupy)
    assert presence.missing() == line


@pytest.mark.parametrize(("version", "extra"), [(12080, "cuda12"), (13000, "cuda13")])
def test_cupy_is_not_there(monkeypatch: pytest.MonkeyPatch, version: int, extra: str) -> None:
    monkeypatch.setattr(presence, "driver", lambda: version)
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert presence.missing() == f"CuPy is not installed: pip install 'runout[{extra}]'"


def test_cupy_is_broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "raise ImportError('''\n=====\nFailed to import CuPy.\n\nlibcudart: not found\n=====''')"
    (tmp_path / "cupy.py").write_text(text, encoding="utf-8")
    monkeypatch.delitem(sys.modules, "cupy")
    monkeypatch.syspath_prepend(tmp_path)
    assert presence.missing() == (
        "CuPy cannot be imported: Failed to import CuPy. libcudart: not found: "
        "pip install 'runout[cuda12]'"
    )


def test_the_extras_bring_the_compiler() -> None:
    """CuPy has an extra for it from 14.0 on; pip passes over one that is not there."""
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    for number in (12, 13):
        assert extras[f"cuda{number}"] == [f"cupy-cuda{number}x[ctk]>=14.0"]


def test_the_card_is_opened_once(cupy: FakeCupy) -> None:
    asked = []
    cupy.cuda.nvrtc.getVersion = lambda: asked.append(1)
    for _ in range(3):
        assert presence.missing() is None
        assert presence.card() is presence.card()
    assert len(asked) == 1


# The driver


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (None, "no NVIDIA GPU with its driver"),
        (100, "no NVIDIA GPU with its driver"),
        (803, "the NVIDIA driver does not start: CUDA error 803"),
        (3, "this process was forked from one that uses the GPU"),
    ],
)
def test_the_driver_is_not_there(
    monkeypatch: pytest.MonkeyPatch, result: int | None, line: str
) -> None:
    def loaded(name: str) -> SimpleNamespace:
        if result is None:
            raise OSError(f"{name}: cannot open shared object file")
        return SimpleNamespace(cuInit=lambda flags: result)

    monkeypatch.undo()
    monkeypatch.setattr(ctypes, "CDLL", loaded)
    lacking = str(presence.missing())
    assert lacking.startswith(line)
    assert "\n" not in lacking
    if line.startswith("no "):
        assert "pip install 'runout[cuda12]'" in lacking


def test_a_forked_process_has_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parent's is not asked anything, nor is the driver."""
    assert presence.missing() is None
    monkeypatch.setattr(presence, "driver", failing(AssertionError()))
    monkeypatch.setattr("os.getpid", lambda: -1)
    assert str(presence.missing()).startswith("this process was forked from one that uses the GPU")


def test_threads_that_come_at_once_get_the_same_card(
    cupy: FakeCupy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards have a stream each, and what one records the others' work would get into."""
    opened, both = list[int](), threading.Barrier(2)

    def device(number: int) -> FakeDevice:
        opened.append(number)
        with suppress(threading.BrokenBarrierError):
            both.wait(0.2)
        return FakeDevice(number)

    monkeypatch.setattr(cupy.cuda, "Device", device)
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: presence.card(), range(2))
    assert one is other
    assert len(opened) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_process_that_was_forked_while_a_card_was_opened_does_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever opens it in the parent is not in the child."""
    monkeypatch.setattr(presence, "_opening", threading.Lock())
    with presence._opening:
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            os._exit(0 if presence.missing() is None else 1)
    assert os.waitpid(child, 0)[1] == 0


# What fails later


def fails_to_compile(cupy: FakeCupy) -> None:
    said = "kernels.cu(7): error: identifier is undefined\n\n1 error detected\n"
    cupy.RawModule = failing(CompileException(said))  # type: ignore[assignment]


def fails_to_keep(cupy: FakeCupy) -> None:
    cupy.RawModule = failing(OSError("[Errno 13] '/.cupy'"))  # type: ignore[assignment]


def fails_to_load(cupy: FakeCupy) -> None:
    error = CUDADriverError(209, "CUDA_ERROR_NO_BINARY_FOR_GPU: no image")
    cupy.RawModule = failing(error)  # type: ignore[assignment]


def fails_to_hold(cupy: FakeCupy) -> None:
    cupy.zeros = failing(OutOfMemoryError("out of memory allocating"))  # type: ignore[method-assign]


def fails_to_record(cupy: FakeCupy) -> None:
    class Failing(FakeStream):
        def end_capture(self) -> FakeGraph:
            super().end_capture()
            raise FULL

    cupy.cuda.Stream = Failing


FAILURES: dict[Callable[[FakeCupy], None], str] = {
    fails_to_compile: "engine cuda: its kernels cannot be compiled: kernels.cu(7): error: "
    "identifier is undefined 1 error detected",
    fails_to_keep: "engine cuda: its kernels cannot be compiled: [Errno 13] '/.cupy'; "
    "CUPY_CACHE_DIR names another folder",
    fails_to_load: "engine cuda: the GPU fails: CUDA_ERROR_NO_BINARY_FOR_GPU: no image",
    fails_to_hold: "engine cuda: the memory of the GPU is full: ",
    fails_to_record: "engine cuda: the memory of the GPU is full: ",
}


@pytest.mark.parametrize("change", FAILURES)
def test_failures_are_told_and_auto_goes_to_the_cores(
    cupy: FakeCupy, change: Callable[[FakeCupy], None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert solve(RIVER, target=0, max_iterations=1).summary().engine == "cuda"
    presence._cards.clear()
    change(cupy)
    with pytest.raises(RunoutError) as error:
        solve(RIVER, target=0, max_iterations=1, engine="cuda")
    assert str(error.value).startswith(FAILURES[change])
    assert "\n" not in str(error.value)
    assert chosen_engine("auto", shape_of(RIVER), compress=False) == "cuda"
    assert_cores_take_over(capsys)


@pytest.mark.parametrize(
    ("error", "said"),
    [(FULL, "the memory of the GPU is full: "), (LOST, "the GPU fails: cudaErrorIllegalAddress")],
)
def test_failures_in_the_middle_are_told(
    monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    monkeypatch.setattr(FakeGraph, "launch", failing(error))
    with pytest.raises(RunoutError, match=f"^engine cuda: {said}"):
        solve(RIVER, target=0, max_iterations=1, engine="cuda")


def test_a_card_that_is_lost_after_it_was_found(
    cupy: FakeCupy, capsys: pytest.CaptureFixture[str]
) -> None:
    class Lost(cupy.cuda.Device):  # type: ignore[name-defined, misc]
        @property
        def mem_info(self) -> Any:  # noqa: ANN401 - nothing
            raise LOST

    cupy.cuda.Device = Lost
    assert presence.missing() is None
    assert chosen_engine("auto", shape_of(RIVER), compress=False) == "cpu"
    assert_cores_take_over(capsys)
    report = engine_reports(0).engines[1]
    assert report.missing == f"engine cuda: the GPU fails: {LOST}"
