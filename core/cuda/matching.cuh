// The numbers of a node, and the arithmetic for one hand.
#pragma once

#include "arguments.cuh"

#if RUNOUT_SHORT
using Number = short;
#else
using Number = float;
#endif

#if RUNOUT_SHORT
constexpr float kLargest = 32767;
// Where a node's numbers are all less than this, they are nothing: kLargest over them is beyond all numbers.
constexpr float kLeastOf16Bits = 1e-33f;
#endif

template <int K>
struct Constant {
    static constexpr int value = K;
};

// Where the numbers of one deal are.
struct DealCells {
    i64 base, scale;
    int pad[2];
};

INLINE DealCells deal_cells(const Street& street, int deal) {
    return {street.base[deal],
            street.scale_base + static_cast<i64>(deal) * street.scales,
            {street.pad[2 * deal], street.pad[2 * deal + 1]}};
}

// The numbers of one node after one deal.
struct Cells {
    Number *regrets, *averages;
    float regret_scale, average_scale;
    i64 scale;
    int pad;
};

INLINE Cells cells_at(const Stored& stored, const DealCells& deal, int at, int ordinal, int player) {
    Cells cells;
    cells.regrets = static_cast<Number*>(stored.regrets) + deal.base + at;
    cells.averages = static_cast<Number*>(stored.averages) + deal.base + at;
    cells.scale = deal.scale + ordinal;
    cells.pad = deal.pad[player];
#if RUNOUT_SHORT
    cells.regret_scale = stored.regret_scales[cells.scale];
    cells.average_scale = stored.average_scales[cells.scale];
#else
    cells.regret_scale = cells.average_scale = 1;
#endif
    return cells;
}

// Where the numbers of a node are among those of its deal, which an int can count.
INLINE int place_of(const DealCells& deal, const Node& node) {
    return node.before[0] * deal.pad[0] + node.before[1] * deal.pad[1];
}

INLINE Cells cells_of(const Stored& stored, const DealCells& deal, const Node& node, int player) {
    return cells_at(stored, deal, place_of(deal, node), node.ordinal, player);
}

INLINE float read(const Number* numbers, float scale, int at) {
#if RUNOUT_SHORT
    return static_cast<float>(numbers[at]) * scale;
#else
    (void)scale;
    return numbers[at];
#endif
}

// Numbers of one hand at a node of few actions, asked for before they are needed.
enum { kFew = 4 };

struct Few {
    float of[kFew];
};

template <int K>
INLINE void ask_few(const Number* numbers, float scale, int pad, int hand, bool there, Few& few) {
    UNROLL_ACTIONS
    for (int a = 0; a < K; ++a) few.of[a] = there ? read(numbers + a * pad, scale, hand) : 0.0f;
}

// What my node is asked for: what its strategy is made of, and while solving the averages, where they change.
struct Held {
    Few weights, averages;
};

template <bool kLearning, int K>
INLINE void ask_own(const Cells& cells, int hand, bool there, bool averaging, Held& held) {
    ask_few<K>(kLearning ? cells.regrets : cells.averages, kLearning ? cells.regret_scale : cells.average_scale,
               cells.pad, hand, there, held.weights);
    if (kLearning) ask_few<K>(cells.averages, cells.average_scale, cells.pad, hand, there && averaging, held.averages);
}

INLINE short rounded(float number, float per_unit) {
    const float scaled = number * per_unit;
    return static_cast<short>(static_cast<int>(scaled + (scaled < 0 ? -0.5f : 0.5f)));
}

// Calls with the number of actions as a constant where it is small, and with 0 where it is not.
template <class Call>
INLINE void with_actions(int actions, const Call& call) {
    switch (actions) {
        case 2:
            return call(Constant<2>{});
        case 3:
            return call(Constant<3>{});
        case 4:
            return call(Constant<4>{});
        default:
            return call(Constant<0>{});
    }
}

// The least number of the normal range. One over less may be beyond all numbers, and nothing times that is none.
constexpr float kLeast = 1.17549435e-38f;

// Regret matching: in proportion to what is above zero; evenly if nothing is, or too little to divide by. K is
// the number of actions if it is known, else 0.
template <int K>
INLINE void match(const float* weights, int actions, float* probability) {
    const int k = K > 0 ? K : actions;
    float sum = 0;
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a) {
        probability[a] = larger(weights[a], 0.0f);
        sum += probability[a];
    }
    const float inverse = sum >= kLeast ? 1.0f / sum : 0.0f, even = sum >= kLeast ? 0.0f : 1.0f / static_cast<float>(k);
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a) probability[a] = probability[a] * inverse + even;
}

// The probabilities of a locked hand; false if it is free.
INLINE const float* lock_of(const Stored& stored, const Cells& cells, int hand) {
    if (stored.locked == nullptr) return nullptr;
    const int first = stored.locked[cells.scale];
    if (first < 0 || stored.probability[first + hand] < 0) return nullptr;
    return stored.probability + first + hand;
}

// Where the largest numbers of a node are gathered before they are stored with one scale.
struct Largest {
    float regret, average;
};

// How an iteration weighs what came before it: regrets above and below zero, and averages. The strategy that was
// played and the one that follows from its regrets are added to averages with these weights. `ahead` is the part of
// the latter in the value that a node hands up to the one before.
struct Discount {
    float above, below, kept, played, next, ahead;

    // Whether averages change at all.
    INLINE bool averages() const { return kept != 1 || played != 0 || next != 0; }
};

INLINE Discount discount_of(const float* factors) {
    return {factors[0], factors[1], factors[2], factors[3], factors[4], factors[5]};
}

// Writes what one hand has learned, or offers it where the largest is gathered first. The value that its node hands
// up.
template <int K>
INLINE float learn(const Cells& cells, const Discount& discount, int actions, int hand, const float* lock,
                   const float* regrets, const float* averages, const float* probability, const float* value,
                   float mean, Largest* largest, bool there, bool storing) {
    const int k = K > 0 ? K : actions;
#if RUNOUT_SHORT
    // The numbers of a locked hand are its probabilities, about as large as the others of its node.
    const float most_regret = storing ? largest->regret : 0, most_average = storing ? largest->average : 0;
    const float per_regret = lock != nullptr ? kLargest : most_regret >= kLeastOf16Bits ? kLargest / most_regret : 0;
    const float per_average = lock != nullptr ? kLargest : most_average >= kLeastOf16Bits ? kLargest / most_average : 0;
    if (!there || (lock != nullptr && !storing)) return mean;
#else
    (void)largest;
    if (!there || lock != nullptr || !storing) return mean;
#endif
    float learned[K > 0 ? K : kMostActions], following[K > 0 ? K : kMostActions];
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a) {
        learned[a] = regrets[a] * (regrets[a] > 0 ? discount.above : discount.below) + (value[a] - mean);
#if RUNOUT_SHORT
        if (storing)
            cells.regrets[a * cells.pad + hand] = rounded(lock == nullptr ? learned[a] : probability[a], per_regret);
        else
            offer_largest(&largest->regret, magnitude(learned[a]));
#else
        cells.regrets[a * cells.pad + hand] = learned[a];
#endif
    }
    match<K>(learned, k, following);
    float gain = 0;
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a) gain += following[a] * (value[a] - mean);
    const float handed_up = lock == nullptr ? mean + discount.ahead * gain : mean;
    if (!discount.averages()) return handed_up;
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a) {
        const float average =
            averages[a] * discount.kept + (discount.played * probability[a] + discount.next * following[a]);
#if RUNOUT_SHORT
        if (storing)
            cells.averages[a * cells.pad + hand] = rounded(lock == nullptr ? average : probability[a], per_average);
        else
            offer_largest(&largest->average, magnitude(average));
#else
        cells.averages[a * cells.pad + hand] = average;
#endif
    }
    return handed_up;
}

// My node: the value of one hand from those of its actions, and while solving what it learns from them, unless
// there is no such hand.
template <bool kLearning, int K, class Values>
INLINE float own_value(const Discount& discount, int actions, const Cells& cells, int mode, int hand, const float* lock,
                       const Held& held, const Values& values, Largest* largest, bool there, bool storing) {
    const int k = K > 0 ? K : actions;
    constexpr int kRoom = K > 0 ? K : kMostActions;
    float weights[kRoom], averages[kRoom], probability[kRoom], value[kRoom];
    const Number* numbers = kLearning ? cells.regrets : cells.averages;
    const float scale = kLearning ? cells.regret_scale : cells.average_scale;
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a)
        weights[a] = K > 0 ? held.weights.of[a] : there ? read(numbers, scale, a * cells.pad + hand) : 0.0f;
    if (kLearning) {
        UNROLL_ACTIONS
        for (int a = 0; a < k; ++a)
            averages[a] = K > 0 ? held.averages.of[a]
                          : there && discount.averages()
                              ? read(cells.averages, cells.average_scale, a * cells.pad + hand)
                              : 0.0f;
    }
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a) value[a] = values(a);
    match<K>(weights, k, probability);
    if (lock != nullptr)
        for (int a = 0; a < k; ++a) probability[a] = lock[static_cast<i64>(a) * cells.pad];
    float mean = 0;
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a) mean += probability[a] * value[a];
    if (kLearning) {
        mean = learn<K>(cells, discount, k, hand, lock, weights, averages, probability, value, mean, largest, there,
                        storing);
    } else if (mode == kBest && lock == nullptr) {
        mean = value[0];
        UNROLL_ACTIONS
        for (int a = 1; a < k; ++a) mean = larger(mean, value[a]);
    }
    return mean;
}

// The scales of a node whose numbers have been stored with them. Where nothing is above zero a locked hand
// is as large as one.
INLINE void note_scales(const Stored& stored, const Cells& cells, const Discount& discount, const Largest& largest) {
#if RUNOUT_SHORT
    const bool locked = stored.locked != nullptr && stored.locked[cells.scale] >= 0;
    const float least = locked ? 1.0f : 0.0f;
    stored.regret_scales[cells.scale] = (largest.regret >= kLeastOf16Bits ? largest.regret : least) / kLargest;
    if (discount.averages())
        stored.average_scales[cells.scale] = (largest.average >= kLeastOf16Bits ? largest.average : least) / kLargest;
#else
    (void)stored, (void)cells, (void)discount, (void)largest;
#endif
}

// What the opponent's node is asked for.
template <int K>
INLINE void ask_other(const Cells& cells, int mode, int hand, bool there, Few& few) {
    ask_few<K>(mode == kUpdate ? cells.regrets : cells.averages,
               mode == kUpdate ? cells.regret_scale : cells.average_scale, cells.pad, hand, there, few);
}

// The opponent's node: the shares of one hand's reach. Calls give(action, share).
template <int K, class Give>
INLINE void shares(const Cells& cells, int mode, int actions, int hand, const Few& few, bool there, const Give& give) {
    const int k = K > 0 ? K : actions;
    float weights[K > 0 ? K : kMostActions], probability[K > 0 ? K : kMostActions];
    const Number* numbers = mode == kUpdate ? cells.regrets : cells.averages;
    const float scale = mode == kUpdate ? cells.regret_scale : cells.average_scale;
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a)
        weights[a] = K > 0 ? few.of[a] : there ? read(numbers, scale, a * cells.pad + hand) : 0.0f;
    match<K>(weights, k, probability);
    UNROLL_ACTIONS
    for (int a = 0; a < k; ++a) give(a, probability[a]);
}
