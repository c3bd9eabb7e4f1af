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
    int dealt_cards;           // no round begins once so many cards are out: the cut card
    std::uint64_t max_rounds;  // per shoe; 1 is a fresh shoe for every round
    double tags[kValues];      // a counting system
    double bets[kTrueCounts];  // units bet at each true count, rounded down; 0 sits out
};

// Sums over rounds, and over shoes for the errors: rounds of one shoe are not independent, shoes are.
// Results are in units of the first bet except `won`, which is in bets made.
struct RoundTotals {
    std::uint64_t shoes = 0, rounds = 0, splits = 0;
    double result = 0, result_squared = 0, won = 0, bet = 0;
    // Over shoes: products of the sums of one shoe (of rounds, results, squared results, bets won).
    double rounds_rounds = 0, result_result = 0, result_rounds = 0;
    double squared_squared = 0, squared_rounds = 0, won_won = 0, won_rounds = 0;
    double count_rounds[kTrueCounts] = {}, count_result[kTrueCounts] = {};
    bool ran_out = false;

    void add(const RoundTotals& other) {
        shoes += other.shoes, rounds += other.rounds, splits += other.splits;
        result += other.result, result_squared += other.result_squared, won += other.won, bet += other.bet;
        rounds_rounds += other.rounds_rounds, result_result += other.result_result,
            result_rounds += other.result_rounds;
        squared_squared += other.squared_squared, squared_rounds += other.squared_rounds;
        won_won += other.won_won, won_rounds += other.won_rounds;
        ran_out |= other.ran_out;
        for (int i = 0; i < kTrueCounts; ++i)
            count_rounds[i] += other.count_rounds[i], count_result[i] += other.count_result[i];
    }
};

}  // namespace runout::blackjack
