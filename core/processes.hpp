// Things that belong to one process: locks and threads do not survive a fork.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace runout {

// How many forks lie between this process and the one that loaded the library.
inline std::atomic<unsigned> fork_count{0};
#if defined(__unix__) || defined(__APPLE__)
inline const int forks_are_counted = pthread_atfork(nullptr, nullptr, [] { ++fork_count; });
#endif

// A thing that is made when it is first asked for, and again in a child process. There the parent's is
// left as it is: its locks may be held, and its threads are not there to be joined.
template <class T>
class PerProcess {
public:
    explicit PerProcess(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}
    ~PerProcess() {
        Held* const held = held_.load();
        if (held != nullptr && held->forks == fork_count) delete held;
    }
    PerProcess(const PerProcess&) = delete;
    PerProcess& operator=(const PerProcess&) = delete;

    T& here() {
        Held* held = held_.load(std::memory_order_acquire);
        if (held != nullptr && held->forks == fork_count.load(std::memory_order_relaxed)) return *held->thing;
        auto made = std::make_unique<Held>(fork_count, make_());
        if (held_.compare_exchange_strong(held, made.get())) return *made.release()->thing;
        return *held->thing;  // another thread was first
    }

private:
    struct Held {
        Held(unsigned number, std::unique_ptr<T> made) : forks(number), thing(std::move(made)) {}
        unsigned forks;
        std::unique_ptr<T> thing;
    };

    std::function<std::unique_ptr<T>()> make_;
    std::atomic<Held*> held_{nullptr};
};

}  // namespace runout
