"""What a solve will take, before anything is allocated, and what to change if it is too much."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.errors import RunoutError
from runout.solver.betting import IP, OOP, STREETS
from runout.solver.engine import Shape
from runout.solver.engines import (
    AUTO,
    DEFAULT_ENGINE,
    checked_choice,
    chosen_engine,
    engine_named,
    engine_room,
)
from runout.solver.plan import deals_of, possible_hands
from runout.solver.sizes import PLAYERS
from runout.solver.spot_data import PlayerSizes, StreetSizes
from runout.threads import thread_count
from runout.words import size_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runout.memory import Room
    from runout.solver.spot import Spot

USUAL_ITERATIONS = 100
"""To the usual target: the mean of thirty spots of all kinds, the reference spots among them."""
_MOST_SUGGESTIONS = 3


@dataclass(frozen=True)
class Estimate:
    """Size of a solve. Bytes are for everything that the solve adds to the process."""

    nodes: dict[str, int]
    """Nodes where a player acts, in the betting tree of each street."""
    runouts: dict[str, int]
    """Deals that differ up to suits, on each street."""
    stored_numbers: int
    """Actions times hands, over all nodes and runouts."""
    float32_bytes: int
    compressed_bytes: int
    seconds_per_iteration: float
    """CPU seconds on one core."""

    def bytes(self, *, compress: bool) -> int:
        """Memory of one of the two ways to store."""
        return self.compressed_bytes if checks.switch("compress", compress) else self.float32_bytes

    def to_dict(self) -> dict[str, Any]:
        """The estimate as plain data."""
        return {
            "nodes": self.nodes,
            "runouts": self.runouts,
            "stored_numbers": self.stored_numbers,
            "float32_bytes": self.float32_bytes,
            "compressed_bytes": self.compressed_bytes,
            "seconds_per_iteration": self.seconds_per_iteration,
        }

    def __str__(self) -> str:
        nodes = ", ".join(f"{count} on the {street}" for street, count in self.nodes.items())
        return (
            f"{self.stored_numbers:,} numbers ({nodes}): {size_text(self.float32_bytes)}, "
            f"compressed {size_text(self.compressed_bytes)}, "
            f"about {self.seconds_per_iteration:.3g} s per iteration and core"
        )


@dataclass(frozen=True)
class Outlook:
    """What a solve will take, beside what there is."""

    spot: Spot
    size: Estimate
    room: Room
    engine: str
    """What will solve it."""
    compress: bool
    cores: int
    """That share its iterations; one where more of them do not help."""
    refusal: str | None
    """Why it does not fit, and what would help most; None if it does."""

    @property
    def hands(self) -> dict[str, int]:
        """How many each player may hold."""
        return {
            name: int((row > 0).sum()) for name, row in zip(PLAYERS, self.spot.weights, strict=True)
        }

    @property
    def needed_bytes(self) -> int:
        """Memory, stored as it was asked for."""
        return self.size.bytes(compress=self.compress)

    @property
    def seconds(self) -> float:
        """To the usual target, about."""
        return USUAL_ITERATIONS * self.size.seconds_per_iteration / self.cores

    def check(self) -> None:
        """Refuse what does not fit."""
        if self.refusal is not None:
            raise RunoutError(self.refusal)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return self.size.to_dict() | {
            "free_bytes": self.room.bytes,
            "needed_bytes": self.needed_bytes,
            "fits": self.refusal is None,
            "refusal": self.refusal,
            "board": self.spot.board,
            "pot": self.spot.pot,
            "stack": self.spot.stack,
            "hands": self.hands,
            "engine": self.engine,
            "compress": self.compress,
            "cores": self.cores,
            "iterations": USUAL_ITERATIONS,
            "seconds": self.seconds,
        }


def outlook(
    spot: Spot,
    *,
    engine: str = AUTO,
    compress: bool = False,
    memory: int | None = None,
    spare: int = 0,
    isomorphism: bool = True,
    threads: int | None = None,
) -> Outlook:
    """What the solve of a spot will take here; `spare` bytes of this machine are let go for it.

    >>> from runout import Spot
    >>> found = outlook(Spot("Td9d6hQc2c", 200, 900, "66+", "QQ-22", bets="60% a"), threads=1)
    >>> found.size.stored_numbers, found.hands, found.refusal
    (651, {'oop': 42, 'ip': 51}, None)
    """
    shape = shape_of(spot, isomorphism=isomorphism)
    engine = chosen_engine(checked_choice(engine), shape, compress=compress, memory=memory)
    size = estimate(spot, isomorphism=isomorphism, engine=engine)
    most = engine_room(engine, memory, spare=spare)
    cores = thread_count(threads) if engine_named(engine).threads_help else 1
    refusal = None
    if size.bytes(compress=compress) > most.bytes:
        refusal = _refusal(spot, most, compress, isomorphism, engine)
    return Outlook(spot, size, most, engine, compress, cores, refusal)


def estimate(spot: Spot, *, isomorphism: bool = True, engine: str = DEFAULT_ENGINE) -> Estimate:
    """The size of a spot's solve."""
    shape = shape_of(spot, isomorphism=isomorphism)
    cost = engine_named(engine).cost(shape)
    streets = list(STREETS)[len(spot.cards) - 3 :]
    return Estimate(
        {street: sum(acting) for street, acting in zip(streets, shape.acting, strict=True)},
        dict(zip(streets, shape.deals, strict=True)),
        shape.stored_numbers,
        cost.bytes,
        cost.compressed_bytes,
        cost.seconds_per_iteration,
    )


def shape_of(spot: Spot, *, isomorphism: bool = True) -> Shape:
    """How large the game of a spot is."""
    levels, boards, _ = deals_of(spot, isomorphism=isomorphism)
    oop, ip = (np.flatnonzero(spot.weights[player]) for player in (OOP, IP))
    size, first = spot.tree.size, len(spot.cards)
    streets = range(first, first + len(levels))
    return Shape(
        size.nodes,
        (len(oop), len(ip)),
        (possible_hands(oop, boards), possible_hands(ip, boards)),
        tuple(len(deals) for deals in levels),
        tuple((size.acting[street, OOP], size.acting[street, IP]) for street in streets),
        tuple((size.actions[street, OOP], size.actions[street, IP]) for street in streets),
        size.showdowns,
    )


def refuse_too_large(
    spot: Spot,
    *,
    compress: bool,
    isomorphism: bool = True,
    engine: str = DEFAULT_ENGINE,
    memory: int | None = None,
) -> None:
    """Raise if the solve does not fit into memory, with the settings that would help most."""
    needed = estimate(spot, isomorphism=isomorphism, engine=engine).bytes(compress=compress)
    most = engine_named(engine).room(memory)
    if needed > most.bytes:
        raise RunoutError(_refusal(spot, most, compress, isomorphism, engine))


def _refusal(spot: Spot, most: Room, compress: bool, isomorphism: bool, engine: str) -> str:
    """Why a solve does not fit, and the settings that would help most."""
    needed = estimate(spot, isomorphism=isomorphism, engine=engine).bytes(compress=compress)
    savings = sorted(_savings(spot, compress, isomorphism, engine), key=lambda saving: -saving[1])
    listed = "; ".join(
        f"{what} would save {size_text(saved)}" for what, saved in savings[:_MOST_SUGGESTIONS]
    )
    return f"the solve needs {size_text(needed)}, but {most}: {listed}"


def _savings(
    spot: Spot, compress: bool, isomorphism: bool, engine: str
) -> Iterator[tuple[str, int]]:
    """Settings whose change makes the tree smaller, and the bytes that each saves."""
    before = estimate(spot, isomorphism=isomorphism, engine=engine)
    now = before.bytes(compress=compress)
    if not compress:
        yield "compress=True", now - before.compressed_bytes
    if not isomorphism:
        yield "isomorphism=True", now - estimate(spot, engine=engine).bytes(compress=compress)
    for what, changed in _smaller_spots(spot):
        after = estimate(changed, isomorphism=isomorphism, engine=engine)
        saved = now - after.bytes(compress=compress)
        if saved > 0:
            yield what, saved


def _smaller_spots(spot: Spot) -> Iterator[tuple[str, Spot]]:
    if spot.add_lines or spot.remove_lines or spot.locks:
        spot = replace(spot, add_lines=(), remove_lines=(), locks=())
    yield from _coarser_sizes(spot) if spot.rules == "runout" else _fewer_raises(spot)
    for street in STREETS:
        for key in ("bet", "raise"):
            yield from _one_size_fewer(spot, street, key)


def _fewer_raises(spot: Spot) -> Iterator[tuple[str, Spot]]:
    if spot.raise_limit is not None and spot.raise_limit > 1:
        fewer = spot.raise_limit - 1
        yield f"raise_limit={fewer}", replace(spot, raise_limit=fewer)


def _coarser_sizes(spot: Spot) -> Iterator[tuple[str, Spot]]:
    if not spot.force_allin:
        yield "force_allin=0.15", replace(spot, force_allin=0.15)
    if not spot.merge:
        yield "merge=0.1", replace(spot, merge=0.1)


def _one_size_fewer(spot: Spot, street: str, key: str) -> Iterator[tuple[str, Spot]]:
    """The spot with only the first size of a kind on a street, for both players."""
    before: StreetSizes = getattr(spot, street)
    both, shortened = [], False
    for player in (OOP, IP):
        texts = before.of(player, str(spot.bets), str(spot.raises))
        sizes = texts[key].replace(",", " ").split()
        shortened |= len(sizes) > 1
        own = {**texts, key: " ".join(sizes[:1])}
        if player == IP:
            own.pop("donk", None)
        both.append(PlayerSizes.from_dict(own))
    if shortened:
        fewer: Any = {street: StreetSizes(oop=both[OOP], ip=both[IP])}
        yield f"one {key} size on the {street}", replace(spot, **fewer)
