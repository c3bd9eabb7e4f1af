from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

def level() -> str: ...
def levels() -> list[str]: ...
def leaving() -> bool: ...
def class_of(cards: object) -> int: ...
def evaluate(hands: NDArray[np.uint8], strengths: NDArray[np.uint16]) -> int: ...
def count_seven_card_hands() -> NDArray[np.uint64]: ...
def seven_to_five() -> NDArray[np.uint16]: ...
def categories() -> NDArray[np.uint8]: ...
def count_matchups() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...
def expand_matchups(wins: NDArray[np.uint32], losses: NDArray[np.uint32]) -> NDArray[np.uint32]: ...
def matchup_sums(
    matrix: NDArray[np.uint32],
    range: NDArray[np.float64],  # noqa: A002
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...

class Control:
    def __init__(self) -> None: ...
    def stop(self) -> None: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def done(self) -> int: ...

class RangeTotals:
    @property
    def won(self) -> NDArray[np.float64]: ...
    @property
    def tied(self) -> NDArray[np.float64]: ...
    @property
    def share(self) -> NDArray[np.float64]: ...
    @property
    def dealt(self) -> NDArray[np.float64]: ...
    @property
    def categories(self) -> NDArray[np.float64]: ...
    @property
    def deals(self) -> float: ...

def range_equity(
    weights: NDArray[np.float64],
    board: int,
    live: int,
    suit_maps: NDArray[np.uint8],
    kernel: str,
    threads: int,
    control: Control,
) -> RangeTotals: ...
def known_equity(
    weights: NDArray[np.float64],
    live: int,
    suit_maps: NDArray[np.uint8],
    threads: int,
    control: Control,
) -> RangeTotals: ...

class KnownAnswer:
    @property
    def boards(self) -> float: ...
    @property
    def won(self) -> list[float]: ...
    @property
    def tied(self) -> list[float]: ...
    @property
    def share(self) -> list[float]: ...
    @property
    def categories(self) -> list[list[float]]: ...

def hands_equity(
    hands: Sequence[Sequence[int]],
    board: Sequence[int],
    dead: Sequence[int],
    categories: bool = False,
) -> KnownAnswer: ...
def many_hands_equity(
    hands: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    dead: Sequence[int],
    preflop: NDArray[np.uint32] | None,
    won: NDArray[np.float64],
    tied: NDArray[np.float64],
    share: NDArray[np.float64],
    counted: NDArray[np.float64],
    threads: int,
    control: Control,
) -> tuple[int, int, int]: ...

DEALS_PER_BLOCK: int

class PossibleHands:
    def __init__(self, weights: Sequence[NDArray[np.float64]], gone: int) -> None: ...
    @property
    def weights(self) -> NDArray[np.float64]: ...
    @property
    def sizes(self) -> list[int]: ...
    @property
    def largest(self) -> list[float]: ...
    def can_be_dealt(self) -> bool: ...

class Dealt:
    @property
    def attempts(self) -> int: ...
    @property
    def deals(self) -> int: ...
    @property
    def won(self) -> list[int]: ...
    @property
    def shared(self) -> list[list[int]]: ...
    @property
    def categories(self) -> NDArray[np.uint64]: ...
    @property
    def hand_deals(self) -> NDArray[np.uint64]: ...
    @property
    def hand_won(self) -> NDArray[np.uint64]: ...
    @property
    def hand_shared(self) -> NDArray[np.uint64]: ...

class Dealer:
    def __init__(
        self, hands: PossibleHands, one_card: Sequence[int], board: int, live: int
    ) -> None: ...
    @property
    def impossible(self) -> list[int]: ...
    def deal(
        self,
        seed: int,
        first: int,
        count: int,
        threads: int,
        control: Control,
        categories: bool = False,
        hand_player: int = -1,
        attempts: int = ...,
    ) -> Dealt: ...

BLACKJACK_DEAL_COLUMNS: int

_Exhaustion = tuple[bool, int, int, int]

class BlackjackRules:
    def __init__(
        self,
        hits_soft_17: bool,
        looks: bool,
        doubling: int,
        doubles_longer: bool,
        doubles_soft: bool,
        doubles_after_split: bool,
        hits_split_aces: bool,
        hands: int,
        ace_hands: int,
        surrender: int,
        blackjack_pays: float,
    ) -> None: ...

class BlackjackTable:
    def __init__(self, shoe: NDArray[np.int32], rules: BlackjackRules) -> None: ...
    def value(
        self, before: NDArray[np.uint8] | None, after: NDArray[np.uint8] | None
    ) -> _Exhaustion | None: ...
    def deals(self, upcard: int) -> NDArray[np.float64]: ...
    def outcome(self, upcard: int) -> NDArray[np.float64]: ...
    def hand_values(
        self,
    ) -> tuple[
        NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]
    ]: ...
    def actions(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...

class BlackjackColumn:
    def __init__(self, shoe: NDArray[np.int32], rules: BlackjackRules, upcard: int) -> None: ...
    def value(
        self, before: NDArray[np.uint8] | None, after: NDArray[np.uint8] | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...

def blackjack_hand(
    shoe: NDArray[np.int32], rules: BlackjackRules, upcard: int, hand: int
) -> tuple[_Exhaustion | None, bool, float, float, float, float, float, float]: ...
def blackjack_split_memory(
    shoe: NDArray[np.int32], rules: BlackjackRules, upcard: int, pair: int
) -> tuple[float, bool, int]: ...
def blackjack_dealer(
    shoe: NDArray[np.int32], upcard: int, hits_soft_17: bool
) -> tuple[bool, NDArray[np.float64]]: ...
def blackjack_doubles(rules: BlackjackRules) -> NDArray[np.uint8]: ...
def blackjack_hands() -> NDArray[np.uint8]: ...
def blackjack_simulate(
    shoe: NDArray[np.int32],
    rules: BlackjackRules,
    before: NDArray[np.uint8],
    after: NDArray[np.uint8],
    dealt_cards: int,
    max_rounds: int,
    tags: NDArray[np.float64],
    bets: NDArray[np.float64],
    seed: int,
    first: int,
    blocks: int,
    shoes: int,
    threads: int,
) -> tuple[
    int,
    int,
    int,
    float,
    float,
    float,
    float,
    float,
    float,
    float,
    float,
    float,
    float,
    float,
    bool,
    NDArray[np.float64],
    NDArray[np.float64],
]: ...

class SolverPlan:
    def __init__(self) -> None: ...
    def add_player(
        self,
        player: int,
        cards: NDArray[np.uint8],
        weight: NDArray[np.float32],
        same: NDArray[np.int32],
        maps: NDArray[np.int32],
        strength: NDArray[np.uint16],
    ) -> None: ...
    def set_tree(
        self,
        kind: NDArray[np.uint8],
        level: NDArray[np.uint8],
        first: NDArray[np.int32],
        children: NDArray[np.int32],
        payoff: NDArray[np.float32],
    ) -> None: ...
    def add_level(
        self,
        parent: NDArray[np.int32],
        card: NDArray[np.uint8],
        copies: NDArray[np.float32],
        map_first: NDArray[np.int32],
        maps: NDArray[np.int32],
        numbers: NDArray[np.int32],
        probability: float,
    ) -> None: ...
    without_last: bool

class SolverReader:
    def values(
        self,
        player: int,
        policy: str,
        shares: bool,
        level: int,
        deal: int,
        node: int,
        reach: NDArray[np.float32],
    ) -> NDArray[np.float32]: ...
    def both_values(
        self, player: int, level: int, deal: int, nodes: list[int], reach: NDArray[np.float32]
    ) -> NDArray[np.float32]: ...
    def strategy(self, level: int, deal: int, node: int, current: bool) -> NDArray[np.float32]: ...
    def leaf_values(self, player: int, shares: bool) -> NDArray[np.float32]: ...
    @property
    def bytes(self) -> int: ...

class Solver(SolverReader):
    def __init__(self, plan: SolverPlan, compress: bool, threads: int) -> None: ...
    def reader(self) -> SolverReader: ...
    def part(self) -> None: ...
    def update(self, player: int, positive: float, negative: float, average: float) -> None: ...
    def set_strategy(
        self, level: int, deal: int, node: int, probabilities: NDArray[np.float32]
    ) -> None: ...
    def lock(
        self,
        level: int,
        deal: int,
        node: int,
        hands: NDArray[np.int32],
        probabilities: NDArray[np.float32],
    ) -> None: ...
    def unlock(self) -> None: ...
    def set_leaf_values(
        self, player: int, shares: bool, values: NDArray[np.int16], scales: NDArray[np.float32]
    ) -> None: ...
    def numbers(self) -> list[NDArray[np.float32] | NDArray[np.int16]]: ...
