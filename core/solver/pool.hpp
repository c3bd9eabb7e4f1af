// Threads that wait for work, so that short passes do not pay for starting them.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "threads.hpp"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace runout {

// Any number of threads may ask for work to be done, those of the pool too, in the middle of theirs; idle
// ones help whoever came first.
class Pool {
public:
    explicit Pool(int threads) {
        jobs_.reserve(64 + static_cast<std::size_t>(std::max(threads, 1)));
        others_ = start_threads(threads - 1, [this](int thread) { serve(thread); });
        slots_ = 1 + static_cast<int>(others_.size());
    }
    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
        }
        begin_.notify_all();
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    enum Order {
        kSettled,  // each thread does the same blocks every time, as long as all are equally fast: its own
                   // caches know them
        kInTurn    // whoever comes takes the next one
    };

    // What a thread is to do, and the block that it will most likely do after it, -1 if none.
    struct Turn {
        int block, next;
    };
    // Thread 0 is the caller, whoever that is; each other number is that of one thread of the pool.
    using Work = std::function<void(Turn turn, int thread)>;

    // Does the work of every block, in no particular order. So many blocks in a row go to the same thread, if they may.
    // If a block fails, those that have not begun are left out and its exception is thrown.
    void run(int blocks, Order order, int together, const Work& work) {
        if (blocks <= 0) return;
        Job job(work, blocks, order == kSettled ? std::min(slots_, blocks) : 1, together);
        if (slots_ > 1 && blocks > 1) {
            post(job);
            job.work_on(0);
            withdraw(job);
        } else {
            job.work_on(0);
        }
        job.failure.rethrow();
    }

private:
    // Blocks are dealt out to as many slots as there are threads. Who is done with his own takes others'.
    class Job {
    public:
        Job(const Work& all, int count, int slots, int in_a_row)
            : work(all), blocks(count), together(in_a_row), cursors(static_cast<std::size_t>(slots)), left(count) {}

        void work_on(int thread) {
            for (Turn turn; (turn = take(thread)).block >= 0;) failure.watch([&] { work(turn, thread); });
        }
        bool waits() const { return left.load(std::memory_order_relaxed) > 0 && !failure.found(); }

        const Work& work;
        const int blocks, together;
        struct alignas(64) Cursor {
            std::atomic<int> next{0};
        };
        std::vector<Cursor> cursors;
        std::atomic<int> left;        // blocks that nobody has begun
        std::atomic<int> helpers{0};  // threads of the pool that work on it
        Failure failure;

    private:
        Turn take(int thread) {
            const int slots = static_cast<int>(cursors.size());
            for (int i = 0; i < slots && waits(); ++i) {
                const int slot = (thread + i) % slots;
                if (of_slot(slot, cursors[slot].next.load(std::memory_order_relaxed)) >= blocks) continue;
                const int number = cursors[slot].next.fetch_add(1, std::memory_order_relaxed);
                if (of_slot(slot, number) >= blocks) continue;
                left.fetch_sub(1, std::memory_order_relaxed);
                const int next = of_slot(slot, number + 1);
                return {of_slot(slot, number), next < blocks ? next : -1};
            }
            return {-1, -1};
        }
        int of_slot(int slot, int number) const {
            const int slots = static_cast<int>(cursors.size());
            return (number / together * slots + slot) * together + number % together;
        }
    };

    void post(Job& job) {
        bool asleep;
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(&job);
            posted_.fetch_add(1, std::memory_order_release);
            asleep = sleeping_ > 0;
        }
        if (asleep) begin_.notify_all();
    }

    // Nobody begins to help any more; those who do are waited for.
    void withdraw(Job& job) {
        {
            const std::lock_guard lock(mutex_);
            std::erase(jobs_, &job);
        }
        if (wait_a_little(kWithinPass, [&] { return job.helpers.load(std::memory_order_acquire) == 0; })) return;
        std::unique_lock lock(mutex_);
        end_.wait(lock, [&] { return job.helpers.load(std::memory_order_acquire) == 0; });
    }

    void serve(int thread) {
        std::unique_lock lock(mutex_);
        while (!ended_) {
            const auto found = std::find_if(jobs_.begin(), jobs_.end(), [](const Job* job) { return job->waits(); });
            if (found != jobs_.end()) {
                help(**found, thread, lock);
                continue;
            }
            const unsigned seen = posted_.load(std::memory_order_relaxed);
            const auto more = [&] { return posted_.load(std::memory_order_acquire) != seen; };
            const bool under_way = !jobs_.empty();
            lock.unlock();
            const bool posted = wait_a_little(under_way ? kWithinPass : kBetweenPasses, more);
            lock.lock();
            if (posted || more()) continue;
            ++sleeping_;
            begin_.wait(lock, [&] { return ended_ || more(); });
            --sleeping_;
        }
    }

    // Without the lock. The job may be gone once nobody helps it.
    void help(Job& job, int thread, std::unique_lock<std::mutex>& lock) {
        job.helpers.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        job.work_on(thread);
        lock.lock();
        if (job.helpers.fetch_sub(1, std::memory_order_acq_rel) == 1) end_.notify_all();
    }

    // Passes follow each other closely, and what is under way soon has something for others to do: being woken
    // would take longer.
    static constexpr std::chrono::microseconds kBetweenPasses{100}, kWithinPass{2000};

    // Whether something comes true before it pays to sleep.
    template <class True>
    static bool wait_a_little(std::chrono::microseconds patience, True&& come_true) {
        const auto began = std::chrono::steady_clock::now();
        do {
            for (int i = 0; i < 32; ++i) {
                if (come_true()) return true;
                pause();
            }
            std::this_thread::yield();
        } while (std::chrono::steady_clock::now() - began < patience);
        return come_true();
    }

    static void pause() {
#if defined(__SSE__)
        _mm_pause();
#endif
    }

    std::mutex mutex_;
    std::condition_variable begin_, end_;
    std::vector<Job*> jobs_;
    std::atomic<unsigned> posted_{0};
    int sleeping_ = 0, slots_ = 1;
    bool ended_ = false;
    std::vector<std::jthread> others_;  // last, so that they end before what they use
};

}  // namespace runout
