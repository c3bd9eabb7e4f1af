// The rules as the kernels need them.
#pragma once

#include <cstdint>

#include "blackjack/hands.hpp"

namespace runout::blackjack {

enum class Action : std::uint8_t { stand, hit, double_down, split, surrender };
enum class Doubling : std::uint8_t { any_total, nine_to_eleven, ten_eleven };
enum class Surrender : std::uint8_t { none, late, early, early_ten, early_ace };

struct Rules {
    bool hits_soft_17;
    bool looks;  // the player acts, or loses more than his first bet, only when the dealer has no blackjack
    Doubling doubling;
    bool doubles_longer;  // than two cards
    bool doubles_soft;
    bool doubles_after_split;
    bool hits_split_aces;
    int hands;      // after all splits of a pair; 1 is no splitting
    int ace_hands;  // the same for aces
    Surrender surrender;
    double blackjack_pays;

    bool may_double(const Hand& hand) const {
        // Two cards that make 21 are a blackjack, or after a split are played like one: nothing to decide.
        if ((hand.size == 2 && hand.total == 21) || (hand.soft && !doubles_soft)) return false;
        if (hand.size < 2 || (hand.size > 2 && !doubles_longer)) return false;
        if (doubling == Doubling::any_total) return true;
        return !hand.soft && hand.total >= (doubling == Doubling::nine_to_eleven ? 9 : 10) && hand.total <= 11;
    }

    // What is drawn to 21 cannot make it better: the dealer's cards are as likely whether they come next or
    // later. It can lead to a hand that is worth doubling, though.
    bool may_hit(const Hand& hand, bool after_split = false) const {
        if (hand.total < 21) return true;
        return hand.soft && hand.size > 2 && doubles_longer && (doubles_after_split || !after_split);
    }

    bool surrenders_early(int upcard) const {
        if (surrender == Surrender::early) return upcard == kTen || upcard == kAce;
        return (surrender == Surrender::early_ten && upcard == kTen) ||
               (surrender == Surrender::early_ace && upcard == kAce);
    }

    bool may_surrender(int upcard) const { return surrender == Surrender::late || surrenders_early(upcard); }
    int most_hands(int value) const { return value == kAce ? ace_hands : hands; }
};

// A strategy: what to do with each hand against each upcard, [hand * 10 + upcard], before a split and
// after it. Both null: whatever is best.
struct Strategy {
    const std::uint8_t* before = nullptr;
    const std::uint8_t* after = nullptr;

    explicit operator bool() const { return before != nullptr; }
    Action first(int hand, int upcard) const { return static_cast<Action>(before[hand * kValues + upcard]); }
    Action later(int hand, int upcard) const { return static_cast<Action>(after[hand * kValues + upcard]); }
};

}  // namespace runout::blackjack
