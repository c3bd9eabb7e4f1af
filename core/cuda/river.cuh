// The last street: a block takes some subtrees after one deal, with their rows in shared memory.
//
// Down: the opponent's reach, his hands from weak to strong. Across: running sums over his hands, all of
// them and those with each card, for all showdowns side by side; each list begins with a zero. Up: for each
// of my hands, what is below it in three lists, less what shares a card; values, regrets, averages.
#pragma once

#include "matching.cuh"

enum Met { kMost, kLittle, kNothing };

// A hand of a board as it is kept: three words, which are taken apart where they are needed.
struct OwnHand {
    u64 less, up_to, all;
};

INLINE OwnHand own_hand(const BoardHand* from) { return {from->words[0], from->words[1], from->words[2]}; }
INLINE int part_of(u64 word, int number) { return static_cast<int>(word >> (16 * number) & 0xffff); }
INLINE int low_card(u64 all) { return static_cast<int>(all >> 32 & 0xff); }
INLINE int high_card(u64 all) { return static_cast<int>(all >> 40 & 0xff); }
INLINE int number_of(const OwnHand& hand) { return part_of(hand.up_to, 3); }

// What a block works with: some subtrees after a deal, the steps of their passes, and rows.
struct River {
    int first, subtrees, deal;
    int lanes, own_count, other_count, length;
    int parts, part;  // a list is cut into parts of so many entries
    DealCells cells;
    u16* list;
    // The program, as it is in the arguments.
    int *splits_first, *steps_first, *rows_first;
    Split* splits;
    int* targets;
    Lane* lane;  // with the place of its row
    Step* steps;
    Term *terms, *roots;
    float *partial, *slots, *reach, *sums;
    int* restarted;
    Largest* largest;
};

// Where a block keeps what: the list, the program, what is left over of the parts, slots, then the rows.
template <bool kOutside>
INLINE River river_of(const Block& block, const RiverArguments& with, int work) {
    River river;
    const int group = work % with.group_count;
    const int first = with.groups[2 * group], end = with.groups[2 * group + 1];
    river.deal = with.street.deal_first + work / with.group_count;
    river.first = first;
    river.subtrees = end - first;
    river.lanes = with.lanes_first[end] - with.lanes_first[first];
    river.own_count = with.counts[2 * river.deal + with.me];
    river.other_count = with.counts[2 * river.deal + 1 - with.me];
    river.length = with.list_lengths[river.deal];
    const int parts = river.lanes > 0 ? block.threads / river.lanes : 1;
    river.parts = parts < 1 ? 1 : parts > 64 ? 64 : parts;
    river.part = ((river.length + river.parts - 1) / river.parts) | 1;  // odd: threads meet different banks
    river.cells = deal_cells(with.street, river.deal);
    char* at = block.shared;
    river.list = reinterpret_cast<u16*>(at);
    at += with.list_bytes;
    int* words = reinterpret_cast<int*>(at);
    river.splits_first = words;
    river.steps_first = river.splits_first + river.subtrees + 1;
    river.rows_first = river.steps_first + river.subtrees + 1;
    words = river.rows_first + river.subtrees + 1;
    river.splits = reinterpret_cast<Split*>(words);
    words += (with.splits_first[end] - with.splits_first[first]) * static_cast<int>(sizeof(Split) / sizeof(int));
    river.targets = words;
    words += with.targets_first[end] - with.targets_first[first];
    river.lane = reinterpret_cast<Lane*>(words);
    words += river.lanes * static_cast<int>(sizeof(Lane) / sizeof(int));
    river.steps = reinterpret_cast<Step*>(words);
    words += (with.steps_first[end] - with.steps_first[first]) * static_cast<int>(sizeof(Step) / sizeof(int));
    river.terms = reinterpret_cast<Term*>(words);
    words += (with.terms_first[end] - with.terms_first[first]) * static_cast<int>(sizeof(Term) / sizeof(int));
    river.roots = reinterpret_cast<Term*>(words);
    at += with.program_bytes;
    river.partial = reinterpret_cast<float*>(at);
    river.restarted = reinterpret_cast<int*>(at + with.part_bytes);
    at += 2 * with.part_bytes;
    river.slots = reinterpret_cast<float*>(at);
    at += with.slot_bytes;
    river.largest = reinterpret_cast<Largest*>(at);
#if RUNOUT_SHORT
    at += (with.steps_first[end] - with.steps_first[first] + 1) / 2 * 2 * static_cast<int>(sizeof(Largest));
#endif
    river.reach = kOutside ? with.scratch + block.number * with.scratch_stride : reinterpret_cast<float*>(at);
    river.sums = river.reach + static_cast<i64>(with.rows_first[end] - with.rows_first[first]) * with.other_stride;
    return river;
}

// The part of the program that a block needs, counted from its own beginning.
INLINE void take_program(const Block& block, const RiverArguments& with, const River& river, int thread) {
    const int first = river.first, end = first + river.subtrees;
    const int splits = with.splits_first[first], targets = with.targets_first[first], lanes = with.lanes_first[first];
    const int steps = with.steps_first[first], terms = with.terms_first[first], rows = with.rows_first[first];
    const auto counted = [&](Term term) {
        if (term.kind != kSlot) term.number -= lanes;
        return term;
    };
    for (int at = thread; at <= river.subtrees; at += block.threads) {
        river.splits_first[at] = with.splits_first[first + at] - splits;
        river.steps_first[at] = with.steps_first[first + at] - steps;
        river.rows_first[at] = with.rows_first[first + at] - rows;
        if (at < river.subtrees) river.roots[at] = counted(with.roots[first + at]);
    }
    for (int at = thread; at < with.splits_first[end] - splits; at += block.threads) {
        Split split = with.splits[splits + at];
        split.to -= targets;
        river.splits[at] = split;
    }
    for (int at = thread; at < with.targets_first[end] - targets; at += block.threads)
        river.targets[at] = with.targets[targets + at];
    for (int at = thread; at < river.lanes; at += block.threads) {
        Lane lane = with.lanes[lanes + at];
        lane.row = (lane.row - rows) * with.other_stride;
        river.lane[at] = lane;
    }
    for (int at = thread; at < with.steps_first[end] - steps; at += block.threads) {
        Step step = with.steps[steps + at];
        step.first -= terms;
        river.steps[at] = step;
    }
    for (int at = thread; at < with.terms_first[end] - terms; at += block.threads)
        river.terms[at] = counted(with.terms[terms + at]);
}

// One hand of the opponent in one subtree: his reach at every showdown.
template <bool kLearning>
INLINE void go_down(const RiverArguments& with, const River& river, int subtree, int place) {
    const int stride = with.other_stride;
    float* rows = river.reach + river.rows_first[subtree] * stride + place;
    const i64 before = (with.parents[river.deal] - with.parent_first) * with.reach_stride +
                       static_cast<i64>(with.leaves[river.first + subtree]) * with.reach_row;
    rows[0] = with.reach[before + with.order[static_cast<i64>(river.deal) * stride + place]];
    const int end = river.splits_first[subtree + 1];
    for (int at = river.splits_first[subtree]; at < end; ++at) {
        const Split& split = river.splits[at];
        const Cells cells = cells_of(with.stored, river.cells, split.node, 1 - with.me);
        const int* to = river.targets + split.to;
        const float reach = rows[split.from * stride];
        shares_of(split.node, cells, kLearning ? static_cast<int>(kUpdate) : with.mode, place,
                  [&](int action, float share) {
                      if (to[action] >= 0) rows[to[action] * stride] = reach * share;
                  });
    }
}

// One part of the running sums of a showdown, as if it were the first.
INLINE void add_up(const RiverArguments& with, const River& river, int lane, int part) {
    const float* reach = river.reach + river.lane[lane].row;
    float* sums = river.sums + lane * with.list_stride;
    const int first = part * river.part, last = first + river.part;
    const int end = last < river.length ? last : river.length;
    float sum = 0;
    int restarted = 0;
    UNROLL_FOUR
    for (int at = first; at < end; ++at) {
        const int entry = river.list[at];
        const float next = entry & kStart ? 0.0f : reach[entry & (kStart - 1)];
        sum = entry & kStart ? 0.0f : sum + next;
        restarted |= entry;
        sums[at] = sum;
    }
    river.partial[lane * river.parts + part] = sum;
    river.restarted[lane * river.parts + part] = restarted & kStart;
}

// Adds what the parts before have left over, up to where a list begins.
INLINE void carry_over(const RiverArguments& with, const River& river, int lane, int part) {
    float* sums = river.sums + lane * with.list_stride;
    const int first = part * river.part, last = first + river.part;
    const int end = last < river.length ? last : river.length;
    float carried = 0;
    for (int before = 0; before < part; ++before) {
        const float sum = river.partial[lane * river.parts + before];
        carried = river.restarted[lane * river.parts + before] ? sum : carried + sum;
    }
    for (int at = first; at < end && !(river.list[at] & kStart); ++at) sums[at] += carried;
}

// The reach of some opposing hands that share no card with mine, one by one.
INLINE float apart(const BoardHand* others, const float* reach, u64 mine, int from, int to) {
    const int low = low_card(mine), high = high_card(mine);
    float sum = 0;
    for (int at = from; at < to; ++at) {
        const int a = low_card(others[at].words[2]), b = high_card(others[at].words[2]);
        if (a != low && a != high && b != low && b != high) sum += reach[at];
    }
    return sum;
}

// What a hand that meets little gets at a showdown.
COLD float at_rare_showdown(const BoardHand* others, const float* reach, u64 mine, int less, int up_to, int count,
                            float win, float tie, float lose) {
    return win * apart(others, reach, mine, 0, less) + tie * apart(others, reach, mine, less, up_to) +
           lose * apart(others, reach, mine, up_to, count);
}

// What one of my hands gets at a showdown, or the reach that it meets there.
INLINE float at_showdown(const RiverArguments& with, const River& river, const OwnHand& hand, bool rare, int lane,
                         bool total) {
    const Lane& pays = river.lane[lane];
    const float* reach = river.reach + pays.row;
    const int count = river.other_count;
    if (rare) {
        if (with.met[number_of(hand)] == kNothing) return 0;
        const BoardHand* others = with.others + static_cast<i64>(river.deal) * with.other_stride;
        return with.unit[number_of(hand)] * at_rare_showdown(others, reach, hand.all, part_of(hand.less, 0),
                                                             part_of(hand.up_to, 0), count, total ? 1.0f : pays.win,
                                                             total ? 1.0f : pays.tie, total ? 1.0f : pays.lose);
    }
    const float* sums = river.sums + lane * with.list_stride;
    const int twin = part_of(hand.less, 3);
    const float same = twin == kNone ? 0.0f : reach[twin];
    const float all = sums[count] - sums[part_of(hand.all, 0)] - sums[part_of(hand.all, 1)] + same;
    if (total) return all;
    const float less = sums[part_of(hand.less, 0)] - sums[part_of(hand.less, 1)] - sums[part_of(hand.less, 2)];
    const float up_to =
        sums[part_of(hand.up_to, 0)] - sums[part_of(hand.up_to, 1)] - sums[part_of(hand.up_to, 2)] + same;
    return (pays.win - pays.tie) * less + (pays.tie - pays.lose) * up_to + pays.lose * all;
}

// The values of a thread's hand: slots for those of steps, and those of the actions of one node. What each
// thread keeps stands apart by the number of threads.
struct HandValues {
    const RiverArguments& with;
    const River& river;
    const OwnHand& hand;
    float* slots;
    const int apart;
    const bool rare;

    INLINE float of(const Term& term) const {
        return term.scale * (term.kind == kSlot
                                 ? slots[term.number * apart]
                                 : at_showdown(with, river, hand, rare, term.number, term.kind == kLaneTotal));
    }
};

struct ActionValues {
    const HandValues& values;
    const Term* terms;
    const int actions;
    float* kept;

    // One after the other, in the same few registers.
    INLINE void find() const {
        ROLLED
        for (int action = 0; action < actions; ++action) kept[action * values.apart] = values.of(terms[action]);
    }
    INLINE float operator()(int action) const { return kept[action * values.apart]; }
};

// One hand of mine in one subtree: values from the showdowns to the root.
template <bool kLearning>
INLINE float go_up(const Block& block, const RiverArguments& with, const River& river, const Discount& discount,
                   const OwnHand& hand, int thread, int subtree, int place, bool storing) {
    const HandValues values{with,          river,
                            hand,          river.slots + thread,
                            block.threads, with.met != nullptr && with.met[number_of(hand)] != kMost};
    const int end = river.steps_first[subtree + 1];
    for (int at = river.steps_first[subtree]; at < end; ++at) {
        const Step& step = river.steps[at];
        const Term* terms = river.terms + step.first;
        float value = 0;
        if (step.node.actions == 0) {
            ROLLED
            for (int term = 0; term < step.count; ++term) value += values.of(terms[term]);
        } else {
            const ActionValues below{values, terms, step.node.actions, values.slots + with.slots * block.threads};
            value = own_value_of<kLearning>(with.stored, discount, step.node,
                                            cells_of(with.stored, river.cells, step.node, with.me), with.mode, place,
                                            below, river.largest + at, storing);
        }
        values.slots[step.to * block.threads] = value;
    }
    return values.of(river.roots[subtree]);
}

// Hands are counted in whole warps, so that the threads of one are in the same subtree.
INLINE int in_warps(int hands) { return (hands + 31) / 32 * 32; }

template <bool kLearning>
INLINE void go_up_all(const Block& block, const RiverArguments& with, const River& river, int thread, bool storing) {
    const Discount discount = kLearning ? discount_of(with.discount) : Discount{};
    const BoardHand* own = with.own + static_cast<i64>(river.deal) * with.own_stride;
    float* values =
        with.values +
        (static_cast<i64>(river.deal - with.street.deal_first) * with.subtrees + river.first) * with.value_row;
    const int hands = in_warps(river.own_count);
    for (int item = thread; item < river.subtrees * hands; item += block.threads) {
        const int subtree = item / hands, place = item % hands;
        if (place >= river.own_count) continue;
        const OwnHand hand = own_hand(own + place);
        const float value = go_up<kLearning>(block, with, river, discount, hand, thread, subtree, place, storing);
        if (storing) values[subtree * with.value_row + number_of(hand)] = value;
    }
}

template <bool kOutside, bool kLearning>
INLINE void play_river(const Block& block, const RiverArguments& with) {
    const int works = with.group_count * with.street.deal_count;
    for (int work = block.number; work < works; work += block.count) {
        const River river = river_of<kOutside>(block, with, work);
        PHASE(thread)
        for (int at = thread; at < river.length; at += block.threads)
            river.list[at] = with.lists[static_cast<i64>(river.deal) * with.list_stride + at];
        take_program(block, with, river, thread);
        END_PHASE
        PHASE(thread)
        const int hands = in_warps(river.other_count);
        for (int item = thread; item < river.subtrees * hands; item += block.threads)
            if (item % hands < river.other_count) go_down<kLearning>(with, river, item / hands, item % hands);
#if RUNOUT_SHORT
        for (int step = thread; step < river.steps_first[river.subtrees]; step += block.threads)
            river.largest[step] = {0, 0};
#endif
        END_PHASE
        PHASE(thread)
        for (int item = thread; item < river.lanes * river.parts; item += block.threads)
            add_up(with, river, item / river.parts, item % river.parts);
        END_PHASE
        PHASE(thread)
        for (int item = thread; item < river.lanes * river.parts; item += block.threads)
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
                const Step& step = river.steps[at];
                if (step.node.actions > 0)
                    note_scales(with.stored, cells_of(with.stored, river.cells, step.node, with.me), river.largest[at]);
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
