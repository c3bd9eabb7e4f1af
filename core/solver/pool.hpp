// Threads that wait for work, so that short passes do not pay for starting them.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace runout {

class Pool {
public:
    explicit Pool(int threads) {
        for (int i = 1; i < threads; ++i) others_.emplace_back([this, i](std::stop_token stop) { wait(stop, i); });
    }
    ~Pool() {
        for (auto& other : others_) other.request_stop();
        begin_.notify_all();
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    int size() const { return static_cast<int>(others_.size()) + 1; }

    // Calls work(block, thread) for every block, in no particular order.
    void run(int blocks, const std::function<void(int, int)>& work) {
        {
            const std::lock_guard lock(mutex_);
            work_ = &work;
            blocks_ = blocks;
            next_ = 0;
            busy_ = static_cast<int>(others_.size());
            ++round_;
        }
        begin_.notify_all();
        take(0);
        std::unique_lock lock(mutex_);
        end_.wait(lock, [this] { return busy_ == 0; });
    }

private:
    void take(int thread) {
        for (;;) {
            int block;
            {
                const std::lock_guard lock(mutex_);
                if (next_ == blocks_) return;
                block = next_++;
            }
            (*work_)(block, thread);
        }
    }

    void wait(const std::stop_token& stop, int thread) {
        for (int seen = 0;;) {
            {
                std::unique_lock lock(mutex_);
                if (!begin_.wait(lock, stop, [&] { return round_ != seen; })) return;
                seen = round_;
            }
            take(thread);
            const std::lock_guard lock(mutex_);
            if (--busy_ == 0) end_.notify_one();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any begin_, end_;
    const std::function<void(int, int)>* work_ = nullptr;
    int blocks_ = 0, next_ = 0, busy_ = 0, round_ = 0;
    std::vector<std::jthread> others_;  // last, so that they end before what they use
};

}  // namespace runout
