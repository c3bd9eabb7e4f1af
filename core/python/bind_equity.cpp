// Equity: exact, random, and the table before the flop.
#include <nanobind/stl/string.h>

#include <bit>
#include <memory>
#include <vector>

#include "dispatch.hpp"
#include "equity/dealer.hpp"
#include "equity/known_ranges.hpp"
#include "equity/preflop.hpp"
#include "equity/ranges_on_boards.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/without_gil.hpp"

using namespace nanobind::literals;

namespace runout::binding {
namespace {

// (won, tied, share, dealt), each [players * kPairs], categories [players * kCategories] and deals.
auto as_tuple(HandTotals totals) {
    return nb::make_tuple(as_array(std::move(totals.won)), as_array(std::move(totals.tied)),
                          as_array(std::move(totals.share)), as_array(std::move(totals.dealt)),
                          as_array(std::move(totals.categories)), totals.deals);
}

EquityQuestion question_of(Matrix<const double> weights, std::uint64_t board, std::uint64_t live,
                           Matrix<const std::uint8_t> suit_maps) {
    const auto players = weights.shape(0);
    if (players < 2 || players > kMostPlayers || weights.shape(1) != kPairs || suit_maps.shape(0) < 1 ||
        suit_maps.shape(1) != kSuits || std::popcount(board) > 5)
        throw nb::value_error("weights must be (2..23, 1326), suit_maps (1.., 4), the board at most five cards");
    return {static_cast<int>(players), weights.data(), board, live};
}

auto range_equity(Matrix<const double> weights, std::uint64_t board, std::uint64_t live,
                  Matrix<const std::uint8_t> suit_maps, const std::string& kernel, int threads, Control& control) {
    const EquityQuestion question = question_of(weights, board, live, suit_maps);
    const Kernels& kernels = *chosen_level().kernels;
    if ((kernel == "two" && question.players != 2) || (kernel == "three" && question.players != 3))
        throw nb::value_error("this kernel is for another number of players");
    if (kernel != "two" && kernel != "three" && kernel != "many") throw nb::value_error("there is no such kernel");
    const RangesKernel count = kernel == "two" ? kernels.two_ranges : kernel == "three" ? kernels.three_ranges : kernels.many_ranges;
    HandTotals sum(question.players);
    {
        const WithoutGil without;
        sum = ranges_on_boards(count, question, suit_maps.data(), static_cast<int>(suit_maps.shape(0)), threads, control);
    }
    return as_tuple(std::move(sum));
}

auto known_equity(Matrix<const double> weights, std::uint64_t live, Matrix<const std::uint8_t> suit_maps, int threads,
                  Control& control) {
    const EquityQuestion question = question_of(weights, 0, live, suit_maps);
    HandTotals sum(question.players);
    {
        const WithoutGil without;
        sum = known_ranges(*chosen_level().kernels, question, suit_maps.data(), static_cast<int>(suit_maps.shape(0)),
                           threads, control);
    }
    return as_tuple(std::move(sum));
}

Dealer* new_dealer(int players, std::uint64_t board, std::uint64_t live) {
    if (players < 2 || players > kMostPlayers || std::popcount(board) > 5) throw nb::value_error("2..23 players, at most 5 board cards");
    return new Dealer(players, board, live);
}

void add_group(Dealer& dealer, Vector<const std::uint8_t> players, Matrix<const std::uint16_t> combos,
               Vector<const double> weights) {
    const auto entries = combos.shape(0), members = combos.shape(1);
    if (entries == 0 || entries != weights.shape(0) || members != players.shape(0))
        throw nb::value_error("combos must be (entries, players) with one weight an entry");
    if (std::any_of(players.data(), players.data() + members, [&](auto id) { return id >= dealer.players(); }))
        throw nb::value_error("there is no such player");
    if (std::any_of(combos.data(), combos.data() + entries * members, [](auto pair) { return pair >= kPairs; }))
        throw nb::value_error("combos must be pair indices");
    dealer.add_group({players.data(), players.data() + members}, {combos.data(), combos.data() + entries * members},
                     {weights.data(), weights.data() + entries});
}

void add_known_card(Dealer& dealer, int player, int card) {
    if (player < 0 || player >= dealer.players() || card < 0 || card >= kCards)
        throw nb::value_error("there is no such player or card");
    dealer.add_known_card(static_cast<std::uint8_t>(player), card);
}

template <std::size_t rows, std::size_t columns>
auto flattened(const std::uint64_t (&matrix)[rows][columns]) {
    return as_array(std::vector(&matrix[0][0], &matrix[0][0] + rows * columns));
}

// (attempts, deals, wins [23], ties [23 * 24], categories [23 * 9]) and, if a player is named, the
// same of his hands: (deals [1326], wins [1326], ties [1326 * 24]).
nb::tuple deal(Dealer& dealer, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads, bool categories,
               int hand_player, Control& control) {
    if (hand_player >= dealer.players()) throw nb::value_error("there is no such player");
    Tallies tallies;
    const auto hands = hand_player >= 0 ? std::make_unique<HandTallies>() : nullptr;
    {
        const WithoutGil without;
        tallies = dealer.deal(*chosen_level().kernels, seed, first, count, threads, categories, hand_player, hands.get(), control);
    }
    const auto all = nb::make_tuple(tallies.attempts, tallies.deals,
                                    as_array(std::vector(tallies.wins, tallies.wins + kMostPlayers)),
                                    flattened(tallies.ties), flattened(tallies.categories));
    if (!hands) return nb::make_tuple(all, nb::none());
    return nb::make_tuple(all, nb::make_tuple(as_array(std::vector(hands->deals, hands->deals + kPairs)),
                                              as_array(std::vector(hands->wins, hands->wins + kPairs)),
                                              flattened(hands->ties)));
}

auto count_matchups() {
    std::vector<std::uint32_t> wins(kMatchups), losses(kMatchups);
    {
        const WithoutGil without;
        std::vector<std::uint64_t> matrix(kPairs * kPairs);
        chosen_level().kernels->count_matchups(strength_table(7), matrix.data());
        collect_matchups(matrix.data(), wins.data(), losses.data());
    }
    return nb::make_tuple(as_array(std::move(wins)), as_array(std::move(losses)));
}

auto matchup_sums(Vector<const std::uint32_t> matrix, Vector<const double> range) {
    if (matrix.shape(0) != kPairs * kPairs || range.shape(0) != kPairs)
        throw nb::value_error("matrix must be (1326 * 1326,) and range (1326,)");
    std::vector<double> won(kPairs), lost(kPairs);
    {
        const WithoutGil without;
        runout::matchup_sums(matrix.data(), range.data(), won.data(), lost.data());
    }
    return nb::make_tuple(as_array(std::move(won)), as_array(std::move(lost)));
}

auto expand_matchups(Vector<const std::uint32_t> wins, Vector<const std::uint32_t> losses) {
    if (wins.shape(0) != kMatchups || losses.shape(0) != kMatchups)
        throw nb::value_error("wins and losses must have one entry for each of the 47,008 matchups");
    std::vector<std::uint32_t> matrix(kPairs * kPairs);
    {
        const WithoutGil without;
        runout::expand_matchups(wins.data(), losses.data(), matrix.data());
    }
    return as_array(std::move(matrix));
}

}  // namespace

void bind_equity(nb::module_& module) {
    nb::class_<Control>(module, "Control", "Watches and stops long work from another thread.")
        .def(nb::init<>())
        .def("stop", [](Control& control) { control.stopped = true; })
        .def_prop_ro("stopped", [](const Control& control) { return control.stopped.load(); })
        .def_prop_ro("done", [](const Control& control) { return control.done.load(); });
    module.def("range_equity", &range_equity, "weights"_a.noconvert(), "board"_a, "live"_a,
               "suit_maps"_a.noconvert(), "kernel"_a, "threads"_a, "control"_a,
               "Exact totals of every hand over all runouts: won, tied, share, dealt, categories.");
    module.def("known_equity", &known_equity, "weights"_a.noconvert(), "live"_a, "suit_maps"_a.noconvert(),
               "threads"_a, "control"_a,
               "The same before the flop, by combinations of known hands.");
    module.def("count_matchups", &count_matchups,
               "Wins and losses of each of the 47,008 matchups before the flop, by enumeration (seconds).");
    module.def("expand_matchups", &expand_matchups, "wins"_a.noconvert(), "losses"_a.noconvert(),
               "Wins of every hand (row) against every hand (column), flattened (1326 * 1326).");
    module.def("matchup_sums", &matchup_sums, "matrix"_a.noconvert(), "range"_a.noconvert(),
               "What every hand wins and loses against a weighted range before the flop.");
    nb::class_<Dealer>(module, "Dealer", "Random deals.")
        .def(nb::new_(&new_dealer), "players"_a, "board"_a, "live"_a)
        .def("add_group", &add_group, "players"_a.noconvert(), "combos"_a.noconvert(), "weights"_a.noconvert())
        .def("add_known_card", &add_known_card, "player"_a, "card"_a)
        .def("deal", &deal, "seed"_a, "first"_a, "count"_a, "threads"_a, "categories"_a, "hand_player"_a, "control"_a);
    module.attr("DEALS_PER_BLOCK") = kDealsPerBlock;
}

}  // namespace runout::binding
