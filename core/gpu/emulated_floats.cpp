// The kernels on numbers of 32 bits.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "flush_tiny.hpp"
#include "gpu/emulated.hpp"

#define RUNOUT_THREADS 256
#define RUNOUT_SHORT 0

namespace runout::emulated_floats {
#include "cuda/kernels.cu"
#include "gpu/emulated_kernels.hpp"
}  // namespace runout::emulated_floats

namespace runout {

bool run_on_floats(const EmulatedLaunch& launch) { return emulated_floats::run_kernels(launch); }

}  // namespace runout
