// Hand against hand before the flop, up to suits.
//
// Relabelling suits, or swapping the players, turns one matchup into another with the same counts.
// All pairs of hands without a common card fall into 47,008 classes, numbered in the order in which
// their least member (by the two pair indices) appears.
#pragma once

#include <cstdint>

#include "cards/deck.hpp"

namespace runout {

inline constexpr int kMatchups = 47008;

// Writes wins of row against column, out of 1,712,304 boards, into a kPairs x kPairs matrix; zero
// where the hands share a card.
void expand_matchups(const std::uint32_t* wins, const std::uint32_t* losses, std::uint32_t* matrix);

// For every hand, the weighted sums over a range of what it wins (its row of the matrix) and of what
// it loses (its column).
void matchup_sums(const std::uint32_t* matrix, const double* range, double* won, double* lost);

// The inverse of expand_matchups: wins and losses of every class from a matrix of wins counted on one board of each
// orbit of the suits only, times the size of the orbit.
void collect_matchups(const std::uint64_t* matrix, std::uint32_t* wins, std::uint32_t* losses);

}  // namespace runout
