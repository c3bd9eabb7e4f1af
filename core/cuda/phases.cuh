// A kernel as phases: what each thread of a block does up to the next barrier.
//
// The same source is CUDA C++ and plain C++. On a GPU a phase is what the thread does, and a barrier for
// the block; elsewhere it is a loop over the threads, in either order: results may not depend on it.
#pragma once

using u8 = unsigned char;
using u16 = unsigned short;
using i64 = long long;
using u64 = unsigned long long;

#if defined(__CUDACC_RTC__) || defined(__CUDACC__)

#define INLINE __device__ __forceinline__
#define COLD __device__ __noinline__
#define UNROLL _Pragma("unroll")
#define UNROLL_ACTIONS _Pragma("unroll (K > 0 ? K : 1)")
#define UNROLL_FOUR _Pragma("unroll 4")
#define ROLLED _Pragma("unroll 1")
#define PHASE(thread)                   \
    {                                   \
        const int thread = threadIdx.x; \
        {
#define END_PHASE    \
    }                \
    __syncthreads(); \
    }
#define KERNEL(name, Arguments, body)                                                                       \
    extern "C" __global__ void __launch_bounds__(kThreads, RUNOUT_BLOCKS) name(const Arguments arguments) { \
        extern __shared__ __align__(16) char shared[];                                                      \
        body({static_cast<int>(blockIdx.x), static_cast<int>(gridDim.x), kThreads, shared}, arguments);     \
    }

struct Block {
    int number, count, threads;
    char* shared;
};

// The largest of what threads offer, which must not be below zero: its bits are ordered as it is.
INLINE void offer_largest(float* largest, float offer) {
    atomicMax(reinterpret_cast<int*>(largest), __float_as_int(offer));
}

// Have a line of memory near by when it is needed.
INLINE void prefetch(const void* line) { asm volatile("prefetch.global.L2 [%0];" ::"l"(line)); }

#else

#define INLINE inline
#define COLD inline
#define UNROLL
#define UNROLL_ACTIONS
#define UNROLL_FOUR
#define ROLLED
#define PHASE(thread)                                                         \
    for (int turn = 0; turn < block.threads; ++turn) {                        \
        const int thread = block.backwards ? block.threads - 1 - turn : turn; \
        {
#define END_PHASE \
    }             \
    }
#define KERNEL(name, Arguments, body)                             \
    inline void name(const Block& block, const void* arguments) { \
        body(block, *static_cast<const Arguments*>(arguments));   \
    }                                                             \
    inline constexpr unsigned long name##_bytes = sizeof(Arguments);

struct Block {
    int number, count, threads;
    char* shared;
    bool backwards;
};

INLINE void offer_largest(float* largest, float offer) {
    if (offer > *largest) *largest = offer;
}

INLINE void prefetch(const void* line) { (void)line; }

#endif

INLINE float larger(float a, float b) { return a > b ? a : b; }
INLINE float magnitude(float a) { return a < 0 ? -a : a; }

// Threads of every block.
enum { kThreads = RUNOUT_THREADS };
