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

    // `keeps` the values of standing, which no play changes, for the next time a pair is asked for.
    explicit Splits(const Round& round, bool keeps = false);

    // The value of splitting a pair of this value.
    double value(int pair);

    // What each action with a hand would be worth, summed over the hands of splits.
    struct Actions {
        double stand = 0, hit = 0, double_down = 0;
    };
    // Adds those of the pair that was valued last, [hand], each times how often the hand is held when the
    // pair is split `often`. Only when values are kept.
    void add_actions(double often, std::vector<Actions>& sums) const;

private:
    // Of the next card, as in NextCard, with others gone.
    struct Chances {
        ByOthers each, partner;
    };

    bool one_card() const { return pair_ == kAce && !round_.rules().hits_split_aces; }
    void find_odds();
    void find_chances();
    const Chances& chances(const Hand& hand) const;
    void stand(const Hand& hand, const ShoeFamily& family, ByOthers& value) const;
    template <int kOthers>
    void draw(const Hand& hand, const std::vector<ByOthers>& after, ByOthers& value) const;
    std::vector<ByOthers>& stands() { return stands_[keeps_ ? pair_ : 0]; }
    const std::vector<ByOthers>& stands() const { return stands_[keeps_ ? pair_ : 0]; }
    bool is_known(int others) const;
    double second_card(int card, int others) const;
    ByOthers again() const;
    double all_hands_value() const;
    void add_first_weights(double often, std::vector<ByOthers>& weights) const;
    void pass_on(const Hand& hand, std::vector<ByOthers>& weights) const;

    const Round& round_;
    int pair_ = 0, others_ = 0;  // what is split, and how many others may have to be considered gone
    std::vector<ShoeFamily> families_;
    std::vector<DealerOdds> odds_;  // see ShoeFamily::place
    std::vector<Chances> chances_;  // [cards held][partners of the upcard held]
    std::vector<ByOthers> best_;    // [hand]; behind the last one, a bust
    const bool keeps_;
    std::vector<std::vector<ByOthers>> stands_;  // the same for standing, for each pair if they are kept
};

}  // namespace runout::blackjack
