"""`runout blackjack`: what a shoe is worth, and how to play it."""

from __future__ import annotations

from typing import Annotated

import typer

from runout.cli.options import Json, examples

RulesText = Annotated[
    str, typer.Option("--rules", help="Words such as '6D H17 DAS LS'; 8D where none says decks.")
]
ShoeText = Annotated[
    str, typer.Option("--shoe", help="6D, or counts such as 'A=32 2=32 ... T=128'.")
]
Removed = Annotated[str, typer.Option("--removed", help="Cards that are gone: '5 5 6 T', 'K♦ 9c'.")]
UpText = Annotated[str, typer.Option("--up", help="The dealer's upcard.")]
StrategyText = Annotated[str, typer.Option("--strategy", help="optimal, basic or a chart file.")]

CountText = Annotated[
    str, typer.Option("--count", help="hi-lo, ko, zen, ... or ten tags for A,2,...,9,T.")
]


app = typer.Typer(no_args_is_help=True, help="Blackjack: what a shoe is worth, and how to play it.")


@app.command(
    "ev",
    epilog=examples(
        'runout blackjack ev --rules "6D H17 DAS LS"',
        'runout blackjack ev --rules "8D NOSPLIT" --removed "5 5 6 T" --strategy basic --json',
    ),
)
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


@app.command(
    "hand",
    epilog=examples(
        'runout blackjack hand T6 T --rules "6D LS"',
        "runout blackjack hand '9 5 2' A --removed 'K K 5'",
    ),
)
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


@app.command(
    "dealer",
    epilog=examples(
        "runout blackjack dealer",
        "runout blackjack dealer 6 --rules H17",
    ),
)
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


@app.command(
    "chart",
    epilog=examples(
        'runout blackjack chart --rules "2D H17 NDAS"',
        "runout blackjack chart --rules 6D -o chart.html",
    ),
)
def chart_command(
    rules: RulesText = "",
    shoe: ShoeText = "",
    removed: Removed = "",
    strategy: Annotated[
        str, typer.Option("--strategy", help="optimal (the best chart), basic or a file.")
    ] = "optimal",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write FILE.html or FILE.svg.")
    ] = "",
    json: Json = False,
) -> None:
    """Print the chart to play by, and the hands that are better played otherwise."""
    from runout.cli.blackjack_chart import show_chart

    show_chart(rules, shoe, removed, strategy, output, json)


@app.command(
    "removal",
    epilog=examples(
        'runout blackjack removal --rules "6D LS" --count hi-lo',
        "runout blackjack removal --strategy basic --json",
    ),
)
def removal_command(
    rules: RulesText = "",
    shoe: ShoeText = "",
    removed: Removed = "",
    strategy: StrategyText = "optimal",
    count: CountText = "hi-lo",
    json: Json = False,
) -> None:
    """Say what taking one card out of the shoe does to the EV, and how well a count follows it."""
    from runout.cli.blackjack_counting import show_removal

    show_removal(rules, shoe, removed, strategy, count, json)


@app.command(
    "index",
    epilog=examples(
        'runout blackjack index --rules "6D S17"',
        "runout blackjack index 64 T double hit --count zen",
    ),
)
def index_command(
    hand: Annotated[str, typer.Argument(help="A hand; the plays that matter most if none.")] = "",
    up: Annotated[str, typer.Argument(help="The dealer's upcard, also as --up.")] = "",
    play: Annotated[str, typer.Argument(help="The play from the index on.")] = "stand",
    instead: Annotated[str, typer.Argument(help="The play below it.")] = "hit",
    up_option: UpText = "",
    rules: RulesText = "",
    count: CountText = "hi-lo",
    json: Json = False,
) -> None:
    """Say at which true count a play changes."""
    from runout.cli.blackjack_counting import show_index

    show_index(hand, up or up_option, play, instead, rules, count, json)


@app.command(
    "side",
    epilog=examples(
        "runout blackjack side",
        'runout blackjack side perfect-pairs --removed "Kd Kd" --pays mixed=5',
    ),
)
def side_command(
    bet: Annotated[str, typer.Argument(help="insurance, perfect-pairs or 21+3; all if none.")] = "",
    rules: RulesText = "",
    shoe: ShoeText = "",
    removed: Removed = "",
    pays: Annotated[
        list[str] | None, typer.Option("--pays", help="Replace a pay: 'mixed=5'. May be repeated.")
    ] = None,
    json: Json = False,
) -> None:
    """Say what side bets are worth; removed cards need suits, such as K♦."""
    from runout.cli.blackjack_counting import show_side

    show_side(bet, rules, shoe, removed, pays or [], json)


@app.command(
    "simulate",
    epilog=examples(
        "runout blackjack simulate --rules 6D --rounds 20000000",
        'runout blackjack simulate --count hi-lo --bets "-20=1 2=4 3=8"',
    ),
)
def simulate_command(
    rules: RulesText = "",
    shoe: ShoeText = "",
    removed: Removed = "",
    strategy: StrategyText = "basic",
    rounds: Annotated[int, typer.Option(help="About so many rounds.")] = 10_000_000,
    penetration: Annotated[
        float, typer.Option(help="Share of the shoe before the cut card; 0 shuffles every round.")
    ] = 0.75,
    count: Annotated[str, typer.Option("--count", help="Count cards: hi-lo, or ten tags.")] = "",
    bets: Annotated[
        str, typer.Option("--bets", help="Units from each true count on: '-20=1 2=4 3=8'.")
    ] = "",
    seed: Annotated[int, typer.Option(help="Same seed, same rounds.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Default: all cores.")] = None,
    json: Json = False,
) -> None:
    """Play rounds from shuffled shoes, with a cut card, and perhaps by a count."""
    from runout.cli.blackjack_counting import Deal, show_simulation

    deal = Deal(rounds, penetration, count, bets, seed, threads)
    show_simulation(rules, shoe, removed, strategy, deal, json)
