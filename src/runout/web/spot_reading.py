"""A spot from text, whichever program wrote it, and what solving it will take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout.errors import RunoutError
from runout.memory import room
from runout.reading import looks_like_json
from runout.solver.engines import checked_choice, chosen_engine, engine_named
from runout.solver.estimate import Outlook, estimate, refuse_too_large, shape_of
from runout.solver.script import looks_like_script, parse_script
from runout.solver.spot import PLAYERS, Spot
from runout.threads import thread_count

if TYPE_CHECKING:
    from runout.web.bodies import SpotText
    from runout.web.studio import Studio

_USUAL_ITERATIONS = 120  # to the usual target; the reference spots take 100 to 130


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
    return _read(Spot.from_toml(text + "\n"))  # with a line's end: never a path


def _read(
    spot: Spot, settings: dict[str, Any] | None = None, notes: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {"spot": spot.to_dict(), "settings": settings or {}, "notes": list(notes)}


def spot_outlook(studio: Studio, spot: Spot, *, compress: bool, engine: str) -> dict[str, Any]:
    """What a solve will take, whether it fits, and if not what would help."""
    engine = chosen_engine(checked_choice(engine), shape_of(spot), compress=compress)
    size, most = estimate(spot, engine=engine), room(studio.limit)
    needed = size.bytes(compress=compress)
    data = Outlook(size, most).to_dict() | {"needed_bytes": needed, "engine": engine}
    threads = thread_count(None) if engine_named(engine).threads_help else 1
    each = size.seconds_per_iteration / threads
    data |= {"fits": True, "seconds": _USUAL_ITERATIONS * each, "refusal": None}
    if needed <= most.bytes + studio.open.held:
        return data
    try:
        refuse_too_large(spot, compress=compress, engine=engine, memory=studio.limit)
    except RunoutError as error:
        data |= {"fits": False, "refusal": str(error)}
    return data
