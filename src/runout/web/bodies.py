"""What calls are sent: checked for kinds here, and for what it means by those who answer."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from runout.defaults import PENETRATION, ROUNDS

Text = Annotated[str, Field(max_length=40_000)]
"""Twice a range with every weight written out."""
ShortText = Annotated[str, Field(max_length=2_000)]
LineText = Annotated[str, Field(max_length=2_000, examples=["check / bet 120"])]
Whole = Annotated[int, Field(ge=0, le=2**62)]
Id = Annotated[str, Field(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
Table = dict[str, Any]


class Body(BaseModel):
    """Of a call; what is not known is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class EquityBody(Body):
    """An equity question."""

    players: Annotated[list[Text], Field(min_length=2, max_length=23, examples=[["AhKh", "QQ+"]])]
    board: Text = ""
    dead: Text = ""
    method: Literal["auto", "exact", "monte_carlo"] = "auto"
    samples: Annotated[int, Field(ge=1, le=2**62)] | None = None
    seconds: Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)] | None = None
    precision: Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**63)] | None = None
    by: Literal["hand", "made", "draw", "suit", "cross"] | None = None
    player: Annotated[int, Field(ge=0, le=22)] = 0
    categories: bool = False
    outs: bool = False


class RangeText(Body):
    """A range as it is written."""

    text: Text
    plus: Literal["climb", "single"] = "climb"


class RangeWeights(Body):
    """A range by combo (``AhKh``) or class (``AKs``)."""

    weights: Annotated[
        dict[str, Annotated[float, Field(allow_inf_nan=False)]], Field(max_length=2000)
    ]


class RangeKept(Body):
    """A range to keep under a name."""

    text: Text


class SpotBody(Body):
    """A spot, as `Spot.to_dict` gives it."""

    spot: Table
    line: LineText = ""
    """Where the tree is shown from."""
    depth: Annotated[int, Field(ge=1, le=50)] | None = None
    compress: bool = False
    engine: Annotated[str, Field(max_length=20)] = "auto"
    tree: bool = True


class SpotText(Body):
    """A spot in the words of some program."""

    text: Annotated[str, Field(max_length=900_000)]
    name: Annotated[str, Field(max_length=300)] | None = None
    """Which configuration, if there are several."""
    board: Text = ""
    oop: Text = ""
    ip: Text = ""
    dialect: Literal["console", "gui"] = "console"


class JobBody(Body):
    """A job: what `kind` it is says which of the rest it needs."""

    kind: Literal["solve", "resume", "resolve", "equity", "simulation", "batch"]
    name: Annotated[str, Field(max_length=200)] = ""
    tags: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=32)] = []
    spot: Table | None = None
    solution: Id | None = None
    locks: Annotated[list[Table], Field(max_length=2000)] | None = None
    target: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] | None = None
    max_iterations: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    max_seconds: Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)] | None = None
    compress: bool = False
    engine: Annotated[str, Field(max_length=20)] = "auto"
    small: bool = False
    """Keep the solution without its river."""
    equity: EquityBody | None = None
    simulation: SimulationBody | None = None
    batch: Annotated[str, Field(max_length=500_000)] | None = None
    """A batch as TOML."""


class BlackjackBody(Body):
    """Rules and a shoe, in words."""

    rules: ShortText = ""
    shoe: ShortText = ""
    removed: ShortText = ""


class StrategyBody(BlackjackBody):
    """How it is played, too."""

    strategy: Literal["optimal", "basic"] = "optimal"


class SimulationBody(BlackjackBody):
    """Rounds to be played."""

    strategy: Literal["optimal", "basic"] = "basic"
    rounds: Annotated[int, Field(ge=1, le=10**12)] = ROUNDS
    penetration: Annotated[float, Field(gt=0, lt=1)] | None = PENETRATION
    rounds_per_shoe: Annotated[int, Field(ge=1, le=10**9)] | None = None
    count: Annotated[str, Field(max_length=100)] | None = None
    bets: dict[str, float] | None = None
    seed: Annotated[int, Field(ge=0, le=2**63)] = 0


class HandBody(BlackjackBody):
    """A hand against an upcard."""

    hand: ShortText
    up: ShortText


class CountBody(BlackjackBody):
    """A system of counting: its name, or ten tags."""

    count: str | list[float] = "hi-lo"
    plays: bool = True
    """Whether index plays are wanted, which take a few seconds."""


class SideBetBody(BlackjackBody):
    """Side bets: one or all."""

    bet: Annotated[str, Field(max_length=50)] = ""
    pays: dict[str, float] = {}


class BetBody(BlackjackBody):
    """What to bet."""

    strategy: Literal["optimal", "basic"] = "optimal"
    bankroll: Annotated[float, Field(gt=0, le=1e12, allow_inf_nan=False)] = 1000.0
    fraction: Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)] = 1.0
    """Of the full Kelly bet."""
    unit: Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)] = 0.0
    """The smallest chip; bets are whole numbers of it, if there is one."""


class SolutionChange(Body):
    """Another name or other tags."""

    name: Annotated[str, Field(max_length=200)] | None = None
    tags: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=32)] | None = None


class LocksBody(Body):
    """All locks that the next solve is to have."""

    locks: Annotated[list[Table], Field(max_length=2000)]
    version: ShortText | None = None
    """The `locks_version` that they were made of; if it is another by now, nothing is written."""


JobBody.model_rebuild()
