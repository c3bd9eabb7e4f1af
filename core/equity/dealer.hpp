// A plan of random deals that owns its arrays, and running it on several threads.
#pragma once

#include <vector>

#include "kernels.hpp"

namespace runout {

class Dealer {
public:
    // Cards by their bits: those on the board and those that may be dealt.
    Dealer(int players, std::uint64_t board, std::uint64_t live);

    // Players drawn together: for each of `weights` entries, the pair indices of their hands. Players
    // that are added in no way hold random cards.
    void add_group(const std::vector<std::uint8_t>& player_ids, const std::vector<std::uint16_t>& combos,
                   const std::vector<double>& weights);

    int players() const { return players_; }

    // A player with one known card; the other is any.
    void add_known_card(std::uint8_t player, int card);

    // Deals first .. first + count - 1 of the stream that `seed` names; `hands` may be null. The
    // counts do not depend on the number of threads unless `control` stops them.
    Tallies deal(const Kernels& kernels, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads,
                 bool categories, int hand_player, HandTallies* hands, Control& control);

private:
    struct Group {
        std::vector<std::uint8_t> player_ids;
        std::vector<std::uint64_t> bits, keys;
        std::vector<std::uint16_t> combos;
        std::vector<std::uint32_t> threshold, alias;  // empty if all entries are equally likely
    };

    int players_;
    std::uint64_t board_, live_;
    std::vector<Group> groups_;
    std::vector<std::uint8_t> one_card_ids_;
    std::vector<std::uint64_t> one_card_bits_;
};

}  // namespace runout
