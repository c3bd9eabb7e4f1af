// Watching and stopping long work from another thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "threads.hpp"

namespace runout {

struct Control {
    std::atomic<bool> stopped{false};
    std::atomic<std::uint64_t> done{0};

    // Counts one unit of work; false once somebody asked to stop.
    bool go_on() {
        done.fetch_add(1, std::memory_order_relaxed);
        return !stopped.load(std::memory_order_relaxed);
    }
};

// Thrown out of work that has been stopped and has nothing to show.
struct Stopped {};

// Calls work(block) for every block, on several threads, in no particular order. What the blocks are
// must not depend on the number of threads; then neither does the result. If one fails, the others are
// left and its exception is thrown.
template <class Work>
void for_each_block(std::size_t blocks, int threads, Work&& work) {
    std::atomic<std::size_t> next{0};
    Failure failure;
    const auto take = [&](int) {
        failure.watch([&] {
            for (std::size_t block; !failure.found() && (block = next.fetch_add(1)) < blocks;) work(block);
        });
    };
    {
        const int most = static_cast<int>(std::min<std::size_t>(std::max(threads, 1), blocks));
        const auto others = start_threads(most - 1, take);
        take(0);
    }
    failure.rethrow();
}

}  // namespace runout
