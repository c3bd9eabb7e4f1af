#include "equity/equity.hpp"

#include <algorithm>

#include "lasting.hpp"

namespace runout {
namespace {

void add_to(std::vector<double>& sum, const std::vector<double>& part) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
}

std::uint64_t relabelled(std::uint64_t cards, const std::uint8_t* suits) {
    std::uint64_t image = 0;
    for (int suit = 0; suit < kSuits; ++suit) image |= (cards >> 16 * suit & 0x1fff) << 16 * suits[suit];
    return image;
}

// Number of runouts in the orbit if this one is the least of them, otherwise 0. The relabellings
// form a group, so each member of the orbit is reached equally often.
std::uint32_t copies_of(std::uint64_t cards, const std::uint8_t* suit_maps, int symmetries) {
    int unchanged = 0;
    for (int g = 0; g < symmetries; ++g) {
        const std::uint64_t image = relabelled(cards, suit_maps + kSuits * g);
        if (image < cards) return 0;
        unchanged += image == cards;
    }
    return static_cast<std::uint32_t>(symmetries / unchanged);
}

}  // namespace

void HandTotals::add(const HandTotals& other) {
    add_to(won, other.won);
    add_to(tied, other.tied);
    add_to(share, other.share);
    add_to(dealt, other.dealt);
    add_to(categories, other.categories);
    deals += other.deals;
}

std::vector<Runout> runouts_of(std::uint64_t board, std::uint64_t live, const std::uint8_t* suit_maps, int symmetries) {
    std::vector<Runout> runouts;
    const auto extend = [&](auto& self, int left, std::uint64_t from, std::uint64_t cards) -> void {
        if (left == 0) {
            if (const std::uint32_t copies = copies_of(cards, suit_maps, symmetries))
                runouts.push_back({cards, copies});
            return;
        }
        for (; from != 0; from &= from - 1) self(self, left - 1, from & (from - 1), cards | (from & -from));
    };
    extend(extend, 5 - std::popcount(board), live, board);
    return runouts;
}

std::array<std::uint16_t, kPairs> relabelled_pairs(const std::uint8_t* suits) {
    std::array<std::uint16_t, kPairs> images{};
    const auto image = [&](int card) { return 4 * rank_of(card) + suits[suit_of(card)]; };
    for (int low = 0; low < kCards; ++low)
        for (int high = low + 1; high < kCards; ++high) {
            const auto [a, b] = std::minmax({image(low), image(high)});
            images[pair_index(low, high)] = static_cast<std::uint16_t>(pair_index(a, b));
        }
    return images;
}

const std::vector<std::uint8_t>& seven_card_categories() {
    static const auto& made = lasting([] {
        std::vector<std::uint8_t> by_strength;
        for (const std::uint16_t five : seven_to_five()) by_strength.push_back(categories()[five]);
        return by_strength;
    });
    return made;
}

}  // namespace runout
