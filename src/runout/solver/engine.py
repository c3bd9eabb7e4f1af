"""What an engine is: whatever stores the strategies of both players, reads and improves them.

The loop, files, locks and estimates know these protocols and no engine; `runout.solver.engines`
picks one by its name. An engine knows a `Game`, and says itself what it stores and what that costs.
`Locks` are the hands that it is told how to play, while all else is solved around them.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from runout import checks
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager

    from runout.memory import Room
    from runout.solver.loop import Discount
    from runout.solver.plan import Game
    from runout.stored_numbers import StoredNumbers

    Array = NDArray[np.float64]
    LockRow = dict[str, Any]
    """A lock as plain data."""

Policy = Literal["average", "best"]
"""What the player whose values are asked for plays: the average strategy, or the best reply."""
Payoff = Literal["chips", "shares"]
"""What is counted at the end: chips won, or the share of the pot."""
PAYOFFS: tuple[Payoff, Payoff] = ("chips", "shares")
Numbers = NDArray[Any]
_ROUNDING = 1e-6


class Where(NamedTuple):
    """A node after some cards."""

    level: int
    """The street, 0 for the first."""
    deal: int
    """Which of the deals that open it."""
    node: int
    """Of the betting tree."""


_ROOT = Where(0, 0, 0)


class Reader(Protocol):
    """What reads a strategy, from any thread."""

    def strategy(self, where: Where) -> NDArray[np.float32]:
        """The average strategy of the player who acts there: (actions, hands).

        Hands that hold a card of the board have none: 0 for each action.
        """
        ...

    def values(
        self,
        player: int,
        where: Where,
        reach: NDArray[np.float32],
        *,
        policy: Policy = "average",
        payoff: Payoff = "chips",
    ) -> NDArray[np.float32]:
        """Value of each hand of a player there, summed over the opponent's reach."""
        ...

    def both_values(
        self, player: int, places: Sequence[Where], reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Chips and shares at nodes of one street after the same deal: (2, places, hands).

        None of them below another. The same as `values` one by one, and made of them unless an
        engine has a faster way.
        """
        both = [
            [self.values(player, where, reach, payoff=payoff) for where in places]
            for payoff in PAYOFFS
        ]
        return np.array(both, dtype=np.float32)

    @property
    def bytes(self) -> int:
        """Memory of what is stored."""
        ...


class Profile:
    """The strategies of both players, wherever they are stored: what they are worth as a whole."""

    def __init__(self, game: Game, reader: Reader) -> None:
        self.game = game
        self.reader = reader

    def root_hand_values(self, player: int, *, best: bool = False) -> NDArray[np.float64]:
        """Value of each hand at the root, times the opponent's compatible weight."""
        reach = self.game.weights[1 - player]
        policy: Policy = "best" if best else "average"
        return self.reader.values(player, _ROOT, reach, policy=policy).astype(np.float64)

    def root_value(self, player: int, *, best: bool = False) -> float:
        """Value of the game for a player: of the average strategy, or of the best reply to it."""
        values = self.root_hand_values(player, best=best)
        return float(values @ self.game.weights[player]) / self.game.deal_weight

    def exploitability(self, *, zero_sum: bool) -> float:
        """Mean of what the two players would gain by their best replies.

        In a zero-sum game the values of the average strategy cancel and need no pass of their own.
        """
        gain = self.root_value(0, best=True) + self.root_value(1, best=True)
        if not zero_sum:
            gain -= self.root_value(0) + self.root_value(1)
        return max(gain / 2, 0.0)


class Trunk(Reader, Protocol):
    """The streets before the last; their strategy, and what the last deals are worth, are given."""

    def put_strategy(self, where: Where, probabilities: NDArray[np.float32]) -> None:
        """The strategy at a place: (actions, hands)."""
        ...

    def put_leaf_values(
        self, player: int, payoff: Payoff, values: NDArray[np.int16], scales: NDArray[np.float32]
    ) -> None:
        """A payoff of what `Engine.leaf_values` gives: (leaves, hands) times a scale by leaf."""
        ...


class Engine(Reader, Protocol):
    """What also solves."""

    name: ClassVar[str]
    layout: ClassVar[str]
    """How `numbers` are laid out: files are of use to engines of the same layout."""
    threads_help: ClassVar[bool]
    """Whether more of them make its iterations faster."""
    gpus: ClassVar[int]
    """Those that a solve has to itself: on one machine such solves wait for each other."""
    for_large_games: ClassVar[bool]
    """Whether it pays for many numbers alone: ``"auto"`` takes it for those, and leaves it else."""
    compress: bool
    """Whether numbers have 16 bits."""

    def __init__(self, game: Game, *, threads: int = 1, compress: bool = False) -> None: ...

    @classmethod
    def missing(cls) -> str | None:
        """What this machine lacks for it, in one line; None if nothing."""
        ...

    @classmethod
    def room(cls, limit: int | None = None, *, held: int = 0) -> Room:
        """The memory that it may take where its numbers are, by who holds so much already."""
        ...

    @classmethod
    def cost(cls, shape: Shape) -> Cost:
        """What a solve will take, before anything is allocated."""
        ...

    @classmethod
    def arrays(cls, shape: Shape, *, compress: bool) -> dict[str, tuple[str, int]]:
        """Kinds and lengths of `numbers`, before anything is allocated."""
        ...

    @classmethod
    def trunk(cls, game: Game) -> Trunk:
        """The streets before the last, to be filled."""
        ...

    def update(self, player: int, discount: Discount) -> None:
        """Improve a player's strategy against the other's: one pass over the tree."""
        ...

    def iterate(self, discount: Discount) -> None:
        """Improve both players' strategies, one after the other."""
        ...

    def lock(
        self, where: Where, hands: NDArray[np.int32], probabilities: NDArray[np.float32]
    ) -> None:
        """Let hands play so from now on: (actions, those hands)."""
        ...

    def unlock(self) -> None:
        """Free all hands."""
        ...

    def reset(self) -> None:
        """Forget what was learned; locks stay."""
        ...

    def reader(self) -> Reader:
        """The strategy as it is now, which stays so while this one learns."""
        ...

    def part(self) -> None:
        """Take now the memory that readers and the next update need side by side."""
        ...

    def leaf_values(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Value of each hand for each unit of compatible reach where the last card is dealt.

        Of both players, each (chips and shares, leaves, hands): by deal of the street before, then
        by node.
        """
        ...

    def numbers(self) -> Mapping[str, StoredNumbers]:
        """All that is stored, by name; to be read only."""
        ...

    def filling(self) -> AbstractContextManager[Mapping[str, StoredNumbers]]:
        """What is stored, to be filled: what is written is stored at the end, if not at once.

        Hands that were locked when they were stored are locked first.
        """
        ...


@dataclass(frozen=True)
class Shape:
    """How large a game is, counted without making it."""

    nodes: int
    """Of the betting tree, with those where nobody acts."""
    hands: tuple[int, int]
    possible: tuple[NDArray[np.int64], NDArray[np.int64]]
    """The hands of each player that each last deal leaves possible."""
    deals: tuple[int, ...]
    """On each street."""
    acting: tuple[tuple[int, int], ...]
    """Nodes where each player acts, on each street."""
    actions: tuple[tuple[int, int], ...]
    """Their actions, all together."""
    showdowns: int
    """Of the largest subtree of the last street."""

    @property
    def stored_numbers(self) -> int:
        """Actions times hands, over all nodes and deals."""
        return sum(
            count * deals * hands
            for deals, counts in zip(self.deals, self.actions, strict=True)
            for count, hands in zip(counts, self.hands, strict=True)
        )


@dataclass(frozen=True)
class Cost:
    """What an engine takes for a game: bytes are all that it adds to the process."""

    bytes: int
    compressed_bytes: int
    """With numbers of 16 bits."""
    seconds_per_iteration: float
    """CPU seconds on one core."""


class Locks:
    """Given strategies by place: (actions, hands), NaN where a hand is free.

    Changes wait until the loop starts afresh, so that the old solution can be looked at meanwhile.
    """

    def __init__(self) -> None:
        self.tables: dict[Where, Array] = {}
        self.waiting = False
        self.guard = threading.Lock()
        """Held by whoever changes them."""

    def put(self, where: Where, table: Array) -> Array:
        """Lock more hands of a place; all that are locked there now."""
        with self.guard:
            before = self.tables.get(where)
            if before is not None:
                table = np.where(np.isnan(table), before, table)
            if not np.isnan(table).all():
                self.tables[where] = table
                self.waiting = True
        return table

    def free(self, where: Where) -> None:
        """Free all hands of a place."""
        with self.guard:
            if self.tables.pop(where, None) is not None:
                self.waiting = True

    def __len__(self) -> int:
        return len(self.tables)

    def apply(self, engine: Engine) -> None:
        """Lock these hands in an engine, and no others."""
        engine.unlock()
        for where, table in list(self.tables.items()):
            hands = np.flatnonzero(~np.isnan(table[0])).astype(np.int32)
            probabilities = np.ascontiguousarray(table[:, hands], dtype=np.float32)
            engine.lock(where, hands, probabilities)

    def to_list(self) -> list[LockRow]:
        """The locks as plain data."""
        rows = []
        for where, table in list(self.tables.items()):
            hands = np.flatnonzero(~np.isnan(table[0]))
            rows.append(
                {
                    "place": list(where),
                    "of": table.shape[1],
                    "hands": hands.tolist(),
                    "probabilities": table[:, hands].tolist(),
                }
            )
        return rows

    @classmethod
    def from_list(cls, rows: list[LockRow], game: Game) -> Locks:
        """The locks that `to_list` wrote, if they are locks of this game."""
        locks = cls()
        for number, row in enumerate(rows):
            name = f"locks[{number}]"
            if not isinstance(row, dict):
                raise RunoutError(f"{name}: a table is expected")
            missing = {"place", "of", "hands", "probabilities"} - row.keys()
            if missing:
                raise RunoutError(f"{name}.{min(missing)} is missing")
            where, player, actions = _read_place(f"{name}.place", row["place"], game)
            if where in locks.tables:
                raise RunoutError(f"{name}.place: it has a lock already")
            count = len(game.hands[player].cards)
            checks.whole(f"{name}.of", row["of"], count, count, "the hands of this player,")
            hands = _read_hands(f"{name}.hands", row["hands"], count)
            table = np.full((actions, count), np.nan)
            table[:, hands] = _read_probabilities(
                f"{name}.probabilities", row["probabilities"], actions, len(hands)
            )
            locks.tables[where] = table
        return locks


def _read_place(name: str, value: object, game: Game) -> tuple[Where, int, int]:
    """The place, who acts there, and how many actions there are."""
    if not isinstance(value, list) or len(value) != 3:
        raise RunoutError(f"{name}: a list of 3 is expected")
    level = checks.whole(f"{name}[0]", value[0], 0, len(game.levels) - 1)
    deal = checks.whole(f"{name}[1]", value[1], 0, len(game.levels[level]) - 1)
    node = checks.whole(f"{name}[2]", value[2], 0, len(game.tree.kind) - 1)
    if game.tree.level[node] != level or game.tree.kind[node] not in (0, 1):
        raise RunoutError(f"{name}[2] {node}: nobody acts at this node on street {level}")
    return Where(level, deal, node), int(game.tree.kind[node]), int(game.tree.children[node])


def _read_hands(name: str, value: object, count: int) -> NDArray[np.intp]:
    if not isinstance(value, list) or not 0 < len(value) <= count:
        raise RunoutError(f"{name}: a list of 1 to {count} hands is expected")
    hands = _numbers(name, value, len(value))
    found = hands.astype(np.intp) if np.abs(hands).max() < count else np.array([-1])
    if found[0] < 0 or (found != hands).any() or (np.diff(found) <= 0).any():
        raise RunoutError(f"{name}: whole numbers below {count} in ascending order are expected")
    return found


def _read_probabilities(name: str, value: object, actions: int, hands: int) -> Array:
    if not isinstance(value, list) or len(value) != actions:
        raise RunoutError(f"{name}: a list for each of {actions} actions is expected")
    table = np.stack([_numbers(name, row, hands) for row in value])
    if (table < 0).any() or (np.abs(table.sum(axis=0) - 1) > _ROUNDING).any():
        raise RunoutError(f"{name}: from 0 up, and 1 together for each hand, is expected")
    return table


def _numbers(name: str, value: object, count: int) -> Array:
    """A list of so many finite numbers."""
    if not isinstance(value, list) or len(value) != count:
        raise RunoutError(f"{name}: a list of {count} is expected")
    return np.array([checks.number(name, one) for one in value])
