"""The calls give what the package gives, and say what is wrong with a question."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

import runout
from runout import Range, Spot, blackjack, equity
from runout.solver.engines import ENGINES
from tests.web.conftest import API, RIVER, TURN

if TYPE_CHECKING:
    from tests.web.conftest import Client


def post(client: Client, path: str, **body: object) -> Any:  # noqa: ANN401
    response = client.post(f"{API}{path}", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def refused(client: Client, path: str, status: int = 422, **body: object) -> dict[str, Any]:
    response = client.post(f"{API}{path}", json=body)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = response.json()
    assert found["status"] == status
    assert found["detail"]
    return found


def test_the_server_says_what_it_is(shared: Client) -> None:
    about = shared.get(f"{API}/about").json()
    assert about["version"] == runout.__version__
    assert [engine["name"] for engine in about["engines"]] == list(ENGINES)


def test_an_equity_is_that_of_the_package(shared: Client) -> None:
    found = post(shared, "/equity", players=["AhKh", "QQ+"], board="Kd 7s 2c", by="made")
    wanted = equity("AhKh", "QQ+", board="Kd 7s 2c")
    assert [one["equity"] for one in found["players"]] == [one.equity for one in wanted.players]
    assert found["method"] == "exact"
    assert found["by_class"] == [
        [row.to_dict() for row in wanted.by_class(player)] for player in (0, 1)
    ]
    hands = post(shared, "/equity", players=["AKs", "QQ"], by="hand", player=1)["by_hand"]
    assert len(hands) == 6
    cards = post(shared, "/equity/next-cards", players=["AhKh", "QQ+"], board="Kd 7s 2c")
    assert cards["by_next_card"]["As"] == list(wanted.by_next_card()[runout.Card("As")])


def test_an_equity_by_chance_has_an_error(shared: Client) -> None:
    players = ["random"] * 6
    found = post(shared, "/equity", players=players, samples=20_000, seed=3)
    wanted = equity(*players, samples=20_000, seed=3)
    assert found["method"] == "monte_carlo"
    assert found["players"][0]["equity"] == wanted.players[0].equity
    assert found["players"][0]["stderr"] > 0


def test_an_equity_that_takes_long_is_a_job(shared: Client) -> None:
    body = {"players": ["random"] * 9, "seconds": 60.0}
    for call in ("/equity", "/equity/stream"):
        response = shared.post(f"{API}{call}", json=body)
        assert response.status_code == 202
        job = response.json()
        assert response.headers["location"] == f"{API}/jobs/{job['id']}"
        assert job["kind"] == "equity"
        shared.post(f"{API}/jobs/{job['id']}/stop")
        assert shared.ended(job["id"])["state"] == "stopped"


def test_a_stream_that_a_precision_ends_soon_may_have_a_late_limit(shared: Client) -> None:
    """As the page asks: the limit is for spots where the precision is out of reach."""
    body = {"players": ["AhKh", "QQ"], "method": "monte_carlo", "precision": 0.001}
    response = shared.post(f"{API}/equity/stream", json={**body, "seconds": 20.0})
    assert response.status_code == 200
    assert "event: result" in response.text


def test_a_problem_has_field_span_and_what_is_allowed(shared: Client) -> None:
    found = refused(shared, "/equity", players=["AhKh", "QQ+,AKx"])
    assert (found["field"], found["text"], found["span"]) == (
        "players.1",
        "QQ+,AKx",
        {"start": 4, "end": 7},
    )
    assert "write AK, AKs, AKo" in found["allowed"]
    found = refused(shared, "/equity", players=["AhKh", "QQ"], board="Kd7")
    assert found["field"] == "board"
    assert refused(shared, "/equity", players=["AhKh"])["field"] == "players"
    for others in ("AhQh", "0%", "Ah Ah"):
        assert refused(shared, "/equity", players=["AhKh", others])["field"] == "players.1"
    found = refused(shared, "/equity", players=["AA", "KK"], board="AhAdAs")
    assert found["field"] == "players.0"
    found = refused(shared, "/equity", players=["AA"] * 3)  # no two of which are wrong
    assert found["field"] == "players"
    found = refused(shared, "/equity", players=["AhKh", "QQ"], board="2h2c3d", dead="2h")
    assert found["field"] == "dead"
    found = refused(shared, "/equity", players=["AhKh", "QQ"], bord="Kd")
    assert found["field"] == "bord"
    found = refused(shared, "/spots/check", spot={**RIVER, "pot": -1})
    assert found["field"] == "pot"
    found = refused(shared, "/spots/check", spot={**RIVER, "bets": "60% x"})
    assert found["text"][found["span"]["start"] : found["span"]["end"]] == "x"


@pytest.mark.parametrize(
    ("entry", "value", "field"),
    [
        ("pot", 0, "pot"),
        ("pot", "much", "pot"),
        ("stack", -1, "stack"),
        ("rake", 7, "rake"),
        ("rake_cap", "x", "rake_cap"),
        ("chip", -1, "chip"),
        ("force_allin", -1, "force_allin"),
        ("rules", "pio", "rules"),
        ("board", "Td9d6hQc2x", "board"),
        ("board", "TdTd6h", "board"),
        ("board", "Td9d", "board"),
        ("board", 5, "board"),
        ("bord", "Td9d6h", "bord"),
        ("range", {"oop": "66+,AKx", "ip": "QQ"}, "range.oop"),
        ("range", {"oop": "66+", "ip": "QQ,AKx"}, "range.ip"),
        ("range", {"oop": "AKx", "ip": "AKx"}, "range.oop"),
        ("range", {"oop": "66+"}, "range.ip"),
        ("range", {"oop": "66+", "ip": ""}, "range.ip"),
        ("range", {"oop": "66+", "ip": "TdTh"}, "range.ip"),
        ("range", {"oop": "66+", "up": "QQ"}, "range.up"),
        ("range", 5, "range"),
        ("bets", "60% x", "bets"),
        ("bets", 60, "bets"),
        ("raises", ["60%", "1x"], "raises"),
        ("river", {"bet": "60% x"}, "river.bet"),
        ("river", {"oop": {"bet": "60% x"}}, "river.oop.bet"),
        ("river", {"ip": {"raise": "60%   1x"}}, "river.ip.raise"),
        ("river", {"oop": {"donk": "x"}}, "river.oop.donk"),
        ("river", {"ip": {"donk": "50%"}}, "river.ip.donk"),
        ("river", {"oop": {"bet": 5}}, "river.oop.bet"),
        ("river", {"oop": {"bets": "5%"}}, "river.oop.bets"),
        ("river", "60%", "river"),
        ("turn", {"ip": {"bet": "y"}}, "turn.ip.bet"),
        ("add_lines", ["check / jump"], "add_lines"),
        ("add_lines", ["fold"], "add_lines"),
        ("remove_lines", ["bet 7"], "remove_lines"),
        ("lock", [{"line": "check / bet 7", "play": {"fold": 1}}], "locks"),
        ("lock", [{"line": "check", "hands": "AKx", "play": {"check": 1}}], "locks"),
        ("lock", [{"lines": "check"}], "locks"),
        ("lock", 5, "locks"),
    ],
)
def test_what_is_wrong_with_a_spot_has_the_name_of_its_entry(
    shared: Client, entry: str, value: object, field: str
) -> None:
    spot = {**RIVER, entry: value}
    assert refused(shared, "/spots/check", spot=spot)["field"] == field
    assert refused(shared, "/jobs", kind="solve", spot=spot)["field"] == field


def test_what_a_spot_lacks_is_named(shared: Client) -> None:
    for entry in RIVER.keys() - {"bets"}:
        spot = {name: value for name, value in RIVER.items() if name != entry}
        assert refused(shared, "/spots/check", spot=spot)["field"] == entry
    toml = Spot.from_dict(RIVER).to_toml().replace("pot = 200", "pot = -5")
    assert refused(shared, "/spots/read", text=toml)["field"] == "pot"


def test_a_lock_keeps_its_span(shared: Client) -> None:
    lock = {"line": "check / bet 7", "play": {"fold": 1}}
    found = refused(shared, "/spots/check", spot={**RIVER, "lock": [lock]})
    assert found["text"][found["span"]["start"] : found["span"]["end"]] == "bet 7"
    assert found["detail"].startswith("lock 1: line 'check / bet 7'")


def test_what_is_no_json_has_no_field(shared: Client) -> None:
    headers = {"content-type": "application/json"}
    content = b'{"text": "AA", "p'
    response = shared.post(f"{API}/ranges/read", content=content, headers=headers)
    assert response.status_code == 422
    assert response.json()["field"] == "body"
    assert "at character 15" in response.json()["detail"]


@pytest.mark.parametrize("body", [b'{"text": "\xff"}', b"\xe9", b'{"text": "AA\xc3"}'])
def test_a_body_that_is_not_utf_8_is_called_so(shared: Client, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    found = shared.post(f"{API}/ranges/read", content=body, headers=headers).json()
    assert (found["status"], found["field"]) == (400, "body")
    assert found["detail"] == "body: not text in UTF-8"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[1]", b'{"text": "\\ud800"}', b"[" * 100_000, b"\xff\xfe", b"null"]
)
def test_what_is_no_question_is_refused(shared: Client, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    response = shared.post(f"{API}/ranges/read", content=body, headers=headers)
    assert 400 <= response.status_code < 500
    assert response.headers["content-type"] == "application/problem+json"


def test_half_a_character_in_a_spot_is_refused(shared: Client) -> None:
    body = json.dumps({"spot": {**RIVER, "board": "\ud800"}}).encode()
    headers = {"content-type": "application/json"}
    response = shared.post(f"{API}/spots/check", content=body, headers=headers)
    assert response.status_code == 422, response.text


def test_calls_that_do_not_exist(shared: Client) -> None:
    for method, path, status in [
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/v2/about", 404),
        ("DELETE", "/api/v1/about", 405),
        ("GET", f"{API}/solutions/0123456789abcdef", 404),
        ("GET", f"{API}/jobs/0123456789abcdef", 404),
        ("GET", f"{API}/jobs/..%2f..%2fetc", 404),
        ("GET", f"{API}/solutions/%2e%2e", 404),
        ("GET", f"{API}/batches/..%2f../report", 404),
    ]:
        response = shared.request(method, path)
        assert response.status_code in (status, 422), (path, response.text)
        assert response.headers["content-type"] == "application/problem+json", path


@pytest.mark.parametrize("method", ["FOO", "PROPFIND", "DELETE", "TRACE", "OPTIONS"])
def test_any_other_method_is_told_those_that_there_are(shared: Client, method: str) -> None:
    for path, allowed in [
        ("/about", "GET, HEAD"),
        ("/openapi.json", "GET, HEAD"),
        ("/equity", "POST"),
        ("/events", "GET"),
        ("/solutions/0123456789abcdef/locks", "PUT"),
    ]:
        response = shared.request(method, f"{API}{path}")
        assert (response.status_code, response.headers.get("allow")) == (405, allowed), path
        assert response.headers["content-type"] == "application/problem+json"
    assert shared.request(method, f"{API}/nothing").status_code == 404


def test_what_is_got_is_asked_for_without_its_body(shared: Client) -> None:
    for path in ("/about", "/jobs", "/openapi.json"):
        whole, head = shared.get(f"{API}{path}"), shared.head(f"{API}{path}")
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]
    for path, allowed in [("/events", "GET"), ("/equity", "POST")]:
        head = shared.head(f"{API}{path}")
        assert (head.status_code, head.headers["allow"]) == (405, allowed)


def test_ranges_are_read_and_written(shared: Client) -> None:
    found = post(shared, "/ranges/read", text="QQ+, AKs:0.5, KhQd")
    hands = Range("QQ+, AKs:0.5, KhQd")
    assert found["text"] == str(hands)
    assert found["combos"] == hands.combos
    assert found["grid"] == hands.grid().tolist()
    assert found["weights"]["AhKh"] == 0.5
    assert post(shared, "/ranges/write", weights=found["weights"])["text"] == str(hands)
    top = shared.get(f"{API}/ranges/top", params={"percent": 15}).json()
    assert top["text"] == str(Range("15%"))
    assert refused(shared, "/ranges/write", weights={"AKx": 1.0})["text"] == "AKx"


def test_ranges_have_names(client: Client) -> None:
    assert client.get(f"{API}/ranges/named").json() == {"ranges": []}
    kept = client.put(f"{API}/ranges/named/btn_open", json={"text": "22+,A2s+"})
    assert kept.json()["combos"] == Range("22+,A2s+").combos
    assert client.put(f"{API}/ranges/named/wide", json={"text": "@btn_open,KTo+"}).is_success
    assert post(client, "/ranges/read", text="@btn_open")["names"] == ["btn_open"]
    assert client.get(f"{API}/ranges/named/btn_open").json()["text"] == "22+,A2s+"
    assert client.delete(f"{API}/ranges/named/btn_open").status_code == 422  # @wide needs it
    assert client.delete(f"{API}/ranges/named/wide").status_code == 204
    assert client.delete(f"{API}/ranges/named/btn_open").status_code == 204
    assert client.put(f"{API}/ranges/named/a%2Fb", json={"text": "AA"}).status_code in (404, 422)


def test_a_spot_is_checked_and_estimated(shared: Client) -> None:
    found = post(shared, "/spots/check", spot=TURN)
    spot = Spot.from_dict(TURN)
    assert found["spot"] == spot.to_dict()
    assert found["estimate"]["stored_numbers"] == spot.estimate().stored_numbers
    assert found["estimate"]["fits"]
    assert found["tree"] == spot.tree_view().to_dict()


def test_spots_are_read_from_other_programs(shared: Client) -> None:
    toml = Spot.from_dict(TURN).to_toml()
    assert post(shared, "/spots/read", text=toml)["spot"] == Spot.from_dict(TURN).to_dict()
    script = "set_pot 50\nset_effective_stack 200\nset_board Qs,Jh,2h\nset_range_oop AA\n"
    script += "set_range_ip KK\nset_bet_sizes oop,flop,bet,50\nbuild_tree\n"
    script += "set_accuracy 0.5\nstart_solve\n"
    found = post(shared, "/spots/read", text=script)
    assert found["spot"]["pot"] == 50
    assert found["settings"]["target"] == 0.5
    wasm = '{"startingPot": 60, "effectiveStack": 300, "oopRiverBet": "50, a"}'
    assert refused(shared, "/spots/read", text=wasm)["field"] == "board"
    ranges = {"board": "Td9d6hQc2c", "oop": "66+", "ip": "QQ-22"}
    assert post(shared, "/spots/read", text=wasm, **ranges)["spot"]["river"]["oop"]["bet"]
    assert refused(shared, "/spots/read", text="/etc/passwd")["detail"]


def test_a_node_is_that_of_the_solution(shared: Client, turn: str, tmp_path: Any) -> None:  # noqa: ANN401
    path = tmp_path / "turn.runout"
    path.write_bytes(shared.get(f"{API}/solutions/{turn}/export").content)
    solution = runout.load(path)
    found = shared.get(f"{API}/solutions/{turn}/node", params={"line": "check / bet 120"}).json()
    node = solution["check / bet 120"]
    assert found["frequencies"] == node.frequencies
    assert [one["taken"] for one in found["strip"]] == ["check", "bet 120", None]
    hands = found["players"]["oop"]
    assert len(hands["strategy"]) == len(node.actions)
    wanted = node.ev[hands["hands"][0]]
    assert hands["ev"][0] == pytest.approx(wanted, rel=1e-5)
    cards = shared.get(f"{API}/solutions/{turn}/cards", params={"line": "check"}).json()
    assert len(cards["runouts"]) == 48
    groups = {"line": "check", "player": "ip", "filter": "weight>0.5"}
    groups = shared.get(f"{API}/solutions/{turn}/breakdown", params=groups).json()
    assert groups.pop("hands") == solution["check"].where("weight>0.5", "ip").chosen.hands
    assert groups == json.loads(
        json.dumps(solution["check"].breakdown("made", "ip", "weight>0.5").to_dict())
    )
    curve = shared.get(f"{API}/solutions/{turn}/distribution").json()
    assert set(curve["players"]) == {"oop", "ip"}
    text = shared.get(f"{API}/solutions/{turn}/range", params={"player": "ip"}).json()
    assert Range(text["range"]).combos == pytest.approx(text["combos"])
    two = shared.get(f"{API}/compare", params={"a": turn, "b": turn, "line": "check"}).json()
    assert two["players"]["ip"]["ev"][0] == two["players"]["ip"]["ev"][1]


def test_a_wrong_line_points_at_its_step(shared: Client, turn: str) -> None:
    response = shared.get(f"{API}/solutions/{turn}/node", params={"line": "check / bet 7"})
    found = response.json()
    assert response.status_code == 422
    assert found["text"][found["span"]["start"] : found["span"]["end"]] == "bet 7"


def test_a_node_is_packed_and_marked(shared: Client, turn: str) -> None:
    path = f"{API}/solutions/{turn}/node"
    plain = shared.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with shared.stream("GET", path, headers={"accept-encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 2
    mark = plain.headers["etag"]
    again = shared.get(path, headers={"if-none-match": mark})
    assert again.status_code == 304
    assert not again.content
    assert mark.startswith("W/")  # packed or not: the same answer, of other bytes
    assert packed.headers["etag"] == mark
    for known in (mark.removeprefix("W/"), f'"x", {mark}', "*"):
        assert shared.get(path, headers={"if-none-match": known}).status_code == 304
    other = shared.get(path, params={"line": "check"}, headers={"if-none-match": mark})
    assert other.status_code == 200
    assert other.headers["etag"] != mark


def test_what_an_older_version_sent_is_sent_anew(
    shared: Client, turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"{API}/solutions/{turn}/node"
    mark = shared.get(path).headers["etag"]
    monkeypatch.setattr(runout, "__version__", "999.0")
    newer = shared.get(path, headers={"if-none-match": mark})
    assert newer.status_code == 200
    assert newer.headers["etag"] != mark


def test_blackjack_is_that_of_the_package(shared: Client) -> None:
    table = {"rules": "6D H17 LS", "removed": "5 5 6"}
    rules, shoe = blackjack.Rules("6D H17 LS"), blackjack.Shoe(decks=6).without("5 5 6")
    found = post(shared, "/blackjack/table", **table)
    assert found["ev"] == blackjack.table_ev(shoe, rules).ev
    assert found["cards"] == shoe.cards
    assert (
        post(shared, "/blackjack/hand", hand="T6", up="T", **table)
        == blackjack.hand_ev("T6", "T", shoe, rules).to_dict()
    )
    found = post(shared, "/blackjack/chart", **table)
    assert found["chart"] == blackjack.chart(rules, shoe).to_dict()["chart"]
    hands = {(one["hand"], one["up"]): one for one in found["hands"]}
    assert hands["T6", "T"]["values"]["stand"] == pytest.approx(
        blackjack.hand_ev("T6", "T", shoe, rules).stand
    )
    count = post(shared, "/blackjack/count", plays=False, **table)
    assert (count["running"], count["true"]) == (3, pytest.approx(3 * 52 / shoe.cards))
    bets = post(shared, "/blackjack/sidebets", rules="6D")["bets"]
    assert [bet["name"] for bet in bets] == ["insurance", "perfect-pairs", "21+3"]
    found = refused(shared, "/blackjack/table", rules="6D H18")
    assert found["text"][found["span"]["start"] : found["span"]["end"]] == "H18"


def test_a_good_shoe_is_bet_on(shared: Client) -> None:
    body = {"rules": "2D S17", "removed": "2 3 4 5 6 2 3 4 5 6 4 5 6", "bankroll": 1000}
    found = post(shared, "/blackjack/bet", unit=5, **body)
    assert found["ev"] > 0
    assert 0 < found["bet"] <= 1000 * found["kelly"]
    assert found["bet"] % 5 == 0
    half = post(shared, "/blackjack/bet", fraction=0.5, **body)
    assert half["share"] == pytest.approx(found["kelly"] / 2)
    even = post(shared, "/blackjack/bet", rules="8D H17")
    assert (even["bet"], even["risk_of_ruin"]) == (0, None)
    for unit in (1e-320, 1e-14):
        rich = {"rules": body["rules"], "removed": body["removed"], "bankroll": 1e12}
        problem = refused(shared, "/blackjack/bet", 422, unit=unit, **rich)
        assert problem["field"] == "unit"
    tiny = post(shared, "/blackjack/bet", **body | {"fraction": 1e-309})
    assert tiny["risk_of_ruin"] == 0


def test_addresses_that_are_none_of_the_api_are_pages(shared: Client) -> None:
    for page in ("/", "/solver", "/results/0123456789abcdef"):
        response = shared.get(page)
        kind = response.headers["content-type"]
        assert (response.status_code, kind.partition(";")[0]) in (
            (200, "text/html"),
            (404, "text/plain"),
        )
    for path in ("/assets/../../app.py", "/assets/%2e%2e/%2e%2e/app.py", "/..%2fapp.py"):
        assert "def make_app" not in shared.get(path).text
