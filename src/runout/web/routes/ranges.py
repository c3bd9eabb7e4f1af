"""Ranges: read, written, ordered by equity, and kept under names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Query, Response

from runout.web.answers_json import answer
from runout.web.bodies import RangeKept, RangeText, RangeWeights
from runout.web.calls import Calls
from runout.web.shapes import NamedRange, NamedRanges, RangeShape

if TYPE_CHECKING:
    from runout.ranges import Range
    from runout.ranges.library import RangeLibrary

calls = Calls("/ranges", about="ranges")


def _library() -> RangeLibrary:
    from runout.ranges.library import RangeLibrary

    return RangeLibrary()


def range_data(hands: Range, names: list[str] | None = None) -> dict[str, Any]:
    """A range as plain data."""
    return {
        "text": str(hands),
        "combos": hands.combos,
        "percent": hands.percent,
        "grid": hands.grid().tolist(),
        "weights": {str(combo): weight for combo, weight in hands},
        "names": names or [],
    }


@calls.post("/read", response_model=RangeShape)
def read(body: RangeText) -> Response:
    """Read a range in any notation; a problem has the span of what is wrong."""
    from runout.ranges import Range
    from runout.ranges.parser import names_in

    hands = Range(body.text, plus=body.plus)
    return answer(range_data(hands, sorted(names_in(body.text))))


@calls.post("/write", response_model=RangeShape)
def write(body: RangeWeights) -> Response:
    """Write weights of combos or classes as text."""
    from runout.ranges import Range

    return answer(range_data(Range(body.weights)))


@calls.get("/top", response_model=RangeShape)
def top(
    percent: Annotated[float, Query(ge=0, le=100, allow_inf_nan=False)],
) -> Response:
    """The best hands by equity against any two cards, so many percent of all."""
    from runout.ranges import Range

    return answer(range_data(Range(f"{percent:.6f}%" if percent else "")))


@calls.get("/named", response_model=NamedRanges)
def named() -> Response:
    """All ranges with names."""
    return answer(_library().to_dict())


@calls.get("/named/{name}", response_model=RangeShape)
def one_named(name: str) -> Response:
    """One of them."""
    library = _library()
    return answer(range_data(library[name], [name.removeprefix("@")]))


@calls.put("/named/{name}", response_model=NamedRange)
def save(name: str, body: RangeKept) -> Response:
    """Keep a range under a name, in the place of one that had it."""
    from runout.ranges.library import saved

    file = _library().save(name, body.text, force=True)
    return answer(saved(name, body.text, file).to_dict())


@calls.delete("/named/{name}", status_code=204)
def delete(name: str) -> Response:
    """Forget a range; not one that others are made of."""
    _library().delete(name)
    return Response(status_code=204)
