// Counterfactual regret minimisation over a plan.
//
// A pass for one player walks the streets top down with the opponent's reach, hands the last street to
// river_pass.hpp, and comes back up with values. Results do not depend on the number of threads: the
// deals after the first street are the units of work, and a few rivers under one of them; each has its own
// sums, added up in order, whoever did it.
//
// Any number of passes may read at the same time, each with scratch memory of its own. Only `update`,
// `lock`, `unlock` and the setters change anything: they want the engine for themselves, but for readers,
// which hold on to the averages as they were.
#include <algorithm>
#include <atomic>

#include "processes.hpp"
#include "solver/all_ins.hpp"
#include "solver/layout.hpp"
#include "solver/meeting.hpp"
#include "solver/products.hpp"
#include "solver/river_pass.hpp"
#include "solver/workshop.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

template <class Store>
class Engine final : public SolverEngine {
public:
    Engine(SolverPlan plan, int threads)
        : layout_(std::move(plan)),
          plan_(layout_.plan),
          all_ins_(layout_),
          learned_{Store(layout_.cell_count(), layout_.scale_count()), {}},
          workshop_(
              [this, threads] { return std::make_unique<Workshop>(threads, std::max(plan_.pad(0), plan_.pad(1))); }) {
        for (int player = 0; player < 2; ++player) {
            routes_[player] = make_route(plan_, 0, {0}, player, kChipsAlone, all_ins_.any());
            met_[player] =
                met_for_learning(plan_.hands[player], plan_.hands[1 - player], plan_.hands[1 - player].weight.data());
        }
        number_leaves();
    }

    void update(int player, const Discount& discount) override {
        part();
        const std::vector<float> reach = padded_reach(1 - player, plan_.hands[1 - player].weight.data());
        std::vector<float> values(plan_.pad(player));
        walk(learned_, {player, Policy::kUpdate, kChipsAlone, discount, learned_.locks.get(), nullptr, &met_[player]},
             routes_[player], 0, {reach.data()}, values.data());
    }

    void values(int player, Policy policy, PayoffSets sets, const Places& places, const float* reach,
                float* values) override {
        values_in(learned_, player, policy, sets, places, reach, values);
    }
    void strategy(const Place& place, bool current, float* probabilities) override {
        strategy_in(learned_, place, current, probabilities);
    }
    void leaf_values(int player, float* values) override { leaf_values_in(learned_, player, values); }

    std::unique_ptr<SolverReader> reader() override { return std::make_unique<Reader>(*this, learned_); }
    void part() override { learned_.store.own_averages(); }

    void set_strategy(const Place& place, const float* probabilities) override {
        const int player = plan_.tree.kind[place.node], actions = plan_.tree.children[place.node];
        const int hands = plan_.hands[player].size(), pad = layout_.pad(place.level, place.deal, player);
        const Cells cells = layout_.cells(place.level, place.deal, place.node);
        const auto worker = workshop_.here().worker();
        part();
        learned_.store.change(cells, true, worker->arena, [&](float*, float* averages) {
            for_each_hand(place, player, [&](int i, int hand) {
                for (int a = 0; a < actions; ++a) averages[a * pad + i] = probabilities[a * hands + hand];
            });
        });
    }

    void lock(const Place& place, int count, const std::int32_t* hands, const float* probabilities) override {
        const int player = plan_.tree.kind[place.node], actions = plan_.tree.children[place.node];
        std::vector<int> given(plan_.hands[player].size(), -1);
        for (int i = 0; i < count; ++i) given[hands[i]] = i;
        std::vector<int> chosen;
        Lock lock;
        for_each_hand(place, player, [&](int i, int hand) {
            if (given[hand] < 0) return;
            lock.place.push_back(i);
            lock.hand.push_back(hand);
            chosen.push_back(given[hand]);
        });
        for (int a = 0; a < actions; ++a)
            for (const int i : chosen) lock.probability.push_back(probabilities[a * count + i]);
        const Cells cells = layout_.cells(place.level, place.deal, place.node);
        const int pad = layout_.pad(place.level, place.deal, player);
        const auto worker = workshop_.here().worker();
        part();
        learned_.store.change(cells, true, worker->arena, [&](float* regrets, float* averages) {
            put_back(lock, pad, actions, regrets);
            put_back(lock, pad, actions, averages);
        });
        own_locks()[cells.at] = std::move(lock);
    }

    void unlock() override { learned_.locks.reset(); }

    std::size_t leaf_count() const override {
        return plan_.last() == 0 ? 0 : static_cast<std::size_t>(plan_.levels[plan_.last() - 1].size()) * leaves_;
    }

    void set_leaf_values(int player, Payoffs payoffs, const std::int16_t* values, const float* scales) override {
        LeafValues& kept = kept_[player][payoffs];
        kept.numbers.assign(values, values + leaf_count() * plan_.hands[player].size());
        kept.scales.assign(scales, scales + leaf_count());
    }

    StoredNumbers numbers() override { return learned_.store.numbers(); }

    std::size_t bytes() const override {
        std::size_t kept = 0;
        for (const auto& player : kept_)
            for (const LeafValues& values : player)
                kept += values.numbers.size() * sizeof(std::int16_t) + values.scales.size() * sizeof(float);
        return learned_.store.bytes() + all_ins_.bytes() + kept;
    }

private:
    // All that changes while the engine learns. A copy shares it.
    struct Learned {
        Store store;
        std::shared_ptr<Locks> locks;  // null if there are none
    };

    class Reader final : public SolverReader {
    public:
        Reader(Engine& engine, Learned learned) : engine_(engine), learned_(std::move(learned)) {}
        void values(int player, Policy policy, PayoffSets sets, const Places& places, const float* reach,
                    float* values) override {
            engine_.values_in(learned_, player, policy, sets, places, reach, values);
        }
        void strategy(const Place& place, bool, float* probabilities) override {
            engine_.strategy_in(learned_, place, false, probabilities);
        }
        void leaf_values(int player, float* values) override { engine_.leaf_values_in(learned_, player, values); }

    private:
        Engine& engine_;
        Learned learned_;
    };

    Locks& own_locks() {
        if (learned_.locks == nullptr) {
            learned_.locks = std::make_shared<Locks>();
        } else if (learned_.locks.use_count() > 1) {
            learned_.locks = std::make_shared<Locks>(*learned_.locks);
        }
        return *learned_.locks;
    }

    void values_in(Learned& learned, int player, Policy policy, PayoffSets sets, const Places& places,
                   const float* reach_in, float* values_out) {
        const std::vector<float> reach = padded_reach(1 - player, reach_in);
        const std::size_t rows = sets.count * places.nodes.size();
        std::vector<float> values(rows * plan_.pad(player));
        const Route route = make_route(plan_, places.level, places.nodes, player, sets, all_ins_.any());
        const MetByHand met = met_by_hand(plan_.hands[player], plan_.hands[1 - player], reach_in);
        walk(learned, {player, policy, sets, {}, learned.locks.get(), nullptr, &met}, route, places.deal,
             std::vector<const float*>(places.nodes.size(), reach.data()), values.data());
        const int hands = plan_.hands[player].size();
        for (std::size_t row = 0; row < rows; ++row)
            std::copy_n(values.begin() + row * plan_.pad(player), hands, values_out + row * hands);
    }

    void strategy_in(const Learned& learned, const Place& place, bool current, float* probabilities) {
        const int player = plan_.tree.kind[place.node], actions = plan_.tree.children[place.node];
        const int hands = plan_.hands[player].size(), pad = layout_.pad(place.level, place.deal, player);
        const auto worker = workshop_.here().worker();
        const Arena::Scope scope(worker->arena);
        const Cells cells = layout_.cells(place.level, place.deal, place.node);
        const float* weights = learned.store.read(current ? kRegrets : kAverages, cells, worker->arena);
        std::fill_n(probabilities, actions * hands, 0.0f);
        for_each_hand(place, player, [&](int i, int hand) {
            float sum = 0;
            for (int a = 0; a < actions; ++a) sum += std::max(weights[a * pad + i], 0.0f);
            for (int a = 0; a < actions; ++a)
                probabilities[a * hands + hand] =
                    sum > 0 ? std::max(weights[a * pad + i], 0.0f) / sum : 1.0f / static_cast<float>(actions);
        });
        if (learned.locks == nullptr) return;
        if (const auto found = learned.locks->find(cells.at); found != learned.locks->end()) {
            const Lock& lock = found->second;
            for (int a = 0; a < actions; ++a)
                for (std::size_t i = 0; i < lock.hand.size(); ++i)
                    probabilities[a * hands + lock.hand[i]] = lock.probability[a * lock.hand.size() + i];
        }
    }

    void leaf_values_in(Learned& learned, int player, float* values) {
        std::fill_n(values, kMostSets * leaf_count() * plan_.hands[player].size(), 0.0f);
        const std::vector<float> reach = padded_reach(1 - player, plan_.hands[1 - player].weight.data());
        std::vector<float> at_root(kMostSets * plan_.pad(player));
        const Route route = make_route(plan_, 0, {0}, player, kBothSets);
        const MetByHand found_at_each;
        walk(learned, {player, Policy::kAverage, kBothSets, {}, learned.locks.get(), values, &found_at_each}, route, 0,
             {reach.data()}, at_root.data());
    }

    struct Visit {
        Store& store;
        const Pass& pass;
        const Route& route;
        int level, deal;
        Worker& worker;
        std::vector<const float*> reach;
        std::vector<float*> value[kMostSets];

        int sets() const { return pass.sets.count; }
        Payoffs set(int number) const { return static_cast<Payoffs>(pass.sets.first + number); }
    };

    struct LeafValues {
        std::vector<std::int16_t> numbers;  // [deals][leaves][hands]
        std::vector<float> scales;          // [deals][leaves]
    };

    // The leaves of the last street but one, in the order of the tree.
    void number_leaves() {
        leaf_.assign(plan_.tree.size(), 0);
        for (int node = 0; node < plan_.tree.size(); ++node)
            if (plan_.tree.kind[node] == kDeal && plan_.tree.level[node] + 1 == plan_.last()) leaf_[node] = leaves_++;
    }
    std::size_t leaf_at(const Visit& visit, int node) const {
        return static_cast<std::size_t>(visit.deal) * leaves_ + leaf_[node];
    }

    // Calls see(place among the node's numbers, hand) for the hands that a deal leaves possible.
    template <class See>
    void for_each_hand(const Place& place, int player, See&& see) const {
        if (place.level == plan_.last()) {
            const SortedHands& sorted = layout_.boards[place.deal].player[player];
            for (int i = 0; i < sorted.count; ++i) see(i, sorted.hand[i]);
            return;
        }
        for (int hand = 0; hand < plan_.hands[player].size(); ++hand)
            if (!layout_.blocked(place.level, place.deal, player, hand)) see(hand, hand);
    }

    static constexpr PayoffSets kChipsAlone = {kChips, 1};
    static constexpr int kRiversPerUnit = 6;  // under one turn of many: enough units, few sums to add up
    // Of a turn: whoever ends the last of them adds them up, mostly from his own cache, so that fewer sums have to go
    // from one core to another.
    static constexpr int kUnitsPerSum = 3;

    static void add(const float* from, std::size_t count, float* to) {
        for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
    }

    std::vector<float> padded_reach(int player, const float* reach) const {
        std::vector<float> made(plan_.pad(player) + kPadding);
        std::copy_n(reach, plan_.hands[player].size(), made.begin());
        return made;
    }

    void walk(Learned& learned, const Pass& pass, const Route& route, int deal, const std::vector<const float*>& reach,
              float* values) {
        const FlushTiny flush;
        const auto worker = workshop_.here().worker();
        street(learned.store, pass, route, {route.level, deal, -1}, reach.data(), values, 1, *worker);
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
        count_all_ins(visit, forest);
        deal_out(visit, forest);
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
        const int pad = plan_.pad(visit.pass.me);
        float* to[kMostSets];
        for (int set = 0; set < visit.sets(); ++set) to[set] = visit.value[set][node] = visit.worker.arena.take(pad);
        if (kind == kFold) {
            fold_values(visit, node, to);
            return;
        }
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

    void fold_values(const Visit& visit, int node, float* const* to) {
        const Arena::Scope scope(visit.worker.arena);
        float* reach = visit.worker.arena.take(plan_.pad(visit.pass.me));
        compatible_reach(visit, node, reach);
        const MetByHand& met = *visit.pass.met;
        for (int set = 0; set < visit.sets(); ++set) {
            const float pays = plan_.tree.pays(visit.set(set), node, visit.pass.me)[0];
            for (int h = 0; h < plan_.pad(visit.pass.me); ++h) to[set][h] = reach[h] * pays;
            for (std::size_t h = 0; h < met.size(); ++h) to[set][h] *= met[h].unit;
        }
    }

    // The opponent's reach that each hand meets.
    void compatible_reach(const Visit& visit, int node, float* to) {
        const PlayerHands& own = plan_.hands[visit.pass.me];
        const Meeting meeting(own, plan_.hands[1 - visit.pass.me], visit.reach[node]);
        std::fill(to + own.size(), to + plan_.pad(visit.pass.me), 0.0f);
        for (int h = 0; h < own.size(); ++h) to[h] = static_cast<float>(meeting.of(h));
    }

    // The values of leaves after which nobody acts.
    void count_all_ins(Visit& visit, const Forest& forest) {
        const int me = visit.pass.me, pad = plan_.pad(me), count = static_cast<int>(forest.all_ins.size());
        if (count == 0) return;
        const Runouts& runouts = all_ins_.of(visit.level, visit.deal, me);
        std::vector<const float*> reach;
        for (const AllIn& leaf : forest.all_ins) reach.push_back(visit.reach[leaf.node]);
        float* ahead = visit.worker.arena.take(static_cast<std::size_t>(count) * pad);
        float* tied = visit.worker.arena.take(static_cast<std::size_t>(count) * pad);
        float* met = visit.worker.arena.take(pad);
        const int others = plan_.hands[1 - me].size();
        multiply(runouts.ahead.data(), others, pad, reach.data(), count, ahead);
        if (!runouts.tied.empty()) multiply(runouts.tied.data(), others, pad, reach.data(), count, tied);
        for (int i = 0; i < count; ++i) {
            const AllIn& leaf = forest.all_ins[i];
            bool met_known = false;
            for (int set = 0; set < visit.sets(); ++set) {
                const Spread spread(plan_.tree.pays(visit.set(set), leaf.showdown, me));
                float* to = visit.value[set][leaf.node] = visit.worker.arena.take(pad);
                const float scale = all_ins_.scale(visit.level) * spread.ahead;
                for (int h = 0; h < pad; ++h) to[h] = scale * ahead[i * pad + h];
                if (!runouts.tied.empty()) {
                    const float tie = all_ins_.scale(visit.level) * spread.tied;
                    for (int h = 0; h < pad; ++h) to[h] += tie * tied[i * pad + h];
                }
                if (spread.middle != 0) {
                    if (!met_known) compatible_reach(visit, leaf.node, met);
                    met_known = true;
                    for (int h = 0; h < pad; ++h) to[h] += spread.middle * met[h];
                }
                for (std::size_t h = 0; h < visit.pass.met->size(); ++h) to[h] *= (*visit.pass.met)[h].unit;
            }
        }
    }

    // The values of all deals that may follow, at every leaf of a street.
    void deal_out(Visit& visit, const Forest& forest) {
        if (forest.leaves.empty()) return;
        if (plan_.without_last && visit.level + 1 == plan_.last()) {
            for (const int leaf : forest.leaves) keep_values(visit, leaf);
            return;
        }
        const int next = visit.level + 1, first = layout_.first_after(visit.level, visit.deal);
        const int count = layout_.first_after(visit.level, visit.deal + 1) - first;
        const bool alone = visit.level == visit.route.level;  // no other deal of this street is under way
        const int unit = next == plan_.last() && !alone ? kRiversPerUnit : 1, units = (count + unit - 1) / unit;
        const int pad = plan_.pad(visit.pass.me), leaves = static_cast<int>(forest.leaves.size());
        const int rows = visit.sets() * leaves;
        const std::size_t size = static_cast<std::size_t>(rows) * pad;
        std::vector<const float*> reach;
        for (const int leaf : forest.leaves) reach.push_back(visit.reach[leaf]);
        float* each = visit.worker.arena.take(size * std::max(units, 1));
        if (units == 0) std::fill_n(each, size, 0.0f);
        float* sum = visit.worker.arena.take(size);
        const std::vector<int> order = largest_first(next, first, count);
        const int group = next == plan_.last() && alone ? kUnitsPerSum : 1, groups = (units + group - 1) / group;
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
        const auto add_up = [&](int row) {
            const FlushTiny flush;
            float* total = each + static_cast<std::size_t>(row) * pad;
            for (int i = group; i < units; i += group) add(total + i * size, pad, total);
            symmetrise(visit, total, sum + static_cast<std::size_t>(row) * pad);
        };
        if (alone) {
            workshop.pool.run(rows, Pool::kSettled, 1, [&](Pool::Turn turn, int) { add_up(turn.block); });
        } else {
            for (int row = 0; row < rows; ++row) add_up(row);
        }
        for (int row = 0; row < rows; ++row)
            visit.value[row / leaves][forest.leaves[row % leaves]] = sum + static_cast<std::size_t>(row) * pad;
        if (visit.pass.leaf_values != nullptr && next == plan_.last())
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

    const Layout layout_;
    const SolverPlan& plan_;
    const AllIns all_ins_;
    Learned learned_;
    PerProcess<Workshop> workshop_;
    Route routes_[2];
    MetByHand met_[2];  // of the opponent's whole range, while learning
    int leaves_ = 0;
    std::vector<int> leaf_;
    LeafValues kept_[2][2];
};

}  // namespace

std::unique_ptr<SolverEngine> make_solver(SolverPlan plan, bool compress, int threads) {
    if (compress) return std::make_unique<Engine<ShortStore>>(std::move(plan), threads);
    return std::make_unique<Engine<FloatStore>>(std::move(plan), threads);
}

}  // namespace runout::RUNOUT_LEVEL
