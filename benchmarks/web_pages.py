"""The studio as somebody sees it who sits before it: in a browser, from click or key to picture.

`RUNOUT_FLOP_WIDE` names a saved solution of flop_wide, if there is one: else it is solved here.
"""

from __future__ import annotations

import gzip
import math
import os
import re
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright
from rich.table import Table
from tests.headless import browser_path
from tests.solver_reference import reference_spot
from tests.web.browser.served import serving

from runout import solve
from runout.cards import DECK, Card, parse_cards
from runout.web.static_pages import STATIC

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

WIDE = "0123456789abcdef"
_COUNT = 50
_ITERATIONS = 20
_FIRST_PAGES = 5
_RANKS = "two three four five six seven eight nine ten jack queen king ace"
_TURNS = ("2c", "Ks", "7h", "Ad", "9s")

# When the answer to what somebody does is drawn: the second of two frames shows the first one's.
_WATCH = """() => {
  window.drawn = (root, attribute, isThere) => new Promise((resolve) => {
    const done = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    const watch = new MutationObserver(() => {
      if (isThere(root.getAttribute(attribute))) { watch.disconnect(); done(); }
    });
    watch.observe(root, { attributes: true, attributeFilter: [attribute] });
  });
  for (const kind of ["click", "keydown"])
    addEventListener(kind, (event) => { window.began = event.timeStamp; }, { capture: true });
}"""
_FIRST = """
  window.answered = new Promise((resolve) => {
    const look = () => {
      const add = document.querySelector(".players footer button");
      if (!add) return requestAnimationFrame(look);
      add.click();
      const until = () => document.querySelectorAll(".players li").length === 3
        ? setTimeout(() => resolve(performance.now()))
        : requestAnimationFrame(until);
      requestAnimationFrame(until);
    };
    addEventListener("DOMContentLoaded", () => requestAnimationFrame(look));
  });
"""


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield browser
        browser.close()


def first_page(browser: Browser, address: str) -> float:
    """Milliseconds from the request of the first page until one of its buttons has answered."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(_FIRST)
    page.goto(address)
    found = float(page.evaluate("window.answered"))
    context.close()
    return found


def equity_times(page: Page) -> list[float]:
    """Milliseconds from the last key of a range to its equity on a flop, drawn."""
    page.get_by_label("Hand or range of player 1").fill("22+,A2s+,K9s+,QTs+,JTs,ATo+,KQo")
    page.get_by_role("textbox", name="Board").fill("Td9d6h")
    field = page.get_by_label("Hand or range of player 2")
    field.fill("55+,A8s+,KTs+,AJo+")
    page.locator('.players[aria-busy="false"]').wait_for()
    page.evaluate(_WATCH)
    times = []
    for number in range(_COUNT):
        page.wait_for_timeout(120)
        page.evaluate(
            """() => { const players = document.querySelector(".players"); let asked = false;
            window.found = window.drawn(players, "aria-busy", (busy) => {
              asked ||= busy === "true"; return asked && busy === "false"; }); }"""
        )
        field.press("+" if number % 2 else "Backspace")
        times.append(float(page.evaluate("window.found.then((at) => at - window.began)")))
    return times


class Walk:
    """Clicks through a solution, with the time of each."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.seen: set[str] = {""}
        self.times: dict[str, list[float]] = {}
        page.evaluate(_WATCH)

    def click(self, street: str, line: str, button: Any) -> None:  # noqa: ANN401 - a locator
        """Click what leads to a node."""
        page = self._page
        page.evaluate(
            """(line) => { window.found = window.drawn(document.querySelector(".results"),
            "data-line", (shown) => shown === line); }""",
            line,
        )
        button.click()
        taken = float(page.evaluate("window.found.then((at) => at - window.began)"))
        self.times.setdefault("seen" if line in self.seen else street, []).append(taken)
        self.seen.add(line)

    def action(self, street: str, line: str) -> None:
        """Click on the last action of a line, at the node before it."""
        action = line.rpartition(" / ")[2]
        legend = self._page.locator(".legend button")
        self.click(street, line, legend.filter(has_text=re.compile(rf"\b{action}\b")).first)

    def card(self, street: str, line: str) -> None:
        """Click on the last card of a line, at the deal before it."""
        name = _card_name(line.rpartition(" / ")[2])
        self.click(street, line, self._page.get_by_role("button", name=re.compile(f"^{name}: ")))

    def to(self, line: str) -> None:
        """Be at a node, by clicks."""
        steps = line.split(" / ") if line else []
        self._page.keyboard.press("Home")
        self._shown("")
        for count in range(1, len(steps) + 1):
            part = " / ".join(steps[:count])
            (self.card if _is_card(steps[count - 1]) else self.action)("on the way", part)

    def cards(self, street: str, deal: str, parts: int) -> None:
        """Click on cards of a deal, a share of those that are wanted in all."""
        self.to(deal)
        taken = {
            *parse_cards(reference_spot("flop_wide").board),
            *map(Card, filter(_is_card, deal.split(" / "))),
        }
        for card in [one for one in DECK if one not in taken][: _COUNT // parts]:
            self.card(street, f"{deal} / {card}")
            self._page.keyboard.press("ArrowLeft")
            self._shown(deal)

    def _shown(self, line: str) -> None:
        self._page.locator(f'.results[data-line="{line}"]').wait_for(timeout=120_000)


def _is_card(step: str) -> bool:
    return re.fullmatch("[2-9TJQKA][cdhs]", step) is not None


def _card_name(card: str) -> str:
    ranks = _RANKS.split()
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    return f"{ranks['23456789TJQKA'.index(card[0])]} of {suits[card[1]]}"


def walked(page: Page) -> dict[str, list[float]]:
    """By street: milliseconds from click to drawn node, each seen for the first time."""
    walk = Walk(page)
    for line in _flop_lines():
        walk.to(line.rpartition(" / ")[0])
        walk.action("flop", line)
    walk.cards("turn", "check / check", 1)
    for turn in _TURNS:
        walk.cards("river", f"check / check / {turn} / check / check", len(_TURNS))
    return walk.times


def _flop_lines() -> list[str]:
    """All nodes of the flop but the first, those near it first."""
    found, waiting = [], [reference_spot("flop_wide").tree_view().to_dict()["start"]]
    while waiting:
        node = waiting.pop(0)
        for option in node["options"] if node["street"] == "flop" else []:
            found.append(" / ".join(filter(None, (node["line"], option["action"]))))
            waiting += [option["after"]] if option["after"] else []
    return found


@contextmanager
def _library() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / f"{WIDE}.runout"
        if given := os.environ.get("RUNOUT_FLOP_WIDE"):
            target.symlink_to(Path(given).resolve())
        else:
            solve(reference_spot("flop_wide"), target=0, max_iterations=_ITERATIONS).save(target)
        yield Path(folder)


def table() -> Table:
    """Each figure beside what is allowed."""
    found = Table("what", "times", "median", "p95", "allowed", title="Pages of the studio, ms")
    scripts = [gzip.compress(one.read_bytes(), 9) for one in (STATIC / "assets").glob("*.js")]
    size = sum(map(len, scripts))
    with _library() as library, serving(library) as server, _browser() as browser:
        first = [first_page(browser, server.address) for _ in range(_FIRST_PAGES)]
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(120_000)
        page.goto(server.address)
        typed = equity_times(page)
        page.goto(f"{server.address}results/{WIDE}")
        page.locator('.results[data-line=""]').wait_for()
        nodes = walked(page)
    _row(found, "first page until a button answers", first, "p95 1000")
    _row(found, "two ranges on a flop, last key to answer", typed, "150")
    for street, allowed in (("flop", 800), ("turn", 150), ("river", 150), ("seen", 50)):
        name = "a node seen before" if street == "seen" else f"a node of the {street}"
        _row(found, f"flop_wide, {name}, click to drawn", nodes[street], f"p95 {allowed}")
    found.add_section()
    found.add_row(
        "scripts as they are sent", str(len(scripts)), f"{size / 1000:.0f} kB", "", "250 kB"
    )
    return found


def _row(found: Table, what: str, times: list[float], allowed: str) -> None:
    """The nearest rank: of 50 the 48th."""
    ordered = sorted(times)
    middle, slow = ordered[len(ordered) // 2], ordered[math.ceil(0.95 * len(ordered)) - 1]
    found.add_row(what, str(len(times)), f"{middle:.0f}", f"{slow:.0f}", allowed)
