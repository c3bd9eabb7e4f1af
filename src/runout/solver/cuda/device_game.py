"""A game where the kernels of a device read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import _core
from runout.solver.cpu import compiled
from runout.solver.plan import NO_CARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solver.cuda.device import Buffer, Device
    from runout.solver.plan import Game

_CARDS = 64  # that the kernels tell apart


@dataclass(frozen=True)
class LevelTables:
    """The deals of a street, and where its numbers are."""

    base: Buffer
    pad: Buffer
    parents: Buffer
    dealt: Buffer
    """By deal: the cards dealt so far, as bits."""
    copies: Buffer
    first_after: Buffer
    map_first: Buffer
    map_count: Buffer
    map: Buffer
    first: NDArray[np.int32]
    """The deals of the next street that follow each deal, and the end: here."""
    scale_base: int
    scales: int
    probability: float


@dataclass(frozen=True)
class DeviceHands:
    """The hands of a player, against those of the other."""

    hands: int
    pad: int
    cards: Buffer
    bits: Buffer
    same: Buffer
    hand_maps: Buffer
    card_first: Buffer
    card_hands: Buffer
    board_hands: Buffer
    order: Buffer
    lists: Buffer
    list_lengths: Buffer
    stride: int
    list_stride: int


class DeviceGame:
    """All that does not change while a game is solved."""

    def __init__(self, game: Game, device: Device, threads: int) -> None:
        self.game = game
        self.device = device
        self.plan = _core.DevicePlan(compiled(game), threads)
        self.last = len(game.levels) - 1
        self._dealt = _dealt_cards(game)
        self.counts = device.upload(self.plan.counts())
        self.levels = [self._level(level) for level in range(self.last + 1)]
        self.players = [self._player(player) for player in (0, 1)]

    def possible(self, level: int, deal: int, player: int) -> NDArray[np.bool_]:
        """The hands of a player that hold no card dealt up to here."""
        return np.asarray((_bits(self.game, player) & self._dealt[level][deal]) == 0)

    def deals_below(self, level: int, deal: int) -> list[tuple[int, int]]:
        """The first and the number of the deals of each street from here on that follow a deal."""
        ranges = [(deal, 1)]
        for upper in self.levels[level:-1]:
            first, count = ranges[-1]
            start, end = int(upper.first[first]), int(upper.first[first + count])
            ranges.append((start, end - start))
        return ranges

    def _level(self, level: int) -> LevelTables:
        deals, place, up = self.game.levels[level], self.plan.level(level), self.device.upload
        counts = np.array([len(maps) for maps in deals.maps], dtype=np.int32)
        first = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int32)
        flat = np.array([number for maps in deals.maps for number in maps], dtype=np.int32)
        after = np.zeros(len(deals) + 1, dtype=np.int32)
        probability = 1.0
        if level < self.last:
            below = self.game.levels[level + 1]
            after = np.searchsorted(below.parent, np.arange(len(deals) + 1)).astype(np.int32)
            probability = below.probability
        return LevelTables(
            up(place["base"]),
            up(place["pad"]),
            up(deals.parent),
            up(self._dealt[level]),
            up(deals.copies),
            up(after),
            up(first),
            up(counts),
            up(flat),
            after,
            place["scale_base"],
            place["scales"],
            probability,
        )

    def _player(self, player: int) -> DeviceHands:
        hands, boards, up = self.game.hands[player], self.plan.boards(player), self.device.upload
        order = np.argsort(hands.cards.ravel(), kind="stable")
        first = np.searchsorted(hands.cards.ravel()[order], np.arange(_CARDS + 1))
        count = len(hands.weight)
        return DeviceHands(
            count,
            boards["stride"],
            up(np.ascontiguousarray(hands.cards.ravel())),
            up(_bits(self.game, player)),
            up(hands.same),
            up(np.ascontiguousarray(hands.maps.ravel())),
            up(first.astype(np.int32)),
            up((order // 2).astype(np.int32)),
            up(boards["hands"]),
            up(boards["order"]),
            up(boards["lists"]),
            up(boards["list_lengths"]),
            boards["stride"],
            boards["list_stride"],
        )


def _bits(game: Game, player: int) -> NDArray[np.uint64]:
    cards = game.hands[player].cards.astype(np.uint64)
    return np.asarray(np.uint64(1) << cards[:, 0] | np.uint64(1) << cards[:, 1])


def _dealt_cards(game: Game) -> list[NDArray[np.uint64]]:
    """The cards dealt up to each deal of each street, as bits."""
    found: list[NDArray[np.uint64]] = []
    for deals in game.levels:
        own = np.where(
            deals.card == NO_CARD, 0, np.uint64(1) << (deals.card % NO_CARD).astype(np.uint64)
        )
        before: Any = found[-1][deals.parent] if found else np.uint64(0)
        found.append(np.asarray(own.astype(np.uint64) | before))
    return found
