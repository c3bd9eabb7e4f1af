#include "equity/possible_hands.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "cards/evaluator.hpp"

namespace runout {
namespace {

constexpr int kWithCard = kCards - 1;  // hands that hold a certain card
constexpr int kMostTries = 20'000;

using Hands = std::vector<std::uint16_t>;  // pair indices

// The hands of a range; none if there are more than `most`.
Hands held(const double* weights, std::size_t most = kPairs) {
    Hands hands;
    for (int pair = 0; pair < kPairs; ++pair) {
        if (weights[pair] == 0) continue;
        if (hands.size() == most) return {};
        hands.push_back(static_cast<std::uint16_t>(pair));
    }
    return hands;
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

PossibleHands::PossibleHands(std::vector<const double*> given, std::uint64_t gone)
    : weights_(given.size() * kPairs), sizes_(given.size()), largest_(given.size()), anything_(given.size()) {
    for (int p = 0; p < players(); ++p) {
        double* own = weights_.data() + p * kPairs;
        for (int pair = 0; pair < kPairs; ++pair) own[pair] = kPairBits[pair] & gone ? 0 : given[p][pair];
        anything_[p] = std::all_of(given[p], given[p] + kPairs, [](double weight) { return weight == 1; });
    }
    drop_blocking();
    scale();
}

void PossibleHands::drop_blocking() {
    std::vector<Hands> ranges;
    for (int p = 0; p < players(); ++p) ranges.push_back(held(weights_of(p), 2 * kWithCard));
    for (int p = 0; p < players(); ++p) {
        const Hands& hands = ranges[p];
        if (hands.empty()) continue;  // or more than two cards can block
        for (int pair = 0; pair < kPairs; ++pair) {
            const auto blocks = [&](std::uint16_t hand) { return (kPairBits[hand] & kPairBits[pair]) != 0; };
            if (!blocks(hands[0]) || !std::ranges::all_of(hands, blocks)) continue;
            for (int other = 0; other < players(); ++other)
                if (other != p) weights_[other * kPairs + pair] = 0;
        }
    }
}

void PossibleHands::scale() {
    for (int p = 0; p < players(); ++p) {
        double* own = weights_.data() + p * kPairs;
        sizes_[p] = static_cast<int>(std::count_if(own, own + kPairs, [](double weight) { return weight > 0; }));
        const bool has_one = std::find(own, own + kPairs, 1.0) != own + kPairs;  // no weight is above that
        largest_[p] = has_one ? 1.0 : *std::max_element(own, own + kPairs);
        if (largest_[p] == 0 || has_one) continue;
        for (int pair = 0; pair < kPairs; ++pair) own[pair] /= largest_[p];
    }
}

bool PossibleHands::can_be_dealt() const {
    // A range with more hands than all the others could ever block needs no search.
    const int blocked_at_most = 2 * (players() - 1) * kWithCard;
    std::vector<Hands> narrow;
    for (int p = 0; p < players(); ++p)
        if (sizes_[p] <= blocked_at_most) narrow.push_back(held(weights_of(p)));
    std::ranges::stable_sort(narrow, {}, &Hands::size);
    return !too_few_cards(narrow) && Search(narrow).deal(0, 0);
}

}  // namespace runout
