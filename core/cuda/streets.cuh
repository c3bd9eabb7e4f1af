// The streets before the last: small kernels over deals and nodes.
#pragma once

#include "matching.cuh"

// The opponent's reach at the roots of a street, without hands that hold a card of the deal.
INLINE void enter_street(const Block& block, const EnterArguments& with) {
    const int root = block.number % with.roots, number = block.number / with.roots, deal = with.deal_first + number;
    PHASE(thread)
    const float* from = with.from + (with.parents[deal] - with.parent_first) * with.from_stride +
                        static_cast<i64>(with.leaves[root]) * with.row;
    float* to = with.to + number * with.to_stride + static_cast<i64>(root) * with.row;
    for (int hand = thread; hand < with.hands; hand += block.threads)
        to[hand] = with.dealt[deal] & with.cards[hand] ? 0.0f : from[hand];
    END_PHASE
}

// The opponent's nodes at one depth: his reach after each of his actions.
INLINE void split_reach(const Block& block, const SplitArguments& with) {
    const Split split = with.splits[block.number % with.count];
    const int number = block.number / with.count, deal = with.street.deal_first + number;
    const Cells cells = cells_of(with.stored, deal_cells(with.street, deal), split.node, with.player);
    float* rows = with.reach + number * with.stride;
    PHASE(thread)
    for (int hand = thread; hand < with.hands; hand += block.threads) {
        const float reach = rows[static_cast<i64>(split.from) * with.row + hand];
        with_actions(split.node.actions, [&](auto actions) {
            constexpr int K = decltype(actions)::value;
            Few few;
            ask_other<K>(cells, with.mode, hand, true, few);
            shares<K>(cells, with.mode, split.node.actions, hand, few, true, [&](int action, float share) {
                rows[static_cast<i64>(split.to + action) * with.row + hand] = reach * share;
            });
        });
    }
    END_PHASE
}

// The opponent's reach that a hand meets where somebody folds, in double precision: it is a difference, and
// where next to nothing is left the hands are summed one by one.
INLINE double met_reach(const AscendArguments& with, const float* reach, const double* sums, int hand) {
    constexpr double kSureShare = 1e-6;
    const double all = sums[kMostCards];
    if (all == 0) return 0;
    const int low = with.own_cards[2 * hand], high = with.own_cards[2 * hand + 1], same = with.same[hand];
    const double left = all - sums[low] - sums[high] + (same < 0 ? 0.0f : reach[same]);
    if (left > kSureShare * all) return left;
    double sum = 0;
    for (int other = 0; other < with.other_hands; ++other) {
        const int a = with.other_cards[2 * other], b = with.other_cards[2 * other + 1];
        if (a != low && a != high && b != low && b != high) sum += reach[other];
    }
    return sum;
}

INLINE void fold_values(const Block& block, const AscendArguments& with, const Ascent& node, const float* reach,
                        float* to) {
    double* sums = reinterpret_cast<double*>(block.shared);
    double* partial = sums + kMostCards + 1;
    PHASE(thread)
    for (int card = thread; card < kMostCards; card += block.threads) {
        double sum = 0;
        for (int at = with.card_first[card]; at < with.card_first[card + 1]; ++at) sum += reach[with.card_hands[at]];
        sums[card] = sum;
    }
    double sum = 0;
    for (int hand = thread; hand < with.other_hands; hand += block.threads) sum += reach[hand];
    partial[thread] = sum;
    END_PHASE
    PHASE(thread)
    if (thread == 0) {
        double sum = 0;
        for (int part = 0; part < block.threads; ++part) sum += partial[part];
        sums[kMostCards] = sum;
    }
    END_PHASE
    PHASE(thread)
    for (int hand = thread; hand < with.own_hands; hand += block.threads) {
        const float unit = with.unit == nullptr ? 1.0f : with.unit[hand];
        to[hand] = static_cast<float>(met_reach(with, reach, sums, hand)) * node.pays * unit;
    }
    END_PHASE
}

// The values of the actions of a node, where the street below has left them.
struct ValuesBelow {
    const float* rows;
    const int row;

    INLINE float operator()(int action) const { return rows[static_cast<i64>(action) * row]; }
};

template <bool kLearning>
INLINE void own_values(const Block& block, const AscendArguments& with, const Ascent& node, int deal,
                       const float* below, float* to) {
    const Cells cells = cells_of(with.stored, deal_cells(with.street, deal), node.node, with.me);
    const Discount discount = kLearning ? discount_of(with.discount) : Discount{};
    Largest* largest = reinterpret_cast<Largest*>(block.shared);
    const auto value = [&](int hand, bool storing) {
        float found = 0;
        with_actions(node.node.actions, [&](auto actions) {
            constexpr int K = decltype(actions)::value;
            Held held;
            ask_own<kLearning, K>(cells, hand, true, discount.averages(), held);
            found = own_value<kLearning, K>(discount, node.node.actions, cells, with.mode, hand,
                                            lock_of(with.stored, cells, hand), held,
                                            ValuesBelow{below + hand, with.value_row}, largest, true, storing);
        });
        return found;
    };
#if RUNOUT_SHORT
    PHASE(thread)
    if (thread == 0) *largest = {0, 0};
    END_PHASE
    if (kLearning) {
        PHASE(thread)
        for (int hand = thread; hand < with.own_hands; hand += block.threads) value(hand, false);
        END_PHASE
    }
#endif
    PHASE(thread)
    for (int hand = thread; hand < with.own_hands; hand += block.threads) to[hand] = value(hand, true);
    END_PHASE
#if RUNOUT_SHORT
    PHASE(thread)
    if (thread == 0 && kLearning) note_scales(with.stored, cells, discount, *largest);
    END_PHASE
#endif
}

// Nodes at one depth: their values from those below.
INLINE void ascend_street(const Block& block, const AscendArguments& with) {
    const Ascent node = with.nodes[block.number % with.count];
    const int number = block.number / with.count, deal = with.street.deal_first + number;
    const float* reach = with.reach + number * with.reach_stride + static_cast<i64>(node.reach) * with.reach_row;
    float* rows = with.values + number * with.value_stride;
    float* to = rows + static_cast<i64>(node.value) * with.value_row;
    const float* below = rows + static_cast<i64>(node.below) * with.value_row;
    if (node.kind == kFold) {
        fold_values(block, with, node, reach, to);
    } else if (node.kind == with.me) {
        if (with.mode == kUpdate)
            own_values<true>(block, with, node, deal, below, to);
        else
            own_values<false>(block, with, node, deal, below, to);
    } else {
        PHASE(thread)
        for (int hand = thread; hand < with.own_hands; hand += block.threads) {
            float sum = below[hand];
            for (int action = 1; action < node.node.actions; ++action)
                sum += below[static_cast<i64>(action) * with.value_row + hand];
            to[hand] = sum;
        }
        END_PHASE
    }
}

// The values where a card is dealt: the mean, over all relabellings that keep the board, of the sum over the
// deals that were played, each times those that it stands for.
INLINE void gather_deals(const Block& block, const GatherArguments& with) {
    const int root = block.number % with.roots, number = block.number / with.roots, deal = with.deal_first + number;
    const int maps = with.map_count[deal], first = with.first_after[deal], end = with.first_after[deal + 1];
    float* to = with.to + number * with.to_stride + static_cast<i64>(with.leaves[root]) * with.row;
    const float* rows = with.from + static_cast<i64>(with.sources[root]) * with.row;
    const float scale = with.probability / static_cast<float>(maps);
    PHASE(thread)
    for (int hand = thread; hand < with.hands; hand += block.threads) {
        float sum = 0;
        for (int number_of_map = 0; number_of_map < maps; ++number_of_map) {
            const int map = with.map[with.map_first[deal] + number_of_map];
            const int from = with.hand_maps[static_cast<i64>(map) * with.hands + hand];
            const u64 held = with.cards[from];
            for (int next = first; next < end; ++next)
                if (!(with.dealt[next] & held))
                    sum += with.copies[next] * rows[(next - with.next_first) * with.from_stride + from];
        }
        to[hand] = sum * scale;
    }
    END_PHASE
}

KERNEL(enter, EnterArguments, enter_street)
KERNEL(split, SplitArguments, split_reach)
KERNEL(ascend, AscendArguments, ascend_street)
KERNEL(gather, GatherArguments, gather_deals)
