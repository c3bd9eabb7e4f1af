"""A spot as plain data, which JSON and command files are translated to and from; TOML of it.

Sizes of a street are given for both players, or for each by himself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

from runout import checks
from runout.errors import RunoutError
from runout.ranges import Range
from runout.reading import read_text, toml_table
from runout.solver.betting import STREETS
from runout.solver.sizes import PLAYERS

if TYPE_CHECKING:
    from typing import Self

    from runout.solver.spot import Spot

MOST_CHARACTERS = 500_000
"""Of a spot: ten times one with every weight of both ranges written out."""
_NEEDED = ("board", "pot", "stack")
_CHIP = "chip"
_SIZES = ("bets", "raises")
_NO_SIZES = "none"
_NUMBERS = ("rake", "rake_cap", "add_allin", "force_allin", "merge")
_RULES = ("rules", "allin_threshold", "raise_limit")
_LINES = ("add_lines", "remove_lines")
_LOCK = "lock"
SPOT_KEYS = (*_NEEDED, _CHIP, *_SIZES, *_NUMBERS, *_RULES, *_LINES, "range", *STREETS, _LOCK)
Sizes = TypeVar("Sizes", bound="PlayerSizes")
_NAMES = {"bet": "bet", "raise": "raise_", "donk": "donk"}
"""The field of each key; one of the keys is a word of Python."""


def spot_arguments(data: object) -> dict[str, Any]:
    """The arguments of a spot, from plain data; what they hold is checked by the spot itself."""
    table = _table("spot", data, SPOT_KEYS)
    for key in (*_NEEDED, "range"):
        if key not in table:
            raise RunoutError(f"spot: {key} is missing")
    ranges = _table("range", table.pop("range"), PLAYERS)
    for player in PLAYERS:
        if not isinstance(ranges.get(player), str | Range):
            raise RunoutError(f"spot: range.{player} is missing, or no text")
    locks = {"locks": table.pop(_LOCK)} if _LOCK in table else {}
    return table | ranges | locks


def _table(where: str, data: object, known: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise RunoutError(f"{where} {checks.shown(data)}: a table is expected")
    checks.known_keys(where, data, known)
    return dict(data)


def spot_data(spot: Spot) -> dict[str, Any]:
    """The spot as plain data; what says nothing is left out."""
    data: dict[str, Any] = {key: getattr(spot, key) for key in _NEEDED}
    if spot.chip is not None:
        data[_CHIP] = spot.chip
    data |= {key: given for key in _SIZES if (given := getattr(spot, key))}
    for key in _NUMBERS:
        value = getattr(spot, key)
        if value is not None and (value or key == "rake_cap"):
            data[key] = value
    if spot.rules != "runout":
        data |= {key: getattr(spot, key) for key in _RULES}
    data |= {key: list(lines) for key in _LINES if (lines := getattr(spot, key))}
    data["range"] = {player: str(getattr(spot, player)) for player in PLAYERS}
    data |= {name: sizes for name in STREETS if (sizes := getattr(spot, name).to_dict())}
    return data | ({_LOCK: [lock.to_dict() for lock in spot.locks]} if spot.locks else {})


def read_toml(source: str | PathLike[str]) -> dict[str, Any]:
    """The plain data of a spot, from a path or from TOML text."""
    if not isinstance(source, str | PathLike):
        raise RunoutError(f"spot {checks.shown(source)}: the path of a TOML file, or its text")
    if isinstance(source, str) and ("\n" in source or "=" in source):
        return _parsed(source)
    return _parsed(read_text(checks.path("spot", source), "spot"))


def _parsed(text: str) -> dict[str, Any]:
    """The TOML in a text; whatever it is, in a time that its length bounds."""
    if len(text) > MOST_CHARACTERS:
        raise RunoutError(f"spot: longer than {MOST_CHARACTERS:,} characters")
    return toml_table(text, "spot")


def write_toml(data: dict[str, Any]) -> str:
    """Plain data as TOML."""
    import tomli_w

    return tomli_w.dumps(data)


def sizes_text(name: str, sizes: object) -> str:
    r"""Sizes as text on one line; a list holds one or more in each of its texts; `none` is empty.

    >>> sizes_text("bets", " 60%,\n a "), sizes_text("bets", ["33%", "75%"])
    ('60%, a', '33%, 75%')
    >>> sizes_text("raises", "none")
    ''
    """
    if isinstance(sizes, list | tuple):
        given = checks.texts(name, sizes, "'60%'")
        sizes = ", ".join(kept for text in given if (kept := text.strip(", \n")))
    text = " ".join(checks.text(name, sizes, "'60% a'").split())
    return "" if text.lower() == _NO_SIZES else text


@dataclass(frozen=True, repr=False)
class PlayerSizes:
    """What one player may bet on a street; None says nothing, an empty text that there is none.

    >>> PlayerSizes(bet="33% 75%", raise_="").to_dict()
    {'bet': '33% 75%', 'raise': ''}
    """

    bet: str | None = None
    raise_: str | None = None
    donk: str | None = None
    """Bets into the player who bet on the street before."""

    def __post_init__(self) -> None:
        for key, name in _NAMES.items():
            if getattr(self, name) is not None:
                object.__setattr__(self, name, sizes_text(key, getattr(self, name)))

    def __repr__(self) -> str:
        given = (
            f"{one.name}={getattr(self, one.name)!r}"
            for one in fields(self)
            if self._says(one.name)
        )
        return f"{type(self).__name__}({', '.join(given)})"

    def _says(self, name: str) -> bool:
        return bool(getattr(self, name) != getattr(type(self), name))

    def to_dict(self) -> dict[str, Any]:
        """The sizes that are given, as plain data."""
        return {key: getattr(self, name) for key, name in _NAMES.items() if self._says(name)}

    @classmethod
    def from_dict(cls, table: object, where: str = "sizes") -> Self:
        """The sizes in a table such as ``{"bet": "60%"}``; `where` is what errors call it."""
        given = _entries(where, table, tuple(_NAMES))
        return _made(cls, where, {_NAMES[key]: text for key, text in given.items()})


@dataclass(frozen=True, repr=False)
class StreetSizes(PlayerSizes):
    """What may be bet on a street: by both players, and by those who differ.

    >>> river = StreetSizes(bet="60%", oop=PlayerSizes(donk="33%"))
    >>> river.to_dict()
    {'bet': '60%', 'oop': {'donk': '33%'}}
    >>> StreetSizes.from_dict(river.to_dict()) == river
    True
    """

    oop: PlayerSizes = PlayerSizes()
    ip: PlayerSizes = PlayerSizes()

    def __post_init__(self) -> None:
        super().__post_init__()
        for player in PLAYERS:
            checks.instance(player, getattr(self, player), PlayerSizes)
        if self.ip.donk is not None:
            raise RunoutError("ip.donk: only oop can lead into the player who bet before")

    def to_dict(self) -> dict[str, Any]:
        """The sizes that are given, as plain data."""
        own = {player: getattr(self, player).to_dict() for player in PLAYERS}
        return super().to_dict() | {player: given for player, given in own.items() if given}

    @classmethod
    def from_dict(cls, table: object, where: str = "sizes") -> Self:
        """The sizes in a table such as ``{"bet": "60%", "oop": {"donk": "33%"}}``."""
        given = _entries(where, table, (*_NAMES, *PLAYERS))
        arguments: dict[str, Any] = {
            name: given[key] for key, name in _NAMES.items() if key in given
        }
        for player in PLAYERS:
            if player in given:
                arguments[player] = PlayerSizes.from_dict(given[player], f"{where}.{player}")
        return _made(cls, where, arguments)

    def of(self, player: int, bets: str, raises: str) -> dict[str, str]:
        """The texts of a player by kind of size: his own, else the street's, else the general.

        Donk sizes are there where they are given: an empty text of them says that he never leads.
        """
        texts = {"bet": bets, "raise": raises}
        own: PlayerSizes = getattr(self, PLAYERS[player])
        return texts | PlayerSizes.to_dict(self) | own.to_dict()


def _entries(where: str, table: object, known: tuple[str, ...]) -> dict[str, Any]:
    """The entries of a table, if all of its keys are known."""
    if not isinstance(table, Mapping):
        raise RunoutError(f"{where} {checks.shown(table)}: a table such as {{'bet': '60%'}}")
    checks.known_keys(where, table, known)
    missing = [key for key in table if table[key] is None]
    if missing:
        raise RunoutError(f"{where}.{missing[0]} None: a text such as '60% a'")
    return dict(table)


def _made(cls: type[Sizes], where: str, arguments: dict[str, Any]) -> Sizes:
    """The sizes, with errors that say which street they are of."""
    try:
        return cls(**arguments)
    except RunoutError as error:
        raise RunoutError(f"{where}.{error}") from None


class StreetField:
    """A field of a spot that takes the sizes of a street in either form, and holds the typed."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, spot: object | None, owner: type) -> StreetSizes:
        if spot is None:  # the default of the field
            return StreetSizes()
        found: StreetSizes = vars(spot)[self._name]
        return found

    def __set__(self, spot: object, given: StreetSizes | Mapping[str, Any]) -> None:
        typed = isinstance(given, StreetSizes)
        vars(spot)[self._name] = given if typed else StreetSizes.from_dict(given, self._name)
