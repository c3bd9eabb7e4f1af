// Watching and stopping long work from another thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

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

// Calls work(block) for every block, on several threads, in no particular order. What the blocks are
// must not depend on the number of threads; then neither does the result.
template <class Work>
void for_each_block(std::size_t blocks, int threads, Work&& work) {
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t block; (block = next.fetch_add(1)) < blocks;) work(block);
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < std::min<int>(threads, static_cast<int>(blocks)); ++i) others.emplace_back(take);
    take();
}

}  // namespace runout
