// Two ranges on complete boards: every hand against the whole opposing range in one sweep.
//
// Hands are taken from weak to strong. The weight of the opposing hands passed so far, less those
// that hold one of my cards, is what I beat: sum - with[c1] - with[c2]. A hand that holds both of my
// cards is my own hand, of equal strength, so it is never among the weaker ones; among the equal ones
// it is subtracted twice and added back once.
//
// Where a hand blocks nearly all of the opposing range the difference has too few digits left: such
// hands are compared with one opposing hand after the other.
#include <algorithm>
#include <array>
#include <vector>

#include "equity/sorted_hands.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

// Both players side by side.
typedef double Two __attribute__((vector_size(16)));

// Below this part of the opposing range a hand is summed directly.
constexpr double kSmallPart = 1e-4;

class TwoRanges {
public:
    TwoRanges(const StrengthTable& table, const EquityQuestion& question)
        : table_(table), hands_(question), sorted_(hands_), weight_(hands_.size()), results_(hands_.size()) {
        for (int i = 0; i < hands_.size(); ++i)
            weight_[i] = Two{question.weights[hands_.pairs[i]], question.weights[kPairs + hands_.pairs[i]]};
        own_ = weight_;
        find_blocking_hands();
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
            categories_[seven_card_categories()[sorted_.strength(place)]] += dealt * swapped(own_[hand]);
        }
        for (Blocking& hand : blocking_) compare_with_all(hand, runout);
    }

    void write(HandTotals& totals) const {
        for (int i = 0; i < hands_.size(); ++i)
            for (int player = 0; player < 2; ++player) {
                const int other = 1 - player;
                const Result& result = results_[i];
                write(totals, i, player, {result.won[other], result.tied[other], result.dealt[other]});
            }
        for (const Blocking& hand : blocking_) write(totals, hand.hand, hand.player, hand.result);
        for (int category = 0; category < kCategories; ++category)
            for (int player = 0; player < 2; ++player)
                totals.categories[player * kCategories + category] = categories_[category][1 - player];
    }

private:
    // Weights against this hand, in the lane of the player who holds them.
    struct Result {
        Two won{}, tied{}, dealt{};
    };
    struct OneResult {
        double won = 0, tied = 0, dealt = 0;
    };
    struct Blocking {
        int hand, player;
        OneResult result;
    };

    void write(HandTotals& totals, int hand, int player, const OneResult& result) const {
        const int at = player * kPairs + hands_.pairs[hand];
        const double weight = weight_[hand][player];
        // What rounding leaves outside its bounds is put on them.
        const double dealt = std::max(result.dealt, 0.0), won = std::clamp(result.won, 0.0, dealt);
        totals.won[at] = weight * won;
        totals.tied[at] = weight * std::clamp(result.tied, 0.0, dealt - won);
        totals.share[at] = totals.won[at] + totals.tied[at] / 2;
        totals.dealt[at] = weight * dealt;
    }

    void find_blocking_hands() {
        for (int hand = 0; hand < hands_.size(); ++hand) pass(hand);
        for (int hand = 0; hand < hands_.size(); ++hand) {
            const Two met = passed(hand) + weight_[hand];
            for (int player = 0; player < 2; ++player) {
                if (weight_[hand][player] == 0 || met[1 - player] >= kSmallPart * sum_[1 - player]) continue;
                blocking_.push_back({hand, player, {}});
                own_[hand][player] = 0;
            }
        }
    }

    void compare_with_all(Blocking& blocking, const Runout& runout) {
        const std::uint64_t bits = hands_.bits[blocking.hand];
        if (bits & runout.cards) return;
        int strength = 0;
        for (int place = 0; place < sorted_.size(); ++place)
            if (sorted_.hand(place) == blocking.hand) strength = sorted_.strength(place);
        OneResult here;
        for (int place = 0; place < sorted_.size(); ++place) {
            const int hand = sorted_.hand(place);
            if (hands_.bits[hand] & bits) continue;
            const double weight = weight_[hand][1 - blocking.player];
            here.dealt += weight;
            if (sorted_.strength(place) == strength) here.tied += weight;
            if (sorted_.strength(place) < strength) here.won += weight;
        }
        blocking.result.won += runout.copies * here.won;
        blocking.result.tied += runout.copies * here.tied;
        blocking.result.dealt += runout.copies * here.dealt;
        categories_[seven_card_categories()[strength]][1 - blocking.player] +=
            runout.copies * here.dealt * weight_[blocking.hand][blocking.player];
    }

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
    std::vector<Two> weight_, own_;  // own_: zero for blocking hands, which are counted apart
    std::vector<Result> results_;
    std::vector<Blocking> blocking_;
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
