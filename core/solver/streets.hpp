// A pass for one player over the streets of a tree.
//
// It goes top down with the opponent's reach, hands the last street to river_pass.hpp, and comes back up
// with values. Results do not depend on the number of threads: the deals after the first street are the
// units of work, and a few rivers under one of them; each has its own sums, added up in order, whoever did
// it.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "processes.hpp"
#include "solver/all_ins.hpp"
#include "solver/layout.hpp"
#include "solver/meeting.hpp"
#include "solver/products.hpp"
#include "solver/river_pass.hpp"
#include "solver/workshop.hpp"

namespace runout::RUNOUT_LEVEL {

template <class Store>
class Streets {
public:
    Streets(const Layout& layout, int threads)
        : layout_(layout), plan_(layout.plan), all_ins_(layout), workshop_([this, threads] {
              return std::make_unique<Workshop>(threads, std::max(plan_.pad(0), plan_.pad(1)));
          }) {
        number_leaves();
    }

    // Adds the values of the roots of a route to values[set][root][hand].
    void walk(Store& store, const Pass& pass, const Route& route, int deal, const std::vector<const float*>& reach,
              float* values) {
        const FlushTiny flush;
        const auto worker = workshop_.here().worker();
        street(store, pass, route, {route.level, deal, -1}, reach.data(), values, 1, *worker);
    }

    Workshop::Held worker() { return workshop_.here().worker(); }
    const AllIns& all_ins() const { return all_ins_; }

    // Leaves of the last street but one, over all its deals.
    std::size_t leaf_count() const {
        return plan_.last() == 0 ? 0 : static_cast<std::size_t>(plan_.levels[plan_.last() - 1].size()) * leaves_;
    }

    // What they are worth where the last street is not stored.
    void keep_leaf_values(int player, Payoffs payoffs, const std::int16_t* values, const float* scales) {
        LeafValues& kept = kept_[player][payoffs];
        kept.numbers.assign(values, values + leaf_count() * plan_.hands[player].size());
        kept.scales.assign(scales, scales + leaf_count());
    }

    // Beside the numbers of the nodes.
    std::size_t bytes() const {
        std::size_t kept = 0;
        for (const auto& player : kept_)
            for (const LeafValues& values : player)
                kept += values.numbers.size() * sizeof(std::int16_t) + values.scales.size() * sizeof(float);
        return all_ins_.bytes() + kept;
    }

private:
    struct Visit {
        Store& store;
        const Pass& pass;
        const Route& route;
        int level, deal;
        Worker& worker;
        std::vector<const float*> reach;
        std::vector<float*> value[kMostSets];

        int sets() const { return pass.sets.count; }
        bool alone() const { return level == route.level; }  // no other deal of this street is under way
        Payoffs set(int number) const { return static_cast<Payoffs>(pass.sets.first + number); }
    };

    struct LeafValues {
        std::vector<std::int16_t> numbers;  // [deals][leaves][hands]
        std::vector<float> scales;          // [deals][leaves]
    };

    static constexpr int kRiversPerUnit = 6;  // under one turn of many: enough units, few sums to add up
    // Of a turn: whoever ends the last of them adds them up, mostly from his own cache, so that fewer sums have to go
    // from one core to another.
    static constexpr int kUnitsPerSum = 3;

    static void add(const float* from, std::size_t count, float* to) {
        for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
    }

    // The leaves of the last street but one, in the order of the tree.
    void number_leaves() {
        leaf_.assign(plan_.tree.size(), 0);
        for (int node = 0; node < plan_.tree.size(); ++node)
            if (plan_.tree.kind[node] == kDeal && plan_.tree.level[node] + 1 == plan_.last()) leaf_[node] = leaves_++;
    }
    std::size_t leaf_at(const Visit& visit, int node) const {
        return static_cast<std::size_t>(visit.deal) * leaves_ + leaf_[node];
    }

    // A deal of a level, and the one that the same thread will most likely play after it, -1 if none.
    struct Played {
        int level, deal, next;
    };

    // Adds scale times the values of the roots of a street after a deal to values[set][root][hand].
    void street(Store& store, const Pass& pass, const Route& route, Played played, const float* const* reach,
                float* values, float scale, Worker& worker) {
        const int level = played.level, deal = played.deal;
        if (level == plan_.last()) {
            const auto play = pass.sets.count == 1 ? &river_pass<1, Store> : &river_pass<kMostSets, Store>;
            play(layout_, store, pass, route, deal, played.next, reach, values, scale, worker);
            return;
        }
        const Arena::Scope scope(worker.arena);
        const Forest& forest = route.streets[level - route.level];
        Visit visit{store, pass, route, level, deal, worker, std::vector<const float*>(plan_.tree.size()), {}};
        for (int set = 0; set < visit.sets(); ++set) visit.value[set].resize(plan_.tree.size());
        const std::size_t roots = forest.roots.size();
        for (std::size_t i = 0; i < roots; ++i) visit.reach[forest.roots[i]] = possible(visit, reach[i]);
        for (const int node : forest.nodes) go_down(visit, node);
        Street asked;
        ask_folds(visit, forest, asked);
        ask_all_ins(visit, forest, asked);
        deal_out(visit, forest, asked);
        add_up(visit, asked);
        take_deals(visit, forest, asked);
        take_all_ins(visit, forest, asked);
        for (auto node = forest.nodes.rbegin(); node != forest.nodes.rend(); ++node) go_up(visit, *node);
        for (int set = 0; set < visit.sets(); ++set)
            for (std::size_t i = 0; i < roots; ++i)
                add_possible(visit, visit.value[set][forest.roots[i]], scale,
                             values + (set * roots + i) * plan_.pad(pass.me));
    }

    // The opponent's reach without hands that hold a card of the deal.
    const float* possible(const Visit& visit, const float* reach) {
        const int other = 1 - visit.pass.me;
        float* left = visit.worker.arena.take(plan_.pad(other));
        std::fill_n(left, plan_.pad(other), 0.0f);
        for (int h = 0; h < plan_.hands[other].size(); ++h)
            left[h] = layout_.blocked(visit.level, visit.deal, other, h) ? 0 : reach[h];
        return left;
    }

    void add_possible(const Visit& visit, const float* from, float scale, float* to) {
        for (int h = 0; h < plan_.hands[visit.pass.me].size(); ++h)
            if (!layout_.blocked(visit.level, visit.deal, visit.pass.me, h)) to[h] += scale * from[h];
    }

    void go_down(Visit& visit, int node) {
        const int kind = plan_.tree.kind[node], actions = plan_.tree.children[node], first = plan_.tree.first[node];
        if (kind == visit.pass.me) {
            for (int a = 0; a < actions; ++a) visit.reach[first + a] = visit.reach[node];
        } else if (kind == 1 - visit.pass.me) {
            float* to[kMostActions];
            for (int a = 0; a < actions; ++a) visit.reach[first + a] = to[a] = visit.worker.arena.take(plan_.pad(kind));
            split_reach(layout_, visit.store, visit.pass, visit.level, visit.deal, node, visit.reach[node], to,
                        visit.worker);
        }
    }

    void go_up(Visit& visit, int node) {
        const int kind = plan_.tree.kind[node], actions = plan_.tree.children[node], first = plan_.tree.first[node];
        if (kind == kDeal) return;
        if (kind == kFold) {
            fold_values(visit, node);
            return;
        }
        const int pad = plan_.pad(visit.pass.me);
        float* to[kMostSets];
        for (int set = 0; set < visit.sets(); ++set) to[set] = visit.value[set][node] = visit.worker.arena.take(pad);
        Input inputs[kMostSets][kMostActions];
        const Input* from[kMostSets];
        for (int set = 0; set < visit.sets(); ++set) {
            from[set] = inputs[set];
            for (int a = 0; a < actions; ++a) inputs[set][a] = {visit.value[set][first + a], 1};
            if (kind != visit.pass.me) sum_of(pad, actions, from[set], to[set]);
        }
        if (kind == visit.pass.me)
            own_value(layout_, visit.store, visit.pass, visit.level, visit.deal, node, from, to, visit.worker);
    }

    // What is still to be computed between the way down a street and the way up, in parts that have nothing to
    // do with each other.
    struct Street {
        // Nodes whose hands ask what they meet of the opponent's reach, and where it goes.
        struct Meet {
            int node;
            float* to;
        };
        std::vector<Meet> meets;
        // Leaves after which nobody acts: the products of their reaches and the matrices, in blocks of hands.
        const Runouts* runouts = nullptr;
        std::vector<const float*> reach;
        float *ahead = nullptr, *tied = nullptr;
        std::vector<const float*> met;  // by leaf; null if its payoff does not ask
        int blocks = 0;
        // Leaves that were played: [units][rows][hands], summed up in every `group`-th unit, and their sum.
        float *each = nullptr, *sum = nullptr;
        std::size_t size = 0;
        int rows = 0, units = 0, group = 1;
    };

    void ask_folds(Visit& visit, const Forest& forest, Street& asked) {
        for (const int node : forest.nodes) {
            if (plan_.tree.kind[node] != kFold) continue;
            for (int set = 0; set < visit.sets(); ++set)
                visit.value[set][node] = visit.worker.arena.take(plan_.pad(visit.pass.me));
            asked.meets.push_back({node, visit.value[0][node]});
        }
    }

    // All parts; for the first street by all threads, the others are some of many.
    void add_up(const Visit& visit, const Street& asked) {
        const int meets = static_cast<int>(asked.meets.size());
        const auto part = [&](int number) {
            const FlushTiny flush;
            if (number < asked.rows) return add_row(visit, asked, number);
            number -= asked.rows;
            if (number < meets) return compatible_reach(visit, asked.meets[number].node, asked.meets[number].to);
            multiply_block(visit, asked, number - meets);
        };
        const int parts = asked.rows + meets + asked.blocks;
        if (visit.alone()) {
            workshop_.here().pool.run(parts, Pool::kSettled, 1, [&](Pool::Turn turn, int) { part(turn.block); });
        } else {
            for (int number = 0; number < parts; ++number) part(number);
        }
    }

    // From what each hand meets, which stands where the values of the first set go.
    void fold_values(const Visit& visit, int node) {
        const MetByHand& met = *visit.pass.met;
        const float* reach = visit.value[0][node];
        for (int set = visit.sets(); set-- > 0;) {
            float* to = visit.value[set][node];
            const float pays = plan_.tree.pays(visit.set(set), node, visit.pass.me)[0];
            for (int h = 0; h < plan_.pad(visit.pass.me); ++h) to[h] = reach[h] * pays;
            for (std::size_t h = 0; h < met.size(); ++h) to[h] *= met[h].unit;
        }
    }

    // The opponent's reach that each hand meets.
    void compatible_reach(const Visit& visit, int node, float* to) const {
        const PlayerHands& own = plan_.hands[visit.pass.me];
        const Meeting meeting(own, plan_.hands[1 - visit.pass.me], visit.reach[node]);
        std::fill(to + own.size(), to + plan_.pad(visit.pass.me), 0.0f);
        for (int h = 0; h < own.size(); ++h) to[h] = static_cast<float>(meeting.of(h));
    }

    void ask_all_ins(Visit& visit, const Forest& forest, Street& asked) {
        const int me = visit.pass.me, pad = plan_.pad(me);
        const std::size_t count = forest.all_ins.size();
        if (count == 0) return;
        asked.runouts = &all_ins_.of(visit.level, visit.deal, me);
        asked.blocks = pad / kPadding;
        asked.ahead = visit.worker.arena.take(count * pad);
        asked.tied = visit.worker.arena.take(count * pad);
        for (const AllIn& leaf : forest.all_ins) {
            asked.reach.push_back(visit.reach[leaf.node]);
            bool asks = false;
            for (int set = 0; set < visit.sets(); ++set)
                asks |= Spread(plan_.tree.pays(visit.set(set), leaf.showdown, me)).middle != 0;
            if (asks) asked.meets.push_back({leaf.node, visit.worker.arena.take(pad)});
            asked.met.push_back(asks ? asked.meets.back().to : nullptr);
        }
    }

    void multiply_block(const Visit& visit, const Street& asked, int block) const {
        const int me = visit.pass.me, pad = plan_.pad(me), others = plan_.hands[1 - me].size();
        const int count = static_cast<int>(asked.reach.size()), hand = block * kPadding;
        const std::size_t from = static_cast<std::size_t>(hand) * others;
        multiply(asked.runouts->ahead.data() + from, others, pad, asked.reach.data(), count, asked.ahead + hand);
        if (!asked.runouts->tied.empty())
            multiply(asked.runouts->tied.data() + from, others, pad, asked.reach.data(), count, asked.tied + hand);
    }

    // The values of leaves after which nobody acts.
    void take_all_ins(Visit& visit, const Forest& forest, const Street& asked) {
        const int me = visit.pass.me, pad = plan_.pad(me);
        for (std::size_t i = 0; i < forest.all_ins.size(); ++i) {
            const AllIn& leaf = forest.all_ins[i];
            const float *ahead = asked.ahead + i * pad, *tied = asked.tied + i * pad;
            for (int set = 0; set < visit.sets(); ++set) {
                const Spread spread(plan_.tree.pays(visit.set(set), leaf.showdown, me));
                float* to = visit.value[set][leaf.node] = visit.worker.arena.take(pad);
                const float scale = all_ins_.scale(visit.level) * spread.ahead;
                for (int h = 0; h < pad; ++h) to[h] = scale * ahead[h];
                if (!asked.runouts->tied.empty()) {
                    const float tie = all_ins_.scale(visit.level) * spread.tied;
                    for (int h = 0; h < pad; ++h) to[h] += tie * tied[h];
                }
                if (spread.middle != 0)
                    for (int h = 0; h < pad; ++h) to[h] += spread.middle * asked.met[i][h];
                for (std::size_t h = 0; h < visit.pass.met->size(); ++h) to[h] *= (*visit.pass.met)[h].unit;
            }
        }
    }

    // The values of all deals that may follow, at every leaf of a street.
    void deal_out(Visit& visit, const Forest& forest, Street& asked) {
        if (forest.leaves.empty()) return;
        if (plan_.without_last && visit.level + 1 == plan_.last()) {
            for (const int leaf : forest.leaves) keep_values(visit, leaf);
            return;
        }
        const int next = visit.level + 1, first = layout_.first_after(visit.level, visit.deal);
        const int count = layout_.first_after(visit.level, visit.deal + 1) - first;
        const bool alone = visit.alone();
        const int unit = next == plan_.last() && !alone ? kRiversPerUnit : 1, units = (count + unit - 1) / unit;
        const int group = next == plan_.last() && alone ? kUnitsPerSum : 1, groups = (units + group - 1) / group;
        const int rows = visit.sets() * static_cast<int>(forest.leaves.size());
        const std::size_t size = static_cast<std::size_t>(rows) * plan_.pad(visit.pass.me);
        std::vector<const float*> reach;
        for (const int leaf : forest.leaves) reach.push_back(visit.reach[leaf]);
        float* each = visit.worker.arena.take(size * std::max(units, 1));
        if (units == 0) std::fill_n(each, size, 0.0f);
        asked.each = each;
        asked.sum = visit.worker.arena.take(size);
        asked.size = size;
        asked.rows = rows;
        asked.units = units;
        asked.group = group;
        const std::vector<int> order = largest_first(next, first, count);
        std::vector<std::atomic<int>> done(groups);
        Workshop& workshop = workshop_.here();
        workshop.pool.run(units, alone ? Pool::kSettled : Pool::kInTurn, group, [&](Pool::Turn turn, int thread) {
            const FlushTiny flush;
            Worker& worker = thread == 0 ? visit.worker : workshop.worker_of(thread);
            float* values = each + turn.block * size;
            std::fill_n(values, size, 0.0f);
            const int end = std::min((turn.block + 1) * unit, count);
            for (int i = turn.block * unit; i < end; ++i) {
                const int after = i + 1 < end ? i + 1 : turn.next >= 0 ? turn.next * unit : -1;
                street(visit.store, visit.pass, visit.route, {next, order[i], after < 0 ? -1 : order[after]},
                       reach.data(), values, plan_.levels[next].copies[order[i]], worker);
            }
            const int first_of = turn.block / group * group, end_of = std::min(first_of + group, units);
            if (done[turn.block / group].fetch_add(1, std::memory_order_acq_rel) + 1 < end_of - first_of) return;
            for (int i = first_of + 1; i < end_of; ++i) add(each + i * size, size, each + first_of * size);
        });
    }

    void add_row(const Visit& visit, const Street& asked, int row) const {
        const int pad = plan_.pad(visit.pass.me);
        float* total = asked.each + static_cast<std::size_t>(row) * pad;
        for (int i = asked.group; i < asked.units; i += asked.group) add(total + i * asked.size, pad, total);
        symmetrise(visit, total, asked.sum + static_cast<std::size_t>(row) * pad);
    }

    void take_deals(Visit& visit, const Forest& forest, const Street& asked) {
        const int leaves = static_cast<int>(forest.leaves.size());
        for (int row = 0; row < asked.rows; ++row)
            visit.value[row / leaves][forest.leaves[row % leaves]] =
                asked.sum + static_cast<std::size_t>(row) * plan_.pad(visit.pass.me);
        if (asked.rows > 0 && visit.pass.leaf_values != nullptr && visit.level + 1 == plan_.last())
            for (const int leaf : forest.leaves) note_value(visit, leaf);
    }

    // Notes what a leaf is worth for each unit of the opponent's reach. Hands that meet none of it keep 0.
    void note_value(const Visit& visit, int node) {
        const Arena::Scope scope(visit.worker.arena);
        const int hands = plan_.hands[visit.pass.me].size();
        float* reach = visit.worker.arena.take(plan_.pad(visit.pass.me));
        compatible_reach(visit, node, reach);
        for (int set = 0; set < visit.sets(); ++set) {
            float* to = visit.pass.leaf_values + (set * leaf_count() + leaf_at(visit, node)) * hands;
            for (int h = 0; h < hands; ++h)
                if (reach[h] > 0 && !layout_.blocked(visit.level, visit.deal, visit.pass.me, h))
                    to[h] = visit.value[set][node][h] / reach[h];
        }
    }

    // The values of a leaf whose street is not stored.
    void keep_values(Visit& visit, int node) {
        const int hands = plan_.hands[visit.pass.me].size(), pad = plan_.pad(visit.pass.me);
        const std::size_t leaf = leaf_at(visit, node);
        float* reach = visit.worker.arena.take(pad);
        compatible_reach(visit, node, reach);
        for (int set = 0; set < visit.sets(); ++set) {
            const LeafValues& kept = kept_[visit.pass.me][visit.set(set)];
            const std::int16_t* value = kept.numbers.data() + leaf * hands;
            float* to = visit.value[set][node] = visit.worker.arena.take(pad);
            std::fill_n(to, pad, 0.0f);
            for (int h = 0; h < hands; ++h) to[h] = reach[h] * (static_cast<float>(value[h]) * kept.scales[leaf]);
        }
    }

    // The deals of a street that follow one deal, those with most to do first.
    std::vector<int> largest_first(int level, int first, int count) const {
        std::vector<int> order(count);
        for (int i = 0; i < count; ++i) order[i] = first + i;
        if (level < plan_.last())
            std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
                return layout_.first_after(level, a + 1) - layout_.first_after(level, a) >
                       layout_.first_after(level, b + 1) - layout_.first_after(level, b);
            });
        return order;
    }

    // Each deal stands for several that differ by a relabelling of suits. Their sum is the mean, over
    // all relabellings that keep the board, of the sum over the deals that were played times their copies.
    void symmetrise(const Visit& visit, const float* sum, float* to) const {
        const int me = visit.pass.me, hands = plan_.hands[me].size(), pad = plan_.pad(me);
        const Deals& here = plan_.levels[visit.level];
        const int maps = here.maps[visit.deal];
        std::fill_n(to, pad, 0.0f);
        for (int m = 0; m < maps; ++m) {
            const std::int32_t* map =
                plan_.hand_maps[me].data() + static_cast<std::size_t>(here.map[here.map_first[visit.deal] + m]) * hands;
            for (int h = 0; h < hands; ++h) to[h] += sum[map[h]];
        }
        const float scale = plan_.levels[visit.level + 1].probability / static_cast<float>(maps);
        for (int h = 0; h < hands; ++h) to[h] *= scale;
    }

    const Layout& layout_;
    const SolverPlan& plan_;
    const AllIns all_ins_;
    PerProcess<Workshop> workshop_;
    int leaves_ = 0;
    std::vector<int> leaf_;
    LeafValues kept_[2][2];
};

}  // namespace runout::RUNOUT_LEVEL
