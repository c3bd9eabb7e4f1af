// The hands of both players on each board of the last street, weakest first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solver/plan.hpp"

namespace runout {

// One player's possible hands on one board.
struct SortedHands {
    int count = 0, pad = 0;
    std::vector<std::uint16_t> hand;  // numbers in the plan
    std::vector<std::uint16_t> same;  // place of the opponent's same hand; his pad if he has none
    std::vector<std::uint8_t> low, high;
};

struct Board {
    SortedHands player[2];
    // Ends of the runs of equal strength in both lists.
    std::vector<std::uint16_t> tie_end[2];
};

inline SortedHands sorted_hands(const PlayerHands& hands, const std::uint16_t* strength) {
    std::vector<std::uint32_t> order;
    for (int h = 0; h < hands.size(); ++h)
        if (strength[h] != kBlocked) order.push_back(static_cast<std::uint32_t>(strength[h]) << 16 | h);
    std::sort(order.begin(), order.end());
    SortedHands sorted;
    sorted.count = static_cast<int>(order.size());
    sorted.pad = padded(sorted.count);
    for (const std::uint32_t entry : order) {
        const auto hand = static_cast<std::uint16_t>(entry);
        sorted.hand.push_back(hand);
        sorted.low.push_back(hands.cards[2 * hand]);
        sorted.high.push_back(hands.cards[2 * hand + 1]);
    }
    return sorted;
}

inline void find_same(const PlayerHands& hands, SortedHands& own, const SortedHands& others, int other_hands) {
    std::vector<std::uint16_t> place(other_hands, static_cast<std::uint16_t>(others.pad));
    for (int i = 0; i < others.count; ++i) place[others.hand[i]] = static_cast<std::uint16_t>(i);
    for (const std::uint16_t hand : own.hand)
        own.same.push_back(hands.same[hand] < 0 ? static_cast<std::uint16_t>(others.pad) : place[hands.same[hand]]);
}

inline Board make_board(const SolverPlan& plan, int deal) {
    Board board;
    const std::uint16_t* strength[2];
    for (int p = 0; p < 2; ++p) {
        strength[p] = plan.strength[p].data() + static_cast<std::size_t>(deal) * plan.hands[p].size();
        board.player[p] = sorted_hands(plan.hands[p], strength[p]);
    }
    for (int p = 0; p < 2; ++p)
        find_same(plan.hands[p], board.player[p], board.player[1 - p], plan.hands[1 - p].size());
    const SortedHands &oop = board.player[0], &ip = board.player[1];
    for (int i = 0, j = 0; i < oop.count || j < ip.count;) {
        const int a = i < oop.count ? strength[0][oop.hand[i]] : kBlocked;
        const int b = j < ip.count ? strength[1][ip.hand[j]] : kBlocked;
        const int lowest = std::min(a, b);
        while (i < oop.count && strength[0][oop.hand[i]] == lowest) ++i;
        while (j < ip.count && strength[1][ip.hand[j]] == lowest) ++j;
        board.tie_end[0].push_back(static_cast<std::uint16_t>(i));
        board.tie_end[1].push_back(static_cast<std::uint16_t>(j));
    }
    return board;
}

}  // namespace runout
