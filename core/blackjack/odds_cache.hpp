// The dealer's odds against one upcard, computed once for every multiset of cards that are gone.
#pragma once

#include <vector>

#include "blackjack/dealer_odds.hpp"

namespace runout {
struct Kernels;
}

namespace runout::blackjack {

class OddsCache {
public:
    // `shoe` without the upcard.
    OddsCache(const Kernels& kernels, const Counts& shoe, int upcard, bool hits_soft_17, bool looked);

    // Where the odds will be when these cards are gone: a hand and `others` more cards of a value.
    int place(int hand, int value = 0, int others = 0);

    // Computes all that was asked for since the last time.
    void compute();

    const DealerOdds& operator[](int place) const { return odds_[place]; }

private:
    int place_beyond_hands(Key key);
    void schedule(int place, const Hand& hand, int value, int others);

    const Kernels& kernels_;
    const Counts shoe_;
    const int upcard_;
    const bool hits_soft_17_, looked_;
    std::vector<DealerOdds> odds_;
    std::vector<char> known_;                    // [hand]
    std::vector<std::pair<Key, int>> beyond_;    // open addressing; key 0 is free
    std::size_t beyond_count_ = 0;
    std::vector<int> wanted_;
    std::vector<CardsLeft> wanted_shoes_;
};

}  // namespace runout::blackjack
