"""The commands: what each is for, and its module, which is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from runout.cli.output import Json, Notation, examples
from runout.errors import RunoutError

ELSEWHERE = {
    "ranges": (
        "library",
        "Keep ranges under names: @btn_open then stands wherever a range is read.",
    ),
    "blackjack": ("blackjack", "Blackjack: what a shoe is worth, and how to play it."),
    "solve": (
        "solve_command",
        "Solve a spot: the strategy that nobody can exploit, and what it is worth.",
    ),
    "engines": ("engines", "Say which engines this machine has, with their memory and speed."),
    "estimate": ("spots", "Say what a solve will take in memory and time, without solving."),
    "tree": (
        "tree_command",
        "Show the betting tree of a spot before it is solved: sizes, where they come from, memory.",
    ),
    "spot": ("spots", "Files that say what is to be solved."),
    "show": (
        "show",
        "Show a node of a solution: strategy by hand, frequencies, EV and equity.",
    ),
    "compare": (
        "comparing",
        "Compare a node of two solutions: EV, frequencies, hands that changed most.",
    ),
    "explore": (
        "show",
        "Walk through a solution in the terminal, with the arrow keys.",
    ),
    "batch": ("batch", "One situation on many boards: solve, go on, look."),
    "serve": (
        "serve",
        "Serve the studio: equities, solves and blackjack on a page, on your own machine.",
    ),
    "export": (
        "export",
        "Write a solution for other programs: JSON as TexasSolver writes it with EVs, or tables.",
    ),
}
"""Commands that stand in modules of their own: the module, and what the command is for."""


class _Later(TyperCommand):
    """Stands for a command in lists, and is it as soon as it is asked for."""

    def __init__(self, name: str, module: str, about: str) -> None:
        super().__init__(name, help=about)
        self._module = module

    def real(self) -> Any:  # noqa: ANN401 - what the library has inside
        """The command itself."""
        found: Any = typer.main.get_command(import_module(f"runout.cli.{self._module}").app)
        return getattr(found, "commands", {}).get(self.name, found)

    def make_context(self, *given: Any, **settings: Any) -> Any:  # noqa: ANN401 - as above
        """Read the options of the command."""
        return self.real().make_context(*given, **settings)


class _Commands(TyperGroup):
    """Those that are declared here, and those that are loaded when they are asked for."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as those of the library
        super().__init__(**settings)
        for name, (module, about) in ELSEWHERE.items():
            self.add_command(_Later(name, module, about))

    def resolve_command(self, context: Any, arguments: list[str]) -> Any:  # noqa: ANN401 - as above
        """The command that is asked for, if no option stands twice."""
        found = super().resolve_command(context, arguments)
        _refuse_repeated(found[1], found[2])
        return found


def _refuse_repeated(command: Any, arguments: list[str]) -> None:  # noqa: ANN401 - as above
    """Refuse an option that stands twice where one counts: click would take the last."""
    command = command.real() if isinstance(command, _Later) else command
    below = getattr(command, "commands", {})
    if below and arguments and arguments[0] in below:
        _refuse_repeated(below[arguments[0]], arguments[1:])
        return
    options = {name: one for one in getattr(command, "params", ()) for name in one.opts}
    seen, rest = set[str](), iter(arguments)
    for given in rest:
        if given == "--":
            return
        name = given.partition("=")[0] if given.startswith("--") else given[:2]
        option = options.get(name) if given.startswith("-") else None
        if option is None or option.param_type_name != "option":
            continue
        if option.name in seen and not option.multiple and not option.count:
            raise RunoutError(f"{option.opts[0]}: it stands twice; give it once")
        seen.add(option.name)
        if name == given and not option.is_flag:
            next(rest, None)  # its value


app = typer.Typer(
    name="runout",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
        "runout range @btn_open --to pio",
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
    to: Notation = "",
    json: Json = False,
) -> None:
    """Show a range: its grid, combos, share of all hands and canonical text."""
    from runout.cli.ranges import show_range

    show_range(" ".join(text), remove, plus, to, json)


@app.command(
    "equity",
    epilog=examples(
        "runout equity AhKh QcQd",
        "runout equity AsKs 'QQ+, AKs:0.5' random --board 'Qs 7s 2d' --dead Ac",
        "runout equity '15%' '22+' random random --precision 0.0002 --seed 7",
        "runout equity AKs QQ --board 'Ks 7d 2h' --by-hand 1 --by-next-card --categories",
        "runout equity '15%' '22+, AKs' --board 'Ks 7d 2h' --by made",
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
    by: Annotated[
        str,
        typer.Option(
            metavar="made|draw|suit|cross",
            show_default=False,
            help="Each range by made class, best draw, cards of a suit, or class and draw.",
        ),
    ] = "",
    by_next_card: Annotated[
        bool, typer.Option("--by-next-card", help="Equities after each next card.")
    ] = False,
    outs: Annotated[
        bool, typer.Option("--outs", help="Next cards that put each player in front.")
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
    parts = Parts(by_hand, by_next_card, categories, plot, by, outs=outs)
    show_equity(players, options, parts, json)
