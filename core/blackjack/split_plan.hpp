// All hands that begin with a card of a pair, and the families of shoes that they leave. They are the same
// for every shoe and every play: a shoe that is hit more often takes no longer.
#pragma once

#include <vector>

namespace runout::blackjack {

struct SplitPlan {
    struct Held {
        int hand, family;
    };
    std::vector<int> families;  // the hands without aces and cards of the pair
    std::vector<Held> hands;    // one more card leads further on
};

// `one_card`: aces that get one card each.
const SplitPlan& split_plan(int pair, bool one_card);

}  // namespace runout::blackjack
