// One subtree of the last street as a list of steps, for one player.
//
// Down: the opponent's nodes split his reach. Across: every showdown is a lane. Up: values flow back.
// Folds need no lane of their own. When I fold, I lose my stake to the opponent's total reach, which the
// showdown after my call gives beside its value. When the opponent folds, his reach is what is left of
// the node's total after his other actions.
#pragma once

#include <vector>

#include "solver/plan.hpp"

namespace runout {

// An opponent's node: the slots his actions' reaches go to, -1 for a fold.
struct DownStep {
    int node, from;
    std::vector<int> to;
};

struct Lane {
    int reach, value, total;  // slots
    float win, tie, lose;
};

struct Term {
    int slot;
    float scale;
    bool total = false;  // the slot of a total, which all sets of payoffs share
};

inline constexpr int kMostTerms = 64;

// My node (node >= 0): one term for each action. Otherwise a plain sum of terms.
struct UpStep {
    int node, to;
    std::vector<Term> terms;
};

struct SubtreeProgram {
    std::vector<DownStep> down;
    std::vector<Lane> lanes;
    std::vector<UpStep> up;
    int reach_slots = 0, value_slots = 0;
    int root_value = 0;  // the root's reach is slot 0
    int root = 0;        // the node
    int own_actions = 0, other_actions = 0;
};

SubtreeProgram make_program(const BettingTree& tree, int root, int me, Payoffs payoffs);

}  // namespace runout
