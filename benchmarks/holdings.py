"""What all hands of a board are: CPU milliseconds of a board that was not asked for before."""

from __future__ import annotations

from rich.table import Table
from tests.oracles import holdings as oracle

from benchmarks.timing import best_cpu_seconds
from runout import Combo, parse_cards
from runout.combos import COMBOS
from runout.holdings import board_holdings
from runout.holdings.board_holdings import holdings_on
from runout.holdings.holding import holding_at

_BOARDS = {"flop": "Th9h2c", "turn": "Th9h2c4d", "river": "Th9h2c4d4s"}
_ALLOWED = "20"


def table() -> Table:
    """Each street, after comparing a few hands with the slow way."""
    result = Table(title="Made class and draws of all hands of a board, ms")
    for name in ("board", "CPU", "allowed"):
        result.add_column(name, justify="left" if name == "board" else "right")
    for street, board in _BOARDS.items():
        _compare(board)
        seconds = best_cpu_seconds(lambda board=board: _anew(board))  # type: ignore[misc]
        result.add_row(f"{street} {board}", f"{1000 * seconds:.2f}", _ALLOWED)
    return result


def _anew(board: str) -> None:
    board_holdings._known.clear()
    holdings_on(board)


def _compare(board: str) -> None:
    cards = tuple(int(card) for card in parse_cards(board))
    on_board = holdings_on(board)
    for number in range(0, COMBOS, 13):
        if on_board.possible[number]:
            combo = Combo.at(number)
            hole = (int(combo.low), int(combo.high))
            found = holding_at(on_board, combo, board)
            made = oracle.made(hole, cards)
            assert (found.made, set(found.draws)) == (made, oracle.draws(hole, cards, made))
