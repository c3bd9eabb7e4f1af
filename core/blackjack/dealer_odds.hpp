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

// Shoes that differ only in aces and in cards of one other value. The counts are of the cards left, hole
// card included, when a player has taken his; aces and the value are counted before any of these are gone.
struct ShoeFamily {
    static constexpr int kMostAces = 27;

    // Some aces gone, and `from` to `to` cards of the value; none if there are no such shoes.
    struct Row {
        std::uint16_t from = 1, to = 0;
        std::uint32_t place = 0;  // of the odds with `from` gone; the others follow

        bool empty() const { return from > to; }
    };

    std::array<std::uint16_t, kValues> left;
    std::array<Row, kMostAces> rows;  // [aces gone]
};

}  // namespace runout::blackjack
