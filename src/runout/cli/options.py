"""What the declarations of commands share: common options and the examples below their help."""

from __future__ import annotations

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def examples(*lines: str) -> str:
    """An epilog that shows commands to copy."""
    return "\n\n".join(["[bold]Examples[/bold]", *(f"$ {line}" for line in lines)])
