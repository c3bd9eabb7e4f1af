"""What is shipped has the pages in it: a wheel that is installed elsewhere opens one."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.served import serving

ROOT = Path(__file__).parents[3]
PAGES = "runout/web/static/index.html"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this tree, with the kernels that are compiled already."""
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-build-isolation", "--no-deps", "--no-index", "-w", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(ROOT)], check=True)
    return next(folder.glob("runout-*.whl"))


def test_an_installed_wheel_opens_a_page(wheel: Path, tmp_path: Path, chromium: Browser) -> None:
    site, bare = tmp_path / "site", tmp_path / "bare"
    with zipfile.ZipFile(wheel) as packed:
        assert PAGES in packed.namelist()
        packed.extractall(site)  # noqa: S202 - our own
    # A bare interpreter, in which the editable install cannot get in the way.
    venv.create(bare, with_pip=False)
    path = os.pathsep.join((str(site), sysconfig.get_path("purelib")))
    library = tmp_path / "library"
    library.mkdir()
    with serving(library, python=str(bare / "bin" / "python"), path=path) as server:
        page = chromium.new_page()
        page.goto(server.address)
        expect(page.get_by_role("region", name="Players")).to_be_visible()
        page.close()


def test_the_source_distribution_has_the_pages(tmp_path: Path) -> None:
    code = f"from scikit_build_core.build import build_sdist; build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    with tarfile.open(next(tmp_path.glob("runout-*.tar.gz"))) as packed:
        names = packed.getnames()
    assert any(name.endswith(f"src/{PAGES}") for name in names)
    assert any(name.endswith("web/package-lock.json") for name in names)
    assert not any("node_modules" in name for name in names)
