"""The kernels of the CUDA engine, thread by thread: numbers, races, limits, and sources."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from runout import RunoutError, Spot, load, solve
from runout.memory import Room
from runout.solver import engines
from runout.solver.betting import IP, OOP
from runout.solver.cpu import CpuEngine
from runout.solver.cuda.cuda_engine import CudaEngine
from runout.solver.cuda.source import compile_options, kernel_source
from runout.solver.engines import ENGINES, checked_choice, chosen_engine, engine_named
from runout.solver.estimate import shape_of
from runout.solver.loop import DEFAULT, RULES, Loop, Rule
from runout.solver.plan import make_plan
from tests.engines.emulated import EmulatedDevice, EmulatedEngine, with_device
from tests.marks import kernels, slow, without_kernels
from tests.solver.test_engines import ALIKE, RIVER, lock_half, places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solver.plan import Game

pytestmark = kernels

DEEP = Spot("Td9d6hQc2c", 10, 60, "66+,A8s+", "QQ-22,ATo+", bets="33% 75% 150% a", raises="60% a")
"""More showdowns than a block has shared memory for."""
# Weights that differ, so that no regret is nothing but for rounding.
RAKED = Spot(
    "KsTd7h4c2s",
    100,
    300,
    "99:0.31,TT:0.93,JJ:0.71,QQ+:0.83,AKs,98s:0.41",
    "JJ:0.57,AA:0.33,KQs:0.77,A7s:0.91,T9s:0.43,22:0.61",
    bets="50%",
    rake=0.05,
    rake_cap=3,
)
TURN = Spot(
    "Td9d6hQc",
    20,
    60,
    "QQ:0.3,AdKd,8d7d,JJ:0.9,99:0.37,KTs:0.57",
    "JJ,KdQd,J8s:0.7,TT:0.41,A9s:0.83,QTs:0.77",
    bets="60%",
    raises="a",
)
FLOP = Spot(
    "6s6h2d",
    10,
    25,
    "AsKs,AhKh:0.61,7s7h:0.83,QsJs:0.37",
    "QcQd,8s7s:0.47,8h7h:0.93,AdTd:0.71",
    bets="60%",
)
NARROW = Spot("KsTd7h4c2s", 100, 300, "AKs,76s", "AsKd", bets="33% a")
"""Hands that meet little of the opponent's range."""
SPOTS = {
    "river": RIVER,
    "raked": RAKED,
    "turn": TURN,
    "alike": ALIKE,
    "flop": FLOP,
    "deep": DEEP,
    "narrow": NARROW,
}
# Spots in which no regret comes near to nothing for twenty iterations: moved by a unit in the last
# place of the weights, the cores stay within 2e-5 of the largest number of each node.
DECIDED = {
    "raked": RAKED,
    "alike": Spot(
        "6s6h2s2h", 20, 30, "AsKs,AhKh,AcKc,77:0.43", "QQ:0.83,8s7s:0.29,8h7h:0.29", bets="a"
    ),
    "river": Spot(
        "KsTd7h4c2s",
        10,
        100,
        "99+:0.24,AKs:0.95,JTs:0.78,T9s:0.59,76s:0.83",
        "JJ+:0.34,77:0.89,AJs:0.24,KTs:0.41,98s:0.99",
        bets="75%",
        raises="a",
    ),
    "turn": Spot(
        "Td9d6hQc",
        50,
        60,
        "QQ:0.56,QJs:0.27,AdKd:0.21",
        "88:0.7,A9s:0.79,K9s:0.53",
        bets="60%",
        raises="a",
    ),
    "flop": Spot(
        "6s6h2d",
        50,
        10,
        "AdKd:0.87,QsJs:0.59,7s7h:0.91",
        "AdTd:0.23,QdQc:0.61,9s9c:0.95",
        bets="33% 75%",
        raises="a",
    ),
}
ROUNDING = 3e-5  # of sums of a few hundred chips in single precision, where nothing is left of them
OTHER = "cuda" if "RUNOUT_GPU" in os.environ else EmulatedEngine.name
"""What is compared with the cores: a GPU, or its kernels emulated."""
ARCHITECTURES = ("75", "80", "90", "120")
KERNELS = 8
MOST_SPILLED = 64  # bytes of a thread


@pytest.fixture(autouse=True)
def _emulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, EmulatedEngine.name, EmulatedEngine)


def numbers_of(loop: Loop) -> dict[str, NDArray[Any]]:
    """All that is stored, here."""
    return {name: numbers[:] for name, numbers in loop.engine.numbers().items()}


def decided(regrets: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The hands whose next strategy does not hang on the rounding of their regrets."""
    above, least = np.maximum(regrets, 0).sum(axis=0), 0.02 * np.abs(regrets).max(initial=0)
    return np.asarray((above > least) | (regrets.max(axis=0) < -least))


def assert_close(game: Game, loops: list[Loop], share: float, *, pairs: bool = False) -> None:
    """Numbers are alike, beside the largest of their node.

    With `pairs` the next strategy may be among the averages: those of hands where rounding decides
    it are left out.
    """
    one, other = map(numbers_of, loops)
    engine = loops[1].engine
    assert isinstance(engine, CudaEngine)
    for where in places(game):
        cells = engine.cells(where)
        a, b = (
            np.stack([numbers[name][cells] for name in ("regrets", "averages")])
            for numbers in (one, other)
        )
        if pairs:
            sure = decided(a[0])
            a[1], b[1] = a[1] * sure, b[1] * sure
        largest = np.abs(a).max(axis=(1, 2), initial=0)
        apart = np.abs(a - b).max(axis=(1, 2), initial=0)
        assert (apart <= share * largest + ROUNDING).all(), (where, apart, largest)


@pytest.mark.parametrize("rule", [DEFAULT, RULES["dcfr rising"]], ids=["ahead", "rising"])
@pytest.mark.parametrize("name", SPOTS)
def test_numbers_are_those_of_the_cores(name: str, rule: Rule) -> None:
    game = make_plan(SPOTS[name]).game
    loops = [Loop(game, engine=engine, rule=rule) for engine in ("cpu", OTHER)]
    for loop in loops:
        loop.run(1)
    # Where values look ahead, some regrets at the root of the deep spot come out as rounding of the
    # others: the cores are as far from double precision there.
    assert_close(game, loops, 1e-3 if name == "deep" and rule.ahead else 1e-5)


@pytest.mark.parametrize("name", DECIDED)
def test_numbers_go_on_like_those_of_the_cores(name: str) -> None:
    """In the other spots the cores themselves go elsewhere if a weight moves by its last bit."""
    game = make_plan(DECIDED[name]).game
    loops = [Loop(game, engine=engine) for engine in ("cpu", OTHER)]
    for loop in loops:
        loop.run(20)
    assert_close(game, loops, 1e-3)


@pytest.mark.parametrize("name", SPOTS)
def test_every_step_is_that_of_the_cores(name: str) -> None:
    """Twenty iterations, in which both begin every pass with the same numbers."""
    game = make_plan(SPOTS[name]).game
    loops = [Loop(game, engine=engine) for engine in ("cpu", OTHER)]
    cores, other = (loop.engine for loop in loops)
    for iteration in range(20):
        for player in (OOP, IP):
            with other.filling() as arrays:
                for key, numbers in cores.numbers().items():
                    arrays[key][:] = numbers[:]
            for engine in (cores, other):
                engine.update(player, loops[0].rule.discount(iteration))
        assert_close(game, loops, 1e-5, pairs=iteration >= 16)


def test_numbers_beside_locks_are_those_of_the_cores() -> None:
    game = make_plan(RIVER).game
    loops = [Loop(game, engine=engine) for engine in ("cpu", OTHER)]
    for loop in loops:
        _, locked, _ = lock_half(loop)
        loop.run(20)
    free = np.setdiff1d(np.arange(len(game.weights[0])), locked)
    one, other = (loop.reader.strategy(places(game)[0])[:, free] for loop in loops)
    np.testing.assert_allclose(one, other, atol=1e-3)


@pytest.mark.parametrize("name", ["turn", "flop", "deep"])
def test_numbers_of_16_bits(name: str) -> None:
    game = make_plan(SPOTS[name]).game
    loops = [Loop(game, engine=engine, compress=True) for engine in ("cpu", OTHER)]
    for loop in loops:
        loop.run(8)
    pot = float(SPOTS[name].pot)
    one, other = (loop.exploitability(zero_sum=True) for loop in loops)
    assert other == pytest.approx(one, abs=1e-3 * pot)
    assert loops[1].engine.bytes <= loops[0].engine.bytes  # which counts all-ins beforehand


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("name", ["turn", "deep", "flop"])
def test_no_thread_waits_for_another(
    monkeypatch: pytest.MonkeyPatch, name: str, *, compress: bool
) -> None:
    """Between barriers threads run in any order: from the first or from the last, bit for bit."""
    found = []
    for backwards in (False, True):
        with_device(monkeypatch, EmulatedDevice(backwards=backwards))
        loop = Loop(make_plan(SPOTS[name]).game, engine="emulated", compress=compress)
        loop.run(3)
        found.append(numbers_of(loop) | {"values": loop.root_hand_values(0, best=True)})
    for key, numbers in found[0].items():
        np.testing.assert_array_equal(numbers, found[1][key])


def with_tiny_regrets(engine: str, tiny: float, *, compress: bool) -> Loop:
    """After two iterations from regrets that are next to nothing."""
    spot = Spot("Td9d6hQc2c", 100, 500, "AA,KK", "QQ,JJ", bets="60%")
    loop = Loop(make_plan(spot).game, engine=engine, compress=compress)
    loop.run(3)
    with loop.engine.filling() as arrays:
        if compress:
            scales = arrays["regret_scales"]
            scales[:] = np.full(len(scales), tiny / 32767, dtype=np.float32)
        else:
            regrets = arrays["regrets"]
            regrets[:] = np.where(regrets[:] > 0, np.float32(tiny), np.float32(0))
    loop.run(2)
    return loop


TINY = (1e-36, 1e-39)  # in the normal range of single precision, and below


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("tiny", TINY)
def test_tiny_numbers_count_as_on_the_cores(tiny: float, *, compress: bool) -> None:
    loops = [with_tiny_regrets(engine, tiny, compress=compress) for engine in ("cpu", OTHER)]
    one, other = (loop.exploitability(zero_sum=True) for loop in loops)
    assert other == pytest.approx(one, abs=1e-3)


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("tiny", TINY)
def test_tiny_numbers_that_a_compiler_keeps_do_no_harm(
    monkeypatch: pytest.MonkeyPatch, tiny: float, *, compress: bool
) -> None:
    """One over them would be infinite; CuPy has them count as zero, as it happens."""
    with_device(monkeypatch, EmulatedDevice(keeps_tiny=True))
    loop = with_tiny_regrets(EmulatedEngine.name, tiny, compress=compress)
    assert all(np.isfinite(numbers[:]).all() for numbers in loop.engine.numbers().values())
    assert np.isfinite(loop.exploitability(zero_sum=True))


@pytest.mark.parametrize("limit", [30_000, 12_000])
def test_subtrees_larger_than_shared_memory(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    device = EmulatedDevice()
    device.shared_limit = limit
    with_device(monkeypatch, device)
    game, rule = make_plan(DEEP).game, RULES["dcfr rising"]
    loops = [Loop(game, engine=engine, rule=rule) for engine in ("cpu", EmulatedEngine.name)]
    for loop in loops:
        loop.run(1)
    assert_close(game, loops, 1e-5)


# Files


def test_files_go_from_one_engine_to_another_and_back(tmp_path: Path) -> None:
    for first, second in ((OTHER, "cpu"), ("cpu", OTHER)):
        solve(TURN, target=0, max_iterations=2, engine=first).save(tmp_path / "file.runout")
        loaded = load(tmp_path / "file.runout", engine=second)
        assert loaded.loop.engine.name == second
        there = loaded.resume(target=0, max_iterations=4)
        there.save(tmp_path / "file.runout")
        back = load(tmp_path / "file.runout", engine=first).resume(target=0, max_iterations=6)
        whole = solve(TURN, target=0, max_iterations=6, engine=first)
        assert back.summary().engine == first
        assert back.summary().ev == pytest.approx(whole.summary().ev, abs=1e-3)


def test_a_file_whose_engine_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    solve(TURN, target=0, max_iterations=2, engine="emulated").save(tmp_path / "file.runout")
    monkeypatch.setattr(EmulatedEngine, "missing", classmethod(lambda _: "no emulation"))
    assert load(tmp_path / "file.runout").loop.engine.name == CpuEngine.name
    with pytest.raises(RunoutError, match="engine emulated: no emulation"):
        load(tmp_path / "file.runout", engine="emulated")


# Which engine runs


def test_without_a_gpu_auto_is_silent_and_cuda_says_what_is_missing() -> None:
    lacking = engine_named("cuda").missing()
    if lacking is None:
        assert checked_choice("cuda") == "cuda"
        return
    assert solve(RIVER, target=0, max_iterations=1).summary().engine == "cpu"
    assert chosen_engine("auto", shape_of(TURN), compress=False) == "cpu"
    with pytest.raises(RunoutError) as error:
        solve(RIVER, target=0, max_iterations=1, engine="cuda")
    assert str(error.value) == f"engine cuda: {lacking}"
    assert "\n" not in lacking


def test_auto_takes_what_is_for_large_games_where_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, cost = shape_of(TURN), EmulatedEngine.cost(shape_of(TURN))
    monkeypatch.setattr(CudaEngine, "missing", classmethod(lambda _: "no GPU here"))

    def chosen() -> list[str]:
        return [chosen_engine("auto", shape, compress=compress) for compress in (False, True)]

    assert chosen() == ["cpu", "cpu"]
    monkeypatch.setattr(engines, "_PAYING", shape.stored_numbers)
    assert chosen() == ["emulated", "emulated"]
    room = Room(cost.bytes - 1, "free on the card")
    monkeypatch.setattr(EmulatedEngine, "room", classmethod(lambda _, *given: room))
    assert chosen() == ["cpu", "emulated"]


# Sources


def test_sources_are_one_text() -> None:
    assert "#include" not in kernel_source()
    assert "atomicAdd" not in kernel_source()  # sums would depend on who comes first


def nvrtc() -> ctypes.CDLL:
    """The compiler of the package index, which needs no GPU."""
    package = find_spec("nvidia.cuda_nvrtc") if find_spec("nvidia") else None
    if package is None or not package.submodule_search_locations:
        assert sys.platform == "darwin", "nvidia-cuda-nvrtc-cu12 is not installed"
        pytest.skip("there is no NVRTC for this system")
    folder = Path(next(iter(package.submodule_search_locations))) / "lib"
    return ctypes.CDLL(str(next(folder.glob("libnvrtc.so.*"))))


def compiled(library: ctypes.CDLL, architecture: str, compress: bool) -> str:
    """What the compiler complains about, and empty if nothing: down to what a GPU runs.

    Numbers for which there are no registers are a complaint, too, if they are more than a few: they
    go through memory.
    """
    options = [*compile_options(compress=compress), f"--gpu-architecture=sm_{architecture}"]
    options.append("--ptxas-options=-v")
    flat = (ctypes.c_char_p * len(options))(*(one.encode() for one in options))
    program = ctypes.c_void_p()
    source = kernel_source().encode()
    assert (
        library.nvrtcCreateProgram(ctypes.byref(program), source, b"kernels.cu", 0, None, None) == 0
    )
    failed = library.nvrtcCompileProgram(program, len(options), flat)
    size = ctypes.c_size_t()
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    library.nvrtcGetCUBINSize(program, ctypes.byref(size))
    library.nvrtcDestroyProgram(ctypes.byref(program))
    text = log.value.decode()
    if not failed and not size.value:
        return "nothing that a GPU runs"
    if failed or "warning" in text:
        return text or f"error {failed}"
    spilled = [int(found) for found in re.findall(r"(\d+) bytes spill stores", text)]
    assert len(spilled) >= KERNELS, text
    return f"{max(spilled)} bytes are spilled" if max(spilled) > MOST_SPILLED else ""


def assert_compiled(wanted: list[tuple[str, bool]]) -> None:
    library = nvrtc()
    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(lambda one: compiled(library, *one), wanted))
    assert dict(zip(wanted, said, strict=True)) == dict.fromkeys(wanted, "")


@without_kernels
def test_sources_compile_for_gpus() -> None:
    assert_compiled([*((one, False) for one in ARCHITECTURES), ("90", True)])


@slow
@without_kernels
def test_sources_of_16_bits_compile_for_gpus() -> None:
    """A dozen seconds more."""
    assert_compiled([(one, True) for one in ARCHITECTURES if one != "90"])
