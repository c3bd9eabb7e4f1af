// Which nodes a pass visits, as the kernels of a GPU read it.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/device_types.hpp"
#include "solver/layout.hpp"
#include "solver/route.hpp"

namespace runout {

// One street before the last. Rows hold the opponent's reach, or a player's values.
struct StreetTables {
    int reach_rows = 0, value_rows = 0;
    std::vector<device::Split> splits;      // those near the root first
    std::vector<std::int32_t> split_depth;  // where each depth begins, and the end
    std::vector<device::Ascent> ascents;    // those far from the root first
    std::vector<std::int32_t> ascent_depth;
    std::vector<std::int32_t> leaf_reach, leaf_value, root_value;  // rows; the roots' reach comes first
};

// The subtrees of the last street, each with its part of the lists.
struct LastTables {
    std::vector<std::int32_t> splits_first{0}, targets_first{0}, lanes_first{0}, steps_first{0}, terms_first{0},
        rows_first{0};
    std::vector<device::Split> splits;
    std::vector<std::int32_t> targets;
    std::vector<device::Lane> lanes;
    std::vector<device::Step> steps;
    std::vector<device::Term> terms, roots;
    int slots = 1;  // values that a hand needs at a time
};

struct RouteTables {
    std::vector<StreetTables> streets;
    LastTables last;
};

RouteTables make_route_tables(const Layout& layout, int level, const std::vector<int>& roots, int me, Payoffs payoffs);

}  // namespace runout
