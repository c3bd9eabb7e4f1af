// Two ranges on complete boards: every hand against the whole opposing range in one sweep.
//
// Hands are taken from weak to strong. The weight of the opposing hands passed so far, less those
// that hold one of my cards, is what I beat: sum - with[c1] - with[c2]. A hand that holds both of my
// cards is my own hand, of equal strength, so it is never among the weaker ones; among the equal ones
// it is subtracted twice and added back once.
#include <array>
#include <vector>

#include "equity/sorted_hands.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

// Both players side by side.
typedef double Two __attribute__((vector_size(16)));

class TwoRanges {
public:
    TwoRanges(const StrengthTable& table, const EquityQuestion& question)
        : table_(table), hands_(question), sorted_(hands_), weight_(hands_.size()), results_(hands_.size()) {
        for (int i = 0; i < hands_.size(); ++i)
            weight_[i] = Two{question.weights[hands_.pairs[i]], question.weights[kPairs + hands_.pairs[i]]};
    }

    void add(const Runout& runout) {
        sorted_.sort(table_, runout.cards);
        const Two copies = {double(runout.copies), double(runout.copies)};
        sum_ = Two{};
        with_.fill(Two{});
        for (int from = 0; from < sorted_.size();) {
            const int to = sorted_.end_of_tie(from);
            for (int place = from; place < to; ++place) below_[place] = passed(sorted_.hand(place));
            for (int place = from; place < to; ++place) pass(sorted_.hand(place));
            for (int place = from; place < to; ++place) {
                const int hand = sorted_.hand(place);
                results_[hand].won += copies * below_[place];
                results_[hand].tied += copies * (passed(hand) + weight_[hand] - below_[place]);
            }
            from = to;
        }
        for (int place = 0; place < sorted_.size(); ++place) {
            const int hand = sorted_.hand(place);
            const Two dealt = copies * (passed(hand) + weight_[hand]);
            results_[hand].dealt += dealt;
            categories_[seven_card_categories()[sorted_.strength(place)]] += dealt * swapped(weight_[hand]);
        }
    }

    void write(HandTotals& totals) const {
        for (int i = 0; i < hands_.size(); ++i) {
            for (int player = 0; player < 2; ++player) {
                const int at = player * kPairs + hands_.pairs[i], other = 1 - player;
                const double weight = weight_[i][player];
                totals.won[at] = weight * results_[i].won[other];
                totals.tied[at] = weight * results_[i].tied[other];
                totals.share[at] = totals.won[at] + totals.tied[at] / 2;
                totals.dealt[at] = weight * results_[i].dealt[other];
            }
        }
        for (int category = 0; category < kCategories; ++category)
            for (int player = 0; player < 2; ++player)
                totals.categories[player * kCategories + category] = categories_[category][1 - player];
    }

private:
    // Weights against this hand, in the lane of the player who holds them.
    struct Result {
        Two won{}, tied{}, dealt{};
    };

    static Two swapped(Two lanes) { return Two{lanes[1], lanes[0]}; }
    Two passed(int hand) const { return sum_ - with_[hands_.low[hand]] - with_[hands_.high[hand]]; }
    void pass(int hand) {
        sum_ += weight_[hand];
        with_[hands_.low[hand]] += weight_[hand];
        with_[hands_.high[hand]] += weight_[hand];
    }

    const StrengthTable& table_;
    HeldHands hands_;
    SortedHands sorted_;
    std::vector<Two> weight_;
    std::vector<Result> results_;
    std::array<Two, kCategories> categories_{};
    Two sum_{};
    std::array<Two, kCards> with_{};
    std::array<Two, kPairs> below_;
};

}  // namespace

void two_ranges(const StrengthTable& table, const EquityQuestion& question, const Runout* runouts, std::size_t count,
                Control& control, HandTotals& totals) {
    TwoRanges ranges(table, question);
    for (std::size_t i = 0; i < count && control.go_on(); ++i) ranges.add(runouts[i]);
    ranges.write(totals);
}

}  // namespace runout::RUNOUT_LEVEL
