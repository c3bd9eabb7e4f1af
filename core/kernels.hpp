// The kernels: plain arrays in, plain arrays out.
//
// Everything declared here is compiled once for each instruction-set level that the build asks for
// (CMakeLists.txt), each time in a namespace of its own named by RUNOUT_LEVEL; dispatch.cpp picks
// one set at import.
#pragma once

#include <cstddef>
#include <cstdint>

#include "evaluator.hpp"

namespace runout {

// One set of kernels, compiled for one instruction-set level.
struct Kernels {
    // Strengths of `count` hands of 5, 6 or 7 cards each, laid out one after the other. Stops at
    // the first card id above 51 and returns its position; -1 if there is none.
    std::ptrdiff_t (*evaluate)(const StrengthTable&, int size, const std::uint8_t* cards, std::size_t count,
                               std::uint16_t* strengths);

    // Adds the number of 7-card hands of each strength, over all 133,784,560 hands, to counts[4824].
    void (*count_seven_card_hands)(const StrengthTable&, std::uint64_t* counts);

    // Adds, to a matrix of all pairs of hands, the wins of row against column before the flop, on one
    // board of each orbit of the suits times the size of the orbit. About 10 s.
    void (*count_matchups)(const StrengthTable&, std::uint64_t* wins);
};

}  // namespace runout
