"""Results as data frames of whichever library is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_LIBRARIES = ("polars", "pandas")


def data_frame(rows: list[dict[str, Any]] | dict[str, list[Any]]) -> Any:  # noqa: ANN401 - the type depends on what is there
    """Rows, or columns, as a polars data frame, or a pandas one if there is no polars."""
    for name in _LIBRARIES:
        try:
            library = import_module(name)
        except ImportError:
            continue
        return library.DataFrame(rows)
    raise ImportError("a data frame needs polars or pandas: pip install 'runout[frame]'")
