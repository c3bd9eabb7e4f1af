// The dealer's final totals from many shoes at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "blackjack/dealer_tree.hpp"

namespace runout::blackjack {

// Probabilities of 17, 18, 19, 20, 21, of a bust and of a blackjack; without the blackjack and
// given that there is none where the dealer has looked.
struct alignas(64) DealerOdds {
    double total[kTotals];
    double bust;
    double blackjack;
    double unused;
};

// The cards that are left, hole card included, when a player has taken his.
struct CardsLeft {
    std::uint16_t of[kValues];
};

}  // namespace runout::blackjack
