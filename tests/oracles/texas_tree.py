"""TexasSolver's trees, straight from its rules in prose, by recursion.

Commitments are exact fractions. Where the program multiplies, so does this, with numbers of the
same kind: sizes are read as 32-bit floats, and so is the threshold.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np

Sizes = dict[tuple[str, str, str], list[float]]
"""Percentages by player, street and kind (bet, raise, donk), as `set_bet_sizes` gives them."""
_STREETS = ("flop", "turn", "river")
_OTHER = {"oop": "ip", "ip": "oop"}


@dataclass
class Settings:
    """A tree as a script asks for it."""

    pot: float
    stack: float
    street: str
    sizes: Sizes
    allin: set[tuple[str, str]] = field(default_factory=set)
    """Players and streets with all-in."""
    threshold: float = 0.67
    raise_limit: int = 4
    dialect: str = "console"


@dataclass
class Written:
    """Every decision by its line, and what both have committed at every end of the hand."""

    actions: dict[str, list[str]] = field(default_factory=dict)
    ends: dict[str, tuple[str, Fraction, Fraction]] = field(default_factory=dict)


def tree(settings: Settings) -> Written:
    """The whole tree, as text."""
    half = _half(settings)
    written = Written()
    _street(settings, written, settings.street, {"oop": half, "ip": half}, [], oop_called=False)
    return written


def _street(
    settings: Settings,
    written: Written,
    street: str,
    committed: dict[str, Fraction],
    line: list[str],
    *,
    oop_called: bool,
) -> None:
    """A street from its first action on."""
    start = dict(committed)
    _turn_of("oop", settings, written, street, start, committed, line, [], oop_called)


def _turn_of(
    player: str,
    settings: Settings,
    written: Written,
    street: str,
    start: dict[str, Fraction],
    committed: dict[str, Fraction],
    line: list[str],
    here: list[str],
    oop_called: bool,
) -> None:
    """One decision, and everything after it. `here` is what was done on this street so far."""
    other = _OTHER[player]
    gap = committed[other] - committed[player]
    added = _bets(player, settings, street, committed, here, oop_called)
    named = []
    for chips in added:
        total = committed[player] + chips - start[player]
        everything = _everything(settings)
        word = "all-in" if committed[player] + chips == everything else "raise" if gap else "bet"
        named.append((chips, f"{word} {_text(total)}"))
    passive = ["fold", "call"] if gap else ["check"]
    written.actions[" / ".join(line)] = passive + [text for _, text in named]
    for text in passive:
        after = [*line, text]
        if text == "fold":
            written.ends[" / ".join(after)] = ("fold", committed["oop"], committed["ip"])
        elif text == "check" and player == "oop":
            _turn_of("ip", settings, written, street, start, committed, after, [*here, text], False)
        else:
            level = max(committed.values())
            called = text == "call" and player == "oop"
            _next_street(settings, written, street, level, after, called)
    for chips, text in named:
        more = {**committed, player: committed[player] + chips}
        after = [*line, text]
        _turn_of(other, settings, written, street, start, more, after, [*here, text], False)


def _next_street(
    settings: Settings,
    written: Written,
    street: str,
    level: Fraction,
    line: list[str],
    oop_called: bool,
) -> None:
    all_in = level == _everything(settings)
    if street == "river" or all_in:
        written.ends[" / ".join(line)] = ("showdown", level, level)
        return
    following = _STREETS[_STREETS.index(street) + 1]
    both = {"oop": level, "ip": level}
    _street(settings, written, following, both, line, oop_called=oop_called)


def _bets(
    player: str,
    settings: Settings,
    street: str,
    committed: dict[str, Fraction],
    here: list[str],
    oop_called: bool,
) -> list[Fraction]:
    """What the player may add to the pot as a bet or a raise, smallest first."""
    everything = _everything(settings)
    gap = committed[_OTHER[player]] - committed[player]
    # The bet is the first raise.
    if len([text for text in here if text != "check"]) >= settings.raise_limit:
        return []
    if committed[_OTHER[player]] == everything:
        return []
    kind = "raise" if gap else "donk" if oop_called and street != "flop" else "bet"
    stack = Fraction(str(settings.stack)) if settings.dialect == "console" else everything
    threshold = float(np.float32(float(stack)) * np.float32(settings.threshold))
    kept = set()
    for percent in settings.sizes.get((player, street, kind), []):
        amount = gap + _of_pot(percent, 2 * max(committed.values()))
        if committed[player] + amount > threshold:
            amount = everything - committed[player]
        kept.add(Fraction(int(min(amount, everything - committed[player]))))
    if (player, street) in settings.allin or settings.dialect == "gui":
        kept.add(Fraction(int(everything - committed[player])))
    if settings.dialect == "gui":
        kept = {amount for amount in kept if amount >= 2 * gap}
    return sorted(amount for amount in kept if amount > gap)


def _half(settings: Settings) -> Fraction:
    return Fraction(str(settings.pot)) / 2


def _everything(settings: Settings) -> Fraction:
    """What a player has committed when nothing is left."""
    return Fraction(str(settings.stack)) + _half(settings)


def _of_pot(percent: float, pot: Fraction) -> Fraction:
    """A percentage of the pot to a whole chip, halves up."""
    share = float(np.float32(percent)) / 100
    if pot == 2:  # one chip each is taken for blinds: half chips of one of them
        return Fraction(_rounded(2 * share), 2)
    return Fraction(_rounded(share * float(np.float32(float(pot)))))


def _text(chips: Fraction) -> str:
    return str(Decimal(chips.numerator) / Decimal(chips.denominator))


def _rounded(amount: float) -> int:
    return int(Decimal(amount).quantize(Decimal(1), rounding=ROUND_HALF_UP))
