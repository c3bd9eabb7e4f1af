"""`python -m runout.web.schema`: the description of the API, from which the pages take types."""

from __future__ import annotations

import json
import sys

from runout.web.app import description


def main() -> None:
    """Print it as JSON."""
    sys.stdout.write(json.dumps(description(), indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
