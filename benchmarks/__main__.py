"""Prints all tables, or those named on the command line."""

import os
import sys
from importlib import import_module

from rich.console import Console

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy is loaded: one thread means one

ALL = (
    "startup",
    "evaluator",
    "holdings",
    "small",
    "equity",
    "solver",
    "nodes",
    "saving",
    "export",
    "blackjack",
    "flops",
    "reports",
    "batch",
    "foreseen",
    "web_pages",
    "web_load",
)
LONG = ("rules",)  # minutes: only when named

if __name__ == "__main__":
    console = Console()
    for name in sys.argv[1:] or ALL:
        if name not in ALL + LONG:
            sys.exit(f"{name!r} is no benchmark: {', '.join(ALL + LONG)}")
        console.print(import_module(f"benchmarks.{name}").table())
