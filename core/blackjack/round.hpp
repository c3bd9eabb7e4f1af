// The player's side of a round against one upcard.
//
// Values are per unit of the first bet and given that the dealer has no blackjack where the dealer
// looks (Rules::looks), over everything the dealer may hold otherwise.
#pragma once

#include <optional>
#include <vector>

#include "blackjack/odds_cache.hpp"
#include "blackjack/rules.hpp"

namespace runout::blackjack {

// Chances of the player's next card. Where the dealer has looked, the hole card is known not to be
// the partner of the upcard, which makes that value more likely to come.
struct NextCard {
    double each = 0, partner = 0;  // per card left of a value; of the partner's value
    bool none = false;             // no card to draw

    NextCard() = default;
    NextCard(int cards, int partners, bool looked) {
        none = cards - (looked ? 1 : 0) < 1 || (looked && partners >= cards);
        if (none) return;
        each = looked ? (cards - 1.0 - partners) / ((cards - 1.0) * (cards - partners)) : 1.0 / cards;
        partner = looked ? 1.0 / (cards - 1) : each;
    }
};

struct HandValue {
    double stand = 0, hit = 0, double_down = 0, best = 0;
    double split = 0;               // of pairs, when asked for
    Action action = Action::stand;  // among stand, hit, double
    Action later = Action::stand;   // after a split
    bool known = false;
};

class Round {
public:
    // `shoe` is the shoe before the upcard is taken from it.
    Round(const Kernels& kernels, const Counts& shoe, int upcard, const Rules& rules);

    // Values of every hand that can be dealt, and of the splits that are allowed (or that the
    // strategy makes).
    void value_all(const Strategy& strategy);

    // Values of every hand that can be dealt, by the strategy or by the best play, without splits.
    void value_hands(const Strategy& strategy);

    // Values of one hand, and of its split.
    void value_hand(int hand);

    int upcard() const { return upcard_; }
    const Rules& rules() const { return rules_; }
    const Counts& shoe() const { return shoe_; }  // without the upcard
    int cards() const { return cards_; }
    bool looked() const { return looked_; }
    const HandValue& operator[](int hand) const { return values_[hand]; }
    const DealerOdds& odds(int hand) const { return cache_[hand]; }

    // True if these cards can be dealt, with a hole card that is no blackjack if the dealer looked.
    bool can_be_dealt(const Hand& hand, int value = 0, int others = 0) const;
    // How many more cards of a value can be gone.
    int most_others(const Hand& hand, int value) const;
    // A hole card that the dealer has already is not for the player.
    bool nothing_to_draw(int cards_left) const { return cards_left - (rules_.looks ? 1 : 0) < 1; }
    NextCard next_card(const Hand& hand, int value = 0, int others = 0) const;
    double chance_of(const NextCard& next, const Hand& hand, int value) const {
        return (shoe_[value] - hand.cards[value]) * (value == partner_ ? next.partner : next.each);
    }
    double stand_value(const DealerOdds& odds, int total) const {
        // Won, pushed or lost against 17 to 21, with up to 16 and with 17 to 21.
        static constexpr double kWon[kTotals + 1][kTotals] = {{-1, -1, -1, -1, -1}, {0, -1, -1, -1, -1},
                                                              {1, 0, -1, -1, -1},   {1, 1, 0, -1, -1},
                                                              {1, 1, 1, 0, -1},     {1, 1, 1, 1, 0}};
        const double* const won = kWon[total <= 16 ? 0 : total - 16];
        double value = odds.bust - (looked_ ? 0 : odds.blackjack);
        for (int i = 0; i < kTotals; ++i) value += won[i] * odds.total[i];
        return value;
    }
    bool may_split(int value) const { return rules_.most_hands(value) >= 2 && shoe_[value] >= 2; }
    double surrender_value(const Hand& hand) const;
    double blackjack_chance(const Hand& hand) const;

private:
    friend class Splits;
    void value_from(const std::vector<int>& roots, const Strategy& strategy);
    void value_one(int number, const Strategy& strategy);
    void value_splits(const std::vector<int>& pairs);

    const Rules rules_;
    const int upcard_, partner_;
    Counts shoe_;
    int cards_ = 0;
    const bool looked_;
    OddsCache cache_;
    std::vector<HandValue> values_;
};

}  // namespace runout::blackjack
