"""A tour of Runout: what `make demo` prints."""

from rich.console import Console
from rich.rule import Rule

from runout import Range, blackjack
from runout.cli.evaluation import show_hands

console = Console()

console.print(Rule("A showdown"))
show_hands(["AhKh", "QcQd", "7s6s"], "2h 7h 9c Qh 3d", as_json=False)

console.print(Rule("An opening range"))
opening = Range("22+, A2s+, K9s+, QTs+, JTs, AJo+, KQo:0.5")
console.print(opening)
console.print(f"as text:  {opening}")
console.print(f"for Pio:  {opening.to_pio()[:60]}…")

console.print(Rule("Should I sit down?"))
rules = blackjack.Rules("8D S17 DAS LS")
full = blackjack.Shoe(decks=8)
ten_rich = full.without("2345623456234562345623456")
for name, shoe in (("full shoe", full), ("25 small cards gone", ten_rich)):
    table = blackjack.table_ev(shoe, rules)
    console.print(f"{name:<20} {100 * table.ev:+.3f} % of a bet a round   ({rules})")
