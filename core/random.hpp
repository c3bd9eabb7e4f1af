// Random numbers: the one generator of all engines.
#pragma once

#include <cstdint>

#include "level.hpp"

namespace runout::RUNOUT_LEVEL {

// The splitmix64 generator, for seeding.
inline std::uint64_t next_seed(std::uint64_t& state) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

// xoshiro256++ (Blackman and Vigna); `Word` is a 64-bit number, or a vector of them for generators
// side by side.
template <class Word>
struct Xoshiro {
    Word s0, s1, s2, s3;

    Word next() {
        const Word sum = s0 + s3, word = (sum << 23 | sum >> 41) + s0, shifted = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= shifted;
        s3 = s3 << 45 | s3 >> 19;
        return word;
    }
};

// One generator, from its seed.
inline Xoshiro<std::uint64_t> generator_of(std::uint64_t seed) {
    Xoshiro<std::uint64_t> made{};
    for (std::uint64_t* word : {&made.s0, &made.s1, &made.s2, &made.s3}) *word = next_seed(seed);
    return made;
}

}  // namespace runout::RUNOUT_LEVEL
