// Fills the evaluator's tables from the rules of the game.
#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>
#include <vector>

#include "cards/evaluator.hpp"
#include "cards/strength.hpp"

namespace runout {
namespace {

struct RankHand {
    std::uint32_t rank_sum;
    std::uint32_t score;
};

// All multisets of `size` ranks with at most four of each, with their key and score.
std::vector<RankHand> rank_hands(int size) {
    std::vector<RankHand> hands;
    RankCounts counts{};
    const auto extend = [&](auto& self, int rank, int left, std::uint32_t sum) -> void {
        if (left == 0) {
            hands.push_back({sum, score_of_ranks(counts)});
            return;
        }
        if (rank == kRanks) return;
        for (int k = 0; k <= std::min(4, left); ++k) {
            counts[rank] = static_cast<std::uint8_t>(k);
            self(self, rank + 1, left - k, (sum + k * rank_key(rank)) & kSumMask);
        }
        counts[rank] = 0;
    };
    extend(extend, 0, size, 0);
    return hands;
}

// The scores that hands of `size` cards can have, weakest first.
std::vector<std::uint32_t> possible_scores(int size) {
    std::vector<std::uint32_t> scores;
    for (const RankHand& hand : rank_hands(size)) scores.push_back(hand.score);
    for (std::uint32_t ranks = 0; ranks < 1u << kRanks; ++ranks)
        if (const int n = std::popcount(ranks); 5 <= n && n <= size) scores.push_back(score_of_flush(ranks));
    std::ranges::sort(scores);
    scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
    return scores;
}

const std::vector<std::uint32_t>& five_card_scores() {
    static const auto scores = possible_scores(5);
    return scores;
}

const std::vector<std::uint32_t>& seven_card_scores() {
    static const auto scores = possible_scores(7);
    return scores;
}

std::uint16_t index_of(const std::vector<std::uint32_t>& scores, std::uint32_t score) {
    return static_cast<std::uint16_t>(std::ranges::lower_bound(scores, score) - scores.begin());
}

// First-fit packing of rows into one array of slots, 64 candidate positions at a time.
class RowPacker {
public:
    // Least start at which no column of the row meets a taken slot; takes those slots.
    int place(const std::vector<int>& columns) {
        while (taken_[first_free_ / 64] == ~0ull) first_free_ += 64;
        for (int start = std::max(0, first_free_ - kColumns);; start += 64) {
            std::uint64_t blocked = 0;  // bit i: the row does not fit at start + i
            for (const int column : columns)
                if ((blocked |= taken_from(start + column)) == ~0ull) break;
            if (blocked == ~0ull) continue;
            const int fit = start + std::countr_one(blocked);
            for (const int column : columns) take(fit + column);
            return fit;
        }
    }

private:
    std::uint64_t taken_from(int slot) const {
        const int word = slot / 64, bit = slot % 64;
        return bit == 0 ? taken_[word] : taken_[word] >> bit | taken_[word + 1] << (64 - bit);
    }
    void take(int slot) {
        if (slot >= kSlots) throw std::logic_error("runout: the evaluator's table is too small");
        taken_[slot / 64] |= 1ull << slot % 64;
    }

    int first_free_ = 0;  // rounded down to a multiple of 64
    std::vector<std::uint64_t> taken_ = std::vector<std::uint64_t>((kSlots + kColumns) / 64 + 3);
};

void pack(const std::vector<RankHand>& hands, const std::vector<std::uint32_t>& scores, StrengthTable& table) {
    std::vector<std::vector<RankHand>> rows(kRows);
    for (const RankHand& hand : hands) rows[hand.rank_sum / kColumns].push_back(hand);
    std::vector<int> order(kRows);
    for (int row = 0; row < kRows; ++row) order[row] = row;
    std::ranges::stable_sort(order, [&](int a, int b) { return rows[a].size() > rows[b].size(); });

    table.row_start.fill(0);
    table.strength.fill(0);
    RowPacker packer;
    for (const int row : order) {
        if (rows[row].empty()) continue;
        std::vector<int> columns;
        for (const RankHand& hand : rows[row]) columns.push_back(hand.rank_sum % kColumns);
        auto sorted = columns;
        std::ranges::sort(sorted);
        if (std::ranges::adjacent_find(sorted) != sorted.end())
            throw std::logic_error("runout: two multisets of ranks share a key");
        const int start = packer.place(columns);
        table.row_start[row] = static_cast<std::uint16_t>(start);
        for (std::size_t i = 0; i < columns.size(); ++i)
            table.strength[start + columns[i]] = index_of(scores, rows[row][i].score);
    }
}

void fill_flushes(int size, const std::vector<std::uint32_t>& scores, StrengthTable& table) {
    table.flush.fill(0);
    for (std::uint32_t ranks = 0; ranks < 1u << kRanks; ++ranks)
        if (const int n = std::popcount(ranks); 5 <= n && n <= size)
            table.flush[ranks] = index_of(scores, score_of_flush(ranks));
}

StrengthTable make_table(int size) {
    const std::vector<RankHand> hands = rank_hands(size);
    const auto& scores = size == 7 ? seven_card_scores() : five_card_scores();
    StrengthTable table;
    pack(hands, scores, table);
    fill_flushes(size, scores, table);
    return table;
}

}  // namespace

const StrengthTable& strength_table(int cards) {
    switch (cards) {
        case 5: {
            static const auto five = std::make_unique<StrengthTable>(make_table(5));
            return *five;
        }
        case 6: {
            static const auto six = std::make_unique<StrengthTable>(make_table(6));
            return *six;
        }
        default: {
            static const auto seven = std::make_unique<StrengthTable>(make_table(7));
            return *seven;
        }
    }
}

const std::vector<std::uint16_t>& seven_to_five() {
    static const auto made = [] {
        std::vector<std::uint16_t> classes;
        for (const std::uint32_t score : seven_card_scores()) classes.push_back(index_of(five_card_scores(), score));
        return classes;
    }();
    return made;
}

const std::vector<std::uint8_t>& categories() {
    static const auto made = [] {
        std::vector<std::uint8_t> categories;
        for (const std::uint32_t score : five_card_scores()) categories.push_back(static_cast<std::uint8_t>(score >> 20));
        return categories;
    }();
    return made;
}

}  // namespace runout
