#include "cards/strength.hpp"

#include <bit>

namespace runout {
namespace {

constexpr std::uint32_t kWheel = 0b1'0000'0000'1111;  // A 5 4 3 2

// The category above five tie-breaking ranks of four bits each.
class Score {
public:
    explicit Score(Category category) : value_(category) {}

    Score& then(int rank) {
        value_ = value_ << 4 | static_cast<std::uint32_t>(rank);
        ++ranks_;
        return *this;
    }

    // The `count` highest of `ranks`, one after the other.
    Score& then_highest(std::uint32_t ranks, int count) {
        for (; count > 0; --count) {
            const int top = std::bit_width(ranks) - 1;
            then(top);
            ranks ^= 1u << top;
        }
        return *this;
    }

    std::uint32_t value() const { return value_ << 4 * (5 - ranks_); }

private:
    std::uint32_t value_;
    int ranks_ = 0;
};

// Rank of the highest card of the best straight, or -1.
int straight_top(std::uint32_t ranks) {
    for (int top = 12; top >= 4; --top) {
        const std::uint32_t run = 0b11111u << (top - 4);
        if ((ranks & run) == run) return top;
    }
    return (ranks & kWheel) == kWheel ? 3 : -1;
}

int highest(std::uint32_t ranks) { return std::bit_width(ranks) - 1; }

}  // namespace

std::uint32_t score_of_ranks(const RankMasks& at_least) {
    const auto without = [&](int rank) { return at_least[1] & ~(1u << rank); };
    if (at_least[4]) {
        const int quads = highest(at_least[4]);
        return Score(kQuads).then(quads).then_highest(without(quads), 1).value();
    }
    if (at_least[3]) {
        const int trips = highest(at_least[3]);
        if (const std::uint32_t pairs = at_least[2] & ~(1u << trips))
            return Score(kFullHouse).then(trips).then(highest(pairs)).value();
    }
    if (const int top = straight_top(at_least[1]); top >= 0) return Score(kStraight).then(top).value();
    if (at_least[3]) {
        const int trips = highest(at_least[3]);
        return Score(kTrips).then(trips).then_highest(without(trips), 2).value();
    }
    if (std::popcount(at_least[2]) >= 2) {
        const int high = highest(at_least[2]);
        const int low = highest(at_least[2] & ~(1u << high));
        const std::uint32_t kickers = without(high) & ~(1u << low);
        return Score(kTwoPair).then(high).then(low).then_highest(kickers, 1).value();
    }
    if (at_least[2]) {
        const int pair = highest(at_least[2]);
        return Score(kPair).then(pair).then_highest(without(pair), 3).value();
    }
    return Score(kHighCard).then_highest(at_least[1], 5).value();
}

std::uint32_t score_of_flush(std::uint32_t ranks) {
    if (const int top = straight_top(ranks); top >= 0) return Score(kStraightFlush).then(top).value();
    return Score(kFlush).then_highest(ranks, 5).value();
}

}  // namespace runout
