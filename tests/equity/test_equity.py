"""Exact equity against the oracle, published numbers and its own laws."""

import json
import pickle
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runout import Card, Combo, EquityResult, Range, RunoutError, _core, equity
from runout.cards import DECK, card_bits, format_cards
from runout.combos import COMBOS, pair_index
from runout.equities import exact
from runout.equities.details import HandEquity
from runout.equities.question import Question, ask
from runout.equities.totals import Totals
from tests.marks import kernels
from tests.oracles import equity as oracle
from tests.oracles import possible_hands as oracle_hands

pytestmark = kernels

REFERENCE = json.loads((Path(__file__).parent.parent / "data" / "equity.json").read_text())["cases"]


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: case["id"])
def test_reference_cases(case: dict) -> None:  # type: ignore[type-arg]
    # Full enumerations on which at least two independent programs agree.
    result = equity(*case["players"], board=case["board"], dead=case["dead"], method="exact")
    scale = 100 ** len(case["players"]) if case["weighted"] else 1
    assert [round(player.wins * scale) for player in result.players] == case["win"]
    assert [round(player.ties * scale) for player in result.players] == case["tie"]
    assert round(result.total * scale) == case["total"]
    for player, expected in zip(result.players, case["equity"], strict=True):
        assert player.equity == pytest.approx(float(expected), abs=1e-12)
    if not case["weighted"]:
        assert all(isinstance(player.wins, int) for player in result.players)
        assert result.samples == result.total


# Heads-up classics that every player knows by heart, to the published two decimals; the counts
# behind them stand in the poker literature (for instance cardfight.com and Wikipedia).
@pytest.mark.parametrize(
    ("hero", "villain", "percent"),
    [
        ("AA", "KK", 81.95),
        ("AKs", "QQ", 46.05),
        ("AKo", "QQ", 43.24),
        ("AKo", "22", 47.35),
        ("AA", "random", 85.20),
        ("72o", "random", 34.58),
    ],
)
def test_classics(hero: str, villain: str, percent: float) -> None:
    assert 100 * equity(hero, villain).players[0].equity == pytest.approx(percent, abs=0.006)


def deals(*sizes: int) -> st.SearchStrategy[list[Card]]:
    return st.lists(st.sampled_from(DECK), min_size=sum(sizes), max_size=sum(sizes), unique=True)


@st.composite
def small_questions(draw: st.DrawFn) -> tuple[list[Range], list[Card], list[Card]]:
    """2 to 4 players with a few weighted hands, a turn or river, and dead cards."""
    cards = draw(st.permutations(DECK))
    board = cards[: draw(st.sampled_from([4, 4, 5]))]
    dead = cards[5 : 5 + draw(st.integers(0, 4))]
    pool = cards[9:21]  # few cards, so that ranges overlap
    hands = [(a, b) for i, a in enumerate(pool) for b in pool[i + 1 :]]
    weight = st.sampled_from([1.0, 1.0, 0.5, 0.25, 0.125])
    ranges = []
    for _ in range(draw(st.integers(2, 4))):
        chosen = draw(st.lists(st.sampled_from(hands), min_size=1, max_size=3, unique=True))
        weights = np.zeros(COMBOS)
        for hand in chosen:
            weights[Combo(hand).index] = draw(weight)
        ranges.append(Range.from_weights(weights))
    return ranges, list(board), list(dead)


def compare(result: EquityResult, ranges: list[Range], board: list[Card], dead: list[Card]) -> None:
    by_cards = [
        {(int(c.low), int(c.high)): Fraction(w) for c, w in hands.without([*board, *dead])}
        for hands in ranges
    ]
    total, shares, by_hand = oracle.equity(by_cards, board, dead)
    assert result.total == pytest.approx(float(total), rel=1e-13)
    for i, (player, (won, tied, pots)) in enumerate(zip(result.players, shares, strict=True)):
        assert player.win == pytest.approx(float(won / total), abs=1e-13)
        assert player.tie == pytest.approx(float(tied / total), abs=1e-13)
        assert player.equity == pytest.approx(float(pots / total), abs=1e-13)
        assert player.win + player.tie + player.lose == pytest.approx(1, abs=1e-13)
        found = {(int(h.combo.low), int(h.combo.high)): h.equity for h in result.by_hand(i)}
        expected = {hand: float(pots / dealt) for hand, (*_, pots, dealt) in by_hand[i].items()}
        assert found == pytest.approx(expected, abs=1e-12)


@given(small_questions())
def test_small_ranges_agree_with_the_oracle(
    question: tuple[list[Range], list[Card], list[Card]],
) -> None:
    ranges, board, dead = question
    try:
        result = equity(*ranges, board=board, dead=dead, method="exact")
    except RunoutError as error:
        by_cards = [
            {(int(c.low), int(c.high)): Fraction(w) for c, w in hands.without([*board, *dead])}
            for hands in ranges
        ]
        assert oracle.equity(by_cards, board, dead)[0] == 0
        assert "left" in str(error) or "at once" in str(error)
    else:
        compare(result, ranges, board, dead)


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AhKh", "QcQd"], "2h7h9c", ""),
        (["AhKh", "Qc"], "2h7h9cTs", "QdQsQh"),
        (["Ah", "Kd"], "2h7h9cTs3d", ""),
        (["AhKh", "QcQd", "random"], "2h7h9cTs3d", "3c3h3s4c4d4h5c5d5h6c6d6h"),
        (["Jh", "JT", "AhKh"], "2h7h9cTs3d", "2c"),
        (["AhKh", "QcQd", "JsJd", "9h9d"], "2h7h9cTs", "As"),
    ],
)
def test_known_cards_agree_with_the_oracle(players: list[str], board: str, dead: str) -> None:
    question = ask(players, board, dead)
    ranges = [Range.from_weights(player.weights) for player in question.players]
    result = equity(*players, board=board, dead=dead, method="exact")
    compare(result, ranges, list(question.board), list(question.dead))


# Every way that applies to a question must give the same totals of every hand.
@pytest.mark.parametrize(
    ("players", "board", "dead", "ways"),
    [
        (["22+,AKs:0.5", "A*,KQ:0.25"], "Ks7d2h", "", ["two", "many"]),
        (["random", "random"], "Ks7d2h9c", "As", ["two", "many"]),
        (["22+", "AK,AQ:0.3", "JTs,98s,77"], "Ks7d2h", "", ["three", "many"]),
        (["22+", "AK,AQ:0.3", "random"], "KsKdKh5h5d", "", ["three", "many"]),
        (["TT+", "AKs", "QJs:0.5"], "", "", ["known", "three"]),
        (["QQ", "AKs"], "", "As", ["known", "two"]),
        (["QQ+", "AKs:0.5"], "", "", ["table", "known", "two"]),
    ],
)
def test_all_ways_agree(players: list[str], board: str, dead: str, ways: list[str]) -> None:
    question = ask(players, board, dead)
    first, *others = (totals_by(question, way) for way in ways)
    for other in others:
        for name in ("won", "tied", "share", "dealt"):
            assert np.allclose(getattr(first, name), getattr(other, name), rtol=1e-10, atol=1e-6)
    counted = [totals.categories for totals in (first, *others) if totals.categories is not None]
    for categories in counted:
        assert np.allclose(categories, counted[0], rtol=1e-10, atol=1e-6)
        assert np.allclose(categories.sum(axis=1), first.dealt.sum(axis=1))


def test_a_board_that_plays_for_everyone_is_shared() -> None:
    for players in (2, 3, 4, 9):
        hands = ["random"] * players if players < 4 else ["2c2d", "3c3d", "4c4d", "5c5d", "6c6d"]
        result = equity(*hands, board="AsKsQsJsTs", method="exact")
        for player in result.players:
            assert player.win == 0
            assert player.tie == 1
            assert player.equity == pytest.approx(1 / len(hands), abs=1e-14)


def totals_by(question: Question, way: str) -> Totals:
    return exact.count(question, exact.Way(way, 0.0, 1, up_to_suits=True), 2, None)


@pytest.mark.parametrize("players", [["22+", "AK,AQ"], ["22+", "AK", "QJs,T9s"]])
@pytest.mark.parametrize("board", ["Ks7d2h", "KsKdKh", "Ks7s2s"])
def test_dealing_runouts_up_to_suits_changes_nothing(players: list[str], board: str) -> None:
    question = ask(players, board, "")
    assert len(question.symmetries) > 1 or board == "Ks7d2h"
    name = "two" if len(players) == 2 else "three"
    all_runouts, fewer = (
        exact.count(question, exact.Way(name, 0.0, 1, up_to_suits=flag), 1, None)
        for flag in (False, True)
    )
    for total in ("won", "tied", "share", "dealt", "categories"):
        assert np.allclose(getattr(all_runouts, total), getattr(fewer, total), rtol=1e-12)


def hand_totals(result: EquityResult) -> list[list[HandEquity]]:
    return [result.by_hand(player) for player in range(len(result.players))]


ranges_text = st.sampled_from(
    ["22+", "AK", "A*s", "T9s+,66", "15%", "random", "Ah", "KQs:0.5,JJ", "98s:0.25,A5s", "7h6h"]
)


@settings(max_examples=25)
@given(st.lists(ranges_text, min_size=2, max_size=3), deals(4), st.permutations(range(4)))
def test_relabelling_suits_changes_nothing(
    players: list[str], board: list[Card], suits: list[int]
) -> None:
    def relabelled(card: int) -> int:
        return 4 * (card // 4) + suits[card % 4]

    try:
        question = ask(players, board, "")
    except RunoutError:
        return
    images = []
    for player in question.players:
        weights = np.zeros(COMBOS)
        for combo, weight in Range.from_weights(player.weights):
            weights[Combo([relabelled(card) for card in combo]).index] = weight
        images.append(Range.from_weights(weights))
    before = equity(*players, board=board, method="exact")
    after = equity(*images, board=[relabelled(card) for card in board], method="exact")
    for one, other in zip(before.players, after.players, strict=True):
        assert one.equity == pytest.approx(other.equity, abs=1e-12)
    assert before.total == pytest.approx(after.total)


@settings(max_examples=25)
@given(st.lists(ranges_text, min_size=2, max_size=3), deals(4), st.data())
def test_permuting_players_permutes_the_answer(
    players: list[str], board: list[Card], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(players))))
    try:
        result = equity(*players, board=board, method="exact")
    except RunoutError:
        return
    permuted = equity(*(players[i] for i in order), board=board, method="exact")
    assert [p.equity for p in permuted.players] == pytest.approx(
        [result.players[i].equity for i in order], abs=1e-12
    )
    assert sum(p.equity for p in result.players) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("board", ["", "Ks7d2h", "Ks7d2h9c"])
def test_parts_of_a_range_average_to_the_whole(board: str) -> None:
    whole = equity("22+,AK", "QJs,AQ", board=board, method="exact")
    parts = [equity(part, "QJs,AQ", board=board, method="exact") for part in ("22+", "AK")]
    total = sum(part.total for part in parts)
    assert total == whole.total
    mean = sum(part.players[0].equity * part.total for part in parts) / total
    assert whole.players[0].equity == pytest.approx(mean, abs=1e-13)


def test_a_dead_card_that_everyone_could_hold_changes_the_boards_only() -> None:
    live, dead = (
        equity("AhKh", "QcQd", board="2h7h9c"),
        equity("AhKh", "QcQd", board="2h7h9c", dead="3h"),
    )
    assert live.total == 990
    assert dead.total == 44 * 43 / 2
    assert dead.players[0].equity < live.players[0].equity


def test_the_mean_over_next_cards_is_the_equity() -> None:
    for board in ("2h7h9c", "2h7h9cTs"):
        result = equity("AhKh", "QcQd", board=board)
        cards = result.by_next_card()
        assert len(cards) == 52 - 4 - len(board) // 2
        mean = sum(equities[0] for equities in cards.values()) / len(cards)
        assert mean == pytest.approx(result.players[0].equity, abs=1e-13)


def test_outs_are_those_that_players_count() -> None:
    flush_draw = equity("AhKh", "QcQd", board="2h 7h 9c")
    hearts = [
        card for card in DECK if card.suit == "h" and card not in (50, 46, Card("2h"), Card("7h"))
    ]
    overs = [Card(text) for text in ("Ac", "Ad", "As", "Kc", "Kd", "Ks")]
    assert set(flush_draw.outs(0)) == {*hearts, *overs}
    assert flush_draw.outs(1) == ()
    turn = equity("AhKh", "QcQd", board="2h 7h 9c Ts")
    won = {card for card, equities in turn.by_next_card().items() if equities[0] == 1}
    assert set(turn.outs(0)) == won
    assert Card("Qs") in equity("QQ", "AK", board="Ah 7h 2c").outs(0)
    assert set(equity("QQ", "AK", "JJ", board="Ah 7h 2c").outs(0)) == {
        Card(c) for c in ("Qc", "Qd", "Qh", "Qs")
    }


def test_categories_of_a_random_hand_are_the_seven_card_frequencies() -> None:
    # 133,784,560 hands: the classic table of seven-card frequencies.
    shares = equity("random", "random").categories()[0]
    assert shares["flush"] == pytest.approx(4_047_644 / 133_784_560, abs=1e-12)
    assert shares["high card"] == pytest.approx(23_294_460 / 133_784_560, abs=1e-12)
    assert sum(equity("AhKh", "QcQd").categories()[0].values()) == pytest.approx(1, abs=1e-12)


def test_distribution_runs_from_the_best_hand_to_the_worst() -> None:
    result = equity("22+,AK:0.5", "QQ", board="Ks7d2h")
    curve = result.distribution(0)
    assert curve[-1, 0] == pytest.approx(1)
    assert (np.diff(curve[:, 1]) <= 1e-15).all()
    weights = np.diff(curve[:, 0], prepend=0)
    assert len(curve) == len(result.by_hand(0))
    assert weights.min() > 0


def test_results_print_and_convert() -> None:
    result = equity("AhKh", "QQ+", board="Kd 7s 2c")
    assert str(result).splitlines()[-1] == "board Kd7s2c; exact, 9,900 deals"
    assert result._repr_html_().count("<tr>") == 3
    assert set(result.to_dict()["players"][0]) == {"hand", "equity", "win", "tie", "lose", "stderr"}
    frame = result.to_frame()
    assert frame["equity"].to_list() == [player.equity for player in result.players]
    assert len(result.plot().axes[0].patches) > 0
    assert len(equity("AhKh", "QcQd").plot().axes[0].patches) == 2


def test_players_may_be_objects() -> None:
    assert equity("AhKh", [], dead=Card("2c")).dead == (Card("2c"),)
    assert equity("AhKh", "QQ", board=None, dead=None).total == 1_712_304 * 6
    expected = equity("AhKh", "QQ").players[0].equity
    for hero in (Combo("AhKh"), [Card("Ah"), Card("Kh")], ["Ah", "Kh"], "Kh Ah", Range("AhKh")):
        assert equity(hero, Range("QQ")).players[0].equity == expected
    assert equity(Card("Ah"), "KK").players[0].equity == equity("Ah", "KK").players[0].equity
    # 47 partners of the ace leave the kings alone (6 pairs), 4 are kings (3 pairs are left).
    assert equity("Ah", "KK").total == 1_712_304 * (47 * 6 + 4 * 3)


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (["AhKh"], {}, "1 player,"),
        (["random"] * 24, {}, "24 players"),
        (["AhKh", "QQ"], {"board": "2c3c"}, "2 cards, but a board has 0, 3, 4 or 5"),
        (["AhKh", "QQ"], {"board": "2c3c4c5c6c7c"}, "6 cards"),
        (["AhKh", "AhQd"], {}, "player 2 'AhQd': Ah is already held by player 1"),
        (["AhKh", "QQ"], {"board": "Ah3c4c"}, "player 1 'AhKh': Ah is already on the board"),
        (["AhKh", "QQ"], {"board": "2c3c4c", "dead": "2c"}, "dead card 2c is already on the board"),
        (["AhAh", "QQ"], {}, "appears twice"),
        (["AhKh", "QQ"], {"board": "QcQdQh"}, "player 2 'QQ': no hand is left"),
        (["AcAd", "AhAs", "AA"], {}, "player 3 'AA': no hand is left"),
        (["AA", "AA", "AA"], {}, "no deal is possible"),
        (["QQ+,AK"] * 8, {}, "no deal is possible"),
        (["random"] * 23, {"dead": "2c2d"}, "53 cards, but a deck has 52"),
        (["AhKh", "QQ+,AKx"], {}, "'AKx' is not a hand"),
        (["AhKhQh", "QQ"], {}, "is not a hand"),
        (["AhKh", Range("")], {}, "the range is empty"),
        (["AhKh", "QQ"], {"method": "guess"}, "choose auto, exact or monte_carlo"),
        (["AhKh", "QQ"], {"threads": 0}, "threads 0"),
        (["AhKh", "QQ"], {"seed": -1}, "seed -1"),
        (["AhKh", "QQ"], {"samples": 0}, "samples 0"),
        (["AhKh", "QQ"], {"precision": -0.1}, "precision -0.1"),
        (["AhKh", "QQ"], {"precision": float("nan")}, "precision nan"),
        (["AhKh", "QQ"], {"precision": None, "time_limit": None}, "nothing would stop it"),
        (["AhKh", "QQ"], {"samples": 1000.5}, "samples 1000.5"),
        (["AhKh", "QQ"], {"samples": True}, "samples True"),
        (["AhKh", "QQ"], {"precision": "small"}, "precision 'small'"),
        (["AhKh", "QQ"], {"seed": "x"}, "seed 'x'"),
        (["AhKh", "QQ"], {"threads": 1.5}, "threads 1.5"),
        (["AhKh", "QQ"], {"threads": 2**40}, "threads"),
        (["random"] * 4, {"method": "exact"}, "narrow the range of player 1"),
    ],
)
def test_bad_questions_are_refused(players: list[str], options: dict, message: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(RunoutError) as caught:
        equity(*players, **options)
    assert message in str(caught.value)


def test_auto_says_which_method_ran() -> None:
    assert equity("AhKh", "QcQd").method == "exact"
    assert equity("AhKh", "QcQd", method="enumerate").method == "exact"
    many = equity("random", "random", "random", "random")
    assert many.method == "monte_carlo"
    assert many.stopped_by == "precision"
    for player in (4, -1, "x", 1.0, None):
        with pytest.raises(RunoutError, match="there are players 0 to 3"):
            many.by_hand(player)  # type: ignore[arg-type]


def test_uneven_weights_stay_exact() -> None:
    # Aces that the known ace of spades blocks are never dealt, however heavy they are.
    expected = equity("AsKs", "random", board="7h8d9c").players[0].equity
    for weight in ("1e-5", "1e-12", "1e-17", "1e-300"):
        result = equity("AsKs", f"random:{weight},AsAh", board="7h8d9c")
        assert result.players[0].equity == pytest.approx(expected, abs=1e-12)
        assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)
    assert (
        equity("AA:1e-200", "KK:1e-200").players[0].equity == equity("AA", "KK").players[0].equity
    )


def test_overlapping_ranges_are_known_to_be_few() -> None:
    # The product of the sizes is far too large; the ranges leave each other little.
    assert equity("AK", "AK", "AK", "AK").method == "exact"
    assert equity(*["JJ+"] * 6, board="2c7d3h9s4h").method == "exact"
    result = equity(*["AA,KK,QQ"] * 6, method="exact")
    assert result.samples == 19_440 * 658_008


def test_threads_do_not_change_the_answer() -> None:
    for players in (["22+,AK:0.3", "A*s:0.7,KQ"], ["22+:0.3", "AK", "QJs:0.9"]):
        one = equity(*players, board="Ks7d2h", threads=1)
        two = equity(*players, board="Ks7d2h", threads=2)
        assert hand_totals(one) == hand_totals(two)


def test_known_boards_text_round_trips() -> None:
    result = equity("AhKh", "QcQd", board="2h,7h 9c", dead="3c")
    assert format_cards(result.board) == "2h7h9c"
    assert result.to_dict()["dead"] == "3c"


@pytest.mark.parametrize("board", ["Ks7d2h", "Ks7s2s", "Ks7d2h9c", "Ks7d2h9c3s"])
@pytest.mark.parametrize(
    "players", [["AhKh", "random"], ["22+:0.3,AK,98s", "8s6s"], ["Ah8s", "A*"]], ids=" v ".join
)
def test_a_hand_against_a_range_is_the_sweep_of_two_ranges(players: list[str], board: str) -> None:
    question = ask(players, board, "2d")
    one, two = totals_by(question, "one"), totals_by(question, "two")
    for total in ("won", "tied", "share", "dealt"):
        assert np.allclose(getattr(one, total), getattr(two, total), rtol=1e-12, atol=1e-9)
    assert one.deals == two.deals
    assert one.categories is None  # and so they are counted when they are asked for
    result = equity(*players, board=board, method="exact")
    assert [sum(row.values()) for row in result.categories()] == pytest.approx([1, 1])


@pytest.mark.parametrize("hands", [["AhKh", "QcQd"], ["AhKh", "QcQd", "7s6s", "2c2d"]])
@pytest.mark.parametrize("board", ["", "Ks7d2h", "Ks7d2h9c", "Ks7d2h9c3s"])
def test_a_result_of_known_hands_is_small(hands: list[str], board: str) -> None:
    result = equity(*hands, board=board.replace("2h", "3h"))
    result.by_hand(0), result.categories()
    stored = pickle.dumps(result)
    assert len(stored) <= 2000
    again = pickle.loads(stored)  # noqa: S301
    assert again.players == result.players
    assert again.by_hand(1) == result.by_hand(1)
    assert again.categories() == result.categories()


@pytest.mark.parametrize("players", [2, 12, 23])
@pytest.mark.parametrize("cards", [0, 3, 4, 5])
def test_a_result_of_known_hands_is_small_for_any_number(players: int, cards: int) -> None:
    deck = iter(DECK)
    hands = [(next(deck), next(deck)) for _ in range(players)]
    result = equity(*hands, board=[next(deck) for _ in range(cards)])
    stored = pickle.dumps(result)
    assert len(stored) <= 2000
    assert pickle.loads(stored) == result  # noqa: S301


def test_a_result_of_ranges_can_be_stored_too() -> None:
    for options in ({"method": "exact"}, {"method": "monte_carlo", "samples": 1000, "seed": 3}):
        result = equity("AKs:0.5,QQ", "AhKh", board="Ks7d2h", **options)
        again = pickle.loads(pickle.dumps(result))  # noqa: S301
        assert again.players == result.players
        assert again.by_hand(0) == result.by_hand(0)
        assert again.categories() == result.categories()


weights = st.lists(
    st.tuples(st.integers(0, COMBOS - 1), st.sampled_from([1e-9, 0.25, 1.0])),
    min_size=1,
    max_size=5,
)


@settings(max_examples=300)
@given(st.lists(weights, min_size=2, max_size=5), deals(5))
def test_possible_hands_against_the_oracle(
    players: list[list[tuple[int, float]]], gone: list[Card]
) -> None:
    given_weights = np.zeros((len(players), COMBOS))
    for player, hands in enumerate(players):
        for index, weight in hands:
            # Few cards, so that the ranges are in each other's way.
            low, high = sorted((index % 11, index // 11 % 12))
            given_weights[player, pair_index(low, high + (low == high))] = weight
    held = [
        int(weights.argmax()) if weights.max() == weights.sum() == 1 else weights
        for weights in given_weights
    ]
    possible = _core.PossibleHands(held, card_bits(gone))
    expected = oracle_hands.possible_weights(given_weights, gone)
    assert (possible.weights == expected).all()
    assert possible.sizes == np.count_nonzero(expected, axis=1).tolist()
    assert possible.can_be_dealt() == oracle_hands.can_be_dealt(expected)


@pytest.mark.parametrize("seed", [np.int8(5), np.uint64(5), 5])
def test_a_seed_may_be_any_whole_number(seed: int) -> None:
    options = {"method": "monte_carlo", "samples": 1000}
    result = equity("AhKh", "QQ+", seed=seed, **options)  # type: ignore[arg-type]
    assert result.players == equity("AhKh", "QQ+", seed=5, **options).players  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["samples", "precision", "time_limit", "seed", "threads"])
@pytest.mark.parametrize(
    "value",
    [np.nan, np.inf, -1, 0.5j, "5", True, np.True_, [], np.float32(np.nan), b"1", 10**5000],
    ids=lambda value: type(value).__name__,
)
def test_odd_numbers_are_refused_in_our_own_words(name: str, value: object) -> None:
    with pytest.raises(RunoutError, match=name):
        equity("AhKh", "QcQd", board="Ks7d3h", **{name: value})  # type: ignore[arg-type]
