// One pass over the subtrees of the last street after one deal.
//
// Subtrees are taken a few at a time, so that their showdowns fill the lanes of the sweep while all that
// is touched stays in cache.
#pragma once

#include <algorithm>
#include <vector>

#include "solver/layout.hpp"
#include "solver/locks.hpp"
#include "solver/meeting.hpp"
#include "solver/nodes.hpp"
#include "solver/route.hpp"
#include "solver/store.hpp"
#include "solver/sweep.hpp"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace runout::RUNOUT_LEVEL {

// Numbers too small for the normal range count as zero while it lives: they are worthless and slow.
class FlushTiny {
public:
#if defined(__SSE__)
    FlushTiny() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040); }
    ~FlushTiny() { _mm_setcsr(before_); }
    FlushTiny(const FlushTiny&) = delete;
    FlushTiny& operator=(const FlushTiny&) = delete;

private:
    unsigned before_;
#endif
};

struct Pass {
    int me;
    Policy policy;
    Payoffs payoffs;
    Discount discount;
    const Locks* locks;  // null if there are none
    float* leaf_values;  // where to note them, or null
    const MetByHand* met;  // of the opponent's reach at the start

    const Lock* lock_at(const Cells& cells) const {
        if (locks == nullptr) return nullptr;
        const auto found = locks->find(cells.at);
        return found == locks->end() ? nullptr : &found->second;
    }
};

// A subtree in the middle of its pass.
struct OpenSubtree {
    const SubtreeProgram* program;
    std::size_t root;
    float *reach, *value;
};

// What one thread works with.
struct Worker {
    explicit Worker(int most_hands) : sweep(most_hands) {}
    Arena arena;
    Sweep sweep;
    std::vector<OpenSubtree> open;
    std::vector<LaneTask> tasks;
};

// The opponent's node: his reach after each of his actions.
template <class Store>
inline void split_reach(const Layout& layout, const Store& store, const Pass& pass, int level, int deal, int node,
                        const float* reach, float* const* to, Worker& worker) {
    const Arena::Scope scope(worker.arena);
    const int actions = layout.plan.tree.children[node], pad = layout.pad(level, deal, 1 - pass.me);
    const float* weights = store.read(pass.policy == Policy::kUpdate ? kRegrets : kAverages,
                                      layout.cells(level, deal, node), worker.arena);
    with_actions(actions, [&](auto k) { split<k>(weights, pad, actions, reach, to); });
}

// My node: its value, and while solving what it learns from it.
template <class Store>
inline void own_value(const Layout& layout, Store& store, const Pass& pass, int level, int deal, int node,
                      const Input* inputs, float* to, Worker& worker) {
    const int actions = layout.plan.tree.children[node], pad = layout.pad(level, deal, pass.me);
    const Cells cells = layout.cells(level, deal, node);
    const Lock* lock = pass.lock_at(cells);
    if (pass.policy == Policy::kBest) {
        best_value(pad, actions, inputs, to);
        if (lock != nullptr) locked_value(*lock, actions, inputs, to);
    } else if (pass.policy == Policy::kUpdate) {
        store.change(cells, worker.arena, [&](float* regrets, float* averages) {
            with_actions(actions, [&](auto k) {
                update<k>(regrets, averages, pad, actions, inputs, pass.discount, to);
            });
            if (lock == nullptr) return;
            put_back(*lock, pad, actions, regrets);
            put_back(*lock, pad, actions, averages);
        });
    } else {
        const Arena::Scope scope(worker.arena);
        const float* averages = store.read(kAverages, cells, worker.arena);
        with_actions(actions, [&](auto k) { mean_value<k>(averages, pad, actions, inputs, to); });
    }
}

template <class Store>
class RiverPass {
public:
    RiverPass(const Layout& layout, Store& store, const Pass& pass, int deal, Worker& worker)
        : layout_(layout), store_(store), pass_(pass), deal_(deal), worker_(worker), board_(layout.boards[deal]),
          own_(board_.player[pass.me]), others_(board_.player[1 - pass.me]) {
        worker.tasks.clear();  // should a pass have failed half-way
        worker.open.clear();
    }

    // Takes a subtree in: reaches top down.
    void open(const SubtreeProgram& program, std::size_t root, const float* reach) {
        float* slots = worker_.arena.take(static_cast<std::size_t>(program.reach_slots) * others_.pad);
        float* values = worker_.arena.take(static_cast<std::size_t>(program.value_slots) * own_.pad);
        for (int i = 0; i < others_.count; ++i) slots[i] = reach[others_.hand[i]];
        std::fill(slots + others_.count, slots + others_.pad, 0.0f);
        for (const DownStep& step : program.down) {
            float* to[kMostActions];
            for (std::size_t a = 0; a < step.to.size(); ++a)
                to[a] = step.to[a] < 0 ? nullptr : slots + step.to[a] * others_.pad;
            split_reach(layout_, store_, pass_, layout_.plan.last(), deal_, step.node, slots + step.from * others_.pad, to, worker_);
        }
        for (const Lane& lane : program.lanes)
            worker_.tasks.push_back({slots + lane.reach * others_.pad, values + lane.value * own_.pad,
                                     values + lane.total * own_.pad, lane.win, lane.tie, lane.lose});
        worker_.open.push_back({&program, root, slots, values});
    }

    // Finishes all subtrees taken in: showdowns, then values bottom up, added to values[root][hand].
    void close(float* values, float scale, int stride) {
        for (std::size_t i = 0; i < worker_.tasks.size(); i += kLanes)
            worker_.sweep.run(board_, pass_.me, worker_.tasks.data() + i,
                              static_cast<int>(std::min<std::size_t>(kLanes, worker_.tasks.size() - i)), *pass_.met);
        for (const OpenSubtree& subtree : worker_.open) {
            for (const UpStep& step : subtree.program->up) go_up(subtree, step);
            const float* from = subtree.value + subtree.program->root_value * own_.pad;
            float* to = values + subtree.root * stride;
            for (int i = 0; i < own_.count; ++i) to[own_.hand[i]] += scale * from[i];
        }
        worker_.tasks.clear();
        worker_.open.clear();
    }

    bool full() const {
        const std::size_t lanes = worker_.tasks.size();
        return lanes >= kMostTasks || (lanes >= 2 * kLanes && (lanes + 1) % kLanes <= 1);
    }

private:
    static constexpr std::size_t kMostTasks = 64;

    void go_up(const OpenSubtree& subtree, const UpStep& step) {
        Input inputs[kMostTerms];
        const std::size_t terms = step.terms.size();
        for (std::size_t t = 0; t < terms; ++t)
            inputs[t] = {subtree.value + step.terms[t].slot * own_.pad, step.terms[t].scale};
        float* to = subtree.value + step.to * own_.pad;
        if (step.node < 0) {
            weighted_sum(own_.pad, static_cast<int>(terms), inputs, to);
        } else {
            own_value(layout_, store_, pass_, layout_.plan.last(), deal_, step.node, inputs, to, worker_);
        }
    }

    const Layout& layout_;
    Store& store_;
    const Pass& pass_;
    const int deal_;
    Worker& worker_;
    const Board& board_;
    const SortedHands &own_, &others_;
};

// Where values are noted for each unit of the reach at a subtree's root, little is what is little at one
// of the roots.
inline MetByHand met_at_roots(const SolverPlan& plan, int me, const float* const* reach, std::size_t roots) {
    MetByHand met(plan.hands[me].size());
    for (std::size_t root = 0; root < roots; ++root) {
        const Meeting meeting(plan.hands[me], plan.hands[1 - me], reach[root]);
        for (int h = 0; h < plan.hands[me].size(); ++h)
            if (met_of(meeting, h) == kLittle) met[h].how = kLittle;
    }
    return met;
}

// Adds scale times the value of each subtree to values[root][hand]; the reaches are the opponent's at
// the roots. Subtrees that he never reaches are worth nothing and are left alone, but not while solving:
// regrets learn nothing there, yet the average must go on forgetting its first iterations, or his best
// reply is to come here after all.
template <class Store>
void river_pass(const Layout& layout, Store& store, Pass pass, const std::vector<SubtreeProgram>& subtrees,
                int deal, const float* const* reach, float* values, float scale, Worker& worker) {
    MetByHand met;
    if (pass.leaf_values != nullptr) {
        met = met_at_roots(layout.plan, pass.me, reach, subtrees.size());
        pass.met = &met;
    }
    RiverPass<Store> river(layout, store, pass, deal, worker);
    const int hands = layout.plan.hands[1 - pass.me].size(), stride = layout.plan.pad(pass.me);
    for (std::size_t root = 0; root < subtrees.size();) {
        const Arena::Scope scope(worker.arena);
        for (; root < subtrees.size() && !river.full(); ++root)
            if (pass.policy == Policy::kUpdate ||
                std::any_of(reach[root], reach[root] + hands, [](float r) { return r > 0; }))
                river.open(subtrees[root], root, reach[root]);
        river.close(values, scale, stride);
    }
}

}  // namespace runout::RUNOUT_LEVEL
