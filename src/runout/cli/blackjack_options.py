"""What the blackjack commands share: the rules, the shoe, and how to answer."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from runout.cli.output import Json  # noqa: TC001 - read when the options are made

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.blackjack import Rules, Shoe

UpText = Annotated[str, typer.Option("--up", help="The dealer's upcard.")]
StrategyText = Annotated[str, typer.Option("--strategy", help="optimal, basic or a chart file.")]
CountText = Annotated[
    str, typer.Option("--count", help="hi-lo, ko, zen, ... or ten tags for A,2,...,9,T.")
]
RulesText = Annotated[
    str, typer.Option("--rules", help="Words such as '6D H17 DAS LS'; 8D where none says decks.")
]
ShoeText = Annotated[
    str, typer.Option("--shoe", help="6D, or counts such as 'A=32 2=32 ... T=128'.")
]
Removed = Annotated[str, typer.Option("--removed", help="Cards that are gone: '5 5 6 T', 'K♦ 9c'.")]


@dataclass(frozen=True)
class TableOptions:
    """What every command is told."""

    rules: RulesText = ""
    shoe: ShoeText = ""
    removed: Removed = ""
    json: Json = False

    def rules_and_shoe(self) -> tuple[Rules, Shoe]:
        """The rules and the shoe that the command line names."""
        from runout.blackjack.answers import at_table

        return at_table(self.rules, self.shoe, self.removed)


def with_shoe(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of `TableOptions`; it gets them together, first."""
    hints = get_type_hints(TableOptions, include_extras=True)
    shared = {field.name: field for field in fields(TableOptions)}
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]
    added = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[name]
        )
        for name, field in shared.items()
    ]

    @wraps(command)
    def asked(**given: Any) -> None:  # noqa: ANN401 - typer has checked them
        together = TableOptions(**{name: given.pop(name) for name in shared})
        command(together, **given)

    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own] + added
    asked.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    asked.__annotations__ = {one.name: one.annotation for one in parameters}
    del asked.__wrapped__
    return asked
