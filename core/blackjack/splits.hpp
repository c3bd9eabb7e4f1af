// The value of splitting a pair, exact for zero-memory play with forced resplits.
//
// Every final hand starts with one card of the pair. Unseen cards of the other hands do not matter,
// because cards are exchangeable; what matters is how many other cards of the pair's value are known
// to be gone, and that the second cards of hands that could have been split again are known not to be
// of that value. The latter is taken out by E[X; card is not x] = E[X] - P(card is x) E[X | card is x],
// so that all follows from values of one hand with 1, 2, ... other cards of the pair gone.
#pragma once

#include <array>
#include <vector>

#include "blackjack/round.hpp"

namespace runout::blackjack {

class Splits {
public:
    static constexpr int kMostHands = 4;
    static constexpr int kMostOthers = 2 * kMostHands - 3;
    using ByOthers = std::array<double, kMostOthers + 1>;  // [other cards of the pair gone]; 0 is unused

    explicit Splits(Round& round);

    // Asks the cache for the dealer's odds that splitting this value needs.
    void plan(int value);

    // The value of the split planned as number `index`, when the cache has computed.
    double value(std::size_t index);

private:
    struct Step {
        int hand;
        bool plays;   // reached, and played as planned; else only stood on after doubling
        bool stands;  // its dealer's odds are planned
        Action action;
        int first_place;  // in places_: the odds for 1, 2, ... others
    };
    struct Plan {
        int value;
        int others;  // how many may have to be considered gone
        std::vector<Step> steps;
    };

    void reach(const Plan& plan);
    Action action_of(int hand, int value) const;
    void evaluate(const Plan& plan);
    void evaluate_step(const Plan& plan, const Step& step);

    Round& round_;
    std::vector<Plan> plans_;
    std::vector<int> places_;
    std::vector<char> reached_, stood_;        // [hand]
    std::vector<ByOthers> best_, stand_;       // [hand]
};

}  // namespace runout::blackjack
