"""Prints what groups of pyproject.toml need; for `dev` also what the package itself needs."""

import sys
import tomllib
from pathlib import Path

pyproject = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())


def needed(group: str) -> list[str]:
    """The requirements of a group, those of the groups it includes among them."""
    found = list(pyproject["project"]["dependencies"]) if group == "dev" else []
    for entry in pyproject["dependency-groups"][group]:
        found += [entry] if isinstance(entry, str) else needed(entry["include-group"])
    return found


for name in sys.argv[1:]:
    print(*needed(name))  # noqa: T201
