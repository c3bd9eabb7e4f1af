"""Finds a Chromium for the tests of the pages, or installs one, and prints where it is.

Debian's is installed by apt where that may be done; elsewhere Playwright fetches its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The path of a browser: RUNOUT_BROWSER, one of the system, or Playwright's own."""
    given = os.environ.get("RUNOUT_BROWSER")
    if given:
        return shutil.which(given)
    return next(filter(None, map(shutil.which, NAMES)), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if path and Path(path).exists() else None


def install() -> str | None:
    """Install a browser in the first way that works; its path, None if no way does."""
    apt = _apt()
    if apt:
        _run([*apt, "update", "--quiet=2"])  # a new machine may not know yet what there is
        if _run([*apt, "install", "--yes", "--quiet=2", "--no-install-recommends", "chromium"]):
            return find()
    own = [sys.executable, "-m", "playwright", "install", "chromium"]
    return find() if _run(own) else None


def _run(command: list[str]) -> bool:
    """Whether a command does what it should; nobody is there to answer its questions."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    # What it says goes beside the path that is printed.
    return not subprocess.run(command, check=False, env=environment, stdout=sys.stderr).returncode  # noqa: S603


def _apt() -> list[str]:
    """How apt is called here: as root, or by sudo that asks for no password; else not at all."""
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    if apt and os.geteuid() == 0:
        return [apt]
    if apt and sudo:
        silent = subprocess.run([sudo, "-n", "true"], check=False, capture_output=True)  # noqa: S603
        return [sudo, "-n", apt] if silent.returncode == 0 else []
    return []


def main() -> int:
    """Find or install; 1 if neither is possible."""
    path = find() or install()
    if path is None:
        print(  # noqa: T201
            "no Chromium was found, and none could be installed: install chromium by hand, "
            "or name a browser in RUNOUT_BROWSER",
            file=sys.stderr,
        )
        return 1
    print(path)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
