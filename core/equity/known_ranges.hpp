// Ranges before the flop, as all combinations of known hands up to suits.
#pragma once

#include "kernels.hpp"

namespace runout {

// Every combination of hands that uses no card twice is one question about known hands; those that
// relabelling suits turns into each other are answered once. `suit_maps` has `symmetries` rows of four
// suits that leave the dead cards what they are. Counts answered questions in `control`.
HandTotals known_ranges(const Kernels& kernels, const EquityQuestion& question, const std::uint8_t* suit_maps,
                        int symmetries, int threads, Control& control);

}  // namespace runout
