"""Formulas as MathML, made while the site is built: reading it loads nothing from elsewhere.

Sphinx and docutils are imported when they are used: the tests import this file without them.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Never

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

# Environments of whole formulas; the converter knows only the one that stands inside a formula.
_DISPLAYED = re.compile(r"\\(begin|end)\{(?:align|equation|gather|multline)\*?\}")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the renderer to `html_math_renderer`."""
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _visit_inline(self: HTML5Translator, node: nodes.math) -> Never:
    from docutils.nodes import SkipNode

    self.body.append(self.starttag(node, "span", "", CLASS="math notranslate nohighlight"))
    self.body.append(f"{_mathml(node, as_block=False)}</span>")
    raise SkipNode


def _visit_block(self: HTML5Translator, node: nodes.math_block) -> Never:
    from docutils.nodes import SkipNode
    from sphinx.util.math import get_node_equation_number

    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node.get("number"):
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append(f"{_mathml(node, as_block=True)}</div>\n")
    raise SkipNode


def _mathml(node: nodes.math | nodes.math_block, *, as_block: bool) -> str:
    from docutils.utils.math import MathError
    from docutils.utils.math.latex2mathml import tex2mathml
    from sphinx.util.logging import getLogger

    formula = node.astext()
    try:
        return str(tex2mathml(_DISPLAYED.sub(r"\\\1{aligned}", formula), as_block))
    except MathError as error:
        getLogger(__name__).warning("formula %r: %s", formula, error, location=node)
        return f"<code>{escape(formula)}</code>"
