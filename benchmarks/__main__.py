"""Prints all tables, or those named on the command line."""

import sys
from importlib import import_module

from rich.console import Console

ALL = ("startup", "evaluator", "solver")

if __name__ == "__main__":
    console = Console()
    for name in sys.argv[1:] or ALL:
        if name not in ALL:
            sys.exit(f"{name!r} is no benchmark: {', '.join(ALL)}")
        console.print(import_module(f"benchmarks.{name}").table())
