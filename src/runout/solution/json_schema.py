"""The JSON Schema of exported solutions."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what `Solution.to_json` writes.

    >>> json_schema()["title"]
    'A solution as Runout writes it'
    """
    text = (files("runout") / "solution" / "solution.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
