// Numbers below the normal range of single precision.
#pragma once

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace runout {

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
