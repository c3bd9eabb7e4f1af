"""What the server is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import Request, Response

import runout
from runout.web.answers_json import answer
from runout.web.calls import Calls
from runout.web.shapes import AboutShape

if TYPE_CHECKING:
    from runout.web.studio import Studio

calls = Calls(about="about")


@calls.get("/about", response_model=AboutShape)
def about(request: Request) -> Response:
    """Version, engines, memory and folders."""
    from runout.blackjack.counting import SYSTEMS
    from runout.blackjack.side_bets import PAY_TABLES
    from runout.memory import free_memory
    from runout.ranges.shelf import user_folder
    from runout.solver.engines import ENGINES, engine_named
    from runout.threads import thread_count

    studio: Studio = request.app.state.studio
    lacking = {name: engine_named(name).missing() for name in ENGINES}
    return answer(
        {
            "version": runout.__version__,
            "api": "v1",
            "engines": [{"name": name, "missing": lack} for name, lack in lacking.items()],
            "memory_limit": studio.limit,
            "free_bytes": free_memory(),
            "threads": thread_count(None),
            "library": str(studio.library.folder),
            "ranges": str(user_folder()),
            "pages": request.app.state.pages,
            "counts": SYSTEMS,
            "side_bets": PAY_TABLES,
        }
    )
