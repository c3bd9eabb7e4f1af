"""The commands and their options. Each command imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from runout.cli import blackjack, export, show, solve
from runout.cli.options import Json, examples

app = typer.Typer(
    name="runout",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(blackjack.app, name="blackjack")
app.add_typer(solve.app)
app.add_typer(show.app)
app.add_typer(export.app)


def _version(wanted: bool) -> None:
    if wanted:
        from runout import __version__

        typer.echo(f"runout {__version__}")
        raise typer.Exit


@app.callback()
def runout(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """What are the cards still to come worth?"""
    del version  # its callback has done the work


@app.command(
    "eval",
    epilog=examples(
        "runout eval AhKhQhJhTh2c3d",
        "runout eval AhKh QcQd 7s6s --board '2h 7h 9c Qh 3d'",
        "runout eval 'As Ks' '10♥ 10♦' --board Tc9c2s --json",
    ),
)
def eval_command(
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="CARDS",
            show_default=False,
            help="Hands, each one argument: AhKh, or 'Ah Kh' in quotes.",
        ),
    ],
    board: Annotated[str, typer.Option(help="Cards that all hands share.")] = "",
    json: Json = False,
) -> None:
    """Say what hands of 5 to 7 cards are, and which of them wins."""
    from runout.cli.evaluation import show_hands

    show_hands(hands, board, json)


@app.command(
    "range",
    epilog=examples(
        "runout range '22+, A2s+, KTs+, AJo+'",
        "runout range 15%",
        "runout range 'QQ+, AK:0.5' --remove 'As Kd 7c'",
        "runout range 'T9s+' --plus single",
    ),
)
def range_command(
    text: Annotated[
        list[str],
        typer.Argument(metavar="TEXT", show_default=False, help="A range as players write it."),
    ],
    remove: Annotated[str, typer.Option(help="Cards that are gone, such as the board.")] = "",
    plus: Annotated[
        str,
        typer.Option(
            metavar="climb|single", help="T9s+ climbs with both ranks to AKs, or is T9s alone."
        ),
    ] = "climb",
    json: Json = False,
) -> None:
    """Show a range: its grid, combos, share of all hands and canonical text."""
    from runout.cli.ranges import show_range

    show_range(" ".join(text), remove, plus, json)


@app.command(
    "equity",
    epilog=examples(
        "runout equity AhKh QcQd",
        "runout equity AsKs 'QQ+, AKs:0.5' random --board 'Qs 7s 2d' --dead Ac",
        "runout equity '15%' '22+' random random --precision 0.0002 --seed 7",
        "runout equity AKs QQ --board 'Ks 7d 2h' --by-hand 1 --by-next-card --categories",
    ),
)
def equity_command(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER",
            show_default=False,
            help="Two cards (AhKh), one (Ah), nothing ('' or random), or a range ('QQ+, AKs').",
        ),
    ],
    board: Annotated[str, typer.Option(help="0, 3, 4 or 5 cards.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that nobody holds.")] = "",
    method: Annotated[str, typer.Option(help="auto, exact or monte_carlo.")] = "auto",
    samples: Annotated[int | None, typer.Option(help="Stop after so many random deals.")] = None,
    precision: Annotated[
        float | None, typer.Option(help="Stop at this standard error (0.0005 is 0.05 %).")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option("--time", help="Stop after so many seconds.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same random deals.")] = None,
    threads: Annotated[int | None, typer.Option(help="Default: all cores.")] = None,
    by_hand: Annotated[
        int | None, typer.Option(help="Each hand of this player (1 is the first).")
    ] = None,
    by_next_card: Annotated[
        bool, typer.Option("--by-next-card", help="Equities after each next card.")
    ] = False,
    categories: Annotated[
        bool, typer.Option("--categories", help="How often each hand class is made.")
    ] = False,
    plot: Annotated[
        str, typer.Option(metavar="FILE", help="Write a picture (png, svg, pdf).")
    ] = "",
    json: Json = False,
) -> None:
    """Say how often each player wins, ties and loses."""
    from runout.cli.equity import Parts, show_equity

    options: dict[str, object] = {
        "board": board,
        "dead": dead,
        "method": method,
        "seed": seed,
        "threads": threads,
    }
    limits = {"samples": samples, "precision": precision, "time_limit": time_limit}
    options |= {name: limit for name, limit in limits.items() if limit is not None}
    show_equity(players, options, Parts(by_hand, by_next_card, categories, plot), json)
