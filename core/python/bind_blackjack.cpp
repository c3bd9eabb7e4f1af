// Blackjack: tables, hands, the dealer.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <limits>
#include <utility>

#include "blackjack/column.hpp"
#include "blackjack/split_memory.hpp"
#include "blackjack/table.hpp"
#include "dispatch.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/without_gil.hpp"

using namespace nanobind::literals;

namespace runout::binding {
namespace {

using namespace runout::blackjack;

constexpr double kNotAllowed = std::numeric_limits<double>::quiet_NaN();  // None before users see it
constexpr int kDealColumns = 10;

Counts counted(Vector<const std::int32_t> shoe) {
    Counts counts{};
    if (shoe.shape(0) != kValues) throw nb::value_error("a shoe has ten counts");
    for (int value = 0; value < kValues; ++value) {
        counts[value] = shoe.data()[value];
        if (counts[value] < 0 || counts[value] > 60000) throw nb::value_error("counts must be 0..60000");
    }
    return counts;
}

Rules ruled(bool hits_soft_17, bool looks, int doubling, bool doubles_longer, bool doubles_soft, bool doubles_after_split,
            bool hits_split_aces, int hands, int ace_hands, int surrender, double blackjack_pays) {
    if (hands < 1 || hands > 4 || ace_hands < 1 || ace_hands > 4 || doubling < 0 || doubling > 2 || surrender < 0 || surrender > 4)
        throw nb::value_error("no such rules");
    return {hits_soft_17, looks, static_cast<Doubling>(doubling), doubles_longer, doubles_soft, doubles_after_split, hits_split_aces,
            hands, ace_hands, static_cast<Surrender>(surrender), blackjack_pays};
}

using Actions = std::optional<Vector<const std::uint8_t>>;

Strategy strategy_of(const Actions& before, const Actions& after) {
    if (!before || !after) return {};
    if (before->shape(0) != all_hands().size() * kValues || after->shape(0) != before->shape(0))
        throw nb::value_error("a strategy has one action for each hand and upcard");
    return {before->data(), after->data()};
}

// (dealer draws, hand or -1, upcard, split value or -1) of a draw from an empty shoe, or None.
using Found = std::optional<std::tuple<bool, int, int, int>>;

Found as_found(const std::optional<Exhaustion>& found) {
    if (!found) return {};
    return std::tuple(found->dealer, found->hand, found->upcard, found->split);
}

Found value(Table& table, const Actions& before, const Actions& after) {
    const Strategy strategy = strategy_of(before, after);
    const WithoutGil without;
    table.value(strategy);
    return as_found(table.exhaustion(strategy));
}

bool splits_pair(const Round& round, const Hand& hand) {
    for (int value = 0; value < kValues; ++value)
        if (is_pair(hand, value)) return round.may_split(value);
    return false;
}

// Rows of (hand, chance, dealer's blackjack, stand, hit, double, split, surrender, best, action).
auto deals(const Table& table, int upcard) {
    if (upcard < 0 || upcard >= kValues || !table.has(upcard)) throw nb::value_error("the shoe has no such upcard");
    std::vector<double> rows;
    const Round& round = table.round(upcard);
    for (const Deal& deal : table.deals(upcard)) {
        const Hand& hand = all_hands()[deal.hand];
        const HandValue& value = deal.value;
        rows.insert(rows.end(), {static_cast<double>(deal.hand), deal.chance, deal.dealer_blackjack, value.stand, value.hit,
                                 round.rules().may_double(hand) ? value.double_down : kNotAllowed,
                                 splits_pair(round, hand) ? value.split : kNotAllowed,
                                 round.rules().may_surrender(upcard) ? deal.surrender : kNotAllowed, deal.best,
                                 static_cast<double>(deal.action)});
    }
    return as_array(rows);
}

auto outcome(const Table& table, int upcard) {
    if (upcard < 0 || upcard >= kValues) throw nb::value_error("no such upcard");
    static_assert(sizeof(Outcome) == kOutcomes * sizeof(double));
    std::vector<double> row(kOutcomes);
    std::copy_n(&table.outcome(upcard).win, kOutcomes, row.begin());
    return as_array(row);
}

// [hand * 10 + upcard] of one field of all hands.
template <class T, class Field>
auto of_all_hands(const Table& table, Field&& field) {
    std::vector<T> array(all_hands().size() * kValues);
    for (int upcard = 0; upcard < kValues; ++upcard) {
        if (!table.has(upcard)) continue;
        for (int hand = 0; hand < static_cast<int>(all_hands().size()); ++hand)
            array[hand * kValues + upcard] = field(upcard, hand);
    }
    return array;
}

// (stand, hit, double, reached) of all hands and upcards.
auto hand_values(const Table& table) {
    return nb::make_tuple(
        as_array(of_all_hands<double>(table, [&](int up, int hand) { return table.round(up)[hand].stand; })),
        as_array(of_all_hands<double>(table, [&](int up, int hand) { return table.round(up)[hand].hit; })),
        as_array(of_all_hands<double>(table, [&](int up, int hand) { return table.round(up)[hand].double_down; })),
        as_array(of_all_hands<double>(table, [&](int up, int hand) { return table.reached(up)[hand]; })));
}

// The strategy that was valued: actions before and after a split.
auto actions(const Table& table) {
    auto before = of_all_hands<std::uint8_t>(
        table, [&](int up, int hand) { return static_cast<std::uint8_t>(table.round(up)[hand].action); });
    auto after = of_all_hands<std::uint8_t>(
        table, [&](int up, int hand) { return static_cast<std::uint8_t>(table.round(up)[hand].later); });
    for (int upcard = 0; upcard < kValues; ++upcard)
        for (const Deal& deal : table.deals(upcard))
            before[deal.hand * kValues + upcard] = static_cast<std::uint8_t>(deal.action);
    return nb::make_tuple(as_array(std::move(before)), as_array(std::move(after)));
}

// Values one column of a chart; what comes out are (ten splits, and of all hands how often there is something
// to decide, stand, hit, double, surrender, and stand, hit, double after a split).
auto value_column(Column& column, const Actions& before, const Actions& after) {
    const Strategy strategy = strategy_of(before, after);
    std::vector<double> splits, rows;
    {
        const nb::gil_scoped_release release;
        column.value(strategy);
        const Round& round = column.round();
        const std::size_t hands = all_hands().size();
        for (int pair = 0; pair < kValues; ++pair) splits.push_back(column.split(pair));
        rows.resize(8 * hands);
        for (std::size_t hand = 0; hand < hands; ++hand) {
            const int number = static_cast<int>(hand);
            const HandValue& value = round[number];
            const Splits::Actions& later = column.later(number);
            const bool first = value.known && all_hands()[hand].size == 2;
            const double row[] = {column.held(number), value.stand, value.hit, value.double_down,
                                  first ? round.surrender_value(all_hands()[hand]) : 0, later.stand, later.hit,
                                  later.double_down};
            for (int i = 0; i < 8; ++i) rows[i * hands + hand] = row[i];
        }
    }
    return nb::make_tuple(as_array(std::move(splits)), as_array(std::move(rows)));
}

// (exhaustion or None, can be dealt, dealer's blackjack, stand, hit, double, split, surrender) of one hand.
auto hand_value(Vector<const std::int32_t> shoe, const Rules& rules, int upcard, int number) {
    const Counts counts = counted(shoe);
    if (upcard < 0 || upcard >= kValues || counts[upcard] == 0 || number < 1 || number >= static_cast<int>(all_hands().size()))
        throw nb::value_error("no such hand or upcard");
    Round round(*chosen_level().kernels, counts, upcard, rules);
    const Hand& hand = all_hands()[number];
    if (!round.can_be_dealt(hand)) return nb::make_tuple(Found{}, false, 0.0, 0.0, 0.0, kNotAllowed, kNotAllowed, kNotAllowed);
    round.value_hand(number);
    const HandValue& value = round[number];
    return nb::make_tuple(as_found(exhaustion(round, {number}, {})), true, round.blackjack_chance(hand), value.stand,
                          round.next_card(hand).none ? kNotAllowed : value.hit,
                          rules.may_double(hand) ? value.double_down : kNotAllowed,
                          splits_pair(round, hand) ? value.split : kNotAllowed,
                          hand.size == 2 && rules.may_surrender(upcard) ? round.surrender_value(hand) : kNotAllowed);
}

// (value, a line ran out of cards, states) of splitting a pair with perfect memory.
auto split_memory(Vector<const std::int32_t> shoe, const Rules& rules, int upcard, int pair) {
    Counts counts = counted(shoe);
    if (upcard < 0 || upcard >= kValues || pair < 0 || pair >= kValues || counts[upcard] < 1 ||
        counts[pair] < 2 + (upcard == pair) || rules.most_hands(pair) < 2)
        throw nb::value_error("no such upcard or pair");
    const WithoutGil without;
    SplitMemory memory(*chosen_level().kernels, counts, upcard, rules, pair);
    const double value = memory.value();
    return std::tuple(value, memory.ran_out(), memory.states());
}

// 17, 18, 19, 20, 21, bust, blackjack; the upcard is in the shoe.
auto dealer(Vector<const std::int32_t> shoe, int upcard, bool hits_soft_17) {
    Counts left = counted(shoe);
    if (upcard < 0 || upcard >= kValues || left[upcard] == 0) throw nb::value_error("no such upcard");
    --left[upcard];
    ShoeFamily shoe_itself{};
    for (int value = 0; value < kValues; ++value) shoe_itself.left[value] = static_cast<std::uint16_t>(left[value]);
    shoe_itself.rows[0] = {0, 0, 0};
    DealerOdds odds;
    chosen_level().kernels->dealer_odds(dealer_tree(upcard, hits_soft_17), kAce, blackjack_partner(upcard), false,
                                        &shoe_itself, 1, &odds);
    std::vector<double> row(odds.total, odds.total + kTotals);
    row.push_back(odds.bust);
    row.push_back(odds.blackjack);
    return nb::make_tuple(dealer_exhausts(upcard, hits_soft_17, left), as_array(row));
}

// Deals blocks first .. first + blocks - 1 of the stream that `seed` names, `shoes` shoes each; the sums
// do not depend on the number of threads.
auto simulate(Vector<const std::int32_t> shoe, const Rules& rules, Vector<const std::uint8_t> before,
              Vector<const std::uint8_t> after, int dealt_cards, std::uint64_t max_rounds, Vector<const double> tags,
              Vector<const double> bets, std::uint64_t seed, std::uint64_t first, std::uint64_t blocks, std::uint64_t shoes,
              int threads) {
    if (tags.shape(0) != kValues || bets.shape(0) != kTrueCounts) throw nb::value_error("ten tags and 41 bets");
    SimulationPlan plan{counted(shoe), rules, strategy_of(before, after), dealt_cards, max_rounds, {}, {}};
    std::copy_n(tags.data(), kValues, plan.tags);
    std::copy_n(bets.data(), kTrueCounts, plan.bets);
    std::vector<RoundTotals> parts(blocks);
    {
        const WithoutGil without;
        for_each_block(blocks, threads, [&](std::size_t block) {
            chosen_level().kernels->deal_shoes(plan, seed * 0x9E3779B97F4A7C15u + first + block, shoes, parts[block]);
        });
    }
    RoundTotals sum;
    for (const RoundTotals& part : parts) sum.add(part);
    return nb::make_tuple(sum.shoes, sum.rounds, sum.splits, sum.result, sum.result_squared, sum.won, sum.bet,
                          sum.rounds_rounds, sum.result_result, sum.result_rounds, sum.squared_squared, sum.squared_rounds,
                          sum.won_won, sum.won_rounds, sum.ran_out,
                          as_array(std::vector(sum.count_rounds, sum.count_rounds + kTrueCounts)),
                          as_array(std::vector(sum.count_result, sum.count_result + kTrueCounts)));
}

// [hand]: 1 where it may be doubled.
auto doubles(const Rules& rules) {
    std::vector<std::uint8_t> allowed;
    for (const Hand& hand : all_hands()) allowed.push_back(rules.may_double(hand));
    return as_array(allowed);
}

// Rows of (ten counts, size, hard, total, soft).
auto hand_list() {
    std::vector<std::uint8_t> rows;
    for (const Hand& hand : all_hands()) {
        rows.insert(rows.end(), hand.cards.begin(), hand.cards.end());
        rows.insert(rows.end(), {hand.size, hand.hard, hand.total, static_cast<std::uint8_t>(hand.soft)});
    }
    return as_array(rows);
}

}  // namespace

void bind_blackjack(nb::module_& module) {
    nb::class_<Rules>(module, "BlackjackRules", "Rules as the kernels know them.")
        .def(nb::new_(&ruled), "hits_soft_17"_a, "looks"_a, "doubling"_a, "doubles_longer"_a, "doubles_soft"_a, "doubles_after_split"_a,
             "hits_split_aces"_a, "hands"_a, "ace_hands"_a, "surrender"_a, "blackjack_pays"_a);
    nb::class_<Table>(module, "BlackjackTable", "One shoe under given rules.")
        .def(nb::new_([](Vector<const std::int32_t> shoe, const Rules& rules) {
                 return new Table(*chosen_level().kernels, counted(shoe), rules);
             }), "shoe"_a.noconvert(), "rules"_a)
        .def("value", &value, "before"_a.noconvert().none(), "after"_a.noconvert().none())
        .def("deals", &deals, "upcard"_a)
        .def("outcome", &outcome, "upcard"_a)
        .def("hand_values", &hand_values)
        .def("actions", &actions);
    nb::class_<Column>(module, "BlackjackColumn", "One upcard of a shoe, for charts.")
        .def(nb::new_([](Vector<const std::int32_t> shoe, const Rules& rules, int upcard) {
                 const Counts counts = counted(shoe);
                 if (upcard < 0 || upcard >= kValues || counts[upcard] == 0) throw nb::value_error("no such upcard");
                 return new Column(*chosen_level().kernels, counts, upcard, rules);
             }), "shoe"_a.noconvert(), "rules"_a, "upcard"_a)
        .def("value", &value_column, "before"_a.noconvert().none(), "after"_a.noconvert().none());
    module.def("blackjack_hand", &hand_value, "shoe"_a.noconvert(), "rules"_a, "upcard"_a, "hand"_a,
               "Values of one hand against one upcard.");
    module.def("blackjack_split_memory", &split_memory, "shoe"_a.noconvert(), "rules"_a, "upcard"_a, "pair"_a,
               "The value of a split for a player who remembers everything, whether some line runs out of cards, and "
               "how many states were valued.");
    module.def("blackjack_dealer", &dealer, "shoe"_a.noconvert(), "upcard"_a, "hits_soft_17"_a,
               "Whether the dealer can run out of cards, and the chances of the final totals.");
    module.def("blackjack_simulate", &simulate, "shoe"_a.noconvert(), "rules"_a, "before"_a.noconvert(),
               "after"_a.noconvert(), "dealt_cards"_a, "max_rounds"_a, "tags"_a.noconvert(), "bets"_a.noconvert(), "seed"_a,
               "first"_a, "blocks"_a, "shoes"_a, "threads"_a, "Sums over the rounds of shuffled shoes.");
    module.def("blackjack_doubles", &doubles, "rules"_a, "Which hands may be doubled.");
    module.def("blackjack_hands", &hand_list, "All hands: ten counts, size, hard sum, total, soft.");
    module.attr("BLACKJACK_DEAL_COLUMNS") = kDealColumns;
}

}  // namespace runout::binding
