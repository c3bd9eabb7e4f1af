// All kernels of the CUDA engine.
#include "river.cuh"
#include "streets.cuh"
