// Threads that wait for work, so that short passes do not pay for starting them.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "threads.hpp"

namespace runout {

// Any number of threads may ask for work to be done; the pool's own threads help whoever came first.
class Pool {
public:
    explicit Pool(int threads) {
        jobs_.reserve(16);
        others_ = start_threads(threads - 1, [this](int thread) { serve(thread); });
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

    // Calls work(block, thread) for every block, in no particular order. Thread 0 is the caller, whoever
    // that is; each other number is that of one thread of the pool. If a block fails, those that have not
    // begun are left out and its exception is thrown.
    void run(int blocks, const std::function<void(int, int)>& work) {
        if (blocks <= 0) return;
        Job job(work, blocks);
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(&job);
        }
        if (blocks > 1) begin_.notify_all();
        std::unique_lock lock(mutex_);
        while (job.next < job.blocks) work_on(job, 0, lock);
        end_.wait(lock, [&] { return job.under_way == 0; });
        job.failure.rethrow();
    }

private:
    struct Job {
        Job(const std::function<void(int, int)>& all, int count) : work(all), blocks(count) {}
        const std::function<void(int, int)>& work;
        int blocks, next = 0, under_way = 0;
        Failure failure;
    };

    // Does the next block of a job, without the lock. The job is gone once its last block has ended.
    void work_on(Job& job, int thread, std::unique_lock<std::mutex>& lock) {
        const int block = job.next++;
        ++job.under_way;
        if (job.next == job.blocks) std::erase(jobs_, &job);
        lock.unlock();
        job.failure.watch([&] { job.work(block, thread); });
        lock.lock();
        if (job.failure.found() && job.next < job.blocks) {
            job.next = job.blocks;
            std::erase(jobs_, &job);
        }
        if (--job.under_way == 0 && job.next == job.blocks && thread != 0) end_.notify_all();
    }

    void serve(int thread) {
        std::unique_lock lock(mutex_);
        for (;;) {
            begin_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            work_on(*jobs_.front(), thread, lock);
        }
    }

    std::mutex mutex_;
    std::condition_variable begin_, end_;
    std::vector<Job*> jobs_;  // those with blocks that nobody has begun
    bool ended_ = false;
    std::vector<std::jthread> others_;  // last, so that they end before what they use
};

}  // namespace runout
