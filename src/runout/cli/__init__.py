"""The `runout` command."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; a bad question ends with one message and exit code 2."""
    from runout.cli.app import app
    from runout.errors import RunoutError

    try:
        app()
    except RunoutError as error:
        sys.stderr.write(f"runout: {error}\n")
        sys.exit(2)
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
