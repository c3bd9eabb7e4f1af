"""``python -m runout`` is the `runout` command."""

from runout.cli import main

main()
