#include "blackjack/odds_cache.hpp"

#include <algorithm>

#include "kernels.hpp"

namespace runout::blackjack {

OddsCache::OddsCache(const Kernels& kernels, const Counts& shoe, int upcard, bool hits_soft_17, bool looked)
    : kernels_(kernels),
      shoe_(shoe),
      upcard_(upcard),
      hits_soft_17_(hits_soft_17),
      looked_(looked),
      odds_(all_hands().size()),
      known_(all_hands().size()) {}

ShoeFamily OddsCache::family(const Hand& hand) const {
    ShoeFamily family{};
    for (int card = 0; card < kValues; ++card)
        family.left[card] = static_cast<std::uint16_t>(shoe_[card] - hand.cards[card]);
    return family;
}

void OddsCache::compute(int value, std::vector<ShoeFamily>& families, std::vector<DealerOdds>& odds) const {
    std::uint32_t places = 0;
    for (ShoeFamily& family : families)
        for (ShoeFamily::Row& row : family.rows) {
            row.place = places;
            places += row.empty() ? 0u : row.to - row.from + 1u;
        }
    if (odds.size() < places) odds.resize(places);
    kernels_.dealer_odds(dealer_tree(upcard_, hits_soft_17_), value, blackjack_partner(upcard_), looked_,
                         families.data(), families.size(), odds.data());
}

void OddsCache::compute(const std::vector<char>& wanted) {
    const auto& hands = all_hands();
    std::vector<ShoeFamily> families;
    std::vector<int> members;
    for (int first = 0; first < static_cast<int>(hands.size()); ++first) {
        if (hands[first].cards[kAce] > 0) continue;
        const std::size_t before = members.size();
        for (int hand = first; hand != kBust; hand = hands[hand].next[kAce]) {
            if (!wanted[hand] || known_[hand]) continue;
            if (members.size() == before) families.push_back(family(hands[first]));
            families.back().rows[hands[hand].cards[kAce]] = {0, 0};
            members.push_back(hand);
            known_[hand] = true;
        }
    }
    std::vector<DealerOdds> found;
    compute(kAce, families, found);
    for (std::size_t i = 0; i < members.size(); ++i) odds_[members[i]] = found[i];
}

}  // namespace runout::blackjack
