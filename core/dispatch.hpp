// Which set of kernels this processor runs.
#pragma once

#include <string>
#include <vector>

#include "kernels.hpp"

namespace runout {

struct Level {
    const char* name;
    bool supported;
    const Kernels* kernels;
};

// The levels compiled in, plainest first. A source build has one, "native".
const std::vector<Level>& levels();

// The best supported level, or the one that the environment variable RUNOUT_LEVEL names. Throws
// std::runtime_error if that one is not compiled in or not supported, or if none is supported.
const Level& chosen_level();

}  // namespace runout
