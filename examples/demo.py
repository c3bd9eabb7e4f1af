"""A tour of Runout: what `make demo` prints."""

from pathlib import Path

from rich.console import Console
from rich.rule import Rule

from runout import Range, Spot, blackjack, solve
from runout.cli.equity import Parts, show_equity
from runout.cli.evaluation import show_hands

console = Console()
nothing_more = Parts(by_hand=None, by_next_card=False, categories=False, plot="")


def chapter(title: str) -> None:
    """Print a heading."""
    console.print()
    console.print(Rule(title, align="left"))


chapter("A showdown")
show_hands(["AhKh", "QcQd", "7s6s"], "2h 7h 9c Qh 3d", as_json=False)

chapter("An opening range")
console.print(Range("22+, A2s+, K9s+, QTs+, JTs, AJo+, KQo:0.5"))

chapter("A pair against two overcards, before the flop")
show_equity(["AhKh", "QcQd"], {"board": ""}, nothing_more, as_json=False)

chapter("A range against a range on a flop, and what both end up with")
with_classes = Parts(by_hand=None, by_next_card=False, categories=True, plot="")
ranges = ["22+, A2s+, KTs+, AJo+", "TT+, AQs+, AQo+"]
show_equity(ranges, {"board": "Jh 9d 4c"}, with_classes, as_json=False)

chapter("A five-way pot: a hand, two ranges, one card seen, nothing known")
players = ["AsKs", "QQ+, AKs:0.5", "15%", "Jd", "random"]
show_equity(players, {"board": "", "seed": 1}, nothing_more, as_json=False)

chapter("A turn solved: what to do first")
spot = Spot.from_toml(Path(__file__).parent / "spots" / "turn.toml")
console.print(f"{spot.estimate()}")
solution = solve(spot, target=0.3)
console.print(f"{solution.summary()}\n")
console.print(solution.root)

chapter("The same turn, facing a bet a little over the pot")
console.print(solution["check / bet 216"])

chapter("Should I sit down at this blackjack table?")
rules = blackjack.Rules("8D S17 DAS LS")
full = blackjack.Shoe(decks=8)
ten_rich = full.without("2345623456234562345623456")
for name, shoe in (("full shoe", full), ("25 small cards gone", ten_rich)):
    table = blackjack.table_ev(shoe, rules)
    console.print(f"{name:<20} {100 * table.ev:+.3f} % of a bet a round   ({rules})")
