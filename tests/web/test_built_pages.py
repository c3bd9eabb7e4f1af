"""Pages as they are sent: packed, marked, and nothing but what was built."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import httpx
import pytest

from runout.web.app import make_app
from runout.web.static_pages import NO_PAGES, STATIC

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Client

SCRIPT = "const dealt = 'every card once';\n" * 100

NOT_BUILT = (
    "/../secret.txt", "/assets/..%2f..%2fsecret.txt", "/away.txt", "/none.js", "/assets/",
    "/assets/none", "/%00.js", "/small.txt/more.txt",
)  # fmt: skip


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A folder of pages, and a file beside it that is none of them."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>" + "<p>page</p>" * 200)
    (folder / "assets" / "index-1.js").write_text(SCRIPT)
    (folder / "small.txt").write_text("small")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "away.txt").symlink_to(tmp_path / "secret.txt")
    return folder


async def sent(static: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    """What a browser gets."""
    transport = httpx.ASGITransport(make_app(None, static))
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await client.request(method, path, headers=named)


@pytest.mark.anyio
async def test_scripts_are_packed_and_kept_for_good(static: Path) -> None:
    found = await sent(static, "/assets/index-1.js")
    assert found.text == SCRIPT
    assert found.headers["content-encoding"] == "gzip"
    assert int(found.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), 9, mtime=0))
    assert found.headers["content-type"].startswith("text/javascript")
    assert "immutable" in found.headers["cache-control"]
    plain = await sent(static, "/assets/index-1.js", accept_encoding="identity")
    assert (plain.text, "content-encoding" in plain.headers) == (SCRIPT, False)
    assert plain.headers["etag"] != found.headers["etag"]
    assert found.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


@pytest.mark.anyio
async def test_a_page_is_asked_for_again_but_not_sent_again(static: Path) -> None:
    first = await sent(static, "/solver")
    assert first.headers["cache-control"] == "no-cache"
    known = {"if_none_match": first.headers["etag"]}
    again = await sent(static, "/results/0123456789abcdef", **known)
    assert (again.status_code, again.content) == (304, b"")
    (static / "index.html").write_text("<!doctype html>another")
    changed = await sent(static, "/", **known)
    assert (changed.status_code, changed.text) == (200, "<!doctype html>another")


@pytest.mark.anyio
async def test_only_what_was_built_is_sent(static: Path) -> None:
    for path in NOT_BUILT:
        found = await sent(static, path)
        assert found.status_code == 404, path
        assert found.headers["content-type"] == "application/problem+json"
    assert (await sent(static, "/small.txt")).text == "small"


@pytest.mark.anyio
async def test_other_methods_than_looking_are_refused(static: Path) -> None:
    head = await sent(static, "/", "HEAD")
    assert (head.status_code, head.content) == (200, b"")
    refused = await sent(static, "/solver", "POST")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.anyio
async def test_without_pages_it_says_what_builds_them(tmp_path: Path) -> None:
    found = await sent(tmp_path, "/")
    assert (found.status_code, found.text) == (404, f"{NO_PAGES}\n")


def test_all_scripts_together_as_they_are_sent(shared: Client) -> None:
    names = sorted(path.name for path in (STATIC / "assets").glob("*.js"))
    assert names, "make web builds them"
    found = [shared.get(f"/assets/{name}") for name in names]
    assert all(one.headers["content-encoding"] == "gzip" for one in found if len(one.text) > 2000)
    assert sum(int(one.headers["content-length"]) for one in found) <= 250_000
