"""`runout eval`: what hands are, and which of them wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.cards import Card, format_cards, parse_cards
from runout.errors import RunoutError
from runout.evaluator import Hand, evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence


def show_hands(texts: Sequence[str], board_text: str, as_json: bool) -> None:
    """Evaluate each hand with the board and print them, best first."""
    board = parse_cards(board_text)
    holdings = [parse_cards(text) for text in texts]
    if board:
        _refuse_shared(holdings, board)
    hands = [evaluate((*holding, *board)) for holding in holdings]
    ranks = [1 + sum(other > hand for other in hands) for hand in hands]
    if as_json:
        from runout.cli.output import print_json

        print_json(_as_dict(holdings, hands, ranks))
    else:
        _print_table(board, holdings, hands, ranks)


def _refuse_shared(holdings: Sequence[Sequence[Card]], board: Sequence[Card]) -> None:
    """With a board all hands come from one deck; without one they may be any hands to compare."""
    holder = dict.fromkeys(board, "on the board")
    for number, holding in enumerate(holdings, start=1):
        for card in holding:
            if card in holder:
                raise RunoutError(
                    f"hand {number} {format_cards(holding)!r}: {card} is already {holder[card]}"
                )
            holder[card] = f"in hand {number}"


def _as_dict(
    holdings: Sequence[Sequence[Card]], hands: Sequence[Hand], ranks: Sequence[int]
) -> dict[str, object]:
    return {
        "hands": [
            {
                "cards": format_cards(holding),
                "strength": hand.strength,
                "category": str(hand.category),
                "description": hand.description,
                "best": format_cards(hand.best),
                "rank": rank,
            }
            for holding, hand, rank in zip(holdings, hands, ranks, strict=True)
        ],
        "winners": [index for index, rank in enumerate(ranks) if rank == 1],
    }


def _print_table(
    board: Sequence[Card],
    holdings: Sequence[Sequence[Card]],
    hands: Sequence[Hand],
    ranks: Sequence[int],
) -> None:
    from rich.table import Table

    from runout.cli.output import coloured, console

    out = console()
    if board:
        out.print("board", coloured(board))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    compared = len(hands) > 1
    for rank, holding, hand in sorted(
        zip(ranks, holdings, hands, strict=True), key=lambda row: row[0]
    ):
        place = [f"{rank}."] if compared else []
        table.add_row(*place, coloured(holding), coloured(hand.best), hand.description)
    out.print(table)
