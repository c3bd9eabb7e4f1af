// Rounds dealt from shuffled shoes: what exact analysis of one shoe cannot show.
#pragma once

#include <cstdint>

#include "blackjack/rules.hpp"

namespace runout::blackjack {

inline constexpr int kTrueCounts = 41;  // -20 .. 20, clamped

struct SimulationPlan {
    Counts shoe;
    Rules rules;
    Strategy strategy;
    int dealt_cards;            // no round begins once so many cards are out: the cut card
    std::uint64_t max_rounds;   // per shoe; 1 is a fresh shoe for every round
    double tags[kValues];       // a counting system
    double bets[kTrueCounts];   // units bet at each true count, rounded down; 0 sits out
};

// Sums over rounds. Results are in units of the first bet except `won`, which is in bets made.
struct RoundTotals {
    std::uint64_t shoes = 0, rounds = 0, splits = 0;
    double result = 0, result_squared = 0, result_fourth = 0;
    double won = 0, won_squared = 0, bet = 0;
    double count_rounds[kTrueCounts] = {}, count_result[kTrueCounts] = {};
    bool ran_out = false;
};

}  // namespace runout::blackjack
