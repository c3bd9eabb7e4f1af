"""A server and a browser for the pages; every page is watched for faults and foreign requests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests.headless import browser_path
from tests.web.browser.served import Served, serving


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser. Without one these tests fail rather than be skipped.

    It ends with each file: while Playwright runs, nothing else in the process may have an event
    loop of its own.
    """
    expect.set_options(timeout=20_000)  # of milliseconds, on a machine that does other things, too
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
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
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(
        path: str = "/", *, width: int = 1280, height: int = 900, dark: bool = False
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        page = context.new_page()
        watch(page, served, faults)
        page.goto(served.address + path.lstrip("/"))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def watch(page: Page, server: Served, faults: list[str]) -> None:
    """Note what goes wrong on a page, and what it asks of other machines."""
    page.set_default_timeout(20_000)
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", lambda one: faults.extend(_logged(one)))
    page.on("request", lambda one: faults.extend(_foreign(one.url, server)))


def _logged(message: ConsoleMessage) -> list[str]:
    """A fault that the page has logged; that the server refused a question is none."""
    refused = re.search(r"status of 4\d\d", message.text)
    return [message.text] if message.type == "error" and not refused else []


def _foreign(url: str, server: Served) -> list[str]:
    """A request to another machine."""
    parts = urlsplit(url)
    here = parts.scheme in ("data", "blob") or parts.netloc == urlsplit(server.address).netloc
    return [] if here else [f"asked elsewhere: {url}"]


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The first page."""
    return open_page("/")
