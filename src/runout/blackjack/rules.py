"""The rules of a table, in the words that players and casinos use."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from runout.checks import choice, number, shown, switch, whole
from runout.checks import text as checked_text
from runout.errors import NotationError, RunoutError, Span

if TYPE_CHECKING:
    from runout import _core

HOLES = ("PEEK", "ENHC", "OBO")
DOUBLES = ("DOA", "D9", "D10")
SURRENDERS = ("", "LS", "ES", "ES10", "ESA")

# Each word: the field it sets, and to what. Two words of one field contradict each other.
_WORDS: dict[str, tuple[str, object]] = {
    "S17": ("h17", False),
    "H17": ("h17", True),
    **{word: ("hole", word) for word in HOLES},
    **{word: ("double", word) for word in DOUBLES},
    "DANY": ("long_doubles", True),
    "NDSOFT": ("soft_doubles", False),
    "DAS": ("das", True),
    "NDAS": ("das", False),
    "NOSPLIT": ("splits", 0),
    "SPL1": ("splits", 1),
    "SPL2": ("splits", 2),
    "SPL3": ("splits", 3),
    "RSA": ("rsa", True),
    "HSA": ("hsa", True),
    **{word: ("surrender", word) for word in SURRENDERS if word},
}


@dataclass(frozen=True, init=False)
class Rules:
    """Rules from a line of words, from keyword arguments, or both.

    >>> rules = Rules("8D S17 DAS SPL3 LS 3:2")
    >>> rules.decks, rules.surrender, str(rules)
    (8, 'LS', '8D S17 DAS SPL3 LS 3:2')
    >>> Rules(decks=6, h17=True, pays="6:5") == Rules("6D H17 6:5")
    True
    """

    decks: int | None = None
    """1 to 8; None if the shoe says it."""
    h17: bool = False
    """The dealer hits soft 17."""
    hole: str = "PEEK"
    """PEEK, ENHC or OBO."""
    double: str = "DOA"
    """DOA, D9 or D10: any total, hard 9 to 11, hard 10 and 11."""
    long_doubles: bool = False
    """Double on any number of cards, not only the first two."""
    soft_doubles: bool = True
    das: bool = True
    """Double after split."""
    splits: int = 3
    """0 to 3; one hand more than that."""
    rsa: bool = False
    """Resplit aces."""
    hsa: bool = False
    """Hit split aces."""
    surrender: str = ""
    """Nothing, LS, ES, ES10 or ESA."""
    pays: Fraction = Fraction(3, 2)
    """What a blackjack pays."""

    def __init__(self, text: str = "", **given: Any) -> None:  # noqa: ANN401 - checked by name
        values = _parse(checked_text("rules", text, "'6D H17 DAS LS'"))
        names = [field.name for field in fields(self)]
        for name, value in given.items():
            if name not in names:
                raise RunoutError(f"rules: no rule is called {name!r} ({', '.join(names)})")
            checked = _checked(name, value)
            if name in values and values[name] != checked:
                raise RunoutError(
                    f"rules: {name}={shown(value)} contradicts the text {shown(text)}"
                )
            values[name] = checked
        for field in fields(self):
            object.__setattr__(self, field.name, values.get(field.name, field.default))

    def __str__(self) -> str:
        words = [
            f"{self.decks}D" if self.decks else "",
            "H17" if self.h17 else "S17",
            self.hole if self.hole != "PEEK" else "",
            self.double if self.double != "DOA" else "",
            "DANY" if self.long_doubles else "",
            "" if self.soft_doubles else "NDSOFT",
            "DAS" if self.das else "NDAS",
            f"SPL{self.splits}" if self.splits else "NOSPLIT",
            "RSA" if self.rsa else "",
            "HSA" if self.hsa else "",
            self.surrender,
            f"{self.pays.numerator}:{self.pays.denominator}",
        ]
        return " ".join(word for word in words if word)

    def __repr__(self) -> str:
        return f"Rules({str(self)!r})"

    def __reduce__(self) -> tuple[type[Rules], tuple[str]]:
        return Rules, (str(self),)

    def replace(self, **changes: Any) -> Rules:  # noqa: ANN401
        """The same rules with some changed.

        >>> str(Rules("6D").replace(splits=0, surrender="LS"))
        '6D S17 DAS NOSPLIT LS 3:2'
        """
        return Rules(**{f.name: getattr(self, f.name) for f in fields(self)} | changes)

    @property
    def hands(self) -> int:
        """Hands after all splits of a pair."""
        return self.splits + 1

    @property
    def ace_hands(self) -> int:
        """The same for aces."""
        return self.hands if self.rsa else min(2, self.hands)

    def hands_of(self, value: int) -> int:
        """Hands after all splits of a pair of this value (0 is the ace).

        >>> [Rules("SPL3").hands_of(value) for value in (0, 7)]
        [2, 4]
        """
        return self.ace_hands if whole("value", value, 0, 9) == 0 else self.hands

    def may_surrender(self, up: int) -> bool:
        """Whether surrender is offered against an upcard (0 is the ace, 9 the ten).

        >>> Rules("ES10").may_surrender(9), Rules("ES10").may_surrender(0)
        (True, False)
        """
        against = {"LS": range(10), "ES": (0, 9), "ES10": (9,), "ESA": (0,)}
        return whole("upcard", up, 0, 9) in against.get(self.surrender, ())

    @property
    def kernel(self) -> _core.BlackjackRules:
        """The rules as the kernels want them."""
        from runout import _core

        return _core.BlackjackRules(
            hits_soft_17=self.h17,
            looks=self.hole != "ENHC",
            doubling=DOUBLES.index(self.double),
            doubles_longer=self.long_doubles,
            doubles_soft=self.soft_doubles,
            doubles_after_split=self.das,
            hits_split_aces=self.hsa,
            hands=self.hands,
            ace_hands=self.ace_hands,
            surrender=SURRENDERS.index(self.surrender),
            blackjack_pays=float(self.pays),
        )


def rules_of(rules: Rules | str) -> Rules:
    """Rules, also from text.

    >>> rules_of("6D").decks
    6
    """
    if isinstance(rules, Rules):
        return rules
    return Rules(checked_text("rules", rules, "'6D H17 DAS LS', or Rules"))


def _parse(text: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    said: dict[str, str] = {}
    met: set[str] = set()
    for match in re.finditer(r"[^\s,]+", text):
        word = match[0].upper()
        if word in met:
            continue
        met.add(word)
        field, value = _meaning(word, text, Span(*match.span()))
        if field in values and values[field] != value:
            reason = f"contradicts {said[field]!r}: one of them must go"
            raise NotationError("rules", text, Span(*match.span()), reason)
        values[field] = value
        said[field] = match[0]
    return values


def _meaning(word: str, text: str, span: Span) -> tuple[str, object]:
    if word in _WORDS:
        return _WORDS[word]
    if match := re.fullmatch(r"(\d{1,3})D", word):
        if not 1 <= int(match[1]) <= 8:
            raise NotationError("rules", text, span, "is not a number of decks (1D to 8D)")
        return "decks", int(match[1])
    if match := re.fullmatch(r"(\d{1,6}):(\d{1,6})", word):
        if int(match[1]) == 0 or int(match[2]) == 0:
            raise NotationError("rules", text, span, "is not a payout (3:2, 6:5, 1:1, ...)")
        return "pays", Fraction(int(match[1]), int(match[2]))
    known = " ".join(_WORDS)
    raise NotationError(
        "rules", text, span, f"is not a rule (1D to 8D, {known}, or a payout such as 3:2)"
    )


def _checked(name: str, value: object) -> object:
    called = f"rules: {name}"
    if name == "decks":
        return None if value is None else whole(called, value, 1, 8)
    if name == "splits":
        return whole(called, value, 0, 3)
    if name == "surrender" and isinstance(value, str) and not value:
        return ""
    words = {"hole": HOLES, "double": DOUBLES, "surrender": SURRENDERS[1:]}
    if name in words:
        return choice(called, value, words[name])
    return _payout(value) if name == "pays" else switch(called, value)


def _payout(value: object) -> Fraction:
    if not isinstance(value, str):
        found = number("rules: pays", value, above=0, below=1000, what="a payout such as 1.5")
        ratio = Fraction(found).limit_denominator(1000)
        if ratio:
            return ratio
    elif match := re.fullmatch(r"(\d{1,6}):(\d{1,6})", value):
        numerator, denominator = int(match[1]), int(match[2])
        if numerator and denominator:
            return Fraction(numerator, denominator)
    raise RunoutError(f"rules: pays {shown(value)}: a payout such as '3:2', '6:5' or 1.5")
