// Products of a matrix of small whole numbers and vectors of reach.
#pragma once

#include <cstdint>

#include "solver/lanes.hpp"
#include "solver/plan.hpp"

namespace runout::RUNOUT_LEVEL {

typedef std::int16_t Shorts __attribute__((vector_size(2 * kLanes)));
typedef std::int32_t Whole __attribute__((vector_size(4 * kLanes)));

inline Lanes widened(const std::int16_t* from) {
    Shorts read;
    std::memcpy(&read, from, sizeof(read));
    return __builtin_convertvector(__builtin_convertvector(read, Whole), Lanes);
}

// For N reaches at once and the hands of one block: to[n * pad + hand] is the sum of block[row][hand] *
// reach[n][row].
template <int N>
void multiply_some(const std::int16_t* block, int rows, int pad, const float* const* reach, float* to) {
    constexpr int kParts = kPadding / kLanes;
    Lanes sum[N][kParts]{};
    for (int row = 0; row < rows; ++row, block += kPadding)
        for (int part = 0; part < kParts; ++part) {
            const Lanes here = widened(block + part * kLanes);
            for (int n = 0; n < N; ++n) sum[n][part] += here * reach[n][row];
        }
    for (int n = 0; n < N; ++n)
        for (int part = 0; part < kParts; ++part) store(to + n * pad + part * kLanes, sum[n][part]);
}

inline void multiply(const std::int16_t* block, int rows, int pad, const float* const* reach, int count, float* to) {
    constexpr int kMost = kLanes >= 16 ? 8 : 4;
    int done = 0;
    for (; count - done >= kMost; done += kMost) multiply_some<kMost>(block, rows, pad, reach + done, to + done * pad);
    for (; count - done >= 2; done += 2) multiply_some<2>(block, rows, pad, reach + done, to + done * pad);
    if (count > done) multiply_some<1>(block, rows, pad, reach + done, to + done * pad);
}

}  // namespace runout::RUNOUT_LEVEL
