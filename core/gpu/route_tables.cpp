#include "gpu/route_tables.hpp"

#include <algorithm>
#include <map>

namespace runout {
namespace {

device::Node node_of(const Layout& layout, int node) {
    return {{layout.before(0, node), layout.before(1, node)}, layout.plan.tree.children[node], layout.ordinal(node)};
}

// Entries in the order of their depth, and where each depth begins.
template <class Entry>
void by_depth(const std::map<int, std::vector<Entry>>& depths, bool deepest_first, std::vector<Entry>& to,
              std::vector<std::int32_t>& first) {
    const auto add = [&](const std::vector<Entry>& entries) {
        first.push_back(static_cast<std::int32_t>(to.size()));
        to.insert(to.end(), entries.begin(), entries.end());
    };
    if (deepest_first) {
        for (auto depth = depths.rbegin(); depth != depths.rend(); ++depth) add(depth->second);
    } else {
        for (const auto& depth : depths) add(depth.second);
    }
    first.push_back(static_cast<std::int32_t>(to.size()));
}

StreetTables street_tables(const Layout& layout, const Forest& forest, int me, Payoffs payoffs) {
    const BettingTree& tree = layout.plan.tree;
    StreetTables street;
    std::vector<int> sorted = forest.nodes;  // children of a node stand side by side in this order
    std::sort(sorted.begin(), sorted.end());
    std::map<int, int> value;
    for (const int node : sorted) value.emplace(node, street.value_rows++);
    std::map<int, int> reach, depth, turns;  // turns: how often the opponent has acted
    for (const int root : forest.roots) {
        reach[root] = street.reach_rows++;
        depth[root] = turns[root] = 0;
    }
    std::map<int, std::vector<device::Split>> splits;
    std::map<int, std::vector<device::Ascent>> ascents;
    for (const int node : forest.nodes) {
        const int kind = tree.kind[node], first = tree.first[node], actions = kind == kDeal ? 0 : tree.children[node];
        const bool others = kind == 1 - me;
        if (others) splits[turns[node]].push_back({node_of(layout, node), reach[node], street.reach_rows});
        for (int a = 0; a < actions; ++a) {
            reach[first + a] = others ? street.reach_rows++ : reach[node];
            depth[first + a] = depth[node] + 1;
            turns[first + a] = turns[node] + others;
        }
        if (kind == kDeal) continue;
        const float pays = kind == kFold ? tree.pays(payoffs, node, me)[0] : 0;
        ascents[depth[node]].push_back(
            {node_of(layout, node), kind, value[node], actions > 0 ? value[first] : 0, reach[node], pays});
    }
    by_depth(splits, false, street.splits, street.split_depth);
    by_depth(ascents, true, street.ascents, street.ascent_depth);
    for (const int leaf : forest.leaves) {
        street.leaf_reach.push_back(reach[leaf]);
        street.leaf_value.push_back(value[leaf]);
    }
    for (const int root : forest.roots) street.root_value.push_back(value[root]);
    return street;
}

// Slots that are free again once their value has been taken.
class Slots {
public:
    int take() {
        if (free_.empty()) return most_++;
        const int slot = free_.back();
        free_.pop_back();
        return slot;
    }
    void give(int slot) { free_.push_back(slot); }
    int most() const { return most_; }

private:
    std::vector<int> free_;
    int most_ = 0;
};

class LastBuilder {
public:
    LastBuilder(const Layout& layout, LastTables& last) : layout_(layout), last_(last) {}

    void add(const SubtreeProgram& program) {
        const int row_first = last_.rows_first.back();
        for (const DownStep& down : program.down) {
            last_.splits.push_back({node_of(layout_, down.node), down.from, static_cast<int>(last_.targets.size())});
            last_.targets.insert(last_.targets.end(), down.to.begin(), down.to.end());
        }
        lanes_.clear();
        for (const Lane& lane : program.lanes) {
            const int number = static_cast<int>(last_.lanes.size());
            lanes_[lane.value] = {device::kLaneValue, number, 1};
            lanes_[lane.total] = {device::kLaneTotal, number, 1};
            last_.lanes.push_back({row_first + lane.reach, lane.win, lane.tie, lane.lose});
        }
        Slots slots;
        slot_of_.clear();
        for (const UpStep& up : program.up) add_step(up, slots);
        last_.roots.push_back(term_of({program.root_value, 1}));
        last_.slots = std::max(last_.slots, slots.most());
        last_.splits_first.push_back(static_cast<int>(last_.splits.size()));
        last_.targets_first.push_back(static_cast<int>(last_.targets.size()));
        last_.terms_first.push_back(static_cast<int>(last_.terms.size()));
        last_.lanes_first.push_back(static_cast<int>(last_.lanes.size()));
        last_.steps_first.push_back(static_cast<int>(last_.steps.size()));
        last_.rows_first.push_back(row_first + program.reach_slots);
    }

private:
    device::Term term_of(const Term& term) const {
        if (const auto lane = lanes_.find(term.slot); lane != lanes_.end())
            return {lane->second.kind, lane->second.number, term.scale};
        return {device::kSlot, slot_of_.at(term.slot), term.scale};
    }

    // Every value of a step is taken once, by the step above it.
    void add_step(const UpStep& up, Slots& slots) {
        const int first = static_cast<int>(last_.terms.size());
        for (const Term& term : up.terms) {
            last_.terms.push_back(term_of(term));
            if (last_.terms.back().kind == device::kSlot) slots.give(last_.terms.back().number);
        }
        const int to = slot_of_[up.to] = slots.take();
        const device::Node none{{0, 0}, 0, 0};
        last_.steps.push_back(
            {up.node < 0 ? none : node_of(layout_, up.node), first, static_cast<int>(up.terms.size()), to});
    }

    const Layout& layout_;
    LastTables& last_;
    std::map<int, device::Term> lanes_;
    std::map<int, int> slot_of_;
};

}  // namespace

RouteTables make_route_tables(const Layout& layout, int level, const std::vector<int>& roots, int me, Payoffs payoffs) {
    const Route route = make_route(layout.plan, level, roots, me, {payoffs, 1});
    RouteTables tables;
    for (const Forest& forest : route.streets) tables.streets.push_back(street_tables(layout, forest, me, payoffs));
    LastBuilder builder(layout, tables.last);
    for (const SubtreeProgram& program : route.last[0]) builder.add(program);
    return tables;
}

}  // namespace runout
