#include "equity/hands_on_boards.hpp"

#include <algorithm>
#include <bit>

namespace runout {
namespace {

constexpr double kBoardsOfTwo = 1'712'304;  // that two hands leave before the flop
constexpr std::size_t kTogether = 256;      // taken together

std::uint64_t deck() {
    std::uint64_t bits = 0;
    for (const std::uint64_t bit : kCardBits) bits |= bit;
    return bits;
}

std::uint64_t bits_of(const std::uint8_t* cards, int count) {
    std::uint64_t bits = 0;
    for (int i = 0; i < count; ++i)
        if (cards[i] != kNoCard) bits |= kCardBits[cards[i]];
    return bits;
}

// A k-way tie gives 1/k of each pot; whole numbers stay whole until here.
struct Pots {
    double won, tied = 0, share;

    Pots(const KnownHandTotals& totals, int player, int players) : won(double(totals.shared[player][1])), share(won) {
        for (int ways = 2; ways <= players; ++ways) {
            tied += double(totals.shared[player][ways]);
            share += double(totals.shared[player][ways]) / ways;
        }
    }
};

class Answering {
public:
    Answering(const Kernels& kernels, const KnownQuestions& questions, KnownAnswers answers)
        : kernels_(kernels), questions_(questions), answers_(answers) {}

    void row(std::size_t row) const {
        const int players = questions_.players;
        const std::uint8_t* cards = questions_.hands + row * 2 * players;
        const std::uint64_t board = bits_of(questions_.boards + row * 5, 5);
        if (board == 0 && players == 2 && questions_.dead == 0 && questions_.preflop != nullptr)
            return by_table(row, pair_of(cards), pair_of(cards + 2));
        std::uint64_t hands[kMostPlayers];
        std::uint64_t used = board | questions_.dead;
        for (int p = 0; p < players; ++p) used |= hands[p] = bits_of(cards + 2 * p, 2);
        KnownHandTotals totals;
        kernels_.known_hands(strength_table(7), hands, players, board, deck() & ~used, false, totals);
        answers_.boards[row] = double(totals.boards);
        for (int p = 0; p < players; ++p) write(row, p, Pots(totals, p, players));
    }

private:
    static int pair_of(const std::uint8_t* cards) {
        return pair_index(std::min(cards[0], cards[1]), std::max(cards[0], cards[1]));
    }

    void by_table(std::size_t row, int own, int other) const {
        KnownHandTotals totals;
        const std::int64_t won = totals.shared[0][1] = questions_.preflop[own * kPairs + other];
        const std::int64_t lost = totals.shared[1][1] = questions_.preflop[other * kPairs + own];
        totals.shared[0][2] = totals.shared[1][2] = static_cast<std::int64_t>(kBoardsOfTwo) - won - lost;
        answers_.boards[row] = kBoardsOfTwo;
        for (int p = 0; p < 2; ++p) write(row, p, Pots(totals, p, 2));
    }

    void write(std::size_t row, int player, const Pots& pots) const {
        const std::size_t at = row * questions_.players + player;
        answers_.won[at] = pots.won;
        answers_.tied[at] = pots.tied;
        answers_.share[at] = pots.share;
    }

    const Kernels& kernels_;
    const KnownQuestions& questions_;
    KnownAnswers answers_;
};

// Cards of one row in the order in which they are looked at.
class RowCheck {
public:
    RowCheck(std::size_t row, std::uint64_t dead) : used_(dead) { bad_.row = row; }

    void card(std::uint8_t id) {
        if (bad_.kind != BadQuestion::kNone) return;
        if (id >= kCards) return refuse(BadQuestion::kNotACard, id);
        if (used_ & kCardBits[id]) return refuse(BadQuestion::kTwice, id);
        used_ |= kCardBits[id];
    }
    void board(const std::uint8_t* cards) {
        int count = 0;
        for (int i = 0; i < 5; ++i)
            if (cards[i] != kNoCard) card(cards[i]), ++count;
        if (bad_.kind == BadQuestion::kNone && (count == 1 || count == 2)) refuse(BadQuestion::kBoardLength, count);
    }
    const BadQuestion& bad() const { return bad_; }

private:
    void refuse(BadQuestion::Kind kind, int card) {
        bad_.kind = kind;
        bad_.card = card;
    }

    std::uint64_t used_;
    BadQuestion bad_;
};

}  // namespace

KnownAnswer known_answer(const Kernels& kernels, const std::uint64_t* hands, int players, std::uint64_t board,
                         std::uint64_t dead, bool categories) {
    std::uint64_t used = board | dead;
    for (int p = 0; p < players; ++p) used |= hands[p];
    KnownHandTotals totals;
    kernels.known_hands(strength_table(7), hands, players, board, deck() & ~used, categories, totals);
    KnownAnswer answer;
    answer.boards = double(totals.boards);
    for (int p = 0; p < players; ++p) {
        const Pots pots(totals, p, players);
        answer.won.push_back(pots.won);
        answer.tied.push_back(pots.tied);
        answer.share.push_back(pots.share);
        if (!categories) continue;
        auto& by_category = answer.categories.emplace_back();
        std::copy(totals.categories[p].begin(), totals.categories[p].end(), by_category.begin());
    }
    return answer;
}

BadQuestion check(const KnownQuestions& questions) {
    for (std::size_t row = 0; row < questions.count; ++row) {
        RowCheck cards(row, questions.dead);
        cards.board(questions.boards + row * 5);
        for (int i = 0; i < 2 * questions.players; ++i) cards.card(questions.hands[row * 2 * questions.players + i]);
        if (cards.bad().kind != BadQuestion::kNone) return cards.bad();
    }
    return {};
}

void answer(const Kernels& kernels, const KnownQuestions& questions, int threads, Control& control,
            KnownAnswers answers) {
    const Answering answering(kernels, questions, answers);
    for_each_block((questions.count + kTogether - 1) / kTogether, threads, [&](std::size_t block) {
        const std::size_t to = std::min(questions.count, (block + 1) * kTogether);
        for (std::size_t row = block * kTogether; row < to && control.go_on(); ++row) answering.row(row);
    });
}

}  // namespace runout
