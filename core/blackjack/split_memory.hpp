// The value of splitting a pair for a player who remembers everything.
//
// Hands are played one after the other. Every decision, also whether to split again, is taken knowing
// all cards of the hands before, so as to make the most of all hands together. What a finished hand is
// worth does not depend on what is drawn after it, because cards are exchangeable; so the value of the
// hands to come is a function of the cards left, and each hand is played for its own value plus that.
#pragma once

#include <unordered_map>
#include <vector>

#include "blackjack/dealer_odds.hpp"
#include "blackjack/rules.hpp"
#include "blackjack/split_plan.hpp"
#include "control.hpp"

namespace runout {
struct Kernels;
}

namespace runout::blackjack {

class SplitMemory {
public:
    // `shoe` before the upcard and the pair are taken from it.
    SplitMemory(const Kernels& kernels, const Counts& shoe, int upcard, const Rules& rules, int pair,
                const Control& control);

    // Throws `Stopped` when it is. Two hands take up to a second. Each hand more takes ten times as long with one deck,
    // and is out of reach with many.
    double value();

    bool ran_out() const { return ran_out_; }             // some line of play drew from an empty shoe
    std::size_t states() const { return known_.size(); }  // how many were valued

private:
    struct Hands;  // the values of one hand and of those to come, by hand

    double to_come(Key gone, int pending, int splits);
    double play_next(const Counts& left, Key gone, int pending, int splits);
    void find_odds(const Counts& left, Hands& hands) const;
    void value_hand(int index, const Counts& left, Key gone, int pending, int splits, Hands& hands);
    bool doubles(const Hand& hand) const { return !one_card_ && rules_.doubles_after_split && rules_.may_double(hand); }
    double stand_value(const DealerOdds& odds, int total) const;

    const Kernels& kernels_;
    const Rules rules_;
    const int upcard_, partner_, pair_;
    const bool looked_, one_card_;
    Counts left_;  // without the upcard and the pair
    const SplitPlan& plan_;
    const Control& control_;
    std::unordered_map<Key, double> known_;  // cards gone, hands pending and splits left
    bool ran_out_ = false;
};

}  // namespace runout::blackjack
