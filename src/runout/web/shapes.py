"""What calls send back, for the description of the API; the answers themselves are `to_dict()`s."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

MaybeNumbers = list[float | None]
ByPlayer = dict[str, float | None]


class Shape_(BaseModel):  # noqa: N801 - kept apart from the shape of a game
    """Of an answer; made out when the API is described, which few ask for."""

    model_config = ConfigDict(defer_build=True)


class SpanShape(Shape_):
    """A part of a text: characters from start up to, but not including, end."""

    start: int
    end: int


class FieldProblem(Shape_):
    """What is wrong with one field."""

    field: str
    message: str


class Problem(Shape_):
    """What is wrong with a call (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    field: str | None = None
    text: str | None = None
    span: SpanShape | None = None
    allowed: str | None = None
    errors: list[FieldProblem] | None = None
    estimate: EstimateShape | None = None
    job: JobShape | None = None
    locks: list[dict[str, Any]] | None = None
    """As they are now, where others than those that were changed."""
    version: str | None = None
    """Of these."""


class PlayerShape(Shape_):
    """One player's part of an equity."""

    hand: str
    equity: float
    win: float
    tie: float
    lose: float
    stderr: float


class HandShape(Shape_):
    """One combo of a player."""

    combo: str
    equity: float
    win: float
    tie: float
    weight: float


class GroupShape(Shape_):
    """Some hands of a player."""

    name: str
    combos: float
    share: float
    equity: float
    win: float
    tie: float


class EquityShape(Shape_):
    """An equity."""

    method: str
    samples: int
    seconds: float
    stopped_by: str
    board: str
    dead: str
    players: list[PlayerShape]
    by_hand: list[HandShape] | None = None
    by_next_card: dict[str, list[float]] | None = None
    categories: list[dict[str, float]] | None = None
    outs: list[list[str]] | None = None
    by_class: list[list[GroupShape]] | None = None


class NextCardsShape(Shape_):
    """Everybody's equity after each next card."""

    board: str
    by_next_card: dict[str, list[float]]


class RangeShape(Shape_):
    """A range."""

    text: str
    combos: float
    percent: float
    grid: list[list[float]]
    """Thirteen rows of mean weights, AA first; suited hands right of the pairs."""
    weights: dict[str, float]
    """Of combos such as AhKh, those above zero."""
    names: list[str]
    """Ranges of the library that the text names."""


class NamedRange(Shape_):
    """A range of the library."""

    name: str
    text: str
    file: str
    combos: float | None = None
    percent: float | None = None
    error: str | None = None


class NamedRanges(Shape_):
    """All of them."""

    ranges: list[NamedRange]


class EstimateShape(Shape_):
    """What a solve will take, and what there is."""

    nodes: dict[str, int]
    runouts: dict[str, int]
    stored_numbers: int
    float32_bytes: int
    compressed_bytes: int
    seconds_per_iteration: float
    free_bytes: int | None = None
    needed_bytes: int | None = None
    fits: bool | None = None
    seconds: float | None = None
    """To the usual target, about."""
    engine: str | None = None
    compress: bool | None = None
    cores: int | None = None
    """That share its iterations."""
    iterations: int | None = None
    """To the usual target, about."""
    refusal: str | None = None
    """Why it does not fit, and what would help most."""
    board: str | None = None
    pot: float | None = None
    stack: float | None = None
    hands: dict[str, int] | None = None
    """How many each player may hold."""


class SpotShape(Shape_):
    """A spot that can be solved."""

    spot: dict[str, Any]
    estimate: EstimateShape
    tree: dict[str, Any] | None = None
    """The decisions from a line on, as `Spot.tree_view` gives them."""


class SpotRead(Shape_):
    """A spot that was read from the words of some program."""

    spot: dict[str, Any]
    settings: dict[str, Any]
    notes: list[str]
    """What was left out."""


class JobShape(Shape_):
    """A job."""

    id: str
    kind: str
    name: str
    question: dict[str, Any]
    state: Literal["queued", "running", "done", "stopped", "failed", "interrupted"]
    created: float
    started: float | None
    ended: float | None
    progress: dict[str, Any] | None
    eta: float | None
    curve: list[list[float]]
    result: dict[str, Any] | None
    error: Problem | None
    can_continue: bool
    result_is_whole: bool
    """False in lists and events where a result is large: ``/jobs/ID`` has the rest."""


OR_A_JOB: dict[int | str, dict[str, Any]] = {
    202: {"model": JobShape, "description": "It takes long: a job that answers it."}
}
"""What a call may answer besides."""


class JobsShape(Shape_):
    """All jobs, the newest first."""

    jobs: list[JobShape]


class KeptShape(Shape_):
    """A solution of the library."""

    id: str
    name: str
    tags: list[str]
    created: float
    changed: float
    bytes: int
    board: str
    pot: float
    stack: float
    oop: str
    ip: str
    iterations: int
    exploitability: float | None
    seconds: float
    small: bool
    engine: str
    locks: int
    parent: str | None
    problem: str | None
    deleted: bool


class KeptList(Shape_):
    """Solutions, and all tags with how many have each."""

    solutions: list[KeptShape]
    tags: dict[str, int]


class SolutionShape(KeptShape):
    """A solution, opened."""

    spot: dict[str, Any]
    summary: dict[str, Any]
    curve: list[list[float]]
    next_locks: list[dict[str, Any]]
    """To be solved around next."""
    locks_version: str
    """Of `next_locks`: goes with a change of them."""


class DecisionShape(Shape_):
    """One step of the way to a node."""

    line: str
    kind: Literal["action", "deal", "fold", "showdown"]
    player: str | None
    board: str
    pot: float
    stacks: dict[str, float]
    actions: list[str]
    frequencies: dict[str, float]
    taken: str | None


class LockedShape(Shape_):
    """A node where hands are locked."""

    line: str


class NodeColumns(Shape_):
    """The hands of a player, column by column."""

    average: ByPlayer
    hands: list[str]
    weight: MaybeNumbers
    equity: MaybeNumbers
    realised_equity: MaybeNumbers
    ev: MaybeNumbers
    eqr: MaybeNumbers
    count: MaybeNumbers
    made: list[int]
    draw: list[int]
    suit: list[int]
    strategy: list[MaybeNumbers] | None = None
    action_ev: list[MaybeNumbers] | None = None
    locked: list[bool] | None = None


class NodeShape(Shape_):
    """A node."""

    line: str
    kind: Literal["action", "deal", "fold", "showdown"]
    player: str | None
    board: str
    pot: float
    stack: float
    stacks: dict[str, float]
    actions: list[str]
    frequencies: dict[str, float]
    reach: dict[str, float]
    regret: float | None
    warnings: list[str]
    locks: list[dict[str, Any]]
    strip: list[DecisionShape]
    made_names: list[str]
    draw_names: list[str]
    players: dict[str, NodeColumns]


class CardShape(Shape_):
    """One next card."""

    card: str
    ev: ByPlayer
    equity: ByPlayer
    realised_equity: ByPlayer
    frequencies: dict[str, float]


class CardsShape(Shape_):
    """All next cards."""

    line: str
    pot: float
    runouts: list[CardShape]
    warnings: list[str]


class NodeRangeShape(Shape_):
    """A player's range at a node, as text."""

    line: str
    board: str
    player: str
    notation: str
    range: str
    combos: float


class LocksShape(Shape_):
    """The locks of the next solve, lines in full."""

    locks: list[dict[str, Any]]
    version: str
    """Of these: goes with the next change."""


class AboutShape(Shape_):
    """The server."""

    version: str
    api: str
    engines: list[dict[str, Any]]
    memory_limit: int | None
    free_bytes: int
    threads: int
    library: str
    ranges: str
    pages: bool
    """Whether the pages are built in."""
    counts: dict[str, list[float]]
    """Systems of counting by name."""
    side_bets: dict[str, dict[str, float]]


class BatchShape(Shape_):
    """A batch."""

    id: str
    name: str
    lines: list[str]
    spots: list[str]
    changed: float
    status: dict[str, Any]


class BatchesShape(Shape_):
    """All batches of the library."""

    batches: list[BatchShape]


class TableShape(Shape_):
    """A round before any card is seen."""

    rules: str
    shoe: str
    strategy: str
    ev: float
    variance: float | None
    outcome: dict[str, float]
    by_upcard: dict[str, float]
    cards: int
    counts: list[int]
    """Cards left of A, 2, ..., 9, T."""


class HandValues(Shape_):
    """What each action is worth."""

    hand: str
    up: str
    stand: float | None
    hit: float | None
    double: float | None
    split: float | None
    surrender: float | None
    best: str


class DeviationShape(Shape_):
    """A hand that is better played otherwise than the chart says."""

    hand: str
    up: str
    chart: str
    best: str
    cost: float


class FirstHandShape(Shape_):
    """A first hand against an upcard."""

    hand: str
    up: str
    chance: float
    values: dict[str, float | None]
    best: str


class ChartShape(Shape_):
    """A chart, as lines of letters by upcard 2 to A."""

    rules: str
    shoe: str
    chart: list[str]
    deviations: list[DeviationShape]
    hands: list[FirstHandShape]


class CountShape(Shape_):
    """A count."""

    count: str
    tags: dict[str, float]
    gone: dict[str, float]
    running: float
    decks: float
    true: float | None
    removal: dict[str, Any] | None = None
    indices: dict[str, Any] | None = None


class SideBetShape(Shape_):
    """One side bet, per unit bet."""

    name: str
    ev: float
    chances: dict[str, float]
    pays: dict[str, float]


class SideBetsShape(Shape_):
    """Side bets."""

    shoe: str
    bets: list[SideBetShape]
    problems: dict[str, str] | None = None
    """Why a bet has no value with this shoe."""


class BetShape(Shape_):
    """What to bet."""

    ev: float
    variance: float
    variance_is_exact: bool
    kelly: float
    share: float
    bet: float
    risk_of_ruin: float | None


class Anything(Shape_):
    """Plain data, as the result object of the package gives it."""

    model_config = {"extra": "allow"}


Problem.model_rebuild()
