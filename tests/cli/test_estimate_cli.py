"""`runout estimate` and `runout tree`: what a solve will take, and what does not fit."""

import json
from pathlib import Path

import pytest

from runout import Spot
from runout.solver.estimate import outlook
from runout.words import seconds_text
from tests.cli.conftest import Ran


def test_estimate(run: Ran, river: Path) -> None:
    size = Spot.from_toml(river).estimate()
    out, err = run("estimate", "river.toml")
    assert f"{size.stored_numbers:,}" in out
    assert "with --compress" in out
    assert err == ""
    found = json.loads(run("estimate", "river.toml", "--json")[0])
    wanted = outlook(Spot.from_toml(river)).to_dict()
    assert found["free_bytes"] > 0
    assert {**found, "free_bytes": wanted["free_bytes"]} == wanted
    assert size.to_dict().items() <= found.items()
    # What is printed is that data, and nothing else.
    assert f"oop {found['hands']['oop']}, ip {found['hands']['ip']}" in out
    assert f"{found['pot']}, {found['stack']}" in out
    assert f"about {seconds_text(found['seconds'])} on {found['cores']} core" in out
    assert f"({found['iterations']} iterations)" in out
    assert "abacus" in run("estimate", "river.toml", "--engine", "abacus", code=2)[1]


def test_an_estimate_says_what_does_not_fit(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del river
    monkeypatch.setenv("RUNOUT_MEMORY", "1MB")
    found = json.loads(run("estimate", "river.toml", "--json")[0])
    assert not found["fits"]
    assert found["refusal"] in " ".join(run("estimate", "river.toml")[0].split())


def test_a_limit_of_memory(run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del river
    assert "1 MB of memory is allowed" in run("solve", "river.toml", "--memory", "1MB", code=2)[1]
    bad = run("solve", "river.toml", "--memory", "much", code=2)[1]
    assert "memory 'much': bytes, or a size such as '8GB'" in " ".join(bad.split())
    monkeypatch.setenv("RUNOUT_MEMORY", "100MB")
    assert "(100 MB allowed)" in run("solve", "river.toml", "--max-iterations", "1")[1]
    assert "of 100 MB allowed" in run("estimate", "river.toml")[0]


def test_what_does_not_fit_is_refused_with_advice(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del river
    monkeypatch.setattr("runout.memory.free_memory", lambda: 1_000_000)
    message = run("solve", "river.toml", code=2)[1]
    assert "1 MB of memory is free" in message
    assert "compress=True would save" in message
    assert "of memory is free" in run("estimate", "river.toml")[0]


def test_the_tree_is_shown_before_solving(run: Ran, river: Path) -> None:
    out, _ = run("tree", str(river))
    assert "oop bet 50  50 %  from bet 50%" in out
    out, err = run("tree", str(river), "x / bet 50%", "--depth", "1", "--json", "--html", "a.html")
    assert json.loads(out)["start"]["line"] == "check / bet 50"
    assert "a.html written" in err
    assert "<details" in Path("a.html").read_text() or "oop" in Path("a.html").read_text()
    _, err = run("tree", str(river), "--html", "a.png", code=2)
    assert "--html 'a.png': name a file that ends in .html" in err
    _, err = run("tree", str(river), "bet 49", code=2)
    assert "'bet 49' is not one of the actions here" in err
