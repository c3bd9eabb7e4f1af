// The kernels on numbers of 16 bits.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "flush_tiny.hpp"
#include "gpu/emulated.hpp"

#define RUNOUT_THREADS 256
#define RUNOUT_SHORT 1

namespace runout::emulated_shorts {
#include "cuda/kernels.cu"
#include "gpu/emulated_kernels.hpp"
}  // namespace runout::emulated_shorts

namespace runout {

bool run_on_shorts(const EmulatedLaunch& launch) { return emulated_shorts::run_kernels(launch); }

}  // namespace runout
