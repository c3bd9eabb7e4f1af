#include "solver/program.hpp"

#include <optional>

namespace runout {
namespace {

class Builder {
public:
    Builder(const BettingTree& tree, int me, Payoffs payoffs) : tree_(tree), me_(me), payoffs_(payoffs) {}

    SubtreeProgram build(int root) {
        program_.root = root;
        go_down(root, program_.reach_slots++);
        const Result result = go_up(root, -1);
        if (result.terms.size() == 1 && result.terms[0].scale == 1 && !result.terms[0].total) {
            program_.root_value = result.terms[0].slot;
        } else {
            program_.root_value = summed(result.terms);
        }
        for (const DownStep& step : program_.down) program_.other_actions += static_cast<int>(step.to.size());
        for (const UpStep& step : program_.up)
            if (step.node >= 0) program_.own_actions += static_cast<int>(step.terms.size());
        return std::move(program_);
    }

private:
    using Terms = std::vector<Term>;
    struct Result {
        Terms terms;
    };

    int child(int node, int action) const { return tree_.first[node] + action; }
    bool folds(int node) const { return tree_.kind[node] == kFold; }

    void go_down(int node, int reach) {
        if (reach_.size() < static_cast<std::size_t>(tree_.size())) {
            reach_.assign(tree_.size(), -1);
            lane_.assign(tree_.size(), -1);
        }
        reach_[node] = reach;
        const int kind = tree_.kind[node];
        if (kind == kShowdown) {
            const float* pays = tree_.pays(payoffs_, node, me_);
            lane_[node] = add_lane(reach, pays[0], pays[1], pays[2]);
        } else if (kind == me_) {
            for (int a = 0; a < tree_.children[node]; ++a) go_down(child(node, a), reach);
        } else if (kind == 1 - me_) {
            DownStep step{node, reach, {}};
            for (int a = 0; a < tree_.children[node]; ++a)
                step.to.push_back(folds(child(node, a)) ? -1 : program_.reach_slots++);
            program_.down.push_back(step);
            for (int a = 0; a < tree_.children[node]; ++a)
                if (step.to[a] >= 0) go_down(child(node, a), step.to[a]);
        }
    }

    int add_lane(int reach, float win, float tie, float lose) {
        const int value = program_.value_slots++, total = program_.value_slots++;
        program_.lanes.push_back({reach, value, total, win, tie, lose});
        return static_cast<int>(program_.lanes.size()) - 1;
    }

    // The total reach of the opponent at a node, as a sum of lanes below it, if they give it.
    std::optional<Terms> total_from_below(int node) const {
        const int kind = tree_.kind[node];
        if (kind == kShowdown) return Terms{{program_.lanes[lane_[node]].total, 1, true}};
        if (kind == kFold) return std::nullopt;
        std::optional<Terms> best;
        Terms sum;
        for (int a = 0; a < tree_.children[node]; ++a) {
            const auto part = total_from_below(child(node, a));
            if (kind == me_) {
                if (part && (!best || part->size() < best->size())) best = part;
            } else {
                if (!part) return std::nullopt;
                sum.insert(sum.end(), part->begin(), part->end());
            }
        }
        return kind == me_ ? best : sum;
    }

    // Total reach at a node; the parent's lanes may know it when the node's own do not.
    Terms total_at(int node, int parent) {
        auto terms = total_from_below(node);
        if (!terms && parent >= 0 && tree_.kind[parent] == me_) terms = total_from_below(parent);
        if (terms) return *terms;
        const int lane = add_lane(reach_[node], 0, 0, 0);
        return {{program_.lanes[lane].total, 1, true}};
    }

    int summed(Terms terms) {
        while (terms.size() > kMostTerms) {
            const int part = summed({terms.end() - kMostTerms, terms.end()});
            terms.resize(terms.size() - kMostTerms);
            terms.push_back({part, 1});
        }
        const int slot = program_.value_slots++;
        program_.up.push_back({-1, slot, terms});
        return slot;
    }

    // The value of a node as a sum of terms; steps that it needs are emitted first.
    Result go_up(int node, int parent) {
        const int kind = tree_.kind[node];
        if (kind == kShowdown) return {{{program_.lanes[lane_[node]].value, 1}}};
        if (kind == kFold) return {own_fold(node, parent)};
        return kind == me_ ? own_node(node) : other_node(node, parent);
    }

    // I fold, or (as a root of its own) the opponent has folded: a payoff times the total reach.
    Terms own_fold(int node, int parent) {
        Terms terms;
        if (parent >= 0) {
            terms = total_at(parent, -1);
        } else {
            const int lane = add_lane(reach_[node], 0, 0, 0);
            terms = {{program_.lanes[lane].total, 1, true}};
        }
        for (Term& term : terms) term.scale *= tree_.pays(payoffs_, node, me_)[0];
        return terms;
    }

    Result own_node(int node) {
        UpStep step{node, 0, {}};
        for (int a = 0; a < tree_.children[node]; ++a) {
            const Result result = go_up(child(node, a), node);
            step.terms.push_back(result.terms.size() == 1 ? result.terms[0] : Term{summed(result.terms), 1});
        }
        step.to = program_.value_slots++;
        program_.up.push_back(step);
        return {{{step.to, 1}}};
    }

    Result other_node(int node, int parent) {
        Terms terms;
        float fold_pays = 0;
        bool has_fold = false;
        for (int a = 0; a < tree_.children[node]; ++a) {
            const int to = child(node, a);
            if (folds(to)) {
                has_fold = true;
                fold_pays = tree_.pays(payoffs_, to, me_)[0];
                continue;
            }
            const Result result = go_up(to, node);
            terms.insert(terms.end(), result.terms.begin(), result.terms.end());
        }
        if (has_fold) {
            add_scaled(terms, total_at(node, parent), fold_pays);
            for (int a = 0; a < tree_.children[node]; ++a)
                if (const int to = child(node, a); !folds(to)) add_scaled(terms, total_at(to, -1), -fold_pays);
        }
        return {terms};
    }

    static void add_scaled(Terms& to, const Terms& from, float scale) {
        for (const Term& term : from) to.push_back({term.slot, term.scale * scale, term.total});
    }

    const BettingTree& tree_;
    const int me_;
    const Payoffs payoffs_;
    SubtreeProgram program_;
    std::vector<int> reach_, lane_;
};

}  // namespace

SubtreeProgram make_program(const BettingTree& tree, int root, int me, Payoffs payoffs) {
    return Builder(tree, me, payoffs).build(root);
}

}  // namespace runout
