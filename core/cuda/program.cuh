// What a block of the last street keeps: the steps of its subtrees, and the places of its rows.
#pragma once

#include "matching.cuh"

enum { kThreadsOfWarp = 32, kActionBits = 6 };
enum { kWidth = 4, kLeastPart = 17 };  // showdowns of a strand, and the least of its list that a thread sums
enum { kHands = 2, kChunk = 64 };      // of a thread, and of a warp
enum { kValueRow = kHands * static_cast<int>(kThreads) };  // of the values that threads keep, of their own hands

// A showdown: the place of the opponent's reach, and what the reach is worth that is weaker, not stronger, all.
struct alignas(16) KeptLane {
    int row;
    float less, up_to, all;
};

// A node as it is read at once: where its numbers are, and its actions below its ordinal.
struct alignas(16) KeptSplit {
    int at, from, to, which;
};

struct alignas(16) KeptStep {
    int at, first, to, which;  // `at` is the number of terms where there are no actions
};

struct alignas(8) KeptTerm {
    int at;
    float scale;
};

// Numbers of the showdowns of a strand, which are read and written at once.
struct alignas(16) Four {
    float of[kWidth];
};

INLINE int which_of(const Node& node) { return node.ordinal << kActionBits | node.actions; }
INLINE int actions_of(int which) { return which & ((1 << kActionBits) - 1); }
INLINE int ordinal_of(int which) { return which >> kActionBits; }

// What a block works with: some subtrees after a deal, the steps of their passes, and rows.
struct River {
    int first, subtrees, deal;
    int lanes, strands, own_count, other_count, length;
    int parts, part;  // a list is cut into parts of so many entries
    DealCells cells;
    KeptLane* lane;
    KeptSplit* splits;
    KeptStep* steps;
    KeptTerm *terms, *roots;
    int *targets, *splits_first, *steps_first, *rows_first, *lanes_first;
    Largest* largest;
    u16* list;
    Four* sums;
    float *reach, *values;
    // What parts of sums leave over, where values come later.
    Four* partial;
    int* restarted;
};

// The kept things one after the other, largest alignment first.
template <class Kept>
INLINE Kept* take(char*& at, i64 count) {
    Kept* taken = reinterpret_cast<Kept*>(at);
    at += count * static_cast<i64>(sizeof(Kept));
    return taken;
}

// The list of the opponent's hands, and how it is cut.
INLINE void cut_list(const Block& block, const RiverArguments& with, River& river) {
    river.strands = (river.lanes + kWidth - 1) / kWidth;
    river.length = with.list_lengths[river.deal];
    const int parts = river.strands > 0 ? block.threads / river.strands : 1;
    river.parts = parts < 1 ? 1 : parts;
    const int part = (river.length + river.parts - 1) / river.parts;
    river.part = (part > kLeastPart ? part : static_cast<int>(kLeastPart)) | 1;  // odd: threads meet different banks
}

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
    river.cells = deal_cells(with.street, river.deal);
    cut_list(block, with, river);
    char* at = block.shared;
    river.lane = take<KeptLane>(at, river.lanes);
    river.splits = take<KeptSplit>(at, with.splits_first[end] - with.splits_first[first]);
    river.steps = take<KeptStep>(at, with.steps_first[end] - with.steps_first[first]);
    river.terms = take<KeptTerm>(at, with.terms_first[end] - with.terms_first[first]);
    river.roots = take<KeptTerm>(at, river.subtrees);
    river.targets = take<int>(at, with.targets_first[end] - with.targets_first[first]);
    river.splits_first = take<int>(at, river.subtrees + 1);
    river.steps_first = take<int>(at, river.subtrees + 1);
    river.rows_first = take<int>(at, river.subtrees + 1);
    river.lanes_first = take<int>(at, river.subtrees + 1);
    at = block.shared + with.program_bytes;
#if RUNOUT_SHORT
    river.largest = take<Largest>(at, (with.steps_first[end] - with.steps_first[first] + 1) / 2 * 2);
#else
    river.largest = nullptr;
#endif
    river.list = reinterpret_cast<u16*>(at);
    at += with.list_bytes;
    if (kOutside) at = reinterpret_cast<char*>(with.scratch + block.number * with.scratch_stride);
    river.sums = take<Four>(at, static_cast<i64>(river.strands) * with.list_stride);
    river.reach =
        take<float>(at, static_cast<i64>(with.rows_first[end] - with.rows_first[first]) * with.kept_reach_row);
    river.values = reinterpret_cast<float*>(at);
    river.partial = take<Four>(at, river.strands * river.parts);
    river.restarted = reinterpret_cast<int*>(at);
    return river;
}

// The part of the program that a block needs, counted from its own beginning.
INLINE void take_program(const Block& block, const RiverArguments& with, const River& river, int thread) {
    const int first = river.first, end = first + river.subtrees;
    const int splits = with.splits_first[first], targets = with.targets_first[first], lanes = with.lanes_first[first];
    const int steps = with.steps_first[first], terms = with.terms_first[first], rows = with.rows_first[first];
    // Rows of values: the slots, then two of each showdown of a subtree.
    const auto kept = [&](const Term& term, int subtree) {
        const int row = with.slots + 2 * (term.number - with.lanes_first[first + subtree]) + (term.kind == kLaneTotal);
        return KeptTerm{(term.kind == kSlot ? term.number : row) * kValueRow, term.scale};
    };
    for (int at = thread; at <= river.subtrees; at += block.threads) {
        river.splits_first[at] = with.splits_first[first + at] - splits;
        river.steps_first[at] = with.steps_first[first + at] - steps;
        river.rows_first[at] = (with.rows_first[first + at] - rows) * with.kept_reach_row;
        river.lanes_first[at] = with.lanes_first[first + at] - lanes;
        if (at < river.subtrees) river.roots[at] = kept(with.roots[first + at], at);
    }
    for (int at = thread; at < with.splits_first[end] - splits; at += block.threads) {
        const Split split = with.splits[splits + at];
        river.splits[at] = {place_of(river.cells, split.node), split.from * with.kept_reach_row, split.to - targets,
                            which_of(split.node)};
    }
    for (int at = thread; at < with.targets_first[end] - targets; at += block.threads)
        river.targets[at] = with.targets[targets + at] * with.kept_reach_row;
    for (int at = thread; at < river.lanes; at += block.threads) {
        const Lane lane = with.lanes[lanes + at];
        river.lane[at] = {(lane.row - rows) * with.kept_reach_row, lane.win - lane.tie, lane.tie - lane.lose,
                          lane.lose};
    }
    for (int at = thread; at < with.steps_first[end] - steps; at += block.threads) {
        const Step step = with.steps[steps + at];
        river.steps[at] = {step.node.actions > 0 ? place_of(river.cells, step.node) : step.count, step.first - terms,
                           step.to * kValueRow, which_of(step.node)};
    }
    for (int subtree = 0; subtree < river.subtrees; ++subtree) {
        const int from_term = with.terms_first[first + subtree] - terms;
        const int to_term = with.terms_first[first + subtree + 1] - terms;
        for (int at = from_term + thread; at < to_term; at += block.threads)
            river.terms[at] = kept(with.terms[terms + at], subtree);
    }
    for (int at = thread; at < river.length; at += block.threads)
        river.list[at] = with.lists[static_cast<i64>(river.deal) * with.list_stride + at];
}
