"""The browser of solutions in the terminal; it needs Textual."""
