// Known hands on all boards. Those that a flop or a turn leaves are visited one by one; before the
// flop it goes faster.
//
// Where no flush is made, only the ranks of the board matter, and boards with the same ranks are
// counted together: 6,175 multisets instead of up to 1.7 million boards. Flushes are put right
// afterwards: boards with three, four or five cards of a suit, on which somebody makes a flush, are
// taken off as they were counted by ranks and added as they are. Their other cards again matter only
// by rank.
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "level.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

constexpr std::array<std::array<std::int64_t, 6>, 5> kChoose = {{
    {1, 0, 0, 0, 0, 0},
    {1, 1, 0, 0, 0, 0},
    {1, 2, 1, 0, 0, 0},
    {1, 3, 3, 1, 0, 0},
    {1, 4, 6, 4, 1, 0},
}};

class KnownHands {
public:
    KnownHands(const StrengthTable& table, const std::uint64_t* hands, int players, std::uint64_t live)
        : table_(table), hands_(hands), players_(players) {
        for (int p = 0; p < players; ++p) {
            keys_[p] = key_of(hands[p]);
            for (int suit = 0; suit < kSuits; ++suit) suited_[suit][p] = hands[p] >> 16 * suit & 0x1fff;
        }
        for (int suit = 0; suit < kSuits; ++suit) live_[suit] = live >> 16 * suit & 0x1fff;
    }

    void count(std::uint64_t board, std::uint64_t live, bool categories, KnownHandTotals& totals) {
        totals_ = &totals;
        categories_ = categories ? seven_card_categories().data() : nullptr;
        if (board != 0) return complete(5 - std::popcount(board), live, kEmptyHand + key_of(board), board);
        add_ranks(0, 5, 0, 1);
        for (int suit = 0; suit < kSuits; ++suit) correct_flushes(suit);
    }

private:
    using Strengths = std::array<std::uint16_t, kMostPlayers>;

    // All ways to add `left` of the cards `from` to the board.
    void complete(int left, std::uint64_t from, std::uint64_t key, std::uint64_t board) {
        if (left == 0) {
            Strengths strengths{};
            for (int p = 0; p < players_; ++p) strengths[p] = table_.of(key + keys_[p], board | hands_[p]);
            return add(strengths, 1);
        }
        for (; from != 0; from &= from - 1) {
            const std::uint64_t card = from & -from;
            complete(left - 1, from & (from - 1), key + key_of(card), board | card);
        }
    }

    static std::uint64_t rank_part(int rank) { return std::uint64_t{rank_key(rank)} << kSumShift; }

    // How many live cards of a rank there are, in all suits but one (-1: in all).
    int live_of(int rank, int without_suit) const {
        int count = 0;
        for (int suit = 0; suit < kSuits; ++suit) count += suit != without_suit && live_[suit] >> rank & 1;
        return count;
    }

    // All multisets of `left` more ranks from `rank` on; `boards` counts the suits of those chosen.
    void add_ranks(int rank, int left, std::uint64_t key, std::int64_t boards) {
        if (left == 0) return add(by_ranks(key), boards);
        if (rank == kRanks) return;
        const int live = live_of(rank, -1);
        for (int k = 0; k <= std::min(live, left); ++k)
            add_ranks(rank + 1, left - k, key + k * rank_part(rank), boards * kChoose[live][k]);
    }

    void correct_flushes(int suit) {
        int longest = 0;
        for (int p = 0; p < players_; ++p) longest = std::max(longest, std::popcount(suited_[suit][p]));
        for (int cards = 5 - longest; cards <= 5; ++cards) choose_suited(suit, 0, cards, 0, 0, 5 - cards);
    }

    // All sets of `left` more ranks of the suit; then `others` cards of other suits.
    void choose_suited(int suit, int rank, int left, std::uint32_t chosen, std::uint64_t key, int others) {
        if (left == 0) return add_others(suit, chosen, key, others);
        for (; rank < kRanks; ++rank)
            if (live_[suit] >> rank & 1)
                choose_suited(suit, rank + 1, left - 1, chosen | 1u << rank, key + rank_part(rank), others);
    }

    void add_others(int suit, std::uint32_t chosen, std::uint64_t key, int others) {
        std::array<std::uint16_t, kMostPlayers> flush{};  // 0: none; no flush is as weak as that
        for (int p = 0; p < players_; ++p)
            if (const std::uint32_t ranks = chosen | suited_[suit][p]; std::popcount(ranks) >= 5)
                flush[p] = table_.flush[ranks];
        for_each_rest(suit, others, [&](std::uint64_t rest, std::int64_t boards) {
            Strengths strengths = by_ranks(key + rest);
            add(strengths, -boards);
            for (int p = 0; p < players_; ++p)
                if (flush[p] != 0) strengths[p] = flush[p];
            add(strengths, boards);
        });
    }

    // Up to two cards that are not of the suit: sum of their rank keys and number of ways.
    template <class Visit>
    void for_each_rest(int suit, int others, Visit&& visit) const {
        if (others == 0) return visit(0, 1);
        for (int first = 0; first < kRanks; ++first) {
            const std::int64_t live = live_of(first, suit);
            if (live == 0) continue;
            if (others == 1) {
                visit(rank_part(first), live);
                continue;
            }
            if (live >= 2) visit(2 * rank_part(first), kChoose[live][2]);
            for (int second = first + 1; second < kRanks; ++second)
                if (const int more = live_of(second, suit)) visit(rank_part(first) + rank_part(second), live * more);
        }
    }

    Strengths by_ranks(std::uint64_t key) const {
        Strengths strengths{};
        for (int p = 0; p < players_; ++p) strengths[p] = table_.of_ranks(key + keys_[p]);
        return strengths;
    }

    void add(const Strengths& strengths, std::int64_t boards) {
        const std::uint16_t best = *std::max_element(strengths.begin(), strengths.begin() + players_);
        const auto winners = std::count(strengths.begin(), strengths.begin() + players_, best);
        totals_->boards += boards;
        for (int p = 0; p < players_; ++p) {
            if (categories_ != nullptr) totals_->categories[p][categories_[strengths[p]]] += boards;
            if (strengths[p] == best) totals_->shared[p][winners] += boards;
        }
    }

    const StrengthTable& table_;
    const std::uint64_t* hands_;
    int players_;
    std::array<std::uint64_t, kMostPlayers> keys_{};
    std::array<std::array<std::uint32_t, kMostPlayers>, kSuits> suited_{};
    std::array<std::uint32_t, kSuits> live_{};
    const std::uint8_t* categories_ = nullptr;  // of strengths, if they are counted
    KnownHandTotals* totals_ = nullptr;
};

}  // namespace

void known_hands(const StrengthTable& table, const std::uint64_t* hands, int players, std::uint64_t board,
                 std::uint64_t live, bool categories, KnownHandTotals& totals) {
    KnownHands(table, hands, players, live).count(board, live, categories, totals);
}

}  // namespace runout::RUNOUT_LEVEL
