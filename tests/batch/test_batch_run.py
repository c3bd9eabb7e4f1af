"""Running a batch: its numbers, going on with it, faults."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

import runout
from runout.batch import BatchFolder, BatchProgress, Situation, run
from runout.batch.crew import Done
from runout.batch.run import _Run
from runout.batch.worker import Task, work
from runout.job import Job
from tests.batch.conftest import BOARDS, SPOT

SAME = ["exploitability", "ev", "equity", "realised_equity", "eqr", "frequency", "action_ev"]


def solved(file: Path, out: Path, **settings: object) -> list[str]:
    results = list(run(file, out, **settings))  # type: ignore[arg-type]
    assert [result.failure for result in results if not result.ok] == []
    return [str(result.case.board) for result in results]


def table(out: Path, group: str = "ranges") -> list[dict[str, Any]]:
    """All rows of a run, in one order, without the time it took."""
    rows = BatchFolder(out).rows(group).drop("seconds").to_dicts()
    return sorted(rows, key=lambda row: [str(value) for value in row.values()])


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that nothing disturbed."""
    from tests.batch.conftest import BATCH

    folder = tmp_path_factory.mktemp("batch")
    (folder / "spot.toml").write_text(SPOT)
    (folder / "batch.toml").write_text(BATCH)
    assert sorted(solved(folder / "batch.toml", folder / "out")) == sorted(BOARDS)
    return folder / "out"


def test_numbers_are_those_of_the_solution(finished: Path) -> None:
    rows = BatchFolder(finished).rows().to_dicts()
    for board in BOARDS[:2]:
        spot = runout.Spot.from_toml(f'board = "{board}"\n{SPOT}')
        solution = runout.solve(spot, target=0.5, threads=1)
        for line in ("", "check", "check / bet 10"):
            node = solution[line]
            here = [row for row in rows if (row["board"], row["line"]) == (board, line)]
            acting = [row for row in here if row["acts"]]
            assert {row["player"] for row in acting} == {node.player}
            assert [row["action"] for row in acting] == node.actions
            for row in acting:
                assert row["frequency"] == pytest.approx(node.frequencies[row["action"]], abs=1e-6)
            for row in here:
                means = node.table(row["player"]).averages()
                assert row["ev"] == pytest.approx(means["ev"], rel=1e-5)
                assert row["equity"] == pytest.approx(means["equity"], rel=1e-5)


def test_classes_add_up_to_the_range(finished: Path) -> None:
    whole = {(row["board"], row["line"], row["player"]): row["combos"] for row in table(finished)}
    parts = dict.fromkeys(whole, 0.0)
    seen = set()
    for row in table(finished, "classes"):
        place = (row["board"], row["line"], row["player"])
        if (*place, row["of"]) not in seen:
            seen.add((*place, row["of"]))
            parts[place] += row["combos"]
    assert parts == pytest.approx(whole, rel=1e-4)


def test_nothing_is_done_twice(finished: Path, batch_file: Path) -> None:
    out = batch_file.parent / "out"
    assert len(solved(batch_file, out)) == len(BOARDS)
    before = {path: path.stat().st_mtime_ns for path in (out / "answers").iterdir()}
    assert solved(batch_file, out) == []
    assert before == {path: path.stat().st_mtime_ns for path in (out / "answers").iterdir()}
    assert table(out) == table(finished)


def test_lines_that_are_added_are_read_from_kept_solutions(batch_file: Path) -> None:
    out = batch_file.parent / "out"
    solved(batch_file, out)
    kept = {path: path.stat().st_mtime_ns for path in (out / "solutions").iterdir()}
    assert len(kept) == len(BOARDS)
    text = batch_file.read_text()
    batch_file.write_text(text.replace('lines = ["",', 'lines = ["", "bet 10",'))
    assert len(solved(batch_file, out)) == len(BOARDS)
    assert kept == {path: path.stat().st_mtime_ns for path in (out / "solutions").iterdir()}
    assert {row["line"] for row in table(out)} == {"", "bet 10", "check", "check / bet 10"}


def test_another_question_is_refused(batch_file: Path) -> None:
    out = batch_file.parent / "out"
    solved(batch_file, out)
    batch_file.write_text(batch_file.read_text().replace("target = 0.5", "target = 0.4"))
    with pytest.raises(runout.RunoutError, match="another question"):
        run(batch_file, out)


def test_what_varies_is_a_column(batch_file: Path) -> None:
    text = batch_file.read_text().replace(", ".join(BOARDS), BOARDS[0])
    batch_file.write_text(
        text.replace('lines = ["", "check", "check / bet 10"]', "")
        + ("vary = {stack = [40, 60], rake = [0.0, 0.05]}\n")
    )
    out = batch_file.parent / "out"
    assert len(solved(batch_file, out)) == 4
    rows = table(out)
    assert {(row["stack"], row["rake"]) for row in rows} == {
        (40, 0.0),
        (40, 0.05),
        (60, 0.0),
        (60, 0.05),
    }
    raked = {row["stack"]: 0.0 for row in rows}
    for row in rows:
        if row["rake"] and row["action"] in (None, "check"):
            raked[row["stack"]] += row["ev"]
    assert all(total < 20 for total in raked.values())


def test_a_board_that_blocks_a_range_is_recorded_and_the_others_go_on(tmp_path: Path) -> None:
    data = {
        "spot": {"pot": 20, "stack": 40, "bets": "a", "range": {"oop": "AA", "ip": "KK"}},
        "boards": "AsAhAd2c3d, Ks7d2h5c9d",
        "keep": "none",
    }
    progress: list[BatchProgress] = []
    results = list(run(data, tmp_path / "out", progress=progress.append))
    assert [result.ok for result in sorted(results, key=lambda r: str(r.case))] == [False, True]
    assert "blocks it" in next(result.failure for result in results if not result.ok)
    assert (progress[-1].done, progress[-1].failed, progress[-1].total) == (1, 1, 2)
    status = BatchFolder(tmp_path / "out").status()
    assert (status.done, status.failed, status.missing) == (1, 1, 0)
    assert list(run(data, tmp_path / "out")) == []  # what failed is left alone
    assert len(list(run(data, tmp_path / "out", retry=True))) == 1


def test_a_stopped_job_ends_the_run_and_keeps_what_is_there(batch_file: Path) -> None:
    out = batch_file.parent / "out"
    job: Job[BatchProgress, Any] = Job()
    found = []
    for result in run(batch_file, out, cores=1, job=job):
        found.append(result)
        job.stop()
    assert 1 <= len(found) < len(BOARDS)
    rest = solved(batch_file, out)
    assert len(rest) == len(BOARDS) - len(found)


def test_two_runs_in_one_folder_are_refused(batch_file: Path) -> None:
    out = batch_file.parent / "out"
    first = run(batch_file, out, cores=1)
    next(first)
    asked = BatchFolder(out).question()
    batch_file.write_text(batch_file.read_text().replace(BOARDS[-1], "4s4d3h2cTd"))
    with pytest.raises(runout.RunoutError, match="another run"):
        list(run(batch_file, out))
    assert BatchFolder(out).question() == asked
    first.close()  # type: ignore[attr-defined]


class _DyingCrew:
    """Loses the first tasks it is given, by its own fault or another's."""

    size, threads = 2, 1

    def __init__(self, deaths: dict[int, list[bool]]) -> None:
        self.deaths, self.tasks = deaths, dict[int, Task]()

    def give(self, number: int, task: Task) -> None:
        self.tasks[number] = task

    def wait(self, _seconds: float) -> list[Done]:
        found = []
        for number, task in list(self.tasks.items()):
            del self.tasks[number]
            if self.deaths.get(number):
                found.append(Done(number, None, own_fault=self.deaths[number].pop()))
            else:
                found.append(Done(number, work(task)))
        return found

    def close(self) -> None:
        pass


def test_lost_machines_are_borne_and_a_spot_that_kills_twice_is_not(
    batch_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crew = _DyingCrew({0: [False] * 5, 1: [True], 2: [True, True]})
    monkeypatch.setattr(_Run, "_near", lambda *_: crew)
    results = list(run(batch_file, batch_file.parent / "out"))
    assert [str(r.case.board) for r in results if not r.ok] == [BOARDS[2]]
    assert len(results) == len(BOARDS)


def test_damaged_answers_and_solutions_are_made_again(batch_file: Path, finished: Path) -> None:
    out = batch_file.parent / "out"
    solved(batch_file, out)
    answers, solutions = (sorted((out / name).iterdir()) for name in ("answers", "solutions"))
    answers[0].write_bytes(b"")
    answers[1].write_bytes(answers[1].read_bytes()[:100])
    for path in solutions:
        path.write_bytes(path.read_bytes()[:50])
    assert len(solved(batch_file, out)) == 2
    assert table(out) == table(finished)


def test_keys_hang_on_what_is_solved_alone() -> None:
    spot = {"pot": 20, "stack": 40, "bets": "a", "range": {"oop": "QQ+", "ip": "JJ+"}}
    base: dict[str, Any] = {"spot": spot, "boards": "Ks7d2h5c9d"}

    def keys(**changes: object) -> list[str]:
        return [case.key for case in Situation.from_dict({**base, **changes}).cases()]

    assert keys() == keys(lines=["", "check"]) == keys(name="other") == keys(keep="none")
    assert keys() == keys(spot={**spot, "range": {"oop": "QQ, KK, AA", "ip": "AA-JJ"}})
    others = [
        keys(target=0.2),
        keys(max_iterations=7),
        keys(compress=True),
        keys(boards="Ks7d2h5c8d"),
        keys(spot={**spot, "stack": 41}),
        keys(spot={**spot, "range": {"oop": "QQ+", "ip": "TT+"}}),
    ]
    assert len({*map(tuple, others), tuple(keys())}) == len(others) + 1
    assert json.dumps(keys())


def test_workers_end_with_their_driver(batch_file: Path) -> None:
    spot = batch_file.parent / "spot.toml"
    spot.write_text(spot.read_text().replace("QQ-88, AQs+, KJs+", "100%"))
    text = batch_file.read_text().replace(", ".join(BOARDS), "Ks7d2h, Qs7d2h")
    batch_file.write_text(text.replace("target = 0.5", "target = 0.0001"))
    program = [sys.executable, "-m", "runout", "batch", "run", str(batch_file)]
    driver = subprocess.Popen(
        [*program, "--out", str(batch_file.parent / "out")], stderr=subprocess.DEVNULL
    )
    workers: list[psutil.Process] = []
    try:
        for _ in range(300):
            time.sleep(0.1)
            workers = psutil.Process(driver.pid).children()
            if workers:
                break
        assert workers
        time.sleep(1)
    finally:
        driver.kill()
        driver.wait()
    _, alive = psutil.wait_procs(workers, timeout=20)
    for worker in alive:
        worker.kill()
    assert not alive
