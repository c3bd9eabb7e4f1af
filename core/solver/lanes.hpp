// Vectors of floats as wide as the processor has them, and the transposition of square tiles.
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

#include "level.hpp"

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace runout::RUNOUT_LEVEL {

#if defined(__AVX512F__)
inline constexpr int kLanes = 16;
#elif defined(__AVX__)
inline constexpr int kLanes = 8;
#else
inline constexpr int kLanes = 4;
#endif

typedef float Lanes __attribute__((vector_size(4 * kLanes)));

inline Lanes load(const float* from) { return *reinterpret_cast<const Lanes*>(from); }
inline void store(float* to, Lanes lanes) { *reinterpret_cast<Lanes*>(to) = lanes; }
inline Lanes all(float value) { return value - Lanes{}; }
inline Lanes positive_part(Lanes x) { return x > 0 ? x : Lanes{}; }

inline bool some_above_zero(Lanes x) {
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask(reinterpret_cast<__m512>(x), _mm512_setzero_ps(), _CMP_GT_OQ) != 0;
#elif defined(__AVX__)
    return _mm256_movemask_ps(_mm256_cmp_ps(reinterpret_cast<__m256>(x), _mm256_setzero_ps(), _CMP_GT_OQ)) != 0;
#else
    float largest = 0;
    for (int i = 0; i < kLanes; ++i) largest = x[i] > largest ? x[i] : largest;
    return largest > 0;
#endif
}

// 1 / x to within a rounding or two, of what is neither tiny nor huge: an approximation and a step of Newton's,
// where a division takes as long as a dozen products.
inline Lanes reciprocal(Lanes x) {
#if defined(__AVX512F__)
    const Lanes near = reinterpret_cast<Lanes>(_mm512_rcp14_ps(reinterpret_cast<__m512>(x)));
    return near * (2 - x * near);
#else
    return 1 / x;
#endif
}

namespace detail {

// Exchanges the blocks of side `step` that lie off the diagonal of each block of twice that side.
template <int step, std::size_t... j>
inline void exchange(Lanes& a, Lanes& b, std::index_sequence<j...>) {
    const Lanes upper = __builtin_shufflevector(a, b, (int(j) & step ? int(j) - step + kLanes : int(j))...);
    b = __builtin_shufflevector(a, b, (int(j) & step ? int(j) + kLanes : int(j) + step)...);
    a = upper;
}

template <int step>
inline void exchange_all(Lanes* rows) {
    for (int i = 0; i < kLanes; ++i)
        if (!(i & step)) exchange<step>(rows[i], rows[i + step], std::make_index_sequence<kLanes>());
}

}  // namespace detail

#if defined(__AVX512F__)

// Four rows of four within each quarter of the vectors, then quarters: shuffles that overwrite nothing, so that a
// tile stays in registers.
[[gnu::always_inline]] inline void transpose(Lanes (&rows)[kLanes]) {
    __m512 quads[kLanes];
    for (int g = 0; g < kLanes; g += 4) {
        const __m512 a = reinterpret_cast<__m512>(rows[g]), b = reinterpret_cast<__m512>(rows[g + 1]);
        const __m512 c = reinterpret_cast<__m512>(rows[g + 2]), d = reinterpret_cast<__m512>(rows[g + 3]);
        const __m512 ab_low = _mm512_unpacklo_ps(a, b), ab_high = _mm512_unpackhi_ps(a, b);
        const __m512 cd_low = _mm512_unpacklo_ps(c, d), cd_high = _mm512_unpackhi_ps(c, d);
        quads[g] = _mm512_shuffle_ps(ab_low, cd_low, 0x44);
        quads[g + 1] = _mm512_shuffle_ps(ab_low, cd_low, 0xee);
        quads[g + 2] = _mm512_shuffle_ps(ab_high, cd_high, 0x44);
        quads[g + 3] = _mm512_shuffle_ps(ab_high, cd_high, 0xee);
    }
    for (int j = 0; j < 4; ++j) {
        const __m512 first = _mm512_shuffle_f32x4(quads[j], quads[4 + j], 0x44);
        const __m512 second = _mm512_shuffle_f32x4(quads[j], quads[4 + j], 0xee);
        const __m512 third = _mm512_shuffle_f32x4(quads[8 + j], quads[12 + j], 0x44);
        const __m512 fourth = _mm512_shuffle_f32x4(quads[8 + j], quads[12 + j], 0xee);
        rows[j] = reinterpret_cast<Lanes>(_mm512_shuffle_f32x4(first, third, 0x88));
        rows[4 + j] = reinterpret_cast<Lanes>(_mm512_shuffle_f32x4(first, third, 0xdd));
        rows[8 + j] = reinterpret_cast<Lanes>(_mm512_shuffle_f32x4(second, fourth, 0x88));
        rows[12 + j] = reinterpret_cast<Lanes>(_mm512_shuffle_f32x4(second, fourth, 0xdd));
    }
}

#else

inline void transpose(Lanes (&rows)[kLanes]) {
    detail::exchange_all<1>(rows);
    detail::exchange_all<2>(rows);
    if constexpr (kLanes >= 8) detail::exchange_all<4>(rows);
}

#endif

}  // namespace runout::RUNOUT_LEVEL
