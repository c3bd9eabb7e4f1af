"""What `make` can do is said where people look for it."""

import re
from pathlib import Path

HOUSE = Path(__file__).parent.parent.parent


def test_every_target_is_explained() -> None:
    makefile = (HOUSE / "Makefile").read_text(encoding="utf-8")
    contributing = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    first = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert first
    targets = set(first[1].split()) - {"help"}
    assert len(targets) > 10
    assert set(re.findall(r'^\t@echo "make ([\w-]+) ', makefile, re.MULTILINE)) == targets
    assert set(re.findall(r"^make ([\w-]+) +#", contributing, re.MULTILINE)) == targets
