"""Bet sizes as players write them: ``60%``, ``2.5x``, ``100c``, ``20c3r``, ``a``, ``3e200%``.

Those of a street are given for both players, or for each by himself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from runout import checks
from runout.errors import NotationError, RunoutError, Span
from runout.solver.chips import WHOLE, Units

if TYPE_CHECKING:
    from typing import Self

PLAYERS = ("oop", "ip")

BET_FORMS = "60% of the pot, 100c chips, e or 2e geometric, 3e200% capped, a all-in"
RAISE_FORMS = (
    "60% of the pot, 2.5x the bet faced, 100c chips, 20c3r at most 3 raises, "
    "e or 2e geometric, 3e200% capped, a all-in"
)
MOST_SIZES = 100
"""In one text; nodes with fewer actions are too wide already."""
Sizes = TypeVar("Sizes", bound="PlayerSizes")
_NAMES = {"bet": "bet", "raise": "raise_", "donk": "donk"}
"""The field of each key; one of the keys is a word of Python."""
_MOST_STREETS = _MOST_RAISES = 100
_LONGEST = 4300  # characters of a size: more digits than Python turns into a number
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_TOKEN = re.compile(r"[^\s,]+|,")
_SHAPES = (
    ("pot", re.compile(rf"({_NUMBER})%")),
    ("faced", re.compile(rf"({_NUMBER})x", re.IGNORECASE)),
    ("chips", re.compile(rf"({_NUMBER})c(?:([0-9]+)r)?", re.IGNORECASE)),
    ("geometric", re.compile(rf"({_NUMBER})?e(?:({_NUMBER})%)?", re.IGNORECASE)),
    ("all-in", re.compile(r"a|allin|all-in", re.IGNORECASE)),
)


@dataclass(frozen=True)
class Facing:
    """What a size depends on: amounts in units, all on the street being played."""

    pot: int
    """The pot after calling the bet faced."""
    behind: int
    """What the opponent has left to call with."""
    faced: int
    """The bet faced; 0 if there is none."""
    raises: int
    """Raises already made on the street."""
    streets: int
    """Streets left, this one included."""
    units: Units = WHOLE


@dataclass(frozen=True)
class Size:
    """One size: how it was written, and the amount it stands for."""

    kind: str
    number: float = 0.0
    """Share of the pot, multiple of the bet faced, chips, or geometric bets: 0 is one a street."""
    limit: float = inf
    """Most raises on the street (chips), or the largest share of the pot (geometric)."""
    text: str = field(default="", compare=False)
    """As it was written."""

    def amount(self, at: Facing) -> int | None:
        """The units in front of the player after betting or raising; None if it does not apply."""
        if self.kind == "pot":
            return at.faced + at.units.rounded(at.pot, self.number)
        if self.kind == "faced":
            return at.units.rounded(at.faced, self.number)
        if self.kind == "chips":
            return at.faced + (at.units.count(self.number) or 0) if at.raises < self.limit else None
        if self.kind == "geometric":
            return at.faced + at.units.rounded(at.pot, self._geometric_share(at))
        return at.faced + at.behind

    def _geometric_share(self, at: Facing) -> float:
        """The share f of the pot with (1 + 2 f) ** bets = 1 + 2 * behind / pot."""
        bets = max((self.number or at.streets) - at.raises, 1)
        share: float = ((1 + 2 * at.behind / at.pot) ** (1 / bets) - 1) / 2
        return min(share, self.limit)


def parse_sizes(text: str, *, raises: bool, units: Units = WHOLE) -> tuple[Size, ...]:
    """The sizes in a text, separated by spaces or commas; chips are whole in these units.

    >>> [size.kind for size in parse_sizes("60% e a", raises=False)]
    ['pot', 'geometric', 'all-in']
    >>> parse_sizes("60% 2.5y", raises=True)
    Traceback (most recent call last):
        ...
    runout.errors.NotationError: raise sizes '60% 2.5y': '2.5y' is not a size (60% of the pot, ...
      60% 2.5y
          ^^^^
    """
    sizes: list[Size] = []
    before = ","
    for match in _TOKEN.finditer(text):
        if match[0] != ",":
            sizes.append(_size(text, match, raises, units))
        elif before == ",":
            raise _refused(text, match, raises, "has no size before it")
        if len(sizes) > MOST_SIZES:
            raise _refused(text, match, raises, f"is one of more than {MOST_SIZES:,} sizes")
        before = match[0]
    return tuple(sizes)


def _refused(text: str, match: re.Match[str], raises: bool, reason: str) -> NotationError:
    name, forms = ("raise", RAISE_FORMS) if raises else ("bet", BET_FORMS)
    return NotationError(f"{name} sizes", text, Span(*match.span()), f"{reason} ({forms})")


def _size(text: str, match: re.Match[str], raises: bool, units: Units) -> Size:
    if len(match[0]) > _LONGEST:
        raise _refused(text, match, raises, "is too long")
    for kind, shape in _SHAPES:
        if found := shape.fullmatch(match[0]):
            size = _of_shape(kind, found)
            numbered = kind != "all-in" and found[1] is not None
            if reason := _why_not(size, raises, units, numbered=numbered):
                raise _refused(text, match, raises, reason)
            return size
    raise _refused(text, match, raises, "is not a size")


def _of_shape(kind: str, found: re.Match[str]) -> Size:
    number, limit = 0.0, inf
    if kind != "all-in":
        number = float(found[1] or 0) / (100 if kind == "pot" else 1)
    if kind in ("chips", "geometric") and found[2]:
        limit = float(found[2]) / (1 if kind == "chips" else 100)
    return Size(kind, number, limit, found[0])


def _why_not(size: Size, raises: bool, units: Units, *, numbered: bool) -> str:
    """What is wrong with a size; nothing if it can be used."""
    if size.number > 1e9:
        return "is too large"
    if size.kind == "faced":
        return _why_not_faced(size.number, raises)
    if size.kind == "chips":
        return _why_not_chips(size, raises, units)
    if size.kind == "geometric":
        return _why_not_geometric(size, numbered)
    return "is no chips at all" if size.kind == "pot" and size.number == 0 else ""


def _why_not_faced(times: float, raises: bool) -> str:
    if not raises:
        return "is a multiple of the bet faced, and a bet faces none"
    return "would raise to no more than the bet faced" if times <= 1 else ""


def _why_not_chips(size: Size, raises: bool, units: Units) -> str:
    if size.limit < inf and not raises:
        return "limits raises, but stands among the bets"
    if size.limit < inf and not 1 <= size.limit <= _MOST_RAISES:
        return f"needs a limit of 1 to {_MOST_RAISES} raises"
    if size.number == 0:
        return "is no chips at all"
    count = units.count(size.number)
    if count is not None and count % units.coin == 0:
        return ""
    chip = units.chips(units.coin)
    return "is not whole chips" if chip == 1 else f"is no multiple of the chip, {chip}"


def _why_not_geometric(size: Size, numbered: bool) -> str:
    bets = size.number
    if numbered and not (1 <= bets <= _MOST_STREETS and bets == int(bets)):
        return f"needs a whole number of bets from 1 to {_MOST_STREETS}"
    if size.limit == 0:
        return "needs a cap above 0"
    return "is too large" if 1e9 < size.limit < inf else ""


def sizes_text(name: str, sizes: object) -> str:
    r"""Sizes as text on one line; a list holds one or more in each of its texts.

    >>> sizes_text("bets", " 60%,\n a "), sizes_text("bets", ["33%", "75%"])
    ('60%, a', '33%, 75%')
    """
    if isinstance(sizes, list | tuple):
        given = checks.texts(name, sizes, "'60%'")
        sizes = ", ".join(kept for text in given if (kept := text.strip(", \n")))
    return " ".join(checks.text(name, sizes, "'60% a'").split())


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
