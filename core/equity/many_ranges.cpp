// Any number of ranges on complete boards, by trying all combinations of hands.
#include <array>
#include <bit>
#include <vector>

#include "equity/sorted_hands.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

class ManyRanges {
public:
    ManyRanges(const StrengthTable& table, const EquityQuestion& question)
        : table_(table),
          question_(question),
          held_(question),
          possible_(question.players),
          shared_(question.players * kPairs * ways()),
          lost_(question.players * kPairs),
          categories_(question.players * kCategories) {}

    void add(const Runout& runout) {
        const std::uint64_t key = kEmptyHand + key_of(runout.cards);
        for (auto& hands : possible_) hands.clear();
        for (int i = 0; i < held_.size(); ++i) {
            if (held_.bits[i] & runout.cards) continue;
            const std::uint16_t strength = table_.of(key + held_.keys[i], runout.cards | held_.bits[i]);
            for (int p = 0; p < question_.players; ++p)
                if (const double weight = question_.weights[p * kPairs + held_.pairs[i]]; weight > 0)
                    possible_[p].push_back({held_.bits[i], weight, strength, held_.pairs[i]});
        }
        copies_ = runout.copies;
        choose(0, 0, runout.copies, -1, 0);
    }

    void write(HandTotals& totals) const {
        for (int at = 0; at < question_.players * kPairs; ++at) {
            const double* shared = &shared_[at * ways()];
            totals.won[at] = totals.share[at] = shared[1];
            for (int by = 2; by < ways(); ++by) {
                totals.tied[at] += shared[by];
                totals.share[at] += shared[by] / by;
            }
            totals.dealt[at] = totals.won[at] + totals.tied[at] + lost_[at];
        }
        totals.categories = categories_;
        totals.deals = deals_;
    }

private:
    struct Possible {
        std::uint64_t bits;
        double weight;
        std::uint16_t strength;
        std::uint16_t pair;
    };

    int ways() const { return question_.players + 1; }

    // Gives player p each hand that uses no card twice; `winners` is a bit for each of the best.
    void choose(int p, std::uint64_t used, double weight, int best, std::uint32_t winners) {
        if (p == question_.players) return count(weight, winners);
        for (const Possible& hand : possible_[p]) {
            if (hand.bits & used) continue;
            chosen_[p] = &hand;
            const bool better = hand.strength > best;
            const std::uint32_t ahead = better ? 0 : winners;
            choose(p + 1, used | hand.bits, weight * hand.weight, better ? hand.strength : best,
                   hand.strength >= best ? ahead | 1u << p : ahead);
        }
    }

    void count(double weight, std::uint32_t winners) {
        deals_ += copies_;
        const int shared_by = std::popcount(winners);
        for (int p = 0; p < question_.players; ++p) {
            const int at = p * kPairs + chosen_[p]->pair;
            categories_[p * kCategories + seven_card_categories()[chosen_[p]->strength]] += weight;
            if (winners >> p & 1)
                shared_[at * ways() + shared_by] += weight;
            else
                lost_[at] += weight;
        }
    }

    const StrengthTable& table_;
    const EquityQuestion& question_;
    HeldHands held_;
    std::vector<std::vector<Possible>> possible_;
    // Pots won by each hand, by the number of players who share them: divided only at the end, so
    // that whole numbers stay whole.
    std::vector<double> shared_, lost_, categories_;
    double deals_ = 0, copies_ = 0;
    std::array<const Possible*, kMostPlayers> chosen_{};
};

}  // namespace

void many_ranges(const StrengthTable& table, const EquityQuestion& question, const Runout* runouts, std::size_t count,
                 Control& control, HandTotals& totals) {
    ManyRanges ranges(table, question);
    for (std::size_t i = 0; i < count && control.go_on(); ++i) ranges.add(runouts[i]);
    ranges.write(totals);
}

}  // namespace runout::RUNOUT_LEVEL
