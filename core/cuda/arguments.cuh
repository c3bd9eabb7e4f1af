// What the kernels are given. src/runout/solver/cuda/arguments.py has the same fields in the same order.
#pragma once

#include "phases.cuh"

enum Kind { kOop, kIp, kDeal, kFold, kShowdown };
enum Mode { kUpdate, kAverage, kBest };
enum { kMostActions = 32, kMostCards = 64 };
enum { kNone = 0xffff, kStart = 0x8000 };

// All that is stored: floats, or 16-bit numbers with a scale for each node after each deal.
struct Stored {
    void *regrets, *averages;
    float *regret_scales, *average_scales;
    const int* locked;         // by scale: where the probabilities of its hands start, -1 if none is locked; or null
    const float* probability;  // [actions][padded hands], below zero where a hand is free
};

// The numbers of a street: where those of each deal start, and what is before a node's own.
struct Street {
    const i64* base;  // by deal
    const int* pad;   // [deals][2]: padded hands of both players
    i64 scale_base;   // of the first deal
    int scales;       // of one deal
    int deal_first, deal_count;
};

struct Node {
    int before[2];  // actions of both players
    int actions;
    int ordinal;  // among the nodes of its street
};

// The opponent's node: his reach goes from one row to others.
struct Split {
    Node node;
    int from, to;  // to: where the rows stand in a list, -1 for those that nobody asks for; or the first of them
};

struct Lane {
    int row;
    float win, tie, lose;
};

// A value that a step is made of.
enum TermKind { kSlot, kLaneValue, kLaneTotal };
struct Term {
    int kind, number;
    float scale;
};

// My node, with a term for each action; or a sum, where there are no actions.
struct Step {
    Node node;
    int first, count, to;
};

// What is known of each hand on a board of the last street, weakest first: up to where the opponent's lists
// go that are weaker, not stronger, and all; of all hands, and of those with either card. Sixteen bits each,
// in words that are read at once: less, less_low, less_high, same; up_to, up_to_low, up_to_high, hand;
// all_low, all_high, low and high card. `same` is the opponent's place of the same hand, or kNone.
struct BoardHand {
    u64 words[3];
};

struct RiverArguments {
    Stored stored;
    Street street;
    const float* discount;  // of regrets above and below zero, and of averages; weights of what averages add
    // The subtrees: each has its part of these lists.
    const int *splits_first, *targets_first, *lanes_first, *steps_first, *terms_first, *rows_first;  // [subtrees + 1]
    const Split* splits;
    const int* targets;
    const Lane* lanes;
    const Step* steps;
    const Term* terms;
    const Term* roots;  // [subtrees]
    const int* leaves;  // [subtrees]: the row of the reach of the street before
    const int* groups;  // [groups][2]: the first and the end of the subtrees that a block takes at once
    // The boards.
    const BoardHand *own, *others;  // [deals][stride]
    const u16* order;               // [deals][stride]: the opponent's hands, weakest first
    const u16* lists;               // [deals][list_stride]: the opponent's places, all, then by card
    const int* counts;              // [deals][2]: hands of both players
    const int* list_lengths;        // [deals]
    // Rows before and after.
    const float* reach;
    float* values;  // [deals][subtrees][hands]
    const int* parents;
    i64 reach_stride;  // of a deal
    float* scratch;    // where shared memory is too small; or null
    i64 scratch_stride;
    const u8* met;      // by hand: how much of the opponent's reach it meets; or null
    const float* unit;  // by hand: what its sums are multiplied with
    int group_count, subtrees, me, mode;
    int own_stride, other_stride, list_stride;
    int reach_row, value_row;  // lengths
    int parent_first;
    int list_bytes, program_bytes;
    int kept_reach_row;  // the length of the rows that a block keeps
    int slots;           // values of steps that a hand needs at a time
};

struct EnterArguments {
    const float* from;
    float* to;
    const int* leaves;         // rows of the street before
    const int* parents;        // of the deals
    const u64 *dealt, *cards;  // by deal, and by hand of the opponent
    i64 from_stride, to_stride;
    int deal_first, deal_count, parent_first, roots, hands, row;
};

struct SplitArguments {
    Stored stored;
    Street street;
    const Split* splits;
    float* reach;  // [deals][rows][row]
    i64 stride;
    int count, player, hands, row, mode;
};

// A node of a street before the last, on the way up.
struct Ascent {
    Node node;
    int kind, value, below;  // rows of its value and of its first action's
    int reach;
    float pays;
};

struct AscendArguments {
    Stored stored;
    Street street;
    const float* discount;
    const Ascent* nodes;
    const float* reach;
    float* values;
    i64 reach_stride, value_stride;
    const int *card_first, *card_hands;  // the opponent's hands with each card
    const u8 *own_cards, *other_cards;   // [hands][2]
    const int* same;
    const float* unit;  // or null
    const u64* dealt;
    int count, me, mode, own_hands, other_hands, reach_row, value_row;
};

struct GatherArguments {
    const float* from;                          // [deals][rows][row]
    float* to;                                  // [deals before][rows][row]
    const int *first_after, *leaves, *sources;  // leaves: rows of the street before; sources: those of the roots
    const float* copies;
    const u64 *dealt, *cards;  // by deal, and by hand of mine
    const int *map_first, *map_count, *map, *hand_maps;
    i64 from_stride, to_stride;
    float probability;
    int deal_first, deal_count, next_first, roots, hands, row;
};
