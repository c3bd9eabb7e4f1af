"""Runs the notebook of the examples and keeps its results: in it, or in the file that is named."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

PATH = Path(__file__).parent.parent / "examples" / "solver.ipynb"


def run_notebook() -> nbformat.NotebookNode:
    """The notebook after all its cells have run; a cell that fails raises."""
    notebook = nbformat.read(PATH, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": PATH.parent}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times of day say nothing
    return notebook


if __name__ == "__main__":
    nbformat.write(run_notebook(), sys.argv[1] if len(sys.argv) > 1 else PATH)
