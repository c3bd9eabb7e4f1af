"""A spot from text, whichever program wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout.errors import RunoutError
from runout.reading import looks_like_json
from runout.solver.script import looks_like_script, parse_script
from runout.solver.spot import PLAYERS, Spot
from runout.solver.spot_data import read_toml
from runout.web.spot_fields import spot_of

if TYPE_CHECKING:
    from runout.web.bodies import SpotText


def spot_from_text(given: SpotText) -> dict[str, Any]:
    """TOML, a command file of TexasSolver or a configuration of WASM Postflop, as plain data."""
    text = given.text
    if looks_like_json(text):
        missing = [name for name in ("board", *PLAYERS) if not getattr(given, name)]
        if missing:
            raise RunoutError(f"{missing[0]}: a configuration has no cards, give {missing[0]}")
        spot = Spot.from_wasm_postflop(text, given.board, given.oop, given.ip, given.name)
        return _read(spot)
    if looks_like_script(text):
        script = parse_script(text, dialect=given.dialect)
        return _read(script.spot, script.arguments, script.notes)
    return _read(spot_of(read_toml(text + "\n")))  # with a line's end: never a path


def _read(
    spot: Spot, settings: dict[str, Any] | None = None, notes: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {"spot": spot.to_dict(), "settings": settings or {}, "notes": list(notes)}
