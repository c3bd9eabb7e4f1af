#include "equity/possible_hands.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "cards/evaluator.hpp"

namespace runout {
namespace {

constexpr std::size_t kWithCard = kCards - 1;  // hands that hold a certain card
constexpr int kMostTries = 20'000;

using Hands = std::vector<std::uint16_t>;  // pair indices

PossibleHands::Held held_of(const GivenHands& given, std::uint64_t gone) {
    PossibleHands::Held held;
    if (given.weights == nullptr) {
        if ((kPairBits[given.pair] & gone) == 0) held = {{static_cast<std::uint16_t>(given.pair)}, {1.0}};
        return held;
    }
    for (int pair = 0; pair < kPairs; ++pair)
        if (given.weights[pair] != 0 && (kPairBits[pair] & gone) == 0) {
            held.pairs.push_back(static_cast<std::uint16_t>(pair));
            held.weights.push_back(given.weights[pair]);
        }
    return held;
}

// Whether a hand has a card of each of these.
bool blocks_all(std::uint16_t hand, const Hands& hands) {
    return std::ranges::all_of(hands, [&](std::uint16_t other) { return (kPairBits[hand] & kPairBits[other]) != 0; });
}

// Whether some of these ranges are made of fewer cards than their players need.
bool too_few_cards(const std::vector<Hands>& ranges) {
    std::vector<std::uint64_t> made_of;
    for (const Hands& hands : ranges) {
        std::uint64_t cards = 0;
        for (const std::uint16_t hand : hands) cards |= kPairBits[hand];
        made_of.push_back(cards);
    }
    return std::ranges::any_of(made_of, [&](std::uint64_t cards) {
        const auto within = std::ranges::count_if(made_of, [&](std::uint64_t other) { return (other & ~cards) == 0; });
        return 2 * within > std::popcount(cards);
    });
}

class Search {
public:
    explicit Search(const std::vector<Hands>& ranges) : ranges_(ranges) {}

    bool deal(std::size_t number, std::uint64_t used) {
        if (number == ranges_.size()) return true;
        for (const std::uint16_t hand : ranges_[number]) {
            if (kPairBits[hand] & used) continue;
            if (++tries_ > kMostTries || deal(number + 1, used | kPairBits[hand])) return true;
        }
        return false;
    }

private:
    const std::vector<Hands>& ranges_;
    int tries_ = 0;
};

}  // namespace

PossibleHands::PossibleHands(const std::vector<GivenHands>& given, std::uint64_t gone) : largest_(given.size()) {
    for (const GivenHands& own : given) {
        held_.push_back(held_of(own, gone));
        anything_.push_back(own.weights != nullptr &&
                            std::all_of(own.weights, own.weights + kPairs, [](double weight) { return weight == 1; }));
    }
    drop_blocking();
    scale();
}

void PossibleHands::drop_blocking() {
    // By what everybody may hold at first, so that nobody's turn matters.
    std::vector<std::vector<bool>> dropped(held_.size());
    for (std::size_t p = 0; p < held_.size(); ++p)
        for (std::size_t other = 0; other < held_.size(); ++other) {
            const Hands& hands = held_[other].pairs;
            if (other == p || hands.empty() || hands.size() > 2 * kWithCard) continue;  // two cards block no more
            dropped[p].resize(held_[p].pairs.size());
            for (std::size_t i = 0; i < dropped[p].size(); ++i)
                if (blocks_all(held_[p].pairs[i], hands)) dropped[p][i] = true;
        }
    for (std::size_t p = 0; p < held_.size(); ++p) {
        Held& own = held_[p];
        std::size_t kept = 0;
        for (std::size_t i = 0; i < own.pairs.size(); ++i) {
            if (!dropped[p].empty() && dropped[p][i]) continue;
            own.pairs[kept] = own.pairs[i];
            own.weights[kept++] = own.weights[i];
        }
        own.pairs.resize(kept);
        own.weights.resize(kept);
    }
}

void PossibleHands::scale() {
    for (std::size_t p = 0; p < held_.size(); ++p) {
        auto& own = held_[p].weights;
        if (own.empty()) continue;
        largest_[p] = *std::ranges::max_element(own);
        if (largest_[p] != 1)
            for (double& weight : own) weight /= largest_[p];
    }
}

std::vector<int> PossibleHands::sizes() const {
    std::vector<int> sizes;
    for (const Held& own : held_) sizes.push_back(static_cast<int>(own.pairs.size()));
    return sizes;
}

std::vector<double> PossibleHands::weights() const {
    std::vector<double> all(held_.size() * kPairs);
    for (std::size_t p = 0; p < held_.size(); ++p)
        for (std::size_t i = 0; i < held_[p].pairs.size(); ++i)
            all[p * kPairs + held_[p].pairs[i]] = held_[p].weights[i];
    return all;
}

bool PossibleHands::can_be_dealt() const {
    // A range with more hands than all the others could ever block needs no search.
    const std::size_t blocked_at_most = 2 * (held_.size() - 1) * kWithCard;
    std::vector<Hands> narrow;
    for (const Held& own : held_)
        if (own.pairs.size() <= blocked_at_most) narrow.push_back(own.pairs);
    std::ranges::stable_sort(narrow, {}, &Hands::size);
    return !too_few_cards(narrow) && Search(narrow).deal(0, 0);
}

}  // namespace runout
