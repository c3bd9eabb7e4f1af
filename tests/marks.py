"""Marks that several tests share."""

import os

import pytest

slow = pytest.mark.slow  # run by `make slow` only

# What is repeated on other builds of the kernels where not all tests are (`.ci/run`): with the
# sanitisers, so much that every kernel runs once; on each level, what may hang on instructions.
kernels = pytest.mark.kernels
levels = pytest.mark.levels

# Sanitised kernels are too slow for whole solves; other tests run the same code on small input.
whole_solve = pytest.mark.skipif(
    os.environ.get("HYPOTHESIS_PROFILE") == "quick", reason="takes minutes on slow kernels"
)

# What asks nothing of the kernels, or nothing that other tests do not ask, is not repeated on other
# builds of them.
without_kernels = pytest.mark.skipif(
    os.environ.get("HYPOTHESIS_PROFILE") == "quick", reason="asks nothing more of the kernels"
)

# The sanitiser maps terabytes for itself: no limit of the address space leaves room for it.
address_space = pytest.mark.skipif(
    os.environ.get("HYPOTHESIS_PROFILE") == "quick", reason="sanitised kernels need all of it"
)

# Its allocator is locked by other threads at the moment of a fork, and stays so in the child.
busy_fork = pytest.mark.skipif(
    os.environ.get("HYPOTHESIS_PROFILE") == "quick", reason="the sanitiser is not safe to fork"
)
