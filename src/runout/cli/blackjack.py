"""`runout blackjack`: what a shoe is worth, and how to play it."""

from __future__ import annotations

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
RulesText = Annotated[
    str, typer.Option("--rules", help="Words such as '6D H17 DAS LS'; 8D where none says decks.")
]
ShoeText = Annotated[
    str, typer.Option("--shoe", help="6D, or counts such as 'A=32 2=32 ... T=128'.")
]
Removed = Annotated[str, typer.Option("--removed", help="Cards that are gone: '5 5 6 T', 'K♦ 9c'.")]
UpText = Annotated[str, typer.Option("--up", help="The dealer's upcard.")]
StrategyText = Annotated[str, typer.Option("--strategy", help="optimal, basic or a chart file.")]

app = typer.Typer(no_args_is_help=True, help="Blackjack: what a shoe is worth, and how to play it.")


@app.command("ev")
def ev_command(
    rules: RulesText = "",
    shoe: ShoeText = "",
    removed: Removed = "",
    strategy: StrategyText = "optimal",
    json: Json = False,
) -> None:
    """Say what a round is worth before any card is seen."""
    from runout.cli.blackjack_answers import show_ev

    show_ev(rules, shoe, removed, strategy, json)


@app.command("hand")
def hand_command(
    hand: Annotated[str, typer.Argument(show_default=False, help="Cards such as T6, AA, '9 5 2'.")],
    up: Annotated[str, typer.Argument(help="The dealer's upcard, also as --up.")] = "",
    up_option: UpText = "",
    rules: RulesText = "",
    shoe: ShoeText = "",
    removed: Removed = "",
    json: Json = False,
) -> None:
    """Say what each action with a hand is worth, best first."""
    from runout.cli.blackjack_answers import show_hand

    show_hand(hand, up or up_option, rules, shoe, removed, json)


@app.command("dealer")
def dealer_command(
    up: Annotated[str, typer.Argument(help="The upcard; all of them if none is named.")] = "",
    up_option: UpText = "",
    rules: RulesText = "",
    shoe: ShoeText = "",
    removed: Removed = "",
    json: Json = False,
) -> None:
    """Say how often the dealer ends on each total."""
    from runout.cli.blackjack_answers import show_dealer

    show_dealer(up or up_option, rules, shoe, removed, json)


@app.command("chart")
def chart_command(
    rules: RulesText = "",
    shoe: ShoeText = "",
    removed: Removed = "",
    strategy: Annotated[
        str, typer.Option("--strategy", help="best (for this shoe), basic or a chart file.")
    ] = "best",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write FILE.html or FILE.svg.")
    ] = "",
    json: Json = False,
) -> None:
    """Print the chart to play by, and the hands that are better played otherwise."""
    from runout.cli.blackjack_chart import show_chart

    show_chart(rules, shoe, removed, strategy, output, json)
