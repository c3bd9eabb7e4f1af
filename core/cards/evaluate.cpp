// Strengths of many hands at once.
#include <algorithm>
#include <cstring>

#include "kernels.hpp"
#include "level.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace runout::RUNOUT_LEVEL {
namespace {

// Hands are taken in blocks that stay in the first-level cache.
constexpr std::size_t kBlock = 512;

bool all_on_deck(const std::uint8_t* cards, std::size_t count) {
    std::uint8_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, cards[i]);
    return largest < kCards;
}

std::uint16_t evaluate_one(const StrengthTable& table, int size, const std::uint8_t* cards) {
    std::uint64_t key = kEmptyHand, bits = 0;
    for (int i = 0; i < size; ++i) {
        key += kCardKeys[cards[i]];
        bits |= kCardBits[cards[i]];
    }
    return table.of(key, bits);
}

void evaluate_plainly(const StrengthTable& table, int size, const std::uint8_t* cards, std::size_t count,
                      std::uint16_t* strengths) {
    for (std::size_t i = 0; i < count; ++i) strengths[i] = evaluate_one(table, size, cards + i * size);
}

#ifdef __AVX2__

// One byte of every rank's key, as a shuffle table.
__m256i key_byte(int byte) {
    alignas(16) std::uint8_t bytes[16] = {};
    for (int rank = 0; rank < kRanks; ++rank) bytes[rank] = static_cast<std::uint8_t>(rank_key(rank) >> 8 * byte);
    return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes)));
}

// Four hands a step, one in each 64-bit lane, a card a byte. A shuffle turns the ranks into one byte
// of their keys, and the sum of absolute differences to zero adds up the bytes of a lane; three of
// them make the rank sum. Suits are counted the same way. Byte 7 (and 5, 6 of smaller hands) is
// empty and counts as a deuce of clubs: its rank key is zero, its suit is taken off again.
void evaluate_by_four(const StrengthTable& table, int size, const std::uint8_t* cards, std::size_t count,
                      std::uint16_t* strengths) {
    alignas(16) std::uint8_t spread[16];
    for (int i = 0; i < 16; ++i) spread[i] = static_cast<std::uint8_t>(i % 8 < size ? i / 8 * size + i % 8 : 0x80);
    const __m256i to_lanes = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(spread)));
    const __m256i key0 = key_byte(0), key1 = key_byte(1), key2 = key_byte(2);
    const __m256i rank_mask = _mm256_set1_epi8(0x0f), suit_mask = _mm256_set1_epi8(0x03);
    const __m256i clubs_diamonds =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i hearts_spades =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i suits_from = _mm256_set1_epi64x(static_cast<long long>(kEmptyHand) - (8 - size));
    const __m256i flush_bits = _mm256_set1_epi64x(static_cast<long long>(kFlushBits));
    const __m256i column_mask = _mm256_set1_epi64x(kColumns - 1), row_mask = _mm256_set1_epi64x(kRows - 1);
    const __m256i zero = _mm256_setzero_si256();

    std::uint16_t flushes[kBlock + 1];
    std::size_t flush_count = 0;

    // Each half of a vector reads 16 bytes for two hands, so the last hands are left to plain code.
    std::size_t i = 0;
    for (; i + 4 <= count && (i + 2) * size + 16 <= count * size; i += 4) {
        const std::uint8_t* at = cards + i * size;
        const __m256i raw =
            _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(at + 2 * size), reinterpret_cast<const __m128i*>(at));
        const __m256i hands = _mm256_shuffle_epi8(raw, to_lanes);
        const __m256i ranks = _mm256_and_si256(_mm256_srli_epi16(hands, 2), rank_mask);
        const __m256i suits = _mm256_and_si256(hands, suit_mask);
        const __m256i sum0 = _mm256_sad_epu8(_mm256_shuffle_epi8(key0, ranks), zero);
        const __m256i sum1 = _mm256_sad_epu8(_mm256_shuffle_epi8(key1, ranks), zero);
        const __m256i sum2 = _mm256_sad_epu8(_mm256_shuffle_epi8(key2, ranks), zero);
        const __m256i sum =
            _mm256_add_epi64(sum0, _mm256_add_epi64(_mm256_slli_epi64(sum1, 8), _mm256_slli_epi64(sum2, 16)));
        const __m256i suits0 = _mm256_sad_epu8(_mm256_shuffle_epi8(clubs_diamonds, suits), zero);
        const __m256i suits1 = _mm256_sad_epu8(_mm256_shuffle_epi8(hearts_spades, suits), zero);
        const __m256i counts = _mm256_add_epi64(suits_from, _mm256_add_epi64(suits0, _mm256_slli_epi64(suits1, 8)));

        alignas(32) std::uint64_t row[4], column[4];
        _mm256_store_si256(reinterpret_cast<__m256i*>(row),
                           _mm256_and_si256(_mm256_srli_epi64(sum, kColumnBits), row_mask));
        _mm256_store_si256(reinterpret_cast<__m256i*>(column), _mm256_and_si256(sum, column_mask));
        for (int k = 0; k < 4; ++k) strengths[i + k] = table.strength[table.row_start[row[k]] + column[k]];

        // Noting flushes for later costs less than a branch that the processor cannot foresee.
        alignas(32) std::uint64_t flush[4];
        _mm256_store_si256(reinterpret_cast<__m256i*>(flush), _mm256_and_si256(counts, flush_bits));
        for (int k = 0; k < 4; ++k) {
            flushes[flush_count] = static_cast<std::uint16_t>(i + k);
            flush_count += flush[k] != 0;
        }
    }
    for (std::size_t f = 0; f < flush_count; ++f)
        strengths[flushes[f]] = evaluate_one(table, size, cards + flushes[f] * size);
    evaluate_plainly(table, size, cards + i * size, count - i, strengths + i);
}

#endif

}  // namespace

std::ptrdiff_t evaluate(const StrengthTable& table, int size, const std::uint8_t* cards, std::size_t count,
                        std::uint16_t* strengths) {
    for (std::size_t done = 0; done < count; done += kBlock) {
        const std::size_t hands = std::min(kBlock, count - done);
        const std::uint8_t* block = cards + done * size;
        if (!all_on_deck(block, hands * size)) {
            const auto* bad =
                std::find_if(block, block + hands * size, [](std::uint8_t card) { return card >= kCards; });
            return bad - cards;
        }
#ifdef __AVX2__
        evaluate_by_four(table, size, block, hands, strengths + done);
#else
        evaluate_plainly(table, size, block, hands, strengths + done);
#endif
    }
    return -1;
}

}  // namespace runout::RUNOUT_LEVEL
