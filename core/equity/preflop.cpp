#include "equity/preflop.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "equity/equity.hpp"

namespace runout {
namespace {

using Image = std::array<std::uint16_t, kPairs>;
using Relabelled = std::array<Image, 24>;

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

// The relabellings that turn each hand into the least of its relabellings, which is one of 169.
struct Leasts {
    std::array<std::uint16_t, kPairs> least;
    std::array<std::vector<const Image*>, kPairs> ways;
};

const Leasts& leasts() {
    static const auto made = [] {
        auto leasts = std::make_unique<Leasts>();
        for (int pair = 0; pair < kPairs; ++pair) {
            auto& least = leasts->least[pair] = static_cast<std::uint16_t>(pair);
            for (const Image& image : all_relabelled_pairs()) least = std::min(least, image[pair]);
            for (const Image& image : all_relabelled_pairs())
                if (image[pair] == least) leasts->ways[pair].push_back(&image);
        }
        return leasts;
    }();
    return *made;
}

// Those members of a matchup's class whose first hand is the least of its relabellings: calls
// same(hero, villain) for relabellings of the matchup, swapped(hero, villain) for those of its mirror.
template <class Same, class Swapped>
void for_each_member(int hero, int villain, Same&& same, Swapped&& swapped) {
    const auto& [least, ways] = leasts();
    for (const Image* image : ways[hero]) same(least[hero], (*image)[villain]);
    for (const Image* image : ways[villain]) swapped(least[villain], (*image)[hero]);
}

// Calls visit(hero, villain) with the least member of every class, in order.
template <class Visit>
void for_each_matchup(Visit&& visit) {
    std::vector<bool> seen(kPairs * kPairs);
    const auto see = [&](int hero, int villain) { seen[hero * kPairs + villain] = true; };
    for (int hero = 0; hero < kPairs; ++hero) {
        if (leasts().least[hero] != hero) continue;
        for (int villain = 0; villain < kPairs; ++villain) {
            if (kPairBits[hero] & kPairBits[villain] || seen[hero * kPairs + villain]) continue;
            visit(hero, villain);
            for_each_member(hero, villain, see, see);
        }
    }
}

}  // namespace

void expand_matchups(const std::uint32_t* wins, const std::uint32_t* losses, std::uint32_t* matrix) {
    std::fill(matrix, matrix + kPairs * kPairs, 0);
    for_each_matchup([&](int hero, int villain) {
        for_each_member(
            hero, villain, [&](int own, int other) { matrix[own * kPairs + other] = *wins; },
            [&](int own, int other) { matrix[own * kPairs + other] = *losses; });
        ++wins;
        ++losses;
    });
    // The other rows are relabellings of those.
    for (int hero = 0; hero < kPairs; ++hero) {
        if (leasts().least[hero] == hero) continue;
        const std::uint32_t* row = matrix + leasts().least[hero] * kPairs;
        const Image& image = *leasts().ways[hero].front();
        for (int villain = 0; villain < kPairs; ++villain) matrix[hero * kPairs + villain] = row[image[villain]];
    }
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
