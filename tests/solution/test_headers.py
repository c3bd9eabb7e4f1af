"""Files whose checksums are right and whose contents are not: one error of ours, and no more."""

import copy
import json
import random
import resource
import struct
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard

from runout import RunoutError, Spot, load, solve
from runout.cli import spots
from runout.errors import DamagedError
from runout.solution import files
from runout.solution.node_locks import lock
from runout.solver.engines import ENGINES
from runout.solver.loop import RULES, Rise, Rule
from tests.engines.plain import PlainEngine
from tests.fuzzing import rounds, seed

RIVER = Spot("KsTd7h4c2s", 100, 300, "99+,AKs", "JJ+,KQs", bets="33% a", raises="60%")
TURN = Spot("Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s:0.25", "JJ,KdQd,J8s", bets="60% a", raises="a")
START = struct.Struct("<8sIII")
MOST = 40_000_000
OURS = (RunoutError, DamagedError)
"""Bytes of Python's memory that reading a bad file may take."""

Header = dict[str, Any]


@pytest.fixture(scope="module", params=["full", "compressed", "small", "locked", "locked small"])
def saved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("headers") / "spot.runout"
    spot = RIVER if request.param in ("full", "locked") else TURN
    solution = solve(spot, target=0, max_iterations=4, compress=request.param == "compressed")
    if "locked" in request.param:
        node = solution.root
        table = np.full((len(node.actions), len(solution.plan.combos[0])), np.nan)
        table[:, :2] = 1 / len(node.actions)
        lock(solution.plan, solution.loop.locks, node.place, table)
        solution.resume(target=0, max_iterations=4)
    solution.save(path, small="small" in request.param)
    return path


def parts(path: Path) -> tuple[Header, bytes]:
    data = path.read_bytes()
    end = START.size + START.unpack_from(data)[2]
    return json.loads(data[START.size : end]), data[end:]


def put(path: Path, text: str | bytes, body: bytes, number: int = 1) -> None:
    """A file with this header, its checksum right."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    start = START.pack(b"\x89RUNOUT\n", number, len(raw), 0)[:-4]
    total = struct.pack("<I", zlib.crc32(raw, zlib.crc32(start)))
    path.write_bytes(start + total + raw + body)


def refused(path: Path, words: str = "") -> str:
    """Load a bad file: our own error that names it, without much memory."""
    tracemalloc.start()
    try:
        with pytest.raises(RunoutError, match=words) as error:
            load(path, threads=1)
        assert tracemalloc.get_traced_memory()[1] < MOST
    finally:
        tracemalloc.stop()
    assert type(error.value) in OURS
    assert str(path) in str(error.value)
    return str(error.value)


def changed(**changes: Any) -> Callable[[Header], None]:  # noqa: ANN401
    return lambda header: header.update(changes)


DEEP = "[" * 100_000 + "]" * 100_000
CASES: list[tuple[Callable[[Header], object], str]] = [
    (changed(chunk_bytes=0), "chunk_bytes 0: a whole number from 8 to"),
    (changed(chunk_bytes=-8), "chunk_bytes -8"),
    (changed(chunk_bytes=2**60), "chunk_bytes"),
    (changed(chunk_bytes="4"), "chunk_bytes '4'"),
    (changed(exploitability=float("nan")), "exploitability nan"),
    (changed(exploitability=float("inf")), "exploitability inf"),
    (changed(rise=["1", "0"]), "rise"),
    (changed(rise=["1", "x", "200"]), r"rise\[1\] 'x'"),
    (changed(rise=["1", "0", "2.5"]), r"rise\[2\]"),
    (changed(rise=["inf", "0", "200"]), "rise alpha inf"),
    (changed(ahead=0.5), r"ahead 0\.5: a text"),
    (changed(ahead="far"), "ahead 'far'"),
    (changed(ahead="1.5"), r"ahead 1\.5: a number from 0 to 1"),
    (changed(ahead="nan"), "ahead nan"),
    (changed(exploitability=-1), "exploitability -1"),
    (changed(exploitability=None), "exploitability None"),
    (changed(exploitability=10**400), "exploitability a whole number of"),
    (changed(iterations=10**30), "iterations"),
    (changed(iterations=1.5), r"iterations 1\.5"),
    (changed(iterations=True), "iterations True"),
    (changed(history=[]), "history: a table is expected, not a list of 0"),
    (changed(history={}), r"history\.curve is missing"),
    (changed(rule=["1"]), "rule: a list of 3 is expected, not a list of 1"),
    (changed(rule=["1.5", "0.5", "nan"]), "rule gamma nan"),
    (changed(rule=["1.5", "0.5", "-inf"]), "rule gamma -inf"),
    (changed(rule=["1e308", "0.5", "2"]), r"rule alpha 1e\+308"),
    (changed(rule=[1.5, 0.5, 2]), r"rule\[0\] 1\.5: a text"),
    (changed(restarts=[5, 4]), "restarts: iterations in ascending order"),
    (changed(spot=5), "spot: a text is expected, not a number"),
    (changed(spot="/dev/zero"), "spot: not TOML|not TOML"),
    (changed(spot="x = " + DEEP), "its header: "),
    (changed(spot="\ud800"), "spot: half of a letter is missing"),
    (changed(version="x" * 1000), "version .* at most 100 letters"),
    (changed(version=None), "version: a text is expected, not null"),
    (changed(game=-1), "game -1"),
    (changed(arrays=[]), "arrays: a table is expected"),
    (changed(arrays={}), "arrays of other sizes"),
    (changed(arrays={"regrets": ["<f4", 4 * 10**12]}), "arrays of other sizes|loading it needs"),
    (changed(arrays={"regrets": ["<f4", 10**30]}), r"arrays\.regrets"),
    (changed(arrays={"regrets": ["O", 3]}), r"arrays\.regrets 'O': <f4, <i2 or <u2"),
    (changed(arrays={"regrets": 3}), r"arrays\.regrets: a list of 2 is expected"),
    (changed(locks={}), "locks: a list is expected, not a table"),
    (changed(locks=[5]), r"locks\[0\]: a table is expected"),
    (changed(locks=[{"place": [0, 0, 0]}]), r"locks\[0\]\.hands is missing"),
    (changed(small=1), "small 1: True or False"),
    (changed(engine=5), "engine: a text is expected, not a number"),
    (changed(engine="x" * 1000), "engine .* at most 100 letters"),
    (changed(layout=None), "layout: a text is expected, not null"),
    (changed(layout="rows"), "stores 'rows'; '(blocks of 16|strategies and values)' is read"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), CASES)
@pytest.mark.parametrize("saved", ["full", "small"], indirect=True)
def test_wrong_fields_are_named(saved: Path, change: Any, words: str, tmp_path: Path) -> None:  # noqa: ANN401
    header, body = parts(saved)
    change(header)
    path = tmp_path / "bad.runout"
    put(path, json.dumps(header), body)
    assert "\n" not in refused(path, words)[:20]


def test_missing_fields_are_named(saved: Path, tmp_path: Path) -> None:
    header, body = parts(saved)
    for name in header.keys() - {"engine", "layout", "rise", "ahead"}:
        put(tmp_path / "b", json.dumps({key: header[key] for key in header if key != name}), body)
        refused(tmp_path / "b", f"damaged \\(its header: {name} is missing")


def test_files_that_name_no_engine(saved: Path, tmp_path: Path) -> None:
    """Older files have neither engine nor layout, and no rule that rises or looks ahead."""
    header, body = parts(saved)
    assert header["engine"] == "cpu"
    for name in ("engine", "layout", "rise", "ahead"):
        del header[name]
    put(tmp_path / "b", json.dumps(header), body)
    assert load(tmp_path / "b").summary() == load(saved).summary()


def test_files_of_other_engines(saved: Path, tmp_path: Path) -> None:
    header, body = parts(saved)
    # What an engine stores says the layout: an engine that stores as ours do may have any name.
    put(tmp_path / "b", json.dumps(header | {"engine": "abacus"}), body)
    assert load(tmp_path / "b").summary().ev == load(saved).summary().ev
    put(tmp_path / "b", json.dumps(header | {"engine": "abacus", "layout": "beads"}), body)
    refused(tmp_path / "b", "with the engine 'abacus'; there is cpu")


@pytest.mark.parametrize("saved", ["full"], indirect=True)
@pytest.mark.parametrize("told", [True, False])
def test_numbers_in_another_layout_are_refused(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, told: bool
) -> None:
    """Those of older files, which do not tell their layout, too."""
    monkeypatch.setitem(ENGINES, PlainEngine.name, PlainEngine)
    header, body = parts(saved)
    if not told:
        del header["engine"], header["layout"]
    put(tmp_path / "b", json.dumps(header), body)
    with pytest.raises(RunoutError, match="stores 'blocks of 16'; 'place by place' is read"):
        load(tmp_path / "b", engine=PlainEngine.name)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (("of",), r"locks\[0\]\.of"),
        (("hands",), r"locks\[0\]\.hands"),
        (("hands", 0), r"locks\[0\]\.hands"),
        (("place",), r"locks\[0\]\.place"),
        (("place", 0), r"locks\[0\]\.place\[0\]"),
        (("place", 1), r"locks\[0\]\.place\[1\]"),
        (("place", 2), r"locks\[0\]\.place\[2\]"),
        (("probabilities",), r"locks\[0\]\.probabilities"),
        (("probabilities", 0), r"locks\[0\]\.probabilities"),
        (("probabilities", 0, 0), r"locks\[0\]\.probabilities"),
    ],
)
@pytest.mark.parametrize("saved", ["locked", "locked small"], indirect=True)
def test_wrong_locks_are_named(saved: Path, place: Any, words: str, tmp_path: Path) -> None:  # noqa: ANN401
    header, body = parts(saved)
    values: list[Any] = [10**9, -1, 10**400, float("nan"), None, "x", [], {}, [1, 0], [[]], 0.3]
    for value in values:
        bad = copy.deepcopy(header)
        target: Any = bad["locks"][0]
        for step in place[:-1]:
            target = target[step]
        target[place[-1]] = value
        put(tmp_path / "a", json.dumps(bad), body)
        refused(tmp_path / "a", words)
    header["locks"] *= 2
    put(tmp_path / "a", json.dumps(header), body)
    refused(tmp_path / "a", r"locks\[1\]\.place: it has a lock already")


@pytest.mark.parametrize("text", [
    "", "null", "[]", "5", "{", DEEP, '{"a":' * 50_000, "9" * 5000, b"\xff\xfe", '{"version": 5}',
])  # fmt: skip
def test_headers_that_are_none(text: str | bytes, tmp_path: Path) -> None:
    for number in (0, 1, 9):
        put(tmp_path / "a", text, b"", number)
        refused(tmp_path / "a", "the file is damaged .its header: ")


def test_lengths_that_are_not_there(tmp_path: Path) -> None:
    start = START.pack(b"\x89RUNOUT\n", 1, 2**32 - 1, 0)
    (tmp_path / "a").write_bytes(start + b"{}")
    refused(tmp_path / "a", "cut off")


def mutated(value: Any, rng: random.Random) -> Any:  # noqa: ANN401
    """A value of JSON with one thing changed somewhere in it."""
    if isinstance(value, (dict, list)) and value and rng.random() < 0.75:
        found = copy.copy(value)
        key: Any = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        if rng.random() < 0.15:
            del found[key]
        else:
            found[key] = mutated(value[key], rng)
        return found
    return rng.choice(
        [
            None, True, False, 0, 1, -1, 2, 3, 7.5, 2**31, 2**32, 2**63, 10**18, 10**400, 1e308,
            -1e308, float("nan"), float("inf"), -float("inf"), "", "x", "inf", "nan", "<f8", "\0",
            "\ud800", "[[range]]", "é" * 100, [], {}, [[]], [0], [0, 0, 0], [None] * 3, {"": 0},
            [0.5] * 1000, [[[[[[]]]]]], "board = 5\n", "a" * 100_000, value, [value], {"a": value},
        ]
    )  # fmt: skip


def test_mutated_headers(saved: Path, tmp_path: Path) -> None:
    """Either it loads, and says something sensible, or it is refused."""
    header, body = parts(saved)
    rng, path = random.Random(seed(11)), tmp_path / "bad.runout"
    bad = 0
    for _ in range(rounds(60)):
        found = mutated(header, rng)
        if isinstance(found, dict) and isinstance(found.get("spot"), str) and rng.random() < 0.2:
            text = found["spot"]
            first = rng.randrange(len(text) + 1)
            found = {
                **found,
                "spot": text[:first] + rng.choice(["9", "=", "[", "a", ""]) + text[first + 1 :],
            }
        put(path, json.dumps(found), body)
        bad += not outcome(path)
    assert bad


def outcome(path: Path) -> bool:
    """Whether a file loads; what it says then is finite. Whatever is refused is refused by us."""
    try:
        solution = load(path, threads=1)
    except RunoutError as error:
        assert type(error) in OURS
        assert str(path) in str(error)
        return False
    summary = solution.summary()
    numbers = (*summary.ev, *summary.equity, *summary.frequencies, summary.exploitability)
    assert np.isfinite(numbers).all()
    return True


def test_mutated_bodies(saved: Path, tmp_path: Path) -> None:
    """Bytes changed, cut and doubled, with checksums that fit."""
    header, body = parts(saved)
    rng, path = random.Random(seed(12)), tmp_path / "bad.runout"
    text = json.dumps(header)
    chunks = list(split(body))
    for _ in range(rounds(40)):
        found = [bytearray(frame) for frame in chunks]
        number = rng.randrange(len(found))
        frame, way = found[number], rng.randrange(5)
        if way == 0:
            frame[rng.randrange(min(24, len(frame)))] ^= 1 << rng.randrange(8)
        elif way == 1:
            del frame[rng.randrange(len(frame)) :]
        elif way == 2:
            frame += rng.randbytes(rng.choice([1, 9, 1000]))
        elif way == 3:
            found[number] = bytearray(rng.randbytes(rng.randrange(40)))
        else:
            found.insert(number, frame)
        put(path, text, joined(found))
        outcome(path)


def split(body: bytes) -> Any:  # noqa: ANN401
    while body:
        length = struct.unpack_from("<I", body)[0]
        yield body[8 : 8 + length]
        body = body[8 + length :]


def joined(frames: Any) -> bytes:  # noqa: ANN401
    return b"".join(
        struct.pack("<II", len(frame), zlib.crc32(frame, number)) + frame
        for number, frame in enumerate(frames)
    )


def frame_claiming(size: int) -> bytes:
    """A frame of one byte that says it holds so many."""
    return b"\x28\xb5\x2f\xfd" + bytes([0b11100000]) + struct.pack("<Q", size) + b"\x0b\x00\x00\x00"


def test_bombs(saved: Path, tmp_path: Path) -> None:
    """Frames that hold more than they should, or say so, are not unpacked."""
    header, body = parts(saved)
    text, frames = json.dumps(header), list(split(body))
    packed = zstandard.ZstdCompressor().compress(bytes(300_000_000))
    unsized = zstandard.ZstdCompressor(write_content_size=False).compress(bytes(100))
    for bad in (packed, frame_claiming(2**62), frame_claiming(2**31), unsized, b"", frames[0] * 2):
        put(tmp_path / "a", text, joined([bad, *frames[1:]]))
        refused(tmp_path / "a", "damaged .chunk 0")


@pytest.mark.parametrize("saved", ["full"], indirect=True)
@pytest.mark.parametrize("number", [np.nan, np.inf, 3e38])
def test_numbers_that_are_none(saved: Path, number: float, tmp_path: Path) -> None:
    header, body = parts(saved)
    frames = list(split(body))
    values = np.full(header["arrays"]["regrets"][1], number, dtype=np.float32)
    raw = values.view(np.uint8).reshape(-1, 4).T.tobytes()
    put(tmp_path / "a", json.dumps(header), joined([zstandard.compress(raw), *frames[1:]]))
    refused(tmp_path / "a", "chunk 0: its numbers")


def test_a_great_spot_in_a_short_file(tmp_path: Path, saved: Path) -> None:
    """A header alone does not make us take memory for what is not in the file."""
    header, body = parts(saved)
    great = Spot("Td9d6h", 200, 900, "22+,A2s+,KTo+", "22+,A2s+,KTo+", bets="60% a", raises="60%")
    header["spot"] = great.to_toml()
    header["arrays"] = {"regrets": ["<f4", 10**9], "averages": ["<f4", 10**9]}
    put(tmp_path / "a", json.dumps(header), body)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(RunoutError):
        load(tmp_path / "a")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000  # kB


def test_the_command_line_reads_the_same(saved: Path, tmp_path: Path) -> None:
    header, body = parts(saved)
    assert spots.read_question(str(saved)).compress == header["compress"]
    for change in ({"compress": None}, {"spot": "x = " + DEEP}, {"spot": "x = 5"}):
        put(tmp_path / "a", json.dumps(header | change), body)
        with pytest.raises(RunoutError, match=r"the file is damaged .its header: "):
            spots.read_question(str(tmp_path / "a"))


def test_rules_that_cannot_be_followed() -> None:
    for powers in (
        (float("nan"), 0, 2),
        (1.5, 0, -1),
        (1.5, 0, float("inf")),
        (1e9, 0, 2),
        ("1", 0, 2),
    ):
        with pytest.raises(RunoutError, match=r"rule (alpha|gamma)"):
            Rule(*powers)
    with pytest.raises(RunoutError, match="ascending"):
        Rule(1.5, 0, 2, (4, 4))
    for rise in ((float("inf"), 0, 200), (1, "0", 200), (1, 0, 0), (1, 0, 2.5)):
        with pytest.raises(RunoutError, match="rule rise"):
            Rise(*rise)
    with pytest.raises(RunoutError, match="rule alpha"):
        Rule(float("inf"), 0, 2, rise=Rise(1, 0, 200))
    for ahead in (-0.1, 1.1, float("nan"), "1"):
        with pytest.raises(RunoutError, match="rule ahead"):
            Rule(1.5, 0, 2, ahead=ahead)  # type: ignore[arg-type]
    with pytest.raises(RunoutError, match="a Rise is expected"):
        Rule(1.5, 0, 2, rise=200)  # type: ignore[arg-type]
    for rule in RULES.values():
        for iteration in (0, 1, 1000, 10**12):
            assert 0 <= rule.discount(iteration).average <= 1


def test_a_rise_ends_at_the_powers_of_the_rule() -> None:
    rising = Rule(2.0, 0.5, 5.0, rise=Rise(1.0, 0.0, 200))
    assert rising.discount(50) == Rule(1.25, 0.125, 5.0).discount(50)
    for iteration in (200, 201, 10_000):
        assert rising.discount(iteration) == Rule(2.0, 0.5, 5.0).discount(iteration)


def test_what_cannot_be_read_is_not_written(tmp_path: Path) -> None:
    solution = solve(RIVER, max_iterations=1)
    solution.root.cache.publish(float("nan"), solution.history)
    with pytest.raises(RunoutError, match="the solution cannot be saved: "):
        solution.save(tmp_path / "a")
    assert not list(tmp_path.iterdir())
    assert files.FORMAT == 1
