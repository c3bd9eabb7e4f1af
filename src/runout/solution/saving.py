"""Solutions in files: whole, to be resumed as if they had never stopped, or without the river."""

from __future__ import annotations

import copyreg
import zlib
from dataclasses import asdict, astuple
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import runout
from runout import checks
from runout.errors import RunoutError
from runout.job import Job
from runout.memory import memory_limit, room
from runout.reading import shown
from runout.solution.files import (
    RunoutFile,
    opened,
    refuse_without_memory,
    write_content,
    write_file,
)
from runout.solution.node_cache import NodeCache
from runout.solution.small import SmallStrategy, small_arrays, small_sizes
from runout.solver.engine import Locks
from runout.solver.engines import (
    AUTO,
    DEFAULT_ENGINE,
    ENGINES,
    checked_choice,
    engine_named,
    fits,
    help_if_full,
)
from runout.solver.estimate import estimate, shape_of
from runout.solver.loop import Loop
from runout.solver.plan import Plan, make_plan, tree_arrays
from runout.solver.spot import Spot
from runout.threads import thread_count
from runout.words import size_text

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping

    from runout.job import PartJob
    from runout.solution.files import Numbers, Progress
    from runout.solution.header import Header
    from runout.solver.plan import Game, TreeArrays
    from runout.stored_numbers import StoredNumbers

SMALL_LAYOUT = "strategies and values"
"""Of files without a river, whatever the engine."""
_SMALL_COPIES = 4  # as read, in the engine, and what is made on the way


def write(
    cache: NodeCache,
    path: str | os.PathLike[str],
    *,
    small: bool = False,
    progress: Progress | None = None,
    job: PartJob | None = None,
) -> None:
    """Write a solution to a file, in place of what was there.

    A `small` file leaves the river out; a spot that starts there has nothing to leave out.
    """
    small = checks.switch("small", small)
    job = Job.counting(job, progress)
    if isinstance(cache.solved, SmallStrategy) and not small:
        raise RunoutError(f"{path}: the solution is without its river: save it with small=True")
    target, what = checks.path("file", path), f"file {shown(path)}"
    job.check(what)
    header, arrays = _content(cache, small)
    write_file(target, header, arrays, threads=thread_count(None), progress=job.counter(what))


def read(
    path: str | os.PathLike[str],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    job: PartJob | None = None,
    engine: str = AUTO,
    memory: int | str | None = None,
) -> NodeCache:
    """All of a solution from a file."""
    workers, limit = thread_count(threads), memory_limit(memory)
    job = Job.counting(job, progress)
    engine = checked_choice(engine)
    with opened(checks.path("file", path)) as file:
        what = f"file {shown(path)}"
        job.check(what)
        return _loaded(file, workers, job.counter(what), engine, limit)


def _loaded(
    file: RunoutFile,
    threads: int,
    progress: Progress | None = None,
    engine: str = AUTO,
    memory: int | None = None,
) -> NodeCache:
    """All that a file holds."""
    header = file.header
    engine = engine_to_load(file, engine, memory)
    spot = file.spot()
    refuse_without_memory(
        file.path,
        _memory(file, spot, engine),
        engine_named(engine).room(memory),
        help_=help_if_full(engine),
    )
    plan = make_plan(spot, isomorphism=header.isomorphism)
    locks = _checked_locks(file, plan.game)
    make = _small_strategy if header.small else _loop
    solved = make(file, plan, locks, engine, threads, progress)
    solved.iterations, solved.memory = header.iterations, memory
    return NodeCache(plan, solved, header.exploitability, header.history)


def packed(cache: NodeCache) -> bytes:
    """All of a solution as the bytes of a file, which pickles and copies are made of."""
    header, arrays = _content(cache, isinstance(cache.solved, SmallStrategy))
    most, free = sum(array.nbytes for array in arrays.values()), room(cache.solved.memory)
    if most > free.bytes:
        raise RunoutError(
            f"solution: a copy or a pickle may need {size_text(most)}, but {free}; "
            "save it to a file and load that"
        )
    file = BytesIO()
    write_content(file, header, arrays, threads=thread_count(None))
    return file.getvalue()


def unpacked(content: bytes, threads: int | None = None, memory: int | None = None) -> NodeCache:
    """What `packed` made the bytes of, with what it may take from now on."""
    file = RunoutFile(Path("pickled solution"), BytesIO(content))
    return _loaded(file, thread_count(threads), memory=memory)


def _reduced(cache: NodeCache) -> tuple[Callable[..., NodeCache], tuple[object, ...]]:
    """Nodes of a solution share its cache, so that a pickle of them holds it once."""
    with cache.turn():
        return unpacked, (packed(cache), None, cache.solved.memory)


copyreg.pickle(NodeCache, _reduced)


def _content(cache: NodeCache, small: bool) -> tuple[dict[str, Any], Mapping[str, StoredNumbers]]:
    """Header and arrays of a file."""
    solved, small = cache.solved, small and len(cache.plan.game.levels) > 1
    header = {**_header(cache), "small": small, "layout": SMALL_LAYOUT}
    if isinstance(solved, SmallStrategy):
        return header | {"engine": solved.engine_name, "compress": False}, solved.arrays
    header |= {"engine": solved.engine.name, "compress": solved.engine.compress}
    if small:
        return header, small_arrays(cache.plan, solved.engine)
    return header | {"layout": solved.engine.layout}, solved.engine.numbers()


def _header(cache: NodeCache) -> dict[str, Any]:
    solved, state = cache.solved, cache.state
    rule = solved.rule
    return {
        "version": runout.__version__,
        "spot": _spot_text(cache.plan),
        "game": fingerprint(cache.plan.game),
        "isomorphism": len(cache.plan.symmetries) > 1,
        "rule": [repr(part) for part in (rule.alpha, rule.beta, rule.gamma)],
        "restarts": list(rule.restarts),
        "rise": None if rule.rise is None else list(map(repr, astuple(rule.rise))),
        "ahead": repr(rule.ahead),
        "iterations": solved.iterations,
        "exploitability": state.exploitability,
        "history": asdict(state.history),
        "locks": solved.locks.to_list(),
        "locks_wait": solved.locks.waiting,
    }


def _spot_text(plan: Plan) -> str:
    """The spot as TOML, if that says all about it."""
    text = plan.spot.to_toml()
    if _tree_sum(tree_arrays(Spot.from_toml(text).tree)) != _tree_sum(plan.game.tree):
        raise RunoutError("the solution cannot be saved: TOML does not describe its tree")
    return text


def fingerprint(game: Game) -> int:
    """A checksum of a game: numbers are of use only where tree, hands and deals are the same."""
    total = _tree_sum(game.tree)
    for hands in game.hands:
        total = _sum_of(total, hands.cards, hands.weight.astype(np.float32))
    for deals in game.levels:
        total = _sum_of(total, deals.parent, deals.card)
    return total


def _tree_sum(tree: TreeArrays) -> int:
    return _sum_of(0, tree.kind, tree.level, tree.first, tree.children, tree.payoff)


def _sum_of(total: int, *arrays: Numbers) -> int:
    for array in arrays:
        total = zlib.crc32(array.tobytes(), total)
    return total


def engine_to_load(file: RunoutFile, asked: str, memory: int | None = None) -> str:
    """The engine that reads a file: the one asked for, its own, or another that can."""
    header = file.header
    engine = _own_engine(file, memory) if asked == AUTO else asked
    known = _layout(header, engine)
    if header.engine not in ENGINES and header.layout != known:
        raise RunoutError(
            f"{file.path}: written by runout {header.version} with the engine {header.engine!r}; "
            f"there is {' and '.join(ENGINES)}"
        )
    stored = header.layout or _layout(header, header.engine)  # older files do not say
    if stored != known:
        raise RunoutError(
            f"{file.path}: written by runout {header.version}, which stores {stored!r}; "
            f"{known!r} is read"
        )
    return engine


def _own_engine(file: RunoutFile, memory: int | None) -> str:
    """The engine that wrote a file, if it is there, has room, and is for what is left to solve."""
    header = file.header
    if header.engine not in ENGINES:
        return DEFAULT_ENGINE
    own = engine_named(header.engine)
    if not own.for_large_games:
        return header.engine if own.missing() is None else DEFAULT_ENGINE
    if header.small:  # rivers are solved again one by one
        return DEFAULT_ENGINE
    shape = shape_of(file.spot(), isomorphism=header.isomorphism)
    has_room = fits(header.engine, shape, compress=header.compress, memory=memory)
    return header.engine if has_room else DEFAULT_ENGINE


def _layout(header: Header, engine: str) -> str:
    """How a file of this kind is laid out by an engine."""
    return SMALL_LAYOUT if header.small else engine_named(engine).layout


def check_file(file: RunoutFile) -> None:
    """Refuse a file that is not as it was written, or not of its spot; nothing is unpacked."""
    header, engine = file.header, engine_to_load(file, AUTO)
    plan = make_plan(file.spot(), isomorphism=header.isomorphism)
    _checked_locks(file, plan.game)
    if header.small:
        sizes = small_sizes(plan)
    else:
        shape = shape_of(plan.spot, isomorphism=header.isomorphism)
        sizes = engine_named(engine).arrays(shape, compress=header.compress)
    file.check_arrays(sizes)
    file.check_sums()


def _checked_locks(file: RunoutFile, game: Game) -> Locks:
    """The locks of a file; numbers and locks of another game than this are refused."""
    header = file.header
    if fingerprint(game) != header.game:
        raise RunoutError(
            f"{file.path}: written by runout {header.version}, "
            f"where this spot has another tree than in runout {runout.__version__}"
        )
    if header.small and len(game.levels) == 1:
        raise file.damaged("its header: small, but the spot is on the river")
    with file.header_errors():
        return Locks.from_list(header.locks, game)


def memory_to_load(file: RunoutFile, engine: str = AUTO) -> int:
    """Bytes that it takes to load a file with an engine, or with the one that reads it here."""
    return _memory(file, file.spot(), engine_to_load(file, engine))


def _memory(file: RunoutFile, spot: Spot, engine: str) -> int:
    """Bytes that it takes to load a file."""
    if file.header.small:
        return _SMALL_COPIES * file.size
    size = estimate(spot, isomorphism=file.header.isomorphism, engine=engine)
    return size.bytes(compress=file.header.compress)


def _loop(
    file: RunoutFile,
    plan: Plan,
    locks: Locks,
    engine: str,
    threads: int,
    progress: Progress | None,
) -> Loop:
    header = file.header
    shape = shape_of(plan.spot, isomorphism=header.isomorphism)
    file.check_arrays(engine_named(engine).arrays(shape, compress=header.compress))
    loop = Loop(
        plan.game,
        engine=engine,
        rule=header.rule,
        threads=threads,
        compress=header.compress,
    )
    loop.locks = locks
    loop.locks.waiting = header.locks_wait
    if not loop.locks.waiting:
        loop.locks.apply(loop.engine)  # before the numbers, which are those of the locked game
    with loop.engine.filling() as arrays:
        file.read_arrays(arrays, threads=threads, progress=progress)
    return loop


def _small_strategy(
    file: RunoutFile,
    plan: Plan,
    locks: Locks,
    engine: str,
    threads: int,
    progress: Progress | None,
) -> SmallStrategy:
    header = file.header
    sizes = small_sizes(plan)
    file.check_arrays(sizes)
    arrays: dict[str, Numbers] = {
        name: np.empty(count, np.dtype(kind)) for name, (kind, count) in sizes.items()
    }
    file.read_arrays(arrays, threads=threads, progress=progress)
    kept = Locks() if header.locks_wait else locks  # those that wait are not in what was saved
    return SmallStrategy(plan, arrays, kept, header.rule, engine)
