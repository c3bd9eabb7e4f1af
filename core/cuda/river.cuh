// The last street: a block takes some subtrees after one deal, with their rows in shared memory.
//
// Down: the opponent's reach, his hands from weak to strong. Across: what my hands meet at all showdowns. Up:
// values, regrets, averages. Threads take two hands at once, and ask for the numbers of a node before they
// are through with the one before.
#pragma once

#include "showdowns.cuh"

// Chunks of a player's hands, each for a warp.
INLINE int in_chunks(int hands) { return (hands + kChunk - 1) / kChunk; }

// The hands of a thread: whether they are there. Rows that a block keeps have room for those that are not.
struct Places {
    int first;
    bool there[kHands];

    INLINE int at(int number) const { return first + number * kThreadsOfWarp; }
    // One that is there.
    INLINE int sure(int number) const { return there[number] ? at(number) : first; }
};

INLINE Places places_of(int chunk, int thread, int count) {
    Places places;
    places.first = chunk * kChunk + thread % kThreadsOfWarp;
    UNROLL
    for (int h = 0; h < kHands; ++h) places.there[h] = places.at(h) < count;
    return places;
}

// Hands of the opponent in one subtree: his reach at every showdown.
template <bool kLearning>
INLINE void go_down(const RiverArguments& with, const River& river, int subtree, const Places& places) {
    float* rows = river.reach + river.rows_first[subtree] + places.first;
    const float* before = with.reach + (with.parents[river.deal] - with.parent_first) * with.reach_stride +
                          static_cast<i64>(with.leaves[river.first + subtree]) * with.reach_row;
    const u16* order = with.order + static_cast<i64>(river.deal) * with.other_stride;
    const int mode = kLearning ? static_cast<int>(kUpdate) : with.mode, end = river.splits_first[subtree + 1];
    const auto cells = [&](const KeptSplit& split) {
        return cells_at(with.stored, river.cells, split.at, ordinal_of(split.which), 1 - with.me);
    };
    int at = river.splits_first[subtree];
    KeptSplit next{};
    Few ahead[kHands]{};
    const auto ask = [&](int number) {
        if (number >= end) return;
        next = river.splits[number];
        const Cells asked = cells(next);
        with_actions(actions_of(next.which), [&](auto actions) {
            UNROLL
            for (int h = 0; h < kHands; ++h)
                ask_other<decltype(actions)::value>(asked, mode, places.at(h), places.there[h], ahead[h]);
        });
    };
    ask(at);
    UNROLL
    for (int h = 0; h < kHands; ++h) rows[h * kThreadsOfWarp] = places.there[h] ? before[order[places.at(h)]] : 0.0f;
    ROLLED
    while (at < end) {
        const KeptSplit split = next;
        Few now[kHands];
        UNROLL
        for (int h = 0; h < kHands; ++h) now[h] = ahead[h];
        ask(++at);
        const int* to = river.targets + split.to;
        with_actions(actions_of(split.which), [&](auto actions) {
            UNROLL
            for (int h = 0; h < kHands; ++h) {
                float* own = rows + h * kThreadsOfWarp;
                const float reach = own[split.from];
                shares<decltype(actions)::value>(cells(split), mode, actions_of(split.which), places.at(h), now[h],
                                                 places.there[h], [&](int action, float share) {
                                                     if (to[action] >= 0) own[to[action]] = reach * share;
                                                 });
            }
        });
    }
}

// A value of a hand: a term of its rows.
INLINE float value_of(const KeptTerm& term, const float* rows) { return term.scale * rows[term.at]; }

// Those of the actions of a node.
struct ActionValues {
    const KeptTerm* terms;
    const float* rows;

    INLINE float operator()(int action) const { return value_of(terms[action], rows); }
};

struct KnownValues {
    const float* values;

    INLINE float operator()(int action) const { return values[action]; }
};

// My node: values of the hands of a thread, and what they learn.
template <bool kLearning, int K>
INLINE void own_node(const RiverArguments& with, const River& river, const Discount& discount, const KeptStep& step,
                     const Places& places, const Held (&held)[kHands], const float* rows, Largest* largest,
                     bool storing, float (&value)[kHands]) {
    const Cells cells = cells_at(with.stored, river.cells, step.at, ordinal_of(step.which), with.me);
    const KeptTerm* terms = river.terms + step.first;
    float known[kHands][K > 0 ? K : 1];
    UNROLL_ACTIONS
    for (int a = 0; a < K; ++a) {
        const KeptTerm term = terms[a];
        UNROLL
        for (int h = 0; h < kHands; ++h) known[h][a] = value_of(term, rows + h * kThreads);
    }
    UNROLL
    for (int h = 0; h < kHands; ++h) {
        const float* lock = lock_of(with.stored, cells, places.sure(h));
        const int actions = actions_of(step.which);
        if (K > 0)
            value[h] = own_value<kLearning, K>(discount, actions, cells, with.mode, places.at(h), lock, held[h],
                                               KnownValues{known[h]}, largest, places.there[h], storing);
        else
            value[h] =
                own_value<kLearning, K>(discount, actions, cells, with.mode, places.at(h), lock, held[h],
                                        ActionValues{terms, rows + h * kThreads}, largest, places.there[h], storing);
    }
}

// Hands of mine in one subtree: values from the showdowns to the root.
template <bool kLearning>
INLINE void go_up(const RiverArguments& with, const River& river, const Discount& discount, int subtree,
                  const Places& places, float* rows, bool storing, float (&value)[kHands]) {
    const int end = river.steps_first[subtree + 1];
    int at = river.steps_first[subtree];
    KeptStep next{};
    Held ahead[kHands]{};
    const auto ask = [&](int number) {
        if (number >= end) return;
        next = river.steps[number];
        const Cells cells = cells_at(with.stored, river.cells, next.at, ordinal_of(next.which), with.me);
        with_actions(actions_of(next.which), [&](auto actions) {
            UNROLL
            for (int h = 0; h < kHands; ++h)
                ask_own<kLearning, decltype(actions)::value>(cells, places.at(h), places.there[h], discount.averages(),
                                                             ahead[h]);
        });
    };
    ask(at);
    const BoardHand* own = with.own + static_cast<i64>(river.deal) * with.own_stride;
    UNROLL
    for (int h = 0; h < kHands; ++h) {
        const Meeting meeting{with,
                              river,
                              own_hand(own + places.sure(h)),
                              river.lanes_first[subtree],
                              river.lanes_first[subtree + 1],
                              rows + with.slots * kValueRow + h * kThreads};
        meeting.everywhere();
    }
    ROLLED
    while (at < end) {
        const KeptStep step = next;
        Held now[kHands];
        UNROLL
        for (int h = 0; h < kHands; ++h) {
            now[h] = ahead[h];
            value[h] = 0;
        }
        Largest* largest = river.largest + at;
        ask(++at);
        if (actions_of(step.which) == 0) {
            ROLLED
            for (int number = 0; number < step.at; ++number) {
                const KeptTerm term = river.terms[step.first + number];
                UNROLL
                for (int h = 0; h < kHands; ++h) value[h] += value_of(term, rows + h * kThreads);
            }
        } else {
            with_actions(actions_of(step.which), [&](auto actions) {
                own_node<kLearning, decltype(actions)::value>(with, river, discount, step, places, now, rows, largest,
                                                              storing, value);
            });
        }
        UNROLL
        for (int h = 0; h < kHands; ++h) rows[step.to + h * kThreads] = value[h];
    }
    const KeptTerm root = river.roots[subtree];
    UNROLL
    for (int h = 0; h < kHands; ++h) value[h] = value_of(root, rows + h * kThreads);
}

template <bool kLearning>
INLINE void go_down_all(const Block& block, const RiverArguments& with, const River& river, int thread) {
    const int chunks = in_chunks(river.other_count);
    for (int item = thread / kThreadsOfWarp; item < river.subtrees * chunks; item += block.threads / kThreadsOfWarp) {
        const Places places = places_of(item % chunks, thread, river.other_count);
        if (places.there[0]) go_down<kLearning>(with, river, item / chunks, places);
    }
}

template <bool kLearning>
INLINE void go_up_all(const Block& block, const RiverArguments& with, const River& river, int thread, bool storing) {
    const Discount discount = kLearning ? discount_of(with.discount) : Discount{};
    const BoardHand* own = with.own + static_cast<i64>(river.deal) * with.own_stride;
    float* values =
        with.values +
        (static_cast<i64>(river.deal - with.street.deal_first) * with.subtrees + river.first) * with.value_row;
    const int chunks = in_chunks(river.own_count);
    for (int item = thread / kThreadsOfWarp; item < river.subtrees * chunks; item += block.threads / kThreadsOfWarp) {
        const Places places = places_of(item % chunks, thread, river.own_count);
        if (!places.there[0]) continue;
        float value[kHands];
        go_up<kLearning>(with, river, discount, item / chunks, places, river.values + thread, storing, value);
        if (!storing) continue;
        UNROLL
        for (int h = 0; h < kHands; ++h)
            if (places.there[h])
                values[item / chunks * with.value_row + number_of(own_hand(own + places.at(h)))] = value[h];
    }
}

// Asks for the numbers of my nodes, which are needed when the showdowns are through.
template <bool kLearning>
INLINE void prefetch_all(const Block& block, const RiverArguments& with, const River& river, int thread) {
    constexpr int kLine = 128 / static_cast<int>(sizeof(Number));
    const int lane = thread % kThreadsOfWarp, warps = block.threads / kThreadsOfWarp;
    for (int at = thread / kThreadsOfWarp; at < river.steps_first[river.subtrees]; at += warps) {
        const KeptStep step = river.steps[at];
        if (actions_of(step.which) == 0) continue;
        const Cells cells = cells_at(with.stored, river.cells, step.at, ordinal_of(step.which), with.me);
        for (int line = lane; line * kLine < actions_of(step.which) * cells.pad; line += kThreadsOfWarp) {
            if (kLearning) prefetch(cells.regrets + line * kLine);
            prefetch(cells.averages + line * kLine);
        }
    }
}

template <bool kOutside, bool kLearning>
INLINE void play_river(const Block& block, const RiverArguments& with) {
    const int works = with.group_count * with.street.deal_count;
    for (int work = block.number; work < works; work += block.count) {
        const River river = river_of<kOutside>(block, with, work);
        PHASE(thread)
        take_program(block, with, river, thread);
        END_PHASE
        PHASE(thread)
        prefetch_all<kLearning>(block, with, river, thread);
        go_down_all<kLearning>(block, with, river, thread);
#if RUNOUT_SHORT
        for (int step = thread; step < river.steps_first[river.subtrees]; step += block.threads)
            river.largest[step] = {0, 0};
#endif
        END_PHASE
        PHASE(thread)
        for (int item = thread; item < river.strands * river.parts; item += block.threads)
            add_up(with, river, item / river.parts, item % river.parts);
        END_PHASE
        PHASE(thread)
        for (int item = thread; item < river.strands * river.parts; item += block.threads)
            carry_over(with, river, item / river.parts, item % river.parts);
        END_PHASE
#if RUNOUT_SHORT
        if (kLearning) {
            PHASE(thread)
            go_up_all<kLearning>(block, with, river, thread, false);
            END_PHASE
        }
#endif
        PHASE(thread)
        go_up_all<kLearning>(block, with, river, thread, true);
        END_PHASE
#if RUNOUT_SHORT
        if (kLearning) {
            PHASE(thread)
            for (int at = thread; at < river.steps_first[river.subtrees]; at += block.threads) {
                const KeptStep step = river.steps[at];
                if (actions_of(step.which) > 0)
                    note_scales(with.stored,
                                cells_at(with.stored, river.cells, step.at, ordinal_of(step.which), with.me),
                                discount_of(with.discount), river.largest[at]);
            }
            END_PHASE
        }
#endif
    }
}

#define INSIDE_LEARNING play_river<false, true>
#define INSIDE_READING play_river<false, false>
#define OUTSIDE_LEARNING play_river<true, true>
#define OUTSIDE_READING play_river<true, false>
KERNEL(river_update, RiverArguments, INSIDE_LEARNING)
KERNEL(river_read, RiverArguments, INSIDE_READING)
KERNEL(large_river_update, RiverArguments, OUTSIDE_LEARNING)
KERNEL(large_river_read, RiverArguments, OUTSIDE_READING)
