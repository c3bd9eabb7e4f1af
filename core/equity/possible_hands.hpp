// What each player may hold once the cards that are gone and the needs of the others are considered.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/deck.hpp"

namespace runout {

// What is given of one player: one hand, or a weight for each.
struct GivenHands {
    const double* weights;  // [kPairs]; null: `pair` is held
    int pair;
};

class PossibleHands {
public:
    // The hands of one player and their weights, the largest of which is 1.
    struct Held {
        std::vector<std::uint16_t> pairs;
        std::vector<double> weights;
    };

    // `gone` are the board and the dead cards, as bits.
    PossibleHands(const std::vector<GivenHands>& given, std::uint64_t gone);

    int players() const { return static_cast<int>(held_.size()); }

    // Without hands of which a card is gone, or beside which some other player could hold nothing: such
    // hands are never dealt.
    const Held& held(int player) const { return held_[player]; }
    std::vector<double> weights() const;  // the same as [players][kPairs]

    std::vector<int> sizes() const;                                  // hands of each player
    const std::vector<double>& largest() const { return largest_; }  // the weight as given of which 1 was made
    const std::vector<bool>& anything() const { return anything_; }  // whether all weights given are 1

    // Whether all players can hold a hand at once. Hands are tried player by player, the narrowest range
    // first; after many tries the search gives up and says yes.
    bool can_be_dealt() const;

private:
    void drop_blocking();
    void scale();

    std::vector<Held> held_;
    std::vector<double> largest_;
    std::vector<bool> anything_;
};

}  // namespace runout
