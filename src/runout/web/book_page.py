"""The page around a book: one file that opens without a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.pages import data_file, render

if TYPE_CHECKING:
    from runout.web.solution_book import SolutionBook


def book_page(name: str, book: SolutionBook) -> str:
    """The page with its style, its script and the data inside."""
    return render(
        "book_page.html",
        name=name,
        packed=book.packed,
        style=data_file("book_page.css"),
        script=data_file("book_page.js"),
    )
