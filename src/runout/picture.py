"""A matplotlib figure that notebooks show by itself."""

from __future__ import annotations

from io import BytesIO

from matplotlib.figure import Figure

_NOTEBOOK_DPI = 110


class Picture(Figure):
    """A figure that belongs to no window."""

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        self.savefig(file, format="png", dpi=_NOTEBOOK_DPI)
        return file.getvalue()
