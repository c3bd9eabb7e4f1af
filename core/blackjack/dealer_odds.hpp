// The dealer's final totals from many shoes at once.
#pragma once

#include <array>
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

// Shoes with `from` to `to` cards of one value gone. The other counts are of the cards left, hole card
// included, when a player has taken his; that of the value itself is before any of these are gone.
struct ShoeFamily {
    std::array<std::uint16_t, kValues> left;
    std::uint16_t from, to;
    std::uint32_t place;  // of the odds with `from` gone; the others follow

    std::uint32_t shoes() const { return to - from + 1u; }
};

}  // namespace runout::blackjack
