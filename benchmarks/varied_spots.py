"""Small spots of every kind, on which update rules are compared: seconds each, not minutes."""

from __future__ import annotations

from typing import Any

from tests.solver_reference import reference_spot

from runout import Spot

_WIDE = "22+,A2s+,A8o+,K6s+,KTo+,Q7s+,QTo+,J7s+,JTo,T7s+,96s+,86s+,75s+,65s,54s,43s"  # 474 combos
_MIDDLE = "22+,A2s+,A9o+,K9s+,KTo+,Q9s+,QJo,J9s+,T8s+,98s,87s,76s,65s"
_STRONG = "99+,ATs+,AQo+,KQs,QJs,JTs,T9s"
_CAPPED = "TT-55,AJs-A8s,AQo,KJs+,KQo,QJs,JTs,T9s,98s,87s"
_POLAR = "QQ+,AK,AQs,A5s,KQs"


def _both(bet: str, raised: str = "") -> dict[str, Any]:
    """The same sizes for both players."""
    sizes = {"bet": bet, "raise": raised}
    return {"oop": sizes, "ip": sizes}


_CHOSEN_ON = {
    "river, 30 pots deep": Spot(
        "Ks9d5h3cQs", 20, 600, _WIDE, _MIDDLE, river=_both("50%,150%,e", "60%,a")
    ),
    "river, under a pot": Spot("AhTd7c4s4d", 100, 90, _CAPPED, _STRONG, river=_both("33%,a", "a")),
    "river, every hand": Spot(
        "Jh8h5c2dTh", 10, 95, "random", "random", river=_both("33%,100%,a", "100%,a")
    ),
    "turn, narrow": Spot(
        "Qs8h4d2c", 60, 240, _CAPPED, _POLAR, turn=_both("50%,a", "a"), river=_both("50%,a", "a")
    ),
    "turn, 30 pots deep": Spot(
        "Js7s4h2d",
        10,
        300,
        _CAPPED,
        _STRONG,
        turn=_both("75%,2e", "3x"),
        river=_both("75%,e", "3x,a"),
    ),
    "turn, four of a suit": Spot(
        "9h6h2hKh", 80, 400, _MIDDLE, _CAPPED, turn=_both("50%", "60%"), river=_both("66%,a", "a")
    ),
    "turn, paired, rake": Spot(
        "8c8d3hTs",
        40,
        180,
        _MIDDLE,
        _STRONG,
        turn=_both("33%,100%", "a"),
        river=_both("75%,a", "a"),
        rake=0.05,
        rake_cap=4,
    ),
    "turn, one pot": Spot(
        "AcKd7h3s", 100, 100, _WIDE, _MIDDLE, turn=_both("33%,a", "a"), river=_both("50%,a", "a")
    ),
    "turn, every hand": Spot(
        "Tc7d4s2h", 20, 120, "random", "random", turn=_both("75%", "a"), river=_both("75%", "a")
    ),
    "turn, ten pots, paired": Spot(
        "Kh9c5c5d", 30, 300, _WIDE, _WIDE, turn=_both("66%", "3x"), river=_both("66%,a", "a")
    ),
    "turn, leads": Spot(
        "Ts6s5d9h",
        50,
        350,
        _MIDDLE,
        _WIDE,
        turn=_both("33%,75%", "2.5x"),
        river={
            "oop": {"bet": "60%,a", "raise": "a", "donk": "33%"},
            "ip": {"bet": "60%,a", "raise": "a"},
        },
    ),
    "flop, narrow": Spot(
        "Qd7h3c",
        60,
        160,
        "TT,88,AQs,KQs,QJs,JTs",
        "QQ+,AQs,KQs,JTs",
        flop=_both("50%", "a"),
        turn=_both("66%", "a"),
        river=_both("a"),
    ),
    "flop, three of a suit": Spot(
        "Jc6c2c",
        60,
        270,
        "TT-88,AQs,KQs,QJs,JTs",
        "QQ+,AKs,AQs,KJs,T9s",
        flop=_both("33%", "60%"),
        turn=_both("66%", "a"),
        river=_both("66%,a", "a"),
    ),
    "flop, paired, rake": Spot(
        "9s9h4d",
        55,
        120,
        "88-55,AQs,KQs,A9s,T9s,98s",
        "TT+,AJs+,KQs",
        flop=_both("50%", "a"),
        turn=_both("a"),
        river=_both("a"),
        rake=0.05,
        rake_cap=2,
    ),
    "flop, one pot": Spot(
        "AsQh6h",
        100,
        100,
        "JJ-88,AJs,ATs,KQs,QJs",
        "KK-TT,AKs,AQs,KQs",
        flop=_both("33%,a", "a"),
        turn=_both("50%,a", "a"),
        river=_both("a"),
    ),
    "turn, wet": Spot(
        "Jd9d8s3h",
        40,
        200,
        _WIDE,
        _MIDDLE,
        turn=_both("50%,a", "2.5x"),
        river=_both("50%,a", "2.5x"),
    ),
    "turn, 20 pots deep": Spot(
        "Ad7c2s8h",
        10,
        200,
        _MIDDLE,
        _MIDDLE,
        turn=_both("75%,150%", "3x"),
        river=_both("75%,a", "3x"),
    ),
    "river, rake": Spot(
        "Qh9s6c6dAs",
        60,
        240,
        _WIDE,
        _MIDDLE,
        river=_both("33%,75%,a", "60%,a"),
        rake=0.04,
        rake_cap=6,
    ),
    "flop, two of a suit": Spot(
        "KsQs4d",
        60,
        200,
        "JJ-77,AQs,AJs,KJs,QTs,T9s",
        "AA,KK,TT,AKs,AJs,KQs,JTs",
        flop=_both("50%", "60%"),
        turn=_both("66%", "a"),
        river=_both("66%", "a"),
    ),
}
CHOSEN_ON = {"turn_basic": reference_spot("turn_basic"), **_CHOSEN_ON}
"""Those that the default rule was chosen on."""
HELD_OUT = {
    "river, 20 pots deep": Spot(
        "Jc8c4d2h7s", 15, 300, _MIDDLE, _WIDE, river=_both("60%,120%,e", "60%,a")
    ),
    "river, wide, rake": Spot(
        "AdQs9s5c5h",
        50,
        150,
        _WIDE,
        _WIDE,
        river=_both("33%,75%,a", "a"),
        rake=0.05,
        rake_cap=5,
    ),
    "turn, five pots": Spot(
        "Kc8d5s3h", 60, 300, _MIDDLE, _WIDE, turn=_both("66%", "3x"), river=_both("66%,a", "a")
    ),
    "turn, 25 pots deep": Spot(
        "QdTd6c4s",
        12,
        300,
        _CAPPED,
        _MIDDLE,
        turn=_both("75%,e", "3x"),
        river=_both("75%,e", "3x"),
    ),
    "turn, three of a suit": Spot(
        "As9s4sTd", 40, 160, _MIDDLE, _CAPPED, turn=_both("50%,a", "a"), river=_both("50%,a", "a")
    ),
    "turn, every hand, low": Spot(
        "7h6d3c2s", 20, 60, "random", "random", turn=_both("100%", "a"), river=_both("100%", "a")
    ),
    "turn, strong against polar": Spot(
        "JhJd5c8s",
        80,
        320,
        _STRONG,
        _POLAR,
        turn=_both("33%,75%", "2.5x"),
        river=_both("33%,100%,a", "a"),
    ),
    "flop, three pots": Spot(
        "Ah8d3c",
        60,
        180,
        "TT-77,AQs,AJs,KQs,QJs",
        "KK+,AKs,AQs,JTs",
        flop=_both("33%", "3x"),
        turn=_both("66%", "a"),
        river=_both("a"),
    ),
    "flop, diamonds": Spot(
        "Td7d3d",
        50,
        200,
        "JJ-88,AJs,KQs,T9s,98s",
        "AA,QQ,AKs,ATs,KJs",
        flop=_both("50%", "a"),
        turn=_both("66%", "a"),
        river=_both("66%,a", "a"),
    ),
    "flop, kings": Spot(
        "KdKs6h",
        55,
        220,
        "QQ-99,AQs,AJs,KTs,QJs",
        "AA,JJ,AKs,KQs,T9s",
        flop=_both("33%", "a"),
        turn=_both("50%", "a"),
        river=_both("75%", "a"),
    ),
}
"""Those that were measured afterwards."""
