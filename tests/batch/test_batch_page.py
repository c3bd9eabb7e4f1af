"""The page of a batch: its numbers are the report's, and it asks nothing of anybody."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from runout import batch
from runout.batch.batch_page import batch_page
from runout.combos import CLASS_NAMES
from tests.batch.conftest import BOARDS
from tests.headless import browsed

if TYPE_CHECKING:
    from pathlib import Path


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r"id='data'>(.*?)</script>", page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_its_numbers_are_those_of_the_reports(rivers: Path) -> None:
    data = data_of(batch_page(rivers))
    assert [one["line"] for one in data["lines"]] == ["", "check", "check / bet 10"]
    assert data["boards"]["board"] == BOARDS
    for one in data["lines"]:
        report = batch.report(rivers, one["line"])
        assert [action["name"] for action in one["actions"]] == list(report.actions)
        columns = one["columns"]
        for name in ("ev_oop", "equity_ip", "eqr_ip"):
            assert columns[name] == pytest.approx(report.boards[name].to_list(), abs=2e-3)
        for n, action in enumerate(report.actions):
            assert columns[f"often{n}"] == pytest.approx(report.boards[action].to_list(), abs=1e-4)
            worth = report.boards[f"EV {action}"].to_list()
            assert columns[f"worth{n}"] == pytest.approx(worth, abs=2e-3)


def test_its_grids_are_those_of_the_first_line(rivers: Path) -> None:
    grid = data_of(batch_page(rivers, ["check"]))["grid"]
    assert (grid["line"], grid["player"]) == ("", "oop")
    packed = gzip.decompress(base64.b64decode(grid["bytes"]))
    each = 1 + len(grid["actions"])
    assert len(packed) == len(BOARDS) * 169 * each
    rows = batch.open(rivers).classes.to_dicts()
    seen = 0
    for row in rows:
        if row["line"] == "" and row["player"] == "oop":
            at = (BOARDS.index(row["board"]) * 169 + CLASS_NAMES.index(row["of"])) * each
            number = [action["name"] for action in grid["actions"]].index(row["label"])
            assert packed[at] == 100  # whole classes are in the range
            assert packed[at + 1 + number] == pytest.approx(100 * row["frequency"], abs=0.51)
            seen += 1
    assert seen == 3 * sum(1 for i in range(0, len(packed), each) if packed[i])


def test_it_asks_nothing_of_other_machines(rivers: Path) -> None:
    page = batch_page(rivers)
    assert not re.search(r"(?:src|href|action)\s*=|url\(|@import|fetch\(|https?://", page)
    assert page.count("<script") == 2


def test_names_cannot_break_out_of_it(rivers: Path, tmp_path: Path) -> None:
    copied = tmp_path / "copied"
    shutil.copytree(rivers, copied)
    question = json.loads((copied / "batch.json").read_text())
    question["name"] = "</script><script>alert(1)</script>"
    (copied / "batch.json").write_text(json.dumps(question))
    page = batch_page(copied)
    assert "<script>alert" not in page
    assert data_of(page)["name"] == question["name"]


def test_several_spots_and_chosen_boards(pots: Path, rivers: Path) -> None:
    data = data_of(batch_page(pots))
    assert data["spots"] == ["spot spot_pot=20", "spot spot_pot=31"]
    assert data["boards"]["spot"]["at"] == [0, 0, 1, 1]
    chosen = data_of(batch_page(rivers, where="pairing=paired"))
    assert chosen["boards"]["board"] == ["7s7d2h5c9d", "4s4d3h2c9d"]
    assert all(len(one["columns"]["pot"]) == 2 for one in chosen["lines"])


def test_what_would_be_too_large_is_left_out_and_named(
    rivers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runout.batch.batch_page._MOST_NUMBERS", 6 * 13 * 2)
    monkeypatch.setattr("runout.batch.batch_page._MOST_GRIDS", 100)
    data = data_of(batch_page(rivers))
    assert [one["line"] for one in data["lines"]] == ["", "check"]
    assert data["left_out"] == ["check / bet 10"]
    assert "too large" in data["grid"]["note"]


def test_it_is_drawn_in_a_browser(rivers: Path, tmp_path: Path) -> None:
    """As its script leaves it: means, table, heat map, and the grid of the board that is named."""
    page = tmp_path / "page.html"
    page.write_text(batch_page(rivers), encoding="utf-8")
    shown = browsed(f"{page.as_uri()}#{BOARDS[1]}")
    total = batch.report(rivers).total()
    assert "data-ready" in shown
    for action in ("check", "bet 50%", "all-in"):
        (said,) = re.findall(rf"{action}</td><td>([\d.]+) %</td>", shown)
        assert float(said) == pytest.approx(100 * total[action], abs=0.06)
    for player in ("oop", "ip"):
        ((ev, eqr),) = re.findall(
            rf"<td>{player}</td><td>([\d.]+)</td>(?:<td>[^<]*</td>){{3}}<td>([\d.]+)</td>", shown
        )
        assert float(ev) == pytest.approx(total[f"ev_{player}"], abs=0.006)
        assert float(eqr) == pytest.approx(total[f"eqr_{player}"], abs=0.006)
    assert shown.count("data-row=") == len(BOARDS)
    assert '<dialog id="one" aria-labelledby="one-name" open' in shown
    assert len(re.findall(r'title="AKs: check \d+ %, bet 50% \d+ %, all-in \d+ %"', shown)) == 1
