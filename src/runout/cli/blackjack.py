"""`runout blackjack`: what a shoe is worth, and how to play it."""

from __future__ import annotations

from typing import Annotated

import typer

from runout.cli.blackjack_options import CountText, StrategyText, TableOptions, UpText, with_shoe
from runout.cli.output import examples
from runout.defaults import PENETRATION, ROUNDS

app = typer.Typer(no_args_is_help=True, help="Blackjack: what a shoe is worth, and how to play it.")


@app.command(
    "ev",
    epilog=examples(
        'runout blackjack ev --rules "6D H17 DAS LS"',
        'runout blackjack ev --rules "8D NOSPLIT" --removed "5 5 6 T" --strategy basic --json',
    ),
)
@with_shoe
def ev_command(
    asked: TableOptions,
    strategy: StrategyText = "optimal",
) -> None:
    """Say what a round is worth before any card is seen."""
    from runout.cli.blackjack_answers import show_ev

    show_ev(asked, strategy)


@app.command(
    "hand",
    epilog=examples(
        'runout blackjack hand T6 T --rules "6D LS"',
        "runout blackjack hand '9 5 2' A --removed 'K K 5'",
    ),
)
@with_shoe
def hand_command(
    asked: TableOptions,
    hand: Annotated[str, typer.Argument(show_default=False, help="Cards such as T6, AA, '9 5 2'.")],
    up: Annotated[str, typer.Argument(help="The dealer's upcard, also as --up.")] = "",
    up_option: UpText = "",
) -> None:
    """Say what each action with a hand is worth, best first."""
    from runout.cli.blackjack_answers import show_hand

    show_hand(asked, hand, up or up_option)


@app.command(
    "dealer",
    epilog=examples(
        "runout blackjack dealer",
        "runout blackjack dealer 6 --rules H17",
    ),
)
@with_shoe
def dealer_command(
    asked: TableOptions,
    up: Annotated[str, typer.Argument(help="The upcard; all of them if none is named.")] = "",
    up_option: UpText = "",
) -> None:
    """Say how often the dealer ends on each total."""
    from runout.cli.blackjack_answers import show_dealer

    show_dealer(asked, up or up_option)


@app.command(
    "chart",
    epilog=examples(
        'runout blackjack chart --rules "2D H17 NDAS"',
        "runout blackjack chart --rules 6D -o chart.html",
    ),
)
@with_shoe
def chart_command(
    asked: TableOptions,
    strategy: Annotated[
        str, typer.Option("--strategy", help="optimal (the best chart), basic or a file.")
    ] = "optimal",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write FILE.html or FILE.svg.")
    ] = "",
) -> None:
    """Print the chart to play by, and the hands that are better played otherwise."""
    from runout.cli.blackjack_chart import show_chart

    show_chart(asked, strategy, output)


@app.command(
    "removal",
    epilog=examples(
        'runout blackjack removal --rules "6D LS" --count hi-lo',
        "runout blackjack removal --strategy basic --json",
    ),
)
@with_shoe
def removal_command(
    asked: TableOptions,
    strategy: StrategyText = "optimal",
    count: CountText = "hi-lo",
) -> None:
    """Say what taking one card out of the shoe does to the EV, and how well a count follows it."""
    from runout.cli.blackjack_counting import show_removal

    show_removal(asked, strategy, count)


@app.command(
    "index",
    epilog=examples(
        'runout blackjack index --rules "6D S17"',
        "runout blackjack index 64 T double hit --count zen",
    ),
)
@with_shoe
def index_command(
    asked: TableOptions,
    hand: Annotated[str, typer.Argument(help="A hand; the plays that matter most if none.")] = "",
    up: Annotated[str, typer.Argument(help="The dealer's upcard, also as --up.")] = "",
    play: Annotated[str, typer.Argument(help="The play from the index on.")] = "stand",
    instead: Annotated[str, typer.Argument(help="The play below it.")] = "hit",
    up_option: UpText = "",
    strategy: Annotated[
        str, typer.Option("--strategy", help="optimal: the best play after the two compared.")
    ] = "optimal",
    count: CountText = "hi-lo",
) -> None:
    """Say at which true count a play changes."""
    from runout.cli.blackjack_counting import Wanted, show_index

    show_index(asked, Wanted(hand, up or up_option, play, instead), strategy, count)


@app.command(
    "side",
    epilog=examples(
        "runout blackjack side",
        'runout blackjack side perfect-pairs --removed "Kd Kd" --pays mixed=5',
    ),
)
@with_shoe
def side_command(
    asked: TableOptions,
    bet: Annotated[str, typer.Argument(help="insurance, perfect-pairs or 21+3; all if none.")] = "",
    pays: Annotated[
        list[str] | None, typer.Option("--pays", help="Replace a pay: 'mixed=5'. May be repeated.")
    ] = None,
) -> None:
    """Say what side bets are worth; removed cards need suits, such as K♦."""
    from runout.cli.blackjack_counting import show_side

    show_side(asked, bet, pays or [])


@app.command(
    "simulate",
    epilog=examples(
        "runout blackjack simulate --rules 6D --rounds 20000000",
        'runout blackjack simulate --count hi-lo --bets "-20=1 2=4 3=8"',
    ),
)
@with_shoe
def simulate_command(
    asked: TableOptions,
    strategy: StrategyText = "basic",
    rounds: Annotated[int, typer.Option(help="About so many rounds.")] = ROUNDS,
    penetration: Annotated[
        float, typer.Option(help="Share of the shoe before the cut card; 0 shuffles every round.")
    ] = PENETRATION,
    rounds_per_shoe: Annotated[
        int | None, typer.Option(help="So many rounds from each shoe, instead of a cut card.")
    ] = None,
    count: Annotated[str, typer.Option("--count", help="Count cards: hi-lo, or ten tags.")] = "",
    bets: Annotated[
        str, typer.Option("--bets", help="Units from each true count on: '-20=1 2=4 3=8'.")
    ] = "",
    seed: Annotated[int, typer.Option(help="Same seed, same rounds.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Default: all cores.")] = None,
) -> None:
    """Play rounds from shuffled shoes, with a cut card, and perhaps by a count."""
    from runout.cli.blackjack_counting import Deal, show_simulation

    deal = Deal(rounds, penetration, rounds_per_shoe, count, bets, seed, threads)
    show_simulation(asked, strategy, deal)
