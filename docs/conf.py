import sys
from pathlib import Path

from runout import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Runout"
author = "the Runout authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "mathml"]
exclude_patterns = ["_build"]

# Docstrings write names in single backticks: documented ones become links, the others code.
default_role = "py:obj"
smartquotes = False

myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_type_aliases = {"CardsLike": "CardsLike"}  # by its name, not as the union it stands for
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"Runout {release}"
html_math_renderer = "mathml"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
