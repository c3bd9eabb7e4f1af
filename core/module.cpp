// runout._core: the kernels as Python sees them. Arguments have been checked by the Python callers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "dispatch.hpp"
#include "dealer.hpp"
#include "evaluator.hpp"
#include "known_ranges.hpp"
#include "preflop.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace runout::binding {
namespace {

template <class T>
using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Hands = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
auto new_array(std::size_t size) {
    T* data = new T[size]();
    nb::capsule owner(data, [](void* pointer) noexcept { delete[] static_cast<T*>(pointer); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, owner);
}

template <class T>
auto copied(const std::vector<T>& values) {
    auto array = new_array<T>(values.size());
    std::copy(values.begin(), values.end(), array.data());
    return array;
}

std::ptrdiff_t evaluate(Hands hands, Vector<std::uint16_t> strengths) {
    const int size = static_cast<int>(hands.shape(1));
    if (size < 5 || size > 7 || strengths.shape(0) != hands.shape(0))
        throw nb::value_error("hands must be (N, 5|6|7) and strengths (N,)");
    const nb::gil_scoped_release release;
    return chosen_level().kernels->evaluate(strength_table(size), size, hands.data(), hands.shape(0), strengths.data());
}

auto count_seven_card_hands() {
    auto counts = new_array<std::uint64_t>(kSevenCardClasses);
    {
        const nb::gil_scoped_release release;
        chosen_level().kernels->count_seven_card_hands(strength_table(7), counts.data());
    }
    return counts;
}

template <class T>
using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// (won, tied, share, dealt), each [players * kPairs], and categories [players * kCategories].
auto as_tuple(const HandTotals& totals) {
    return nb::make_tuple(copied(totals.won), copied(totals.tied), copied(totals.share), copied(totals.dealt),
                          copied(totals.categories));
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
    HandTotals sum(question.players);
    {
        const nb::gil_scoped_release release;
        const std::vector<Runout> runouts =
            runouts_of(board, live, suit_maps.data(), static_cast<int>(suit_maps.shape(0)));
        // As many parts as threads could ever use; each is summed by itself and all in order.
        const std::size_t parts = std::clamp<std::size_t>(runouts.size() / 16, 1, 32);
        std::vector<HandTotals> partial(parts, HandTotals(question.players));
        const StrengthTable& table = strength_table(7);
        for_each_block(parts, threads, [&](std::size_t part) {
            const std::size_t from = runouts.size() * part / parts, to = runouts.size() * (part + 1) / parts;
            count(table, question, runouts.data() + from, to - from, control, partial[part]);
        });
        for (const HandTotals& part : partial) sum.add(part);
    }
    return as_tuple(sum);
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
    return as_tuple(sum);
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
    auto array = new_array<std::uint64_t>(rows * columns);
    std::copy(&matrix[0][0], &matrix[0][0] + rows * columns, array.data());
    return array;
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
                                    copied(std::vector(tallies.wins, tallies.wins + kMostPlayers)),
                                    flattened(tallies.ties), flattened(tallies.categories));
    if (!hands) return nb::make_tuple(all, nb::none());
    return nb::make_tuple(all, nb::make_tuple(copied(std::vector(hands->deals, hands->deals + kPairs)),
                                              copied(std::vector(hands->wins, hands->wins + kPairs)),
                                              flattened(hands->ties)));
}

auto count_matchups() {
    auto wins = new_array<std::uint32_t>(kMatchups), losses = new_array<std::uint32_t>(kMatchups);
    {
        const nb::gil_scoped_release release;
        std::vector<std::uint64_t> matrix(kPairs * kPairs);
        chosen_level().kernels->count_matchups(strength_table(7), matrix.data());
        collect_matchups(matrix.data(), wins.data(), losses.data());
    }
    return nb::make_tuple(wins, losses);
}

auto expand_matchups(Vector<const std::uint32_t> wins, Vector<const std::uint32_t> losses) {
    if (wins.shape(0) != kMatchups || losses.shape(0) != kMatchups)
        throw nb::value_error("wins and losses must have one entry for each of the 47,008 matchups");
    auto matrix = new_array<std::uint32_t>(kPairs * kPairs);
    const nb::gil_scoped_release release;
    runout::expand_matchups(wins.data(), losses.data(), matrix.data());
    return matrix;
}

}  // namespace
}  // namespace runout::binding

NB_MODULE(_core, module) {
    using namespace runout;
    namespace rb = runout::binding;
    module.doc() = "Compiled kernels. Use the functions of the runout package instead.";
    module.def("level", [] { return std::string(chosen_level().name); }, "The instruction-set level in use.");
    module.def(
        "levels",
        [] {
            std::vector<std::string> names;
            for (const Level& level : levels())
                if (level.supported) names.emplace_back(level.name);
            return names;
        },
        "The levels that this build has and this processor runs, plainest first.");
    module.def("evaluate", &rb::evaluate, "hands"_a.noconvert(), "strengths"_a.noconvert(),
               "Writes the strength of every hand; returns the position of the first bad card, or -1.");
    module.def("count_seven_card_hands", &rb::count_seven_card_hands,
               "The number of 7-card hands of each dense strength, all 133,784,560 enumerated.");
    module.def("count_matchups", &rb::count_matchups,
               "Wins and losses of each of the 47,008 matchups before the flop, by enumeration (seconds).");
    module.def("expand_matchups", &rb::expand_matchups, "wins"_a.noconvert(), "losses"_a.noconvert(),
               "Wins of every hand (row) against every hand (column), flattened (1326 * 1326).");
    nb::class_<Control>(module, "Control", "Watches and stops long work from another thread.")
        .def(nb::init<>())
        .def("stop", [](Control& control) { control.stopped = true; })
        .def_prop_ro("stopped", [](const Control& control) { return control.stopped.load(); })
        .def_prop_ro("done", [](const Control& control) { return control.done.load(); });
    module.def("range_equity", &rb::range_equity, "weights"_a.noconvert(), "board"_a, "live"_a,
               "suit_maps"_a.noconvert(), "kernel"_a, "threads"_a, "control"_a,
               "Exact totals of every hand over all runouts: won, tied, share, dealt, categories.");
    module.def("known_equity", &rb::known_equity, "weights"_a.noconvert(), "live"_a, "suit_maps"_a.noconvert(),
               "threads"_a, "control"_a,
               "The same before the flop, by combinations of known hands.");
    nb::class_<Dealer>(module, "Dealer", "Random deals.")
        .def(nb::new_(&rb::new_dealer), "players"_a, "board"_a, "live"_a)
        .def("add_group", &rb::add_group, "players"_a.noconvert(), "combos"_a.noconvert(), "weights"_a.noconvert())
        .def("deal", &rb::deal, "seed"_a, "first"_a, "count"_a, "threads"_a, "categories"_a, "hand_player"_a, "control"_a);
    module.attr("DEALS_PER_BLOCK") = kDealsPerBlock;
    module.def("seven_to_five", [] { return rb::copied(seven_to_five()); },
               "The 5-card class of each dense 7-card strength.");
    module.def("categories", [] { return rb::copied(categories()); }, "The category of each 5-card class.");
}
