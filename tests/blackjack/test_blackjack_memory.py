"""Splits with perfect memory: the fast engine against literal play in fractions, and its laws."""

import pytest

from runout import blackjack as bj
from runout.blackjack.card_values import VALUES
from runout.blackjack.split_memory import memory_gain, remembered_split
from runout.errors import RunoutError
from tests.oracles import blackjack as oracle

SHOE = (2, 0, 0, 0, 0, 0, 3, 4, 0, 9)


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("SPL1", oracle.Rules(hands=2, ace_hands=2)),
        ("SPL1 NDAS H17", oracle.Rules(h17=True, das=False, hands=2, ace_hands=2)),
        ("SPL1 ENHC HSA", oracle.Rules(peek=False, hit_split_aces=True, hands=2, ace_hands=2)),
        ("SPL3 RSA", oracle.Rules(hands=4, ace_hands=4)),
        ("SPL2 DANY", oracle.Rules(long_doubles=True, hands=3, ace_hands=2)),
    ],
)
def test_literal_play_agrees(words: str, plain: oracle.Rules) -> None:
    shoe = bj.Shoe(counts=list(SHOE))
    for pair, up in (("8", "T"), ("8", "A"), ("A", "8"), ("T", "7")):
        value, upcard = VALUES.index(pair), VALUES.index(up)
        exact = float(oracle.Table(SHOE, upcard, plain, remembers=True).split(value))
        assert remembered_split(pair + pair, up, shoe, words) == pytest.approx(exact, abs=1e-12)


def test_memory_never_loses() -> None:
    shoe = bj.Shoe(decks=1)
    for pair, up in (("99", "T"), ("88", "A"), ("TT", "6"), ("AA", "T")):
        plain = bj.hand_ev(pair, up, shoe, "SPL1").split
        assert plain is not None
        assert plain - 1e-12 < remembered_split(pair, up, shoe, "SPL1") < plain + 0.01


def test_the_gain_of_a_round() -> None:
    shoe = bj.Shoe(counts=[4, 0, 0, 0, 0, 0, 4, 4, 4, 16])
    gain = memory_gain(shoe, "SPL1")
    assert gain > 0
    assert gain == memory_gain(shoe, "SPL1", threads=1)
    assert memory_gain(shoe, "NOSPLIT") == 0


@pytest.mark.parametrize(
    ("pair", "up", "words", "part"),
    [
        ("87", "T", "SPL1", "'87'"),
        ("88", "T", "NOSPLIT", "no split"),
        ("22", "T", "SPL1", "too few"),
        ("88", "TT", "SPL1", "upcard"),
    ],
)
def test_refusals(pair: str, up: str, words: str, part: str) -> None:
    with pytest.raises(RunoutError, match=part):
        remembered_split(pair, up, bj.Shoe(counts=list(SHOE)), words)


def test_a_shoe_that_is_too_short() -> None:
    with pytest.raises(bj.EmptyShoeError, match="runs out"):
        remembered_split("88", "T", bj.Shoe(counts={"8": 3, "2": 4, "T": 2}), "SPL1")
