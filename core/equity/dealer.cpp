#include "equity/dealer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>

namespace runout {
namespace {

// Vose's alias method: entry e is kept with probability threshold / 2^32, else replaced by its alias.
void make_alias(const std::vector<double>& weights, std::vector<std::uint32_t>& threshold, std::vector<std::uint32_t>& alias) {
    const std::size_t n = weights.size();
    const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / double(n);
    std::vector<double> left(n);
    std::vector<std::uint32_t> small, large;
    for (std::uint32_t i = 0; i < n; ++i) {
        left[i] = weights[i] / mean;
        (left[i] < 1 ? small : large).push_back(i);
    }
    threshold.assign(n, 0xffffffff);
    alias.resize(n);
    std::iota(alias.begin(), alias.end(), 0u);
    while (!small.empty() && !large.empty()) {
        const std::uint32_t poor = small.back(), rich = large.back();
        small.pop_back();
        threshold[poor] = static_cast<std::uint32_t>(std::min(4294967295.0, std::floor(left[poor] * 4294967296.0)));
        alias[poor] = rich;
        left[rich] -= 1 - left[poor];
        if (left[rich] < 1) {
            large.pop_back();
            small.push_back(rich);
        }
    }
}

void add(const Tallies& part, Tallies& sum) {
    sum.attempts += part.attempts;
    sum.deals += part.deals;
    for (int p = 0; p < kMostPlayers; ++p) {
        sum.wins[p] += part.wins[p];
        for (int k = 0; k <= kMostPlayers; ++k) sum.ties[p][k] += part.ties[p][k];
        for (int c = 0; c < kCategories; ++c) sum.categories[p][c] += part.categories[p][c];
    }
}

void add(const HandTallies& part, HandTallies& sum) {
    for (int pair = 0; pair < kPairs; ++pair) {
        sum.deals[pair] += part.deals[pair];
        sum.wins[pair] += part.wins[pair];
        for (int k = 0; k <= kMostPlayers; ++k) sum.ties[pair][k] += part.ties[pair][k];
    }
}

}  // namespace

Dealer::Dealer(int players, std::uint64_t board, std::uint64_t live) : players_(players), board_(board), live_(live) {
    // Filled now, so that no time limit on dealing has to pay for it.
    strength_table(7);
    seven_card_categories();
}

void Dealer::add_group(const std::vector<std::uint8_t>& player_ids, const std::vector<std::uint16_t>& combos,
                       const std::vector<double>& weights) {
    Group group;
    group.player_ids = player_ids;
    group.combos = combos;
    const std::size_t members = player_ids.size();
    for (std::size_t entry = 0; entry < weights.size(); ++entry) {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < members; ++i) {
            const std::uint16_t pair = combos[entry * members + i];
            bits |= kPairBits[pair];
            group.keys.push_back(kPairKeys[pair]);
        }
        group.bits.push_back(bits);
    }
    if (std::ranges::any_of(weights, [&](double weight) { return weight != weights[0]; }))
        make_alias(weights, group.threshold, group.alias);
    groups_.push_back(std::move(group));
}

void Dealer::add_known_card(std::uint8_t player, int card) {
    one_card_ids_.push_back(player);
    one_card_bits_.push_back(card_bit(card));
    live_ &= ~card_bit(card);
}

Tallies Dealer::deal(const Kernels& kernels, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads,
                     bool categories, int hand_player, HandTallies* hands, Control& control) {
    std::vector<DealGroup> views;
    std::vector<bool> in_group(players_);
    for (const Group& group : groups_) {
        const bool even = group.threshold.empty();
        views.push_back({static_cast<int>(group.player_ids.size()), group.player_ids.data(),
                         static_cast<std::uint32_t>(group.bits.size()), group.bits.data(), group.keys.data(),
                         group.combos.data(), even ? nullptr : group.threshold.data(),
                         even ? nullptr : group.alias.data()});
        for (const std::uint8_t player : group.player_ids) in_group[player] = true;
    }
    for (const std::uint8_t player : one_card_ids_) in_group[player] = true;
    std::vector<std::uint8_t> random_ids;
    for (int p = 0; p < players_; ++p)
        if (!in_group[p]) random_ids.push_back(static_cast<std::uint8_t>(p));
    const DealPlan plan = {players_, static_cast<int>(views.size()), views.data(), static_cast<int>(random_ids.size()),
                           random_ids.data(), static_cast<int>(one_card_ids_.size()), one_card_ids_.data(),
                           one_card_bits_.data(), key_of(board_), board_, std::popcount(board_), live_};

    // One piece a thread would leave threads idle at the end; pieces of a few blocks do not.
    constexpr std::uint64_t piece = 4 * kDealsPerBlock;
    const std::size_t pieces = (count + piece - 1) / piece;
    Tallies sum{};
    std::mutex adding;
    for_each_block(pieces, threads, [&](std::size_t i) {
        auto own_hands = hands ? std::make_unique<HandTallies>() : nullptr;
        Tallies own{};
        const CountOptions options = {categories, hand_player, own_hands.get(), &control.stopped};
        kernels.simulate(strength_table(7), plan, seed, first + i * piece, std::min(piece, count - i * piece), options, own);
        const std::lock_guard lock(adding);  // integers: the order does not matter
        add(own, sum);
        if (hands) add(*own_hands, *hands);
    });
    return sum;
}

}  // namespace runout
