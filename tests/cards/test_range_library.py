"""Named ranges: where they are looked up, what they are made of, how they are kept."""

import json
import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runout import NotationError, Range, RangeLibrary, RunoutError, equity
from runout.combos import CLASS_NAMES, COMBOS
from runout.ranges.postflop_json import postflop_json, read_postflop_json
from runout.ranges.shelf import checked_name
from tests.oracles import ranges as oracle

if TYPE_CHECKING:
    from collections.abc import Callable

LIBRARY = RangeLibrary()


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNOUT_RANGES", str(tmp_path / "user"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


def near(**ranges: str) -> None:
    """Write ranges to a file of ./ranges/."""
    _write(Path("ranges"), "mine.toml", ranges)


def far(**ranges: str) -> None:
    """Write ranges to a file of the configuration folder."""
    _write(Path(os.environ["RUNOUT_RANGES"]), "yours.toml", ranges)


def _write(folder: Path, name: str, ranges: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    text = "\n".join(f"{key} = '{value}'" for key, value in ranges.items())
    (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("@btn", "22+, AKs:0.5"),
        ("@btn, AA:0.5", "22+, AKs:0.5, AA:0.5"),
        ("AA:0.5, @btn", "22+, AKs:0.5"),
        ("AA:0.5 @btn 76s", "22+, AKs:0.5, 76s"),
        ("@btn:0.5", "22+:0.5, AKs:0.25"),
        ("@btn@50", "22+:0.5, AKs:0.25"),
        ("@btn @50", "22+:0.5, AKs:0.25"),
        ("0.5(@btn)", "22+:0.5, AKs:0.25"),
        ("[50]@btn, 76s[/50]", "22+:0.5, AKs:0.25, 76s:0.5"),
        ("@btn, !AKs", "22+"),
        ("22+, AK, !@btn", "AKo"),
        ("! @btn", ""),
        ("AA:0.5 | @btn", "22+, AKs:0.5"),
        ("@btn;@6max.sb-open_2", "22+, AKs:0.5, 72o"),
        ("@both", "22+, AKs:0.5, 72o:0.5"),
        ("@both:0", ""),
        ("@btn:0.5, @btn", "22+, AKs:0.5"),
        ("AA@0.5, @btn:1", "22+, AKs:0.5"),
    ],
)
def test_names_stand_for_ranges(text: str, same: str) -> None:
    far(btn="22+, AKs:0.5", both="@btn, @6max.sb-open_2:0.5")
    near(**{"6max.sb-open_2": "72o"})
    assert Range(text) == Range(same)


def test_the_nearer_folder_wins() -> None:
    far(btn="AA", other="KK", made="@btn")
    assert Range("@btn") == Range("AA")
    near(btn="QQ")
    assert Range("@btn") == Range("@made") == LIBRARY["btn"] == LIBRARY["@btn"] == Range("QQ")
    assert list(LIBRARY) == ["btn", "other", "made"]
    assert len(LIBRARY) == 3
    assert "btn" in LIBRARY
    assert "nope" not in LIBRARY
    assert [str(one.entry.file.name) for one in LIBRARY.listed()] == ["mine.toml"] + 2 * [
        "yours.toml"
    ]
    assert Range(["@btn", "72o"]) == Range({"@btn": 1, "72o": 1}) == Range("QQ,72o")
    assert ("@btn" | Range("AA")) == Range("QQ,AA")


def test_what_is_farther_away_is_not_even_read() -> None:
    near(btn="QQ")
    far(broken="' = ")
    assert Range("@btn") == Range("QQ")
    with pytest.raises(RunoutError, match=r"ranges '.*yours.toml': not TOML"):
        Range("@other")


def test_tables_make_names_with_dots() -> None:
    Path("ranges").mkdir()
    text = "[sixmax]\nbtn = 'AA'\n[sixmax.deep]\nsb = 'KK'\n"
    Path("ranges/a.toml").write_text(text + "['x']\n'y.z' = 'QQ'", encoding="utf-8")
    assert list(LIBRARY) == ["sixmax.btn", "sixmax.deep.sb", "x.y.z"]
    assert Range("@sixmax.btn, @sixmax.deep.sb, @x.y.z") == Range("QQ+")


@pytest.mark.parametrize(
    ("text", "part", "said"),
    [
        ("AA, @btn_opne", "@btn_opne", r"did you mean @btn_open\? \(it has @bb, @btn_open"),
        ("@BTN_OPEN", "@BTN_OPEN", r"did you mean @btn_open\?"),
        ("@zzz", "@zzz", "is not in the library, which has @bb, @btn_open, @circle"),
        ("@circle", "@other_way", "leads back to itself"),
        ("@50", "@50", "a name is letters, digits"),
        ("AA, @", "@", "names no range of the library"),
        ("AA, @-x", "@-x", "names no range of the library"),
        ("AA@btn_open", "AA@btn_open", "no number after '@'"),
        ("AA:@bb", "AA:@bb", "no number after ':'"),
        ("!@bb:0.5", "!@bb:0.5", "an excluded hand is gone"),
        ("@bb:1.5", "@bb:1.5", "outside 0 to 1"),
        ("@bb-@btn_open", "-@btn_open", "a dash that belongs to no run"),
        ("@bb.", ".", "is not a hand"),
        ("@tiny:1e-300", "@tiny:1e-300", "too small"),
        ("@../../etc/passwd", "@../../etc/passwd", "names no range"),
        ("@" + "x" * 200, "@" + "x" * 200, "a name is letters"),
    ],
)
def test_what_is_no_name_is_refused(text: str, part: str, said: str) -> None:
    near(btn_open="22+", bb="AA", circle="@other_way", other_way="KK, @circle", tiny="AA:1e-100")
    with pytest.raises(NotationError, match=said) as caught:
        Range(text)
    error = caught.value
    if "circle" not in text:
        assert error.text[error.span.start : error.span.end] == part
        assert error.text == text


def test_an_empty_library_says_how_to_fill_it() -> None:
    with pytest.raises(NotationError, match=r"which is empty \(runout ranges save NAME TEXT"):
        Range("@btn")


def test_errors_of_a_file_name_it_and_point_into_it() -> None:
    near(outer="AA, @inner", inner="KK, AKx:0.5")
    with pytest.raises(NotationError) as caught:
        Range("@outer, 22")
    said = str(caught.value)
    assert said.startswith("range @inner of 'ranges/mine.toml' 'KK, AKx:0.5': 'AKx' is not a hand")
    assert said.endswith("  KK, AKx:0.5\n      ^^^")


def test_circles_are_told_whole() -> None:
    near(a="@b", b="AA, @c", c="@a", d="@d")
    with pytest.raises(NotationError, match="@a → @b → @c → @a"):
        Range("@a")
    with pytest.raises(NotationError, match="@d → @d"):
        Range("@d")


def test_many_ways_to_one_name_take_no_time() -> None:
    names: dict[str, str] = {"n0": "AA", "m0": "KK"}
    for depth in range(1, 28):
        names[f"n{depth}"] = names[f"m{depth}"] = f"@n{depth - 1}, @m{depth - 1}"
    near(**names)
    assert Range("@n27") == Range("KK+")


def test_names_behind_names_end_somewhere() -> None:
    near(**{f"n{depth}": f"@n{depth + 1}" for depth in range(500)}, n500="AA")
    assert Range("@n480") == Range("AA")
    with pytest.raises(NotationError, match="behind 30 other names"):
        Range("@n0")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("btn = ", "ranges 'ranges/a.toml': not TOML"),
        ("btn = 5", "btn is 5, but a range is a text"),
        ("btn = ['AA']", "but a range is a text"),
        ("'bad name' = 'AA'", "name 'bad name': a name is letters"),
        ("'../x' = 'AA'", "a name is letters"),
        ("'50' = 'AA'", "a name is letters"),
        ("a.b = 'AA'\n'a.b' = 'KK'", "a.b is there twice"),
        ("a" + ".a" * 17 + " = 'AA'", "too many parts"),
        ("x = " + "[" * 5000, "nested too deeply"),
        ("# " + "x" * 2_000_001, "longer than 2,000,000 characters"),
        ("\udcff", "not text in UTF-8"),
    ],
)
def test_files_that_say_something_else_are_refused(content: str, said: str) -> None:
    Path("ranges").mkdir()
    Path("ranges/a.toml").write_bytes(content.encode("utf-8", "surrogateescape"))
    for ask in (lambda: Range("@btn"), lambda: list(LIBRARY), lambda: LIBRARY["btn"]):
        with pytest.raises(RunoutError, match=said):
            ask()


def test_a_name_in_two_files_of_a_folder_is_refused() -> None:
    near(btn="AA")
    _write(Path("ranges"), "other.toml", {"btn": "KK"})
    with pytest.raises(RunoutError, match=r"ranges/other.toml': btn is there also in .*mine.toml"):
        Range("@btn")


def test_other_files_of_the_folder_are_left_alone() -> None:
    near(btn="AA")
    Path("ranges/notes.txt").write_text("btn = ")
    Path("ranges/.hidden.toml").write_text("btn = ")
    Path("ranges/sub.toml").mkdir()
    os.mkfifo("ranges/pipe.toml")
    Path("ranges/gone.toml").symlink_to("nowhere")
    Path("ranges/circle.toml").symlink_to("circle.toml")
    assert Range("@btn") == Range("AA")


def test_a_file_called_ranges_is_no_library() -> None:
    Path("ranges").write_text("btn = 'AA'")
    with pytest.raises(NotationError, match="which is empty"):
        Range("@btn")
    with pytest.raises(RunoutError, match="ranges 'ranges': cannot be made"):
        LIBRARY.save("btn", "AA", here=True)


def test_the_usual_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RUNOUT_RANGES")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))
    monkeypatch.setenv("HOME", str(tmp_path))
    saved = LIBRARY.save("btn", "AA")
    assert tmp_path in saved.parents
    assert saved.parts[-3:] == ("runout", "ranges", "saved.toml")
    assert Range("@btn") == Range("AA")


# Saving


def test_what_is_saved_is_there() -> None:
    assert LIBRARY.save("bluffs", "76s").name == "saved.toml"
    file = LIBRARY.save("btn", "22+,\n  @bluffs:0.5")
    LIBRARY.save("six-max.sb", Range("AA:0.25"), here=True)
    LIBRARY.save("@table", {"QQ+": 0.5})
    assert Range("@btn, @six-max.sb") == Range("22+,76s:0.5,AA:0.25")
    assert LIBRARY["table"] == Range("QQ+:0.5")
    assert LIBRARY.entries()["btn"].text == "22+, @bluffs:0.5"
    assert file.read_text().startswith("# Written by")
    assert [path.name for path in Path("ranges").iterdir()] == ["saved.toml"]


def test_nothing_is_overwritten_unless_told() -> None:
    file = LIBRARY.save("btn", "AA")
    before = file.read_bytes()
    with pytest.raises(RunoutError, match=r"@btn: it is in .*saved.toml' \(--force replaces it"):
        LIBRARY.save("btn", "KK")
    with pytest.raises(RunoutError, match="@btn: it is in"):
        LIBRARY.save_all({"new": "KK", "btn": "KK"})
    assert file.read_bytes() == before  # all of them or none
    LIBRARY.save("btn", "KK", force=True)
    assert Range("@btn") == Range("KK")
    LIBRARY.save("btn", "QQ", here=True)
    assert Range("@btn") == Range("QQ")


def test_files_of_ones_own_are_never_written() -> None:
    near(btn="AA")
    before = Path("ranges/mine.toml").read_bytes()
    own = r"mine.toml', a file of your own; change it there"
    with pytest.raises(RunoutError, match=own):
        LIBRARY.save("btn", "KK", here=True, force=True)
    with pytest.raises(RunoutError, match=own):
        LIBRARY.delete("btn")
    LIBRARY.save("other", "KK", here=True)
    assert Path("ranges/mine.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("name", "hands", "said"),
    [
        ("btn", "AKx", "range @btn 'AKx': 'AKx' is not a hand"),
        ("btn", "", "range @btn: it is empty"),
        ("btn", "!AA", "range @btn: it is empty"),
        ("btn", "@nope", "is not in the library"),
        ("btn", "AA, @btn", "leads back to itself: @btn → @btn"),
        ("old", "@uses_old", "leads back to itself"),
        ("btn", 5, "range 5"),
        ("../up", "AA", "name '../up': a name is letters"),
        ("a/b", "AA", "name 'a/b'"),
        ("", "AA", "name ''"),
        (".", "AA", "name '.'"),
        ("a..b", "AA", "name 'a..b'"),
        (".a", "AA", "name '.a'"),
        ("-a", "AA", "name '-a'"),
        ("50", "AA", "name '50'"),
        ("a b", "AA", "name 'a b'"),
        ("a\n", "AA", "name 'a"),
        ("\0", "AA", "name"),
        ("\ud800", "AA", "name"),
        ("x" * 101, "AA", "name"),
        (None, "AA", "name None"),
        (5, "AA", "name 5"),
    ],
)
def test_what_could_not_be_read_again_is_not_saved(name: Any, hands: Any, said: str) -> None:  # noqa: ANN401
    LIBRARY.save("old", "AA")
    file = LIBRARY.save("uses_old", "@old")
    before = file.read_bytes()
    with pytest.raises(RunoutError, match=said):
        LIBRARY.save(name, hands, force=True)
    assert file.read_bytes() == before


def test_deleting() -> None:
    LIBRARY.save_all({"a": "AA", "b": "@a, KK", "c": "QQ"})
    LIBRARY.save("c", "JJ", here=True)
    with pytest.raises(RunoutError, match="range @a: @b would miss it"):
        LIBRARY.delete("a")
    with pytest.raises(RunoutError, match="range @d: it is not in the library"):
        LIBRARY.delete("d")
    LIBRARY.delete("c")
    assert Range("@c") == Range("QQ")
    LIBRARY.delete("c")
    LIBRARY.delete("a", force=True)
    assert list(LIBRARY) == ["b"]
    listed = LIBRARY.to_dict()["ranges"]
    assert "'@a' is not in the library" in listed[0]["error"]  # told, and the rest is listed


def test_one_name_in_two_spellings_is_one() -> None:
    decomposed, composed = "e\u0301tude", "\u00e9tude"
    LIBRARY.save(decomposed, "AA")
    assert Range(f"@{composed}") == Range(f"@{decomposed}") == Range("AA")
    with pytest.raises(RunoutError, match="it is in"):
        LIBRARY.save(composed, "KK")


def test_saving_at_once_loses_nothing() -> None:
    names = [f"range_{number}" for number in range(24)]

    def work(name: str) -> int:
        RangeLibrary().save(name, "AA")
        return len(Range(f"@{name}"))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, names)) == [6] * 24
    assert sorted(LIBRARY) == sorted(names)


def test_readers_see_the_old_or_the_new_whole() -> None:
    LIBRARY.save("btn", "AA")
    seen: set[Range] = set()

    def read(_: int) -> None:
        for _ in range(20):
            seen.add(Range("@btn"))

    def write(number: int) -> None:
        for _ in range(10):
            LIBRARY.save("btn", "KK" if number else "AA", force=True)

    with ThreadPoolExecutor(6) as pool:
        jobs = [*pool.map(read, range(4)), *pool.map(write, range(2))]
    assert jobs == [None] * 6
    assert seen <= {Range("AA"), Range("KK")}


def test_equity_of_named_ranges() -> None:
    near(btn="QQ+", bb="AKs:0.5, JJ")
    named = equity("@btn", "@bb, !AhKh", board="2c 3c 4d 5d")
    spelled = equity("QQ+", "AKs:0.5, JJ, !AhKh", board="2c 3c 4d 5d")
    assert [player.equity for player in named.players] == [
        player.equity for player in spelled.players
    ]


NAMES = {"one": "22+:0.5, AKs", "two": "A2s+:0.25, 77", "three": "@one, @two:0.5, !99"}
TOKENS = st.sampled_from(
    ["AA", "77:0.5", "A5s", "QQ+:0.25", "!22", "!AKs", *map("@{}".format, NAMES)]
)


def _spelled(token: str) -> str:
    """A name as the hands it stands for, each with its weight."""
    if "@" not in token:
        return token
    hands = Range(NAMES_SPELLED[token.strip("!@")])
    words = [f"{combo}:{weight!r}" for combo, weight in hands]
    return ",".join("!" + word.split(":")[0] for word in words) if "!" in token else ",".join(words)


NAMES_SPELLED = NAMES | {"three": "22+:0.5, AKs, A2s+:0.125, 77:0.5, !99"}


@given(st.lists(st.tuples(TOKENS, st.booleans(), st.booleans()), max_size=6))
def test_names_are_the_hands_they_stand_for(tokens: list[tuple[str, bool, bool]]) -> None:
    _write(Path("ranges"), "mine.toml", NAMES)
    named, spelled = [], []
    for token, halved, excluded in tokens:
        name = "@" in token
        word = f"!{token}" if name and excluded else token
        half = halved and "!" not in word
        named.append(f"0.5({word})" if half else word)
        spelled.append(f"0.5({_spelled(word)})" if half else _spelled(word))
    assert Range(", ".join(named)) == Range(", ".join(spelled))


# JSON of WASM Postflop


def _export(*ranges: tuple[list[str], str]) -> str:
    data = [{"path": path, "isGroup": False, "value": value} for path, value in ranges]
    return json.dumps({"version": 2, "name": "ranges", "data": data})


def test_the_reference_export() -> None:
    text = (Path(__file__).parents[1] / "data" / "wasm_postflop_ranges.json").read_text()
    found = read_postflop_json(text, "file")
    assert list(found) == ["6-max.BTN_open", "6-max.BB_call", "AA_only"]
    assert found["AA_only"] == Range("AA")
    assert found["6-max.BB_call"]["JJ"] == 0.75
    assert found["6-max.BB_call"].combos == 209
    assert read_postflop_json(postflop_json(found), "file") == found


WORDS = st.sampled_from([*CLASS_NAMES[:40], "22+", "A2s+", "KTo+", "JJ-22", "A5s-A2s", "AhKh"])
WEIGHTS = st.sampled_from(["", ":0.5", ":1", ":0.25", ":.125", ":0"])


@given(st.lists(st.tuples(WORDS, WEIGHTS), max_size=8))
def test_of_two_words_for_a_hand_the_first_counts(tokens: list[tuple[str, str]]) -> None:
    text = ",".join(word + weight for word, weight in tokens)
    read = read_postflop_json(_export((["x"], text)), "file")["x"]
    hands = {frozenset(map(str, combo)): weight for combo, weight in read}
    assert hands == oracle.read_first(tokens)


def test_random_ranges_come_back_from_json() -> None:
    rng = random.Random(3)
    for _ in range(3):
        ranges = {}
        for number in range(rng.randrange(1, 4)):
            weights = np.array([rng.choice([0, 0, 1, 0.5, rng.random()]) for _ in range(COMBOS)])
            if rng.random() < 0.5:
                weights = Range(weights).grid().ravel()[np.arange(COMBOS) % 169]
            ranges[rng.choice(["", "group.", "a.b."]) + f"range_{number}"] = Range(weights)
        assert read_postflop_json(postflop_json(ranges), "file") == ranges


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "file: not JSON"),
        ("[" * 100_000, "file: not JSON"),
        ("[]", "no list 'data'"),
        ("{}", "no list 'data'"),
        ('{"data": {}}', "no list 'data'"),
        ('{"version": 2, "name": "configurations", "data": []}', "name 'configurations'"),
        ('{"version": 1, "name": "ranges", "data": []}', "version 1"),
        ('{"version": 2, "name": "ranges", "data": [5]}', "a path such as"),
        ('{"version": 2, "name": "ranges", "data": [{"path": []}]}', "a path such as"),
        ('{"version": 2, "name": "ranges", "data": [{"path": [5]}]}', "a path such as"),
        ('{"version": 2, "name": "ranges", "data": [{"path": ["x"]}]}', "not the text of a range"),
        (_export((["x"], "AA,AKx")), "file: range 'x' 'AA,AKx': 'AKx' is not a hand"),
        (_export((["g", "x"], "@btn")), "file: range 'g / x' '@btn': '@btn' stands for a range"),
        (_export((["x y"], "AA"), (["x_y"], "KK")), "would be called x_y, as another one"),
        (_export((["..", "/"], "AA")), "a name is letters"),
    ],
)
def test_other_json_is_refused(text: str, said: str) -> None:
    with pytest.raises(RunoutError, match=said):
        read_postflop_json(text, "file")


@pytest.mark.parametrize("name", ["btn", "@btn", "6max", "a.b.c", "x-1_y", "é", "按钮"])
def test_names(name: str) -> None:
    assert checked_name(name) == name.removeprefix("@")


def test_odd_values() -> None:
    asks: list[Callable[[Any], object]] = [
        LIBRARY.__getitem__,
        LIBRARY.__contains__,
        LIBRARY.delete,
        lambda odd: LIBRARY.save("x", "AA", here=odd),
        lambda odd: LIBRARY.save("x", "AA", force=odd),
    ]
    for ask in asks:
        for odd in (None, 5, b"x", [], {}, "", "\0", 2.5, object()):
            with pytest.raises(RunoutError):
                ask(odd)
    assert not LIBRARY
    assert repr(LIBRARY) == "RangeLibrary()"


def test_a_name_is_looked_up_each_time() -> None:
    for hands in ("AA", "KK,QQ:0.5", "AA"):
        LIBRARY.save("changing", hands, force=True)
        assert Range("@changing") == Range(hands)
        assert Range("@changing,22") == Range(f"{hands},22")
