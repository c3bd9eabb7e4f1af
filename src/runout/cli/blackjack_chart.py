"""`runout blackjack chart`: the familiar table, in colour, or as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from runout import blackjack as bj
from runout.blackjack.blackjack_view import deviation_lines, legend, sections
from runout.blackjack.card_values import UPCARDS
from runout.blackjack.charts import deviations_from
from runout.cli.output import check_writable, console, print_json, write_file
from runout.colours import LETTER_STYLES
from runout.errors import RunoutError

if TYPE_CHECKING:
    from runout.blackjack.charts import ChartResult
    from runout.cli.blackjack_options import TableOptions


def show_chart(asked: TableOptions, strategy: str, output: str) -> None:
    """Print the chart, or write it to a file."""
    if output and Path(output).suffix not in (".html", ".svg"):
        raise RunoutError(f"--output {output!r}: name a file that ends in .html or .svg")
    if output:
        check_writable("--output", output)
    result = _result(*asked.rules_and_shoe(), strategy)
    if output:
        _write(result, Path(output))
    if asked.json:
        print_json(result)
    elif not output:
        _print(result)


def _result(rules: bj.Rules, shoe: bj.Shoe, strategy: str) -> ChartResult:
    if strategy == "optimal":
        return bj.chart(rules, shoe)
    chart = bj.basic_strategy(rules) if strategy == "basic" else bj.Chart.load(strategy)
    return deviations_from(chart, rules, shoe)


def _print(result: ChartResult) -> None:
    out = console()
    out.print(f"{result.rules}", markup=False)
    for title, rows in sections(result.chart):
        out.print(f"\n{title:<6}{'  '.join(UPCARDS)}", markup=False)
        for name, row in rows:
            cells = [Text(f" {letter} ", LETTER_STYLES[letter]) for letter in row]
            out.print(Text(f"{name:>4} ") + Text("").join(cells))
    out.print("")
    for letter, meaning in legend(result.chart):
        out.print(Text(f" {letter} ", LETTER_STYLES[letter]) + Text(f" {meaning}"))
    lines = deviation_lines(result)
    if lines:
        out.print("\nWith these cards, better:")
    for line in lines:
        out.print(line, markup=False)


def _write(result: ChartResult, path: Path) -> None:
    from runout.blackjack.chart_page import chart_svg, html_page

    page = html_page(result) if path.suffix == ".html" else chart_svg(result)
    write_file("--output", path, lambda partial: partial.write_text(page, encoding="utf-8"))
