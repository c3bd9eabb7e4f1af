// Locks: hands whose strategy at a node is given, not learned.
//
// The regrets and averages of a locked hand hold its probabilities, so that regret matching gives them
// back; whatever an update does to them is undone. Passes need to know of locks only where they update,
// and where they would take the best action.
#pragma once

#include <cmath>
#include <unordered_map>
#include <vector>

#include "flush_tiny.hpp"
#include "solver/nodes.hpp"

namespace runout::RUNOUT_LEVEL {

struct Lock {
    std::vector<int> place;          // of each locked hand among the node's numbers
    std::vector<int> hand;           // its number in the plan
    std::vector<float> probability;  // [actions][locked hands]
};

// By where the numbers of the node start.
using Locks = std::unordered_map<std::size_t, Lock>;

// Writes the probabilities of the locked hands over a node's regrets or averages, about as large as its
// other numbers, so that both survive being stored with one scale.
inline void put_back(const Lock& lock, int hands, int actions, float* numbers) {
    const std::size_t locked = lock.place.size();
    for (int a = 0; a < actions; ++a)
        for (const int i : lock.place) numbers[a * hands + i] = 0;
    float largest = 0;
    for (int i = 0; i < actions * hands; ++i) largest = std::max(largest, std::abs(numbers[i]));
    if (largest < kLeastOf16Bits) largest = 1;
    for (int a = 0; a < actions; ++a)
        for (std::size_t i = 0; i < locked; ++i)
            numbers[a * hands + lock.place[i]] = lock.probability[a * locked + i] * largest;
}

// The value of locked hands: the mean over their actions.
inline void locked_value(const Lock& lock, int actions, const Input* inputs, float* to) {
    const std::size_t locked = lock.place.size();
    for (std::size_t i = 0; i < locked; ++i) {
        float mean = 0;
        for (int a = 0; a < actions; ++a)
            mean += lock.probability[a * locked + i] * (inputs[a].from[lock.place[i]] * inputs[a].scale);
        to[lock.place[i]] = mean;
    }
}

}  // namespace runout::RUNOUT_LEVEL
