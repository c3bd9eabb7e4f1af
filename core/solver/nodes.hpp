// The arithmetic at one node, for all hands of the player who acts.
#pragma once

#include <cstdint>

#include "solver/lanes.hpp"
#include "solver/plan.hpp"

namespace runout::RUNOUT_LEVEL {

// Where the value of an action is, and what to multiply it with.
struct Input {
    const float* from;
    float scale;
};

// Regret matching: in proportion to what is above zero; evenly if nothing is. Averages are matched by
// the same rule. K is the number of actions if it is known, else 0.
template <int K>
inline void match(const Lanes* weights, int actions, Lanes* probability) {
    const int k = K > 0 ? K : actions;
    Lanes sum{};
    for (int a = 0; a < k; ++a) {
        probability[a] = positive_part(weights[a]);
        sum += probability[a];
    }
    const Lanes inverse = sum > 0 ? reciprocal(sum) : Lanes{};
    const Lanes even = sum > 0 ? Lanes{} : all(1.0f / static_cast<float>(k));
    for (int a = 0; a < k; ++a) probability[a] = probability[a] * inverse + even;
}

template <int K>
inline void match(const float* weights, int hands, int i, int actions, Lanes* probability) {
    const int k = K > 0 ? K : actions;
    Lanes loaded[K > 0 ? K : kMostActions];
    for (int a = 0; a < k; ++a) loaded[a] = load(weights + a * hands + i);
    match<K>(loaded, actions, probability);
}

// The opponent's node: his reach split among his actions; null where nobody asks. A bit for each action that
// some hand takes.
template <int K>
inline std::uint32_t split(const float* weights, int hands, int actions, const float* reach, float* const* to) {
    const int k = K > 0 ? K : actions;
    Lanes most[K > 0 ? K : kMostActions]{};
    for (int i = 0; i < hands; i += kLanes) {
        Lanes probability[K > 0 ? K : kMostActions];
        match<K>(weights, hands, i, actions, probability);
        const Lanes here = load(reach + i);
        for (int a = 0; a < k; ++a)
            if (to[a] != nullptr) {
                const Lanes part = here * probability[a];
                most[a] = part > most[a] ? part : most[a];
                store(to[a] + i, part);
            }
    }
    std::uint32_t taken = 0;
    for (int a = 0; a < k; ++a)
        if (some_above_zero(most[a])) taken |= std::uint32_t{1} << a;
    return taken;
}

// My node while solving: new regrets against the current strategy, if `Averages` a new average, and the value of
// the current strategy and the one that follows, mixed.
template <int K, bool Averages>
inline void update(float* regrets, float* average, int hands, int actions, const Input* inputs,
                   const Discount& discount, float* to) {
    const int k = K > 0 ? K : actions;
    const Lanes above = all(discount.positive), below = all(discount.negative), kept = all(discount.average);
    const Lanes played = all(discount.played), next = all(discount.next), ahead = all(discount.ahead);
    for (int i = 0; i < hands; i += kLanes) {
        constexpr int kRoom = K > 0 ? K : kMostActions;
        Lanes regret[kRoom], probability[kRoom], value[kRoom];
        for (int a = 0; a < k; ++a) regret[a] = load(regrets + a * hands + i);
        match<K>(regret, actions, probability);
        Lanes mean{};
        for (int a = 0; a < k; ++a) {
            value[a] = load(inputs[a].from + i) * inputs[a].scale;
            mean += probability[a] * value[a];
        }
        Lanes more[kRoom];
        for (int a = 0; a < k; ++a) {
            more[a] = value[a] - mean;
            regret[a] = regret[a] * (regret[a] > 0 ? above : below) + more[a];
            store(regrets + a * hands + i, regret[a]);
        }
        Lanes following[kRoom], gain{};
        match<K>(regret, actions, following);
        for (int a = 0; a < k; ++a) gain += following[a] * more[a];
        store(to + i, mean + ahead * gain);
        if constexpr (Averages) {
            for (int a = 0; a < k; ++a)
                store(average + a * hands + i,
                      load(average + a * hands + i) * kept + (played * probability[a] + next * following[a]));
        }
    }
}

// My node in a finished strategy, for so many sets of payoffs.
template <int K>
inline void mean_value(const float* average, int hands, int actions, int sets, const Input* const* inputs,
                       float* const* to) {
    const int k = K > 0 ? K : actions;
    for (int i = 0; i < hands; i += kLanes) {
        Lanes probability[K > 0 ? K : kMostActions];
        match<K>(average, hands, i, actions, probability);
        for (int set = 0; set < sets; ++set) {
            Lanes mean{};
            for (int a = 0; a < k; ++a) mean += probability[a] * (load(inputs[set][a].from + i) * inputs[set][a].scale);
            store(to[set] + i, mean);
        }
    }
}

inline void best_value(int hands, int actions, const Input* inputs, float* to) {
    for (int i = 0; i < hands; i += kLanes) {
        Lanes best = load(inputs[0].from + i) * inputs[0].scale;
        for (int a = 1; a < actions; ++a) {
            const Lanes value = load(inputs[a].from + i) * inputs[a].scale;
            best = value > best ? value : best;
        }
        store(to + i, best);
    }
}

template <int K>
inline void weighted_sum(int hands, int terms, const Input* inputs, float* to) {
    const int k = K > 0 ? K : terms;
    for (int i = 0; i < hands; i += kLanes) {
        Lanes sum = load(inputs[0].from + i) * inputs[0].scale;
        for (int t = 1; t < k; ++t) sum += load(inputs[t].from + i) * inputs[t].scale;
        store(to + i, sum);
    }
}

// Calls run(constant) with the number of actions as a compile-time constant where it is small.
template <class Run>
inline void with_actions(int actions, Run&& run) {
    switch (actions) {
        case 1:
            return run(std::integral_constant<int, 1>());
        case 2:
            return run(std::integral_constant<int, 2>());
        case 3:
            return run(std::integral_constant<int, 3>());
        case 4:
            return run(std::integral_constant<int, 4>());
        case 5:
            return run(std::integral_constant<int, 5>());
        case 6:
            return run(std::integral_constant<int, 6>());
        default:
            return run(std::integral_constant<int, 0>());
    }
}

inline void sum_of(int hands, int terms, const Input* inputs, float* to) {
    with_actions(terms, [&](auto k) { weighted_sum<k>(hands, terms, inputs, to); });
}

}  // namespace runout::RUNOUT_LEVEL
