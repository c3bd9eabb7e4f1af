import numpy as np
from numpy.typing import NDArray

def level() -> str: ...
def levels() -> list[str]: ...
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

Totals = tuple[
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    float,
]

def range_equity(
    weights: NDArray[np.float64],
    board: int,
    live: int,
    suit_maps: NDArray[np.uint8],
    kernel: str,
    threads: int,
    control: Control,
) -> Totals: ...
def known_equity(
    weights: NDArray[np.float64],
    live: int,
    suit_maps: NDArray[np.uint8],
    threads: int,
    control: Control,
) -> Totals: ...

DEALS_PER_BLOCK: int

_Counts = NDArray[np.uint64]

class Dealer:
    def __init__(self, players: int, board: int, live: int) -> None: ...
    def add_group(
        self, players: NDArray[np.uint8], combos: NDArray[np.uint16], weights: NDArray[np.float64]
    ) -> None: ...
    def add_known_card(self, player: int, card: int) -> None: ...
    def deal(
        self,
        seed: int,
        first: int,
        count: int,
        threads: int,
        categories: bool,
        hand_player: int,
        control: Control,
    ) -> tuple[
        tuple[int, int, _Counts, _Counts, _Counts], tuple[_Counts, _Counts, _Counts] | None
    ]: ...
