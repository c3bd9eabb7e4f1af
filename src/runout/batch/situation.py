"""A situation: ranges, stacks and sizes, on many boards; what a batch solves, and what it asks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.batch.boards import Boards, WeightedBoard, read_boards
from runout.errors import RunoutError
from runout.reading import read_text, toml_table
from runout.solver.engines import AUTO, DEFAULT_ENGINE, ENGINES
from runout.solver.loop import DEFAULT as DEFAULT_RULE
from runout.solver.loop import Limits
from runout.solver.spot import PLAYERS, Spot
from runout.solver.tree import TREE_RULES
from runout.suits import images

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike
    from pathlib import Path

KEEPS = ("none", "small", "full")
_LIMITS = ("target", "max_iterations", "max_seconds")
_OWN = ("name", "spot", "boards", *_LIMITS, "compress", "engine", "lines", "keep", "vary")
_MOST_LINES = 1000
_MOST_CASES = 1_000_000


@dataclass(frozen=True)
class NamedSpot:
    """A spot without its board, as plain data."""

    name: str
    data: Mapping[str, Any]
    varied: Mapping[str, Any] = field(default_factory=dict)

    def on(self, board: WeightedBoard) -> Spot:
        """The spot on a board."""
        return Spot.from_dict({**self.data, "board": str(board)})

    @property
    def label(self) -> str:
        """Its name, with what was varied."""
        return " ".join([self.name, *(f"{key}={value}" for key, value in self.varied.items())])


@dataclass(frozen=True)
class Case:
    """One spot on one board."""

    spot: NamedSpot
    board: WeightedBoard
    key: str
    """A hash of everything that its solution depends on."""

    def __str__(self) -> str:
        return f"{self.spot.label} {self.board}".strip()


@dataclass(frozen=True)
class Situation:
    """A batch as it was asked for."""

    name: str
    spots: tuple[NamedSpot, ...]
    boards: Boards
    limits: Limits = field(default_factory=Limits)
    compress: bool = False
    engine: str = DEFAULT_ENGINE
    lines: tuple[str, ...] = ("",)
    keep: str = "small"

    @classmethod
    def from_toml(cls, path: str | PathLike[str]) -> Situation:
        """A batch from a file; the paths in it are those beside it."""
        place = checks.path("batch", path)
        return cls.from_dict(toml_table(read_text(place, "batch"), "batch"), place.parent)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], folder: str | PathLike[str] = ".") -> Situation:
        """A batch from plain data, as TOML has it."""
        if not isinstance(data, Mapping):
            raise RunoutError(f"batch {checks.shown(data)}: a table is expected")
        checks.known_keys("batch", data, _OWN)
        for key in ("spot", "boards"):
            if key not in data:
                raise RunoutError(f"batch: {key} is missing")
        place = checks.path("folder", folder)
        spots = tuple(_varied(_spots(data["spot"], place), data.get("vary", {})))
        made = cls(
            checks.text("name", data.get("name", spots[0].name), "'BTN v BB'"),
            spots,
            read_boards(data["boards"], place),
            Limits(**{key: data[key] for key in _LIMITS if key in data}),
            checks.switch("compress", data.get("compress", False)),
            checks.choice("engine", data.get("engine", DEFAULT_ENGINE), (AUTO, *ENGINES)),
            _lines(data.get("lines", [""])),
            checks.choice("keep", data.get("keep", "small"), KEEPS),
        )
        made._check()
        return made

    def _check(self) -> None:
        """Refuse what no board could make good, before anything is solved."""
        if len(self.spots) * len(self.boards) > _MOST_CASES:
            raise RunoutError(f"batch: more than {_MOST_CASES:,} boards in all")
        labels = [spot.label for spot in self.spots]
        for label in labels:
            if labels.count(label) > 1:
                raise RunoutError(f"spot {label!r}: two have this name")
        for named in self.spots:
            spot = self._some_spot(named)
            if self.boards.up_to_suits:
                _check_suits(named, spot)
            for line in self.lines:
                from runout.batch.lines import tree_node

                tree_node(spot, line)

    def _some_spot(self, named: NamedSpot) -> Spot:
        """The spot on the first board that its ranges are possible on."""
        failures = []
        for board in self.boards.boards:
            try:
                return named.on(board)
            except RunoutError as error:
                failures.append(error)
                if "blocks it" not in str(error) and "no deal is possible" not in str(error):
                    break
        raise RunoutError(f"spot {named.label!r}: {failures[0]}")

    def cases(self) -> Iterator[Case]:
        """Every spot on every board."""
        for spot, board in product(self.spots, self.boards.boards):
            yield Case(spot, board, self.key(spot, board))

    def key(self, spot: NamedSpot, board: WeightedBoard) -> str:
        """A hash of everything that a solution depends on."""
        return _hash({**self._question(spot), "board": str(board)})

    def _question(self, spot: NamedSpot) -> dict[str, Any]:
        return {
            "spot": {key: value for key, value in spot.data.items() if key != "board"},
            "limits": asdict(self.limits),
            "compress": self.compress,
            "tree": TREE_RULES,
            "rule": asdict(DEFAULT_RULE),
        }

    @property
    def question(self) -> str:
        """A hash of what is solved, apart from the boards: the same for a run that goes on."""
        return _hash([{"name": spot.label, **self._question(spot)} for spot in self.spots])

    def to_dict(self) -> dict[str, Any]:
        """The batch as plain data."""
        return {
            "name": self.name,
            "question": self.question,
            "spots": [
                {"name": spot.name, "varied": dict(spot.varied), "spot": dict(spot.data)}
                for spot in self.spots
            ],
            "keys": [case.key for case in self.cases()],
            "boards": [[str(board), board.weight] for board in self.boards.boards],
            "limits": asdict(self.limits),
            "compress": self.compress,
            "engine": self.engine,
            "lines": list(self.lines),
            "keep": self.keep,
        }


def _hash(data: object) -> str:
    text = json.dumps(data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _lines(given: object) -> tuple[str, ...]:
    lines = checks.texts("lines", given, "'check / bet 33%'")
    if len(lines) > _MOST_LINES:
        raise RunoutError(f"lines: {len(lines)}, but at most {_MOST_LINES:,}")
    return tuple(dict.fromkeys(line.strip() for line in lines))


def _spots(given: object, folder: Path) -> Iterator[NamedSpot]:
    if isinstance(given, list | tuple):
        if not given:
            raise RunoutError("spot: there is none")
        for number, one in enumerate(given, start=1):
            yield _spot(one, folder, f"spot {number}")
    else:
        yield _spot(given, folder, "spot")


def _spot(given: object, folder: Path, where: str) -> NamedSpot:
    """One spot: the path of a file, or a table with its name and either a file or the spot."""
    table = {"file": given} if isinstance(given, str) else given
    if not isinstance(table, Mapping):
        raise RunoutError(f"{where} {checks.shown(given)}: a path or a table is expected")
    data = dict(table)
    file = data.pop("file", None)
    name = data.pop("name", None)
    if file is not None:
        path = folder / checks.path(f"{where}: file", file)
        if data:
            raise RunoutError(f"{where}: beside file only name may stand")
        from runout.solver.spot_data import read_toml

        data = read_toml(path)
        name = path.stem if name is None else name
    name = checks.text(f"{where}: name", where if name is None else name, "'100bb'")
    if "board" in data:
        raise RunoutError(f"{where}: it has a board; the boards of a batch stand in `boards`")
    return NamedSpot(name, _plain(data))


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data as a spot itself would write it, so that the same spot has the same hash."""
    for board in ("2c7dKs", "3c8dQs", "4c9dJs", "5cTdAs"):
        try:
            found = Spot.from_dict({**data, "board": board}).to_dict()
        except RunoutError as error:
            if "blocks it" in str(error) or "no deal is possible" in str(error):
                continue
            raise
        return {key: value for key, value in found.items() if key != "board"}
    return dict(data)


def _varied(spots: Iterator[NamedSpot], given: object) -> Iterator[NamedSpot]:
    """Every spot with every combination of the values that vary."""
    if not isinstance(given, Mapping):
        raise RunoutError(f"vary {checks.shown(given)}: a table such as {{stack = [40, 100]}}")
    for key, values in given.items():
        if key in ("board", "range", *PLAYERS) or not isinstance(values, list | tuple):
            raise RunoutError(
                f"vary: {key} {checks.shown(values)}: a list of values of a spot's setting"
            )
        if not values:
            raise RunoutError(f"vary: {key}: the list is empty")
    for spot in spots:
        for values in product(*given.values()):
            chosen = dict(zip(given, values, strict=True))
            yield NamedSpot(spot.name, _plain({**spot.data, **chosen}), chosen)


def _check_suits(named: NamedSpot, spot: Spot) -> None:
    """Refuse ranges that tell suits apart where a board stands for all its suits."""
    for player in PLAYERS:
        weights = getattr(spot, player).weights
        if any(not np.array_equal(weights[moved], weights) for moved in images().values()):
            raise RunoutError(
                f"spot {named.label!r}: range {player} tells suits apart, so flops cannot stand "
                "for those that differ by suits; name the boards one by one"
            )
