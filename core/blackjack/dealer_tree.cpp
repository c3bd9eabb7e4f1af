#include "blackjack/dealer_tree.hpp"

#include <algorithm>
#include <map>

#include "lasting.hpp"

namespace runout::blackjack {
namespace {

struct DealerHand {
    int hard;
    bool ace;

    static DealerHand of(int upcard) { return {upcard + 1, upcard == kAce}; }
    DealerHand with(int value) const { return {hard + value + 1, ace || value == kAce}; }
    bool soft() const { return ace && hard + 10 <= 21; }
    int total() const { return hard + (soft() ? 10 : 0); }
    bool stands(bool hits_soft_17) const { return total() > 17 || (total() == 17 && !(soft() && hits_soft_17)); }
};

using Drawn = std::array<std::uint8_t, kValues>;

struct Ending {
    double orders = 0;
    int total = 0;
};

// Card by card, in every order.
void walk(DealerHand hand, Drawn drawn, bool hits_soft_17, int forbidden, std::map<Drawn, Ending>& endings) {
    for (int value = 0; value < kValues; ++value) {
        if (value == forbidden) continue;
        const DealerHand next = hand.with(value);
        if (next.total() > 21) continue;
        Drawn longer = drawn;
        ++longer[value];
        if (!next.stands(hits_soft_17)) {
            walk(next, longer, hits_soft_17, -1, endings);
            continue;
        }
        Ending& ending = endings[longer];
        ending.orders += 1;
        ending.total = next.total();
    }
}

using Cards = std::vector<std::uint8_t>;

int how_many(const Cards& cards, int value) { return static_cast<int>(std::count(cards.begin(), cards.end(), value)); }

FamilySums sums_of(const std::map<Cards, Ending>& endings, const std::vector<DrawNode>& nodes, int value) {
    const auto part_of = [value](const Cards& cards) {
        return std::array{static_cast<int>(cards.size()), value == kAce ? 0 : how_many(cards, value),
                          how_many(cards, kAce)};
    };
    std::map<std::array<int, 3>, std::size_t> parts;
    for (const auto& [cards, ending] : endings)
        if (ending.orders > 0) parts.try_emplace(part_of(cards));
    FamilySums sums;
    for (auto& [part, number] : parts) {
        const auto [depth, taken, aces] = part;
        number = sums.parts.size();
        if (number > 0) sums.parts.back().last = sums.parts.back().depth != depth || sums.parts.back().taken != taken;
        sums.parts.push_back({static_cast<std::uint8_t>(depth), static_cast<std::uint8_t>(taken),
                              static_cast<std::uint8_t>(aces), true});
    }
    auto node = nodes.begin();
    for (const auto& [cards, ending] : endings) {
        const std::size_t sum =
            ending.orders > 0 ? parts.at(part_of(cards)) * kTotals + node->slot : parts.size() * kTotals;
        sums.of_node.push_back(static_cast<std::uint16_t>(sum));
        ++node;
    }
    return sums;
}

DealerTree made(int upcard, bool hits_soft_17) {
    std::map<Drawn, Ending> endings;
    walk(DealerHand::of(upcard), {}, hits_soft_17, blackjack_partner(upcard), endings);
    // Every prefix (fewer of the last value) is a node too. Cards in the order A, 2, ..., T give the
    // fewest nodes; keys compared from the ace on keep a prefix right before what extends it.
    std::map<Cards, Ending> nodes;
    for (const auto& [drawn, ending] : endings) {
        Cards cards;
        for (int value = 0; value < kValues; ++value)
            cards.insert(cards.end(), drawn[value], static_cast<std::uint8_t>(value));
        nodes[cards] = ending;
        while (cards.pop_back(), !cards.empty()) nodes.try_emplace(cards);
    }
    DealerTree tree;
    for (const auto& [cards, ending] : nodes) {
        const int slot = ending.orders > 0 ? ending.total - 17 : kTotals;
        const int taken = how_many(cards, cards.back()) - 1;
        tree.nodes.push_back({static_cast<std::uint8_t>(cards.size()), cards.back(), static_cast<std::uint8_t>(taken),
                              static_cast<std::uint8_t>(slot), ending.orders});
    }
    for (int value = 0; value < kValues; ++value) tree.by_value[value] = sums_of(nodes, tree.nodes, value);
    return tree;
}

bool can_draw_all(DealerHand hand, Counts& left, int cards, bool hits_soft_17) {
    if (hand.total() > 21 || hand.stands(hits_soft_17)) return false;
    if (cards == 0) return true;
    for (int value = 0; value < kValues; ++value) {
        if (left[value] == 0) continue;
        --left[value];
        const bool found = can_draw_all(hand.with(value), left, cards - 1, hits_soft_17);
        ++left[value];
        if (found) return true;
    }
    return false;
}

}  // namespace

const DealerTree& dealer_tree(int upcard, bool hits_soft_17) {
    static const auto& trees = lasting([] {
        std::array<std::array<DealerTree, 2>, kValues> all;
        for (int card = 0; card < kValues; ++card)
            for (const bool hits : {false, true}) all[card][hits] = made(card, hits);
        return all;
    });
    return trees[upcard][hits_soft_17];
}

bool dealer_exhausts(int upcard, bool hits_soft_17, const Counts& left) {
    int hard = upcard + 1, cards = 0;
    for (int value = 0; value < kValues; ++value) hard += left[value] * (value + 1), cards += left[value];
    if (hard > 16) return false;
    Counts rest = left;
    return can_draw_all(DealerHand::of(upcard), rest, cards, hits_soft_17);
}

}  // namespace runout::blackjack
