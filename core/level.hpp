// What a kernel source file defines, in the namespace of the level it is compiled for.
#pragma once

#include "kernels.hpp"

#ifndef RUNOUT_LEVEL
#define RUNOUT_LEVEL native
#endif

namespace runout::RUNOUT_LEVEL {

std::ptrdiff_t evaluate(const StrengthTable& table, int size, const std::uint8_t* cards, std::size_t count,
                        std::uint16_t* strengths);
void count_seven_card_hands(const StrengthTable& table, std::uint64_t* counts);
void count_matchups(const StrengthTable& table, std::uint64_t* wins);
void two_ranges(const StrengthTable& table, const EquityQuestion& question, const Runout* runouts, std::size_t count,
                Control& control, HandTotals& totals);
void three_ranges(const StrengthTable& table, const EquityQuestion& question, const Runout* runouts, std::size_t count,
                  Control& control, HandTotals& totals);
void many_ranges(const StrengthTable& table, const EquityQuestion& question, const Runout* runouts, std::size_t count,
                 Control& control, HandTotals& totals);
void one_hand(const StrengthTable& table, const EquityQuestion& question, const Runout* runouts, std::size_t count,
              Control& control, HandTotals& totals);
void known_hands(const StrengthTable& table, const std::uint64_t* hands, int players, std::uint64_t board,
                 std::uint64_t live, bool categories, KnownHandTotals& totals);
void dealer_odds(const blackjack::DealerTree& tree, int value, int partner, bool looked,
                 const blackjack::ShoeFamily* families, std::size_t count, blackjack::DealerOdds* odds);
void deal_shoes(const blackjack::SimulationPlan& plan, std::uint64_t seed, std::uint64_t shoes,
                blackjack::RoundTotals& totals);
std::unique_ptr<SolverEngine> make_solver(SolverPlan plan, bool compress, int threads);

}  // namespace runout::RUNOUT_LEVEL
