"""The betting tree of a spot, from the rules in prose: every line is replayed from its start.

Whole chips come of products of ordinary floats, as in the solver whose trees these are, because
29 % of 50 chips is a hair below 14.5 there and rounds down; everything else is exact. Where chips
have decimals, the amounts are counted in the chip that sizes round to, and then the same holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

STREETS = ("flop", "turn", "river")
Size = tuple[str, float, float]
"""A kind (%, x, c, e, a), its number, and its limit: raises for c, percent of the pot for e; 0 is
none, and a number of 0 means one geometric bet on each street left."""


@dataclass
class Settings:
    """What the tree is made of."""

    street: str
    pot: Fraction
    stack: Fraction
    bet: dict[tuple[str, str], list[Size]] = field(default_factory=dict)
    """Sizes by street and player."""
    raises: dict[tuple[str, str], list[Size]] = field(default_factory=dict)
    donk: dict[str, list[Size]] = field(default_factory=dict)
    """Sizes by street, for out of position after having called."""
    add_allin: float = 0
    force_allin: float = 0
    merge: float = 0
    chip: Fraction = Fraction(1)


@dataclass
class Table:
    """Where a line has led: what each has put in, and what happened on the street."""

    street: str
    put: dict[str, Fraction]
    front: dict[str, Fraction]
    """Chips in front of each player on this street."""
    player: str = "oop"
    bets: int = 0
    """Bets and raises on this street."""
    oop_called: bool = False
    over: bool = False


def tree(settings: Settings) -> dict[str, str]:
    """What may be done after every line, both as text; the first line is ``root``."""
    found: dict[str, str] = {}
    _explore(settings, [], found)
    return found


def _explore(settings: Settings, line: list[str], found: dict[str, str]) -> None:
    table = _replay(settings, line)
    if table.over:
        return
    actions = _actions(settings, table)
    found[" / ".join(line) or "root"] = ", ".join(actions)
    for action in actions:
        _explore(settings, [*line, action], found)


def _replay(settings: Settings, line: list[str]) -> Table:
    """The table after a line."""
    nothing = {"oop": Fraction(0), "ip": Fraction(0)}
    table = Table(settings.street, dict(nothing), dict(nothing))
    for action in line:
        me = table.player
        other = "ip" if me == "oop" else "oop"
        word, _, amount = action.partition(" ")
        if word == "fold":
            table.over = True
        elif word in ("bet", "raise", "all-in"):
            table.put[me] += Fraction(amount) - table.front[me]
            table.front[me] = Fraction(amount)
            table.bets += 1
            table.player = other
        elif word == "check" and me == "oop":
            table.player = "ip"
        else:
            table.put[me] = table.put[other]
            table = _next_street(settings, table, oop_called=word == "call" and me == "oop")
    return table


def _next_street(settings: Settings, table: Table, *, oop_called: bool) -> Table:
    if table.street == "river" or table.put["oop"] == settings.stack:
        table.over = True
        return table
    street = STREETS[STREETS.index(table.street) + 1]
    nothing = {"oop": Fraction(0), "ip": Fraction(0)}
    return Table(street, table.put, nothing, oop_called=oop_called)


def _actions(settings: Settings, table: Table) -> list[str]:
    facing = max(table.front.values())
    everything = facing + settings.stack - max(table.put.values())
    if everything == facing:
        return ["fold", "call"]
    word = "raise" if table.bets else "bet"
    bets = [
        f"all-in {_text(amount)}" if amount == everything else f"{word} {_text(amount)}"
        for amount in _kept(settings, table, facing, everything)
    ]
    return [*(["fold", "call"] if table.bets else ["check"]), *bets]


def _text(amount: Fraction) -> str:
    return str(Decimal(amount.numerator) / Decimal(amount.denominator))


def _kept(
    settings: Settings, table: Table, facing: Fraction, everything: Fraction
) -> list[Fraction]:
    """The amounts in front of the player after each bet or raise that is left, smallest first."""
    pot = settings.pot + 2 * max(table.put.values())
    amounts = []
    for size in _sizes(settings, table):
        amount = _amount(size, settings, table, pot)
        if amount is None:
            continue
        # A raise is at least as large as the bet or raise before it, and a bet is a chip.
        smallest = facing + abs(table.front["oop"] - table.front["ip"])
        amount = min(max(amount, smallest, settings.chip), everything)
        pot_if_called = pot + 2 * (amount - facing)
        if everything - amount <= _part(pot_if_called, settings.force_allin, settings):
            amount = everything
        amounts.append(amount)
    if everything - facing <= _part(pot, settings.add_allin, settings):
        amounts.append(everything)
    kept: list[Fraction] = []
    for amount in sorted(set(amounts), reverse=True):
        share = (amount - facing) / pot
        larger = (kept[-1] - facing) / pot if kept else None
        if larger is None or 1 + larger > (1 + share) * (1 + Fraction(str(settings.merge))):
            kept.append(amount)
    return sorted(kept)


def _sizes(settings: Settings, table: Table) -> list[Size]:
    if table.bets:
        return settings.raises.get((table.street, table.player), [])
    # Only the first to act has called before: a check forgets it.
    if table.player == "oop" and table.oop_called and table.street in settings.donk:
        return settings.donk[table.street]
    return settings.bet.get((table.street, table.player), [])


def _amount(size: Size, settings: Settings, table: Table, pot: Fraction) -> Fraction | None:
    kind, number, limit = size
    facing = max(table.front.values())
    behind = settings.stack - max(table.put.values())
    raises = max(table.bets - 1, 0)
    if kind == "%":
        return facing + _part(pot, number / 100, settings)
    if kind == "x":
        return _part(facing, number, settings)
    if kind == "c":
        return facing + Fraction(str(number)) if not limit or raises < limit else None
    if kind == "a":
        return facing + behind
    bets = max(int(number or 3 - STREETS.index(table.street)) - raises, 1)
    if bets == 1 and (not limit or behind <= pot * Fraction(str(limit)) / 100):
        return facing + behind  # all of it, even where that is no multiple of a chip
    share = _geometric(bets, behind, pot)
    return facing + _part(pot, min(share, limit / 100) if limit else share, settings)


def _geometric(bets: int, behind: Fraction, pot: Fraction) -> float:
    """The share of the pot that, bet so many times and called, puts everything in."""
    with localcontext(prec=60):
        ratio = 2 * behind / pot
        grown = 1 + Decimal(ratio.numerator) / Decimal(ratio.denominator)
        return float((grown ** (1 / Decimal(bets)) - 1) / 2)


def _part(amount: Fraction, times: float, settings: Settings) -> Fraction:
    """A multiple of an amount, to a whole chip, halves up."""
    chips = Decimal(float(amount / settings.chip) * times)
    return int(chips.quantize(Decimal(1), rounding=ROUND_HALF_UP)) * settings.chip
