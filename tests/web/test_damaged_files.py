"""Files of jobs and batches that somebody has damaged: none keeps the others from being shown."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from runout.web.studio import Studio
from runout.web.studio_batches import batches
from tests.web.conftest import API, studio_client

if TYPE_CHECKING:
    from pathlib import Path

HUGE = 10**400
NESTED: Any = []
for _ in range(400):
    NESTED = [NESTED]
JOB = {
    "id": "0123456789abcdef",
    "kind": "equity",
    "name": "a job",
    "question": {},
    "state": "running",
    "created": 1.5,
}
BATCH = {
    "version": 1,
    "name": "a batch",
    "question": "0",
    "lines": [""],
    "keys": ["0" * 32],
    "spots": [{"name": "spot", "varied": {"stack": 300}, "spot": {"pot": 200}}],
    "boards": [["Td9d6hQc2c", 1.0]],
}
TEXTS = ["[" * 200_000, '{"id": ' * 200_000, "[]", "3", "", "{"]


def written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def jobs_of(folder: Path) -> list[str]:
    """The names of jobs that a server shows that is started there."""
    with studio_client(folder) as client:
        response = client.get(f"{API}/jobs")
        assert response.status_code == 200, response.text
        return [one["name"] for one in response.json()["jobs"]]


@pytest.mark.parametrize(
    "harm",
    [
        *TEXTS,
        {"created": HUGE},
        {"created": None},
        {"created": "1"},
        {"ended": HUGE},
        {"kind": []},
        {"kind": "solitaire"},
        {"name": {}},
        {"state": []},
        {"curve": [[HUGE, HUGE]]},
        {"curve": 5},
        {"question": []},
        {"question": {"more": NESTED}},
        {"question": {"more": HUGE}},
        {"result": "done"},
        {"unknown": 1},
    ],
    ids=lambda harm: str(harm)[:30],
)
def test_a_damaged_job_does_not_stop_the_start(tmp_path: Path, harm: str | dict[str, Any]) -> None:
    folder = tmp_path / "jobs"
    other = {**JOB, "id": "f" * 16, "name": "sound"}
    written(folder / f"{'f' * 16}.json", json.dumps(other))
    text = harm if isinstance(harm, str) else json.dumps({**JOB, **harm})
    written(folder / f"{JOB['id']}.json", text)
    assert jobs_of(tmp_path) == ["sound"]


def test_what_is_no_file_among_the_jobs_does_not_stop_the_start(tmp_path: Path) -> None:
    folder = tmp_path / "jobs"
    written(folder / f"{JOB['id']}.json", json.dumps(JOB))
    os.mkfifo(folder / f"{'1' * 16}.json")  # who opened it would wait for ever
    (folder / f"{'2' * 16}.json").mkdir()
    (folder / f"{'3' * 16}.json").symlink_to(f"{'3' * 16}.json")
    (folder / "left.runout").mkdir()
    assert jobs_of(tmp_path) == ["a job"]


@pytest.mark.parametrize(
    "harm",
    [
        *TEXTS,
        {"name": {}},
        {"lines": "check"},
        {"keys": []},
        {"keys": [5]},
        {"spots": ["spot"]},
        {"spots": [{"name": "spot", "varied": [], "spot": {}}]},
        {"spots": [{"name": "spot", "varied": {"stack": NESTED}, "spot": {}}]},
        {"boards": [["Td9d6hQc2c", HUGE]]},
        {"boards": [["Td9d6hQc2c"]]},
        {"boards": [["x", 1]]},
        {"boards": [["Td", 1]]},
    ],
    ids=lambda harm: str(harm)[:30],
)
def test_a_damaged_batch_is_left_out(tmp_path: Path, harm: str | dict[str, Any]) -> None:
    pytest.importorskip("polars")
    with studio_client(tmp_path) as client:
        written(tmp_path / "batches" / "sound" / "batch.json", json.dumps(BATCH))
        text = harm if isinstance(harm, str) else json.dumps({**BATCH, **harm})
        written(tmp_path / "batches" / "harmed" / "batch.json", text)
        response = client.get(f"{API}/batches")
        assert response.status_code == 200, response.text
        found = {one["id"] for one in response.json()["batches"]}
        assert found - {"harmed"} == {"sound"}
        assert 400 <= client.get(f"{API}/batches/harmed/report").status_code < 500


def test_a_message_of_a_failure_that_is_damaged_is_left_out(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    studio = Studio(tmp_path)
    folder = tmp_path / "batches" / "sound"
    written(folder / "batch.json", json.dumps(BATCH))
    written(folder / "failed" / f"{'0' * 32}.json", "[" * 200_000)
    assert batches(studio)[0]["status"]["failures"] == {"spot Td9d6hQc2c": ""}
    studio.close()


def test_links_that_lead_nowhere_do_not_hide_other_batches(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    with studio_client(tmp_path) as client:
        folder = tmp_path / "batches"
        written(folder / "sound" / "batch.json", json.dumps(BATCH))
        (folder / "loop").symlink_to("loop")
        (folder / "nowhere").symlink_to("none")
        (folder / "file").write_text("")
        (folder / "no batch").mkdir()
        found = client.get(f"{API}/batches").json()["batches"]
        assert [one["id"] for one in found] == ["sound"]
        assert client.get(f"{API}/batches/loop/report").status_code == 404
        assert client.get(f"{API}/solutions/{'0' * 16}").status_code == 404
