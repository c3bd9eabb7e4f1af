#include "gpu/board_tables.hpp"

#include <algorithm>
#include <array>

#include "control.hpp"

namespace runout {
namespace {

// One player's hands on one board as lists, and where those of each card begin.
struct Lists {
    std::array<int, kMostCards> first;   // the entry for nothing
    std::array<int, kMostCards> length;  // 0 where there is no list; its entry for nothing is that of all hands
    int end;
};

Lists write_lists(const SortedHands& sorted, std::uint16_t* to) {
    Lists lists{};
    int at = 0;
    to[at++] = device::kStart;
    for (int i = 0; i < sorted.count; ++i) {
        to[at++] = static_cast<std::uint16_t>(i);
        ++lists.length[sorted.low[i]];
        ++lists.length[sorted.high[i]];
    }
    std::array<int, kMostCards> next{};
    for (int card = 0; card < kMostCards; ++card) {
        if (lists.length[card] == 0) continue;
        lists.first[card] = at;
        to[at] = device::kStart;
        next[card] = at + 1;
        at += lists.length[card] + 1;
    }
    for (int i = 0; i < sorted.count; ++i)
        for (const int card : {sorted.low[i], sorted.high[i]}) to[next[card]++] = static_cast<std::uint16_t>(i);
    lists.end = at;
    return lists;
}

// How many of the opponent's hands with each card have been passed.
using Passed = std::array<int, kMostCards>;

void write_hands(const Board& board, int me, const Lists& lists, device::BoardHand* to) {
    const SortedHands &own = board.player[me], &others = board.player[1 - me];
    Passed passed{};
    const auto up_to = [&](int card) { return lists.first[card] + passed[card]; };
    const auto all = [&](int card) { return lists.first[card] + lists.length[card]; };
    const auto word = [](int a, int b, int c, int d) {
        return static_cast<device::u64>(a) | static_cast<device::u64>(b) << 16 | static_cast<device::u64>(c) << 32 |
               static_cast<device::u64>(d) << 48;
    };
    int i = 0, j = 0;
    for (std::size_t run = 0; run < board.tie_end[me].size(); ++run) {
        const int i_end = board.tie_end[me][run], j_end = board.tie_end[1 - me][run];
        for (int k = i; k < i_end; ++k) {
            const int low = own.low[k], high = own.high[k];
            const int same = own.same[k] < others.count ? own.same[k] : static_cast<int>(device::kNone);
            to[k].words[0] = word(j, up_to(low), up_to(high), same);
            to[k].words[2] = word(all(low), all(high), low | high << 8, 0);
        }
        for (; j < j_end; ++j) ++passed[others.low[j]], ++passed[others.high[j]];
        for (; i < i_end; ++i) to[i].words[1] = word(j, up_to(own.low[i]), up_to(own.high[i]), own.hand[i]);
    }
}

}  // namespace

BoardTables make_board_tables(const Layout& layout, int threads) {
    BoardTables tables;
    const std::size_t deals = layout.boards.size();
    for (int player = 0; player < 2; ++player) {
        const int hands = layout.plan.hands[player].size();
        tables.stride[player] = padded(hands);
        tables.list_stride[player] = (3 * hands + 1 + kMostCards) | 1;
        tables.hands[player].resize(deals * tables.stride[player]);
        tables.lists[player].resize(deals * tables.list_stride[player]);
        tables.list_lengths[player].resize(deals);
        tables.order[player].resize(deals * tables.stride[player]);
    }
    tables.counts.resize(2 * deals);
    for_each_block(deals, threads, [&](std::size_t deal) {
        const Board& board = layout.boards[deal];
        for (int player = 0; player < 2; ++player) {
            const int other = 1 - player;
            const Lists lists =
                write_lists(board.player[other], tables.lists[other].data() + deal * tables.list_stride[other]);
            tables.list_lengths[other][deal] = lists.end;
            tables.counts[2 * deal + player] = board.player[player].count;
            std::copy(board.player[player].hand.begin(), board.player[player].hand.end(),
                      tables.order[player].begin() + deal * tables.stride[player]);
            write_hands(board, player, lists, tables.hands[player].data() + deal * tables.stride[player]);
        }
    });
    return tables;
}

}  // namespace runout
