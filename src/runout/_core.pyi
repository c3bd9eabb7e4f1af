"""Compiled kernels. Use the functions of the runout package instead."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


def level() -> str:
    """The instruction-set level in use."""

def levels() -> list[str]:
    """
    The levels that this build has and this processor runs, plainest first.
    """

def leaving() -> bool:
    """Whether the interpreter is about to end."""

def evaluate(hands: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], strengths: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """
    Writes the strength of every hand; returns the position of the first bad card, or -1.
    """

def class_of(cards: object | None) -> int:
    """
    The five-card class of 5, 6 or 7 different card ids in a list or tuple; -1 for anything else.
    """

def count_seven_card_hands() -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    The number of 7-card hands of each dense strength, all 133,784,560 enumerated.
    """

def seven_to_five() -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]:
    """The 5-card class of each dense 7-card strength."""

def categories() -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """The category of each 5-card class."""

class Control:
    """Watches and stops long work from another thread."""

    def __init__(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def stopped(self) -> bool: ...

    @property
    def done(self) -> int: ...

class RangeTotals:
    """What each hand of each player got, over all deals."""

    @property
    def won(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @property
    def tied(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @property
    def share(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @property
    def dealt(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @property
    def categories(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @property
    def deals(self) -> float: ...

class KnownAnswer:
    """What known hands got, in boards."""

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

def hands_equity(hands: Sequence[Sequence[int]], board: Sequence[int], dead: Sequence[int], categories: bool = False) -> KnownAnswer:
    """What known hands get over all boards, by card ids."""

def many_hands_equity(hands: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, 2), order='C', device='cpu', writable=False)], boards: Annotated[NDArray[numpy.uint8], dict(shape=(None, 5), order='C', device='cpu', writable=False)], dead: Sequence[int], preflop: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, won: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], tied: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], share: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], counted: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], threads: int, control: Control) -> tuple[int, int, int]:
    """
    The same for many rows; writes the answers, or returns what is wrong, the row and the card.
    """

def range_equity(weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], board: int, live: int, suit_maps: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], kernel: str, threads: int, control: Control) -> RangeTotals:
    """
    Exact totals of every hand over all runouts: won, tied, share, dealt, categories.
    """

def known_equity(weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], live: int, suit_maps: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int, control: Control) -> RangeTotals:
    """The same before the flop, by combinations of known hands."""

def count_matchups() -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """
    Wins and losses of each of the 47,008 matchups before the flop, by enumeration (seconds).
    """

def expand_matchups(wins: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], losses: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
    """
    Wins of every hand (row) against every hand (column), flattened (1326 * 1326).
    """

def matchup_sums(matrix: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], range: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    What every hand wins and loses against a weighted range before the flop.
    """

class PossibleHands:
    """What each player may hold."""

    def __init__(self, players: Sequence[int | Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]], gone: int) -> None: ...

    @property
    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @property
    def sizes(self) -> list[int]: ...

    @property
    def largest(self) -> list[float]: ...

    def can_be_dealt(self) -> bool: ...

class Dealt:
    """What random deals came to."""

    @property
    def attempts(self) -> int: ...

    @property
    def deals(self) -> int: ...

    @property
    def won(self) -> list[int]: ...

    @property
    def tied(self) -> list[int]: ...

    @property
    def equity(self) -> list[float]: ...

    @property
    def stderr(self) -> list[float]: ...

    def add(self, more: Dealt) -> None:
        """Counts these deals, too."""

    @property
    def categories(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]: ...

    @property
    def hand_deals(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]: ...

    @property
    def hand_won(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]: ...

    @property
    def hand_shared(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]: ...

class Dealer:
    """Random deals."""

    def __init__(self, hands: PossibleHands, one_card: Sequence[int], board: int, live: int) -> None: ...

    @property
    def impossible(self) -> list[int]: ...

    def deal(self, seed: int, first: int, count: int, threads: int, control: Control, categories: bool = False, hand_player: int = -1, attempts: int = 18446744073709551615) -> Dealt: ...

DEALS_PER_BLOCK: int = 8192

class BlackjackExhaustion:
    """A draw that meets an empty shoe."""

    @property
    def dealer(self) -> bool: ...

    @property
    def hand(self) -> int: ...

    @property
    def upcard(self) -> int: ...

    @property
    def split(self) -> int: ...

class BlackjackFirstHand:
    """A first hand against an upcard."""

    @property
    def hand(self) -> int: ...

    @property
    def chance(self) -> float: ...

    @property
    def dealer_blackjack(self) -> float: ...

    @property
    def stand(self) -> float: ...

    @property
    def hit(self) -> float: ...

    @property
    def double(self) -> float | None: ...

    @property
    def split(self) -> float | None: ...

    @property
    def surrender(self) -> float | None: ...

    @property
    def best(self) -> float: ...

    @property
    def action(self) -> int: ...

class BlackjackOutcome:
    """How rounds end."""

    @property
    def win(self) -> float: ...

    @property
    def lose(self) -> float: ...

    @property
    def push(self) -> float: ...

    @property
    def dwin(self) -> float: ...

    @property
    def dlose(self) -> float: ...

    @property
    def dpush(self) -> float: ...

    @property
    def pbj(self) -> float: ...

    @property
    def dbj(self) -> float: ...

    @property
    def surrender(self) -> float: ...

    @property
    def split(self) -> float: ...

    @property
    def split_ev(self) -> float: ...

class BlackjackColumnValues:
    """Values of all hands against one upcard."""

    @property
    def splits(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def held(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def stand(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def hit(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def double(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def surrender(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def later_stand(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def later_hit(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def later_double(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

class BlackjackHand:
    """Values of one hand against one upcard."""

    @property
    def exhaustion(self) -> BlackjackExhaustion | None: ...

    @property
    def possible(self) -> bool: ...

    @property
    def dealer_blackjack(self) -> float: ...

    @property
    def stand(self) -> float: ...

    @property
    def hit(self) -> float | None: ...

    @property
    def double(self) -> float | None: ...

    @property
    def split(self) -> float | None: ...

    @property
    def surrender(self) -> float | None: ...

class BlackjackRememberedSplit:
    """A split with perfect memory."""

    @property
    def value(self) -> float: ...

    @property
    def ran_out(self) -> bool: ...

    @property
    def states(self) -> int: ...

class BlackjackDealer:
    """How the dealer ends."""

    @property
    def exhausts(self) -> bool: ...

    @property
    def totals(self) -> list[float]: ...

    @property
    def bust(self) -> float: ...

    @property
    def blackjack(self) -> float: ...

class BlackjackHandList:
    """All hands, by number."""

    @property
    def cards(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def size(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def total(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def soft(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

class BlackjackTotals:
    """Sums over rounds, and over shoes of products of sums."""

    def __init__(self) -> None: ...

    def add(self, other: BlackjackTotals) -> None: ...

    @property
    def shoes(self) -> int: ...

    @property
    def rounds(self) -> int: ...

    @property
    def splits(self) -> int: ...

    @property
    def result(self) -> float: ...

    @property
    def result_squared(self) -> float: ...

    @property
    def won(self) -> float: ...

    @property
    def bet(self) -> float: ...

    @property
    def rounds_rounds(self) -> float: ...

    @property
    def result_result(self) -> float: ...

    @property
    def result_rounds(self) -> float: ...

    @property
    def squared_squared(self) -> float: ...

    @property
    def squared_rounds(self) -> float: ...

    @property
    def won_won(self) -> float: ...

    @property
    def won_rounds(self) -> float: ...

    @property
    def ran_out(self) -> bool: ...

    @property
    def count_rounds(self) -> list[float]: ...

    @property
    def count_result(self) -> list[float]: ...

class BlackjackRules:
    """Rules as the kernels know them."""

    def __init__(self, hits_soft_17: bool, looks: bool, doubling: int, doubles_longer: bool, doubles_soft: bool, doubles_after_split: bool, hits_split_aces: bool, hands: int, ace_hands: int, surrender: int, blackjack_pays: float) -> None: ...

class BlackjackTable:
    """One shoe under given rules."""

    def __init__(self, shoe: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: BlackjackRules) -> None: ...

    def value(self, before: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, after: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> BlackjackExhaustion | None: ...

    def deals(self, upcard: int) -> list[BlackjackFirstHand]: ...

    def outcome(self, upcard: int) -> BlackjackOutcome: ...

    def actions(self) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]: ...

class BlackjackColumn:
    """One upcard of a shoe, for charts."""

    def __init__(self, shoe: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: BlackjackRules, upcard: int) -> None: ...

    def value(self, before: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, after: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> BlackjackColumnValues: ...

def blackjack_hand(shoe: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: BlackjackRules, upcard: int, hand: int) -> BlackjackHand:
    """Values of one hand against one upcard."""

def blackjack_split_memory(shoe: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: BlackjackRules, upcard: int, pair: int, control: Control) -> BlackjackRememberedSplit:
    """The value of a split for a player who remembers everything."""

def blackjack_dealer(shoe: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], upcard: int, hits_soft_17: bool) -> BlackjackDealer:
    """
    Whether the dealer can run out of cards, and the chances of the final totals.
    """

def blackjack_simulate(shoe: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: BlackjackRules, before: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], after: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], dealt_cards: int, max_rounds: int, tags: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], bets: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int, first: int, blocks: int, shoes: int, threads: int, control: Control) -> BlackjackTotals:
    """Sums over the rounds of shuffled shoes."""

def blackjack_doubles(rules: BlackjackRules) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """Which hands may be doubled."""

def blackjack_hands() -> BlackjackHandList:
    """All hands that are not bust."""

def compatible_weight(own_cards: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], same: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], other_cards: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], reach: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """
    The reach of the opponent's hands that share no card with each hand of a player.
    """

class SolverPlan:
    """A game for the solver, as arrays."""

    def __init__(self) -> None: ...

    def add_player(self, player: int, cards: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], weight: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], same: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], maps: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], strength: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def set_tree(self, kind: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], level: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], children: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], payoff: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def add_level(self, parent: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], card: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], copies: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], map_first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], maps: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], probability: float) -> None: ...

    @property
    def without_last(self) -> bool: ...

    @without_last.setter
    def without_last(self, arg: bool, /) -> None: ...

class SolverReader:
    """The strategy that a solver had when it was taken."""

    def values(self, player: int, policy: str, shares: bool, level: int, deal: int, node: int, reach: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    def both_values(self, player: int, level: int, deal: int, nodes: Sequence[int], reach: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    def strategy(self, level: int, deal: int, node: int, current: bool) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    def leaf_values(self, player: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    @property
    def bytes(self) -> int: ...

class Solver:
    """Regrets and strategies of a plan, and the passes over them."""

    def __init__(self, plan: SolverPlan, compress: bool, threads: int) -> None: ...

    def values(self, player: int, policy: str, shares: bool, level: int, deal: int, node: int, reach: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    def both_values(self, player: int, level: int, deal: int, nodes: Sequence[int], reach: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    def strategy(self, level: int, deal: int, node: int, current: bool) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    def leaf_values(self, player: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    @property
    def bytes(self) -> int: ...

    def reader(self) -> SolverReader: ...

    def part(self) -> None: ...

    def update(self, player: int, positive: float, negative: float, average: float, played: float, next: float, ahead: float) -> None: ...

    def set_strategy(self, level: int, deal: int, node: int, probabilities: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def lock(self, level: int, deal: int, node: int, hands: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], probabilities: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None: ...

    def unlock(self) -> None: ...

    def set_leaf_values(self, player: int, shares: bool, values: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], scales: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def numbers(self) -> list[numpy.typing.NDArray[Any]]: ...

def split_bytes(numbers: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], size: int) -> bytes:
    """
    The first bytes of all numbers of this size, then the second ones, and so on.
    """

def join_bytes(planes: bytes, size: int, numbers: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Undoes `split_bytes`."""

def all_within(numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], limit: float) -> bool:
    """Whether all are numbers, and smaller than this on either side of zero."""

class DevicePlan:
    """What a GPU is given for a plan."""

    def __init__(self, plan: SolverPlan, threads: int) -> None: ...

    def boards(self, player: int) -> dict[str, Any]: ...

    def counts(self) -> numpy.typing.NDArray[numpy.int32]: ...

    def level(self, level: int) -> dict[str, Any]: ...

    def route(self, player: int, shares: bool, level: int, nodes: list[int]) -> dict[str, Any]: ...

    def cells(self, level: int, deal: int, node: int) -> tuple[int, int, int]: ...

    @property
    def cell_count(self) -> int: ...

    @property
    def scale_count(self) -> int: ...

def emulate(kernel: str, short_numbers: bool, blocks: int, shared: int, arguments: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], backwards: bool, keeps_tiny: bool = False) -> None:
    """Run a kernel of the CUDA engine thread by thread."""
