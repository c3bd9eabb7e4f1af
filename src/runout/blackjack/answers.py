"""Several answers of one shoe together: dealer, removal, indices, side bets."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from runout.blackjack.blackjack_view import percent
from runout.blackjack.card_values import UPCARDS, VALUES, parse_upcard
from runout.blackjack.counting import (
    betting_correlation,
    effects_of_removal,
    index_play,
    index_plays,
    insurance_index,
)
from runout.blackjack.rules import Rules
from runout.blackjack.shoe import Shoe
from runout.blackjack.side_bets import PAY_TABLES, side_bet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from runout.blackjack.counting import IndexPlay, Tags
    from runout.blackjack.side_bets import SideBet
    from runout.blackjack.strategy import Strategy


_DEFAULT_DECKS = 8


def at_table(rules: str = "", shoe: str = "", removed: str = "") -> tuple[Rules, Shoe]:
    """Rules and shoe from words, the shoe less the cards that are gone; 8 decks if none says.

    >>> [str(one) for one in at_table("2D H17", removed="A A")][0]
    '2D H17 DAS SPL3 3:2'
    """
    words = Rules(rules)
    if words.decks is None and not shoe:
        words = words.replace(decks=_DEFAULT_DECKS)
    full = Shoe(shoe) if shoe else Shoe(decks=words.decks)
    return words, full.without(removed) if removed else full


@dataclass(frozen=True)
class DealerTotals:
    """Chances of the dealer's totals against some upcards."""

    rules: Rules
    shoe: Shoe
    rows: dict[str, dict[str, float]]
    """By upcard, then by total."""

    def to_dict(self) -> dict[str, Any]:
        """Chances as plain data."""
        return {"rules": str(self.rules), "shoe": str(self.shoe), "dealer": self.rows}

    def __str__(self) -> str:
        ends = list(next(iter(self.rows.values())))
        lines = ["up  " + "  ".join(f"{end:>9}" for end in ends)]
        for value, row in self.rows.items():
            lines.append(f" {value}  " + "  ".join(f"{100 * row[end]:7.3f} %" for end in ends))
        return "\n".join(lines)


def dealer_totals(rules: Rules, shoe: Shoe, up: str = "") -> DealerTotals:
    """Against one upcard, or against all that the shoe has."""
    from runout.blackjack.hand_ev import dealer

    there = [value for value in UPCARDS if shoe.counts[VALUES.index(value)]]
    ups = [VALUES[parse_upcard(up)]] if up else there
    return DealerTotals(rules, shoe, {value: dealer(value, shoe, rules) for value in ups})


@dataclass(frozen=True)
class Removal:
    """Effects of removal, and how well a count follows them."""

    rules: Rules
    shoe: Shoe
    strategy: str
    effects: dict[str, float]
    count: str
    betting_correlation: float | None
    """None where all cards are alike and there is nothing to follow."""

    def to_dict(self) -> dict[str, Any]:
        """Effects and correlation as plain data."""
        return {
            "rules": str(self.rules),
            "shoe": str(self.shoe),
            "strategy": self.strategy,
            "removal": self.effects,
            "count": self.count,
            "betting_correlation": self.betting_correlation,
        }

    def __str__(self) -> str:
        lines = [
            f"{value}  {percent(self.effects[value])}" for value in VALUES if value in self.effects
        ]
        found = self.betting_correlation
        said = "none, all cards are alike" if found is None else f"{found:.3f}"
        return "\n".join([*lines, f"betting correlation of {self.count}: {said}"])


@dataclass(frozen=True)
class Named:
    """A thing and the words it was asked for with."""

    text: str
    strategy: Strategy | str = ""
    tags: Tags = "hi-lo"


def removal(rules: Rules, shoe: Shoe, strategy: Named, count: Named) -> Removal:
    """Effects of removal, beside the betting correlation of a count."""
    effects = effects_of_removal(rules, shoe, strategy.strategy)
    follows = len(set(effects.values())) > 1
    correlation = betting_correlation(count.tags, effects) if follows else None
    return Removal(rules, shoe, strategy.text, effects, count.text, correlation)


@dataclass(frozen=True)
class Indices:
    """From which true count on plays are right."""

    rules: Rules
    shoe: Shoe
    count: str
    plays: tuple[IndexPlay, ...]
    all_plays: bool
    """The plays that matter most, and insurance."""
    insurance: float | None

    def to_dict(self) -> dict[str, Any]:
        """Indices as plain data."""
        found: dict[str, Any] = {
            "rules": str(self.rules),
            "shoe": str(self.shoe),
            "count": self.count,
            "plays": [asdict(play) for play in self.plays],
        }
        return found | ({"insurance": self.insurance} if self.all_plays else {})

    def __str__(self) -> str:
        lines = [f"insurance: {_index_text(self.insurance)}"] if self.all_plays else []
        for one in self.plays:
            line = f"{one.hand} against {one.up}: {one.play}, not {one.instead}, "
            lines.append(line + _index_text(one.index))
        return "\n".join(lines)


def indices(
    rules: Rules, shoe: Shoe, count: Named, play: tuple[str, str, str, str] | None = None
) -> Indices:
    """The index of one play (hand, upcard, play, instead), or of those that matter most."""
    if play is not None:
        one = index_play(*play, rules, count.tags, shoe=shoe)
        return Indices(rules, shoe, count.text, (one,), all_plays=False, insurance=None)
    plays = index_plays(rules, count.tags, shoe=shoe)
    insurance = insurance_index(rules, count.tags, shoe=shoe)
    return Indices(rules, shoe, count.text, plays, all_plays=True, insurance=insurance)


def _index_text(index: float | None) -> str:
    return "at no true count" if index is None else f"from {index:+.2f} on"


@dataclass(frozen=True)
class SideBets:
    """Side bets on one shoe."""

    shoe: Shoe
    bets: tuple[SideBet, ...]

    def to_dict(self) -> dict[str, Any]:
        """All bets as plain data."""
        return {"shoe": str(self.shoe), "bets": [bet.to_dict() for bet in self.bets]}

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.bets))


def side_bets(shoe: Shoe, bet: str = "", pays: Mapping[str, float] | None = None) -> SideBets:
    """One side bet or all of them."""
    names = [bet] if bet else list(PAY_TABLES)
    return SideBets(shoe, tuple(side_bet(name, shoe, pays) for name in names))
