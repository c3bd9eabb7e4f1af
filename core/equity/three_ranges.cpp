// Three ranges on complete boards, by inclusion and exclusion.
//
// For my hand {a, b} and two sets of opposing hands X and Y, the weight of all pairs of one hand of
// each, no card used twice, is
//     W(X, Y) = S_X S_Y - sum over cards x of X_x Y_x + sum over hands h of X_h Y_h,
// every sum over hands without a and b: S is the weight of a set, X_x that of its hands with card x.
// Pairs that share a card are taken off once for each common card; those that are the same hand were
// taken off twice and come back once. With lt, le, eq the sets of weaker, not stronger and equal hands,
// W(lt, lt) is won alone, W(le, le) - W(lt, lt) is tied and W(eq, eq) of it is tied three ways.
#include <array>
#include <memory>
#include <vector>

#include "equity/sorted_hands.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

constexpr int kPadded = 56;  // cards, rounded up to whole vectors
typedef double Lanes __attribute__((vector_size(32)));
constexpr int kLanes = 4;
using ByCard = std::array<double, kPadded>;

// A set of one player's hands.
struct HandSet {
    double sum = 0;
    alignas(64) ByCard with{};                       // by one card
    alignas(64) std::array<ByCard, kCards> pair{};  // by both, symmetric

    void change(int low, int high, double weight) {
        sum += weight;
        with[low] += weight;
        with[high] += weight;
        pair[low][high] += weight;
        pair[high][low] += weight;
    }
};

// Sums over the hands that two players may both hold, of the product of their weights.
struct CommonHands {
    double sum = 0;
    std::array<double, kCards> with{};

    void change(int low, int high, double product) {
        sum += product;
        with[low] += product;
        with[high] += product;
    }
};

double pairs_of_hands(const HandSet& x, const HandSet& y, const CommonHands& common, int a, int b) {
    const Lanes *xa = reinterpret_cast<const Lanes*>(x.pair[a].data()), *xb = reinterpret_cast<const Lanes*>(x.pair[b].data());
    const Lanes *ya = reinterpret_cast<const Lanes*>(y.pair[a].data()), *yb = reinterpret_cast<const Lanes*>(y.pair[b].data());
    const Lanes *xs = reinterpret_cast<const Lanes*>(x.with.data()), *ys = reinterpret_cast<const Lanes*>(y.with.data());
    Lanes lanes{};
    for (int i = 0; i < kCards / kLanes; ++i) lanes += (xs[i] - xa[i] - xb[i]) * (ys[i] - ya[i] - yb[i]);
    double sharing = lanes[0] + lanes[1] + lanes[2] + lanes[3];
    // The cards a and b themselves do not count.
    const double x_ab = x.pair[a][b], y_ab = y.pair[a][b];
    sharing -= (x.with[a] - x_ab) * (y.with[a] - y_ab) + (x.with[b] - x_ab) * (y.with[b] - y_ab);
    const double same = common.sum - common.with[a] - common.with[b] + x_ab * y_ab;
    return (x.sum - x.with[a] - x.with[b] + x_ab) * (y.sum - y.with[a] - y.with[b] + y_ab) - sharing + same;
}

// Sets of hands of all three players, and what each two of them have in common.
struct HandSets {
    std::array<HandSet, 3> of;
    std::array<CommonHands, 3> common;  // common[p]: of the two opponents of p

    void change(int low, int high, const std::array<double, 3>& weights, double sign) {
        for (int p = 0; p < 3; ++p) {
            if (weights[p] != 0) of[p].change(low, high, sign * weights[p]);
            const double product = weights[(p + 1) % 3] * weights[(p + 2) % 3];
            if (product != 0) common[p].change(low, high, sign * product);
        }
    }
    double against(int player, int low, int high) const {
        return pairs_of_hands(of[(player + 1) % 3], of[(player + 2) % 3], common[player], low, high);
    }
};

class ThreeRanges {
public:
    ThreeRanges(const StrengthTable& table, const EquityQuestion& question)
        : table_(table), hands_(question), sorted_(hands_), weight_(hands_.size()), results_(hands_.size()) {
        for (int i = 0; i < hands_.size(); ++i)
            for (int p = 0; p < 3; ++p) weight_[i][p] = question.weights[p * kPairs + hands_.pairs[i]];
    }

    void add(const Runout& runout) {
        sorted_.sort(table_, runout.cards);
        const double copies = runout.copies;
        *passed_ = HandSets{};
        for (int from = 0; from < sorted_.size();) {
            const int to = sorted_.end_of_tie(from);
            each_player_in(from, to, [&](int hand, int p, Result& result) {
                const double won = copies * against(*passed_, hand, p);
                result.won += won;
            });
            for (int place = from; place < to; ++place) change(*passed_, sorted_.hand(place), 1);
            each_player_in(from, to, [&](int hand, int p, Result& result) {
                result.not_lost += copies * against(*passed_, hand, p);
            });
            if (to - from > 1) three_way_ties(from, to, copies);
            from = to;
        }
        count_deals(copies);
    }

    void write(HandTotals& totals) const {
        for (int i = 0; i < hands_.size(); ++i) {
            for (int p = 0; p < 3; ++p) {
                const int at = p * kPairs + hands_.pairs[i];
                const double weight = weight_[i][p];
                const Result& result = results_[i][p];
                totals.won[at] = weight * result.won;
                totals.tied[at] = weight * (result.not_lost - result.won);
                // A tie counts one half, one of three players one sixth less.
                totals.share[at] = weight * ((result.won + result.not_lost) / 2 - result.tied_by_three / 6);
                totals.dealt[at] = weight * result.dealt;
            }
        }
        std::copy(categories_.begin(), categories_.end(), totals.categories.begin());
    }

private:
    struct Result {
        double won = 0, not_lost = 0, tied_by_three = 0, dealt = 0;
    };

    template <class Visit>
    void each_player_in(int from, int to, Visit&& visit) {
        for (int place = from; place < to; ++place) {
            const int hand = sorted_.hand(place);
            for (int p = 0; p < 3; ++p)
                if (weight_[hand][p] > 0) visit(hand, p, results_[hand][p]);
        }
    }

    void three_way_ties(int from, int to, double copies) {
        for (int place = from; place < to; ++place) change(*equal_, sorted_.hand(place), 1);
        each_player_in(from, to, [&](int hand, int p, Result& result) {
            result.tied_by_three += copies * against(*equal_, hand, p);
        });
        for (int place = from; place < to; ++place) clear(*equal_, sorted_.hand(place));
    }

    void count_deals(double copies) {
        for (int place = 0; place < sorted_.size(); ++place) {
            const int hand = sorted_.hand(place);
            const int category = seven_card_categories()[sorted_.strength(place)];
            for (int p = 0; p < 3; ++p) {
                if (weight_[hand][p] == 0) continue;
                const double dealt = copies * against(*passed_, hand, p);
                results_[hand][p].dealt += dealt;
                categories_[p * kCategories + category] += weight_[hand][p] * dealt;
            }
        }
    }

    double against(const HandSets& sets, int hand, int player) const {
        return sets.against(player, hands_.low[hand], hands_.high[hand]);
    }
    void change(HandSets& sets, int hand, double sign) const {
        sets.change(hands_.low[hand], hands_.high[hand], weight_[hand], sign);
    }
    // Sets to zero whatever the hand touched, so that no rounding is left behind.
    void clear(HandSets& sets, int hand) const {
        const int low = hands_.low[hand], high = hands_.high[hand];
        for (int p = 0; p < 3; ++p) {
            HandSet& set = sets.of[p];
            set.sum = set.with[low] = set.with[high] = set.pair[low][high] = set.pair[high][low] = 0;
            sets.common[p].sum = sets.common[p].with[low] = sets.common[p].with[high] = 0;
        }
    }

    const StrengthTable& table_;
    HeldHands hands_;
    SortedHands sorted_;
    std::vector<std::array<double, 3>> weight_;
    std::vector<std::array<Result, 3>> results_;
    std::array<double, 3 * kCategories> categories_{};
    std::unique_ptr<HandSets> passed_ = std::make_unique<HandSets>();
    std::unique_ptr<HandSets> equal_ = std::make_unique<HandSets>();
};

}  // namespace

void three_ranges(const StrengthTable& table, const EquityQuestion& question, const Runout* runouts, std::size_t count,
                  Control& control, HandTotals& totals) {
    ThreeRanges ranges(table, question);
    for (std::size_t i = 0; i < count && control.go_on(); ++i) ranges.add(runouts[i]);
    ranges.write(totals);
}

}  // namespace runout::RUNOUT_LEVEL
