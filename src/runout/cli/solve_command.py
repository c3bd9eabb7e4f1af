"""`runout solve`: estimate, solve while it is watched, save, and say what came out."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from itertools import count as counting
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from runout import defaults
from runout.cli.output import Json, Memory, check_writable, console, examples, print_json, say
from runout.cli.solve_display import SolveDisplay, SolveState
from runout.cli.spots import (
    NO_CARDS,
    Board,
    Configuration,
    Dialect,
    Engine,
    Ip,
    Oop,
    SolveQuestion,
    SpotCards,
    SpotFile,
    estimate_text,
    print_notes,
    read_question,
)
from runout.errors import RunoutError
from runout.job import INTERRUPT, Interrupts, Job, PartJob, interrupts
from runout.memory import memory_limit
from runout.solution.node_locks import lock_frequencies, lock_plays
from runout.solution.run_script import write_dump
from runout.solution.solution import load
from runout.solution.solve import solve
from runout.solver.engines import AUTO, checked_choice
from runout.solver.estimate import outlook
from runout.solver.lock import read_locks, settled
from runout.solver.loop import ITERATIONS, TARGET_MET, TIME_UP, Limits, SolveJob
from runout.solver.spot import PLAYERS
from runout.words import seconds_text, size_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runout.solution.solution import Solution, Summary

app = typer.Typer()
_NAME_BYTES = 200  # a system takes 255, and an ending is added


@app.command(
    "solve",
    epilog=examples(
        "runout spot new spot.toml && runout solve spot.toml --out spot.runout",
        "runout solve spot.toml --target 0.1 --max-seconds 600 --compress --json",
        "runout solve spot.runout --target 0.05 --out spot.runout",
    ),
)
def solve_command(
    spot: SpotFile,
    target: Annotated[
        float | None,
        typer.Option(
            help=f"Stop at this exploitability, in percent of the pot. Default: {defaults.TARGET}."
        ),
    ] = None,
    max_iterations: Annotated[
        int | None,
        typer.Option(help=f"Stop after so many iterations. Default: {defaults.MAX_ITERATIONS}."),
    ] = None,
    max_seconds: Annotated[
        float | None, typer.Option(help="Stop after so many seconds. Default: no limit.")
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Default: all cores.")] = None,
    compress: Annotated[
        bool, typer.Option("--compress", help="16-bit numbers: half the memory, a little slower.")
    ] = False,
    engine: Engine = None,
    memory: Memory = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Save the solution, say spot.runout."),
    ] = None,
    small: Annotated[
        bool, typer.Option("--small", help="Save without the river, which is solved again on view.")
    ] = False,
    locks: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Lock hands: [[lock]] tables in TOML, beside those that the spot has.",
        ),
    ] = None,
    no_save: Annotated[
        bool, typer.Option("--no-save", help="Keep no small file beside the spot.")
    ] = False,
    board: Board = "",
    oop: Oop = "",
    ip: Ip = "",
    configuration: Configuration = "",
    dialect: Dialect = None,
    json: Json = False,
) -> None:
    """Solve a spot: the strategy that nobody can exploit, and what it is worth.

    Without --out a small file is kept beside the spot. Ctrl-C stops and saves what there is, to
    --out or under the name of the spot.
    """
    given = {
        "target": target,
        "max_iterations": max_iterations,
        "max_seconds": max_seconds,
        "threads": threads,
        "compress": compress or None,
        "memory": memory,
        "engine": engine,
    }
    settings = {name: value for name, value in given.items() if value is not None}
    if no_save and out is not None:
        raise RunoutError("--no-save: --out FILE says where to save")
    cards = SpotCards(board, oop, ip, configuration)
    keep = not (no_save or json)
    show_solve(
        spot, dialect, settings, out, cards, locks=locks, small=small, keep=keep, as_json=json
    )


def show_solve(
    source: str,
    dialect: str | None,
    given: dict[str, Any],
    out: Path | None,
    cards: SpotCards = NO_CARDS,
    *,
    locks: Path | None = None,
    small: bool = False,
    keep: bool = False,
    as_json: bool = False,
) -> None:
    """Solve what a file describes, with what is given before what the file says."""
    question = _checked(source, dialect, given, out, small, cards)
    if locks is not None:
        _add_locks(question, locks)
    print_notes(question)
    settings = {**question.settings, **given}
    limits = Limits(
        **{one.name: settings[one.name] for one in fields(Limits) if one.name in settings}
    )
    _announce(question, settings)
    with interrupts(lambda: None) as handler:
        solution = _solved(question, settings, limits, handler)
        stopped = solution.history.stopped_by == INTERRUPT
        if stopped and out is None:
            out = free_name(question.name)
        beside = free_name(question.name, Path(source).parent) if question.is_file else None
        if keep and out is None and beside is not None:
            out = _kept_beside(solution, beside, handler)
            saved, failure = (f"{out} written" if out else ""), None
        else:
            saved, failure = _kept(solution, question, out, small, handler)
    summary = solution.summary()
    if as_json:
        say("stopped by Ctrl-C\n" * stopped + (f"{saved}\n" if saved else ""))
        print_json(summary)
    else:
        _print(summary, _why(summary, limits))
        if failure is None:
            _print_next(saved, out)
    if failure is not None:
        raise failure


def _checked(
    source: str,
    dialect: str | None,
    given: dict[str, Any],
    out: Path | None,
    small: bool,
    cards: SpotCards,
) -> SolveQuestion:
    """What is to be solved, if everything that will be written can be."""
    if small and out is None:
        raise RunoutError("--small: it says how to save, so --out FILE is needed")
    if "engine" in given:
        checked_choice(given["engine"])
    question = read_question(source, dialect, cards)
    if out is not None:
        check_writable("--out", out)
        _refuse_replacing(question, source, out)
    if question.script is not None:
        question.script.check_dump()
    if question.saved is not None and given.get("compress"):
        raise RunoutError(f"--compress: {source} keeps the numbers that it was solved with")
    return question


def _add_locks(question: SolveQuestion, path: Path) -> None:
    """Take in the locks of a file, after those of the spot; each is looked for in the tree."""
    try:
        question.locks = settled(question.spot, read_locks(path))
    except RunoutError as error:
        raise RunoutError(f"--locks {str(path)!r}: {str(error).removeprefix('spot: ')}") from None
    if question.saved is None:
        locks = (*question.spot.locks, *question.locks)
        question.spot = replace(question.spot, locks=locks)


def _refuse_replacing(question: SolveQuestion, source: str, out: Path) -> None:
    """Refuse to write a solution over the spot that it comes from."""
    if question.saved is None and source != "-" and out.exists() and out.samefile(source):
        raise RunoutError(f"--out {str(out)!r}: that is the spot itself")


def free_name(name: str, folder: Path = Path()) -> Path:
    """A file for a solution that has no name: nothing that is there is replaced."""
    name = name.encode("utf-8", "replace")[:_NAME_BYTES].decode("utf-8", "ignore")
    tried = (folder / (f"{name}{f'-{number}' * (number > 1)}.runout") for number in counting(1))
    return next(path for path in tried if not path.exists())


def _announce(question: SolveQuestion, settings: dict[str, Any]) -> None:
    """Say what it will take; what does not fit is refused here."""
    found = outlook(
        question.spot,
        engine=settings.get("engine", AUTO),
        compress=question.compress or bool(settings.get("compress")),
        memory=memory_limit(settings.get("memory")),
        isomorphism=bool(settings.get("isomorphism", True)),
        threads=settings.get("threads"),
    )
    found.check()
    say(estimate_text(found) + "\n")


def _solved(
    question: SolveQuestion, settings: dict[str, Any], limits: Limits, handler: Interrupts
) -> Solution:
    """The solution, as far as it came.

    The solver works in a thread of its own, so that display and Ctrl-C need not wait for it.
    """
    job: SolveJob = Job(_run, question, settings, limits)
    state = SolveState(limits, job)
    job.listen(state.measured)
    handler.first = lambda: job.stop(INTERRUPT)
    with SolveDisplay(state) as display:
        job.start()
        try:
            while not job.wait(display.pause):
                display.refresh()
        except KeyboardInterrupt:
            display.__exit__()
            _quit_at_once()
    solution: Solution = job.result()
    return solution


def _run(
    question: SolveQuestion, settings: dict[str, Any], limits: Limits, *, job: SolveJob
) -> Solution:
    """Solve from the start, or go on with what was saved."""
    if question.saved is None:
        return solve(question.spot, **settings, job=job, keep_on_interrupt=True)
    solution = load(
        question.saved,
        threads=settings.get("threads"),
        engine=settings.get("engine", AUTO),
        memory=settings.get("memory"),
    )
    lock_plays(solution, question.locks)
    lock_frequencies(solution, question.locks)
    return solution.resume(**asdict(limits), job=job, keep_on_interrupt=True)


def _quit_at_once() -> None:
    """Leave without waiting for the solving thread, which is deep in an iteration."""
    say("runout: stopped\n")
    os._exit(130)


def _kept(
    solution: Solution, question: SolveQuestion, out: Path | None, small: bool, handler: Interrupts
) -> tuple[str, Exception | None]:
    """Write the files that are asked for; what went wrong waits until the summary is printed."""
    saved = ""
    try:
        if out is not None:
            saved = _saved(solution, out, small, handler)
        if question.script is not None:
            write_dump(question.script, solution)
            if question.script.dump is not None:
                say(f"{question.script.dump} written\n")
    except (RunoutError, OSError) as error:
        return saved, error
    return saved, None


def _kept_beside(solution: Solution, path: Path, handler: Interrupts) -> Path | None:
    """Keep a small file beside the spot; where that cannot be, what was solved is still shown."""
    try:
        _saved(solution, path, True, handler)
    except (RunoutError, OSError) as error:
        say(f"not kept: {error}\n")
        return None
    return path


def _saved(solution: Solution, path: Path, small: bool, handler: Interrupts) -> str:
    """Save, and say so. A first Ctrl-C does not lose what was just solved, a second one does."""

    def explain() -> None:
        say(f"saving {path}; Ctrl-C again to quit without it\n")

    handler.first = explain
    job: PartJob = Job(solution.save, path, small=small)
    try:
        with _saying(f"saving {path} …"):
            job.start().result()
    except KeyboardInterrupt:
        job.stop(INTERRUPT)
        if job.exception() is not None:  # else it came too late
            say("runout: stopped, nothing saved\n")
            raise
    return f"saved as {path} ({size_text(path.stat().st_size)})"


@contextmanager
def _saying(what: str) -> Iterator[None]:
    """Say on a terminal what is being done."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def _why(summary: Summary, limits: Limits) -> str:
    """What ended the solve."""
    missed = f"left before the target of {limits.target:g} %"
    return {
        TARGET_MET: f"target {limits.target:g} % reached",
        ITERATIONS: f"no iterations {missed}",
        TIME_UP: f"no seconds {missed}",
    }.get(summary.stopped_by, "stopped by Ctrl-C")


def _print(summary: Summary, why: str) -> None:
    from rich.table import Table

    out, count = console(), summary.iterations
    out.print(
        f"{count} iteration{'s' * (count != 1)}, {seconds_text(summary.seconds)} "
        f"({seconds_text(summary.cpu_seconds)} of CPU) with the engine {summary.engine}: {why}\n"
        f"exploitability {summary.exploitability_percent:.3g} % of the pot, "
        f"{summary.exploitability:.3g} chips",
        markup=False,
    )
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("player", "EV", "equity"):
        table.add_column(title, justify="left" if title == "player" else "right")
    for name, ev, equity in zip(PLAYERS, summary.ev, summary.equity, strict=True):
        table.add_row(name, f"{ev:.2f}", f"{100 * equity:.2f} %")
    out.print(table)
    shares = zip(summary.actions, summary.frequencies, strict=True)
    first = ", ".join(f"{action} {100 * often:.1f} %" for action, often in shares)
    out.print(f"first {first}", markup=False)
    for line in summary.lock_lines:
        out.print(line, markup=False)


def _print_next(saved: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write("not saved; --out FILE keeps it for runout show and runout explore\n")
    else:
        sys.stdout.write(f"{saved}; next: runout show {out}\n")
