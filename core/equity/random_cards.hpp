// Random numbers for deals side by side, and cards chosen by them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "level.hpp"
#include "random.hpp"

// Zen 1 and 2 have the bit-deposit instruction but take hundreds of cycles for it.
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
#define RUNOUT_DEPOSIT
#include <immintrin.h>
#endif

namespace runout::RUNOUT_LEVEL {

constexpr int kLanes = 8;  // deals whose random numbers are made together

// A number for each lane, in vectors as wide as the processor has them; GCC makes poor code of wider
// ones. What is computed does not depend on the width.
#if defined(__AVX512F__)
constexpr int kVectorLanes = 8;
#elif defined(__AVX2__)
constexpr int kVectorLanes = 4;
#else
constexpr int kVectorLanes = 2;
#endif
constexpr int kVectors = kLanes / kVectorLanes;
typedef std::uint64_t Vector __attribute__((vector_size(8 * kVectorLanes)));

struct Lanes {
    Vector vectors[kVectors];
    std::uint64_t operator[](int lane) const { return vectors[lane / kVectorLanes][lane % kVectorLanes]; }
};

// Generators side by side, one a lane.
using Generators = Xoshiro<Vector>;

enum Purpose : std::uint64_t { kEntries, kOtherCards };

// The generators that one block of deals has for one purpose. That the purposes have their own makes
// the first deals of a block the same however many of them are wanted.
struct Stream {
    Generators generators[kVectors];

    Stream(std::uint64_t seed, std::uint64_t block, Purpose purpose) {
        std::uint64_t state = seed;
        state = next_seed(state) ^ block;
        state = next_seed(state) ^ purpose;
        for (int lane = 0; lane < kLanes; ++lane) {
            auto& [s0, s1, s2, s3] = generators[lane / kVectorLanes];
            for (Vector* s : {&s0, &s1, &s2, &s3}) (*s)[lane % kVectorLanes] = next_seed(state);
        }
    }
};

// Two ways to the same card. take(1 << k) takes the k-th lowest card out of the deck.
#ifdef RUNOUT_DEPOSIT
struct DepositDeck {
    std::uint64_t cards = 0;

    std::uint64_t take(std::uint64_t position) {
        const std::uint64_t card = _pdep_u64(position, cards);
        cards ^= card;
        return card;
    }
};
#endif

struct CountedDeck {
    static constexpr std::uint64_t kOne = 0x0101010101010101;  // in every byte

    std::uint64_t cards = 0;
    std::uint64_t counts = counts_of(cards);

    static std::uint64_t counts_of(std::uint64_t cards) {
        cards -= cards >> 1 & 0x55 * kOne;
        cards = (cards & 0x33 * kOne) + (cards >> 2 & 0x33 * kOne);
        return ((cards + (cards >> 4)) & 0x0f * kOne) * kOne;  // byte i: cards in bytes 0..i
    }

    std::uint64_t take(std::uint64_t position) {
        const std::uint64_t k = std::countr_zero(position);
        // The top bit stays where the count is at most k: in the bytes below that of the card.
        const std::uint64_t below = ((k * kOne | 0x80 * kOne) - counts) & 0x80 * kOne;
        const int shift = 8 * static_cast<int>((below >> 7) * kOne >> 56);
        const std::uint64_t k_in_byte = k - (counts << 8 >> shift & 0xff);
        const std::uint64_t card = std::uint64_t{kNthBit[k_in_byte][cards >> shift & 0xff]} << shift;
        cards ^= card;
        counts -= kOne << shift;
        return card;
    }

    // The n-th lowest bit of a byte.
    static constexpr auto kNthBit = [] {
        std::array<std::array<std::uint8_t, 256>, 8> bits{};
        for (unsigned byte = 0; byte < 256; ++byte)
            for (unsigned n = 0, rest = byte; rest != 0; ++n, rest &= rest - 1)
                bits[n][byte] = static_cast<std::uint8_t>(rest & -rest);
        return bits;
    }();
};

inline bool deposit_is_fast() {
#ifdef RUNOUT_DEPOSIT
    return !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
#else
    return false;
#endif
}

}  // namespace runout::RUNOUT_LEVEL
