"""Which bets and raises sizes and thresholds give: reference trees, and random ones by the oracle.

`tests/data/trees.json` holds trees that the best open solver makes of random settings.
"""

import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from runout import NotationError, RunoutError, Spot
from runout.solver.sizes import MOST_SIZES, Size, parse_sizes, whole_chips
from tests.fuzzing import rounds, seed
from tests.oracles import betting_tree as oracle
from tests.tree_lines import actions_by_line

BOARDS = {"flop": "Td9d6h", "turn": "Td9d6hQc", "river": "Td9d6hQc2c"}
REFERENCE = json.loads((Path(__file__).parent.parent / "data" / "trees.json").read_text())["cases"]


@pytest.mark.parametrize("number", range(len(REFERENCE)))
def test_reference_trees(number: int) -> None:
    case = REFERENCE[number]
    tables: dict[str, Any] = {street: dict(sizes) for street, sizes in case["sizes"].items()}
    for street, sizes in case["donk"].items():
        tables[street]["oop"] = tables[street]["oop"] | {"donk": sizes}
    thresholds = {name: case[name] for name in ("add_allin", "force_allin", "merge")}
    spot = Spot(
        BOARDS[case["street"]], case["pot"], case["stack"], "AA", "KK", **tables, **thresholds
    )
    assert actions_by_line(spot) == case["tree"]


def test_add_allin_is_for_a_player_without_sizes_too() -> None:
    spot = Spot("Td9d6h", 13, 2, "AA", "KK", flop={"oop": {"bet": "33%"}}, add_allin=1.5)
    # 33 % of 13 is 4, more than the stack.
    assert actions_by_line(spot)["root"] == "check, all-in 2"
    assert actions_by_line(spot)["check"] == "check, all-in 2"


def random_size(rng: random.Random, *, raises: bool) -> oracle.Size:
    kind = rng.choice("%%%xcea" if raises else "%%%cea")
    if kind == "%":
        return kind, rng.choice([1, 5, 20, 29, 33, 33.3, 50, 66, 75, 100, 112.5, 150, 290]), 0
    if kind == "x":
        return kind, rng.choice([1.1, 2, 2.5, 3.5]), 0
    if kind == "c":
        return kind, rng.choice([1, 7, 25, 300]), rng.choice([0, 0, 1, 2, 3]) if raises else 0
    if kind == "e":
        return kind, rng.choice([0, 0, 1, 2, 3, 5]), rng.choice([0, 0, 37.5, 80])
    return "a", 0, 0


def size_text(size: oracle.Size) -> str:
    kind, number, limit = size
    if kind == "c":
        return f"{number}c" + f"{limit}r" * bool(limit)
    if kind == "e":
        return f"{number or ''}e" + f"{limit}%" * bool(limit)
    return "a" if kind == "a" else f"{number}{kind}"


def random_settings(rng: random.Random) -> oracle.Settings:
    street = rng.choice(["flop", "turn", "turn", "river", "river"])
    pot = rng.choice([1, 2, 3, 7, 13, 50, 60, 181, 1000])
    left = oracle.STREETS[oracle.STREETS.index(street) :]
    most = 1 if street == "flop" else 2
    places = [(street, player) for street in left for player in ("oop", "ip")]

    def sizes(*, raises: bool = False) -> list[oracle.Size]:
        return [random_size(rng, raises=raises) for _ in range(rng.randint(0, most))]

    return oracle.Settings(
        street=street,
        pot=Fraction(pot),
        stack=Fraction(
            max(1, round(pot * rng.choice([0.1, 0.5, 1, 1.5, 4, 6]) * rng.uniform(0.9, 1.1)))
        ),
        bet={place: sizes() for place in places},
        raises={place: sizes(raises=True) for place in places},
        donk={street: sizes() for street in left[1:] if rng.random() < 0.5},
        add_allin=rng.choice([0, 0, 0.5, 1, 1.5, 2]),
        force_allin=rng.choice([0, 0.1, 0.15, 0.2, 0.5]),
        merge=rng.choice([0, 0, 0.1, 0.2, 0.5]),
    )


def as_spot(settings: oracle.Settings) -> Spot:
    tables: dict[str, Any] = {street: {"oop": {}, "ip": {}} for street in oracle.STREETS}

    def text(sizes: list[oracle.Size]) -> str:
        return ", ".join(size_text(size) for size in sizes)

    for (street, player), sizes in settings.bet.items():
        tables[street][player] |= {
            "bet": text(sizes),
            "raise": text(settings.raises[street, player]),
        }
    for street, sizes in settings.donk.items():
        tables[street]["oop"]["donk"] = text(sizes)
    return Spot(
        BOARDS[settings.street],
        float(settings.pot),
        float(settings.stack),
        "AA",
        "KK",
        **tables,
        chip=float(settings.chip),
        add_allin=settings.add_allin,
        force_allin=settings.force_allin,
        merge=settings.merge,
    )


def test_random_trees_against_the_oracle() -> None:
    first = seed(0)
    for number in range(first, first + rounds(400)):
        settings = random_settings(random.Random(number))
        assert actions_by_line(as_spot(settings)) == oracle.tree(settings), f"seed {number}"


CHIPS = {"0.1": ("5.5", "97.5", "3", "0.7"), "0.01": ("5.25", "1.07", "20.03"),
         "0.5": ("5.5", "7.25", "33.33"), "0.25": ("3", "1.75"), "1": ("5.5", "12.3"),
         "5": ("37.5", "60"), "0.3": ("7", "12.5"), "0.0001": ("0.0123", "0.5")}  # fmt: skip


def random_decimals(rng: random.Random) -> oracle.Settings:
    """The same with decimals: pot, stack and chip of any places, sizes in multiples of the chip."""
    settings = random_settings(rng)
    chip = rng.choice(list(CHIPS))
    pot = Fraction(rng.choice(CHIPS[chip]))
    stack = pot * Fraction(rng.choice(["0.5", "1.3", "4", "6.1"]))
    stack = Fraction(max(round(stack * 10_000), 1), 10_000)

    def in_chips(sizes: list[oracle.Size]) -> list[oracle.Size]:
        return [(k, float(n * Fraction(chip)) if k == "c" else n, limit) for k, n, limit in sizes]

    return replace(
        settings,
        pot=pot,
        stack=stack,
        chip=Fraction(chip),
        bet={place: in_chips(sizes) for place, sizes in settings.bet.items()},
        raises={place: in_chips(sizes) for place, sizes in settings.raises.items()},
        donk={street: in_chips(sizes) for street, sizes in settings.donk.items()},
    )


def test_random_trees_with_decimals_against_the_oracle() -> None:
    first = seed(0)
    for number in range(first, first + rounds(400)):
        settings = random_decimals(random.Random(number))
        assert actions_by_line(as_spot(settings)) == oracle.tree(settings), f"seed {number}"


def test_a_last_geometric_bet_is_all_in_where_the_stack_is_no_multiple_of_the_chip() -> None:
    river = {"oop": {"raise": "a e80%"}, "ip": {"bet": "33.3%", "raise": "33%"}}
    spot = Spot(BOARDS["river"], 97.5, 594.75, "AA", "KK", river=river, chip=0.1)
    actions = actions_by_line(spot)
    assert actions["check / bet 32.5 / raise 162.5 / raise 301.9"] == "fold, call, all-in 594.75"


@pytest.mark.parametrize("number", range(0, len(REFERENCE), 4))
def test_reference_trees_counted_in_tenths(number: int) -> None:
    case = REFERENCE[number]
    if "c" in str(case["sizes"]) + str(case["donk"]):
        return  # chips are not the same ones there
    tables: dict[str, Any] = {street: dict(sizes) for street, sizes in case["sizes"].items()}
    for street, sizes in case["donk"].items():
        tables[street]["oop"] = tables[street]["oop"] | {"donk": sizes}
    thresholds = {name: case[name] for name in ("add_allin", "force_allin", "merge")}
    pot, stack = case["pot"] / 10, case["stack"] / 10
    spot = Spot(BOARDS[case["street"]], pot, stack, "AA", "KK", **tables, **thresholds, chip=0.1)
    tenths = re.compile(r"\d+")
    assert actions_by_line(spot) == {
        tenths.sub(tenth, line): tenths.sub(tenth, actions)
        for line, actions in case["tree"].items()
    }


def tenth(amount: re.Match[str]) -> str:
    return f"{int(amount[0]) / 10:g}"


@pytest.mark.parametrize(
    ("text", "raises", "wanted"),
    [
        ("", False, []),
        (" \t\n ", False, []),
        ("60%", False, [Size("pot", 0.6)]),
        (".5%,112.5% 3.%", False, [Size("pot", 0.005), Size("pot", 1.125), Size("pot", 0.03)]),
        ("1.001X", True, [Size("faced", 1.001)]),
        ("100c", False, [Size("chips", 100)]),
        ("100C100R", True, [Size("chips", 100, 100)]),
        ("e", False, [Size("geometric")]),
        ("2e, 100E.5%", False, [Size("geometric", 2), Size("geometric", 100, 0.005)]),
        ("E37.5%", False, [Size("geometric", 0, 0.375)]),
        ("a A allin all-in", False, [Size("all-in")] * 4),
        ("50c, e , a,", False, [Size("chips", 50), Size("geometric"), Size("all-in")]),
    ],
)
def test_what_is_read(text: str, raises: bool, wanted: list[Size]) -> None:
    assert list(parse_sizes(text, raises=raises)) == wanted


@pytest.mark.parametrize(
    ("text", "part", "reason"),
    [
        ("0e", "0e", "needs a whole number of bets from 1 to 100"),
        ("2.7e", "2.7e", "needs a whole number of bets"),
        ("101e", "101e", "needs a whole number of bets"),
        ("60% 0.0e50%", "0.0e50%", "needs a whole number of bets"),
        ("2e0%", "2e0%", "needs a cap above 0"),
        ("60%,,a", ",", "has no size before it"),
        ("60%, , a", ",", "has no size before it"),
        (",60%", ",", "has no size before it"),
        (",", ",", "has no size before it"),
        ("60%,,", ",", "has no size before it"),
        ("12.3c", "12.3c", "is not whole chips"),
        ("0c", "0c", "is no chips at all"),
        ("20c0r", "20c0r", "needs a limit of 1 to 100 raises"),
        ("20c101r", "20c101r", "needs a limit of 1 to 100 raises"),
        ("1x", "1x", "would raise to no more than the bet faced"),
        ("0%", "0%", "is no chips at all"),
        ("60", "60", "is not a size"),
        ("+42%", "+42%", "is not a size"),
        ("-30%", "-30%", "is not a size"),
        ("1e2e3", "1e2e3", "is not a size"),
        ("3e7", "3e7", "is not a size"),
        ("E%", "E%", "is not a size"),
        ("12c3.4r", "12c3.4r", "is not a size"),
        ("nan%", "nan%", "is not a size"),
        ("infc", "infc", "is not a size"),
        ("٣%", "٣%", "is not a size"),
        ("1" * 40 + "%", "1" * 40 + "%", "is too large"),
        ("3e" + "1" * 40 + "%", "3e" + "1" * 40 + "%", "is too large"),
        ("9" * 5000 + "%", "9" * 71 + "…", "is too long"),
        ("0." + "0" * 5000 + "1%", "0." + "0" * 69 + "…", "is too long"),
    ],
)
def test_what_is_refused(text: str, part: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_sizes(text, raises=True)
    assert f"{part!r} {reason}" in str(caught.value)


@pytest.mark.parametrize(
    "pattern", ["60% ", "60%,", ",", " ", "9", "1.", ".", "e", "1e", "a ", "c", "%"]
)
def test_a_megabyte_of_sizes(pattern: str) -> None:
    text = pattern * (1_000_000 // len(pattern))
    if text.isspace():
        assert parse_sizes(text, raises=True) == ()
        return
    with pytest.raises(NotationError) as caught:
        parse_sizes(text, raises=True)
    assert len(str(caught.value)) < 1000


def test_so_many_sizes_at_most() -> None:
    assert len(parse_sizes("60% " * MOST_SIZES, raises=False)) == MOST_SIZES
    with pytest.raises(NotationError, match="one of more than 100 sizes"):
        parse_sizes("60% " * (MOST_SIZES + 1), raises=False)


def test_whole_chips_round_halves_up_and_nothing_else() -> None:
    given = [0.0, 0.49999999999999994, 0.5, 14.499999999999998, 14.5, 1e15 + 0.5]
    assert [whole_chips(amount) for amount in given] == [0, 0, 1, 14, 15, 10**15 + 1]


@pytest.mark.parametrize("name", ["add_allin", "force_allin", "merge"])
def test_the_largest_thresholds(name: str) -> None:
    def river(threshold: float) -> Spot:
        given: dict[str, Any] = {name: threshold}
        return Spot(BOARDS["river"], 10, 500, "AA", "KK", bets="50%", **given)

    wanted = {"add_allin": "check, bet 5, all-in 500", "force_allin": "check, all-in 500"}
    assert actions_by_line(river(1e9))["root"] == wanted.get(name, "check, bet 5")
    for bad in (float("nan"), float("inf"), 1e308, -1):
        with pytest.raises(RunoutError, match=name):
            river(bad)
