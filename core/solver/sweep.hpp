// Showdowns: every hand against the whole opposing range, for as many showdowns at once as a vector
// has lanes.
//
// Opposing hands are taken from weak to strong. What I beat is the reach passed so far, less that of
// hands with one of my cards. A hand with both of my cards is my own, of equal strength: among the
// equal ones it is subtracted twice and added back once.
#pragma once

#include <array>

#include "solver/ahead.hpp"
#include "solver/boards.hpp"
#include "solver/lanes.hpp"
#include "solver/meeting.hpp"

namespace runout::RUNOUT_LEVEL {

// One showdown: where the opponent's reach is, where values and totals go, and what it pays.
struct LaneTask {
    const float* reach;
    float* total;
    struct Set {
        float* value;
        float win, tie, lose;
    } sets[kMostSets];
};

class Sweep {
public:
    // Room for the hands of both players.
    explicit Sweep(int most_hands) : rows_(most_hands + kPadding + 1), idle_(most_hands + kPadding + 2 * kLanes) {
        for (auto& below : below_) below.resize(most_hands + kPadding);
    }

    // Up to kLanes tasks at once. The value of a hand is win * weaker + tie * equal + lose * stronger
    // opposing reach, its total all compatible reach. S is the number of sets of payoffs. Asks ahead once for
    // each run of equal strength.
    template <int S>
    void run(const Board& board, int me, const LaneTask* tasks, int count, const MetByHand& met, Ahead& ahead) {
        const SortedHands& own = board.player[me];
        const SortedHands& others = board.player[1 - me];
        gather_rows(others, tasks, count);
        Pays pays[S];
        for (int set = 0; set < S; ++set) pays[set] = pays_of(tasks, count, set);
        pass<S>(board, me, own, others, pays, ahead);
        finish<S>(own, pays, tasks, count);
        if (!met.empty()) sum_little<S>(board, me, met, pays, tasks, count);
    }

private:
    struct alignas(64) Row {
        Lanes lanes;
    };
    struct Pays {
        Lanes win, tie, lose;
    };

    static Pays pays_of(const LaneTask* tasks, int count, int set) {
        Pays pays{};
        for (int lane = 0; lane < count; ++lane) {
            pays.win[lane] = tasks[lane].sets[set].win;
            pays.tie[lane] = tasks[lane].sets[set].tie;
            pays.lose[lane] = tasks[lane].sets[set].lose;
        }
        return pays;
    }

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

    template <int S>
    void pass(const Board& board, int me, const SortedHands& own, const SortedHands& others, const Pays* pays,
              Ahead& ahead) {
        Lanes sum{};  // in a register: hands wait for it one after the other
        with_.fill(Row{});
        const auto &own_end = board.tie_end[me], &other_end = board.tie_end[1 - me];
        int i = 0, j = 0;
        Lanes for_less[S], for_equal[S], both[S];
        for (int set = 0; set < S; ++set) {
            for_less[set] = pays[set].win - pays[set].tie;
            for_equal[set] = pays[set].tie - pays[set].lose;
            both[set] = for_less[set] + for_equal[set];
        }
        for (std::size_t tie = 0; tie < own_end.size(); ++tie) {
            ahead.ask();
            const int i_end = own_end[tie], j_end = other_end[tie];
            if (j == j_end) {
                for (; i < i_end; ++i) {
                    const Lanes less = passed(sum, own, i);
                    for (int set = 0; set < S; ++set) below_[set][i].lanes = both[set] * less;
                }
                continue;
            }
            const int i_first = i;
            for (; i < i_end; ++i) {
                const Lanes less = passed(sum, own, i);
                for (int set = 0; set < S; ++set) below_[set][i].lanes = for_less[set] * less;
            }
            for (; j < j_end; ++j) {
                const Lanes reach = rows_[j].lanes;
                sum += reach;
                with_[others.low[j]].lanes += reach;
                with_[others.high[j]].lanes += reach;
            }
            for (i = i_first; i < i_end; ++i) {
                const Lanes up_to = passed(sum, own, i) + rows_[own.same[i]].lanes;
                for (int set = 0; set < S; ++set) below_[set][i].lanes += for_equal[set] * up_to;
            }
        }
        sum_ = sum;
    }

    // Totals and values, back from lanes: one tile after the other, as many as registers hold.
    template <int S>
    void finish(const SortedHands& own, const Pays* pays, const LaneTask* tasks, int count) {
        const Lanes sum = sum_;
        for (int i = 0; i < own.pad; i += kLanes) {
            Lanes tile[kLanes];
            for (int k = 0; k < kLanes; ++k) {
                const int at = i + k;
                if (at < own.count) {
                    tile[k] = passed(sum, own, at) + rows_[own.same[at]].lanes;
                    for (int set = 0; set < S; ++set) below_[set][at].lanes += pays[set].lose * tile[k];
                } else {
                    tile[k] = Lanes{};
                    for (int set = 0; set < S; ++set) below_[set][at].lanes = Lanes{};
                }
            }
            transpose(tile);
            for (int lane = 0; lane < count; ++lane) store(tasks[lane].total + i, tile[lane]);
            for (int set = 0; set < S; ++set) {
                for (int k = 0; k < kLanes; ++k) tile[k] = below_[set][i + k].lanes;
                transpose(tile);
                for (int lane = 0; lane < count; ++lane) store(tasks[lane].sets[set].value + i, tile[lane]);
            }
        }
    }

    // The hands that meet too little for a difference of large sums: once more, one opposing hand after
    // the other.
    template <int S>
    void sum_little(const Board& board, int me, const MetByHand& met, const Pays* pays, const LaneTask* tasks,
                    int count) {
        const SortedHands &own = board.player[me], &others = board.player[1 - me];
        int i = 0, weaker = 0;
        for (std::size_t run = 0; run < board.tie_end[me].size(); ++run) {
            const int equal = board.tie_end[1 - me][run];
            for (; i < board.tie_end[me][run]; ++i) {
                const MetByOne& hand = met[own.hand[i]];
                if (hand.how == kMost) continue;
                Lanes value[S]{}, total{};
                if (hand.how == kLittle) {
                    const Lanes less = apart(own, i, others, 0, weaker), same = apart(own, i, others, weaker, equal);
                    const Lanes more = apart(own, i, others, equal, others.count);
                    total = hand.unit * (less + same + more);
                    for (int set = 0; set < S; ++set)
                        value[set] = hand.unit * (pays[set].win * less + pays[set].tie * same + pays[set].lose * more);
                }
                for (int lane = 0; lane < count; ++lane) {
                    tasks[lane].total[i] = total[lane];
                    for (int set = 0; set < S; ++set) tasks[lane].sets[set].value[i] = value[set][lane];
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

    Lanes passed(Lanes sum, const SortedHands& own, int i) const {
        return sum - with_[own.low[i]].lanes - with_[own.high[i]].lanes;
    }
    const float* idle() const { return reinterpret_cast<const float*>(idle_.data()); }

    std::vector<Row> rows_, idle_;
    std::vector<Row> below_[kMostSets];
    std::array<Row, kMostCards> with_;
    Lanes sum_;  // of all opposing hands
};

}  // namespace runout::RUNOUT_LEVEL
