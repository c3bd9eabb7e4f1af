#include "blackjack/split_memory.hpp"

#include <algorithm>

#include "blackjack/round.hpp"
#include "kernels.hpp"

namespace runout::blackjack {

// By hand; only hands that can be dealt from the cards left are filled in.
struct SplitMemory::Hands {
    std::vector<DealerOdds> odds;
    std::vector<int> place = std::vector<int>(all_hands().size(), -1);
    std::vector<double> stand = std::vector<double>(all_hands().size());  // this hand alone
    std::vector<double> later = std::vector<double>(all_hands().size());  // the hands to come, after this one
    std::vector<double> best = std::vector<double>(all_hands().size());   // all of them
};

SplitMemory::SplitMemory(const Kernels& kernels, const Counts& shoe, int upcard, const Rules& rules, int pair,
                         const Control& control)
    : kernels_(kernels),
      rules_(rules),
      upcard_(upcard),
      partner_(blackjack_partner(upcard)),
      pair_(pair),
      looked_(rules.looks && partner_ >= 0),
      one_card_(pair == kAce && !rules.hits_split_aces),
      left_(shoe),
      plan_(split_plan(pair, one_card_)),
      control_(control) {
    --left_[upcard];
    left_[pair] -= 2;
}

double SplitMemory::value() { return to_come(0, 2, rules_.most_hands(pair_) - 2); }

double SplitMemory::to_come(Key gone, int pending, int splits) {
    if (pending == 0) return 0;
    Counts left = left_;
    for (int card = 0; card < kValues; ++card) left[card] -= static_cast<int>(gone >> (6 * card) & 63);
    // Splits that no card is left for are as good as none.
    splits = std::min(splits, left[pair_]);
    const Key key = gone | static_cast<Key>(pending - 1) << 60 | static_cast<Key>(splits) << 62;
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const double value = play_next(left, gone, pending, splits);
    known_[key] = value;
    return value;
}

double SplitMemory::play_next(const Counts& left, Key gone, int pending, int splits) {
    if (control_.stopped.load(std::memory_order_relaxed)) throw Stopped();
    Hands hands;
    find_odds(left, hands);
    for (int index = static_cast<int>(plan_.hands.size()) - 1; index >= 0; --index)
        if (hands.place[plan_.hands[index].hand] >= 0) value_hand(index, left, gone, pending, splits, hands);
    int cards = 0;
    for (const int count : left) cards += count;
    const NextCard next(cards, looked_ ? left[partner_] : 0, looked_);
    ran_out_ |= next.none;
    double sum = 0;
    for (int card = 0; card < kValues; ++card) {
        const double chance = left[card] * (card == partner_ ? next.partner : next.each);
        if (chance <= 0) continue;
        double best = hands.best[all_hands()[hand_number(card_key(pair_))].next[card]];
        if (card == pair_ && splits > 0) best = std::max(best, to_come(gone + card_key(card), pending + 1, splits - 1));
        sum += chance * best;
    }
    return sum;
}

// `left` lacks one card of the pair that every hand holds.
void SplitMemory::find_odds(const Counts& left, Hands& hands) const {
    int cards = 0;
    for (const int count : left) cards += count;
    std::vector<ShoeFamily> families(plan_.families.size());
    // Families that cannot be dealt have no rows, and are left out.
    for (std::size_t i = 0; i < families.size(); ++i)
        for (int card = 0; card < kValues; ++card)
            families[i].left[card] =
                static_cast<std::uint16_t>(left[card] - all_hands()[plan_.families[i]].cards[card]);
    int places = 0;
    for (const auto& [number, family] : plan_.hands) {
        const Hand& hand = all_hands()[number];
        bool there = true;
        for (int card = 0; card < kValues; ++card) there &= hand.cards[card] - (card == pair_) <= left[card];
        const int partners = looked_ ? left[partner_] - (hand.cards[partner_] - (partner_ == pair_)) : 0;
        if (!there || (looked_ && cards - (hand.size - 1) - partners <= 0)) continue;
        const auto gone = static_cast<std::uint16_t>(hand.cards[pair_] - 1);
        ShoeFamily::Row& row = families[family].rows[pair_ == kAce ? gone : hand.cards[kAce]];
        if (pair_ == kAce)
            row = {0, 0};
        else if (row.empty())
            row = {gone, gone};
        else
            row.to = gone;
        hands.place[number] = 0;
    }
    for (ShoeFamily& family : families)
        for (ShoeFamily::Row& row : family.rows) {
            row.place = static_cast<std::uint32_t>(places);
            places += row.empty() ? 0 : row.to - row.from + 1;
        }
    hands.odds.resize(places);
    kernels_.dealer_odds(dealer_tree(upcard_, rules_.hits_soft_17), pair_, partner_, looked_, families.data(),
                         families.size(), hands.odds.data());
    for (const auto& [number, family] : plan_.hands) {
        if (hands.place[number] < 0) continue;
        const Hand& hand = all_hands()[number];
        const int gone = hand.cards[pair_] - 1;
        const ShoeFamily::Row& row = families[family].rows[pair_ == kAce ? gone : hand.cards[kAce]];
        hands.place[number] = static_cast<int>(row.place) + (pair_ == kAce ? 0 : gone - row.from);
    }
}

void SplitMemory::value_hand(int index, const Counts& left, Key gone, int pending, int splits, Hands& hands) {
    const int number = plan_.hands[index].hand;
    const Hand& hand = all_hands()[number];
    const Key gone_now = gone + hand.key - card_key(pair_);
    hands.stand[number] = stand_value(hands.odds[hands.place[number]], hand.total);
    hands.later[number] = to_come(gone_now, pending - 1, splits);
    double best = hands.stand[number] + hands.later[number];
    hands.best[number] = best;
    if (one_card_ || !rules_.may_hit(hand, true)) return;
    int cards = 0, partners = 0;
    for (int card = 0; card < kValues; ++card) cards += left[card] - hand.cards[card] + (card == pair_);
    if (looked_) partners = left[partner_] - hand.cards[partner_] + (partner_ == pair_);
    const NextCard next(cards, partners, looked_);
    ran_out_ |= next.none;
    if (next.none) return;
    double hit = 0, doubled = 0;
    for (int card = 0; card < kValues; ++card) {
        const int there = left[card] - hand.cards[card] + (card == pair_);
        const double chance = there * (card == partner_ ? next.partner : next.each);
        if (chance <= 0) continue;
        const int after = hand.next[card];
        const double later =
            after == kBust ? to_come(gone_now + card_key(card), pending - 1, splits) : hands.later[after];
        hit += chance * (after == kBust ? later - 1 : hands.best[after]);
        doubled += chance * (2 * (after == kBust ? -1 : hands.stand[after]) + later);
    }
    best = std::max(best, hit);
    if (doubles(hand)) best = std::max(best, doubled);
    hands.best[number] = best;
}

double SplitMemory::stand_value(const DealerOdds& odds, int total) const {
    double value = odds.bust - (looked_ ? 0 : odds.blackjack);
    for (int i = 0; i < kTotals; ++i) value += total > 17 + i ? odds.total[i] : total < 17 + i ? -odds.total[i] : 0;
    return value;
}

}  // namespace runout::blackjack
