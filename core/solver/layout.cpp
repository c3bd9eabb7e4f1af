#include "solver/layout.hpp"

namespace runout {

Layout::Layout(SolverPlan given) : plan(std::move(given)) {
    const int last = plan.last();
    if (!plan.without_last)
        for (int deal = 0; deal < plan.levels[last].size(); ++deal) boards.push_back(make_board(plan, deal));
    for (int level = 0; level < last; ++level) {
        const Deals& next = plan.levels[level + 1];
        std::vector<int> first(plan.levels[level].size() + 1, next.size());
        for (int deal = next.size() - 1; deal >= 0; --deal) first[next.parent[deal]] = deal;
        for (int deal = plan.levels[level].size() - 1; deal >= 0; --deal)
            first[deal] = std::min(first[deal], first[deal + 1]);
        first_after_.push_back(first);
    }
    number_nodes();
}

// The numbers of a subtree of one street stand together, in the order in which a pass visits them.
void Layout::number_nodes() {
    const int size = plan.tree.size();
    for (auto& before : before_) before.assign(size, 0);
    ordinal_.assign(size, 0);
    nodes_.assign(plan.levels.size(), 0);
    int actions[3][2] = {};
    std::vector<std::vector<int>> roots(plan.levels.size() + 1);
    roots[0] = {0};
    for (int level = 0; level < plan.stored_levels(); ++level) {
        for (std::size_t i = 0; i < roots[level].size(); ++i) number_below(roots[level][i], level, actions, roots);
        base_.emplace_back();
        for (int deal = 0; deal < plan.levels[level].size(); ++deal) {
            base_[level].push_back(cell_count_);
            for (int p = 0; p < 2; ++p)
                cell_count_ += static_cast<std::size_t>(actions[level][p]) * pad(level, deal, p);
        }
        scale_base_.push_back(scale_count_);
        scale_count_ += static_cast<std::size_t>(nodes_[level]) * plan.levels[level].size();
    }
}

void Layout::number_below(int node, int level, int (&actions)[3][2], std::vector<std::vector<int>>& roots) {
    const BettingTree& tree = plan.tree;
    if (tree.kind[node] == kDeal) {
        roots[level + 1].push_back(tree.first[node]);
    } else if (tree.kind[node] <= kIp) {
        for (int p = 0; p < 2; ++p) before_[p][node] = actions[level][p];
        ordinal_[node] = nodes_[level]++;
        actions[level][tree.kind[node]] += tree.children[node];
        for (int a = 0; a < tree.children[node]; ++a) number_below(tree.first[node] + a, level, actions, roots);
    }
}

bool Layout::blocked(int level, int deal, int player, int hand) const {
    if (level == plan.last())
        return plan.strength[player][static_cast<std::size_t>(deal) * plan.hands[player].size() + hand] == kBlocked;
    for (; level > 0; deal = plan.levels[level].parent[deal], --level) {
        const std::uint8_t card = plan.levels[level].card[deal];
        if (plan.hands[player].cards[2 * hand] == card || plan.hands[player].cards[2 * hand + 1] == card) return true;
    }
    return false;
}

}  // namespace runout
