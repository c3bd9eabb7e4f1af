// Scores of poker hands by the rules of the game, plainly computed.
//
// A score is only good for comparing: category first, then the ranks that break ties. It is used
// to fill the evaluator's tables, never in a hot loop.
#pragma once

#include <array>
#include <cstdint>

#include "cards/deck.hpp"

namespace runout {

enum Category : std::uint32_t {
    kHighCard,
    kPair,
    kTwoPair,
    kTrips,
    kStraight,
    kFlush,
    kFullHouse,
    kQuads,
    kStraightFlush,
};

// Scores are below this: a category and five ranks.
inline constexpr std::uint32_t kScores = (kStraightFlush + 1) << 20;

// Sets of ranks: [k] are those held k times or more.
using RankMasks = std::array<std::uint32_t, 5>;

// Score of the best five cards among 5 to 7 cards with these ranks, suits ignored.
std::uint32_t score_of_ranks(const RankMasks& at_least);

// Score of the best five cards of one suit; `ranks` has 5 to 7 bits set.
std::uint32_t score_of_flush(std::uint32_t ranks);

}  // namespace runout
