#include "equity/preflop.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "equity/equity.hpp"

namespace runout {
namespace {

using Relabelled = std::array<std::array<std::uint16_t, kPairs>, 24>;

// Every pair index under each of the 24 relabellings of the suits.
const Relabelled& all_relabelled_pairs() {
    static const Relabelled images = [] {
        Relabelled made{};
        std::array<std::uint8_t, kSuits> suits = {0, 1, 2, 3};
        for (auto& image : made) {
            image = relabelled_pairs(suits.data());
            std::ranges::next_permutation(suits);
        }
        return made;
    }();
    return images;
}

// Calls visit(hero, villain) with the least member of every class, in order.
template <class Visit>
void for_each_matchup(Visit&& visit) {
    std::vector<bool> seen(kPairs * kPairs);
    for (int hero = 0; hero < kPairs; ++hero)
        for (int villain = 0; villain < kPairs; ++villain) {
            if (kPairBits[hero] & kPairBits[villain] || seen[hero * kPairs + villain]) continue;
            visit(hero, villain);
            for (const auto& image : all_relabelled_pairs()) {
                seen[image[hero] * kPairs + image[villain]] = true;
                seen[image[villain] * kPairs + image[hero]] = true;
            }
        }
}

}  // namespace

void expand_matchups(const std::uint32_t* wins, const std::uint32_t* losses, std::uint32_t* matrix) {
    std::fill(matrix, matrix + kPairs * kPairs, 0);
    int matchup = 0;
    for_each_matchup([&](int hero, int villain) {
        for (const auto& image : all_relabelled_pairs()) {
            matrix[image[hero] * kPairs + image[villain]] = wins[matchup];
            matrix[image[villain] * kPairs + image[hero]] = losses[matchup];
        }
        ++matchup;
    });
}

void matchup_sums(const std::uint32_t* matrix, const double* range, double* won, double* lost) {
    std::vector<int> held;
    for (int pair = 0; pair < kPairs; ++pair)
        if (range[pair] > 0) held.push_back(pair);
    std::fill(lost, lost + kPairs, 0.0);
    for (const int villain : held)
        for (int hero = 0; hero < kPairs; ++hero) lost[hero] += range[villain] * matrix[villain * kPairs + hero];
    for (int hero = 0; hero < kPairs; ++hero) {
        won[hero] = 0;
        for (const int villain : held) won[hero] += range[villain] * matrix[hero * kPairs + villain];
    }
}

void collect_matchups(const std::uint64_t* matrix, std::uint32_t* wins, std::uint32_t* losses) {
    // Averaging over relabellings of the hands stands for summing over the orbit of the board.
    const auto averaged = [&](int hero, int villain) {
        std::uint64_t sum = 0;
        for (const auto& image : all_relabelled_pairs()) sum += matrix[image[hero] * kPairs + image[villain]];
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
