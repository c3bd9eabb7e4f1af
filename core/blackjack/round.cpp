#include "blackjack/round.hpp"

#include <algorithm>

#include "blackjack/splits.hpp"

namespace runout::blackjack {
namespace {

// Plays that are equally good must not be told apart by rounding: what is done after a split depends
// on it. Stand comes before hit, hit before double.
constexpr double kTie = 1e-14;

Counts without(Counts shoe, int value) {
    --shoe[value];
    return shoe;
}

}  // namespace

Round::Round(const Kernels& kernels, const Counts& shoe, int upcard, const Rules& rules)
    : rules_(rules),
      upcard_(upcard),
      partner_(blackjack_partner(upcard)),
      shoe_(without(shoe, upcard)),
      looked_(rules.looks && partner_ >= 0),
      cache_(kernels, shoe_, upcard, rules.hits_soft_17, looked_),
      values_(all_hands().size()) {
    for (const int count : shoe_) cards_ += count;
}

bool Round::can_be_dealt(const Hand& hand, int value, int others) const {
    for (int i = 0; i < kValues; ++i)
        if (hand.cards[i] + (i == value ? others : 0) > shoe_[i]) return false;
    const int left = cards_ - hand.size - others;
    if (!looked_) return left >= 0;
    return left - (shoe_[partner_] - hand.cards[partner_] - (value == partner_ ? others : 0)) > 0;
}

NextCard Round::next_card(const Hand& hand, int value, int others) const {
    const int partners = looked_ ? shoe_[partner_] - hand.cards[partner_] - (value == partner_ ? others : 0) : 0;
    return NextCard(cards_ - hand.size - others, partners, looked_);
}

int Round::most_others(const Hand& hand, int value) const {
    for (int card = 0; card < kValues; ++card)
        if (hand.cards[card] > shoe_[card]) return 0;
    const int others = shoe_[value] - hand.cards[value];
    if (!looked_) return others;
    // One card that is no partner is in the hole.
    const int not_partners = cards_ - hand.size - (shoe_[partner_] - hand.cards[partner_]);
    return std::max(0, value == partner_ ? (not_partners > 0 ? others : 0) : std::min(others, not_partners - 1));
}

double Round::blackjack_chance(const Hand& hand) const {
    if (partner_ < 0) return 0;
    return static_cast<double>(shoe_[partner_] - hand.cards[partner_]) / (cards_ - hand.size);
}

double Round::surrender_value(const Hand& hand) const {
    const double blackjack = blackjack_chance(hand);
    if (rules_.surrenders_early(upcard_)) return looked_ ? (blackjack - 0.5) / (1 - blackjack) : -0.5;
    return looked_ ? -0.5 : -0.5 * (1 - blackjack) - blackjack;
}

void Round::value_hands(const Strategy& strategy) {
    std::vector<int> roots;
    for (int number = 0; number < static_cast<int>(all_hands().size()); ++number)
        if (all_hands()[number].size == 2) roots.push_back(number);
    value_from(roots, strategy);
}

void Round::value_all(const Strategy& strategy) {
    value_hands(strategy);
    std::vector<int> pairs;
    for (int value = 0; value < kValues; ++value) {
        const int pair = hand_number(2 * card_key(value));
        if (may_split(value) && values_[pair].known && (!strategy || strategy.first(pair, upcard_) == Action::split))
            pairs.push_back(value);
    }
    value_splits(pairs);
}

void Round::value_hand(int hand) {
    std::vector<int> roots = {hand};
    const Hand& held = all_hands()[hand];
    for (int value = 0; value < kValues; ++value) {
        if (!is_pair(held, value) || !may_split(value)) continue;
        roots.clear();
        for (int other = 0; other < kValues; ++other) roots.push_back(hand_number(card_key(value) + card_key(other)));
        value_from(roots, {});
        value_splits({value});
        return;
    }
    value_from(roots, {});
}

void Round::value_from(const std::vector<int>& roots, const Strategy& strategy) {
    const auto& hands = all_hands();
    const int count = static_cast<int>(hands.size());
    std::vector<char> wanted(hands.size());
    for (const int root : roots) wanted[root] = true;
    for (int number = 0; number < count; ++number) {
        if (!wanted[number]) continue;
        wanted[number] = can_be_dealt(hands[number]);
        if (!wanted[number]) continue;
        for (const int next : hands[number].next)
            if (next != kBust) wanted[next] = true;
    }
    cache_.compute(wanted);
    for (int number = count - 1; number > 0; --number)
        if (wanted[number]) value_one(number, strategy);
}

void Round::value_one(int number, const Strategy& strategy) {
    const Hand& hand = all_hands()[number];
    HandValue& value = values_[number];
    value.known = true;
    value.stand = stand_value(cache_[number], hand.total);
    const NextCard next = next_card(hand);
    double hit = 0, doubled = 0;
    for (int card = 0; card < kValues; ++card) {
        const int after = hand.next[card];
        const double chance = chance_of(next, hand, card);
        hit += chance * (after == kBust ? -1 : values_[after].best);
        doubled += chance * (after == kBust ? -1 : values_[after].stand);
    }
    value.hit = hit;
    value.double_down = 2 * doubled;
    const bool hits = hit > value.stand + kTie && rules_.may_hit(hand);
    value.later = hits && rules_.may_hit(hand, true) ? Action::hit : Action::stand;
    value.best = hits ? hit : value.stand;
    value.action = hits ? Action::hit : Action::stand;
    if (rules_.may_double(hand) && value.double_down > value.best + kTie) {
        value.action = Action::double_down;
        value.best = value.double_down;
        if (rules_.doubles_after_split) value.later = Action::double_down;
    }
    if (!strategy) return;
    value.later = strategy.later(number, upcard_);
    value.action = strategy.first(number, upcard_);
    if (value.action == Action::stand) value.best = value.stand;
    if (value.action == Action::hit) value.best = value.hit;
    if (value.action == Action::double_down) value.best = value.double_down;
}

void Round::value_splits(const std::vector<int>& pairs) {
    Splits splits(*this);
    for (const int value : pairs) values_[hand_number(2 * card_key(value))].split = splits.value(value);
}

}  // namespace runout::blackjack
