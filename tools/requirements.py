"""Prints what an extra of pyproject.toml needs; for `dev` also what the package itself needs."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
extra = sys.argv[1]
wanted = project["optional-dependencies"][extra] + (
    project["dependencies"] if extra == "dev" else []
)
print(*wanted)  # noqa: T201
