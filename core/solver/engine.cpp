// Counterfactual regret minimisation over a plan.
//
// What it has learned, and who may read or change it; passes over the tree are those of streets.hpp.
//
// Any number of passes may read at the same time, each with scratch memory of its own. Only `update`,
// `lock`, `unlock` and the setters change anything: they want the engine for themselves, but for readers,
// which hold on to the averages as they were.
#include <algorithm>

#include "solver/layout.hpp"
#include "solver/meeting.hpp"
#include "solver/streets.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

template <class Store>
class Engine final : public SolverEngine {
public:
    Engine(SolverPlan plan, int threads)
        : layout_(std::move(plan)),
          plan_(layout_.plan),
          learned_{Store(layout_.cell_count(), layout_.scale_count()), {}},
          streets_(layout_, threads) {
        for (int player = 0; player < 2; ++player) {
            routes_[player] = make_route(plan_, 0, {0}, player, kChipsAlone, streets_.all_ins().any());
            met_[player] =
                met_for_learning(plan_.hands[player], plan_.hands[1 - player], plan_.hands[1 - player].weight.data());
        }
    }

    void update(int player, const Discount& discount) override {
        part();
        const std::vector<float> reach = padded_reach(1 - player, plan_.hands[1 - player].weight.data());
        std::vector<float> values(plan_.pad(player));
        streets_.walk(learned_.store,
                      {player, Policy::kUpdate, kChipsAlone, discount, learned_.locks.get(), nullptr, &met_[player]},
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
        const auto worker = streets_.worker();
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
        const auto worker = streets_.worker();
        part();
        learned_.store.change(cells, true, worker->arena, [&](float* regrets, float* averages) {
            put_back(lock, pad, actions, regrets);
            put_back(lock, pad, actions, averages);
        });
        own_locks()[cells.at] = std::move(lock);
    }

    void unlock() override { learned_.locks.reset(); }

    std::size_t leaf_count() const override { return streets_.leaf_count(); }

    void set_leaf_values(int player, Payoffs payoffs, const std::int16_t* values, const float* scales) override {
        streets_.keep_leaf_values(player, payoffs, values, scales);
    }

    StoredNumbers numbers() override { return learned_.store.numbers(); }

    std::size_t bytes() const override { return learned_.store.bytes() + streets_.bytes(); }

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
        const Route route = make_route(plan_, places.level, places.nodes, player, sets, streets_.all_ins().any());
        const MetByHand met = met_by_hand(plan_.hands[player], plan_.hands[1 - player], reach_in);
        streets_.walk(learned.store, {player, policy, sets, {}, learned.locks.get(), nullptr, &met}, route, places.deal,
                      std::vector<const float*>(places.nodes.size(), reach.data()), values.data());
        const int hands = plan_.hands[player].size();
        for (std::size_t row = 0; row < rows; ++row)
            std::copy_n(values.begin() + row * plan_.pad(player), hands, values_out + row * hands);
    }

    void strategy_in(const Learned& learned, const Place& place, bool current, float* probabilities) {
        const int player = plan_.tree.kind[place.node], actions = plan_.tree.children[place.node];
        const int hands = plan_.hands[player].size(), pad = layout_.pad(place.level, place.deal, player);
        const auto worker = streets_.worker();
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
        streets_.walk(learned.store,
                      {player, Policy::kAverage, kBothSets, {}, learned.locks.get(), values, &found_at_each}, route, 0,
                      {reach.data()}, at_root.data());
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
    std::vector<float> padded_reach(int player, const float* reach) const {
        std::vector<float> made(plan_.pad(player) + kPadding);
        std::copy_n(reach, plan_.hands[player].size(), made.begin());
        return made;
    }

    const Layout layout_;
    const SolverPlan& plan_;
    Learned learned_;
    Streets<Store> streets_;
    Route routes_[2];
    MetByHand met_[2];  // of the opponent's whole range, while learning
};

}  // namespace

std::unique_ptr<SolverEngine> make_solver(SolverPlan plan, bool compress, int threads) {
    if (compress) return std::make_unique<Engine<ShortStore>>(std::move(plan), threads);
    return std::make_unique<Engine<FloatStore>>(std::move(plan), threads);
}

}  // namespace runout::RUNOUT_LEVEL
