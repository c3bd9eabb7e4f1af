"""What is taken where nothing is said, for Python and for the command line alike."""

from __future__ import annotations

TARGET = 0.3
"""Percent of the pot: the exploitability to which a spot is solved."""
MAX_ITERATIONS = 1000
"""After which a solve ends."""
PRECISION = 0.0005
"""The standard error at which random dealing stops."""
TIME_LIMIT = 2.0
"""Seconds after which random dealing stops."""
ROUNDS = 10_000_000
"""Of blackjack that a simulation plays."""
PENETRATION = 0.75
"""The share of a shoe that a simulation deals."""
HOST = "127.0.0.1"
"""Where the studio listens: to this machine alone."""
PORT = 8517
"""The port of the studio."""
