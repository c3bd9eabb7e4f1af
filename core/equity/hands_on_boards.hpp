// Questions about known hands, one or many: everything by card ids, checked here.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels.hpp"

namespace runout {

inline constexpr std::uint8_t kNoCard = 255;  // in the place of a card that is not there

// What each player of one question got, in boards.
struct KnownAnswer {
    double boards = 0;
    std::vector<double> won, tied, share;                     // [players]
    std::vector<std::array<double, kCategories>> categories;  // [players], if asked for
};

// Known hands (card bits) on a board of 0, 3, 4 or 5 cards. No card may be used twice.
KnownAnswer known_answer(const Kernels& kernels, const std::uint64_t* hands, int players, std::uint64_t board,
                         std::uint64_t dead, bool categories);

// Many of them: `count` rows of players * 2 hole cards and of five board cards, of which kNoCard are
// not there, and those of `dead` that nobody holds.
struct KnownQuestions {
    std::size_t count;
    int players;
    const std::uint8_t* hands;     // [count][players][2]
    const std::uint8_t* boards;    // [count][5]
    std::uint64_t dead;            // card bits
    const std::uint32_t* preflop;  // wins of pair against pair (preflop.hpp), or null
};

struct KnownAnswers {
    double *won, *tied, *share;  // [count][players]
    double* boards;              // [count]
};

// The first thing that is wrong with the questions.
struct BadQuestion {
    enum Kind : int { kNone, kNotACard, kTwice, kBoardLength } kind = kNone;
    std::size_t row = 0;
    int card = 0;  // its id, as given; or the number of board cards
};
BadQuestion check(const KnownQuestions& questions);

// The answers to questions that are all right; how many threads there are does not change them.
// Rows after a stop are left as they were.
void answer(const Kernels& kernels, const KnownQuestions& questions, int threads, Control& control,
            KnownAnswers answers);

}  // namespace runout
