"""How long a user waits before anything happens."""

from __future__ import annotations

import http.client
import subprocess
import sys
import tempfile
import time
from urllib.parse import urlsplit

from rich.table import Table

FIRST = {
    "two hands, flop": "'AhKh', 'QcQd', board='Kd 7s 2c'",
    "two hands preflop": "'AhKh', 'QcQd'",
    "a hand and a range, flop": "'AhKh', 'QQ+', board='Kd 7s 2c'",
    "a hand and a range preflop": "'AhKh', 'QQ+'",
}


def _best_of_ten(*arguments: str) -> float:
    best = float("inf")
    for _ in range(10):
        started = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        best = min(best, time.perf_counter() - started)
    return best


def _served(path: str) -> float:
    """Seconds from nothing to an answer of the studio's server, the best of five."""
    best = float("inf")
    for _ in range(5):
        with tempfile.TemporaryDirectory() as library:
            command = [sys.executable, "-m", "runout", "serve", "--port", "0", "--library", library]
            started = time.perf_counter()
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
                assert server.stdout is not None
                address = urlsplit(server.stdout.readline().split()[-1])
                asked = http.client.HTTPConnection(address.netloc)
                asked.request("GET", path)
                assert asked.getresponse().status == 200
                best = min(best, time.perf_counter() - started)
                server.terminate()
    return best


def table() -> Table:
    """Seconds of wall time, best of ten."""
    result = Table(title="Start")
    result.add_column("what")
    result.add_column("seconds", justify="right")
    result.add_column("allowed", justify="right")
    numpy = _best_of_ten("-c", "import numpy")
    result.add_row("import numpy", f"{numpy:.3f}", "")
    result.add_row(
        "import runout", f"{_best_of_ten('-c', 'import runout'):.3f}", f"{numpy + 0.04:.3f}"
    )
    for what, players in FIRST.items():
        seconds = _best_of_ten("-c", f"import runout; runout.equity({players})")
        result.add_row(f"the first equity, {what}", f"{seconds:.3f}", f"{numpy + 0.08:.3f}")
    everything = _best_of_ten("-c", "from runout import *")
    result.add_row("everything in runout", f"{everything:.3f}", "")
    result.add_row("runout --version", f"{_best_of_ten('-m', 'runout', '--version'):.3f}", "0.300")
    for what, path in (("page", "/"), ("call", "/api/v1/about")):
        result.add_row(f"runout serve, until a {what} is answered", f"{_served(path):.3f}", "1.500")
    return result
