// The dealer's odds against one upcard, computed once for every multiset of cards that a player holds.
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

    // Computes the odds for all hands that are wanted, [hand], and not known yet.
    void compute(const std::vector<char>& wanted);

    const DealerOdds& operator[](int hand) const { return odds_[hand]; }

    // The family without the cards of a hand, which are neither aces nor of the family's value.
    ShoeFamily family(const Hand& hand) const;

    // The odds of families that are not kept; `odds` is made as long as they need.
    void compute(int value, std::vector<ShoeFamily>& families, std::vector<DealerOdds>& odds) const;

private:
    const Kernels& kernels_;
    const Counts shoe_;
    const int upcard_;
    const bool hits_soft_17_, looked_;
    std::vector<DealerOdds> odds_;  // [hand]
    std::vector<char> known_;       // [hand]
};

}  // namespace runout::blackjack
