// The kernels of core/cuda as plain C++: block by block, and in each phase thread by thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace runout {

// A launch of a kernel. Shared memory holds at first what no sum survives; `backwards` lets the threads of
// each phase run from the last to the first; `keeps_tiny` leaves numbers below the normal range as they are.
struct EmulatedLaunch {
    std::string kernel;
    int blocks;
    std::size_t shared;
    const void* arguments;
    std::size_t argument_bytes;
    bool backwards, keeps_tiny;
};

// False if there is no such kernel, or it takes other arguments.
bool run_on_floats(const EmulatedLaunch& launch);
bool run_on_shorts(const EmulatedLaunch& launch);

}  // namespace runout
