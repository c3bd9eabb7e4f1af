"""The sizes of one street as people give them: for both players, or for each by himself."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from runout import checks
from runout.errors import RunoutError

PLAYERS = ("oop", "ip")
SIZES = ("bet", "raise", "donk")


def sizes_text(name: str, sizes: object) -> str:
    r"""Sizes as text on one line.

    >>> sizes_text("bets", " 60%,\n a ")
    '60%, a'
    """
    return " ".join(checks.text(name, sizes, "'60% a'").split())


def street_table(street: str, table: object) -> dict[str, Any]:
    """The table of a street, checked and as plain data that is nobody else's.

    >>> street_table("turn", {"bet": "60%", "oop": {"donk": "33%"}, "ip": {}})
    {'bet': '60%', 'oop': {'donk': '33%'}}
    """
    found: dict[str, Any] = {}
    for key, value in _entries(street, table, (*SIZES, *PLAYERS)):
        if key in SIZES:
            found[key] = sizes_text(f"{street} {key}", value)
            continue
        where = f"{street}.{key}"
        own = {
            kind: sizes_text(f"{where} {kind}", text)
            for kind, text in _entries(where, value, SIZES)
        }
        if key == "ip" and "donk" in own:
            raise RunoutError(f"{where}.donk: only oop can lead into the player who bet before")
        if own:
            found[key] = own
    return found


def _entries(where: str, table: object, known: tuple[str, ...]) -> list[tuple[str, object]]:
    """The entries of a table in the order of the known keys; others are refused."""
    if not isinstance(table, Mapping):
        raise RunoutError(f"{where} {checks.shown(table)}: a table such as {{'bet': '60%'}}")
    refuse_unknown(where, table, known)
    return [(key, table[key]) for key in known if key in table]


def street_sizes(table: Mapping[str, Any], player: int, bets: str, raises: str) -> dict[str, str]:
    """The size texts of a player on a street: own table, else the street's, else the general."""
    sizes = {"bet": bets, "raise": raises, "donk": ""}
    sizes |= {key: text for key, text in table.items() if key in SIZES}
    sizes |= table.get(PLAYERS[player], {})
    return sizes


def refuse_unknown(where: str, table: Mapping[Any, Any], known: tuple[str, ...]) -> None:
    """Refuse a table with a key that says nothing here."""
    for key in table:
        if key not in known:
            near = get_close_matches(str(key)[:100], known, n=1, cutoff=0)
            raise RunoutError(
                f"{where}: unknown key {checks.shown(key)}; did you mean {near[0]!r}? "
                f"(known: {', '.join(known)})"
            )
