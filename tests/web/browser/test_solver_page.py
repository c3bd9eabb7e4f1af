"""Spots built by mouse and by text, looked at and solved."""

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.served import Served
from tests.web.browser.spots import call, drop, solved
from tests.web.browser.test_studio_shell import serious

DATA = Path(__file__).parents[2] / "data"
SCRIPT = """set_pot 50
set_effective_stack 200
set_board Qs,Jh,2h,8d,3c
set_range_ip AA,KK,QQ,JJ,TT
set_range_oop QQ,JJ,TT,99
set_bet_sizes oop,river,bet,50
set_bet_sizes ip,river,bet,50
build_tree
start_solve
"""


def write(page: Page, label: str, text: str) -> None:
    page.get_by_label(label, exact=True).fill(text)


def test_what_is_wrong_is_said_at_once(open_page: OpenPage) -> None:
    page = open_page("/solver")
    expect(page.get_by_text("Decisions", exact=True)).to_be_visible()
    write(page, "Bets", "60")
    expect(page.get_by_role("alert")).to_contain_text("'60' is not a size")
    expect(page.get_by_label("Bets", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    write(page, "Bets", "60%")
    expect(page.get_by_role("alert")).to_have_count(0)
    write(page, "Pot", "nothing")
    expect(page.get_by_role("alert")).to_contain_text("pot")


def test_too_much_is_refused_with_what_would_help(open_page: OpenPage) -> None:
    page = open_page("/solver")
    write(page, "Board", "Td9d6h")
    write(page, "Stack behind", "20000")
    write(page, "Bets", "20%, 30%, 40%, 50%, 60%, 70%, 80%, 90%, 100%, 110%, 130%")
    write(page, "Raises", "20%, 40%, 60%, 80%, 100%")
    refused = re.compile("would save|use fewer sizes")
    expect(page.get_by_role("alert")).to_contain_text(refused, timeout=20_000)
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()


def test_what_would_help_is_said_as_the_form_says_it(open_page: OpenPage) -> None:
    page = open_page("/solver")
    expect(page.get_by_text("Decisions", exact=True)).to_be_visible()

    def too_large(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        why = "the solve needs 9 GB, but 4 GB of memory is free: compress=True would save 5 GB"
        body["estimate"] |= {"fits": False, "refusal": why}
        route.fulfill(response=answer, json=body)

    page.route("**/api/v1/spots/check", too_large)
    write(page, "Pot", "201")
    expect(page.get_by_role("alert")).to_contain_text("free: “Half the memory” would save 5 GB")
    expect(page.get_by_label("Half the memory")).to_be_visible()
    refuse(page, detail="use fewer sizes, or set force_allin and merge")
    write(page, "Pot", "202")
    expect(page.get_by_role("alert")).to_contain_text("set “All-in if this is left” and “Merge")


def test_sizes_by_street_and_player(open_page: OpenPage) -> None:
    page = open_page("/solver")
    page.get_by_text("By street and player").click()
    page.get_by_label("River, OOP bets").fill("33%, a")
    page.get_by_label("River, OOP leads").fill("none")
    kept = page.wait_for_function(
        """() => {
            const spot = JSON.parse(localStorage.getItem('runout.spot') ?? '{}');
            return spot.river && JSON.stringify(spot.river);
        }"""
    )
    assert kept.json_value() == '{"oop":{"bet":"33%, a","donk":""}}'
    page.reload()
    expect(page.get_by_label("River, OOP leads")).to_be_visible()
    expect(page.get_by_label("River, OOP leads")).to_have_value("none")


def test_what_is_solved_after_an_import_is_seen(open_page: OpenPage) -> None:
    """A configuration has sizes for every street: general ones alone would be beside the point."""
    page = open_page("/solver")
    expect(page.get_by_label("Turn, OOP bets")).to_be_hidden()
    page.locator('input[type="file"]').set_input_files(DATA / "wasm_postflop_configurations.json")
    turn = page.get_by_label("Turn, OOP bets")
    expect(turn).to_be_visible()
    expect(turn).to_have_value("50%, 100%")
    expect(page.get_by_text("come before these")).to_be_visible()
    preset = page.get_by_role("button", name="Small and large", exact=True)
    preset.click()
    expect(preset).to_have_attribute("aria-pressed", "true")
    expect(turn).to_have_value("")
    expect(page.get_by_text("come before these")).to_have_count(0)
    # The tree is that of the preset.
    tree = page.locator("section", has=page.get_by_role("heading", name="Betting tree"))
    expect(tree.locator(":scope > .branch > ul > li")).to_have_count(3)
    page.get_by_role("group", name="Presets").locator("xpath=..").get_by_role(
        "button", name="Undo", exact=True
    ).click()
    expect(turn).to_have_value("50%, 100%")
    expect(preset).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(turn).to_be_visible()
    page.get_by_role("button", name="Clear them").click()
    expect(turn).to_have_value("")


def test_a_spot_by_paste(open_page: OpenPage) -> None:
    page = open_page("/solver")
    box = page.get_by_role("textbox", name=re.compile("^Paste a spot"))
    box.fill(SCRIPT)
    page.get_by_role("button", name="Take it").click()
    expect(page.get_by_label("Board", exact=True)).to_have_value("QsJh2h8d3c")
    expect(page.get_by_label("Pot", exact=True)).to_have_value("50")
    # Ranges as PioSOLVER writes them, by hand and by weight.
    oop = page.get_by_role("tabpanel").get_by_role("textbox").first
    box.fill("AA,KK:0.5,AKs")
    page.get_by_role("button", name="As OOP's range").click()
    expect(oop).to_have_value("AA,KK:0.5,AKs")
    weights = ["0"] * 1325 + ["1"]  # from 2d2c up to AsAh
    box.fill(" ".join(weights))
    page.get_by_role("button", name="As OOP's range").click()
    expect(page.get_by_role("tab", name=re.compile(r"^OOP · 0\.1 %"))).to_be_visible()
    # A configuration of WASM Postflop has no cards: they stay.
    box.fill('{"startingPot": 60, "effectiveStack": 300, "oopRiverBet": "50, a"}')
    page.get_by_role("button", name="Take it").click()
    expect(page.get_by_label("Pot", exact=True)).to_have_value("60")
    expect(page.get_by_label("Board", exact=True)).to_have_value("QsJh2h8d3c")
    expect(page.get_by_label("River, OOP bets")).to_be_visible()
    expect(page.get_by_label("River, OOP bets")).to_have_value("50%, a")


def test_a_text_that_is_no_spot(open_page: OpenPage) -> None:
    page = open_page("/solver")
    box = page.get_by_role("textbox", name=re.compile("^Paste a spot"))
    box.fill("hello world")
    page.get_by_role("button", name="Take it").click()
    none = "This is none of: TOML, TexasSolver, WASM Postflop, range."
    expect(page.get_by_role("alert")).to_have_text(none)
    box.fill("pot = ")
    page.get_by_role("button", name="Take it").click()
    expect(page.get_by_role("alert")).to_contain_text("not TOML: Invalid value")


def test_none_is_a_size(open_page: OpenPage) -> None:
    page = open_page("/solver")
    expect(page.get_by_text("Decisions", exact=True)).to_be_visible()
    write(page, "Raises", "none")
    write(page, "Bets", "none")
    field = page.get_by_label("Bets", exact=True)
    expect(page.locator("section", has=field).get_by_text("never", exact=True)).to_have_count(2)
    tree = page.locator("section", has=page.get_by_role("heading", name="Betting tree"))
    expect(tree.locator(":scope > .branch > ul > li")).to_have_count(1)  # check
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_a_spot_by_drop(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/solver")
    file = tmp_path / "spot.toml"
    file.write_text(
        'board = "Ks7d2h5c"\npot = 33\nstack = 90\nbets = "75%"\n'
        'range = {oop = "TT+", ip = "99-66"}\n'
    )
    zone = page.get_by_role("group", name=re.compile("^Paste a spot"))
    drop(page, zone, file)
    expect(page.get_by_label("Board", exact=True)).to_have_value("Ks7d2h5c")
    expect(page.get_by_label("Bets", exact=True)).to_have_value("75%")
    file.write_text("board = 7")
    drop(page, zone, file)
    expect(zone.get_by_role("alert")).to_contain_text("pot is missing")
    file.write_text('board = "Ks7d2h"\npot = 5\nstack = 9\nrange = {oop = "TT+", ip = "99"}\n')
    drop(page, page.get_by_role("heading", name="Bet sizes"), file)  # beside the box
    expect(page.get_by_label("Board", exact=True)).to_have_value("Ks7d2h")
    expect(zone.get_by_role("alert")).to_have_count(0)


def test_stop_and_keep(open_page: OpenPage, served: Served) -> None:
    page = open_page("/solver")
    page.get_by_label("Target, % of pot").fill("0.0000001")
    page.get_by_label("Iterations at most").fill("10000000")
    page.get_by_label("Name of the solution").fill("without end")
    page.get_by_role("button", name="Solve", exact=True).click()
    job = page.get_by_role("region", name="without end")
    expect(job.get_by_text(re.compile(r"\d+ iterations"))).to_be_visible()
    job.get_by_role("button", name="Stop and keep").click()
    expect(job).to_have_attribute("data-state", "stopped")
    expect(job.get_by_role("link", name="Open")).to_be_visible()
    # On with the same, or to a target that is written: both in its card, and told apart.
    expect(job.get_by_role("button", name="Go on to 1e-7 %", exact=True)).to_be_visible()
    expect(job.get_by_role("button", name="Go on", exact=True)).to_have_count(1)
    # Where on the axis nobody points, nothing is said of it.
    axis = job.locator(".u-legend .u-series").first
    expect(axis).to_be_hidden()
    job.get_by_role("img", name="Exploitability over iterations").hover()
    expect(axis).to_be_visible()
    expect(axis).to_contain_text(re.compile(r"iterations.*\d"))
    on = job.get_by_label(re.compile("Go on to"))
    on.fill("99")
    expect(page.get_by_role("alert")).to_contain_text("name a lower one")
    names = [one["name"] for one in call(served, "/solutions")["solutions"]]
    assert "without end" in names


LONG = {"rules": "6D S17", "shoe": "6D", "rounds": 10**11}


def test_a_solve_says_what_it_waits_for(open_page: OpenPage, served: Served) -> None:
    """Jobs run one at a time, whatever kind they are of."""
    call(served, "/jobs", {"kind": "simulation", "simulation": LONG, "name": "for ever"})
    page = open_page("/solver")
    expect(page.get_by_role("region", name="for ever")).to_have_attribute("data-state", "running")
    page.get_by_label("Board", exact=True).fill("Td9d6hQc2c")
    page.get_by_label("Name of the solution").fill("behind it")
    page.get_by_role("button", name="Solve", exact=True).click()
    solve = page.get_by_role("region", name="behind it")
    expect(solve).to_contain_text("waits for for ever")
    page.get_by_role("region", name="for ever").get_by_role("button", name="Stop").click()
    expect(solve).to_have_attribute("data-state", "done")
    expect(page.get_by_role("region", name="for ever")).to_have_count(0)


def test_limits_that_are_none_are_refused(open_page: OpenPage, served: Served) -> None:
    page = open_page("/solver")
    solve = page.get_by_role("button", name="Solve", exact=True)
    expect(solve).to_be_enabled()
    count = len(call(served, "/jobs")["jobs"])
    target = page.get_by_label("Target, % of pot")
    for text in ("abc", "-1", ""):
        target.fill(text)
        expect(target).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_role("alert")).to_contain_text("above 0 is expected")
        expect(solve).to_be_disabled()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Not started")).to_be_visible()
    assert len(call(served, "/jobs")["jobs"]) == count
    target.fill("0,5")
    expect(target).not_to_have_attribute("aria-invalid", "true")
    most = page.get_by_label("Iterations at most")
    for text in ("x", "0", "1.5"):
        most.fill(text)
        expect(most).to_have_attribute("aria-invalid", "true")
    most.fill("3")
    page.get_by_label("Board", exact=True).fill("Td9d6hQc2c")
    expect(solve).to_be_enabled()
    page.get_by_label("Name of the solution").fill("half a percent")
    solve.click()
    job = page.get_by_role("region", name="half a percent")
    expect(job).to_have_attribute("data-state", "done")
    expect(job).to_contain_text("→ 0.5 %")


def test_how_to_solve_is_kept(open_page: OpenPage) -> None:
    page = open_page("/solver")
    written = {
        "Target, % of pot": "0,5",
        "Iterations at most": "77",
        "Seconds at most": "9",
        "Name of the solution": "mine",
    }
    for label, text in written.items():
        write(page, label, text)
    page.get_by_label("Engine").select_option("cpu")
    page.get_by_label("Half the memory").check()

    def all_there() -> None:
        for label, text in written.items():
            expect(page.get_by_label(label, exact=True)).to_have_value(text)
        expect(page.get_by_label("Engine").get_by_role("option")).not_to_have_count(1)
        expect(page.get_by_label("Engine")).to_have_value("cpu")
        expect(page.get_by_label("Half the memory")).to_be_checked()

    page.get_by_role("link", name="Library", exact=True).click()
    page.get_by_role("link", name="Solver", exact=True).click()
    all_there()
    page.reload()
    all_there()


def test_what_the_time_is_of(open_page: OpenPage) -> None:
    """Nobody knows how long another target takes; of fewer iterations it is known."""
    page = open_page("/solver")
    expect(page.get_by_text("Time to 0.3 %", exact=True)).to_be_visible()
    write(page, "Target, % of pot", "0.0001")
    expect(page.get_by_text("Time to 0.3 %", exact=True)).to_be_visible()
    write(page, "Iterations at most", "1")
    expect(page.get_by_text("Time of 1 iteration", exact=True)).to_be_visible()
    expect(page.get_by_text("< 0.1 s")).to_be_visible()


def test_no_solve_by_figures_of_another_spot(open_page: OpenPage) -> None:
    page = open_page("/solver")
    solve = page.get_by_role("button", name="Solve", exact=True)
    expect(solve).to_be_enabled()
    page.route("**/api/v1/spots/check", lambda _: None)  # never answered
    page.get_by_label("Pot", exact=True).fill("300")
    expect(solve).to_be_disabled()
    busy = page.locator('[aria-busy="true"]')
    expect(busy).to_contain_text("Memory")


def test_a_solve_by_keyboard_only(open_page: OpenPage) -> None:
    page = open_page("/solver")
    expect(page.get_by_text("Decisions", exact=True)).to_be_visible()

    def write_over(text: str) -> None:
        page.keyboard.press("Control+a")
        page.keyboard.type(text)

    page.keyboard.press("b")
    write_over("Ks7d2h")
    page.keyboard.press("Tab")  # Clear
    page.keyboard.press("Tab")  # the deck
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.get_by_label("Board", exact=True)).to_have_value("Ks7d2hAd")
    page.keyboard.press("Tab")
    write_over("20")
    page.keyboard.press("Tab")
    write_over("40")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    write_over("KK,QQ")
    expect(page.get_by_role("tab", name="OOP · 0.9 %")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    page.keyboard.press("Space")  # AA
    expect(page.get_by_role("tab", name="OOP · 1.4 %")).to_be_visible()
    page.keyboard.press("i")
    page.keyboard.press("r")
    write_over("QQ-88")
    page.keyboard.press("Control+Enter")  # without waiting for anything
    job = page.get_by_role("region", name="Ks7d2hAd, pot 20")
    expect(job).to_have_attribute("data-state", "done")


def test_a_button_that_does_nothing_looks_so(open_page: OpenPage) -> None:
    page = open_page("/solver")
    solve = page.get_by_role("button", name="Solve", exact=True)
    expect(solve).to_be_enabled()
    colour = "one => getComputedStyle(one).backgroundColor"
    before = solve.evaluate(colour)
    page.get_by_label("Pot", exact=True).fill("nothing")
    expect(solve).to_be_disabled()
    assert solve.evaluate(colour) != before


def refuse(page: Page, **problem: object) -> None:
    """Let the server say of every spot from now on what is wrong with it."""
    body = {"title": "a question without an answer", "status": 422, "detail": "wrong"} | problem
    page.unroute("**/api/v1/spots/check")
    page.route("**/api/v1/spots/check", lambda route: route.fulfill(status=422, json=body))


def test_what_is_wrong_stands_at_its_field(open_page: OpenPage) -> None:
    page = open_page("/solver")
    solve = page.get_by_role("button", name="Solve", exact=True)
    expect(solve).to_be_enabled()
    pot = page.get_by_label("Pot", exact=True)
    refuse(page, field="pot", detail="pot 'x': chips above 0")
    pot.fill("x")
    expect(pot).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_have_text("pot 'x': chips above 0")
    refuse(page, field="bets", detail="'60' is not a size", text="60", span={"start": 0, "end": 2})
    bets = page.get_by_label("Bets", exact=True)
    bets.fill("60")
    expect(bets).to_have_attribute("aria-invalid", "true")
    expect(pot).not_to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert").locator("pre")).to_have_text("60\n^^")
    # One that is folded away comes to sight.
    refuse(page, field="turn.oop.bet", detail="'6' is not a size", text="6")
    bets.fill("6")
    expect(page.get_by_label("Turn, OOP bets")).to_have_attribute("aria-invalid", "true")
    # A range says whose it is; its text is behind the other tab.
    refuse(page, field="range.ip", detail="it is wholly blocked by the board")
    bets.fill("66%")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("IP: it is wholly blocked by the board")
    expect(page.get_by_role("tab", name="something is wrong here")).to_have_count(1)
    alert.get_by_role("button", name="Edit IP's range").click()
    expect(page.get_by_label("IP as text")).to_have_attribute("aria-invalid", "true")
    expect(solve).to_be_disabled()


def test_a_range_of_no_hands_is_empty_everywhere(open_page: OpenPage) -> None:
    page = open_page("/solver")
    page.get_by_label("OOP as text").fill("")
    expect(page.get_by_role("tab", name=re.compile(r"^OOP · 0\.0 %"))).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("No hand is left in this range")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    page.get_by_label("OOP as text").fill("random")
    expect(page.get_by_role("tab", name="OOP · 100.0 %")).to_be_visible()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_choosing_a_board_is_nothing_wrong(open_page: OpenPage) -> None:
    page = open_page("/solver")
    expect(page.get_by_text("Memory", exact=True)).to_be_visible()
    page.get_by_label("Board", exact=True).fill("Td9d")
    expect(page.get_by_text("A board has three to five cards.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_text("Memory", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()


def test_a_spot_taken_over_outlives_a_reload(open_page: OpenPage, served: Served) -> None:
    page = open_page(f"/solver?from={solved(served, name='to be changed')}")
    expect(page.get_by_label("Board", exact=True)).to_have_value("Td9d6hQc2c")
    expect(page).to_have_url(re.compile("/solver$"))
    page.get_by_label("Pot", exact=True).fill("x")
    page.wait_for_function("localStorage.getItem('runout.spot').includes('\"pot\":\"x\"')")
    page.reload()
    expect(page.get_by_label("Pot", exact=True)).to_have_value("x")


def test_bounds_are_said_as_the_field_counts(open_page: OpenPage) -> None:
    page = open_page("/solver")
    expect(page.get_by_text("Decisions", exact=True)).to_be_visible()
    write(page, "Rake, %", "101")
    expect(page.get_by_role("alert")).to_have_text("percent from 0 to below 100")
    expect(page.get_by_text("Rake: percent from 0 to below 100")).to_be_visible()
    assert serious(page) == []  # the figures of before can be read, too
    write(page, "Rake, %", "5")
    expect(page.get_by_role("alert")).to_have_count(0)
    write(page, "Rake at most", "x")
    expect(page.get_by_role("alert")).to_have_text("chips from 0 up, or nothing for no limit")


def test_no_solve_of_a_board_that_is_not_written(open_page: OpenPage) -> None:
    page = open_page("/solver")
    solve = page.get_by_role("button", name="Solve", exact=True)
    expect(solve).to_be_enabled()
    write(page, "Board", "Td9d6hQcx")
    expect(page.get_by_role("alert")).to_have_text("Write cards as Kd 7s 2c, each once.")
    expect(solve).to_be_disabled()
    write(page, "Board", "Td9d6hQc2c")
    expect(solve).to_be_enabled()


def test_stopping_is_said_at_once(open_page: OpenPage, served: Served) -> None:
    page = open_page("/solver")
    page.route("**/stop", lambda _: None)  # the server takes its time
    call(served, "/jobs", {"kind": "simulation", "simulation": LONG, "name": "stops soon"})
    job = page.get_by_role("region", name="stops soon")
    expect(job).to_have_attribute("data-state", "running")
    job.get_by_role("button", name="Stop").click()
    expect(job.get_by_role("button", name="Stopping …")).to_be_disabled()
    page.unroute("**/stop")
    for one in call(served, "/jobs")["jobs"]:
        if one["name"] == "stops soon":
            call(served, f"/jobs/{one['id']}/stop", {})
    expect(job).to_have_count(0)  # of those that have ended only solves are listed


def test_a_file_that_was_mended_is_read_again(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/solver")
    file = tmp_path / "spot.txt"
    file.write_text("set_pot nothing")
    chooser = page.locator('input[type="file"]')
    chooser.set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("set_pot")
    file.write_text(SCRIPT)
    chooser.set_input_files(file)
    expect(page.get_by_label("Board", exact=True)).to_have_value("QsJh2h8d3c")
    expect(chooser).to_have_value("")  # or the same name would be no change


def test_a_text_too_long_is_said_to_be(open_page: OpenPage) -> None:
    page = open_page("/solver")
    page.get_by_role("textbox", name=re.compile("^Paste a spot")).fill("A" * 1_100_000)
    page.get_by_role("button", name="Take it").click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("bytes|MB"))


def test_a_solution_that_there_is_not(open_page: OpenPage) -> None:
    page = open_page("/solver?from=nope")
    expect(page.get_by_role("alert")).to_have_text("Solution 'nope': there is none.")
