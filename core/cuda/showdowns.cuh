// Showdowns: running sums over the opponent's hands from weak to strong, all of them and those with each card.
//
// Each list begins with an entry for nothing, which starts the sum anew. Four showdowns make a strand, whose
// sums are made and looked up together.
#pragma once

#include "program.cuh"

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

// The showdown at a place of a strand; the last again where there are no more.
INLINE int lane_of(const River& river, int strand, int number) {
    const int lane = kWidth * strand + number;
    return lane < river.lanes ? lane : river.lanes - 1;
}

struct StrandReach {
    const float* rows[kWidth];
};

INLINE StrandReach reach_of(const River& river, int strand) {
    StrandReach found;
    UNROLL
    for (int k = 0; k < kWidth; ++k) found.rows[k] = river.reach + river.lane[lane_of(river, strand, k)].row;
    return found;
}

// One part of the running sums of a strand, as if it were the first.
INLINE void add_up(const RiverArguments& with, const River& river, int strand, int part) {
    const StrandReach reach = reach_of(river, strand);
    Four* sums = river.sums + static_cast<i64>(strand) * with.list_stride;
    const int first = part * river.part, last = first + river.part;
    const int end = last < river.length ? last : river.length;
    Four sum{};
    int restarted = 0;
    UNROLL_FOUR
    for (int at = first; at < end; ++at) {
        const int entry = river.list[at], place = entry & (kStart - 1);
        const bool start = (entry & kStart) != 0;
        UNROLL
        for (int k = 0; k < kWidth; ++k) sum.of[k] = start ? 0.0f : sum.of[k] + reach.rows[k][place];
        restarted |= entry;
        sums[at] = sum;
    }
    river.partial[strand * river.parts + part] = sum;
    river.restarted[strand * river.parts + part] = restarted & kStart;
}

// Adds what the parts before have left over, up to where a list begins.
INLINE void carry_over(const RiverArguments& with, const River& river, int strand, int part) {
    Four* sums = river.sums + static_cast<i64>(strand) * with.list_stride;
    const int first = part * river.part, last = first + river.part;
    const int end = last < river.length ? last : river.length;
    if (first >= end || river.list[first] & kStart) return;
    const int* restarted = river.restarted + strand * river.parts;
    int before = part - 1;
    while (before > 0 && !restarted[before]) --before;
    Four carried{};
    for (; before < part; ++before) {
        const Four sum = river.partial[strand * river.parts + before];
        UNROLL
        for (int k = 0; k < kWidth; ++k) carried.of[k] += sum.of[k];
    }
    ROLLED
    for (int at = first; at < end && !(river.list[at] & kStart); ++at) {
        Four sum = sums[at];
        UNROLL
        for (int k = 0; k < kWidth; ++k) sum.of[k] += carried.of[k];
        sums[at] = sum;
    }
}

// The reach that a hand meets at a showdown: weaker hands, those not stronger, and all.
struct Weighed {
    float less, up_to, all;
};

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

// Of a hand that meets little, whose sums would be differences of large ones.
COLD Weighed meet_rarely(const BoardHand* others, const float* reach, u64 mine, int less, int up_to, int count,
                         float unit) {
    const float weaker = unit * apart(others, reach, mine, 0, less);
    const float not_stronger = weaker + unit * apart(others, reach, mine, less, up_to);
    return {weaker, not_stronger, not_stronger + unit * apart(others, reach, mine, up_to, count)};
}

// What the sums of a strand are up to three places, less what shares a card.
INLINE Four left_of(const Four* sums, int all, int low, int high) {
    Four found = sums[all];
    const Four with_low = sums[low], with_high = sums[high];
    UNROLL
    for (int k = 0; k < kWidth; ++k) found.of[k] = found.of[k] - with_low.of[k] - with_high.of[k];
    return found;
}

// One hand of mine in one subtree: where its values are kept.
struct Meeting {
    const RiverArguments& with;
    const River& river;
    OwnHand hand;
    int first, end;  // the showdowns of the subtree
    float* values;   // two rows of each

    INLINE void give(int lane, const KeptLane& pays, const Weighed& met) const {
        if (lane < first || lane >= end) return;
        float* to = values + 2 * (lane - first) * kValueRow;
        to[0] = pays.less * met.less + pays.up_to * met.up_to + pays.all * met.all;
        to[kValueRow] = met.all;
    }

    // What it gets at the showdowns of a strand, and the reach that it meets there.
    INLINE void at_strand(int strand) const {
        const Four* sums = river.sums + static_cast<i64>(strand) * with.list_stride;
        const Four less = left_of(sums, part_of(hand.less, 0), part_of(hand.less, 1), part_of(hand.less, 2));
        const Four up_to = left_of(sums, part_of(hand.up_to, 0), part_of(hand.up_to, 1), part_of(hand.up_to, 2));
        const Four all = left_of(sums, river.other_count, part_of(hand.all, 0), part_of(hand.all, 1));
        const int twin = part_of(hand.less, 3);
        KeptLane lanes[kWidth];
        float same[kWidth];
        UNROLL
        for (int k = 0; k < kWidth; ++k) {
            lanes[k] = river.lane[lane_of(river, strand, k)];
            same[k] = twin == kNone ? 0.0f : river.reach[lanes[k].row + twin];
        }
        UNROLL
        for (int k = 0; k < kWidth; ++k)
            give(kWidth * strand + k, lanes[k], {less.of[k], up_to.of[k] + same[k], all.of[k] + same[k]});
    }

    INLINE void at_lane(int lane) const {
        const BoardHand* others = with.others + static_cast<i64>(river.deal) * with.other_stride;
        Weighed met{0, 0, 0};
        if (with.met[number_of(hand)] != kNothing)
            met = meet_rarely(others, river.reach + river.lane[lane].row, hand.all, part_of(hand.less, 0),
                              part_of(hand.up_to, 0), river.other_count, with.unit[number_of(hand)]);
        give(lane, river.lane[lane], met);
    }

    INLINE void everywhere() const {
        if (with.met != nullptr && with.met[number_of(hand)] != kMost) {
            for (int lane = first; lane < end; ++lane) at_lane(lane);
        } else {
            ROLLED
            for (int strand = first / kWidth; strand * kWidth < end; ++strand) at_strand(strand);
        }
    }
};
