"""`runout engines`: what it lists, what it says is missing, and what ends its timing."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from runout import RunoutError, Spot
from runout.cli import main
from runout.solver import engine_report, engines
from runout.solver.engines import ENGINES
from runout.solver.loop import Loop
from tests.engines.fake_cupy import with_fake_cupy

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = Spot("Td9d6hQc", 20, 60, "QQ:0.3,AdKd,8d7d", "JJ,KdQd,J8s:0.7", bets="60%", raises="a")
INSTALLS = "no GPU: pip install 'runout[cuda12]', or 'runout[cuda13]'"


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_report, "_timed_spot", lambda: SMALL)


@pytest.fixture
def _no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = engines.engine_named("cuda")
    monkeypatch.setattr(kind, "missing", classmethod(lambda _: INSTALLS))


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["runout", "engines", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


@pytest.mark.usefixtures("_no_gpu")
def test_the_command_that_installs_it_is_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--seconds", "0.01") == 0
    out = capsys.readouterr().out
    assert f"\ncuda: {INSTALLS}\n" in out
    assert max(len(line) for line in out.splitlines() if INSTALLS not in line) < 80
    rows = {line.split()[0]: line for line in out.splitlines()}
    assert rows["cuda"] != rows["cuda:"]
    assert "million" in rows["cpu"]
    assert "timed on a flop of" in rows["timed"]


@pytest.mark.usefixtures("_no_gpu")
def test_as_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--seconds", "0", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    cpu, cuda = found["engines"]
    assert (cpu["name"], cpu["missing"], cpu["memory"]) == ("cpu", None, "free")
    assert cpu["free_bytes"] > 0
    assert cpu["seconds_per_iteration"] is None
    assert (cuda["name"], cuda["missing"], cuda["free_bytes"]) == ("cuda", INSTALLS, None)


def test_a_gpu_is_listed_with_its_memory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_fake_cupy(monkeypatch)
    assert run(monkeypatch, "--seconds", "0.01") == 0
    rows = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "1.00 GB free on the Pretended GPU" in rows["cuda"]
    assert "million" in rows["cuda"]


@pytest.mark.usefixtures("_no_gpu")
def test_what_may_not_be_taken_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUNOUT_MEMORY", "1 MB")
    monkeypatch.setattr(Loop, "run", lambda *_: pytest.fail("it was timed"))
    assert run(monkeypatch, "--seconds", "0.01") == 0
    out = capsys.readouterr().out
    assert "cpu: the flop that it is timed on needs 3 MB, but 1 MB of memory is allowed\n" in out
    assert "timed on a flop of" not in out


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*given: object) -> None:
        del given
        raise error

    return fail


@pytest.mark.usefixtures("_no_gpu")
@pytest.mark.parametrize("error", [MemoryError(), RunoutError("the GPU fails")])
def test_what_fails_while_it_is_timed_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    monkeypatch.setattr(Loop, "run", raising(error))
    assert run(monkeypatch, "--seconds", "0.01") == 0
    said = str(error) or "the flop that it is timed on needs"
    assert f"\ncpu: {said}" in capsys.readouterr().out


@pytest.mark.usefixtures("_no_gpu")
def test_ctrl_c_ends_the_timing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Loop, "run", raising(KeyboardInterrupt()))
    assert run(monkeypatch, "--json") == 130
    assert capsys.readouterr() == ("", "runout: stopped\n")


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "601"])
def test_odd_times_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seconds: str
) -> None:
    assert run(monkeypatch, "--seconds", seconds) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"runout: seconds {float(seconds)}: a number from 0 to 600\n"


def test_every_engine_is_listed() -> None:
    assert [one.name for one in engine_report.engine_reports(0).engines] == list(ENGINES)
