// A plan of random deals that owns its arrays, and running it on several threads.
#pragma once

#include <vector>

#include "equity/possible_hands.hpp"
#include "kernels.hpp"

namespace runout {

// Adds the tallies of a part to those of the whole.
void add(const Tallies& part, Tallies& sum);

class Dealer {
public:
    // Cards by their bits: those on the board and those that may be dealt. `one_card` is the card of a
    // player of whom one is known, or -1. Players of whom nothing is known are dealt card by card;
    // the others are drawn from lists, the smallest of which are joined while that stays cheap.
    Dealer(const PossibleHands& hands, const std::vector<int>& one_card, std::uint64_t board, std::uint64_t live);

    int players() const { return players_; }

    // Players whose ranges, joined, leave no combination at all; usually none.
    const std::vector<int>& impossible() const { return impossible_; }

    // Deals first .. first + count - 1 of the stream that `seed` names; `hands` may be null. The
    // counts do not depend on the number of threads unless `control` stops them. After `attempts`,
    // counted by pieces of a few blocks, it gives up.
    Tallies deal(const Kernels& kernels, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads,
                 bool categories, int hand_player, HandTallies* hands, std::uint64_t attempts, Control& control);

private:
    // Players drawn together: for each entry the pair indices of their hands, and its weight.
    struct Group {
        std::vector<std::uint8_t> player_ids;
        std::vector<std::uint16_t> combos;  // [entries][players]
        std::vector<double> weights;
        std::vector<std::uint64_t> bits, keys;
        std::vector<std::uint32_t> threshold, alias;  // empty if all entries are equally likely

        std::size_t entries() const { return weights.size(); }
        std::uint64_t entry_bits(std::size_t entry) const;
        void complete();  // all but the first three from those
    };

    static Group joined(const Group& one, const Group& other);
    void join_groups();
    void add_known_card(std::uint8_t player, int card);

    int players_;
    std::uint64_t board_, live_;
    std::vector<Group> groups_;
    std::vector<int> impossible_;
    std::vector<std::uint8_t> one_card_ids_;
    std::vector<std::uint64_t> one_card_bits_;
};

}  // namespace runout
