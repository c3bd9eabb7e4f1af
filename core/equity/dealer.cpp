#include "equity/dealer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>

namespace runout {
namespace {

constexpr std::size_t kLargestGroup = 1 << 15;  // entries of a joined list, so that it stays in the cache

// Vose's alias method: entry e is kept with probability threshold / 2^32, else replaced by its alias.
void make_alias(const std::vector<double>& weights, std::vector<std::uint32_t>& threshold,
                std::vector<std::uint32_t>& alias) {
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

void add(const HandTallies& part, HandTallies& sum) {
    for (int pair = 0; pair < kPairs; ++pair) {
        sum.deals[pair] += part.deals[pair];
        sum.wins[pair] += part.wins[pair];
        for (int k = 0; k <= kMostPlayers; ++k) sum.ties[pair][k] += part.ties[pair][k];
    }
}

}  // namespace

void add(const Tallies& part, Tallies& sum) {
    sum.attempts += part.attempts;
    sum.deals += part.deals;
    for (int p = 0; p < kMostPlayers; ++p) {
        sum.wins[p] += part.wins[p];
        for (int k = 0; k <= kMostPlayers; ++k) sum.ties[p][k] += part.ties[p][k];
        for (int c = 0; c < kCategories; ++c) sum.categories[p][c] += part.categories[p][c];
    }
}

Dealer::Dealer(const PossibleHands& hands, const std::vector<int>& one_card, std::uint64_t board, std::uint64_t live)
    : players_(hands.players()), board_(board), live_(live) {
    // Filled now, so that no time limit on dealing has to pay for it.
    strength_table(7);
    seven_card_categories();
    for (int p = 0; p < players_; ++p) {
        const auto id = static_cast<std::uint8_t>(p);
        if (one_card[p] >= 0) {
            add_known_card(id, one_card[p]);
        } else if (!hands.anything()[p]) {
            Group& group = groups_.emplace_back();
            group.player_ids = {id};
            group.combos = hands.held(p).pairs;
            group.weights = hands.held(p).weights;
        }
    }
    join_groups();
    for (Group& group : groups_) group.complete();
}

std::uint64_t Dealer::Group::entry_bits(std::size_t entry) const {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < player_ids.size(); ++i) bits |= kPairBits[combos[entry * player_ids.size() + i]];
    return bits;
}

void Dealer::Group::complete() {
    bits.reserve(entries());
    keys.reserve(combos.size());
    for (std::size_t entry = 0; entry < entries(); ++entry) bits.push_back(entry_bits(entry));
    for (const std::uint16_t pair : combos) keys.push_back(kPairKeys[pair]);
    if (std::ranges::any_of(weights, [&](double weight) { return weight != weights[0]; }))
        make_alias(weights, threshold, alias);
}

Dealer::Group Dealer::joined(const Group& one, const Group& other) {
    Group both;
    both.player_ids = one.player_ids;
    both.player_ids.insert(both.player_ids.end(), other.player_ids.begin(), other.player_ids.end());
    const auto append = [&both](const Group& group, std::size_t entry) {
        const auto members = static_cast<std::ptrdiff_t>(group.player_ids.size());
        const auto from = group.combos.begin() + static_cast<std::ptrdiff_t>(entry) * members;
        both.combos.insert(both.combos.end(), from, from + members);
    };
    both.combos.reserve(one.entries() * other.entries() * both.player_ids.size());
    both.weights.reserve(one.entries() * other.entries());
    for (std::size_t i = 0; i < one.entries(); ++i)
        for (std::size_t j = 0; j < other.entries(); ++j) {
            if (one.entry_bits(i) & other.entry_bits(j)) continue;
            append(one, i);
            append(other, j);
            both.weights.push_back(one.weights[i] * other.weights[j]);
        }
    return both;
}

void Dealer::join_groups() {
    const auto sort = [this] { std::ranges::stable_sort(groups_, {}, &Group::entries); };
    sort();
    while (groups_.size() > 1 && groups_[0].entries() * groups_[1].entries() <= kLargestGroup) {
        Group both = joined(groups_[0], groups_[1]);
        if (both.weights.empty()) {
            impossible_.assign(both.player_ids.begin(), both.player_ids.end());
            return;
        }
        groups_.erase(groups_.begin());
        groups_[0] = std::move(both);
        sort();
    }
}

void Dealer::add_known_card(std::uint8_t player, int card) {
    one_card_ids_.push_back(player);
    one_card_bits_.push_back(card_bit(card));
    live_ &= ~card_bit(card);
}

Tallies Dealer::deal(const Kernels& kernels, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads,
                     bool categories, int hand_player, HandTallies* hands, std::uint64_t attempts, Control& control) {
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
    const DealPlan plan = {players_,
                           static_cast<int>(views.size()),
                           views.data(),
                           static_cast<int>(random_ids.size()),
                           random_ids.data(),
                           static_cast<int>(one_card_ids_.size()),
                           one_card_ids_.data(),
                           one_card_bits_.data(),
                           key_of(board_),
                           board_,
                           std::popcount(board_),
                           live_};

    // One piece a thread would leave threads idle at the end; pieces of a few blocks do not.
    constexpr std::uint64_t piece = 4 * kDealsPerBlock;
    const std::size_t pieces = (count + piece - 1) / piece;
    Tallies sum{};
    std::mutex adding;
    for_each_block(pieces, threads, [&](std::size_t i) {
        auto own_hands = hands ? std::make_unique<HandTallies>() : nullptr;
        Tallies own{};
        const CountOptions options = {categories, hand_player, own_hands.get(), attempts, &control.stopped};
        kernels.simulate(strength_table(7), plan, seed, first + i * piece, std::min(piece, count - i * piece), options,
                         own);
        const std::lock_guard lock(adding);  // integers: the order does not matter
        add(own, sum);
        if (hands) add(*own_hands, *hands);
    });
    return sum;
}

}  // namespace runout
