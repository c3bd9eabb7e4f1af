// What each player may hold once the cards that are gone and the needs of the others are considered.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/deck.hpp"

namespace runout {

class PossibleHands {
public:
    // `weights` has kPairs of each player, as given; `gone` are the board and the dead cards, as bits.
    PossibleHands(std::vector<const double*> weights, std::uint64_t gone);

    int players() const { return static_cast<int>(sizes_.size()); }

    // [players][kPairs], the largest of each player being 1. Zero where a card is gone, or where some
    // other player could then hold nothing: such hands are never dealt.
    const std::vector<double>& weights() const { return weights_; }
    const double* weights_of(int player) const { return weights_.data() + player * kPairs; }

    const std::vector<int>& sizes() const { return sizes_; }         // hands of each player
    const std::vector<double>& largest() const { return largest_; }  // the weight as given of which 1 was made
    const std::vector<bool>& anything() const { return anything_; }  // whether all weights given are 1

    // Whether all players can hold a hand at once. Hands are tried player by player, the narrowest range
    // first; after many tries the search gives up and says yes.
    bool can_be_dealt() const;

private:
    void drop_blocking();
    void scale();

    std::vector<double> weights_;
    std::vector<int> sizes_;
    std::vector<double> largest_;
    std::vector<bool> anything_;
};

}  // namespace runout
