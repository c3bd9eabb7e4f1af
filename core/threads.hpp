// Starting threads, and what to do when they fail.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace runout {

// The first exception of several threads, for the one that waits for them.
class Failure {
public:
    template <class Work>
    void watch(Work&& work) noexcept {
        try {
            work();
        } catch (...) {
            if (!found_.exchange(true)) what_ = std::current_exception();
        }
    }
    bool found() const { return found_.load(std::memory_order_relaxed); }

    // To be called when all others have ended.
    void rethrow() const {
        if (what_) std::rethrow_exception(what_);
    }

private:
    std::atomic<bool> found_{false};
    std::exception_ptr what_;
};

// Makes what the C++ library keeps for each thread that meets an exception. It is made when first needed
// otherwise, and where there is no memory for it by then the process ends.
inline void prepare_for_exceptions() { (void)std::uncaught_exceptions(); }

// Whether there is address space for what threads need of their own. The C library ends the process
// where one has begun and there is none.
inline bool room_for_threads() {
#if defined(__linux__)
    constexpr std::size_t bytes = 256u << 20;
    void* const room = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return false;
    munmap(room, bytes);
#endif
    return true;
}

// Starts threads that call run(1), run(2), ... up to `count`. Where the system has no room for so many,
// those that could be started have to do.
template <class Run>
std::vector<std::jthread> start_threads(int count, Run run) {
    std::vector<std::jthread> started;
    try {
        started.reserve(count > 0 ? count : 0);
        for (int number = 1; number <= count && room_for_threads(); ++number)
            started.emplace_back([run, number] {
                prepare_for_exceptions();
                run(number);
            });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    return started;
}

}  // namespace runout
