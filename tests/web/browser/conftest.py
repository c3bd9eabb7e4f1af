"""A server and a browser for the pages; every page is watched for faults and foreign requests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser.served import Served, serving
from tools.browser import find


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser. Without one these tests fail rather than be skipped."""
    path = find()
    if path is None:
        pytest.fail("no Chromium: run python tools/browser.py, or name one in RUNOUT_BROWSER")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with an empty library, for all tests of a file."""
    with serving(tmp_path_factory.mktemp("library")) as server:
        yield server


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser, served: Served) -> Iterator[OpenPage]:
    """Opens pages of the server; at the end none may have failed or asked another machine."""
    contexts, faults = [], []

    def opened(path: str = "/", *, width: int = 1280, height: int = 900, dark: bool = False) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("console", lambda one: one.type == "error" and faults.append(_said(one.text)))
        page.on("request", lambda one: _is_foreign(one.url, served) and faults.append(one.url))
        page.goto(served.address + path.lstrip("/"))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [fault for fault in faults if fault] == []


def _said(text: str) -> str:
    """A fault that the page has logged; that the server refused a question is no fault."""
    return "" if re.search(r"status of 4\d\d", text) else text


def _is_foreign(url: str, server: Served) -> bool:
    parts = urlsplit(url)
    return parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(server.address).netloc


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The first page."""
    return open_page("/")
