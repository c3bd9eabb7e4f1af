"""Showing blackjack results as text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from runout.blackjack.card_values import UPCARDS, VALUES
from runout.blackjack.strategy import HARD_TOTALS, LETTERS, SOFT_TOTALS, Chart

if TYPE_CHECKING:
    from runout.blackjack.charts import ChartResult
    from runout.blackjack.table import TableEV

_MOST_DEVIATIONS = 12  # shown under a printed chart; all are in the data

Section = tuple[str, list[tuple[str, str]]]


def as_html(text: str) -> str:
    """A short printed table for notebooks.

    >>> as_html("a < b")
    '<pre>a &lt; b</pre>'
    """
    return f"<pre>{escape(text)}</pre>"


def percent(value: float) -> str:
    """A value in percent of a bet, with its sign.

    >>> percent(-0.0043058)
    '-0.4306 %'
    """
    return f"{100 * value:+.4f} %"


def outcome_rows(table: TableEV) -> list[tuple[str, float | None, float]]:
    """Ways to end: what, how often (None: in the line above), and what it adds to the EV."""
    outcome, parts = table.outcome, table.outcome.parts(float(table.rules.pays))
    rows = [
        ("win", outcome.win, outcome.win),
        ("lose", outcome.lose, -outcome.lose),
        ("push", outcome.push, 0.0),
        ("doubled, win", outcome.dwin, 2 * outcome.dwin),
        ("doubled, lose", outcome.dlose, -2 * outcome.dlose),
        ("doubled, push", outcome.dpush, 0.0),
        ("blackjack", outcome.pbj, parts["blackjack"]),
        ("dealer blackjack", outcome.dbj, parts["dealer blackjack"]),
        ("surrender", outcome.surrender, parts["surrender"]),
        ("split", outcome.split, outcome.split_ev),
    ]
    return [row for row in rows if row[1]]


def table_text(table: TableEV) -> str:
    """EV, outcome and upcards, for `print`."""
    lines = [
        f"rules     {table.rules}",
        f"shoe      {table.shoe} ({table.shoe.cards} cards)",
        f"strategy  {table.strategy}",
        f"EV        {percent(table.ev)} of a bet",
    ]
    if table.variance is not None:
        lines.append(
            f"variance  {table.variance:.4f}, standard deviation {table.variance**0.5:.4f}"
        )
    lines.append(f"\n{'':<16}  {'chance':>10}  {'adds to EV':>12}")
    for what, often, adds in outcome_rows(table):
        lines.append(f"{what:<16}  {100 * (often or 0):8.4f} %  {percent(adds):>12}")
    ups = [up for up in UPCARDS if up in table.by_upcard]
    lines.append("\n" + "  ".join(f"{up:>7}" for up in ups))
    lines.append("  ".join(f"{100 * table.by_upcard[up]:+6.2f}%" for up in ups))
    return "\n".join(lines)


def table_html(table: TableEV) -> str:
    """The same as an HTML table."""
    rows = "".join(
        f"<tr><td>{what}</td><td>{100 * (often or 0):.4f} %</td><td>{percent(adds)}</td></tr>"
        for what, often, adds in outcome_rows(table)
    )
    caption = f"{escape(str(table.rules))}, {escape(table.strategy)}: EV {percent(table.ev)}"
    head = "<tr><th></th><th>chance</th><th>adds to EV</th></tr>"
    return f"<table><caption>{caption}</caption>{head}{rows}</table>"


def sections(chart: Chart) -> list[Section]:
    """The chart as it is printed: hard, soft, pairs, from the highest row down."""
    hard = [(str(total), row) for total, row in zip(HARD_TOTALS, chart.hard, strict=True)]
    soft = [
        (f"A{t - 11 if t < 21 else 'T'}", r) for t, r in zip(SOFT_TOTALS, chart.soft, strict=True)
    ]
    soft[0] = ("AA", chart.soft[0])
    pairs = [(value * 2, row) for value, row in zip(VALUES, chart.pairs, strict=True)]
    shown = [row for row in hard if 5 <= int(row[0]) <= 19]
    return [
        ("hard", shown[::-1]),
        ("soft", soft[-2:0:-1]),
        ("pairs", [pairs[0], *pairs[:0:-1]]),
    ]


def legend(chart: Chart) -> list[tuple[str, str]]:
    """The letters that the printed rows use, and what they mean."""
    used = {letter for _, rows in sections(chart) for _, row in rows for letter in row}
    return [(letter, meaning) for letter, meaning in LETTERS.items() if letter in used]


def deviation_lines(result: ChartResult) -> list[str]:
    """Hands that are played better than by the chart, in words."""
    lines = [
        f"{one.hand} against {one.up}: {one.best}, not {one.chart} ({percent(one.cost)})"
        for one in result.deviations[:_MOST_DEVIATIONS]
    ]
    more = len(result.deviations) - len(lines)
    return [*lines, f"and {more} more"] if more > 0 else lines


def chart_text(result: ChartResult) -> str:
    """The chart without colours."""
    lines = [f"{result.rules}"]
    for title, rows in sections(result.chart):
        lines.append(f"\n{title:<6}{'  '.join(UPCARDS)}")
        lines += [f"{name:>4}  {'  '.join(row)}" for name, row in rows]
    lines.append(
        "\n" + "; ".join(f"{letter} {meaning}" for letter, meaning in legend(result.chart))
    )
    return "\n".join([*lines, *deviation_lines(result)])
