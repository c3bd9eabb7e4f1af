// One pass over the subtrees of the last street after one deal.
//
// Subtrees are taken a few at a time, so that their showdowns fill the lanes of the sweep while all that
// is touched stays in cache.
#pragma once

#include <algorithm>
#include <vector>

#include "flush_tiny.hpp"
#include "solver/layout.hpp"
#include "solver/locks.hpp"
#include "solver/meeting.hpp"
#include "solver/nodes.hpp"
#include "solver/route.hpp"
#include "solver/store.hpp"
#include "solver/sweep.hpp"

namespace runout::RUNOUT_LEVEL {

struct Pass {
    int me;
    Policy policy;
    PayoffSets sets;
    Discount discount;
    const Locks* locks;    // null if there are none
    float* leaf_values;    // where to note them, or null
    const MetByHand* met;  // of the opponent's reach at the start

    const Lock* lock_at(const Cells& cells) const {
        if (locks == nullptr) return nullptr;
        const auto found = locks->find(cells.at);
        return found == locks->end() ? nullptr : &found->second;
    }
};

// A subtree in the middle of its pass.
struct OpenSubtree {
    std::size_t root;
    float* reach;
    float* value[kMostSets];
};

// What one thread works with.
struct Worker {
    explicit Worker(int most_hands) : sweep(most_hands) {}
    Arena arena;
    Sweep sweep;
    Ahead ahead;
    std::vector<OpenSubtree> open;
    std::vector<LaneTask> tasks;
    std::vector<std::uint8_t> reached;  // slots of reach that some hand comes to
};

// The opponent's node: his reach after each of his actions. A bit for each that some hand takes.
template <class Store>
inline std::uint32_t split_reach(const Layout& layout, const Store& store, const Pass& pass, int level, int deal,
                                 int node, const float* reach, float* const* to, Worker& worker) {
    const Arena::Scope scope(worker.arena);
    const int actions = layout.plan.tree.children[node], pad = layout.pad(level, deal, 1 - pass.me);
    const float* weights = store.read(pass.policy == Policy::kUpdate ? kRegrets : kAverages,
                                      layout.cells(level, deal, node), worker.arena);
    std::uint32_t taken = 0;
    with_actions(actions, [&](auto k) { taken = split<k>(weights, pad, actions, reach, to); });
    return taken;
}

// My node: its value, and while solving what it learns from it.
template <class Store>
inline void own_value(const Layout& layout, Store& store, const Pass& pass, int level, int deal, int node,
                      const Input* const* inputs, float* const* to, Worker& worker) {
    const int actions = layout.plan.tree.children[node], pad = layout.pad(level, deal, pass.me);
    const Cells cells = layout.cells(level, deal, node);
    const Lock* lock = pass.lock_at(cells);
    if (pass.policy == Policy::kBest) {
        for (int set = 0; set < pass.sets.count; ++set) {
            best_value(pad, actions, inputs[set], to[set]);
            if (lock != nullptr) locked_value(*lock, actions, inputs[set], to[set]);
        }
    } else if (pass.policy == Policy::kUpdate) {
        store.change(cells, pass.discount.averages(), worker.arena, [&](float* regrets, float* averages) {
            with_actions(actions, [&](auto k) {
                const auto learn = averages == nullptr ? &update<k, false> : &update<k, true>;
                learn(regrets, averages, pad, actions, inputs[0], pass.discount, to[0]);
            });
            if (lock == nullptr) return;
            locked_value(*lock, actions, inputs[0], to[0]);
            put_back(*lock, pad, actions, regrets);
            if (averages != nullptr) put_back(*lock, pad, actions, averages);
        });
    } else {
        const Arena::Scope scope(worker.arena);
        const float* averages = store.read(kAverages, cells, worker.arena);
        with_actions(actions, [&](auto k) { mean_value<k>(averages, pad, actions, pass.sets.count, inputs, to); });
    }
}

// S is the number of sets of payoffs.
template <class Store, int S>
class RiverPass {
public:
    RiverPass(const Layout& layout, Store& store, const Pass& pass, const Route& route, int deal, int next_deal,
              Worker& worker)
        : layout_(layout),
          store_(store),
          pass_(pass),
          route_(route),
          deal_(deal),
          next_deal_(next_deal),
          worker_(worker),
          board_(layout.boards[deal]),
          own_(board_.player[pass.me]),
          others_(board_.player[1 - pass.me]) {
        worker.tasks.clear();  // should a pass have failed half-way
        worker.open.clear();
    }

    // Takes a subtree in: reaches top down.
    void open(std::size_t root, const float* reach) {
        const SubtreeProgram& program = route_.last[0][root];  // down, all sets go the same way
        float* slots = worker_.arena.take(static_cast<std::size_t>(program.reach_slots) * others_.pad);
        OpenSubtree subtree{root, slots, {}};
        for (int set = 0; set < S; ++set)
            subtree.value[set] =
                worker_.arena.take(static_cast<std::size_t>(route_.last[set][root].value_slots) * own_.pad);
        for (int i = 0; i < others_.count; ++i) slots[i] = reach[others_.hand[i]];
        std::fill(slots + others_.count, slots + others_.pad, 0.0f);
        std::vector<std::uint8_t>& reached = worker_.reached;
        reached.assign(program.reach_slots, 0);
        reached[0] = std::any_of(slots, slots + others_.count, [](float r) { return r > 0; });
        for (const DownStep& step : program.down) {
            if (!reached[step.from]) continue;  // nor is what follows
            float* to[kMostActions];
            for (std::size_t a = 0; a < step.to.size(); ++a)
                to[a] = step.to[a] < 0 ? nullptr : slots + step.to[a] * others_.pad;
            const std::uint32_t taken = split_reach(layout_, store_, pass_, layout_.plan.last(), deal_, step.node,
                                                    slots + step.from * others_.pad, to, worker_);
            for (std::size_t a = 0; a < step.to.size(); ++a)
                if (step.to[a] >= 0) reached[step.to[a]] = taken >> a & 1;
        }
        for (std::size_t i = 0; i < program.lanes.size(); ++i) add_showdown(subtree, i, reached);
        worker_.open.push_back(subtree);
        taken_in_ += program.lanes.size();
    }

    // Finishes all subtrees taken in: showdowns, then values bottom up, added to values[set][root][hand]. `next` is
    // the subtree that will be taken in after them.
    void close(float* values, float scale, int stride, std::size_t next) {
        ask_ahead(next);
        for (std::size_t i = 0; i < worker_.tasks.size(); i += kLanes)
            worker_.sweep.run<S>(board_, pass_.me, worker_.tasks.data() + i,
                                 static_cast<int>(std::min<std::size_t>(kLanes, worker_.tasks.size() - i)), *pass_.met,
                                 worker_.ahead);
        for (const OpenSubtree& subtree : worker_.open) {
            go_up(subtree);
            for (int set = 0; set < S; ++set) {
                const float* from = subtree.value[set] + route_.last[set][subtree.root].root_value * own_.pad;
                float* to = values + (set * route_.last[set].size() + subtree.root) * stride;
                for (int i = 0; i < own_.count; ++i) to[own_.hand[i]] += scale * from[i];
            }
        }
        worker_.tasks.clear();
        worker_.open.clear();
        taken_in_ = 0;
    }

    // Whether the showdowns taken in nearly fill their vectors, or all that they touch hardly fits into cache.
    bool full() const {
        const std::size_t tasks = worker_.tasks.size();
        return tasks >= kMostTasks || taken_in_ >= kMostTakenIn ||
               (tasks >= 2 * kLanes && (tasks + kLanes - 1) % kLanes + 3 >= kLanes);
    }

private:
    static constexpr std::size_t kMostTasks = 64, kMostTakenIn = 96;

    // What the subtrees taken in will average, and the regrets of those that follow, is fetched during the
    // showdowns. Numbers of one subtree stand together.
    void ask_ahead(std::size_t next) {
        Ahead& ahead = worker_.ahead;
        ahead.clear();
        if (pass_.policy != Policy::kUpdate) return;
        const std::vector<SubtreeProgram>& programs = route_.last[0];
        if (pass_.discount.averages())
            for (const OpenSubtree& subtree : worker_.open)
                for (const UpStep& step : programs[subtree.root].up)
                    if (step.node >= 0) ask_for(kAverages, layout_.cells(layout_.plan.last(), deal_, step.node));
        if (next < programs.size()) {
            ask_for_regrets(deal_, next);
        } else if (next_deal_ >= 0) {
            ask_for_regrets(next_deal_, 0);
        }
        const std::size_t sweeps = (worker_.tasks.size() + kLanes - 1) / kLanes;
        ahead.share_out(sweeps * board_.tie_end[pass_.me].size());
    }

    // Those of the next few subtrees. Never of a deal that another thread plays: both would wait for each other's
    // writes.
    void ask_for_regrets(int deal, std::size_t next) {
        const std::vector<SubtreeProgram>& programs = route_.last[0];
        const Board& board = layout_.boards[deal];
        for (std::size_t lanes = 0; next < programs.size() && lanes < 2 * kLanes; ++next) {
            const SubtreeProgram& program = programs[next];
            lanes += program.lanes.size();
            if (layout_.plan.tree.kind[program.root] > kIp) continue;  // nobody acts there
            Cells cells = layout_.cells(layout_.plan.last(), deal, program.root);
            cells.count = program.own_actions * board.player[pass_.me].pad +
                          program.other_actions * board.player[1 - pass_.me].pad;
            ask_for(kRegrets, cells);
        }
    }

    void ask_for(Quantity quantity, const Cells& cells) {
        worker_.ahead.add(store_.place(quantity, cells.at), cells.count * Store::kNumber);
    }

    // A showdown that nobody comes to is worth nothing. Tasks are written where they stay: a copy would have to
    // wait for the writes of its parts.
    void add_showdown(const OpenSubtree& subtree, std::size_t number, const std::vector<std::uint8_t>& reached) {
        const Lane& first = route_.last[0][subtree.root].lanes[number];
        float* total = subtree.value[0] + first.total * own_.pad;
        if (reached[first.reach]) {
            LaneTask& task = worker_.tasks.emplace_back();
            task.reach = subtree.reach + first.reach * others_.pad;
            task.total = total;
            for (int set = 0; set < S; ++set) {
                const Lane& lane = route_.last[set][subtree.root].lanes[number];
                task.sets[set] = {subtree.value[set] + lane.value * own_.pad, lane.win, lane.tie, lane.lose};
            }
            return;
        }
        std::fill_n(total, own_.pad, 0.0f);
        for (int set = 0; set < S; ++set)
            std::fill_n(subtree.value[set] + route_.last[set][subtree.root].lanes[number].value * own_.pad, own_.pad,
                        0.0f);
    }

    // The programs of all sets have the same steps, but that some end with the sum that is the root's.
    void go_up(const OpenSubtree& subtree) {
        const std::vector<UpStep>* up[S];
        std::size_t steps = 0;
        for (int set = 0; set < S; ++set) {
            up[set] = &route_.last[set][subtree.root].up;
            steps = std::max(steps, up[set]->size());
        }
        for (std::size_t at = 0; at < steps; ++at) {
            Input inputs[S][kMostTerms];
            const Input* from[S];
            float* to[S];
            int own_node = -1;
            for (int set = 0; set < S; ++set) {
                if (at >= up[set]->size()) continue;
                const UpStep& step = (*up[set])[at];
                const int terms = static_cast<int>(step.terms.size());
                for (int t = 0; t < terms; ++t) {
                    const Term& term = step.terms[t];
                    inputs[set][t] = {subtree.value[term.total ? 0 : set] + term.slot * own_.pad, term.scale};
                }
                from[set] = inputs[set];
                to[set] = subtree.value[set] + step.to * own_.pad;
                own_node = step.node;
                if (own_node < 0) sum_of(own_.pad, terms, from[set], to[set]);
            }
            if (own_node >= 0)
                own_value(layout_, store_, pass_, layout_.plan.last(), deal_, own_node, from, to, worker_);
        }
    }

    const Layout& layout_;
    Store& store_;
    const Pass& pass_;
    const Route& route_;
    const int deal_, next_deal_;
    Worker& worker_;
    const Board& board_;
    const SortedHands &own_, &others_;
    std::size_t taken_in_ = 0;  // showdowns, those that nobody comes to among them
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

// Adds scale times the value of each subtree to values[set][root][hand]; the reaches are the opponent's at
// the roots. Subtrees that he never reaches are worth nothing and are left alone, but not while solving:
// regrets learn nothing there, yet the average must go on forgetting its first iterations, or his best
// reply is to come here after all.
template <int S, class Store>
void river_pass(const Layout& layout, Store& store, Pass pass, const Route& route, int deal, int next_deal,
                const float* const* reach, float* values, float scale, Worker& worker) {
    const std::size_t subtrees = route.last[0].size();
    MetByHand met;
    if (pass.leaf_values != nullptr) {
        met = met_at_roots(layout.plan, pass.me, reach, subtrees);
        pass.met = &met;
    }
    RiverPass<Store, S> river(layout, store, pass, route, deal, next_deal, worker);
    const int hands = layout.plan.hands[1 - pass.me].size(), stride = layout.plan.pad(pass.me);
    for (std::size_t root = 0; root < subtrees;) {
        const Arena::Scope scope(worker.arena);
        for (; root < subtrees && !river.full(); ++root)
            if (pass.policy == Policy::kUpdate ||
                std::any_of(reach[root], reach[root] + hands, [](float r) { return r > 0; }))
                river.open(root, reach[root]);
        river.close(values, scale, stride, root);
    }
}

}  // namespace runout::RUNOUT_LEVEL
