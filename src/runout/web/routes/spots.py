"""Spots: checked, estimated, shown as a tree, and read from other programs' words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fastapi import Request, Response

from runout.web.answers_json import answer
from runout.web.bodies import SpotBody, SpotText
from runout.web.calls import Calls
from runout.web.shapes import SpotRead, SpotShape
from runout.web.waiting import one_of_few

if TYPE_CHECKING:
    from runout.web.studio import Studio

calls = Calls("/spots", about="spots")


@calls.post("/check", response_model=SpotShape)
async def check(request: Request, body: SpotBody) -> Response:
    """The spot as it is understood, what solving it will take, and its betting tree."""
    return await one_of_few(request, "spots", partial(_checked, request.app.state.studio, body))


def _checked(studio: Studio, body: SpotBody) -> Response:
    from runout.web.spot_fields import spot_of

    spot = spot_of(body.spot)
    size = studio.outlook(spot, compress=body.compress, engine=body.engine).to_dict()
    tree = spot.tree_view(body.line, body.depth).to_dict() if body.tree else None
    return answer({"spot": spot.to_dict(), "estimate": size, "tree": tree})


@calls.post("/read", response_model=SpotRead)
def read(body: SpotText) -> Response:
    """A spot from TOML, a TexasSolver script or a WASM Postflop configuration."""
    from runout.web.spot_reading import spot_from_text

    return answer(spot_from_text(body))
