// The kernels: plain arrays in, plain arrays out.
//
// Everything declared here is compiled once for each instruction-set level that the build asks for
// (CMakeLists.txt), each time in a namespace of its own named by RUNOUT_LEVEL; dispatch.cpp picks
// one set at import.
#pragma once

#include <cstddef>
#include <cstdint>

#include "blackjack/dealer_odds.hpp"
#include "blackjack/simulate.hpp"
#include "cards/evaluator.hpp"
#include "control.hpp"
#include "equity/equity.hpp"
#include "equity/monte_carlo.hpp"
#include "solver/plan.hpp"

namespace runout {

// Ranges on some complete boards: adds what every hand gets.
using RangesKernel = void (*)(const StrengthTable&, const EquityQuestion&, const Runout*, std::size_t count, Control&,
                              HandTotals&);

// One set of kernels, compiled for one instruction-set level.
struct Kernels {
    // Strengths of `count` hands of 5, 6 or 7 cards each, laid out one after the other. Stops at
    // the first card id above 51 and returns its position; -1 if there is none.
    std::ptrdiff_t (*evaluate)(const StrengthTable&, int size, const std::uint8_t* cards, std::size_t count,
                               std::uint16_t* strengths);

    // Adds the number of 7-card hands of each strength, over all 133,784,560 hands, to counts[4824].
    void (*count_seven_card_hands)(const StrengthTable&, std::uint64_t* counts);

    // Adds, to a matrix of all pairs of hands, the wins of row against column before the flop, on one
    // board of each orbit of the suits times the size of the orbit. About 10 s.
    void (*count_matchups)(const StrengthTable&, std::uint64_t* wins);

    // Exact equity on complete boards. Two players: about 10 us a board for full ranges; three:
    // about 250 us; any number: a few ns for each combination of hands.
    RangesKernel two_ranges;
    RangesKernel three_ranges;
    RangesKernel many_ranges;

    // Two players of whom one has one hand; hand classes are not counted. About 2 us a board.
    RangesKernel one_hand;

    // One hand (card bits) for each player, over all boards that live cards make of `board`. About
    // 0.3 ms before the flop, 8 us on a flop.
    void (*known_hands)(const StrengthTable&, const std::uint64_t* hands, int players, std::uint64_t board,
                        std::uint64_t live, bool categories, KnownHandTotals&);

    // Random deals (monte_carlo.hpp).
    void (*simulate)(const StrengthTable&, const DealPlan&, std::uint64_t seed, std::uint64_t first_deal,
                     std::uint64_t deals, const CountOptions&, Tallies&);

    // The dealer's totals from `count` families of shoes (ShoeFamily). `partner` is the value
    // that makes a blackjack (-1: none); `looked` leaves it out.
    void (*dealer_odds)(const blackjack::DealerTree&, int value, int partner, bool looked,
                        const blackjack::ShoeFamily* families, std::size_t count, blackjack::DealerOdds*);

    // Plays all rounds of so many shuffled shoes, about 40 ns a round.
    void (*deal_shoes)(const blackjack::SimulationPlan&, std::uint64_t seed, std::uint64_t shoes,
                       blackjack::RoundTotals&);
    // The postflop solver, with 16-bit numbers if `compress`.
    std::unique_ptr<SolverEngine> (*make_solver)(SolverPlan plan, bool compress, int threads);
};

}  // namespace runout
