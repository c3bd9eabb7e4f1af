// Leaves after which nobody acts: the chips are in, and only cards follow.
//
// What a hand is worth there is a sum over the opponent's hands, whatever comes. How many runouts each pair
// wins more than it loses, and how many it ties, is counted once for each deal; a pass then needs a product
// of that matrix and his reach, not a showdown on every river.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/layout.hpp"

namespace runout {

// How a player's hands fare against each of the opponent's after one deal, [blocks of my hands][his
// hands][kPadding].
struct Runouts {
    std::vector<std::int16_t> ahead;  // wins less losses
    std::vector<std::int16_t> tied;   // empty where no payoff asks for it
};

class AllIns {
public:
    // Nothing where there are no such leaves, or the matrices would be larger than what they save.
    explicit AllIns(const Layout& layout);

    bool any() const { return !scale_.empty(); }
    const Runouts& of(int level, int deal, int player) const { return tables_[level][deal].player[player]; }
    // The chance of each runout, given both hands.
    float scale(int level) const { return scale_[level]; }
    std::size_t bytes() const;

private:
    struct Table {
        Runouts player[2];
    };
    std::vector<std::vector<Table>> tables_;  // by level and deal
    std::vector<float> scale_;                // by level
};

// The showdown that a deal leads to if nobody acts after it, else -1.
inline int decided_by(const BettingTree& tree, int leaf) {
    int node = leaf;
    while (tree.kind[node] == kDeal) node = tree.first[node];
    return tree.kind[node] == kShowdown ? node : -1;
}

// A payoff as what it pays on average, and what winning and tying add to that.
struct Spread {
    float middle, ahead, tied;
    explicit Spread(const float* pays)
        : middle((pays[0] + pays[2]) / 2), ahead((pays[0] - pays[2]) / 2), tied(pays[1] - middle) {}
};

}  // namespace runout
