// What the kernels of a GPU know of the boards of the last street.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/device_types.hpp"
#include "solver/layout.hpp"

namespace runout {

struct BoardTables {
    int stride[2], list_stride[2];
    std::vector<device::BoardHand> hands[2];  // [deals][stride], of each player against the other
    std::vector<std::uint16_t> order[2];      // [deals][stride]: hands, weakest first
    // Where each player's hands stand from weak to strong: all of them, then those with each card. Every
    // list begins with an entry of its own, for nothing.
    std::vector<std::uint16_t> lists[2];  // [deals][list_stride]
    std::vector<std::int32_t> list_lengths[2];
    std::vector<std::int32_t> counts;  // [deals][2]
};

BoardTables make_board_tables(const Layout& layout, int threads);

}  // namespace runout
