#include "blackjack/odds_cache.hpp"

#include "kernels.hpp"

namespace runout::blackjack {

OddsCache::OddsCache(const Kernels& kernels, const Counts& shoe, int upcard, bool hits_soft_17, bool looked)
    : kernels_(kernels), shoe_(shoe), upcard_(upcard), hits_soft_17_(hits_soft_17), looked_(looked),
      odds_(all_hands().size()), known_(all_hands().size()), beyond_(1024) {}

int OddsCache::place(int number, int value, int others) {
    // More cards of a value mostly lead to another hand, whose place is its number.
    int longer = number;
    for (int i = 0; i < others && longer != kBust; ++i) longer = all_hands()[longer].next[value];
    const Hand& hand = all_hands()[number];
    if (longer != kBust) {
        if (!known_[longer]) {
            known_[longer] = true;
            schedule(longer, hand, value, others);
        }
        return longer;
    }
    const int before = static_cast<int>(odds_.size());
    const int found = place_beyond_hands(hand.key + static_cast<Key>(others) * card_key(value));
    if (found == before) schedule(found, hand, value, others);
    return found;
}

int OddsCache::place_beyond_hands(Key key) {
    if (2 * beyond_count_ >= beyond_.size()) {
        std::vector<std::pair<Key, int>> old(2 * beyond_.size());
        old.swap(beyond_);
        for (const auto& entry : old)
            if (entry.first != 0) {
                std::size_t slot = entry.first * 0x9E3779B97F4A7C15u >> 32 & (beyond_.size() - 1);
                while (beyond_[slot].first != 0) slot = (slot + 1) & (beyond_.size() - 1);
                beyond_[slot] = entry;
            }
    }
    std::size_t slot = key * 0x9E3779B97F4A7C15u >> 32 & (beyond_.size() - 1);
    while (beyond_[slot].first != 0 && beyond_[slot].first != key) slot = (slot + 1) & (beyond_.size() - 1);
    if (beyond_[slot].first == 0) {
        beyond_[slot] = {key, static_cast<int>(odds_.size())};
        odds_.emplace_back();
        ++beyond_count_;
    }
    return beyond_[slot].second;
}

void OddsCache::schedule(int place, const Hand& hand, int value, int others) {
    CardsLeft left;
    for (int i = 0; i < kValues; ++i) left.of[i] = static_cast<std::uint16_t>(shoe_[i] - hand.cards[i]);
    left.of[value] = static_cast<std::uint16_t>(left.of[value] - others);
    wanted_.push_back(place);
    wanted_shoes_.push_back(left);
}

void OddsCache::compute() {
    std::vector<DealerOdds> found(wanted_.size());
    kernels_.dealer_odds(dealer_tree(upcard_, hits_soft_17_), blackjack_partner(upcard_), looked_, wanted_shoes_.data(),
                         wanted_.size(), found.data());
    for (std::size_t i = 0; i < wanted_.size(); ++i) odds_[wanted_[i]] = found[i];
    wanted_.clear();
    wanted_shoes_.clear();
}

}  // namespace runout::blackjack
