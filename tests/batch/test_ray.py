"""A batch on a real Ray runtime of two machines, one of which is lost on the way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray

import runout
from runout.batch import BatchFolder, run
from tests.batch.conftest import BOARDS
from tests.batch.test_batch_run import table


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two machines, as far as Ray can tell."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    yield made
    ray.shutdown()
    made.shutdown()


def test_two_machines_give_what_one_gives(cluster: Any, batch_file: Path) -> None:  # noqa: ANN401
    here, there = batch_file.parent / "here", batch_file.parent / "there"
    assert len(list(run(batch_file, here))) == len(BOARDS)
    assert len(list(run(batch_file, there, ray=cluster.address))) == len(BOARDS)
    assert table(here) == table(there)
    assert table(here, "classes") == table(there, "classes")
    kept = [sorted(path.name for path in (out / "solutions").iterdir()) for out in (here, there)]
    assert kept[0] == kept[1]


def test_a_machine_that_is_lost_costs_nothing_but_time(cluster: Any, batch_file: Path) -> None:  # noqa: ANN401
    spot = batch_file.parent / "spot.toml"
    spot.write_text(spot.read_text().replace("QQ-88, AQs+, KJs+", "30%"))
    text = batch_file.read_text().replace("5c9d", "5c").replace("2c9d", "2c")
    batch_file.write_text(text)
    lost = cluster.add_node(num_cpus=1)
    out, here = batch_file.parent / "out", batch_file.parent / "here"
    found = []
    for result in run(batch_file, out, ray=cluster.address):
        found.append(result)
        if len(found) == 1:
            cluster.remove_node(lost, allow_graceful=False)
    assert [result.failure for result in found] == [""] * len(BOARDS)
    assert len(list(run(batch_file, here))) == len(BOARDS)
    assert table(out) == table(here)


def test_what_no_machine_has_is_refused(cluster: Any, batch_file: Path) -> None:  # noqa: ANN401
    with pytest.raises(runout.RunoutError, match="no machine of the cluster has 64 CPU"):
        next(run(batch_file, batch_file.parent / "out", ray=cluster.address, cores=64))


def test_a_cluster_that_is_not_there_is_named(batch_file: Path) -> None:
    with pytest.raises(runout.RunoutError, match=r"ray '127\.0\.0\.1:1'"):
        next(run(batch_file, batch_file.parent / "out", ray="127.0.0.1:1"))
    assert not (batch_file.parent / "out").exists()


def test_a_fault_of_the_cluster_is_no_fault_of_a_board(
    cluster: Any,  # noqa: ANN401
    batch_file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = batch_file.parent / "out"
    monkeypatch.setattr("runout.batch.ray_crew.__version__", "0.0.1")
    with pytest.raises(runout.RunoutError, match=r"runout 0\.0\.1 asks, but a machine there has"):
        list(run(batch_file, out, ray=cluster.address))
    monkeypatch.undo()
    assert [result.ok for result in run(batch_file, out, ray=cluster.address)] == [True] * 6


def test_gpus_are_asked_from_ray(cluster: Any, batch_file: Path) -> None:  # noqa: ANN401
    batch_file.write_text(batch_file.read_text() + 'engine = "cuda"\n')
    out = batch_file.parent / "out"
    with pytest.raises(runout.RunoutError, match=r"no machine of the cluster has 1 CPU.* 1 GPU"):
        list(run(batch_file, out, ray=cluster.address))
    said = cluster.add_node(num_cpus=1, num_gpus=1)  # it says so, but has none
    try:
        with pytest.raises(runout.RunoutError, match=r"engine cuda: .*; what is done is kept"):
            list(run(batch_file, out, ray=cluster.address))
    finally:
        cluster.remove_node(said)
    assert BatchFolder(out).status().failed == 0
