// Every 7-card hand there is, evaluated one by one.
#include <array>
#include <memory>

#include "level.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

// Neighbouring hands often have the same strength, and adding to the number just written has to
// wait for the write: four counters a strength, used in turn, keep the additions apart.
using Counters = std::array<std::array<std::uint32_t, 4>, kSevenCardClasses>;

class HandCounter {
public:
    explicit HandCounter(const StrengthTable& table) : table_(table) {}

    // Adds `left` more cards, from card `from` on, in every way.
    template <int left>
    void choose(int from, std::uint64_t key, std::uint64_t cards) {
        if constexpr (left == 2) {
            last_two(from, key, cards);
        } else {
            for (int card = from; card <= kCards - left; ++card)
                choose<left - 1>(card + 1, key + card_key(card), cards | card_bit(card));
        }
    }

    const Counters& counters() const { return counters_; }

private:
    // The pairs of cards from `from` on are the end of the list of pairs.
    void last_two(int from, std::uint64_t key, std::uint64_t cards) {
        const int pair = pair_index(from, from + 1);
        if (((key + 0x1111) & kFlushBits) != 0) {  // four or five of a suit, one hand in 23
            each_from(pair, [&](int i) { return table_.of(key + kPairKeys[i], cards | kPairBits[i]); });
            return;
        }
        each_from(pair, [&](int i) { return table_.of_ranks(key + kPairKeys[i]); });
        if (const std::uint64_t three_suited = (key + 0x2222) & kFlushBits)
            recount_flushes(std::countr_zero(three_suited) / 4, from, key, cards);
    }

    // Three cards of `suit` and two more: those were counted by their ranks alone. This is cheaper
    // than asking for every pair whether both of its cards are of the suit.
    void recount_flushes(int suit, int from, std::uint64_t key, std::uint64_t cards) {
        const std::uint64_t suited = cards >> 16 * suit & 0x1fff;
        const int first_rank = rank_of(from + 3 - suit);
        for (int low = first_rank; low < kRanks; ++low) {
            for (int high = low + 1; high < kRanks; ++high) {
                --counters_[table_.of_ranks(key + card_key(4 * low + suit) + card_key(4 * high + suit))][0];
                ++counters_[table_.flush[suited | 1u << low | 1u << high]][0];
            }
        }
    }

    template <class Strength>
    void each_from(int pair, Strength&& strength) {
        for (; pair + 4 <= kPairs; pair += 4)
            for (int k = 0; k < 4; ++k) ++counters_[strength(pair + k)][k];
        for (; pair < kPairs; ++pair) ++counters_[strength(pair)][0];
    }

    const StrengthTable& table_;
    Counters counters_{};
};

}  // namespace

void count_seven_card_hands(const StrengthTable& table, std::uint64_t* counts) {
    const auto counter = std::make_unique<HandCounter>(table);
    counter->choose<7>(0, kEmptyHand, 0);
    for (int i = 0; i < kSevenCardClasses; ++i) {
        const auto& parts = counter->counters()[i];  // one part may have wrapped below zero
        counts[i] += std::uint32_t{parts[0] + parts[1] + parts[2] + parts[3]};
    }
}

}  // namespace runout::RUNOUT_LEVEL
