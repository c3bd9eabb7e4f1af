"""The CUDA engine: the same plan and the same numbers as the engine of the cores, on a GPU."""
