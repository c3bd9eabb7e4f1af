"""The page around a book: one file that opens without a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from runout.web.problems import ProblemError

if TYPE_CHECKING:
    from runout.web.solution_book import SolutionBook

PAGE = Path(__file__).parent / "static" / "offline.html"
"""Among the pages that are built: the view of results, with all that it needs inside."""
_PLACE = '<script type="application/json" id="data">'


def check_page() -> None:
    """Refuse a book where its page is not built."""
    if not PAGE.is_file():
        raise ProblemError(409, "format 'html': the pages are not built; `make web` builds them")


def book_page(book: SolutionBook) -> str:
    """The page with the data inside: letters, digits and signs of base64, no markup."""
    check_page()
    before, place, after = PAGE.read_text(encoding="utf-8").partition(_PLACE)
    return before + place + book.packed + after
