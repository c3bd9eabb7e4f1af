// Equity: exact, random, and the table before the flop.
#include <nanobind/stl/string.h>

#include <bit>
#include <memory>
#include <vector>

#include "dispatch.hpp"
#include "equity/dealer.hpp"
#include "equity/known_ranges.hpp"
#include "equity/preflop.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"

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
    const auto count = kernel == "two" ? kernels.two_ranges : kernel == "three" ? kernels.three_ranges : kernels.many_ranges;
    std::vector<HandTotals> partial;
    {
        const nb::gil_scoped_release release;
        const std::vector<Runout> runouts =
            runouts_of(board, live, suit_maps.data(), static_cast<int>(suit_maps.shape(0)));
        // Each part is summed by itself and all in order, so their number must not depend on that of
        // the threads. Parts of less than some 100,000 hands are not worth their sums.
        const auto held = std::count_if(weights.data(), weights.data() + weights.size(), [](double w) { return w > 0; });
        const std::size_t parts = std::clamp<std::size_t>(runouts.size() * held / 100'000, 1, 32);
        partial.assign(parts, HandTotals(question.players));
        const StrengthTable& table = strength_table(7);
        for_each_block(parts, threads, [&](std::size_t part) {
            const std::size_t from = runouts.size() * part / parts, to = runouts.size() * (part + 1) / parts;
            count(table, question, runouts.data() + from, to - from, control, partial[part]);
        });
        for (std::size_t part = 1; part < parts; ++part) partial[0].add(partial[part]);
    }
    return as_tuple(std::move(partial[0]));
}

auto known_equity(Matrix<const double> weights, std::uint64_t live, Matrix<const std::uint8_t> suit_maps, int threads,
                  Control& control) {
    const EquityQuestion question = question_of(weights, 0, live, suit_maps);
    HandTotals sum(question.players);
    {
        const nb::gil_scoped_release release;
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
    if (std::any_of(combos.data(), combos.data() + entries * members, [](auto pair) { return pair >= kPairs; }))
        throw nb::value_error("combos must be pair indices");
    dealer.add_group({players.data(), players.data() + members}, {combos.data(), combos.data() + entries * members},
                     {weights.data(), weights.data() + entries});
}

template <std::size_t rows, std::size_t columns>
auto flattened(const std::uint64_t (&matrix)[rows][columns]) {
    return as_array(std::vector(&matrix[0][0], &matrix[0][0] + rows * columns));
}

// (attempts, deals, wins [23], ties [23 * 24], categories [23 * 9]) and, if a player is named, the
// same of his hands: (deals [1326], wins [1326], ties [1326 * 24]).
nb::tuple deal(Dealer& dealer, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads, bool categories,
               int hand_player, Control& control) {
    Tallies tallies;
    const auto hands = hand_player >= 0 ? std::make_unique<HandTallies>() : nullptr;
    {
        const nb::gil_scoped_release release;
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
        const nb::gil_scoped_release release;
        std::vector<std::uint64_t> matrix(kPairs * kPairs);
        chosen_level().kernels->count_matchups(strength_table(7), matrix.data());
        collect_matchups(matrix.data(), wins.data(), losses.data());
    }
    return nb::make_tuple(as_array(std::move(wins)), as_array(std::move(losses)));
}

auto expand_matchups(Vector<const std::uint32_t> wins, Vector<const std::uint32_t> losses) {
    if (wins.shape(0) != kMatchups || losses.shape(0) != kMatchups)
        throw nb::value_error("wins and losses must have one entry for each of the 47,008 matchups");
    std::vector<std::uint32_t> matrix(kPairs * kPairs);
    {
        const nb::gil_scoped_release release;
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
    nb::class_<Dealer>(module, "Dealer", "Random deals.")
        .def(nb::new_(&new_dealer), "players"_a, "board"_a, "live"_a)
        .def("add_group", &add_group, "players"_a.noconvert(), "combos"_a.noconvert(), "weights"_a.noconvert())
        .def("deal", &deal, "seed"_a, "first"_a, "count"_a, "threads"_a, "categories"_a, "hand_player"_a, "control"_a);
    module.attr("DEALS_PER_BLOCK") = kDealsPerBlock;
}

}  // namespace runout::binding
