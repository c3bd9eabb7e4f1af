// What sitting down at a shoe is worth: all deals against all upcards.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "blackjack/exhaustion.hpp"
#include "blackjack/round.hpp"

namespace runout::blackjack {

// Probabilities of the ways a round can end. `split_ev` is what split rounds add to the value.
struct Outcome {
    double win = 0, lose = 0, push = 0;
    double double_win = 0, double_lose = 0, double_push = 0;
    double blackjack = 0, dealer_blackjack = 0, surrender = 0;
    double split = 0, split_ev = 0;

    double ev(double blackjack_pays) const {
        return win - lose + 2 * (double_win - double_lose) + blackjack_pays * blackjack - dealer_blackjack -
               0.5 * surrender + split_ev;
    }
};

// One first hand against one upcard.
struct Deal {
    int hand;
    double chance;            // of the hand, given the upcard
    double dealer_blackjack;  // chance, given both
    HandValue value;
    double surrender;  // 0 if not allowed
    double best;
    Action action;
};

class Table {
public:
    Table(const Kernels& kernels, const Counts& shoe, const Rules& rules);

    // Values everything, by the strategy or by the best play. Odds of the dealer are kept, so that
    // another strategy costs little.
    void value(const Strategy& strategy);

    bool has(int upcard) const { return rounds_[upcard] != nullptr; }
    const Round& round(int upcard) const { return *rounds_[upcard]; }
    const std::vector<Deal>& deals(int upcard) const { return deals_[upcard]; }
    const Outcome& outcome(int upcard) const { return outcomes_[upcard]; }  // given the upcard
    double chance(int upcard) const { return static_cast<double>(shoe_[upcard]) / cards_; }

    // The first draw found, if there is one, that meets an empty shoe.
    std::optional<Exhaustion> exhaustion(const Strategy& strategy) const;

private:
    void value_deals(Round& round, const Strategy& strategy);
    void deal(const Round& round, int hand, double chance, const Strategy& strategy);
    void play_out(const Round& round);

    Counts shoe_;
    int cards_ = 0;
    Rules rules_;
    std::array<std::unique_ptr<Round>, kValues> rounds_;
    std::array<std::vector<Deal>, kValues> deals_;
    std::array<Outcome, kValues> outcomes_;
    std::array<std::vector<double>, kValues> reached_;
};

}  // namespace runout::blackjack
