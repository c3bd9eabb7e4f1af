// The structs of the kernels in core/cuda, for the plain C++ around them.
#pragma once

#ifndef RUNOUT_THREADS
#define RUNOUT_THREADS 256
#endif

namespace runout::device {

#include "cuda/arguments.cuh"

}  // namespace runout::device
