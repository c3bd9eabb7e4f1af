"""A tour of Runout: what `make demo` prints."""

from rich.console import Console
from rich.rule import Rule

from runout import Range
from runout.cli.evaluation import show_hands

console = Console()

console.print(Rule("A showdown"))
show_hands(["AhKh", "QcQd", "7s6s"], "2h 7h 9c Qh 3d", as_json=False)

console.print(Rule("An opening range"))
opening = Range("22+, A2s+, K9s+, QTs+, JTs, AJo+, KQo:0.5")
console.print(opening)
console.print(f"as text:  {opening}")
console.print(f"for Pio:  {opening.to_pio()[:60]}…")
