// Lines of play that run out of cards.
#pragma once

#include <optional>
#include <vector>

#include "blackjack/round.hpp"

namespace runout::blackjack {

// A draw that would meet an empty shoe.
struct Exhaustion {
    bool dealer;  // who draws
    int hand;     // what the player holds (kBust: several hands, after a split)
    int upcard;
    int split = -1;  // the value that was split
};

// The first draw found, if there is one, that meets an empty shoe on a line from one of these hands
// that the strategy, or without one any player, could play. The round has been valued.
std::optional<Exhaustion> exhaustion(const Round& round, const std::vector<int>& first_hands, const Strategy& strategy);

}  // namespace runout::blackjack
