"""`runout batch`: one situation on many boards."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from runout.cli.output import Json, console, examples, print_json, say

if TYPE_CHECKING:
    from runout.batch.run import BatchJob, BatchProgress

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")

File = Annotated[str, typer.Argument(metavar="FILE", help="The batch, as TOML.")]
Folder = Annotated[str, typer.Argument(metavar="FOLDER", help="The folder of a run.")]
Cores = Annotated[int | None, typer.Option(help="Cores to use; all by default.", min=1)]
Memory = Annotated[str | None, typer.Option(help="The most memory to take, such as 8GB.")]
_LOG_EVERY = 10.0  # seconds
_MOST_SAID = 20  # failures of a run; its status has all


@app.callback()
def batch() -> None:
    """One situation on many boards: solve, go on, look."""


@app.command(
    epilog=examples(
        "runout batch run srp.toml --out srp/",
        "runout batch run srp.toml --out srp/ --cores 8 --memory 16GB",
    )
)
def run(
    file: File,
    out: Annotated[str, typer.Option(help="The folder for the answers; made if it is missing.")],
    cores: Cores = None,
    memory: Memory = None,
    retry: Annotated[bool, typer.Option("--retry", help="Try again what failed before.")] = False,
    ray: Annotated[
        str | None,
        typer.Option(
            help="Solve on a Ray cluster: auto, its address, or local; --cores and --memory are "
            "each board's."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Solve what a batch still lacks; Ctrl-C keeps what is there, and running it again goes on."""
    from runout.batch import run as run_batch
    from runout.batch.situation import Situation
    from runout.job import Job, attended

    situation = Situation.from_toml(file)
    for note in situation.boards.notes:
        say(f"runout: note: {note}\n")

    def work(*, job: BatchJob) -> list[str]:
        results = run_batch(
            situation, out, cores=cores, memory=memory, retry=retry, ray=ray, job=job
        )
        return [f"{result.case}: {result.failure}" for result in results if not result.ok]

    job: BatchJob = Job(work)
    display = _Display()
    job.listen(display.hear)
    try:
        failed = attended(job)
    finally:
        display.end()
    for message in failed[:_MOST_SAID]:
        say(f"runout: failed: {message}\n")
    _say_end(job, out, json=json)


def _say_end(job: BatchJob, out: str, *, json: bool) -> None:
    from runout.batch.folder import BatchFolder

    status = BatchFolder(out).status()
    if json:
        print_json(status)
    else:
        console().print(f"{status.counts}, in {out}")
    if job.stopped:
        say("runout: stopped; run it again to go on\n")
        raise typer.Exit(130)
    if status.failed:
        raise typer.Exit(1)


class _Display:
    """One line that is written over in a terminal, lines of a log elsewhere."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._last = -_LOG_EVERY

    def hear(self, progress: BatchProgress) -> None:
        """Show how far it is."""
        now = time.monotonic()
        ended = progress.done + progress.failed == progress.total
        if not self._live and now - self._last < _LOG_EVERY and not ended:
            return
        self._last = now
        text = progress_text(progress)
        say(f"\r\x1b[K{text}" if self._live else f"{text}\n")

    def end(self) -> None:
        """Leave the line."""
        if self._live:
            say("\r\x1b[K")


def progress_text(progress: BatchProgress) -> str:
    """How far a batch is, on one line."""
    from runout.words import clock, rate_text

    parts = [f"{progress.done} of {progress.total} boards"]
    if progress.failed:
        parts.append(f"{progress.failed} failed")
    if progress.rate is not None:
        parts.append(rate_text(progress.rate))
    if progress.remaining is not None:
        parts.append(f"{clock(progress.remaining)} left")
    if progress.last:
        parts.append(progress.last)
    return ", ".join(parts)


@app.command(epilog=examples("runout batch status srp/", "runout batch status srp/ --json"))
def status(folder: Folder, json: Json = False) -> None:
    """Say how far a run is."""
    from runout.batch.folder import BatchFolder

    found = BatchFolder(folder).status()
    if json:
        print_json(found)
        return
    console().print(str(found))


@app.command(epilog=examples("runout batch estimate srp.toml --cores 64"))
def estimate(file: File, cores: Cores = None, memory: Memory = None, json: Json = False) -> None:
    """Say what a batch will take in time, memory and on disk, before anything runs."""
    from runout.batch.outlook import outlook
    from runout.batch.situation import Situation

    found = outlook(Situation.from_toml(file), cores=cores, memory=memory)
    if json:
        print_json(found)
        return
    console().print(str(found))


@app.command(
    epilog=examples(
        "runout batch report srp/",
        "runout batch report srp/ --line check --by texture",
        "runout batch report srp/ --filter 'suits=monotone and high>=T' --sort 'bet 33%'",
        "runout batch report srp/ --hands made",
        "runout batch report srp/ --hand AKo --by suits",
        "runout batch report srp/ --rules 3",
        "runout batch report srp/ --against deep/ --sort 'change bet 33%'",
        "runout batch report srp/ --html srp.html",
    )
)
def report(
    folder: Folder,
    line: Annotated[str | None, typer.Option(help="The line; the first by default.")] = None,
    spot: Annotated[str | None, typer.Option(help="The spot; all by default.")] = None,
    by: Annotated[str | None, typer.Option(help="Group by texture, high, suits, spot, …")] = None,
    where: Annotated[
        str | None,
        typer.Option("--filter", help="Only boards for which this is true: 'pairing=paired'."),
    ] = None,
    sort: Annotated[str | None, typer.Option(help="The column to sort by, largest first.")] = None,
    hand: Annotated[
        str, typer.Option(help="Only this hand: a class, AKo, a made class or a draw, top pair.")
    ] = "",
    hands: Annotated[
        str | None, typer.Option(help="By hand instead of by board: class, made, draw or cross.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Another run, side by side.")
    ] = None,
    rules: Annotated[
        int | None, typer.Option(help="Simple rules of so many questions, 1 to 3.", min=0, max=3)
    ] = None,
    best: Annotated[
        str, typer.Option(help="Rules that are right most often, or of least cost: often, cost.")
    ] = "often",
    csv: Annotated[str | None, typer.Option(help="Write the rows as CSV.")] = None,
    parquet: Annotated[str | None, typer.Option(help="Write the rows as Parquet.")] = None,
    html: Annotated[str | None, typer.Option(help="Write a page of all lines as HTML.")] = None,
    json: Json = False,
) -> None:
    """Show a line of a run: each board, or means by texture, or hands, or rules, and over all."""
    from runout.cli.batch_report import ReportAsked, show_report

    show_report(
        ReportAsked(
            folder,
            line,
            spot,
            by=by,
            where=where,
            sort=sort,
            hand=hand,
            hands=hands,
            against=against,
            rules=rules,
            best=best,
            csv=csv,
            parquet=parquet,
            html=html,
            json=json,
        )
    )
