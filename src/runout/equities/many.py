"""Many questions about known hands in one call: arrays in, arrays out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import _core, checks
from runout.alike import Alike
from runout.cards import DECK, DECK_SIZE, CardsLike, format_cards, parse_cards
from runout.checks import shown
from runout.equities.question import BOARD_LENGTHS, FEWEST_PLAYERS, MOST_PLAYERS
from runout.errors import RunoutError
from runout.job import Job
from runout.threads import thread_count
from runout.watch import watched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from runout.job import AnyJob

    _Ids = NDArray[np.uint8]

_MOST_UNCOUNTED = 1_000_000  # questions of an iterator, which may have no end
_NO_CARD = 255  # in the place of a board card that is not there
_BOARD = 5
# Seconds for one player of one question, by the number of board cards; only for the choice whether
# it is worth a thread that can be stopped.
_SECONDS = {0: 1e-3, 3: 5e-6, 4: 3e-7, 5: 1e-7}
_WATCHED_FROM = 0.05


@dataclass(frozen=True, eq=False)
class EquityTable(Alike):
    """Answers to many questions, a row for each, with a column for each player.

    >>> table = equity_many([["AhKh", "QcQd"], ["7c2d", "AsAd"]])
    >>> table.equity.round(4).tolist()
    [[0.4621, 0.5379], [0.1181, 0.8819]]
    """

    hands: NDArray[np.uint8]
    """Card ids, (questions, players, 2)."""
    boards: NDArray[np.uint8]
    """Card ids, (questions, 5); 255 where there is none."""
    dead: tuple[int, ...]
    wins: NDArray[np.float64]
    """Boards on which each player wins alone, (questions, players)."""
    ties: NDArray[np.float64]
    """Boards on which the pot is shared."""
    pots: NDArray[np.float64]
    """Pots won, a k-way tie counting 1/k."""
    total: NDArray[np.float64]
    """Boards that may come, (questions,)."""

    @cached_property
    def equity(self) -> NDArray[np.float64]:
        """Mean share of the pot, (questions, players)."""
        return self._per_board(self.pots)

    @cached_property
    def win(self) -> NDArray[np.float64]:
        """Probability of winning alone."""
        return self._per_board(self.wins)

    @cached_property
    def tie(self) -> NDArray[np.float64]:
        """Probability of sharing the pot."""
        return self._per_board(self.ties)

    @cached_property
    def lose(self) -> NDArray[np.float64]:
        """Probability of getting nothing."""
        return self._per_board(self.total[:, None] - self.wins - self.ties)

    def _per_board(self, counted: NDArray[np.float64]) -> NDArray[np.float64]:
        shares: NDArray[np.float64] = counted / self.total[:, None]
        return shares

    def __len__(self) -> int:
        return len(self.hands)

    def to_dict(self) -> dict[str, list[Any]]:
        """The answers as plain columns, a row for each player of each question.

        >>> equity_many([["AhKh", "QcQd"]], boards="Ks7d2h9c3s").to_dict()["equity"]
        [1.0, 0.0]
        """
        count, players = self.hands.shape[:2]
        boards = [format_cards(row[row != _NO_CARD]) for row in self.boards]
        return {
            "question": np.repeat(np.arange(count), players).tolist(),
            "player": np.tile(np.arange(1, players + 1), count).tolist(),
            "hand": [format_cards(hand) for hand in self.hands.reshape(-1, 2)],
            "board": [board for board in boards for _ in range(players)],
            "equity": self.equity.ravel().tolist(),
            "win": self.win.ravel().tolist(),
            "tie": self.tie.ravel().tolist(),
            "lose": self.lose.ravel().tolist(),
            "boards": np.repeat(self.total, players).astype(np.int64).tolist(),
        }

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas, whichever is installed
        """A row for each player of each question, as a polars or else a pandas data frame."""
        from runout.frames import data_frame

        return data_frame(self.to_dict())

    def __repr__(self) -> str:
        count, players = self.hands.shape[:2]
        return f"EquityTable({count:,} question{'s' * (count != 1)}, {players} players)"


def equity_many(
    hands: ArrayLike | Sequence[Sequence[CardsLike]],
    boards: ArrayLike | Sequence[CardsLike] | CardsLike | None = None,
    *,
    dead: CardsLike | None = "",
    threads: int | None = None,
    job: AnyJob | None = None,
) -> EquityTable:
    """Exact equities of many questions about known hands, without Python between them.

    `hands` are card ids of shape (questions, players, 2), or a list of questions, each a list of
    hands as text. `boards` are card ids of shape (questions, 0, 3, 4 or 5), a list of boards, which
    may differ in length, or one board for all. Each row is what `equity` gives; an error names the
    row. A `job` is stopped from other threads; nothing is left then.

    >>> rivers = equity_many([[[50, 46], [40, 41]], [[0, 1], [2, 3]]], "Ks7d2h9c3s", dead="As")
    Traceback (most recent call last):
        ...
    runout.errors.RunoutError: question 1: 2h is there twice
    """
    workers = thread_count(threads)
    if job is not None:
        checks.instance("job", job, Job)
    ids = _hand_ids(hands)
    count, players = ids.shape[:2]
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise RunoutError(
            f"hands: {players} player{'s' * (players != 1)}, "
            f"but {FEWEST_PLAYERS} to {MOST_PLAYERS} can play"
        )
    board_ids = _board_ids(boards, count)
    gone = parse_cards("" if dead is None else dead)
    needed = 2 * players + _BOARD + len(gone)
    if needed > DECK_SIZE:
        raise RunoutError(
            f"{players} players, 5 board cards and {len(gone)} dead cards "
            f"are {needed} cards, but a deck has {DECK_SIZE}"
        )
    return _answered(ids, board_ids, gone, workers, job)


def _answered(
    hands: _Ids, boards: _Ids, dead: tuple[int, ...], threads: int, job: AnyJob | None
) -> EquityTable:
    count, players = hands.shape[:2]
    won, tied, share = (np.empty((count, players)) for _ in range(3))
    total = np.empty(count)
    lengths = np.bincount((boards != _NO_CARD).sum(axis=1), minlength=_BOARD + 1)
    preflop = None
    if players == FEWEST_PLAYERS and lengths[0] and not dead:
        from runout.preflop import wins_matrix

        preflop = wins_matrix().ravel()
        lengths[0] = 0
    control = _core.Control()

    def run() -> tuple[int, int, int]:
        return _core.many_hands_equity(
            hands, boards, dead, preflop, won, tied, share, total, threads, control
        )

    seconds = players * sum(_SECONDS.get(cards, 0) * n for cards, n in enumerate(lengths.tolist()))
    kind, row, card = watched(run, control, job=job) if seconds > _WATCHED_FROM else run()
    if job is not None and control.stopped:
        job.check("equity_many")
    if kind:
        raise RunoutError(f"question {row}: {_fault(kind, card, dead)}")
    return EquityTable(hands, boards, dead, won, tied, share, total)


def _fault(kind: int, card: int, dead: tuple[int, ...]) -> str:
    if kind == 1:
        return f"{card} is not a card id (0..{DECK_SIZE - 1})"
    if kind == 2:
        return f"{DECK[card]} is {'a dead card' if card in dead else 'there twice'}"
    return f"a board of {card} card{'s' * (card != 1)}, but a board has 0, 3, 4 or 5"


def _hand_ids(hands: Any) -> _Ids:  # noqa: ANN401 - whatever it is, it is looked at
    array = _as_ids("hands", hands)
    if array is None:
        parsed = _parsed_hands(hands)
        shape = (len(parsed), len(parsed[0]) if parsed else FEWEST_PLAYERS, 2)
        array = np.array(parsed, dtype=np.uint8).reshape(shape)
    if array.ndim != 3 or array.shape[2] != 2:
        raise RunoutError(f"hands: shape {array.shape}, but (questions, players, 2) is expected")
    return np.array(array, order="C")  # their own: whoever asked may fill his again


def _parsed_hands(questions: Any) -> list[list[tuple[int, ...]]]:  # noqa: ANN401 - the same
    """Hands given as text or as cards, question by question."""
    parsed: list[list[tuple[int, ...]]] = []
    for row, question in enumerate(_listed("hands", questions)):
        hands = [_parsed(f"question {row}: hand", hand) for hand in _listed("hands", question, row)]
        if any(len(hand) != 2 for hand in hands):
            wrong = next(hand for hand in hands if len(hand) != 2)
            raise RunoutError(
                f"question {row}: hand {format_cards(wrong)!r}: two cards, not {len(wrong)}"
            )
        if parsed and len(hands) != len(parsed[0]):
            raise RunoutError(
                f"question {row}: {len(hands)} hands, but {len(parsed[0])} in those before: "
                "all questions have as many players"
            )
        parsed.append(hands)
    return parsed


def _board_ids(boards: Any, count: int) -> _Ids:  # noqa: ANN401 - the same
    padded = np.full((count, _BOARD), _NO_CARD, dtype=np.uint8)
    if boards is None:
        return padded
    array = None if isinstance(boards, str) else _as_ids("boards", boards)
    if array is None:
        rows = _parsed_boards(boards, count)
    elif array.ndim == 1:
        rows = [tuple(array.tolist())] * count
    elif array.ndim != 2 or len(array) != count or array.shape[1] not in BOARD_LENGTHS:
        raise RunoutError(f"boards: shape {array.shape}, but ({count}, 0, 3, 4 or 5) is expected")
    else:
        padded[:, : array.shape[1]] = array
        return padded
    for row, board in enumerate(rows):
        if len(board) not in BOARD_LENGTHS:
            raise RunoutError(f"question {row}: {_fault(3, len(board), ())}")
        padded[row, : len(board)] = board
    return padded


def _parsed_boards(boards: Any, count: int) -> list[tuple[int, ...]]:  # noqa: ANN401 - the same
    if isinstance(boards, str):
        return [_parsed("boards", boards)] * count
    listed = _listed("boards", boards) or [None] * count
    if len(listed) != count:
        raise RunoutError(f"boards: {len(listed)} for {count} questions")
    return [
        () if board is None else _parsed(f"question {row}: board", board)
        for row, board in enumerate(listed)
    ]


def _as_ids(name: str, given: Any) -> _Ids | None:  # noqa: ANN401 - the same
    """An array of card ids; None if it is something to be parsed."""
    mask = getattr(given, "mask", False) if isinstance(given, np.ndarray) else False
    if np.any(mask):  # without loading what masks arrays
        row = int(np.argwhere(mask)[0][0])
        raise RunoutError(f"{name}: question {row}: a masked card, but all must be known")
    try:
        array = np.asarray(given)
    except (TypeError, ValueError, OverflowError):
        return None
    if array.dtype == np.uint8:
        outside = array >= DECK_SIZE
    elif array.dtype.kind in "iu":
        outside = (array < 0) | (array >= DECK_SIZE)
    elif array.size == 0 and isinstance(given, np.ndarray):
        return array.astype(np.uint8)
    else:
        return None
    if outside.any():
        row = int(np.argwhere(outside)[0][0]) if array.ndim > 1 else 0
        raise RunoutError(
            f"{name}: question {row}: {array[outside][0]} is not a card id (0..{DECK_SIZE - 1})"
        )
    return array.astype(np.uint8, copy=False)


def _listed(name: str, given: Any, row: int | None = None) -> list[Any]:  # noqa: ANN401 - the same
    where = "" if row is None else f"question {row}: "
    if isinstance(given, str | bytes):
        raise RunoutError(f"{where}{name} {shown(given)}: a list is expected")
    try:
        # What has no length may have no end.
        listed = list(given if hasattr(given, "__len__") else islice(given, _MOST_UNCOUNTED + 1))
    except TypeError:
        raise RunoutError(f"{where}{name} {shown(given)}: a list is expected") from None
    if len(listed) > _MOST_UNCOUNTED and not hasattr(given, "__len__"):
        raise RunoutError(f"{where}{name}: a list is expected where there are so many")
    return listed


def _parsed(what: str, cards: Any) -> tuple[int, ...]:  # noqa: ANN401 - the same
    try:
        return parse_cards(cards)
    except RunoutError as error:
        raise RunoutError(f"{what}: {error}") from None
