// Showdowns: every hand against the whole opposing range, for as many showdowns at once as a vector
// has lanes.
//
// Opposing hands are taken from weak to strong. What I beat is the reach passed so far, less that of
// hands with one of my cards. A hand with both of my cards is my own, of equal strength: among the
// equal ones it is subtracted twice and added back once.
#pragma once

#include <array>

#include "solver/boards.hpp"
#include "solver/lanes.hpp"
#include "solver/meeting.hpp"

namespace runout::RUNOUT_LEVEL {

// One showdown: where the opponent's reach is, where values and totals go, and what it pays.
struct LaneTask {
    const float* reach;
    float *value, *total;
    float win, tie, lose;
};

class Sweep {
public:
    // Room for the hands of both players.
    explicit Sweep(int most_hands) : rows_(most_hands + kPadding + 1), below_(most_hands + kPadding), idle_(most_hands + kPadding + 2 * kLanes) {}

    // Up to kLanes tasks at once. The value of a hand is win * weaker + tie * equal + lose * stronger
    // opposing reach, its total all compatible reach.
    void run(const Board& board, int me, const LaneTask* tasks, int count, const MetByHand& met) {
        const SortedHands& own = board.player[me];
        const SortedHands& others = board.player[1 - me];
        gather_rows(others, tasks, count);
        Lanes win{}, tie{}, lose{};
        for (int lane = 0; lane < count; ++lane) {
            win[lane] = tasks[lane].win;
            tie[lane] = tasks[lane].tie;
            lose[lane] = tasks[lane].lose;
        }
        pass(board, me, own, others, win - tie, tie - lose);
        finish(own, lose, tasks, count);
        if (!met.empty()) sum_little(board, me, met, win, tie, lose, tasks, count);
    }

private:
    struct alignas(64) Row {
        Lanes lanes;
    };

    void gather_rows(const SortedHands& others, const LaneTask* tasks, int count) {
        const float* from[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) from[lane] = lane < count ? tasks[lane].reach : idle();
        for (int i = 0; i < others.pad; i += kLanes) {
            Lanes tile[kLanes];
            for (int lane = 0; lane < kLanes; ++lane) tile[lane] = load(from[lane] + (lane < count ? i : 0));
            transpose(tile);
            for (int k = 0; k < kLanes; ++k) rows_[i + k].lanes = tile[k];
        }
        rows_[others.pad].lanes = Lanes{};
    }

    void pass(const Board& board, int me, const SortedHands& own, const SortedHands& others, Lanes for_less, Lanes for_equal) {
        sum_ = Lanes{};
        with_.fill(Row{});
        const auto &own_end = board.tie_end[me], &other_end = board.tie_end[1 - me];
        int i = 0, j = 0;
        const Lanes both = for_less + for_equal;
        for (std::size_t tie = 0; tie < own_end.size(); ++tie) {
            const int i_end = own_end[tie], j_end = other_end[tie];
            if (j == j_end) {
                for (; i < i_end; ++i) below_[i].lanes = both * passed(own, i);
                continue;
            }
            const int i_first = i;
            for (; i < i_end; ++i) below_[i].lanes = for_less * passed(own, i);
            for (; j < j_end; ++j) {
                const Lanes reach = rows_[j].lanes;
                sum_ += reach;
                with_[others.low[j]].lanes += reach;
                with_[others.high[j]].lanes += reach;
            }
            for (i = i_first; i < i_end; ++i)
                below_[i].lanes += for_equal * (passed(own, i) + rows_[own.same[i]].lanes);
        }
    }

    void finish(const SortedHands& own, Lanes lose, const LaneTask* tasks, int count) {
        for (int i = 0; i < own.pad; i += kLanes) {
            Lanes value[kLanes], total[kLanes];
            for (int k = 0; k < kLanes; ++k) {
                const int at = i + k;
                if (at < own.count) {
                    total[k] = passed(own, at) + rows_[own.same[at]].lanes;
                    value[k] = below_[at].lanes + lose * total[k];
                } else {
                    total[k] = value[k] = Lanes{};
                }
            }
            transpose(value);
            transpose(total);
            for (int lane = 0; lane < count; ++lane) {
                store(tasks[lane].value + i, value[lane]);
                store(tasks[lane].total + i, total[lane]);
            }
        }
    }

    // The hands that meet too little for a difference of large sums: once more, one opposing hand after
    // the other.
    void sum_little(const Board& board, int me, const MetByHand& met, Lanes win, Lanes tie, Lanes lose,
                    const LaneTask* tasks, int count) {
        const SortedHands &own = board.player[me], &others = board.player[1 - me];
        int i = 0, weaker = 0;
        for (std::size_t run = 0; run < board.tie_end[me].size(); ++run) {
            const int equal = board.tie_end[1 - me][run];
            for (; i < board.tie_end[me][run]; ++i) {
                const MetByOne& hand = met[own.hand[i]];
                if (hand.how == kMost) continue;
                Lanes value{}, total{};
                if (hand.how == kLittle) {
                    const Lanes less = apart(own, i, others, 0, weaker), same = apart(own, i, others, weaker, equal);
                    const Lanes more = apart(own, i, others, equal, others.count);
                    total = hand.unit * (less + same + more);
                    value = hand.unit * (win * less + tie * same + lose * more);
                }
                for (int lane = 0; lane < count; ++lane) {
                    tasks[lane].value[i] = value[lane];
                    tasks[lane].total[i] = total[lane];
                }
            }
            weaker = equal;
        }
    }

    // The reach of some opposing hands that share no card with mine.
    Lanes apart(const SortedHands& own, int i, const SortedHands& others, int from, int to) const {
        const int low = own.low[i], high = own.high[i];
        Lanes sum{};
        for (int j = from; j < to; ++j)
            if (others.low[j] != low && others.low[j] != high && others.high[j] != low && others.high[j] != high)
                sum += rows_[j].lanes;
        return sum;
    }

    Lanes passed(const SortedHands& own, int i) const {
        return sum_ - with_[own.low[i]].lanes - with_[own.high[i]].lanes;
    }
    const float* idle() const { return reinterpret_cast<const float*>(idle_.data()); }

    std::vector<Row> rows_, below_, idle_;
    std::array<Row, kMostCards> with_;
    Lanes sum_;
};

}  // namespace runout::RUNOUT_LEVEL
