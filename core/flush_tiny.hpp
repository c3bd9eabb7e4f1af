// Numbers below the normal range of single precision.
#pragma once

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace runout {

// Where a node's numbers are all less than this, they are nothing in 16 bits: 32767 over them is beyond all numbers.
inline constexpr float kLeastOf16Bits = 1e-33f;

// Numbers too small for the normal range count as zero while it lives: they are worthless and slow.
class FlushTiny {
public:
#if defined(__SSE__)
    FlushTiny() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040); }
    ~FlushTiny() { _mm_setcsr(before_); }
    FlushTiny(const FlushTiny&) = delete;
    FlushTiny& operator=(const FlushTiny&) = delete;

private:
    unsigned before_;
#endif
};

}  // namespace runout
