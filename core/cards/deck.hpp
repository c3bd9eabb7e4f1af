// The deck as the kernels see it: card ids, hole-card pair indices.
#pragma once

#include <cstdint>

namespace runout {

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kCards = kRanks * kSuits;
inline constexpr int kPairs = kCards * (kCards - 1) / 2;

// A card id is 4 * rank + suit; ranks 2..A are 0..12, suits c, d, h, s are 0..3.
constexpr int rank_of(int card) { return card >> 2; }
constexpr int suit_of(int card) { return card & 3; }

// Index of a pair of hole cards, low < high, in 0..1325.
constexpr int pair_index(int low, int high) { return low * (2 * kCards - 3 - low) / 2 + high - 1; }

}  // namespace runout
