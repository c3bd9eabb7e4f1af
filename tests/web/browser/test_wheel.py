"""What is shipped works as it is installed: by pip from a wheel, with the pages in it."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tools.bare_install import install

import runout
from tests.web.browser.served import serving

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with an installed wheel.

    `make portable` names the one that it made of the source distribution. Otherwise it is a wheel
    of this tree, with the kernels that are compiled already.
    """
    if "RUNOUT_INSTALLED" in os.environ:
        return Path(os.environ["RUNOUT_INSTALLED"]) / "bin"
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-build-isolation", "--no-deps", "--no-index", "-w", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(ROOT)], check=True)
    return install(next(folder.glob("runout-*.whl")), folder / "bare")


def said(folder: Path, program: Path, *options: str) -> str:
    """What a program prints when it is run in a folder."""
    command = [str(program), *options]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    return run.stdout


def test_the_installed_command_answers(installed: Path, tmp_path: Path) -> None:
    where = "from runout import _core; print(_core.__file__)"
    kernels = Path(said(tmp_path, installed / "python", "-c", where).strip())
    assert kernels.is_relative_to(installed.parent)
    assert runout.__version__ in said(tmp_path, installed / "runout", "--version")
    assert "46.21 %" in said(tmp_path, installed / "runout", "equity", "AhKh", "QcQd")


def test_the_installed_package_has_the_kernels_of_a_gpu(installed: Path, tmp_path: Path) -> None:
    """As source: they are compiled where there is one."""
    whole = "from runout.solver.cuda import source; print(source._folder(), source.kernel_source())"
    folder, _, text = said(tmp_path, installed / "python", "-c", whole).partition(" ")
    assert Path(folder).is_relative_to(installed.parent)
    assert "large_river_update" in text


def test_the_installed_server_opens_a_page(
    installed: Path, tmp_path: Path, chromium: Browser
) -> None:
    with serving(tmp_path, python=str(installed / "python")) as server:
        page = chromium.new_page()
        page.goto(server.address)
        expect(page.get_by_role("region", name="Players")).to_be_visible()
        page.close()


def test_the_source_distribution_has_pages_and_kernels(tmp_path: Path) -> None:
    code = f"from scikit_build_core.build import build_sdist; build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    with tarfile.open(next(tmp_path.glob("runout-*.tar.gz"))) as packed:
        names = packed.getnames()
    assert any(name.endswith("src/runout/web/static/index.html") for name in names)
    assert any(name.endswith("web/package-lock.json") for name in names)
    assert any(name.endswith("core/cuda/kernels.cu") for name in names)
    assert not any("node_modules" in name for name in names)
