// One column of a chart: what each action with each hand against one upcard is worth while all other hands
// are played by the chart.
//
// No line of play meets the same total twice, soft ones and hard ones apart. So the value of a chart is
// linear in each of its cells, and what another letter in one cell would gain is a sum over hands of how
// often the hand is held times the difference of two values, both of which the present chart gives.
#pragma once

#include <vector>

#include "blackjack/round.hpp"
#include "blackjack/splits.hpp"

namespace runout::blackjack {

class Column {
public:
    // `shoe` is the shoe before the upcard is taken from it.
    Column(const Kernels& kernels, const Counts& shoe, int upcard, const Rules& rules);

    Column(const Column&) = delete;

    // Values everything by a strategy, or by the best play.
    void value(const Strategy& strategy);

    const Round& round() const { return round_; }
    // Before a split: how often there is something to decide with a hand, given the upcard.
    double held(int hand) const { return held_[hand]; }
    // After one: what each action would be worth, times how often the hand is held.
    const Splits::Actions& later(int hand) const { return later_[hand]; }
    // The value of splitting a pair, 0 if that is not allowed.
    double split(int pair) const { return split_[pair]; }

private:
    void deal();
    void play_on();

    Round round_;
    Splits splits_;
    std::vector<double> held_;             // [hand]
    std::vector<Splits::Actions> later_;   // [hand]
    std::array<double, kValues> split_{};  // [value]
};

}  // namespace runout::blackjack
