// Ranges over all runouts, shared out among threads.
#pragma once

#include "kernels.hpp"

namespace runout {

// Runs one of the kernels for complete boards over all runouts of the question, up to the relabellings
// of suits given. The sums do not depend on the number of threads.
HandTotals ranges_on_boards(RangesKernel kernel, const EquityQuestion& question, const std::uint8_t* suit_maps,
                            int symmetries, int threads, Control& control);

}  // namespace runout
