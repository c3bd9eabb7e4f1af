// The evaluator: from cards to dense strengths by two table look-ups.
//
// A hand is the sum of one 64-bit number per card. Its top 23 bits identify the multiset of ranks,
// its lowest four nibbles count the suits. A hand without five cards of a suit is looked up by its
// rank sum in a perfect hash (rows of the key space shifted against each other until no two
// entries meet); a flush by the 13-bit mask of the ranks in its suit.
//
// Strengths of 7 cards are dense in 0..4823, those of 5 or 6 cards in 0..7461.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "cards/deck.hpp"

namespace runout {

inline constexpr int kSevenCardClasses = 4824;
inline constexpr int kFiveCardClasses = 7462;

// The smallest increasing numbers whose sums tell apart all multisets of up to seven ranks with at
// most four of each: every one is the least that leads to no coincidence with those before it.
inline constexpr std::array<std::uint32_t, kRanks> kDistinctSums = {0,    1,     5,     22,     98,     453,    2031,
                                                                    8698, 22854, 83661, 262349, 636345, 1479181};

// Sums stay below 2^23, so that multiplying by an odd number modulo 2^23 keeps them apart. It also
// scatters them evenly, which is what lets the rows of the hash be packed without gaps.
inline constexpr int kSumBits = 23;
inline constexpr std::uint32_t kSumMask = (1u << kSumBits) - 1;
static_assert(4 * kDistinctSums[12] + 3 * kDistinctSums[11] <= kSumMask);
inline constexpr std::uint32_t kScatter = 0x9e3779b1;  // 2^32 over the golden ratio, made odd

constexpr std::uint32_t rank_key(int rank) { return kDistinctSums[rank] * kScatter & kSumMask; }

// Each suit's nibble starts at 3, so that its top bit is set by the fifth card of the suit.
inline constexpr std::uint64_t kEmptyHand = 0x3333;
inline constexpr std::uint64_t kFlushBits = 0x8888;
inline constexpr int kSumShift = 64 - kSumBits;  // carries out of the sum fall off the top

// A rank sum is a row (high bits) and a column (low bits). With these the rows of the 49,205
// seven-card multisets pack into kSlots slots; 116 KB in all.
inline constexpr int kColumnBits = 10;
inline constexpr int kRows = 1 << (kSumBits - kColumnBits);
inline constexpr int kColumns = 1 << kColumnBits;
inline constexpr int kSlots = 50176;

constexpr std::uint64_t card_key(int card) {
    return std::uint64_t{rank_key(rank_of(card))} << kSumShift | 1ull << 4 * suit_of(card);
}

// Sixteen bits a suit; bit = rank.
constexpr std::uint64_t card_bit(int card) { return 1ull << (16 * suit_of(card) + rank_of(card)); }

template <class T, class Function>
constexpr std::array<T, kCards> for_each_card(Function&& value) {
    std::array<T, kCards> table{};
    for (int card = 0; card < kCards; ++card) table[card] = value(card);
    return table;
}
inline constexpr auto kCardKeys = for_each_card<std::uint64_t>(card_key);
inline constexpr auto kCardBits = for_each_card<std::uint64_t>(card_bit);

// The same of two hole cards together, by pair index.
template <class Function>
constexpr std::array<std::uint64_t, kPairs> sums_of_pairs(Function&& value) {
    std::array<std::uint64_t, kPairs> table{};
    for (int low = 0; low < kCards; ++low)
        for (int high = low + 1; high < kCards; ++high) table[pair_index(low, high)] = value(low) + value(high);
    return table;
}
inline constexpr auto kPairKeys = sums_of_pairs(card_key);
inline constexpr auto kPairBits = sums_of_pairs(card_bit);

// Look-up tables for hands of one size.
struct StrengthTable {
    alignas(64) std::array<std::uint16_t, kRows> row_start;
    alignas(64) std::array<std::uint16_t, kSlots> strength;
    alignas(64) std::array<std::uint16_t, 1 << kRanks> flush;

    // Strength of a hand that is known to be no flush; `key` is the sum of its cards' keys.
    std::uint16_t of_ranks(std::uint64_t key) const {
        return strength[row_start[key >> (64 - kSumBits + kColumnBits)] + (key >> kSumShift) % kColumns];
    }
    // `key` is kEmptyHand plus the keys, `cards` the union of the bits, of the hand.
    std::uint16_t of(std::uint64_t key, std::uint64_t cards) const {
        if (const std::uint64_t flush_bits = key & kFlushBits) [[unlikely]]
            return flush[suit_ranks(cards, flush_bits)];
        return of_ranks(key);
    }
    // The flush bit of suit s is bit 4 s + 3, its cards start at bit 16 s.
    static int suit_shift(std::uint64_t flush_bits) { return 4 * (std::countr_zero(flush_bits) - 3); }
    static std::uint64_t suit_ranks(std::uint64_t cards, std::uint64_t flush_bits) {
        return cards >> suit_shift(flush_bits) & 0x1fff;
    }
};

// The table for hands of 5, 6 or 7 cards; filled at the first call for that size (7 cards: about
// 10 ms), the same object ever after.
const StrengthTable& strength_table(int cards);

// The 5-card class (0..7461) that each dense 7-card strength stands for; increasing.
const std::vector<std::uint16_t>& seven_to_five();

// The category (strength.hpp) of each 5-card class.
const std::vector<std::uint8_t>& categories();

}  // namespace runout
