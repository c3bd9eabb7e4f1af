// Fills the evaluator's tables from the rules of the game.
#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cards/evaluator.hpp"
#include "cards/strength.hpp"
#include "lasting.hpp"

namespace runout {
namespace {

struct RankHand {
    std::uint32_t rank_sum;
    std::uint32_t score;
};

// All multisets of `size` ranks with at most four of each, with their key and score.
std::vector<RankHand> rank_hands(int size) {
    std::vector<RankHand> hands;
    const auto extend = [&](auto& self, int rank, int left, std::uint32_t sum, RankMasks at_least) -> void {
        if (left == 0) {
            hands.push_back({sum & kSumMask, score_of_ranks(at_least)});
            return;
        }
        if (rank == kRanks) return;
        for (int k = 0; k <= std::min(4, left); ++k) {
            if (k > 0) at_least[k] |= 1u << rank;
            self(self, rank + 1, left - k, sum + k * rank_key(rank), at_least);
        }
    };
    extend(extend, 0, size, 0, {});
    return hands;
}

// The scores that hands can have, numbered from the weakest.
class Scale {
public:
    Scale(const std::vector<RankHand>& hands, int size) {
        for (const RankHand& hand : hands) add(hand.score);
        for (std::uint32_t ranks = 0; ranks < 1u << kRanks; ++ranks)
            if (const int n = std::popcount(ranks); 5 <= n && n <= size) add(score_of_flush(ranks));
        for (std::size_t word = 0; word < has_.size(); ++word) {
            before_[word] = static_cast<std::uint16_t>(scores_.size());
            for (std::uint64_t left = has_[word]; left != 0; left &= left - 1)
                scores_.push_back(static_cast<std::uint32_t>(64 * word + std::countr_zero(left)));
        }
    }

    std::uint16_t number(std::uint32_t score) const {
        const std::uint64_t below = has_[score / 64] & ((1ull << score % 64) - 1);
        return static_cast<std::uint16_t>(before_[score / 64] + std::popcount(below));
    }
    const std::vector<std::uint32_t>& scores() const { return scores_; }

private:
    void add(std::uint32_t score) { has_[score / 64] |= 1ull << score % 64; }

    std::vector<std::uint64_t> has_ = std::vector<std::uint64_t>(kScores / 64);     // a bit for each score
    std::vector<std::uint16_t> before_ = std::vector<std::uint16_t>(kScores / 64);  // lower ones than the word's
    std::vector<std::uint32_t> scores_;
};

// First-fit packing of rows, longest first, into one array of slots, 64 candidate positions at a time.
class RowPacker {
public:
    // A start at which no column of the row meets a taken slot; takes those slots.
    int place(const std::vector<int>& columns) {
        for (int start = first_start(columns.size());; start += 64) {
            std::uint64_t blocked = 0;  // bit i: the row does not fit at start + i
            for (const int column : columns)
                if ((blocked |= taken_from(start + column)) == ~0ull) break;
            if (blocked == ~0ull) continue;
            const int fit = start + std::countr_one(blocked);
            for (const int column : columns) take(fit + column);
            last_fit_ = fit;
            return fit;
        }
    }

private:
    // A row seldom fits far below the last one of its length, and looking there is most of the work.
    // The short rows that come at the end look everywhere, so that all gaps are filled.
    int first_start(std::size_t length) {
        constexpr std::size_t kLong = 5;
        constexpr int kBack = 512;
        while (taken_[first_free_ / 64] == ~0ull) first_free_ += 64;
        const bool another = std::exchange(length_, length) != length;
        const int everywhere = std::max(0, first_free_ - kColumns);
        return another || length < kLong ? everywhere : std::max(everywhere, (last_fit_ - kBack) / 64 * 64);
    }
    std::uint64_t taken_from(int slot) const {
        const int word = slot / 64, bit = slot % 64;
        return bit == 0 ? taken_[word] : taken_[word] >> bit | taken_[word + 1] << (64 - bit);
    }
    void take(int slot) {
        if (slot >= kSlots) throw std::logic_error("runout: the evaluator's table is too small");
        if (taken_[slot / 64] >> slot % 64 & 1) throw std::logic_error("runout: two multisets of ranks share a key");
        taken_[slot / 64] |= 1ull << slot % 64;
    }

    int first_free_ = 0;  // rounded down to a multiple of 64
    int last_fit_ = 0;
    std::size_t length_ = 0;  // of the last row
    std::vector<std::uint64_t> taken_ = std::vector<std::uint64_t>((kSlots + kColumns) / 64 + 3);
};

void pack(std::vector<RankHand> hands, const Scale& scale, StrengthTable& table) {
    std::vector<int> length(kRows);
    const auto row_of = [](const RankHand& hand) { return hand.rank_sum / kColumns; };
    for (const RankHand& hand : hands) ++length[row_of(hand)];
    // Longest rows first: the sum breaks ties, so that a row stays together.
    std::ranges::sort(hands, [&](const RankHand& a, const RankHand& b) {
        const int longer = length[row_of(a)] - length[row_of(b)];
        return longer != 0 ? longer > 0 : a.rank_sum < b.rank_sum;
    });

    table.row_start.fill(0);
    table.strength.fill(0);
    RowPacker packer;
    std::vector<int> columns;
    for (std::size_t from = 0; from < hands.size(); from += columns.size()) {
        const std::uint32_t row = row_of(hands[from]);
        columns.clear();
        for (int i = 0; i < length[row]; ++i) columns.push_back(hands[from + i].rank_sum % kColumns);
        const int start = packer.place(columns);
        table.row_start[row] = static_cast<std::uint16_t>(start);
        for (int i = 0; i < length[row]; ++i) table.strength[start + columns[i]] = scale.number(hands[from + i].score);
    }
}

void fill_flushes(int size, const Scale& scale, StrengthTable& table) {
    table.flush.fill(0);
    for (std::uint32_t ranks = 0; ranks < 1u << kRanks; ++ranks)
        if (const int n = std::popcount(ranks); 5 <= n && n <= size)
            table.flush[ranks] = scale.number(score_of_flush(ranks));
}

// The five-card scale, on which six cards are ranked, too.
struct FiveCards {
    std::vector<RankHand> hands = rank_hands(5);
    Scale scale = Scale(hands, 5);
};

const FiveCards& five_cards() {
    static const auto& five = lasting([] { return FiveCards(); });
    return five;
}

struct SevenCards {
    StrengthTable table;
    std::vector<std::uint32_t> scores;

    SevenCards() {
        std::vector<RankHand> hands = rank_hands(7);
        const Scale scale(hands, 7);
        scores = scale.scores();
        pack(std::move(hands), scale, table);
        fill_flushes(7, scale, table);
    }
};

const SevenCards& seven_cards() {
    static const auto& seven = lasting([] { return SevenCards(); });
    return seven;
}

// Five or six cards.
StrengthTable small_table(int size) {
    StrengthTable table;
    pack(size == 5 ? five_cards().hands : rank_hands(size), five_cards().scale, table);
    fill_flushes(size, five_cards().scale, table);
    return table;
}

}  // namespace

const StrengthTable& strength_table(int cards) {
    switch (cards) {
        case 5: {
            static const auto& five = lasting([] { return small_table(5); });
            return five;
        }
        case 6: {
            static const auto& six = lasting([] { return small_table(6); });
            return six;
        }
        default:
            return seven_cards().table;
    }
}

const std::vector<std::uint16_t>& seven_to_five() {
    static const auto& made = lasting([] {
        std::vector<std::uint16_t> classes;
        for (const std::uint32_t score : seven_cards().scores) classes.push_back(five_cards().scale.number(score));
        return classes;
    });
    return made;
}

const std::vector<std::uint8_t>& categories() {
    static const auto& made = lasting([] {
        std::vector<std::uint8_t> categories;
        for (const std::uint32_t score : five_cards().scale.scores())
            categories.push_back(static_cast<std::uint8_t>(score >> 20));
        return categories;
    });
    return made;
}

}  // namespace runout
