// The threads of an engine and the scratch memory of all who work for it.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "solver/pool.hpp"
#include "solver/river_pass.hpp"

namespace runout::RUNOUT_LEVEL {

class Workshop {
public:
    Workshop(int threads, int most_hands) : most_hands_(most_hands), pool(threads) {
        for (int i = 1; i < threads; ++i) own_.push_back(std::make_unique<Worker>(most_hands));
        idle_.reserve(kMostIdle);
    }

    // Gives a worker back when its holder is done.
    struct Return {
        Workshop* to;
        void operator()(Worker* worker) const noexcept { to->put_away(std::unique_ptr<Worker>(worker)); }
    };
    using Held = std::unique_ptr<Worker, Return>;

    // A worker for a thread that comes from outside.
    Held worker() {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                Worker* const last = idle_.back().release();
                idle_.pop_back();
                return Held(last, {this});
            }
        }
        return Held(new Worker(most_hands_), {this});
    }

    // That of a thread of the pool, from 1 on.
    Worker& worker_of(int thread) { return *own_[thread - 1]; }

private:
    static constexpr std::size_t kMostIdle = 8;

    void put_away(std::unique_ptr<Worker> worker) noexcept {
        const std::lock_guard lock(mutex_);
        if (idle_.size() < kMostIdle) idle_.push_back(std::move(worker));
    }

    const int most_hands_;
    std::vector<std::unique_ptr<Worker>> own_, idle_;
    std::mutex mutex_;

public:
    Pool pool;  // last, so that its threads end before what they use
};

}  // namespace runout::RUNOUT_LEVEL
