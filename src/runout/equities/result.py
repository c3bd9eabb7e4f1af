"""The answer: everyone's equity, and what a player wants to know next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from runout.alike import Alike
from runout.cards import Card, format_cards
from runout.checks import shown
from runout.equities.totals import KnownTotals
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from runout.equities.basis import Basis
    from runout.equities.classes import ClassEquity
    from runout.equities.details import HandEquity
    from runout.equities.question import Question
    from runout.equities.totals import Sums


class PlayerEquity(NamedTuple):
    """One player's part of the answer. Probabilities are in 0..1."""

    hand: str
    """What is known of the player's cards, as text."""
    equity: float
    """Mean share of the pot."""
    win: float
    """Probability of winning alone."""
    tie: float
    """Probability of sharing the pot."""
    lose: float
    """Probability of getting nothing."""
    stderr: float
    """Standard error of the equity; 0 if it is exact."""
    wins: float
    """Deals won alone: a whole number unless ranges are weighted."""
    ties: float
    """Deals in which the pot is shared."""


def counted_players(question: Question, sums: Sequence[Sums]) -> tuple[PlayerEquity, ...]:
    """Each player's part of an exact answer."""
    whole, scale = _scale(question)
    return tuple(
        [
            PlayerEquity(
                player.label,
                share / dealt,
                won / dealt,
                tied / dealt,
                (dealt - won - tied) / dealt,
                0.0,
                _number(won * scale, whole),
                _number(tied * scale, whole),
            )
            for player, (won, tied, share, dealt) in zip(question.players, sums, strict=True)
        ]
    )


def deals_counted(question: Question, sums: Sums) -> float:
    """All deals of an exact answer, by the weights as they were given."""
    whole, scale = _scale(question)
    return _number(sums.dealt * scale, whole)


def _scale(question: Question) -> tuple[bool, float]:
    """Whether deals are whole numbers, and what they are times those that were counted."""
    return (True, 1) if question.all_known else (question.unweighted, question.scale)


def _number(value: float, whole: bool) -> float:
    return round(value) if whole else value


@dataclass(frozen=True, eq=False)
class EquityResult(Alike):
    """Everyone's equity, with the means to ask further.

    >>> from runout import equity
    >>> result = equity("AhKh", "QcQd")
    >>> result.players[0].wins, result.players[0].ties, result.total
    (787966, 6732, 1712304)
    """

    players: tuple[PlayerEquity, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    method: str
    """``exact`` or ``monte_carlo``."""
    samples: int
    """Deals counted."""
    total: float
    """Deals counted, each by its weight: a whole number unless ranges are weighted."""
    seconds: float
    stopped_by: str
    """``complete``, or for Monte Carlo samples, precision, time_limit, interrupt or stop."""
    _basis: Basis = field(repr=False)

    NOT_SAID = ("seconds", "_basis")

    def __getstate__(self) -> dict[str, object]:
        state = dict(self.__dict__)
        if isinstance(self._basis.totals, KnownTotals):  # small results are kept by the thousand
            del state["players"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        basis = state["_basis"]
        if "players" not in state:
            state = {"players": counted_players(basis.question, basis.totals.players()), **state}
        self.__dict__.update(state)

    def by_hand(self, player: int) -> list[HandEquity]:
        """Equity of each combo of a player, best first; exact if the result is.

        >>> from runout import equity
        >>> [str(hand.combo) for hand in equity("AKs", "QQ").by_hand(0)]
        ['AsKs', 'AhKh', 'AdKd', 'AcKc']
        """
        from runout.equities.details import by_hand

        return by_hand(self._basis, self._checked(player))

    def by_class(self, player: int, by: str = "made") -> list[ClassEquity]:
        """Equity of a player's hands by what they are on the board as it is, strongest first.

        By ``made`` class, ``draw`` (the best one), both (``cross``), or cards of one ``suit``.

        >>> from runout import equity
        >>> rows = equity("AA,AKs,QJs", "JJ", board="Kd 7s 2c").by_class(0)
        >>> [(row.name, row.combos) for row in rows]
        [('overpair', 6.0), ('top pair', 3.0), ('nothing', 4.0)]
        """
        from runout.equities.classes import by_class

        return by_class(self._basis, self._checked(player), by)

    def by_next_card(self) -> dict[Card, tuple[float, ...]]:
        """Equity of everyone after each possible next card, on a flop or a turn."""
        from runout.equities.details import by_next_card

        return by_next_card(self._basis)

    def outs(self, player: int) -> tuple[Card, ...]:
        """Next cards after which a player holds the best hand, although he does not now.

        With ranges, the best hand is the one that would win most if all were shown down at once.
        A player who is in front already has no outs.

        >>> from runout import equity
        >>> len(equity("AhKh", "QcQd", board="2h 7h 9c").outs(0))  # hearts, aces and kings
        15
        """
        from runout.equities.details import outs

        return outs(self._basis, self._checked(player))

    def categories(self) -> list[dict[str, float]]:
        """How often each player ends with each hand class, weakest first."""
        from runout.equities.details import categories

        return categories(self._basis)

    def distribution(self, player: int) -> NDArray[np.float64]:
        """Equity over the range from the best hand to the worst, as solvers draw it.

        Rows are (share of the range so far, in 0..1; equity of the hand there).
        """
        from runout.equities.details import distribution

        return distribution(self._basis, self._checked(player))

    def known_cards(self, player: int) -> tuple[Card, ...]:
        """The cards of a player that were given one by one: two, one or none."""
        return self._basis.question.players[self._checked(player)].known

    @property
    def all_known(self) -> bool:
        """Whether both cards of every player were given."""
        return self._basis.question.all_known

    def _checked(self, player: int) -> int:
        last = len(self.players) - 1
        is_number = isinstance(player, (int, np.integer)) and not isinstance(player, bool)
        if not is_number or not 0 <= player <= last:
            raise RunoutError(f"player {shown(player)}: there are players 0 to {last}")
        return int(player)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON."""
        return {
            "method": self.method,
            "samples": self.samples,
            "seconds": self.seconds,
            "stopped_by": self.stopped_by,
            "board": format_cards(self.board),
            "dead": format_cards(self.dead),
            "players": [
                {
                    "hand": player.hand,
                    "equity": player.equity,
                    "win": player.win,
                    "tie": player.tie,
                    "lose": player.lose,
                    "stderr": player.stderr,
                }
                for player in self.players
            ],
        }

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas, whichever is installed
        """One row per player, as a polars or else a pandas data frame."""
        from runout.frames import data_frame

        return data_frame(self.to_dict()["players"])

    def plot(self) -> Any:  # noqa: ANN401 - matplotlib is optional
        """A matplotlib figure: equity over each player's range, or a bar for each player."""
        from runout.equities.equity_view import plot_equities

        return plot_equities(self)

    def __str__(self) -> str:
        from runout.equities.equity_view import plain_table

        return plain_table(self)

    def _repr_html_(self) -> str:
        from runout.equities.equity_view import html_table

        return html_table(self)


@dataclass(frozen=True)
class Progress:
    """How far a long question has come."""

    done: float
    """Share of the work done, 0..1."""
    elapsed: float
    """Seconds so far."""
    remaining: float
    """Estimated seconds to go."""
    equities: tuple[float, ...] | None
    """The running estimate, where there is one."""
    stderr: float | None
    """Its largest standard error."""
