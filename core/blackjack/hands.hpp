// Blackjack hands as multisets of card values, numbered once for all shoes.
//
// Values run A, 2, ..., 9, T as 0..9. A hand is reached by many orders of drawing and is the same
// hand for all of them; there are 3,082 that are not bust.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace runout::blackjack {

inline constexpr int kValues = 10, kAce = 0, kTen = 9;
inline constexpr int kBust = -1;

using Counts = std::array<int, kValues>;

// One number for a multiset of up to 63 cards of each value; adding a card adds `card_key`.
using Key = std::uint64_t;
constexpr Key card_key(int value) { return Key{1} << (6 * value); }

struct Hand {
    std::array<std::uint8_t, kValues> cards;
    std::array<std::int16_t, kValues> next;  // the hand after one more card, or kBust
    std::array<std::int16_t, kValues> rest;  // the hand without its cards of a value
    Key key;
    std::uint8_t size;
    std::uint8_t hard;   // sum with every ace as 1
    std::uint8_t total;  // best total
    bool soft;
};

// All hands, the empty one first, by increasing hard sum: one more card always leads further on.
const std::vector<Hand>& all_hands();

// The number of a hand, or kBust where the multiset is not a hand.
int hand_number(Key key);

inline bool is_pair(const Hand& hand, int value) { return hand.size == 2 && hand.cards[value] == 2; }

}  // namespace runout::blackjack
