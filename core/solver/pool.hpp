// Threads that wait for work, so that short passes do not pay for starting them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <vector>

#include "threads.hpp"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace runout {

// Any number of threads may ask for work to be done, those of the pool too, in the middle of theirs; idle
// ones help whoever came first. Nobody waits for a lock: at the ends of short passes all would at once.
class Pool {
public:
    explicit Pool(int threads) {
        others_ = start_threads(threads - 1, [this](int thread) { serve(thread); });
        slots_ = 1 + static_cast<int>(others_.size());
    }
    ~Pool() {
        ended_ = true;
        wake_all();
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
        Post* const post = slots_ > 1 && blocks > 1 ? put_up(job) : nullptr;
        job.work_on(0);
        if (post != nullptr) take_down(*post);
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
        std::atomic<int> left;  // blocks that nobody has begun
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

    // Where a job is put up for others to help with. It outlives the job: who looks counts himself first, and
    // whoever takes the job down waits until nobody is counted.
    struct alignas(64) Post {
        std::atomic<bool> taken{false};
        std::atomic<Job*> job{nullptr};
        std::atomic<int> helpers{0};
    };

    // Null if there is no place left: then the job is done without help.
    Post* put_up(Job& job) {
        for (Post& post : posts_) {
            if (post.taken.load(std::memory_order_relaxed) || post.taken.exchange(true)) continue;
            post.job = &job;
            wake_all();
            return &post;
        }
        return nullptr;
    }

    // Nobody begins to help any more; those who do are waited for.
    void take_down(Post& post) {
        post.job = nullptr;
        const auto alone = [&] { return post.helpers == 0; };
        if (!wait_a_little(kWithinPass, alone))
            for (int helping; (helping = post.helpers) > 0;) post.helpers.wait(helping);
        post.taken = false;
    }

    void serve(int thread) {
        while (!ended_) {
            const unsigned seen = news_;
            bool helped = false, under_way = false;
            for (Post& post : posts_) {
                if (post.job.load(std::memory_order_relaxed) == nullptr) continue;
                under_way = true;
                helped |= help(post, thread);
                if (helped) break;
            }
            if (helped || ended_) continue;
            if (wait_a_little(under_way ? kWithinPass : kBetweenPasses, [&] { return news_ != seen; })) continue;
            news_.wait(seen);
        }
    }

    static bool help(Post& post, int thread) {
        ++post.helpers;
        Job* const job = post.job;
        const bool waits = job != nullptr && job->waits();
        if (waits) job->work_on(thread);
        if (--post.helpers == 0) post.helpers.notify_all();
        return waits;
    }

    void wake_all() {
        ++news_;
        news_.notify_all();
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

    static constexpr int kMostPosts = 64;
    std::array<Post, kMostPosts> posts_;
    alignas(64) std::atomic<unsigned> news_{0};  // how often something was put up
    std::atomic<bool> ended_{false};
    int slots_ = 1;
    std::vector<std::jthread> others_;  // last, so that they end before what they use
};

}  // namespace runout
