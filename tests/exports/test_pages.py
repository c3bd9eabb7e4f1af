"""Templates: what is put into them is escaped, and what is missing is an error."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError

from runout import blackjack as bj
from runout.blackjack.chart_page import chart_svg, html_page
from runout.pages import render


def test_what_is_put_in_is_escaped() -> None:
    """Words that look like HTML stay words."""
    filled = {"sections": [], "upcards": "", "colours": {}, "meanings": {}, "legend": []}
    page = render("chart_page.html", rules="<b>'&", notes=["<script>"], **filled)
    assert "&lt;b&gt;&#39;&amp;" in page
    assert "<li>&lt;script&gt;</li>" in page
    assert "<script>" not in page


def test_what_is_missing_is_an_error() -> None:
    """Not an empty place on the page."""
    with pytest.raises(UndefinedError):
        render("chart.html", rules="6D")


def test_charts_are_whole_documents() -> None:
    """From the first line to the last."""
    result = bj.chart("1D NOSPLIT")
    page, picture = html_page(result), chart_svg(result)
    assert page.startswith("<!doctype html>\n")
    assert page.endswith("</html>\n")
    assert picture.startswith("<svg ")
    assert picture.endswith("</svg>\n")
