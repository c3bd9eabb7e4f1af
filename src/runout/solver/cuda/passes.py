"""A pass over a part of the tree as launches of kernels: reach down, values up."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.errors import RunoutError
from runout.solver.cuda.arguments import (
    ASCEND,
    ASCENT_BYTES,
    ENTER,
    GATHER,
    RIVER,
    SPLIT,
    SPLIT_BYTES,
)
from runout.solver.cuda.device import THREADS, Launch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from runout.solver.cuda.device import BlockLimits, Buffer, Device
    from runout.solver.cuda.device_game import DeviceGame
    from runout.solver.cuda.store import Store

UPDATE, AVERAGE, BEST = range(3)
"""What a player does at his nodes: learn, play his average strategy, or what is best."""
_LITTLE_SHARE = 0.05
_MOST, _LITTLE, _NOTHING = range(3)
_FOLD_BYTES = 8 * (64 + 1 + THREADS)
_LARGEST_BYTES = 8
_TERM_WORDS = 2
_PROGRAM_WORDS = {
    "splits_first": 4,
    "targets_first": 1,
    "lanes_first": 4,
    "steps_first": 4,
    "terms_first": _TERM_WORDS,
}
_STRAND = 4
"""Showdowns whose running sums are made and looked up together."""
_CHUNK, _HANDS = 64, 2
"""Hands that a warp takes at once, for which rows have room, and a thread."""
_BLOCKS = 2  # of a processor, where rows are not in shared memory
_CARDS = 64  # more than there are, with the entries of lists for nothing
_PROGRAM_BYTES = 150  # of a subtree, for each of its showdowns
_PART_BYTES = 20  # of what is left over by a part of the sums of a strand
"""Of one entry of each list of a subtree, which blocks keep beside their rows."""
_PROGRAM = (
    *(*_PROGRAM_WORDS, "rows_first"),
    *("splits", "targets", "lanes", "steps", "terms", "roots"),
)


class Scratch:
    """Memory of passes, which run one after the other."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._kept: dict[str, Buffer] = {}

    def take(self, name: str, count: int, kind: type[np.generic] = np.float32) -> Buffer:
        """At least so many numbers, with anything in them."""
        if name not in self._kept or len(self._kept[name]) < count:
            self._kept.pop(name, None)
            self._kept[name] = self._device.zeros(max(count, 1), kind)
        return self._kept[name]


@dataclass(frozen=True)
class PassAsked:
    """What a pass is about."""

    player: int
    mode: int
    shares: bool
    level: int
    deal: int
    nodes: tuple[int, ...]


class Pass:
    """The launches of one question; asked again with another reach, or other numbers."""

    def __init__(
        self, game: DeviceGame, store: Store, scratch: Scratch, discount: Buffer, asked: PassAsked
    ) -> None:
        self._game = game
        self._device = game.device
        self._store = store
        self._scratch = scratch
        self._discount = discount
        self.asked = asked
        self._own = game.players[asked.player]
        self._other = game.players[1 - asked.player]
        route = game.plan.route(asked.player, asked.shares, asked.level, list(asked.nodes))
        self._streets: list[dict[str, Any]] = route["streets"]
        self._last: dict[str, Any] = route["last"]
        self._slots = int(self._last["slots"])
        self._pad = max(self._own.pad, self._other.pad)  # of rows that passes of both players share
        self._reach_row = _padded(self._other.hands)
        self._ranges = game.deals_below(asked.level, asked.deal)
        self._given = self._device.zeros(self._other.pad, np.float32)
        self._met = self._device.zeros(self._own.pad, np.uint8)
        self._unit = self._device.zeros(self._own.pad, np.float32)
        self._reach_rows: list[Buffer] = []
        self._value_rows: list[Buffer] = []
        self._waiting: list[tuple[NDArray[np.void], str, NDArray[Any]]] = []
        self.launches = [launch for launch in self._made() if launch.blocks > 0]
        self._sent = self._send()
        self._device.ready(compress=store.compress)

    def run(self) -> None:
        """Launch everything."""
        for launch in self.launches:
            self._device.launch(launch, compress=self._store.compress)

    def give(self, reach: NDArray[np.float32], *, learning: bool = False) -> None:
        """The opponent's reach at the start."""
        self._device.fill(self._given, reach)
        asked = self.asked
        how, unit = _met_by_hand(self._game.game.compatible_weight(asked.player, reach), reach)
        some = bool((how != _MOST).any())
        if some:
            self._device.fill(self._met, how)
            self._device.fill(self._unit, unit if learning else np.ones_like(unit))
        met, factor = (self._device.address(one) if some else 0 for one in (self._met, self._unit))
        for launch in self.launches:
            if launch.kernel.endswith(("river_update", "river_read")):
                launch.arguments["met"], launch.arguments["unit"] = met, factor
            elif launch.kernel == "ascend":
                launch.arguments["unit"] = factor

    def values(self, reach: NDArray[np.float32]) -> NDArray[np.float32]:
        """Value of each hand at each node: (nodes, hands)."""
        self.give(reach)
        asked, row = self.asked, self._own.pad
        asked_for = self._value_rows[0][: self._value_count]
        if not self._streets:
            self._device.clear(asked_for)
        self.run()
        found = self._device.download(asked_for)
        rows = self._streets[0]["root_value"] if self._streets else np.arange(len(asked.nodes))
        table = np.stack([found[first * row : first * row + self._own.hands] for first in rows])
        possible = self._game.possible(asked.level, asked.deal, asked.player)
        return np.where(possible, table, np.float32(0))

    # The launches, in order

    def _made(self) -> Iterator[Launch]:
        streets = self._streets
        self._take_rows()
        for number, street in enumerate(streets):
            yield self._enter(number, street)
            yield from self._splits(number, street)
        yield from self._rivers()
        for number in reversed(range(len(streets))):
            yield self._gather(number, streets[number])
            yield from self._ascents(number, streets[number])

    def _take_rows(self) -> None:
        """Rows of the streets before the last by deal, and of the roots of the last."""
        for number, street in enumerate(self._streets):
            deals = self._ranges[number][1]
            reach = deals * street["reach_rows"] * self._pad
            values = deals * street["value_rows"] * self._pad
            self._reach_rows.append(self._scratch.take(f"reach {number}", reach))
            self._value_rows.append(self._scratch.take(f"values {number}", values))
        roots = len(self._last["rows_first"]) - 1
        rows = self._ranges[-1][1] * roots if self._has_last() else 1
        self._value_rows.append(self._scratch.take("values of the last", rows * self._pad))
        self._value_count = int(self._streets[0]["value_rows"] if self._streets else rows)
        self._value_count *= self._own.pad

    def _has_last(self) -> bool:
        return len(self._last["rows_first"]) > 1

    def _address(self, buffer: Buffer | None) -> int:
        return 0 if buffer is None else self._device.address(buffer)

    def _launch(
        self, kernel: str, blocks: int, shared: int, kind: np.dtype[np.void], fields: dict[str, Any]
    ) -> Launch:
        """A kernel with its arguments: arrays are uploaded later, buffers are pointed to."""
        arguments = np.zeros(1, dtype=kind)
        for name, value in fields.items():
            if isinstance(value, dict):
                for part, one in value.items():
                    arguments[name][part] = one
            elif isinstance(value, np.ndarray):
                self._waiting.append((arguments, name, value))
            else:
                arguments[name] = value
        return Launch(kernel, blocks, shared, arguments)

    def _send(self) -> Buffer:
        """Upload the arrays of all launches at once, and point to them."""
        ends = np.cumsum([_whole(array.nbytes) for _, _, array in self._waiting], dtype=np.int64)
        joined = np.zeros(int(ends[-1]) if len(ends) else 0, dtype=np.uint8)
        firsts = [0, *ends.tolist()]
        for first, (_, _, array) in zip(firsts, self._waiting, strict=False):
            joined[first : first + array.nbytes] = np.ascontiguousarray(array).view(np.uint8)
        sent = self._device.upload(joined)
        for first, (arguments, name, _) in zip(firsts, self._waiting, strict=False):
            arguments[name] = self._address(sent) + first
        self._waiting.clear()
        return sent

    def _street(self, number: int) -> dict[str, Any]:
        level = self._game.levels[self.asked.level + number]
        first, count = self._ranges[number]
        return {
            "base": self._address(level.base),
            "pad": self._address(level.pad),
            "scale_base": level.scale_base,
            "scales": level.scales,
            "deal_first": first,
            "deal_count": count,
        }

    def _before(self, number: int) -> tuple[int, NDArray[np.int32], int, int, int]:
        """Where the reach of a street's roots comes from.

        Address, rows of the roots, floats of a deal, the first deal, and where the deals that they
        follow are.
        """
        level = self._game.levels[self.asked.level + number]
        if number == 0:
            # The reach that is given: one row, whatever the root; the deal follows itself.
            roots = np.zeros(len(self.asked.nodes), dtype=np.int32)
            parent = int(self._game.game.levels[self.asked.level].parent[self.asked.deal])
            return self._address(self._given), roots, 0, parent, self._address(level.parents)
        above = self._streets[number - 1]
        stride = above["reach_rows"] * self._other.pad
        first = self._ranges[number - 1][0]
        address = self._address(self._reach_rows[number - 1])
        return address, above["leaf_reach"], stride, first, self._address(level.parents)

    def _enter(self, number: int, street: dict[str, Any]) -> Launch:
        level = self._game.levels[self.asked.level + number]
        address, leaves, stride, parent_first, parents = self._before(number)
        first, count = self._ranges[number]
        fields = {
            "from": address,
            "to": self._address(self._reach_rows[number]),
            "leaves": leaves,
            "parents": parents,
            "dealt": self._address(level.dealt),
            "cards": self._address(self._other.bits),
            "from_stride": stride,
            "to_stride": street["reach_rows"] * self._other.pad,
            "deal_first": first,
            "deal_count": count,
            "parent_first": parent_first,
            "roots": len(leaves),
            "hands": self._other.hands,
            "row": self._other.pad,
        }
        return self._launch("enter", count * len(leaves), 0, ENTER, fields)

    def _splits(self, number: int, street: dict[str, Any]) -> Iterator[Launch]:
        for first, end in _parts(street["split_depth"]):
            fields = {
                "stored": self._store.fields(),
                "street": self._street(number),
                "splits": street["splits"][first * SPLIT_BYTES : end * SPLIT_BYTES],
                "reach": self._address(self._reach_rows[number]),
                "stride": street["reach_rows"] * self._other.pad,
                "count": end - first,
                "player": 1 - self.asked.player,
                "hands": self._other.hands,
                "row": self._other.pad,
                "mode": self.asked.mode,
            }
            blocks = self._ranges[number][1] * (end - first)
            yield self._launch("split", blocks, 0, SPLIT, fields)

    def _ascents(self, number: int, street: dict[str, Any]) -> Iterator[Launch]:
        level = self._game.levels[self.asked.level + number]
        for first, end in _parts(street["ascent_depth"]):
            fields = {
                "stored": self._store.fields(),
                "street": self._street(number),
                "discount": self._address(self._discount),
                "nodes": street["ascents"][first * ASCENT_BYTES : end * ASCENT_BYTES],
                "reach": self._address(self._reach_rows[number]),
                "values": self._address(self._value_rows[number]),
                "reach_stride": street["reach_rows"] * self._other.pad,
                "value_stride": street["value_rows"] * self._own.pad,
                "card_first": self._address(self._other.card_first),
                "card_hands": self._address(self._other.card_hands),
                "own_cards": self._address(self._own.cards),
                "other_cards": self._address(self._other.cards),
                "same": self._address(self._own.same),
                "dealt": self._address(level.dealt),
                "count": end - first,
                "me": self.asked.player,
                "mode": self.asked.mode,
                "own_hands": self._own.hands,
                "other_hands": self._other.hands,
                "reach_row": self._other.pad,
                "value_row": self._own.pad,
            }
            blocks = self._ranges[number][1] * (end - first)
            yield self._launch("ascend", blocks, _FOLD_BYTES, ASCEND, fields)

    def _gather(self, number: int, street: dict[str, Any]) -> Launch:
        level = self._game.levels[self.asked.level + number]
        below = self._game.levels[self.asked.level + number + 1]
        leaves: NDArray[np.int32] = street["leaf_value"]
        is_last = number == len(self._streets) - 1
        source = self._value_rows[number + 1]
        if is_last:
            from_rows = np.arange(len(leaves), dtype=np.int32)
            stride = len(leaves) * self._own.pad
        else:
            from_rows = self._streets[number + 1]["root_value"]
            stride = self._streets[number + 1]["value_rows"] * self._own.pad
        fields = {
            "from": self._address(source),
            "to": self._address(self._value_rows[number]),
            "first_after": self._address(level.first_after),
            "leaves": leaves,
            "sources": from_rows,
            "copies": self._address(below.copies),
            "dealt": self._address(below.dealt),
            "cards": self._address(self._own.bits),
            "map_first": self._address(level.map_first),
            "map_count": self._address(level.map_count),
            "map": self._address(level.map),
            "hand_maps": self._address(self._own.hand_maps),
            "from_stride": stride,
            "to_stride": street["value_rows"] * self._own.pad,
            "probability": level.probability,
            "deal_first": self._ranges[number][0],
            "deal_count": self._ranges[number][1],
            "next_first": self._ranges[number + 1][0],
            "roots": len(leaves),
            "hands": self._own.hands,
            "row": self._own.pad,
        }
        return self._launch("gather", self._ranges[number][1] * len(leaves), 0, GATHER, fields)

    # The last street

    def _rivers(self) -> Iterator[Launch]:
        if not self._has_last():
            return
        address, leaves, stride, parent_first, parents = self._before(len(self._streets))
        own, other = self._own, self._other
        fields: dict[str, Any] = {
            "stored": self._store.fields(),
            "street": self._street(len(self._streets)),
            "discount": self._address(self._discount),
            **{name: self._last[name] for name in _PROGRAM},
            "leaves": leaves,
            "own": self._address(own.board_hands),
            "others": self._address(other.board_hands),
            "order": self._address(other.order),
            "lists": self._address(other.lists),
            "counts": self._address(self._game.counts),
            "list_lengths": self._address(other.list_lengths),
            "reach": address,
            "values": self._address(self._value_rows[-1]),
            "parents": parents,
            "reach_stride": stride,
            "subtrees": len(leaves),
            "me": self.asked.player,
            "mode": self.asked.mode,
            "own_stride": own.stride,
            "other_stride": other.stride,
            "list_stride": other.list_stride,
            "reach_row": other.pad,
            "value_row": own.pad,
            "parent_first": parent_first,
        }
        deals = self._ranges[-1][1]
        for groups in self._grouped():
            yield self._river_launch(fields, groups, deals)

    def _river_launch(self, fields: dict[str, Any], groups: Groups, deals: int) -> Launch:
        blocks, kept = deals * len(groups.pairs), []
        placed = {
            "groups": np.array(groups.pairs, dtype=np.int32).ravel(),
            "group_count": len(groups.pairs),
            "list_bytes": _whole(2 * self._other.list_stride),
            "program_bytes": groups.program,
            "kept_reach_row": self._reach_row,
            "slots": self._slots,
        }
        if groups.outside:
            blocks = min(blocks, _BLOCKS * self._device.processors)
            scratch = self._scratch.take("of blocks", blocks * self._floats_at_most(groups))
            placed |= {"scratch": self._address(scratch), "scratch_stride": groups.floats}
            kept.append(scratch)
        kernel = "river_update" if self.asked.mode == UPDATE else "river_read"
        kernel = f"large_{kernel}" if groups.outside else kernel
        launch = self._launch(kernel, blocks, groups.shared, RIVER, fields | placed)
        launch.kept.extend(kept)
        return launch

    def _grouped(self) -> list[Groups]:
        """Subtrees that a block takes at once: as many as there is shared memory for."""
        most = self._device.shared_limit
        wanted = most // self._device.blocks_at_once
        small: list[tuple[int, int]] = []
        large: list[tuple[int, int]] = []
        outside: list[tuple[int, int]] = []
        first, count = 0, len(self._last["rows_first"]) - 1
        while first < count:
            end = first + 1
            while end < count and self._bytes(first, end + 1) <= wanted:
                end += 1
            size = self._bytes(first, end)
            kind = small if size <= wanted else large if size <= most else outside
            if size > most and self._outside_bytes(first, end) > most:
                raise RunoutError(
                    f"engine cuda: {self._count('lanes_first', first, end):,} showdowns after one "
                    "card are more than the GPU has shared memory for; use fewer sizes, or "
                    "engine='cpu'"
                )
            kind.append((first, end))
            first = end
        kinds = (small, False), (large, False), (outside, True)
        return [self._groups(pairs, outside=far) for pairs, far in kinds if pairs]

    def _groups(self, pairs: list[tuple[int, int]], *, outside: bool) -> Groups:
        program = max(self._program_bytes(*pair) for pair in pairs)
        rows = max(self._row_bytes(*pair) for pair in pairs)
        shared = program + _whole(2 * self._other.list_stride)
        shared += max(self._largest_bytes(*pair) for pair in pairs)
        return Groups(pairs, program, shared + (0 if outside else rows), rows // 4, outside)

    def _count(self, name: str, first: int, end: int) -> int:
        return int(self._last[name][end] - self._last[name][first])

    def _program_bytes(self, first: int, end: int) -> int:
        words = 4 * (end - first + 1) + _TERM_WORDS * (end - first)
        for name, size in _PROGRAM_WORDS.items():
            words += size * self._count(name, first, end)
        return _whole(4 * words)

    def _largest_bytes(self, first: int, end: int) -> int:
        if not self._store.compress:
            return 0
        return _whole((self._count("steps_first", first, end) + 1) * _LARGEST_BYTES)

    def _row_bytes(self, first: int, end: int) -> int:
        """Of running sums, reach, and values, or what parts of sums leave over before them."""
        rows, lanes = (self._count(name, first, end) for name in ("rows_first", "lanes_first"))
        strands = -(-lanes // _STRAND)
        sums = _STRAND * strands * self._other.list_stride + rows * self._reach_row
        most = int(np.diff(self._last["lanes_first"][first : end + 1]).max())
        values = 4 * THREADS * _HANDS * (2 * most + self._slots)
        return _whole(4 * sums + max(values, _PART_BYTES * max(THREADS, strands)))

    def _bytes(self, first: int, end: int) -> int:
        return self._groups([(first, end)], outside=False).shared

    def _outside_bytes(self, first: int, end: int) -> int:
        return self._groups([(first, end)], outside=True).shared

    def _floats_at_most(self, groups: Groups) -> int:
        """Of the rows of a block: as many for both players, so that they share the memory."""
        most = int(np.diff(self._last["lanes_first"]).max())
        return max(groups.floats, row_bytes(most, max(self._own.hands, self._other.hands)) // 4)


def row_bytes(showdowns: int, hands: int) -> int:
    """Of the rows of a block that takes one subtree, at most."""
    strands = -(-showdowns // _STRAND)
    sums = _STRAND * strands * (3 * hands + _CARDS) + (showdowns + 1) * _padded(hands)
    values = 4 * THREADS * _HANDS * 3 * showdowns
    return _whole(4 * sums + max(values, _PART_BYTES * max(THREADS, strands)))


def scratch_bytes(device: BlockLimits, showdowns: int, hands: int, blocks: int) -> int:
    """Of blocks whose rows shared memory has no room for, at most."""
    rows = row_bytes(showdowns, hands)
    around = _PROGRAM_BYTES * showdowns + 2 * (3 * hands + _CARDS)
    if rows + around <= device.shared_limit:
        return 0
    return rows * min(blocks, _BLOCKS * device.processors)


def _padded(hands: int) -> int:
    """Hands of a row: whole chunks."""
    return -(-hands // _CHUNK) * _CHUNK


@dataclass(frozen=True)
class Groups:
    """Groups of subtrees that one launch plays."""

    pairs: list[tuple[int, int]]
    program: int
    shared: int
    floats: int
    outside: bool
    """Whether the rows are too large for shared memory."""


def _whole(size: int) -> int:
    return -(-size // 16) * 16


def _parts(first: NDArray[np.int32]) -> Sequence[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in pairwise(first) if b > a]


def _met_by_hand(
    met: NDArray[np.float64], reach: NDArray[np.float32]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """How much of the opponent's reach each hand meets, and a factor that makes it all of it."""
    everything = float(reach.sum(dtype=np.float64))
    most = met > _LITTLE_SHARE * everything
    how = np.where(most, _MOST, np.where(met > 0, _LITTLE, _NOTHING)).astype(np.uint8)
    unit = np.where(how == _LITTLE, everything / np.where(met > 0, met, 1.0), 1.0)
    return how, unit.astype(np.float32)
