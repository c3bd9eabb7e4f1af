"""A job from the body of a call: all of it is checked before it is queued."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from runout.errors import RunoutError
from runout.solution.files import opened
from runout.solver.engines import checked_choice
from runout.solver.lock import locks_given, settled
from runout.web.problems import FieldError, ProblemError, without_path
from runout.web.solution_notes import checked_tags, checked_title
from runout.web.spot_fields import spot_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.web.bodies import JobBody
    from runout.web.studio import Studio
    from runout.web.studio_jobs import StudioJob

_LIMITS = ("target", "max_iterations", "max_seconds")


def asked_job(studio: Studio, body: JobBody) -> StudioJob:
    """Queue what is asked for."""
    name, question = _KINDS[body.kind](studio, body)
    title = checked_title(body.name) if body.name.strip() else name
    return studio.later(body.kind, title, question)


def _needed(body: JobBody, name: str) -> Any:  # noqa: ANN401 - as the body has it
    value = getattr(body, name)
    if value is None:
        raise ProblemError(422, f"{name}: a {body.kind} needs it", field=name, allowed="required")
    return value


def _solving(body: JobBody) -> dict[str, Any]:
    limits = {name: value for name in _LIMITS if (value := getattr(body, name)) is not None}
    return limits | {
        "compress": body.compress,
        "engine": checked_choice(body.engine),
        "small": body.small,
        "tags": list(checked_tags(body.tags)),
    }


def _solve(studio: Studio, body: JobBody) -> tuple[str, dict[str, Any]]:
    settings = _solving(body)
    spot = spot_of(_needed(body, "spot"))
    studio.check_size(spot, compress=body.compress, engine=settings["engine"])
    return f"{spot.board}, pot {spot.pot:g}", {"spot": spot.to_dict(), **settings}


def _resume(studio: Studio, body: JobBody) -> tuple[str, dict[str, Any]]:
    kept = studio.library.get(_needed(body, "solution"))
    studio.library.own_path(kept.id)
    if kept.small:
        raise RunoutError(
            f"solution {kept.name!r}: it is a small file without its river, which cannot go on; "
            "solve its spot again"
        )
    settings = _solving(body)
    studio.check_memory(kept.id, settings["engine"])
    return kept.name, {"solution": kept.id, **settings}


def _resolve(studio: Studio, body: JobBody) -> tuple[str, dict[str, Any]]:
    kept = studio.library.get(_needed(body, "solution"))
    path = studio.library.path(kept.id)
    with without_path(path, f"solution {kept.name!r}"), opened(path) as file:
        spot = file.spot()
    given = body.locks if body.locks is not None else list(studio.library.note(kept.id).locks)
    try:
        locks = settled(spot, locks_given(given))
    except RunoutError as error:
        raise FieldError("locks", error) from None
    settings = _solving(body)
    if kept.small:  # there is no river to go on with
        locked = replace(spot, locks=locks)
        studio.check_size(locked, compress=body.compress, engine=settings["engine"])
    else:
        studio.check_memory(kept.id, settings["engine"])
    question = {"solution": kept.id, "locks": [lock.to_dict() for lock in locks]}
    return f"{kept.name[:180]}, locked" if locks else kept.name, {**question, **settings}


def _equity(_: Studio, body: JobBody) -> tuple[str, dict[str, Any]]:
    from runout.web.equity_question import EquityQuestion

    question = EquityQuestion(**_needed(body, "equity").model_dump())
    question.check()
    return " v ".join(question.players)[:200] or "equity", vars(question)


def _simulation(_: Studio, body: JobBody) -> tuple[str, dict[str, Any]]:
    from runout.web.simulation_asking import SimulationAsked

    asked = SimulationAsked(**_needed(body, "simulation").model_dump())
    rules = asked.check()
    return f"{rules}, {asked.rounds:,} rounds", vars(asked)


def _batch(studio: Studio, body: JobBody) -> tuple[str, dict[str, Any]]:
    from runout.web.studio_batches import asked_batch

    return asked_batch(studio, _needed(body, "batch"))


_KINDS: dict[str, Callable[[Studio, JobBody], tuple[str, dict[str, Any]]]] = {
    "solve": _solve,
    "resume": _resume,
    "resolve": _resolve,
    "equity": _equity,
    "simulation": _simulation,
    "batch": _batch,
}
