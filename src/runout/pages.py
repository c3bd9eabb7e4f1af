"""HTML from the templates in the package; whatever is put into them is escaped."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, /, **values: object) -> str:
    """A template of the package, filled in."""
    return _environment().get_template(template).render(**values)


def data_file(name: str) -> str:
    """The text of a file of the package."""
    return (files("runout") / "data" / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    return Environment(
        loader=FunctionLoader(data_file),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
