"""The pages as they are built, if they are."""

from __future__ import annotations

from pathlib import Path

NO_PAGES = (
    "The pages of the studio are not built: `make web` in a clone of runout builds them. "
    "The API works all the same: /api/v1/openapi.json describes it."
)
STATIC = Path(__file__).parent / "static"


def pages_are_built(static: Path = STATIC) -> bool:
    """Whether the pages are there; an install from source without Node has none."""
    return (static / "index.html").is_file()
