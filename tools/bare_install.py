"""Installs a wheel with pip into a new environment: `python tools/bare_install.py WHEEL FOLDER`.

What the package needs it sees in the environment that runs this. The editable install of that one
stays unseen: only `.pth` files of the new environment's own are read there.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment; the folder of its programs."""
    venv.create(folder, clear=True, symlinks=True)
    programs = folder.absolute() / "bin"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python"]
    options = ["--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, programs / "python", "install", *options, wheel], check=True)  # noqa: S603
    site = sysconfig.get_path("purelib", "venv", {"base": str(folder)})
    Path(site, "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return programs


if __name__ == "__main__":
    install(Path(sys.argv[1]), Path(sys.argv[2]))
