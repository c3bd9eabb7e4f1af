#include "equity/preflop.hpp"

#include <algorithm>
#include <utility>

namespace runout {
namespace {

using Relabelled = std::array<std::array<std::uint16_t, kPairs>, 24>;

Relabelled make_relabelled() {
    Relabelled images{};
    std::array<int, kSuits> suits = {0, 1, 2, 3};
    int g = 0;
    do {
        const auto image = [&](int card) { return 4 * rank_of(card) + suits[suit_of(card)]; };
        for (int low = 0; low < kCards; ++low)
            for (int high = low + 1; high < kCards; ++high) {
                const auto [a, b] = std::minmax({image(low), image(high)});
                images[g][pair_index(low, high)] = static_cast<std::uint16_t>(pair_index(a, b));
            }
        ++g;
    } while (std::ranges::next_permutation(suits).found);
    return images;
}

constexpr std::array<std::uint64_t, kPairs> kPairCards = [] {
    std::array<std::uint64_t, kPairs> cards{};
    for (int low = 0; low < kCards; ++low)
        for (int high = low + 1; high < kCards; ++high) cards[pair_index(low, high)] = 1ull << low | 1ull << high;
    return cards;
}();

// Calls visit(hero, villain) with the least member of every class, in order.
template <class Visit>
void for_each_matchup(Visit&& visit) {
    std::vector<bool> seen(kPairs * kPairs);
    for (int hero = 0; hero < kPairs; ++hero)
        for (int villain = 0; villain < kPairs; ++villain) {
            if (kPairCards[hero] & kPairCards[villain] || seen[hero * kPairs + villain]) continue;
            visit(hero, villain);
            for (const auto& image : relabelled_pairs()) {
                seen[image[hero] * kPairs + image[villain]] = true;
                seen[image[villain] * kPairs + image[hero]] = true;
            }
        }
}

}  // namespace

const Relabelled& relabelled_pairs() {
    static const Relabelled images = make_relabelled();
    return images;
}

void expand_matchups(const std::uint32_t* wins, const std::uint32_t* losses, std::uint32_t* matrix) {
    std::fill(matrix, matrix + kPairs * kPairs, 0);
    int matchup = 0;
    for_each_matchup([&](int hero, int villain) {
        for (const auto& image : relabelled_pairs()) {
            matrix[image[hero] * kPairs + image[villain]] = wins[matchup];
            matrix[image[villain] * kPairs + image[hero]] = losses[matchup];
        }
        ++matchup;
    });
}

void collect_matchups(const std::uint64_t* matrix, std::uint32_t* wins, std::uint32_t* losses) {
    // Averaging over relabellings of the hands stands for summing over the orbit of the board.
    const auto averaged = [&](int hero, int villain) {
        std::uint64_t sum = 0;
        for (const auto& image : relabelled_pairs()) sum += matrix[image[hero] * kPairs + image[villain]];
        return static_cast<std::uint32_t>(sum / 24);
    };
    int matchup = 0;
    for_each_matchup([&](int hero, int villain) {
        wins[matchup] = averaged(hero, villain);
        losses[matchup] = averaged(villain, hero);
        ++matchup;
    });
}

}  // namespace runout
