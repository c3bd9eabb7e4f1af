"""Speed of what users wait for, beside other packages. Run all with ``python -m benchmarks``."""
