// Random deals of hold'em, counted.
//
// A deal gives every player two cards and completes the board. Players with a range are drawn from
// lists of entries; a deal in which two cards coincide is thrown away whole, which is what makes
// the accepted deals follow the exact joint distribution. Everything is counted in integers, so the
// totals do not depend on the order in which parts of the work are added up.
#pragma once

#include <atomic>
#include <cstdint>

#include "equity/equity.hpp"

#ifndef RUNOUT_LEVEL
#define RUNOUT_LEVEL native
#endif

namespace runout {

inline constexpr int kDealsPerBlock = 8192;

// Players whose cards are drawn together: a range, or several ranges already joined into tuples
// of compatible hands. Every card of every entry must be in DealPlan::live.
struct DealGroup {
    int players;
    const std::uint8_t* player_ids;  // [players]
    std::uint32_t entries;
    const std::uint64_t* bits;       // [entries], union of the card_bit of all cards of the entry
    const std::uint64_t* keys;       // [entries * players], sum of the card_key of a player's two cards
    const std::uint16_t* combos;     // [entries * players], pair index of a player's two cards
    const std::uint32_t* threshold;  // [entries], entry e is kept with probability threshold[e] / 2^32,
    const std::uint32_t* alias;      // [entries], and else replaced by alias[e]; both null: all equally likely
};

// The question: every player is in exactly one group, random, or holds one known card.
struct DealPlan {
    int players;  // 2..23
    int groups;
    const DealGroup* group;
    int random_players;
    const std::uint8_t* random_ids;  // [random_players]
    int one_card_players;
    const std::uint8_t* one_card_ids;    // [one_card_players]
    const std::uint64_t* one_card_bits;  // [one_card_players], the card that is known; not in `live`
    std::uint64_t board_key;             // sum of the card_key of the board, without kEmptyHand
    std::uint64_t board_bits;
    int board_cards;     // 0..5
    std::uint64_t live;  // card_bit of every card that may be dealt: not on the board, not dead
};

struct Tallies {
    std::uint64_t attempts;                              // accepted or not
    std::uint64_t deals;                                 // accepted
    std::uint64_t wins[kMostPlayers];                    // whole pots
    std::uint64_t ties[kMostPlayers][kMostPlayers + 1];  // [player][k]: pots shared k ways, k >= 2
    std::uint64_t categories[kMostPlayers][9];           // final hands by category (strength.hpp)
};

// The same for each pair of hole cards of one player.
struct HandTallies {
    std::uint64_t deals[kPairs];
    std::uint64_t wins[kPairs];
    std::uint64_t ties[kPairs][kMostPlayers + 1];
};

struct CountOptions {
    bool categories = false;
    int hand_player = -1;  // whose deals are also counted hand by hand, into `hands`
    HandTallies* hands = nullptr;
    std::uint64_t most_attempts = ~0ull;      // after which it gives up, however few were accepted
    const std::atomic<bool>* stop = nullptr;  // looked at every few dozen deals and attempts
};

namespace RUNOUT_LEVEL {

// Adds deals first_deal .. first_deal + deals - 1 of the stream named by `seed` to `tallies` (and
// options.hands). first_deal is a multiple of kDealsPerBlock. Each block of kDealsPerBlock deals has
// generators of its own, seeded by (seed, block), so blocks may be shared out among threads at will.
//
// `table` is that of seven cards. At least one deal must be possible, but acceptance may be tiny:
// when *options.stop becomes true, the function counts what it has accepted so far and returns.
// Then tallies.deals tells how many that were; they are unbiased, but which of the deals of the
// stream they are depends on the moment.
void simulate(const StrengthTable& table, const DealPlan& plan, std::uint64_t seed, std::uint64_t first_deal,
              std::uint64_t deals, const CountOptions& options, Tallies& tallies);

}  // namespace RUNOUT_LEVEL

}  // namespace runout
