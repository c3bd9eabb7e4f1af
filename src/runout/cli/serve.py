"""`runout serve`: the studio in a browser."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from runout.cli.output import Memory, examples
from runout.defaults import HOST, PORT

app = typer.Typer()


@app.command(
    "serve",
    epilog=examples(
        "runout serve --open",
        "runout serve --port 9000 --library ~/solutions",
        "runout serve --host 0.0.0.0",
    ),
)
def serve_command(
    port: Annotated[int, typer.Option(help="Where it listens; 0 takes any free port.")] = PORT,
    host: Annotated[
        str,
        typer.Option(help="The address; other machines than this one need the link it prints."),
    ] = HOST,
    library: Annotated[
        str | None,  # of a path nobody could tell that it was empty
        typer.Option(
            metavar="DIR",
            help="Where solutions are kept. Default: RUNOUT_LIBRARY, or the data folder.",
        ),
    ] = None,
    memory: Memory = None,
    jobs: Annotated[int, typer.Option(help="How many jobs run at a time.", min=1)] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Serve the studio: equities, solves and blackjack on a page, on your own machine."""
    from runout.web.server import ServerSettings, serve
    from runout.web.static_pages import NO_PAGES, pages_are_built
    from runout.web.studio import user_library

    def ready(addresses: list[str]) -> None:
        first, *others = addresses
        sys.stdout.write(f"runout is at {first}\n")
        sys.stdout.write("".join(f"       or at {other}\n" for other in others))
        if not pages_are_built():
            sys.stdout.write(f"{NO_PAGES}\n")
        sys.stdout.flush()
        if open_browser:
            import threading
            import webbrowser

            threading.Timer(0.5, webbrowser.open, (first,)).start()

    folder = user_library() if library is None else library
    serve(ServerSettings(folder, port, host, memory, jobs), ready)
