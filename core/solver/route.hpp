// Which nodes a pass visits: the subtrees of each street below some node.
#pragma once

#include <vector>

#include "solver/all_ins.hpp"
#include "solver/program.hpp"

namespace runout {

// A deal after which nobody acts, and the showdown that it leads to.
struct AllIn {
    int node, showdown;
};

// Subtrees of one street that is not the last, parents before children.
struct Forest {
    std::vector<int> roots, nodes;
    std::vector<int> leaves;     // deals; the next street has a root for each of them, in this order
    std::vector<AllIn> all_ins;  // deals that are counted, not played
};

struct Route {
    int level;
    std::vector<Forest> streets;                  // from `level` to the last but one
    std::vector<SubtreeProgram> last[kMostSets];  // one for each root of the last street
};

// `counts` says that leaves after which nobody acts need not be played.
inline Route make_route(const SolverPlan& plan, int level, std::vector<int> roots, int me, PayoffSets sets,
                        bool counts = false) {
    const BettingTree& tree = plan.tree;
    Route route{level, {}, {}};
    for (; level < plan.last(); ++level) {
        Forest forest{roots, {}, {}, {}};
        std::vector<int> next;
        // Depth first, as the numbers are stored.
        std::vector<int> waiting(roots.rbegin(), roots.rend());
        while (!waiting.empty()) {
            const int at = waiting.back();
            waiting.pop_back();
            forest.nodes.push_back(at);
            if (const int showdown = counts ? decided_by(tree, at) : -1; tree.kind[at] == kDeal && showdown >= 0) {
                forest.all_ins.push_back({at, showdown});
            } else if (tree.kind[at] == kDeal) {
                forest.leaves.push_back(at);
                next.push_back(tree.first[at]);
            } else {
                for (int a = tree.children[at]; a-- > 0;) waiting.push_back(tree.first[at] + a);
            }
        }
        route.streets.push_back(forest);
        roots = next;
    }
    if (plan.without_last) return route;
    for (int set = 0; set < sets.count; ++set)
        for (const int root : roots)
            route.last[set].push_back(make_program(tree, root, me, static_cast<Payoffs>(sets.first + set)));
    return route;
}

}  // namespace runout
