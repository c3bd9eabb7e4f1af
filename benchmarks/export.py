"""Solutions written for other programs: seconds, size, and memory above the solution."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.table import Table

_CASES: tuple[tuple[str, float, str, dict[str, str]], ...] = (
    ("turn_basic", 0.5, "json", {}),
    ("turn_basic", 0.5, "json.gz", {}),
    ("turn_basic", 0.5, "csv", {"street": "river"}),
    ("turn_basic", 0.5, "parquet", {"street": "river"}),
    ("flop_paired_rake", 2, "json", {}),
    ("flop_wide", 5, "json", {"depth": "turn"}),
    ("flop_wide", 5, "parquet", {"street": "turn"}),
)
_EXPORT = """
import json, math, re, sys, time
from pathlib import Path
from runout import solve
from tests.solver_reference import reference_spot

def memory(key):
    status = Path("/proc/self/status").read_text()
    return 1024 * int(re.search(key + r":\\s*(\\d+)", status)[1])

name, target, path, options = sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
solution = solve(reference_spot(name), target=target)
options, nodes = json.loads(options), 0

def count(done, total):
    global nodes
    nodes = total

writers = {".parquet": solution.to_parquet, ".csv": solution.to_csv}
write = writers.get(path.suffix, solution.to_json)
before = memory("VmRSS")
Path("/proc/self/clear_refs").write_text("5")  # the highest mark starts again from here
cpu, wall = time.process_time(), time.perf_counter()
write(path, progress=count, **options)
cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
grown = memory("VmHWM") - before
if path.suffix == ".json" and path.stat().st_size < 1e8:
    data = json.loads(path.read_text())
    for hand, evs in data["evs"]["evs"].items():
        for name, ev in zip(data["actions"], evs):
            kind, *amount = name.split()
            chips = float(amount[0]) if amount else 0
            wanted = solution.root.ev_of[hand]
            key = next(k for k in wanted if k.endswith(f" {chips:.0f}") or k == name.lower())
            assert math.isclose(ev, wanted[key] - solution.spot.pot / 2, abs_tol=0.01)
print(json.dumps([nodes, cpu, wall, path.stat().st_size, grown]))
"""


def _measured(name: str, target: float, ending: str, options: dict[str, str]) -> list[float]:
    """An export in a process of its own, so that its memory can be told apart."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / f"out.{ending}")
        command = [sys.executable, "-c", _EXPORT, name, str(target), path, json.dumps(options)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def table() -> Table:
    """What exports take; Linux only, for the memory."""
    result = Table(title="Export of solved spots")
    for title in ("spot", "written", "nodes", "CPU s", "s", "MB", "MB of memory above it"):
        result.add_column(title, justify="left" if title in ("spot", "written") else "right")
    for name, target, ending, options in _CASES:
        nodes, cpu, wall, size, grown = _measured(name, target, ending, options)
        what = " ".join((ending, *(f"{key} {value}" for key, value in options.items())))
        figures = (f"{cpu:.1f}", f"{wall:.1f}", f"{size / 1e6:.1f}", f"{grown / 1e6:.0f}")
        result.add_row(name, what, f"{nodes:,}", *figures)
    return result
