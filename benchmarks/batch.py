"""What a batch adds to its solves: on this machine, and on two nodes of Ray; and its estimate.

CPU seconds of all processes are counted, so that a busy machine changes little. Time by the clock,
and so the comparison with Ray, means something on a machine that does nothing else.
"""

from __future__ import annotations

import resource
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import psutil
from rich.table import Table

from runout.batch import Situation, run
from runout.batch.outlook import outlook
from runout.batch.worker import Task, work
from runout.representatives import flops

if TYPE_CHECKING:
    from collections.abc import Iterator

SPOT: dict[str, Any] = {
    "pot": 20,
    "stack": 40,
    "bets": "50% a",
    "range": {"oop": "QQ-88, AQs+, KJs+", "ip": "JJ-66, AJs+, QJs"},
}
LINES = ["", "check", "check / bet 50%"]
FEW, MANY = 40, 160  # rivers
FLOPS, ROUNDS = 480, 2
NODES = 2

Row = tuple[str, str, str]


def table() -> Table:
    """What was measured beside what is wanted."""
    result = Table(title="Batches")
    for title in ("what", "measured", "wanted"):
        result.add_column(title, justify="left" if title == "what" else "right")
    for rows in (_added, _beside_the_estimate, _beside_ray):
        with TemporaryDirectory() as folder:
            for row in rows(Path(folder)):
                result.add_row(*row)
    return result


@dataclass(frozen=True)
class _Spent:
    """Seconds, by the clock and of the processors."""

    wall: float
    cpu: float

    def __sub__(self, other: _Spent) -> _Spent:
        return _Spent(self.wall - other.wall, self.cpu - other.cpu)


def _now() -> _Spent:
    """Of this process and all that it has started."""
    own, ended = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    cpu = own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime
    for child in psutil.Process().children(recursive=True):
        try:
            times = child.cpu_times()
        except psutil.Error:
            continue
        cpu += times.user + times.system + times.children_user + times.children_system
    return _Spent(time.perf_counter(), cpu)


def _rivers(count: int) -> Situation:
    """So many rivers: some of all flops, and two cards that are free."""
    ends = ["2c", "3d"], ["4c", "5d"], ["6c", "7d"], ["8c", "9d"]
    boards = [
        str(flop) + "".join(end)
        for flop in flops()[:: len(flops()) // count]
        for end in islice((end for end in ends if not {*end} & {*_cards(flop)}), 1)
    ]
    return Situation.from_dict(
        {"spot": SPOT, "boards": boards[:count], "lines": LINES, "target": 0.3}
    )


def _cards(flop: object) -> list[str]:
    text = str(flop)
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _solved(asked: Situation, out: Path, **settings: Any) -> _Spent:  # noqa: ANN401
    """What a run takes."""
    before = _now()
    done = [result.ok for result in run(asked, out, **settings)]
    spent = _now() - before
    assert done == [True] * len(asked.boards)
    return spent


def _added(folder: Path) -> Iterator[Row]:
    """What is left of a board when solving, lines and saving are taken off."""
    few, many, parts = [], [], []
    for turn in range(3):
        few.append(_solved(_rivers(FEW), folder / f"few{turn}", cores=1))
        many.append(_solved(_rivers(MANY), folder / f"many{turn}", cores=1))
        parts.append(_parts(folder, turn))
    for what, unit in (("cpu", "CPU ms"), ("wall", "ms by the clock")):
        short, long, part = (
            min(getattr(one, what) for one in several) for several in (few, many, parts)
        )
        added = (long - short) / (MANY - FEW) - part / MANY  # the start of processes is in both
        yield f"added to a board, {unit}", f"{1000 * added:.1f}", "≤ 30"
    best = min(one.cpu for one in parts) / MANY
    yield "  solving, lines and saving of such a board, CPU ms", f"{1000 * best:.1f}", ""


def _parts(folder: Path, turn: int) -> _Spent:
    """The boards solved, read and saved in this process."""
    asked = _rivers(MANY)
    tasks = [
        Task(
            case.spot.on(case.board),
            asked.limits,
            asked.compress,
            asked.engine,
            asked.lines,
            1,
            None,
            asked.keep,
            str(folder / f"{case.key}.{turn}.runout"),
        )
        for case in asked.cases()
    ]
    before = _now()
    assert all(work(task).table for task in tasks)
    return _now() - before


def _beside_the_estimate(folder: Path) -> Iterator[Row]:
    """What was said about some flops, over what they took."""
    for keep in ("small", "full"):
        asked = _example(boards=8, keep=keep)
        said, out = outlook(asked, cores=1), folder / keep
        spent = _solved(asked, out, cores=1)
        disk = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
        yield f"estimated disk / taken, keep {keep}", f"{said.disk_bytes / disk:.2f}", "0.7 – 1.4"
    yield "estimated core seconds / CPU seconds", f"{said.core_seconds / spent.cpu:.2f}", "0.5 – 2"


def _beside_ray(folder: Path) -> Iterator[Row]:
    """Boards a second on two nodes of a core each, over those of two processes."""
    import ray
    from ray.cluster_utils import Cluster

    some = [str(flop) for flop in flops()[:: len(flops()) // FLOPS]][:FLOPS]
    asked = _example(boards=some, keep="none")
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    near, far = [], []
    try:
        cluster.add_node(num_cpus=1)
        before = _now()
        ray.init(cluster.address, log_to_driver=False, logging_level="error")
        connecting = _now() - before
        for turn in range(ROUNDS):
            near.append(_solved(asked, folder / f"near{turn}", cores=NODES))
            there = _solved(asked, folder / f"far{turn}", cores=1, ray=cluster.address)
            far.append(_Spent(there.wall + connecting.wall, there.cpu + connecting.cpu))
    finally:
        ray.shutdown()
        cluster.shutdown()
    ratio = min(one.wall for one in near) / min(one.wall for one in far)
    yield "Ray on two nodes / two processes, boards by the clock", f"{ratio:.3f}", "≥ 0.95"
    least = min(one.wall for one in near)
    yield f"  seconds of a round of {FLOPS} boards", f"{least:.0f}", "≥ 60"


def _example(**settings: Any) -> Situation:  # noqa: ANN401
    """The example of the documentation on other boards."""
    file = Path(__file__).parent.parent / "examples" / "batch" / "three_bet.toml"
    asked = {"spot": "three_bet_spot.toml", "target": 1, "lines": ["check", "check / bet 33%"]}
    return Situation.from_dict({**asked, **settings}, file.parent)
