"""The `runout` command.

Nothing is loaded here but what Python has loaded for itself: Ctrl-C is answered from `main` on.
"""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> None:
    """Run the command line; a bad question ends with one message and exit code 2."""
    try:
        _hold_closed_places()
        if sys.stdout is None:
            _end("standard output: it is closed", 2)
        _run()
    except KeyboardInterrupt:
        _end("stopped", 130)
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        _drop_output()
        sys.exit(141)
    except OSError as error:  # a full disk
        _drop_output()
        _end(f"{error.filename or 'standard output'}: {error.strerror or error}", 2)
    except MemoryError:
        _end("there is not enough memory", 2)


def _run() -> None:
    # Here, where Ctrl-C is answered: loading takes a moment.
    from runout.job import terminate_as_interrupt

    terminate_as_interrupt()
    from runout.cli.app import app
    from runout.errors import RunoutError

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a suit that the terminal cannot show is a ?
    try:
        app()
    except RunoutError as error:
        _end(str(error), 2)
    except SystemExit as ending:
        # The library that reads commands ends them at Ctrl-C without a word.
        if isinstance(getattr(ending.__context__, "__cause__", None), KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.stdout.flush()  # here, where a full disk is still ours to report


def _end(message: str, code: int) -> NoReturn:
    try:
        sys.stderr.write(f"runout: {message}\n")
        sys.stderr.flush()
    except OSError:
        pass  # the code says it where the message cannot
    sys.exit(code)


def _hold_closed_places() -> None:
    """Let no file that is opened later take the number of a standard stream that is closed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - until the end


def _drop_output() -> None:
    """Whatever is still to be written goes nowhere, so that leaving does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
