// Exact equity: what the kernels are asked and what they answer.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "cards/evaluator.hpp"

namespace runout {

inline constexpr int kCategories = 9;
inline constexpr int kMostPlayers = 23;

// Players with ranges on a board, in plain arrays.
struct EquityQuestion {
    int players;
    const double* weights;  // [players][kPairs]; zero for hands that hold a board or a dead card
    std::uint64_t board;    // card bits
    std::uint64_t live;     // card bits that may still come
};

// What each hand of each player got, summed over deals and multiplied by the weight of the deal.
struct HandTotals {
    std::vector<double> won;         // [players][kPairs] deals won alone
    std::vector<double> tied;        // deals in which the pot is shared
    std::vector<double> share;       // pots won, a k-way tie counting 1/k
    std::vector<double> dealt;       // all deals
    std::vector<double> categories;  // [players][kCategories] of the final hands
    double deals = 0;                // without weights, where the kernel goes through combinations

    explicit HandTotals(int players)
        : won(players * kPairs), tied(won), share(won), dealt(won), categories(players * kCategories) {}

    void add(const HandTotals& other);
};

// What known hands got over all boards.
struct KnownHandTotals {
    std::int64_t boards = 0;
    std::array<std::array<std::int64_t, kMostPlayers + 1>, kMostPlayers> shared{};  // [player][by how many]
    std::array<std::array<std::int64_t, kCategories>, kMostPlayers> categories{};
};

// A board of which the others of its orbit are relabellings.
struct Runout {
    std::uint64_t cards;  // bits of all five cards
    std::uint32_t copies;
};

// All ways to complete the board from the live cards, one for each orbit under the relabellings of
// suits: `symmetries` rows of four suits, the identity first, that leave the question unchanged.
std::vector<Runout> runouts_of(std::uint64_t board, std::uint64_t live, const std::uint8_t* suit_maps, int symmetries);

// What a relabelling of the suits makes of every pair index.
std::array<std::uint16_t, kPairs> relabelled_pairs(const std::uint8_t* suits);

// Sum of the keys of the cards.
inline std::uint64_t key_of(std::uint64_t cards) {
    std::uint64_t key = 0;
    for (; cards != 0; cards &= cards - 1) {
        const int place = std::countr_zero(cards);
        key += card_key(4 * (place % 16) + place / 16);
    }
    return key;
}

// The category of every 7-card strength.
const std::vector<std::uint8_t>& seven_card_categories();

}  // namespace runout
