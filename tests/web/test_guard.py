"""Only pages of this server ask it anything, and nobody more than it can bear."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import httpx
import psutil
import pytest

from runout.errors import RunoutError
from runout.web.event_stream import MOST_STREAMS
from runout.web.guard import MOST_BODY, Access, cookie_name
from runout.web.server import bound
from tests.web.conftest import API, TURN, running, studio_client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Client

TOKEN = "a-token-that-nobody-guesses"  # noqa: S105 - of these tests


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server that is open to other machines, and so asks for a token."""
    access = Access(frozenset({"studio.local"}), TOKEN)
    with studio_client(tmp_path_factory.mktemp("closed"), access=access) as found:
        yield found


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "evil.example:8517", "", "localhost.", "[::2]:80",
     "127.0.0.1:80:90", "127.0.0.1@evil.example", "10.0.0.1", "[::1].evil.example", "[::1]:abc",
     "[::1", "::1", "[::1]:80:90", "[localhost]", "localhost:123456", "localhost\xa0"],
)  # fmt: skip
def test_a_foreign_host_is_refused(shared: Client, host: str) -> None:
    for path in (f"{API}/about", "/"):
        response = shared.get(path, headers={b"host": host.encode("latin-1")})
        assert response.status_code in (400, 403), host


@pytest.mark.parametrize("host", ["localhost:8517", "LOCALHOST", "[::1]:8517", "127.0.0.1"])
def test_names_of_this_machine_are_its_own(shared: Client, host: str) -> None:
    assert shared.get(f"{API}/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "http://localhost"],
)
def test_a_foreign_origin_is_refused(shared: Client, origin: str) -> None:
    headers = {"origin": origin}
    for call in (
        shared.get(f"{API}/about", headers=headers),
        shared.post(f"{API}/ranges/read", json={"text": "AA"}, headers=headers),
    ):
        assert call.status_code == 403
        assert call.headers["content-type"] == "application/problem+json"
    own = str(shared.base_url).rstrip("/")
    assert shared.get(f"{API}/about", headers={"origin": own}).status_code == 200
    for both in ([origin, own], [own, origin]):
        named = [("origin", one) for one in both]
        assert shared.get(f"{API}/about", headers=named).status_code == 403


def test_pages_of_other_sites_cannot_ask_without_an_origin(shared: Client) -> None:
    for site, status in (
        ("cross-site", 403),
        ("same-site", 403),
        ("same-origin", 200),
        ("none", 200),
    ):
        response = shared.get(f"{API}/about", headers={"sec-fetch-site": site})
        assert response.status_code == status, site
    body = '{"text": "AA"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        form = {"content-type": kind}
        assert shared.post(f"{API}/ranges/read", content=body, headers=form).status_code == 415


@pytest.mark.parametrize("kind", ["", "application/xml", "text/json", "image/png", "json"])
def test_a_body_of_another_kind_is_refused(shared: Client, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    for body in (b'{"text": "AA"}', iter([b'{"text": ', b'"AA"}'])):
        response = shared.post(f"{API}/ranges/read", content=body, headers=headers)
        assert response.status_code == 415
        assert response.json()["field"] == "content-type"
    for known in ("application/json; charset=utf-8", "Application/JSON", "application/x.a+json"):
        headers = {"content-type": known}
        response = shared.post(f"{API}/ranges/read", content=b'{"text": "AA"}', headers=headers)
        assert response.status_code == 200


@pytest.mark.parametrize(
    "body", [b'{"text":' * 200_000, b"[" * 900_000, b'{"text": ' + b"9" * 5000 + b"}"]
)
def test_json_that_cannot_be_read_is_named(shared: Client, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    response = shared.post(f"{API}/ranges/read", content=body[:900_000], headers=headers)
    assert response.status_code in (400, 422)
    assert response.json()["field"] == "body"


def test_browsers_are_told_to_run_nothing_else(shared: Client) -> None:
    for path in (f"{API}/about", "/", "/api/nothing"):
        headers = shared.get(path).headers
        policy = dict(
            part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers
    preflight = shared.options(f"{API}/jobs", headers={"origin": "http://evil.example"})
    assert preflight.status_code == 403


def test_a_large_body_is_refused(shared: Client) -> None:
    headers = {"content-type": "application/json"}
    large = b'{"text": "' + b"A" * MOST_BODY + b'"}'
    response = shared.post(f"{API}/ranges/read", content=large, headers=headers)
    assert response.status_code == 413
    assert f"{MOST_BODY:,} bytes" in response.json()["detail"]
    assert response.json()["field"] == "body"

    def pieces() -> Iterator[bytes]:  # whose length nobody knows beforehand
        for start in range(0, len(large), 65_536):
            yield large[start : start + 65_536]

    response = shared.post(f"{API}/ranges/read", content=pieces(), headers=headers)
    assert response.status_code == 413
    assert response.headers["content-type"] == "application/problem+json"


def test_an_upload_of_another_kind_is_told_its_own(shared: Client) -> None:
    headers = {"content-type": "text/plain"}
    refused = shared.post(f"{API}/solutions", content=b"x", headers=headers)
    assert refused.status_code == 415
    assert refused.json()["allowed"] == "application/octet-stream is expected"


def test_a_large_upload_is_refused_by_its_own_limit(tmp_path: Path) -> None:
    with studio_client(tmp_path, access=Access(most_upload=2_000_000)) as client:
        for announced in (b"x" * 2_000_001, iter([b"\x89RUNOUT\n" + b"x" * 2_000_001])):
            response = client.post(f"{API}/solutions", content=announced)
            assert response.status_code == 413
            assert "2,000,000 bytes" in response.json()["detail"]


def test_a_token_is_needed_from_elsewhere(closed: Client) -> None:
    assert closed.get(f"{API}/about").status_code == 401
    assert closed.get("/").status_code == 401
    assert closed.get(f"{API}/about", headers={"host": "evil.example"}).status_code == 403
    for wrong in ("x", TOKEN[:-1], TOKEN + "x", "é"):
        bearer = {b"authorization": f"Bearer {wrong}".encode()}
        assert closed.get(f"{API}/about", headers=bearer).status_code == 401
        assert closed.get("/", params={"token": wrong}).status_code == 401
    bearer = {b"authorization": f"Bearer {TOKEN}".encode()}
    assert closed.get(f"{API}/about", headers=bearer).status_code == 200


def test_the_link_is_taken_into_a_cookie_once(closed: Client) -> None:
    response = closed.get("/solver", params={"token": TOKEN, "spot": "1"})
    assert response.status_code == 303
    assert response.headers["location"] == "/solver?spot=1"  # the token is not left in addresses
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie  # a strict one is not sent on from a link of another site
    assert closed.cookies[cookie_name(closed.base_url.netloc.decode())] == TOKEN
    assert closed.get(f"{API}/about").status_code == 200
    again = closed.get("/solver", params={"token": TOKEN, "spot": "1"})  # with the cookie
    assert (again.status_code, again.headers["location"]) == (303, "/solver?spot=1")
    away = closed.get("//evil.example/x", params={"token": TOKEN}, headers={"cookie": ""})
    assert not away.headers.get("location", "").startswith("//")
    closed.cookies.clear()


def test_the_token_of_another_server_of_the_machine_takes_nothing_away(closed: Client) -> None:
    """Browsers send the cookies of all ports of a machine to each of them."""
    own = cookie_name(closed.base_url.netloc.decode())
    for kept in (f"{own}={TOKEN}; runout_token_1=x", f"runout_token_1=x; {own}={TOKEN}"):
        assert closed.get(f"{API}/about", headers={"cookie": kept}).status_code == 200
    for kept in (f"runout_token_1={TOKEN}", f"{own}=x", f"{own}", ""):
        assert closed.get(f"{API}/about", headers={"cookie": kept}).status_code == 401


def test_another_address_comes_with_a_token(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "0.0.0.0") as server:  # noqa: S104 - what is tested
        base, _, token = server.address.partition("?token=")
        assert len(token) >= 32
        port = int(base.rstrip("/").rpartition(":")[2])
        with httpx.Client(
            base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False
        ) as client:
            assert client.get(f"{API}/about").status_code == 401
            bearer = {"authorization": f"Bearer {token}"}
            assert client.get(f"{API}/about", headers=bearer).status_code == 200


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "runout", "serve", "--port", str(port)]
        done = _run([*command, "--library", str(tmp_path)])
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert "runout serve --port" in done.stderr


def test_a_host_that_is_not_ours_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "runout", "serve", "--port", "0", "--host", "192.0.2.1"]
    done = _run([*command, "--library", str(tmp_path)])
    assert done.returncode == 2
    assert "host '192.0.2.1': no address of this machine" in done.stderr
    assert "port 0" not in done.stderr


@pytest.mark.parametrize("host", ["a..b", "a" * 80, "http://localhost", ""])
def test_a_host_that_no_machine_can_have_is_named(host: str) -> None:
    with pytest.raises(RunoutError, match="no address of this machine"):
        bound(host, 0)


def test_a_library_has_one_server(tmp_path: Path) -> None:
    with running(tmp_path):
        command = [sys.executable, "-m", "runout", "serve", "--port", "0"]
        done = _run([*command, "--library", str(tmp_path)])
    assert done.returncode == 2
    assert "another runout serve has it" in done.stderr


def test_a_library_without_a_name_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "runout", "serve", "--port", "0", "--library", ""]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=60, cwd=tmp_path
    )
    assert done.returncode == 2
    assert done.stderr.startswith("runout: library ''")
    assert list(tmp_path.iterdir()) == []  # the folder one stands in is none


def test_so_many_streams_and_no_more(client: Client) -> None:
    job = client.post(
        f"{API}/jobs", json={"kind": "solve", "spot": TURN, "target": 0, "max_seconds": 600}
    ).json()["id"]
    streams = [client.stream("GET", f"{API}/jobs/{job}/events") for _ in range(MOST_STREAMS)]
    try:
        for stream in streams:
            assert stream.__enter__().status_code == 200
        refused = client.get(f"{API}/events")
        assert refused.status_code == 429
        assert "32" in refused.json()["detail"]
        assert client.get(f"{API}/about").status_code == 200
    finally:
        for stream in streams:
            stream.__exit__(None, None, None)
    until = time.monotonic() + 20  # those that are closed count no more
    while True:
        with client.stream("GET", f"{API}/events") as again:
            if again.status_code == 200:
                break
        assert time.monotonic() < until
        time.sleep(0.1)
    client.post(f"{API}/jobs/{job}/stop")


def test_a_question_ends_when_nobody_waits_for_it(client: Client) -> None:
    """The one before is cancelled when a page asks the next; work does not pile up."""
    process = psutil.Process()
    client.post(f"{API}/equity", json={"players": ["random"] * 9, "samples": 1000})
    before = process.num_threads()
    body = {"players": ["random"] * 9, "seconds": 9.0}
    for _ in range(3):
        with pytest.raises(httpx.ReadTimeout):
            client.post(f"{API}/equity", json=body, timeout=0.3)
    until = time.monotonic() + 6  # sooner than any of the three would end by itself
    while process.num_threads() > before + 4:  # each of them had as many and more
        assert time.monotonic() < until
        time.sleep(0.1)
