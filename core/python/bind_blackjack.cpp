// Blackjack: tables, hands, the dealer.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>
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

constexpr auto kMoved = nb::rv_policy::move;  // arrays that own their memory

Counts counted(Vector<const std::int32_t> shoe) {
    Counts counts{};
    if (shoe.shape(0) != kValues) throw nb::value_error("a shoe has ten counts");
    for (int value = 0; value < kValues; ++value) {
        counts[value] = shoe.data()[value];
        if (counts[value] < 0 || counts[value] > 60000) throw nb::value_error("counts must be 0..60000");
    }
    return counts;
}

Rules ruled(bool hits_soft_17, bool looks, int doubling, bool doubles_longer, bool doubles_soft,
            bool doubles_after_split, bool hits_split_aces, int hands, int ace_hands, int surrender,
            double blackjack_pays) {
    if (hands < 1 || hands > 4 || ace_hands < 1 || ace_hands > 4 || doubling < 0 || doubling > 2 || surrender < 0 ||
        surrender > 4)
        throw nb::value_error("no such rules");
    return {hits_soft_17,
            looks,
            static_cast<Doubling>(doubling),
            doubles_longer,
            doubles_soft,
            doubles_after_split,
            hits_split_aces,
            hands,
            ace_hands,
            static_cast<Surrender>(surrender),
            blackjack_pays};
}

using Actions = std::optional<Vector<const std::uint8_t>>;

Strategy strategy_of(const Actions& before, const Actions& after) {
    if (!before || !after) return {};
    if (before->shape(0) != all_hands().size() * kValues || after->shape(0) != before->shape(0))
        throw nb::value_error("a strategy has one action for each hand and upcard");
    return {before->data(), after->data()};
}

std::optional<Exhaustion> value(Table& table, const Actions& before, const Actions& after) {
    const Strategy strategy = strategy_of(before, after);
    const WithoutGil without;
    table.value(strategy);
    return table.exhaustion(strategy);
}

bool splits_pair(const Round& round, const Hand& hand) {
    for (int value = 0; value < kValues; ++value)
        if (is_pair(hand, value)) return round.may_split(value);
    return false;
}

using MaybeValue = std::optional<double>;  // none where an action is not allowed

MaybeValue where(bool allowed, double value) { return allowed ? MaybeValue(value) : std::nullopt; }

// A first hand against an upcard.
struct FirstHand {
    int hand;
    double chance, dealer_blackjack, stand, hit;
    MaybeValue double_down, split, surrender;
    double best;
    int action;
};

std::vector<FirstHand> deals(const Table& table, int upcard) {
    if (upcard < 0 || upcard >= kValues || !table.has(upcard)) throw nb::value_error("the shoe has no such upcard");
    std::vector<FirstHand> found;
    const Round& round = table.round(upcard);
    for (const Deal& deal : table.deals(upcard)) {
        const Hand& hand = all_hands()[deal.hand];
        const HandValue& value = deal.value;
        found.push_back(
            {deal.hand, deal.chance, deal.dealer_blackjack, value.stand, value.hit,
             where(round.rules().may_double(hand), value.double_down), where(splits_pair(round, hand), value.split),
             where(round.rules().may_surrender(upcard), deal.surrender), deal.best, static_cast<int>(deal.action)});
    }
    return found;
}

Outcome outcome(const Table& table, int upcard) {
    if (upcard < 0 || upcard >= kValues) throw nb::value_error("no such upcard");
    return table.outcome(upcard);
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

// The strategy that was valued: actions before and after a split.
auto actions(const Table& table) {
    auto before = of_all_hands<std::uint8_t>(
        table, [&](int up, int hand) { return static_cast<std::uint8_t>(table.round(up)[hand].action); });
    auto after = of_all_hands<std::uint8_t>(
        table, [&](int up, int hand) { return static_cast<std::uint8_t>(table.round(up)[hand].later); });
    for (int upcard = 0; upcard < kValues; ++upcard)
        for (const Deal& deal : table.deals(upcard))
            before[deal.hand * kValues + upcard] = static_cast<std::uint8_t>(deal.action);
    return std::pair(as_array(std::move(before)), as_array(std::move(after)));
}

// What there is to know of one column of a chart, by hand; splits by value.
struct ColumnValues {
    std::vector<double> splits, held, stand, hit, double_down, surrender;
    std::vector<double> later_stand, later_hit, later_double;  // after a split
};

ColumnValues value_column(Column& column, const Actions& before, const Actions& after) {
    const Strategy strategy = strategy_of(before, after);
    ColumnValues values;
    const WithoutGil without;
    column.value(strategy);
    const Round& round = column.round();
    for (int pair = 0; pair < kValues; ++pair) values.splits.push_back(column.split(pair));
    for (int number = 0; number < static_cast<int>(all_hands().size()); ++number) {
        const Hand& hand = all_hands()[number];
        const HandValue& value = round[number];
        const Splits::Actions& later = column.later(number);
        values.held.push_back(column.held(number));
        values.stand.push_back(value.stand);
        values.hit.push_back(value.hit);
        values.double_down.push_back(value.double_down);
        values.surrender.push_back(value.known && hand.size == 2 ? round.surrender_value(hand) : 0);
        values.later_stand.push_back(later.stand);
        values.later_hit.push_back(later.hit);
        values.later_double.push_back(later.double_down);
    }
    return values;
}

// One hand against one upcard.
struct HandAnswer {
    std::optional<Exhaustion> exhaustion;
    bool possible = false;  // whether it can be dealt
    double dealer_blackjack = 0, stand = 0;
    MaybeValue hit, double_down, split, surrender;
};

HandAnswer hand_value(Vector<const std::int32_t> shoe, const Rules& rules, int upcard, int number) {
    const Counts counts = counted(shoe);
    if (upcard < 0 || upcard >= kValues || counts[upcard] == 0 || number < 1 ||
        number >= static_cast<int>(all_hands().size()))
        throw nb::value_error("no such hand or upcard");
    const WithoutGil without;
    Round round(*chosen_level().kernels, counts, upcard, rules);
    const Hand& hand = all_hands()[number];
    if (!round.can_be_dealt(hand)) return {};
    round.value_hand(number);
    const HandValue& value = round[number];
    return {exhaustion(round, {number}, {}),
            true,
            round.blackjack_chance(hand),
            value.stand,
            where(!round.next_card(hand).none, value.hit),
            where(rules.may_double(hand), value.double_down),
            where(splits_pair(round, hand), value.split),
            where(hand.size == 2 && rules.may_surrender(upcard), round.surrender_value(hand))};
}

// Splitting a pair with perfect memory.
struct RememberedSplit {
    double value = 0;
    bool ran_out = false;  // some line of play did
    std::size_t states = 0;
};

RememberedSplit split_memory(Vector<const std::int32_t> shoe, const Rules& rules, int upcard, int pair,
                             const Control& control) {
    Counts counts = counted(shoe);
    if (upcard < 0 || upcard >= kValues || pair < 0 || pair >= kValues || counts[upcard] < 1 ||
        counts[pair] < 2 + (upcard == pair) || rules.most_hands(pair) < 2)
        throw nb::value_error("no such upcard or pair");
    const WithoutGil without;
    SplitMemory memory(*chosen_level().kernels, counts, upcard, rules, pair, control);
    try {
        const double value = memory.value();
        return {value, memory.ran_out(), memory.states()};
    } catch (const Stopped&) {
        return {0, false, memory.states()};
    }
}

// Chances of how the dealer ends.
struct DealerAnswer {
    bool exhausts;
    std::vector<double> totals;  // 17 .. 21
    double bust, blackjack;
};

// The upcard is in the shoe.
DealerAnswer dealer(Vector<const std::int32_t> shoe, int upcard, bool hits_soft_17) {
    Counts left = counted(shoe);
    if (upcard < 0 || upcard >= kValues || left[upcard] == 0) throw nb::value_error("no such upcard");
    --left[upcard];
    ShoeFamily shoe_itself{};
    for (int value = 0; value < kValues; ++value) shoe_itself.left[value] = static_cast<std::uint16_t>(left[value]);
    shoe_itself.rows[0] = {0, 0, 0};
    DealerOdds odds;
    chosen_level().kernels->dealer_odds(dealer_tree(upcard, hits_soft_17), kAce, blackjack_partner(upcard), false,
                                        &shoe_itself, 1, &odds);
    return {dealer_exhausts(upcard, hits_soft_17, left), {odds.total, odds.total + kTotals}, odds.bust, odds.blackjack};
}

// Deals blocks first .. first + blocks - 1 of the stream that `seed` names, `shoes` shoes each; the sums
// do not depend on the number of threads. Blocks that were not begun when it was stopped are left out.
RoundTotals simulate(Vector<const std::int32_t> shoe, const Rules& rules, Vector<const std::uint8_t> before,
                     Vector<const std::uint8_t> after, int dealt_cards, std::uint64_t max_rounds,
                     Vector<const double> tags, Vector<const double> bets, std::uint64_t seed, std::uint64_t first,
                     std::uint64_t blocks, std::uint64_t shoes, int threads, Control& control) {
    if (tags.shape(0) != kValues || bets.shape(0) != kTrueCounts) throw nb::value_error("ten tags and 41 bets");
    SimulationPlan plan{counted(shoe), rules, strategy_of(before, after), dealt_cards, max_rounds, {}, {}};
    std::copy_n(tags.data(), kValues, plan.tags);
    std::copy_n(bets.data(), kTrueCounts, plan.bets);
    std::vector<RoundTotals> parts(blocks);
    const WithoutGil without;
    for_each_block(blocks, threads, [&](std::size_t block) {
        if (control.go_on())
            chosen_level().kernels->deal_shoes(plan, seed * 0x9E3779B97F4A7C15u + first + block, shoes, parts[block]);
    });
    RoundTotals sum;
    for (const RoundTotals& part : parts) sum.add(part);
    return sum;
}

// [hand]: 1 where it may be doubled.
auto doubles(const Rules& rules) {
    std::vector<std::uint8_t> allowed;
    for (const Hand& hand : all_hands()) allowed.push_back(rules.may_double(hand));
    return as_array(allowed);
}

// All hands, one after the other.
struct HandList {
    std::vector<std::uint8_t> cards;  // [hand * 10 + value]
    std::vector<std::uint8_t> size, total, soft;
};

HandList hand_list() {
    HandList list;
    for (const Hand& hand : all_hands()) {
        list.cards.insert(list.cards.end(), hand.cards.begin(), hand.cards.end());
        list.size.push_back(hand.size);
        list.total.push_back(hand.total);
        list.soft.push_back(hand.soft);
    }
    return list;
}

// A field that is a vector, as an array.
template <class Owner, class T>
auto array_of(std::vector<T> Owner::* field) {
    return [field](const Owner& owner) { return as_array(owner.*field); };
}

void bind_answers(nb::module_& module) {
    nb::class_<Exhaustion>(module, "BlackjackExhaustion", "A draw that meets an empty shoe.")
        .def_ro("dealer", &Exhaustion::dealer)
        .def_ro("hand", &Exhaustion::hand)
        .def_ro("upcard", &Exhaustion::upcard)
        .def_ro("split", &Exhaustion::split);
    nb::class_<FirstHand>(module, "BlackjackFirstHand", "A first hand against an upcard.")
        .def_ro("hand", &FirstHand::hand)
        .def_ro("chance", &FirstHand::chance)
        .def_ro("dealer_blackjack", &FirstHand::dealer_blackjack)
        .def_ro("stand", &FirstHand::stand)
        .def_ro("hit", &FirstHand::hit)
        .def_ro("double", &FirstHand::double_down)
        .def_ro("split", &FirstHand::split)
        .def_ro("surrender", &FirstHand::surrender)
        .def_ro("best", &FirstHand::best)
        .def_ro("action", &FirstHand::action);
    nb::class_<Outcome>(module, "BlackjackOutcome", "How rounds end.")
        .def_ro("win", &Outcome::win)
        .def_ro("lose", &Outcome::lose)
        .def_ro("push", &Outcome::push)
        .def_ro("dwin", &Outcome::double_win)
        .def_ro("dlose", &Outcome::double_lose)
        .def_ro("dpush", &Outcome::double_push)
        .def_ro("pbj", &Outcome::blackjack)
        .def_ro("dbj", &Outcome::dealer_blackjack)
        .def_ro("surrender", &Outcome::surrender)
        .def_ro("split", &Outcome::split)
        .def_ro("split_ev", &Outcome::split_ev);
    nb::class_<ColumnValues>(module, "BlackjackColumnValues", "Values of all hands against one upcard.")
        .def_prop_ro("splits", array_of(&ColumnValues::splits), kMoved)
        .def_prop_ro("held", array_of(&ColumnValues::held), kMoved)
        .def_prop_ro("stand", array_of(&ColumnValues::stand), kMoved)
        .def_prop_ro("hit", array_of(&ColumnValues::hit), kMoved)
        .def_prop_ro("double", array_of(&ColumnValues::double_down), kMoved)
        .def_prop_ro("surrender", array_of(&ColumnValues::surrender), kMoved)
        .def_prop_ro("later_stand", array_of(&ColumnValues::later_stand), kMoved)
        .def_prop_ro("later_hit", array_of(&ColumnValues::later_hit), kMoved)
        .def_prop_ro("later_double", array_of(&ColumnValues::later_double), kMoved);
    nb::class_<HandAnswer>(module, "BlackjackHand", "Values of one hand against one upcard.")
        .def_ro("exhaustion", &HandAnswer::exhaustion)
        .def_ro("possible", &HandAnswer::possible)
        .def_ro("dealer_blackjack", &HandAnswer::dealer_blackjack)
        .def_ro("stand", &HandAnswer::stand)
        .def_ro("hit", &HandAnswer::hit)
        .def_ro("double", &HandAnswer::double_down)
        .def_ro("split", &HandAnswer::split)
        .def_ro("surrender", &HandAnswer::surrender);
    nb::class_<RememberedSplit>(module, "BlackjackRememberedSplit", "A split with perfect memory.")
        .def_ro("value", &RememberedSplit::value)
        .def_ro("ran_out", &RememberedSplit::ran_out)
        .def_ro("states", &RememberedSplit::states);
    nb::class_<DealerAnswer>(module, "BlackjackDealer", "How the dealer ends.")
        .def_ro("exhausts", &DealerAnswer::exhausts)
        .def_ro("totals", &DealerAnswer::totals)
        .def_ro("bust", &DealerAnswer::bust)
        .def_ro("blackjack", &DealerAnswer::blackjack);
    nb::class_<HandList>(module, "BlackjackHandList", "All hands, by number.")
        .def_prop_ro("cards", array_of(&HandList::cards), kMoved)
        .def_prop_ro("size", array_of(&HandList::size), kMoved)
        .def_prop_ro("total", array_of(&HandList::total), kMoved)
        .def_prop_ro("soft", array_of(&HandList::soft), kMoved);
}

auto of_counts(const double (&sums)[kTrueCounts]) { return std::vector<double>(sums, sums + kTrueCounts); }

void bind_totals(nb::module_& module) {
    nb::class_<RoundTotals>(module, "BlackjackTotals", "Sums over rounds, and over shoes of products of sums.")
        .def(nb::init<>())
        .def("add", &RoundTotals::add, "other"_a)
        .def_ro("shoes", &RoundTotals::shoes)
        .def_ro("rounds", &RoundTotals::rounds)
        .def_ro("splits", &RoundTotals::splits)
        .def_ro("result", &RoundTotals::result)
        .def_ro("result_squared", &RoundTotals::result_squared)
        .def_ro("won", &RoundTotals::won)
        .def_ro("bet", &RoundTotals::bet)
        .def_ro("rounds_rounds", &RoundTotals::rounds_rounds)
        .def_ro("result_result", &RoundTotals::result_result)
        .def_ro("result_rounds", &RoundTotals::result_rounds)
        .def_ro("squared_squared", &RoundTotals::squared_squared)
        .def_ro("squared_rounds", &RoundTotals::squared_rounds)
        .def_ro("won_won", &RoundTotals::won_won)
        .def_ro("won_rounds", &RoundTotals::won_rounds)
        .def_ro("ran_out", &RoundTotals::ran_out)
        .def_prop_ro("count_rounds", [](const RoundTotals& totals) { return of_counts(totals.count_rounds); })
        .def_prop_ro("count_result", [](const RoundTotals& totals) { return of_counts(totals.count_result); });
}

}  // namespace

void bind_blackjack(nb::module_& module) {
    bind_answers(module);
    bind_totals(module);
    nb::class_<Rules>(module, "BlackjackRules", "Rules as the kernels know them.")
        .def(nb::new_(&ruled), "hits_soft_17"_a, "looks"_a, "doubling"_a, "doubles_longer"_a, "doubles_soft"_a,
             "doubles_after_split"_a, "hits_split_aces"_a, "hands"_a, "ace_hands"_a, "surrender"_a, "blackjack_pays"_a);
    nb::class_<Table>(module, "BlackjackTable", "One shoe under given rules.")
        .def(nb::new_([](Vector<const std::int32_t> shoe, const Rules& rules) {
                 return new Table(*chosen_level().kernels, counted(shoe), rules);
             }),
             "shoe"_a.noconvert(), "rules"_a)
        .def("value", &value, "before"_a.noconvert().none(), "after"_a.noconvert().none())
        .def("deals", &deals, "upcard"_a)
        .def("outcome", &outcome, "upcard"_a)
        .def("actions", &actions);
    nb::class_<Column>(module, "BlackjackColumn", "One upcard of a shoe, for charts.")
        .def(nb::new_([](Vector<const std::int32_t> shoe, const Rules& rules, int upcard) {
                 const Counts counts = counted(shoe);
                 if (upcard < 0 || upcard >= kValues || counts[upcard] == 0) throw nb::value_error("no such upcard");
                 return new Column(*chosen_level().kernels, counts, upcard, rules);
             }),
             "shoe"_a.noconvert(), "rules"_a, "upcard"_a)
        .def("value", &value_column, "before"_a.noconvert().none(), "after"_a.noconvert().none());
    module.def("blackjack_hand", &hand_value, "shoe"_a.noconvert(), "rules"_a, "upcard"_a, "hand"_a,
               "Values of one hand against one upcard.");
    module.def("blackjack_split_memory", &split_memory, "shoe"_a.noconvert(), "rules"_a, "upcard"_a, "pair"_a,
               "control"_a, "The value of a split for a player who remembers everything.");
    module.def("blackjack_dealer", &dealer, "shoe"_a.noconvert(), "upcard"_a, "hits_soft_17"_a,
               "Whether the dealer can run out of cards, and the chances of the final totals.");
    module.def("blackjack_simulate", &simulate, "shoe"_a.noconvert(), "rules"_a, "before"_a.noconvert(),
               "after"_a.noconvert(), "dealt_cards"_a, "max_rounds"_a, "tags"_a.noconvert(), "bets"_a.noconvert(),
               "seed"_a, "first"_a, "blocks"_a, "shoes"_a, "threads"_a, "control"_a,
               "Sums over the rounds of shuffled shoes.");
    module.def("blackjack_doubles", &doubles, "rules"_a, "Which hands may be doubled.");
    module.def("blackjack_hands", &hand_list, "All hands that are not bust.");
}

}  // namespace runout::binding
