"""Draws the picture of the batch tutorial: the page of a run, as a browser shows it.

``python tools/batch_picture.py FOLDER`` takes the folder of a finished run; chromium and Pillow are
needed.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from runout.batch.batch_page import batch_page

STATIC = Path(__file__).parent.parent / "docs" / "_static"
WIDTH, HEIGHT = 1200, 970


def draw(folder: str) -> None:
    """Take the picture, with few colours so that it is small."""
    with TemporaryDirectory() as place:
        page, taken = Path(place) / "page.html", Path(place) / "taken.png"
        page.write_text(batch_page(folder), encoding="utf-8")
        command = ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars"]
        command += [f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={taken}", page.as_uri()]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603
        from PIL import Image

        with Image.open(taken) as picture:
            few = picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=255)
            few.save(STATIC / "batch-report.png", optimize=True)


if __name__ == "__main__":
    draw(sys.argv[1])
