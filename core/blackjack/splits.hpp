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

    explicit Splits(const Round& round);

    // The value of splitting a pair of this value.
    double value(int pair);

private:
    struct Step {
        int hand;
        bool plays;   // reached, and played as planned; else only stood on after doubling
        bool stands;  // the dealer's odds against it are needed
        Action action;
        int others;  // so many others can be gone
        int family;  // of shoes that have the hand without the pair's cards gone
    };

    void plan();
    Action action_of(int hand) const;
    int others_that_can_be_dealt(const Hand& hand) const;
    int family_for(const Hand& hand, int number, int others);
    void evaluate(const Step& step);
    double chance(const NextCard& next, const Hand& hand, int card, int others) const;

    const Round& round_;
    int pair_ = 0, others_ = 0;  // what is split, and how many others may have to be considered gone
    std::vector<Step> steps_;
    std::vector<ShoeFamily> families_;
    std::vector<DealerOdds> odds_;        // see ShoeFamily::place
    std::vector<int> family_of_;          // [hand without cards of the pair]
    std::vector<char> reached_, stood_;   // [hand]
    std::vector<ByOthers> best_, stand_;  // [hand]
};

}  // namespace runout::blackjack
