"""The spot: board, pot, stacks, ranges and the sizes each player may bet."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.cards import Card, CardsLike, format_cards, parse_cards
from runout.combos import compatible_weight, holding
from runout.errors import NotationError, RunoutError
from runout.ranges import Range
from runout.solver.betting import FLOP, IP, OOP, RIVER, BetSizes, Betting
from runout.solver.betting import STREETS as STREETS  # noqa: PLC0414
from runout.solver.line import Line, steps_of
from runout.solver.lock import Lock, locks_given, settled
from runout.solver.sizes import MOST_UNITS, Units, chips_given, default_chip, parse_sizes
from runout.solver.sizes import PLAYERS as PLAYERS  # noqa: PLC0414 - here and below: given on
from runout.solver.spot_data import StreetField, sizes_text, spot_arguments, spot_data
from runout.solver.texas_tree import (
    ALLIN_THRESHOLD,
    DIALECTS,
    OLD_NAMES,
    RAISE_LIMIT,
    TexasBetting,
)
from runout.solver.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from numpy.typing import NDArray

    from runout.solver.branches import TreeView
    from runout.solver.estimate import Estimate

BETTING_RULES = ("runout", *DIALECTS.values())
"""Whose rules turn sizes into a tree."""
_OF_RUNOUT = ("chip", "add_allin", "force_allin", "merge")
_OF_TEXASSOLVER = ("allin_threshold", "raise_limit")
_LEAST_WEIGHT = 1e-20  # float32 ends at 1e-38, and strategies multiply what is left
_MOST_TIMES = 1e9  # times the pot, or chips: more than any pot that can come about
_MOST_RAISES = 1_000_000
_OTHER_NUMBERS = {
    "rake_cap": "chips",
    "add_allin": "times the pot",
    "force_allin": "times the pot",
    "merge": "a share",
    "allin_threshold": "a share of the stack",
}


@dataclass(frozen=True)
class Spot:
    """A heads-up spot after the flop, ready to be solved.

    >>> spot = Spot("Td9d6hQc", pot=200, stack=900, oop="66+,A8s+", ip="QQ-22,ATo+", bets="60% a")
    >>> spot.street, len(spot.tree.nodes)
    ('turn', 62)

    - `board`: three, four or five cards.
    - `pot`, `stack`: chips in the middle, and what each player has left.
    - `oop`, `ip`: the ranges; out of position acts first.
    - `bets`, `raises`: sizes for every street and both players, such as ``"60%, a"``.
    - `flop`, `turn`, `river`: sizes of a street of their own, ``{"bet": "75%", "oop": {...}}``.
    - `rake`, `rake_cap`: the house's share of a final pot, and the most chips that it takes.
    - `add_allin`: adds all-in wherever it is at most so many pots.
    - `force_allin`: a bet that leaves at most so many pots behind becomes all-in.
    - `merge`: of sizes within this share of each other the larger stays.
    - `add_lines`, `remove_lines`: lines added to the tree and taken out of it.
    - `rules`: ``runout``, or whose tree is built: ``texassolver-console``, ``texassolver-gui``.
    - `allin_threshold`, `raise_limit`: what those rules have instead of the thresholds above.
    - `chip`: what sizes round to; None: 1 if pot and stack are whole, else their last decimal.
    - `locks`: what hands do at some nodes, whatever would be best.
    """

    board: CardsLike
    pot: float
    stack: float
    oop: Range | str
    ip: Range | str
    bets: str | Sequence[str] = ""
    raises: str | Sequence[str] = ""
    flop: StreetField = StreetField()  # noqa: RUF009 - here and below: a descriptor
    turn: StreetField = StreetField()  # noqa: RUF009
    river: StreetField = StreetField()  # noqa: RUF009
    rake: float = 0.0
    rake_cap: float | None = None
    add_allin: float = 0.0
    force_allin: float = 0.0
    merge: float = 0.0
    add_lines: Sequence[str] = ()
    remove_lines: Sequence[str] = ()
    rules: str = "runout"
    allin_threshold: float | None = None
    raise_limit: int | None = None
    chip: float | None = None
    locks: tuple[Lock, ...] = ()

    def __post_init__(self) -> None:
        cards = parse_cards(self.board)
        if not FLOP <= len(cards) <= RIVER:
            raise RunoutError(
                f"board {format_cards(cards)!r}: {len(cards)} cards, but a spot has 3, 4 or 5"
            )
        object.__setattr__(self, "board", format_cards(cards))
        for name in PLAYERS:
            given = getattr(self, name)
            object.__setattr__(self, name, given if isinstance(given, Range) else Range(given))
        rules = checks.choice("rules", self.rules, (*BETTING_RULES, *OLD_NAMES))
        object.__setattr__(self, "rules", OLD_NAMES.get(rules, rules))
        self._check_numbers()
        self._check_texts()
        self._check_rules()
        self._check_ranges()
        self._settle_lines()
        _ = self.betting  # every size is read once, so that a bad one is refused here
        if not (isinstance(self.locks, tuple) and not self.locks):
            self._keep({"locks": settled(self, locks_given(self.locks))})

    def _check_numbers(self) -> None:
        """Refuse what is no number, and keep the others as plain ones, which can be written."""
        kept: dict[str, float] = {
            name: chips_given(name, getattr(self, name)) for name in ("pot", "stack")
        }
        if self.chip is not None:
            kept["chip"] = chips_given("chip", self.chip)
        self._keep(kept)
        self._check_units()
        kept["rake"] = checks.number("rake", self.rake, 0, below=1, what="a share of the pot")
        for name, what in _OTHER_NUMBERS.items():
            if getattr(self, name) is not None or getattr(Spot, name) is not None:
                kept[name] = checks.number(name, getattr(self, name), 0, _MOST_TIMES, what=what)
        if self.raise_limit is not None:
            what = "a whole number (the bet is the first)"
            kept["raise_limit"] = checks.whole(
                "raise_limit", self.raise_limit, 1, _MOST_RAISES, what
            )
        self._keep(kept)

    def _check_units(self) -> None:
        """Refuse amounts so large that their decimals would be lost."""
        for name in ("pot", "stack"):
            if (self._units.count(getattr(self, name)) or 0) > MOST_UNITS:
                least = self._units.chips(1)
                raise RunoutError(
                    f"{name} {getattr(self, name)}: at most {MOST_UNITS:,} times {least}, of which "
                    "all amounts are multiples here"
                )

    @property
    def _units(self) -> Units:
        return Units.of(self.pot, self.stack, self._chip)

    @property
    def _chip(self) -> float:
        if self.rules != "runout":
            return 1  # TexasSolver's
        return default_chip(self.pot, self.stack) if self.chip is None else self.chip

    def _check_texts(self) -> None:
        """Refuse what is no text, and keep the others as they are written."""
        kept: dict[str, object] = {
            name: sizes_text(name, getattr(self, name)) for name in ("bets", "raises")
        }
        for name in ("add_lines", "remove_lines"):
            kept[name] = checks.texts(name, getattr(self, name), "'check / bet 120'")
        self._keep(kept)

    def _settle_lines(self) -> None:
        """Keep the lines in full words, each found in the tree that those before it give."""
        added, removed = list[Line](), list[Line]()
        for kept, texts in ((added, self.add_lines), (removed, self.remove_lines)):
            for text in texts:
                try:
                    kept.append(Line.parse(text))
                except NotationError:
                    if not steps_of(text):
                        raise
                    tree = Tree(self._betting(tuple(added), tuple(removed)))
                    kept.append(tree.line_of(text, new=kept is added))
        self._keep({"add_lines": tuple(map(str, added)), "remove_lines": tuple(map(str, removed))})

    def _keep(self, values: Mapping[str, object]) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _check_rules(self) -> None:
        ours = self.rules == "runout"
        whose, others = ("TexasSolver", _OF_TEXASSOLVER) if ours else ("runout", _OF_RUNOUT)
        for name in others:
            if getattr(self, name) != getattr(Spot, name):
                raise RunoutError(f"{name} {getattr(self, name)}: only with {whose}'s rules")
        if not ours:
            for name, value in (("allin_threshold", ALLIN_THRESHOLD), ("raise_limit", RAISE_LIMIT)):
                if getattr(self, name) is None:
                    object.__setattr__(self, name, value)

    def _check_ranges(self) -> None:
        for name, weights in zip(PLAYERS, self.weights, strict=True):
            given = getattr(self, name)
            if not given:
                raise RunoutError(f"range {name}: it is empty")
            if not weights.any():
                raise RunoutError(f"range {name} {str(given)!r}: the board {self.board} blocks it")
            self._check_smallest(name, weights)
        oop, ip = self.weights > 0
        if not compatible_weight(ip.astype(np.float64))[oop].any():
            raise RunoutError("ranges: no deal is possible, every pair of hands shares a card")

    def _check_smallest(self, name: str, weights: NDArray[np.float64]) -> None:
        smallest, largest = weights[weights > 0].min(), weights.max()
        if smallest < _LEAST_WEIGHT * largest:
            raise RunoutError(
                f"range {name}: a weight of {smallest:g} beside {largest:g} cannot be resolved, "
                f"the smallest is at least {_LEAST_WEIGHT:g} of the largest"
            )

    @property
    def cards(self) -> tuple[Card, ...]:
        """The board as cards."""
        return parse_cards(self.board)

    @property
    def street(self) -> str:
        """The street the spot starts on: flop, turn or river."""
        return list(STREETS)[len(self.cards) - FLOP]

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """Weight of each combo for both players, zero where the board blocks it: (2, 1326)."""
        weights = np.stack([_range(self.oop).weights, _range(self.ip).weights])
        weights[:, holding(self.cards)] = 0
        return weights

    @cached_property
    def betting(self) -> Betting:
        """The sizes and rules that shape the tree."""
        return self._betting(
            tuple(Line.parse(line) for line in self.add_lines),
            tuple(Line.parse(line) for line in self.remove_lines),
        )

    def _betting(self, added: tuple[Line, ...], removed: tuple[Line, ...]) -> Betting:
        sizes, units = {}, self._units
        for name, street in STREETS.items():
            for player in (OOP, IP):
                texts = getattr(self, name).of(player, str(self.bets), str(self.raises))
                sizes[street, player] = BetSizes(
                    parse_sizes(texts["bet"], raises=False, units=units),
                    parse_sizes(texts["raise"], raises=True, units=units),
                    parse_sizes(texts["donk"], raises=False, units=units)
                    if "donk" in texts
                    else None,
                )
        betting = Betting(
            self.pot,
            self.stack,
            len(self.cards),
            sizes,
            self.rake,
            float("inf") if self.rake_cap is None else self.rake_cap,
            self.add_allin,
            self.force_allin,
            self.merge,
            added,
            removed,
            self._chip,
        )
        if self.allin_threshold is None or self.raise_limit is None:
            return betting
        shared = {one.name: getattr(betting, one.name) for one in fields(betting)}
        return TexasBetting(
            **shared,
            allin_threshold=self.allin_threshold,
            raise_limit=self.raise_limit,
            rules=self.rules,
        )

    @cached_property
    def tree(self) -> Tree:
        """The betting tree, without cards."""
        return Tree(self.betting)

    def __getstate__(self) -> dict[str, Any]:
        """What was given, without what is computed from it: a tree is quickly grown again."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def with_line(self, line: str) -> Spot:
        """The spot with a line that the sizes alone do not give.

        >>> spot = Spot("Td9d6hQc2c", 200, 900, "66+", "QQ-22", bets="60%")
        >>> [str(action) for action in spot.with_line("bet 50").tree.nodes[0].actions]
        ['check', 'bet 50', 'bet 120']
        """
        wanted = self._line(line, new=True)
        kept = tuple(text for text in self.remove_lines if Line.parse(text) != wanted)
        added = (*self.add_lines, str(wanted))
        return self._checked(replace(self, add_lines=added, remove_lines=kept))

    def without_line(self, line: str) -> Spot:
        """The spot without the last action of a line.

        >>> spot = Spot("Td9d6hQc2c", 200, 900, "66+", "QQ-22", bets="60% a")
        >>> [str(action) for action in spot.without_line("bet 120").tree.nodes[0].actions]
        ['check', 'all-in 900']
        """
        wanted = self._line(line)
        if not self.tree.leads_to(wanted):
            raise RunoutError(f"line {str(wanted)!r}: the tree has no such line to remove")
        count = len(wanted.actions)
        kept = tuple(
            text for text in self.add_lines if Line.parse(text).actions[:count] != wanted.actions
        )
        without = replace(self, add_lines=kept)
        if not without.tree.leads_to(wanted):
            return without
        return self._checked(replace(without, remove_lines=(*self.remove_lines, str(wanted))))

    def _line(self, text: str, *, new: bool = False) -> Line:
        try:
            return Line.parse(text)
        except NotationError:
            return self.tree.line_of(text, new=new)

    @staticmethod
    def _checked(spot: Spot) -> Spot:
        _ = spot.tree
        return spot

    def estimate(self) -> Estimate:
        """Size of the tree, memory and time, before anything is allocated.

        >>> spot = Spot("Td9d6hQc2c", 200, 900, "66+", "QQ-22", bets="60% a")
        >>> spot.estimate().stored_numbers
        651
        """
        from runout.solver.estimate import estimate

        return estimate(self)

    def tree_view(self, line: str = "", depth: int | None = None) -> TreeView:
        """The betting tree to look at: sizes, where they come from, and what each branch costs.

        From a line on, cards left out, `depth` actions deep; by default as much as fits on a page.

        >>> spot = Spot("Td9d6hQc2c", 200, 900, "66+", "QQ-22", bets="60% 62%", merge=0.1)
        >>> view = spot.tree_view()
        >>> [option.action for option in view.start.options], str(view.start.dropped[0])
        (['check', 'bet 124'], 'bet 60% = 120 (merge into bet 124)')
        """
        from runout.solver.branches import view_tree

        return view_tree(self, line, depth)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Spot:
        """A spot from plain data, as `to_dict` gives it; texts may be written in any way.

        >>> ranges = {"oop": "66+", "ip": "QQ-22"}
        >>> river = {"board": "Td9d6hQc2c", "pot": 200, "stack": 900, "range": ranges}
        >>> Spot.from_dict(river | {"river": {"bet": "60%"}}).river.bet
        '60%'
        """
        return cls(**spot_arguments(data))

    def to_dict(self) -> dict[str, Any]:
        """The spot as plain data, ready for JSON, which `from_dict` reads back.

        >>> Spot("Td9d6hQc2c", 200, 900, "66+", "QQ-22", river={"oop": {"bet": "60%"}}).to_dict()[
        ...     "river"
        ... ]
        {'oop': {'bet': '60%'}}
        """
        return spot_data(self)

    @classmethod
    def from_wasm_postflop(
        cls,
        source: str | PathLike[str],
        board: CardsLike,
        oop: Range | str,
        ip: Range | str,
        name: str | None = None,
    ) -> Spot:
        """A spot from a configuration that WASM Postflop exports, with the cards it leaves open.

        `source` is the path of the JSON or its text; `name` says which one, if it holds several.

        >>> text = '{"startingPot": 60, "effectiveStack": 300, "oopRiverBet": "50, a"}'
        >>> Spot.from_wasm_postflop(text, "Td9d6hQc2c", "66+", "QQ-22").river.oop.bet
        '50%, a'
        """
        from runout.solver.postflop_configuration import read_configuration

        data, length = read_configuration(source, name)
        cards = parse_cards(board)
        if length and len(cards) != length:
            raise RunoutError(
                f"board {format_cards(cards)!r}: the configuration is for boards of {length} cards"
            )
        return cls(board=cards, oop=oop, ip=ip, **data)

    @classmethod
    def from_toml(cls, source: str | PathLike[str]) -> Spot:
        """A spot from a TOML file, or from its text."""
        from runout.solver.spot_data import read_toml

        return cls.from_dict(read_toml(source))

    def to_toml(self) -> str:
        """The spot as TOML, which `from_toml` reads back."""
        from runout.solver.spot_data import write_toml

        return write_toml(self.to_dict())


def _range(given: Range | str) -> Range:
    return given if isinstance(given, Range) else Range(given)
