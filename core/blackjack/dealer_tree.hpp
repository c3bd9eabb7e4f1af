// What the dealer may draw after an upcard: the multisets that end on 17 to 21.
//
// A multiset K of k cards that the dealer can draw in w orders has the probability
// w * prod_i n_i (n_i - 1) ... (n_i - K_i + 1) / (m (m - 1) ... (m - k + 1)) from a shoe of m cards.
// The multisets form a tree in which a node is its parent with one more card, so that its product is
// one multiplication; busts are what is left to 1. The blackjack is not in the tree.
//
// Shoes that differ only in how many aces and how many cards of one other value are left form a family:
// the product over the other values is the same for all of them. For each value, the sums of these
// products are kept apart by cards drawn and by aces and cards of the value among them, and one walk
// serves the whole family.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "blackjack/hands.hpp"

namespace runout::blackjack {

inline constexpr int kTotals = 5;        // 17, 18, 19, 20, 21
inline constexpr int kLongestDraw = 14;  // more cards than a dealer ever draws

struct DrawNode {
    std::uint8_t depth;  // cards drawn, this one included
    std::uint8_t value;  // of the last card
    std::uint8_t taken;  // cards of that value drawn before it
    std::uint8_t slot;   // total - 17, or kTotals if the dealer draws on
    double orders;       // in how many orders the dealer can draw this and stop with the last card
};

// The sums for families of one value; for families of aces alone, where the value is the ace.
struct FamilySums {
    struct Part {
        std::uint8_t depth;  // cards drawn
        std::uint8_t taken;  // cards of the value among them, other than aces
        std::uint8_t aces;
        bool last;  // of its depth and taken
    };
    std::vector<Part> parts;             // by depth, then taken, then aces; each has kTotals sums
    std::vector<std::uint16_t> of_node;  // which sum a node adds to; the one after all parts if none
};

struct DealerTree {
    std::vector<DrawNode> nodes;  // in the order of a depth-first walk
    std::array<FamilySums, kValues> by_value;
};

inline constexpr int kMostParts = 160;

const DealerTree& dealer_tree(int upcard, bool hits_soft_17);

// True if the dealer can draw all of these cards and still have to draw.
bool dealer_exhausts(int upcard, bool hits_soft_17, const Counts& left);

// The value that makes a blackjack with this upcard, or -1.
constexpr int blackjack_partner(int upcard) { return upcard == kAce ? kTen : upcard == kTen ? kAce : -1; }

}  // namespace runout::blackjack
