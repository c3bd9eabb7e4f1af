"""The `runout` command."""

from __future__ import annotations

import io
import os
import sys


def main() -> None:
    """Run the command line; a bad question ends with one message and exit code 2."""
    try:
        _run()
    except KeyboardInterrupt:
        sys.stderr.write("runout: stopped\n")
        sys.exit(130)
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        _drop_output()
        sys.exit(141)
    except OSError as error:  # a full disk
        _drop_output()
        sys.stderr.write(f"runout: {error}\n")
        sys.exit(1)


def _run() -> None:
    from runout.cli.app import app
    from runout.errors import RunoutError

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a suit that the terminal cannot show is a ?
    try:
        app()
    except RunoutError as error:
        sys.stderr.write(f"runout: {error}\n")
        sys.exit(2)
    finally:
        sys.stdout.flush()  # here, where a full disk is still ours to report


def _drop_output() -> None:
    """Whatever is still to be written goes nowhere, so that leaving does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
