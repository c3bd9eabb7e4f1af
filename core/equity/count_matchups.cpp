// Wins of every hand against every hand before the flop, over all boards.
#include <algorithm>
#include <array>
#include <memory>

#include "level.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

// Hands side by side in a vector; the rows of strengths are padded to whole vectors.
constexpr int kLanes = 32;
constexpr int kPadded = (kPairs + kLanes - 1) / kLanes * kLanes;
typedef std::int16_t Lanes __attribute__((vector_size(2 * kLanes)));

// Boards taken together: the counts of a batch fit in a lane, the strengths in the cache.
constexpr int kBatch = 64;

// A hand that holds a board card neither wins nor loses: as the row it compares as -1, as the column
// as the largest number.
constexpr std::int16_t kBlocked = 0x7fff;

using Ranks = std::array<std::uint16_t, kSuits>;  // 13 bits of each suit

class MatchupCounter {
public:
    MatchupCounter(const StrengthTable& table, std::uint64_t* wins) : table_(table), wins_(wins) {
        std::ranges::fill(strengths_.back().begin() + kPairs, strengths_.back().end(), kBlocked);
        for (auto& row : strengths_) row = strengths_.back();
    }

    // Of the boards that differ in the names of suits only, the one whose suits are in falling
    // order of their ranks; boards of equally large orbits go into one batch.
    void count(int orbit_size) {
        orbit_size_ = orbit_size;
        std::array<int, 5> board{};
        choose(board, 0, 0);
        flush_batch();
    }

private:
    void choose(std::array<int, 5>& board, int chosen, int from) {
        if (chosen == 5) {
            if (orbit(board) == orbit_size_) add(board);
            return;
        }
        for (int card = from; card < kCards; ++card) {
            board[chosen] = card;
            choose(board, chosen + 1, card + 1);
        }
    }

    // Number of boards that relabelling makes of this one; 0 if it does not represent them.
    static int orbit(const std::array<int, 5>& board) {
        Ranks ranks{};
        for (const int card : board) ranks[suit_of(card)] |= static_cast<std::uint16_t>(1 << rank_of(card));
        int size = 24, equal = 1;
        for (int suit = 1; suit < kSuits; ++suit) {
            if (ranks[suit] > ranks[suit - 1]) return 0;
            equal = ranks[suit] == ranks[suit - 1] ? equal + 1 : 1;
            size /= equal;
        }
        return size;
    }

    void add(const std::array<int, 5>& board) {
        std::uint64_t key = kEmptyHand, bits = 0;
        for (const int card : board) {
            key += kCardKeys[card];
            bits |= kCardBits[card];
        }
        auto& row = strengths_[in_batch_++];
        for (int pair = 0; pair < kPairs; ++pair)
            row[pair] = bits & kPairBits[pair]
                            ? kBlocked
                            : static_cast<std::int16_t>(table_.of(key + kPairKeys[pair], bits | kPairBits[pair]));
        if (in_batch_ == kBatch) flush_batch();
    }

    void flush_batch() {
        for (int hero = 0; hero < kPairs; ++hero) {
            std::array<std::int16_t, kBatch> own{};
            for (int board = 0; board < in_batch_; ++board)
                own[board] = strengths_[board][hero] == kBlocked ? std::int16_t{-1} : strengths_[board][hero];
            for (int from = 0; from < kPadded; from += kLanes) {
                Lanes won{};
                for (int board = 0; board < in_batch_; ++board)
                    won -= own[board] > reinterpret_cast<const Lanes&>(strengths_[board][from]);
                for (int lane = 0; lane < std::min(kLanes, kPairs - from); ++lane)
                    wins_[hero * kPairs + from + lane] += static_cast<std::uint64_t>(orbit_size_ * won[lane]);
            }
        }
        in_batch_ = 0;
    }

    const StrengthTable& table_;
    std::uint64_t* wins_;
    int orbit_size_ = 0;
    int in_batch_ = 0;
    alignas(64) std::array<std::array<std::int16_t, kPadded>, kBatch> strengths_{};
};

}  // namespace

void count_matchups(const StrengthTable& table, std::uint64_t* wins) {
    const auto counter = std::make_unique<MatchupCounter>(table, wins);
    for (const int orbit_size : {4, 12, 24}) counter->count(orbit_size);
}

}  // namespace runout::RUNOUT_LEVEL
