"""Pictures: figures that belong to nobody's window, with one look for all."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from runout.colours import FAINT, INK, MUTED, SUIT_COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    from runout.cards import Card

PLAYER_LINES: dict[str, Any] = {"oop": "-", "ip": (0, (5, 1.5))}

_LOOK: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib and has the suits
    "font.size": 8.5,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "axes.facecolor": "white",
    "axes.titlesize": 8.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "figure.facecolor": "white",
    "figure.dpi": 120,
    "grid.color": FAINT,
    "grid.linewidth": 0.5,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "lines.linewidth": 1.6,
}
_HEADER_LINE, _EDGE = 0.22, 0.1  # inches


@contextmanager
def drawing() -> Iterator[None]:
    """The look of what is drawn inside; other figures keep theirs."""
    try:
        from matplotlib import rc_context
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'runout[plot]'") from None
    with rc_context(_LOOK):
        yield


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches, which no window shows."""
    from runout.picture import Picture

    figure = Picture(figsize=(width, height), layout="constrained")
    figure.set_layout_engine("constrained", w_pad=_EDGE, h_pad=_EDGE / 2)
    return figure


def figure_under(
    width: float, height: float, cards: Iterable[Card], headline: str, lines: list[str]
) -> tuple[Figure, SubFigure]:
    """A figure with a header, the board in four colours in front, and the part below it.

    The height is that of the part below.
    """
    above = _HEADER_LINE * (len(lines) + 1) + 0.14
    figure = new_figure(width, height + above)
    parts: Any = figure.subfigures(2, 1, height_ratios=[above, height])
    header, body = parts
    _write_cards(header, cards, headline, above)
    for number, line in enumerate(lines, start=1):
        y = 1 - (_EDGE + _HEADER_LINE * (number + 0.5)) / above
        header.text(_EDGE / width, y, line, color=MUTED, va="center")
    return figure, body


def _write_cards(header: SubFigure, cards: Iterable[Card], headline: str, height: float) -> None:
    """The first line of a header: cards, each in the colour of its suit, then words."""
    from matplotlib.offsetbox import AnnotationBbox, HPacker, TextArea

    words = {"fontsize": 11, "fontweight": "bold"}
    parts: list[Any] = [
        TextArea(card.symbol, textprops={**words, "color": SUIT_COLOURS[card.suit]})
        for card in cards
    ]
    parts.append(TextArea(f" {headline}", textprops={**words, "color": INK}))
    width = header.get_figure(root=True).get_figwidth()
    header.add_artist(
        AnnotationBbox(
            HPacker(children=parts, pad=0, sep=3.5, align="baseline"),
            (_EDGE / width, 1 - (_EDGE + _HEADER_LINE / 2) / height),
            xycoords=header.transSubfigure,
            box_alignment=(0, 0.5),
            pad=0,
            frameon=False,
        )
    )


def light_grid(axes: Axes, axis: str = "both") -> None:
    """Faint lines behind the data, without tick marks."""
    axes.grid(True, axis=axis)  # type: ignore[arg-type]
    axes.tick_params(length=0)
