// Three ranges on complete boards, by inclusion and exclusion.
//
// For my hand {a, b} and two sets of opposing hands X and Y, the weight of all pairs of one hand of
// each, no card used twice, is
//     W(X, Y) = S_X S_Y - sum over cards x of X_x Y_x + sum over hands h of X_h Y_h,
// every sum over hands without a and b: S is the weight of a set, X_x that of its hands with card x.
// Pairs that share a card are taken off once for each common card; those that are the same hand were
// taken off twice and come back once. With lt, le, eq the sets of weaker, not stronger and equal hands,
// W(lt, lt) is won alone, W(le, le) - W(lt, lt) is tied and W(eq, eq) of it is tied three ways.
//
// The differences cancel where a hand meets next to nothing of what the others hold. Hands that meet
// nothing at all are told by counting, which is exact, and left out; those that meet a small part are
// summed with twice the digits.
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "equity/double_double.hpp"
#include "equity/sorted_hands.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

constexpr int kPadded = 56;  // cards, rounded up to whole vectors
typedef double Lanes __attribute__((vector_size(32)));
constexpr int kLanes = 4;
// Below this part of the product of both ranges the sums of doubles keep too few digits.
constexpr double kSmallPart = 1e-4;

// A set of one player's hands.
template <class Number>
struct HandSet {
    using ByCard = std::array<Number, kPadded>;
    Number sum = 0;
    alignas(64) ByCard with{};                      // by one card
    alignas(64) std::array<ByCard, kCards> pair{};  // by both, symmetric

    void change(int low, int high, Number weight) {
        sum += weight;
        with[low] += weight;
        with[high] += weight;
        pair[low][high] += weight;
        pair[high][low] += weight;
    }
};

// Sums over the hands that two players may both hold, of the product of their weights.
template <class Number>
struct CommonHands {
    Number sum = 0;
    std::array<Number, kCards> with{};

    void change(int low, int high, Number product) {
        sum += product;
        with[low] += product;
        with[high] += product;
    }
};

// By card, the weights of a set's hands without a and b.
class Without {
public:
    Without(const HandSet<double>& set, int a, int b)
        : all_(lanes(set.with)), a_(lanes(set.pair[a])), b_(lanes(set.pair[b])) {}
    Lanes operator[](int i) const { return all_[i] - a_[i] - b_[i]; }

private:
    static const Lanes* lanes(const HandSet<double>::ByCard& cards) {
        return reinterpret_cast<const Lanes*>(cards.data());
    }
    const Lanes *all_, *a_, *b_;
};

double total(Lanes lanes) { return lanes[0] + lanes[1] + lanes[2] + lanes[3]; }

// Products of the weights by card, over all cards: hands without a and b that share the card.
double sharing_a_card(const HandSet<double>& x, const HandSet<double>& y, int a, int b) {
    const Without left_x(x, a, b), left_y(y, a, b);
    Lanes lanes{};
    for (int i = 0; i < kCards / kLanes; ++i) lanes += left_x[i] * left_y[i];
    return total(lanes);
}

DoubleDouble sharing_a_card(const HandSet<DoubleDouble>& x, const HandSet<DoubleDouble>& y, int a, int b) {
    DoubleDouble sum;
    for (int i = 0; i < kCards; ++i)
        sum += (x.with[i] - x.pair[a][i] - x.pair[b][i]) * (y.with[i] - y.pair[a][i] - y.pair[b][i]);
    return sum;
}

// The same for the opponents of each player, with half of the reading.
std::array<double, 3> sharing_by_player(const std::array<HandSet<double>, 3>& sets, int a, int b) {
    const Without left[] = {{sets[0], a, b}, {sets[1], a, b}, {sets[2], a, b}};
    Lanes first{}, second{}, third{};
    for (int i = 0; i < kCards / kLanes; ++i) {
        const Lanes x = left[0][i], y = left[1][i], z = left[2][i];
        first += y * z;
        second += z * x;
        third += x * y;
    }
    return {total(first), total(second), total(third)};
}

std::array<DoubleDouble, 3> sharing_by_player(const std::array<HandSet<DoubleDouble>, 3>& sets, int a, int b) {
    return {sharing_a_card(sets[1], sets[2], a, b), sharing_a_card(sets[2], sets[0], a, b),
            sharing_a_card(sets[0], sets[1], a, b)};
}

template <class Number>
Number pairs_of_hands(const HandSet<Number>& x, const HandSet<Number>& y, const CommonHands<Number>& common, int a,
                      int b, Number sharing) {
    // The cards a and b themselves do not count.
    const Number x_ab = x.pair[a][b], y_ab = y.pair[a][b];
    sharing -= (x.with[a] - x_ab) * (y.with[a] - y_ab) + (x.with[b] - x_ab) * (y.with[b] - y_ab);
    const Number same = common.sum - common.with[a] - common.with[b] + x_ab * y_ab;
    return (x.sum - x.with[a] - x.with[b] + x_ab) * (y.sum - y.with[a] - y.with[b] + y_ab) - sharing + same;
}

using Weights = std::array<double, 3>;  // of one hand, by player

// Sets of hands of all three players, and what each two of them have in common.
template <class Number>
struct HandSets {
    std::array<HandSet<Number>, 3> of;
    std::array<CommonHands<Number>, 3> common;  // common[p]: of the two opponents of p

    void add(int low, int high, const Weights& weights) {
        for (int p = 0; p < 3; ++p) {
            if (weights[p] != 0) of[p].change(low, high, weights[p]);
            const Number product = Number(weights[(p + 1) % 3]) * Number(weights[(p + 2) % 3]);
            if (weights[(p + 1) % 3] != 0 && weights[(p + 2) % 3] != 0) common[p].change(low, high, product);
        }
    }
    // Sets to zero whatever the hand touched, so that no rounding is left behind.
    void clear(int low, int high) {
        for (int p = 0; p < 3; ++p) {
            HandSet<Number>& set = of[p];
            set.sum = set.with[low] = set.with[high] = set.pair[low][high] = set.pair[high][low] = 0;
            common[p].sum = common[p].with[low] = common[p].with[high] = 0;
        }
    }
    double against(int player, int low, int high) const {
        return against(player, low, high, sharing_a_card(of[(player + 1) % 3], of[(player + 2) % 3], low, high));
    }
    Weights against_each(int low, int high) const {
        const std::array<Number, 3> sharing = sharing_by_player(of, low, high);
        return {against(0, low, high, sharing[0]), against(1, low, high, sharing[1]),
                against(2, low, high, sharing[2])};
    }

private:
    double against(int player, int low, int high, Number sharing) const {
        return double(pairs_of_hands(of[(player + 1) % 3], of[(player + 2) % 3], common[player], low, high, sharing));
    }
};

// How a hand of a player is summed.
enum class Care : std::uint8_t { kLeftOut, kPlain, kDelicate };

class ThreeRanges {
public:
    ThreeRanges(const StrengthTable& table, const EquityQuestion& question)
        : table_(table),
          hands_(question),
          sorted_(hands_),
          weight_(hands_.size()),
          care_(hands_.size()),
          results_(hands_.size()) {
        for (int i = 0; i < hands_.size(); ++i)
            for (int p = 0; p < 3; ++p) weight_[i][p] = question.weights[p * kPairs + hands_.pairs[i]];
        choose_care();
    }

    void add(const Runout& runout) {
        sorted_.sort(table_, runout.cards);
        sweep(plain_, Care::kPlain, runout.copies);
        if (delicate_.passed) sweep(delicate_, Care::kDelicate, runout.copies);
    }

    void write(HandTotals& totals) const {
        for (int i = 0; i < hands_.size(); ++i) {
            for (int p = 0; p < 3; ++p) {
                const int at = p * kPairs + hands_.pairs[i];
                const double weight = weight_[i][p];
                const Result& result = results_[i][p];
                // What rounding leaves outside its bounds is put on them.
                const double dealt = std::max(result.dealt, 0.0);
                const double won = std::clamp(result.won, 0.0, dealt);
                const double not_lost = std::clamp(result.not_lost, won, dealt);
                const double tied = not_lost - won, tied_by_three = std::clamp(result.tied_by_three, 0.0, tied);
                totals.won[at] = weight * won;
                totals.tied[at] = weight * tied;
                // A tie counts one half, one of three players one sixth less.
                totals.share[at] = weight * ((won + not_lost) / 2 - tied_by_three / 6);
                totals.dealt[at] = weight * dealt;
            }
        }
        std::copy(categories_.begin(), categories_.end(), totals.categories.begin());
    }

private:
    struct Result {
        double won = 0, not_lost = 0, tied_by_three = 0, dealt = 0;
    };

    // The hands weaker than, or as strong as, the one looked at; those of one tie.
    template <class Number>
    struct Sweep {
        std::unique_ptr<HandSets<Number>> passed, equal;

        void make() {
            passed = std::make_unique<HandSets<Number>>();
            equal = std::make_unique<HandSets<Number>>();
        }
    };

    // Which part of the others' hands each hand meets on the whole tells how it is summed.
    void choose_care() {
        plain_.make();
        for (int i = 0; i < hands_.size(); ++i) add_to(*plain_.passed, i);
        bool small = false;
        for (int i = 0; i < hands_.size(); ++i)
            for (int p = 0; p < 3; ++p) {
                if (weight_[i][p] == 0) continue;
                const double product = plain_.passed->of[(p + 1) % 3].sum * plain_.passed->of[(p + 2) % 3].sum;
                const bool plain = against(*plain_.passed, i, p) >= kSmallPart * product;
                care_[i][p] = plain ? Care::kPlain : Care::kDelicate;
                small |= !plain;
            }
        if (small) leave_out_impossible();
    }

    void leave_out_impossible() {
        delicate_.make();
        *plain_.passed = {};
        for (int i = 0; i < hands_.size(); ++i) {
            Weights held;
            std::transform(weight_[i].begin(), weight_[i].end(), held.begin(),
                           [](double weight) { return weight > 0; });
            plain_.passed->add(hands_.low[i], hands_.high[i], held);
        }
        for (int i = 0; i < hands_.size(); ++i)
            for (int p = 0; p < 3; ++p)
                if (care_[i][p] == Care::kDelicate && against(*plain_.passed, i, p) == 0) care_[i][p] = Care::kLeftOut;
    }

    template <class Number>
    void sweep(Sweep<Number>& sets, Care care, double copies) {
        std::construct_at(sets.passed.get());  // empty, without a second one to copy from
        for (int from = 0; from < sorted_.size();) {
            const int to = sorted_.end_of_tie(from);
            const bool alone = to - from == 1;  // a hand does not meet itself: it ties with nobody
            each_player_in(*sets.passed, from, to, care, [&](int hand, int p, double met) {
                const double won = copies * met;
                results_[hand][p].won += won;
                if (alone) results_[hand][p].not_lost += won;
            });
            for (int place = from; place < to; ++place) add_to(*sets.passed, sorted_.hand(place));
            if (!alone) {
                each_player_in(*sets.passed, from, to, care,
                               [&](int hand, int p, double met) { results_[hand][p].not_lost += copies * met; });
                three_way_ties(*sets.equal, from, to, care, copies);
            }
            from = to;
        }
        count_deals(*sets.passed, care, copies);
    }

    // Calls visit(hand, player, what it meets of these sets) for the hands of some places that are summed so.
    template <class Number, class Visit>
    void each_player_in(const HandSets<Number>& sets, int from, int to, Care care, Visit&& visit) {
        for (int place = from; place < to; ++place) {
            const int hand = sorted_.hand(place);
            const auto& cares = care_[hand];
            const auto players = std::count(cares.begin(), cares.end(), care);
            if (players == 0) continue;
            Weights met{};
            if (players > 1) met = sets.against_each(hands_.low[hand], hands_.high[hand]);
            for (int p = 0; p < 3; ++p)
                if (cares[p] == care) visit(hand, p, players > 1 ? met[p] : against(sets, hand, p));
        }
    }

    template <class Number>
    void three_way_ties(HandSets<Number>& equal, int from, int to, Care care, double copies) {
        for (int place = from; place < to; ++place) add_to(equal, sorted_.hand(place));
        each_player_in(equal, from, to, care,
                       [&](int hand, int p, double met) { results_[hand][p].tied_by_three += copies * met; });
        for (int place = from; place < to; ++place) {
            const int hand = sorted_.hand(place);
            equal.clear(hands_.low[hand], hands_.high[hand]);
        }
    }

    template <class Number>
    void count_deals(const HandSets<Number>& all, Care care, double copies) {
        for (int place = 0; place < sorted_.size(); ++place) {
            const int category = seven_card_categories()[sorted_.strength(place)];
            each_player_in(all, place, place + 1, care, [&](int hand, int p, double met) {
                const double dealt = copies * met;
                results_[hand][p].dealt += dealt;
                categories_[p * kCategories + category] += weight_[hand][p] * dealt;
            });
        }
    }

    template <class Number>
    double against(const HandSets<Number>& sets, int hand, int player) const {
        return sets.against(player, hands_.low[hand], hands_.high[hand]);
    }
    template <class Number>
    void add_to(HandSets<Number>& sets, int hand) const {
        sets.add(hands_.low[hand], hands_.high[hand], weight_[hand]);
    }

    const StrengthTable& table_;
    HeldHands hands_;
    SortedHands sorted_;
    std::vector<Weights> weight_;
    std::vector<std::array<Care, 3>> care_;
    std::vector<std::array<Result, 3>> results_;
    std::array<double, 3 * kCategories> categories_{};
    Sweep<double> plain_;
    Sweep<DoubleDouble> delicate_;
};

}  // namespace

void three_ranges(const StrengthTable& table, const EquityQuestion& question, const Runout* runouts, std::size_t count,
                  Control& control, HandTotals& totals) {
    ThreeRanges ranges(table, question);
    for (std::size_t i = 0; i < count && control.go_on(); ++i) ranges.add(runouts[i]);
    ranges.write(totals);
}

}  // namespace runout::RUNOUT_LEVEL
