"""Solutions: walking through them, locking hands, keeping them in files, giving them out."""

from runout.solution.json_schema import json_schema
from runout.solution.solution import load

__all__ = ["json_schema", "load"]
