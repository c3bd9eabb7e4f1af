// Where everything is: the boards, the deals under each deal, and the numbers of each node.
#pragma once

#include <vector>

#include "solver/boards.hpp"
#include "solver/plan.hpp"

namespace runout {

// Of one node after one deal: where its numbers start, how many there are, and which scale is theirs.
struct Cells {
    std::size_t at, scale;
    int count;
};

enum Quantity { kRegrets, kAverages };

class Layout {
public:
    explicit Layout(SolverPlan plan);

    const SolverPlan plan;
    std::vector<Board> boards;  // of the last level

    // Padded number of a player's hands after a deal.
    int pad(int level, int deal, int player) const {
        return level == plan.last() ? boards[deal].player[player].pad : plan.pad(player);
    }
    // The deals of the next level that follow a deal: from here up to the same of the next deal.
    int first_after(int level, int deal) const { return first_after_[level][deal]; }

    Cells cells(int level, int deal, int node) const {
        const int player = plan.tree.kind[node];
        const std::size_t at = base_[level][deal] + static_cast<std::size_t>(before_[0][node]) * pad(level, deal, 0) +
                               static_cast<std::size_t>(before_[1][node]) * pad(level, deal, 1);
        return {at, scale_base_[level] + static_cast<std::size_t>(deal) * nodes_[level] + ordinal_[node],
                plan.tree.children[node] * pad(level, deal, player)};
    }
    // What `cells` is made of, for engines that find them elsewhere: where the numbers of a deal start, the
    // actions of a player stored before a node, its number among the nodes of its street, and how many those are.
    std::size_t base(int level, int deal) const { return base_[level][deal]; }
    int before(int player, int node) const { return before_[player][node]; }
    int ordinal(int node) const { return ordinal_[node]; }
    std::size_t scale_base(int level) const { return scale_base_[level]; }
    int nodes(int level) const { return nodes_[level]; }

    std::size_t cell_count() const { return cell_count_; }
    std::size_t scale_count() const { return scale_count_; }
    bool blocked(int level, int deal, int player, int hand) const;

private:
    void number_nodes();
    void number_below(int node, int level, int (&actions)[3][2], std::vector<std::vector<int>>& roots);

    std::vector<std::vector<int>> first_after_;
    std::vector<std::vector<std::size_t>> base_;
    std::vector<std::size_t> scale_base_;
    std::vector<int> before_[2], ordinal_, nodes_;
    std::size_t cell_count_ = 0, scale_count_ = 0;
};

}  // namespace runout
