"""How a node of a solution looks: in words, in a terminal, as a page and as a picture."""
