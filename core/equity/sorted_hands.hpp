// The hands of a question on one complete board, weakest first.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "equity/equity.hpp"
#include "level.hpp"

namespace runout::RUNOUT_LEVEL {

// Every hand that some player may hold.
struct HeldHands {
    std::vector<std::uint64_t> keys, bits;
    std::vector<std::uint16_t> pairs;  // pair indices
    std::vector<std::uint8_t> low, high;

    explicit HeldHands(const EquityQuestion& question) {
        for (int c1 = 0; c1 < kCards; ++c1)
            for (int c2 = c1 + 1; c2 < kCards; ++c2) {
                const int pair = pair_index(c1, c2);
                bool held = false;
                for (int p = 0; p < question.players; ++p) held |= question.weights[p * kPairs + pair] > 0;
                if (!held) continue;
                keys.push_back(kPairKeys[pair]);
                bits.push_back(kPairBits[pair]);
                pairs.push_back(static_cast<std::uint16_t>(pair));
                low.push_back(static_cast<std::uint8_t>(c1));
                high.push_back(static_cast<std::uint8_t>(c2));
            }
    }
    int size() const { return static_cast<int>(pairs.size()); }
};

// Sorts the hands that a board leaves possible by their strength on it.
class SortedHands {
public:
    explicit SortedHands(const HeldHands& hands) : hands_(hands) {}

    void sort(const StrengthTable& table, std::uint64_t board) {
        const std::uint64_t key = kEmptyHand + key_of(board);
        // Without three board cards of a suit nobody has a flush.
        const bool flush_possible = ((key + 0x2222) & kFlushBits) != 0;
        size_ = 0;
        for (int i = 0; i < hands_.size(); ++i) {
            const std::uint64_t hand = key + hands_.keys[i];
            const std::uint16_t strength =
                flush_possible ? table.of(hand, board | hands_.bits[i]) : table.of_ranks(hand);
            order_[size_] = static_cast<std::uint32_t>(strength) << 16 | static_cast<std::uint32_t>(i);
            size_ += (hands_.bits[i] & board) == 0;
        }
        radix_pass(order_, spare_, 16, 0x7f);
        radix_pass(spare_, order_, 23, 0x3f);
    }

    int size() const { return size_; }
    int hand(int place) const { return order_[place] & 0xffff; }
    int strength(int place) const { return order_[place] >> 16; }

    // First place after `place` with another strength.
    int end_of_tie(int place) const {
        const int strength_here = strength(place);
        do ++place;
        while (place < size_ && strength(place) == strength_here);
        return place;
    }

private:
    using Order = std::array<std::uint32_t, kPairs + 1>;

    void radix_pass(const Order& from, Order& to, int shift, std::uint32_t mask) const {
        std::array<std::uint16_t, 128> start{};
        for (int i = 0; i < size_; ++i) ++start[from[i] >> shift & mask];
        std::uint16_t sum = 0;
        for (auto& bucket : start) sum += std::exchange(bucket, sum);
        for (int i = 0; i < size_; ++i) to[start[from[i] >> shift & mask]++] = from[i];
    }

    const HeldHands& hands_;
    int size_ = 0;
    Order order_{}, spare_{};
};

}  // namespace runout::RUNOUT_LEVEL
