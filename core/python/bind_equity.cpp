// Equity: exact, random, and the table before the flop.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "dispatch.hpp"
#include "equity/dealer.hpp"
#include "equity/hands_on_boards.hpp"
#include "equity/known_ranges.hpp"
#include "equity/preflop.hpp"
#include "equity/ranges_on_boards.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/without_gil.hpp"

using namespace nanobind::literals;

namespace runout::binding {
namespace {

template <class T>
auto as_matrix(std::vector<T> values, std::size_t rows) {
    const MakingObjects making;
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
    return nb::ndarray<nb::numpy, T, nb::ndim<2>>(kept->data(), {rows, kept->size() / rows}, owner).cast();
}

// What each hand of each player got; each array is handed over to Python once.
struct RangeTotals {
    HandTotals totals;

    std::size_t players() const { return totals.dealt.size() / kPairs; }
    auto matrix(std::vector<double> HandTotals::* values) const { return as_matrix(totals.*values, players()); }
};

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
    if (((kernel == "two" || kernel == "one") && question.players != 2) || (kernel == "three" && question.players != 3))
        throw nb::value_error("this kernel is for another number of players");
    const RangesKernel count = kernel == "one"     ? kernels.one_hand
                               : kernel == "two"   ? kernels.two_ranges
                               : kernel == "three" ? kernels.three_ranges
                               : kernel == "many"  ? kernels.many_ranges
                                                   : nullptr;
    if (count == nullptr) throw nb::value_error("there is no such kernel");
    HandTotals sum(question.players);
    {
        const WithoutGil without;
        sum =
            ranges_on_boards(count, question, suit_maps.data(), static_cast<int>(suit_maps.shape(0)), threads, control);
    }
    return RangeTotals{std::move(sum)};
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
    return RangeTotals{std::move(sum)};
}

std::uint64_t bits_of(const std::vector<int>& cards) {
    std::uint64_t bits = 0;
    for (const int card : cards) {
        if (card < 0 || card >= kCards) throw nb::value_error("there is no such card");
        bits |= card_bit(card);
    }
    return bits;
}

auto hands_equity(const std::vector<std::pair<int, int>>& hands, const std::vector<int>& board,
                  const std::vector<int>& dead, bool categories) {
    const int players = static_cast<int>(hands.size());
    if (players < 2 || players > kMostPlayers) throw nb::value_error("2..23 players");
    std::uint64_t bits[kMostPlayers], used = bits_of(board) | bits_of(dead);
    for (int p = 0; p < players; ++p) used |= bits[p] = bits_of({hands[p].first, hands[p].second});
    if (std::popcount(used) != static_cast<int>(2 * hands.size() + board.size() + dead.size()) || board.size() > 5 ||
        std::popcount(used) + 5 - static_cast<int>(board.size()) > kCards)
        throw nb::value_error("no card twice, at most five on the board, and enough for the rest of it");
    const WithoutGil without;
    return known_answer(*chosen_level().kernels, bits, players, bits_of(board), bits_of(dead), categories);
}

// What is wrong (BadQuestion::Kind), in which row and with which card; nothing was answered then.
auto many_hands_equity(nb::ndarray<const std::uint8_t, nb::shape<-1, -1, 2>, nb::c_contig, nb::device::cpu> hands,
                       nb::ndarray<const std::uint8_t, nb::shape<-1, 5>, nb::c_contig, nb::device::cpu> boards,
                       const std::vector<int>& dead, std::optional<Vector<const std::uint32_t>> preflop,
                       Matrix<double> won, Matrix<double> tied, Matrix<double> share, Vector<double> counted,
                       int threads, Control& control) {
    const std::size_t count = hands.shape(0), players = hands.shape(1);
    const auto fits = [&](const Matrix<double>& matrix) {
        return matrix.shape(0) == count && matrix.shape(1) == players;
    };
    if (players < 2 || players > kMostPlayers || boards.shape(0) != count || !fits(won) || !fits(tied) ||
        !fits(share) || counted.shape(0) != count || (preflop && preflop->shape(0) != kPairs * kPairs) ||
        2 * players + 5 + dead.size() > kCards)
        throw nb::value_error("hands must be (N, 2..23, 2), boards (N, 5), what is written (N, players) and (N,)");
    const KnownQuestions questions = {count,         static_cast<int>(players),          hands.data(), boards.data(),
                                      bits_of(dead), preflop ? preflop->data() : nullptr};
    const WithoutGil without;
    const BadQuestion bad = check(questions);
    if (bad.kind == BadQuestion::kNone)
        answer(*chosen_level().kernels, questions, threads, control,
               {won.data(), tied.data(), share.data(), counted.data()});
    return std::tuple(static_cast<int>(bad.kind), bad.row, bad.card);
}

// A player is the index of the one combo that he holds, or the weights of all.
PossibleHands* new_possible_hands(const std::vector<std::variant<int, Vector<const double>>>& players,
                                  std::uint64_t gone) {
    if (players.size() < 2 || players.size() > kMostPlayers) throw nb::value_error("2..23 players");
    std::vector<GivenHands> given;
    for (const auto& player : players) {
        if (const int* pair = std::get_if<int>(&player)) {
            if (*pair < 0 || *pair >= kPairs) throw nb::value_error("there is no such combo");
            given.push_back({nullptr, *pair});
        } else {
            const auto& weights = std::get<1>(player);
            if (weights.shape(0) != kPairs) throw nb::value_error("weights must be (1326,) of each player");
            given.push_back({weights.data(), 0});
        }
    }
    return new PossibleHands(given, gone);
}

Dealer* new_dealer(const PossibleHands& hands, const std::vector<int>& one_card, std::uint64_t board,
                   std::uint64_t live) {
    if (static_cast<int>(one_card.size()) != hands.players() || std::popcount(board) > 5 ||
        std::any_of(one_card.begin(), one_card.end(), [](int card) { return card >= kCards; }))
        throw nb::value_error("a card or -1 for each player, at most 5 board cards");
    return new Dealer(hands, one_card, board, live);
}

// Tallies of the players that there are, as Python reads them.
struct Dealt {
    int players;
    Tallies tallies;
    std::unique_ptr<HandTallies> hands;  // of the player who was named

    std::vector<std::uint64_t> won() const { return {tallies.wins, tallies.wins + players}; }
    std::vector<std::uint64_t> tied() const {
        std::vector<std::uint64_t> tied;
        for (int p = 0; p < players; ++p)
            tied.push_back(std::accumulate(tallies.ties[p], tallies.ties[p] + players + 1, std::uint64_t{0}));
        return tied;
    }
    // Pots that a player won, a pot shared k ways counting 1/k or the square of that.
    double pots(int player, bool squared) const {
        double sum = 0;
        for (int k = 2; k <= players; ++k)
            sum += static_cast<double>(tallies.ties[player][k]) / (squared ? double(k * k) : double(k));
        return sum + static_cast<double>(tallies.wins[player]);
    }
    std::vector<double> equity() const {
        std::vector<double> equities;
        for (int p = 0; p < players; ++p) equities.push_back(pots(p, false) / static_cast<double>(tallies.deals));
        return equities;
    }
    // What did not happen in n deals may still have a chance of a few times 1/n.
    std::vector<double> standard_errors() const {
        if (tallies.deals < 2) return std::vector<double>(players, 0.5);  // no share of a pot can vary more
        const auto deals = static_cast<double>(tallies.deals);
        std::vector<double> errors = equity();
        for (int p = 0; p < players; ++p) {
            const double variance = std::max(pots(p, true) / deals - errors[p] * errors[p], 0.0);
            errors[p] = std::max(std::sqrt(variance / (deals - 1)), 1 / deals);
        }
        return errors;
    }
    void add(const Dealt& more) { runout::add(more.tallies, tallies); }
    auto categories() const {
        return as_matrix(std::vector(&tallies.categories[0][0], &tallies.categories[0][0] + players * kCategories),
                         players);
    }
    const HandTallies& of_hands() const {
        if (!hands) throw nb::value_error("no player was named");
        return *hands;
    }
    auto hand_deals() const { return as_array(std::vector(of_hands().deals, of_hands().deals + kPairs)); }
    auto hand_won() const { return as_array(std::vector(of_hands().wins, of_hands().wins + kPairs)); }
    auto hand_shared() const {
        const auto* first = &of_hands().ties[0][0];
        return as_matrix(std::vector(first, first + kPairs * (kMostPlayers + 1)), kPairs);
    }
};

Dealt deal(Dealer& dealer, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads, Control& control,
           bool categories, int hand_player, std::uint64_t attempts) {
    if (hand_player >= dealer.players()) throw nb::value_error("there is no such player");
    if (!dealer.impossible().empty()) throw nb::value_error("no deal is possible");
    Dealt dealt{dealer.players(), {}, hand_player >= 0 ? std::make_unique<HandTallies>() : nullptr};
    const WithoutGil without;
    dealt.tallies = dealer.deal(*chosen_level().kernels, seed, first, count, threads, categories, hand_player,
                                dealt.hands.get(), attempts, control);
    return dealt;
}

auto count_matchups() {
    std::vector<std::uint32_t> wins(kMatchups), losses(kMatchups);
    {
        const WithoutGil without;
        std::vector<std::uint64_t> matrix(kPairs * kPairs);
        chosen_level().kernels->count_matchups(strength_table(7), matrix.data());
        collect_matchups(matrix.data(), wins.data(), losses.data());
    }
    return std::pair(as_array(std::move(wins)), as_array(std::move(losses)));
}

auto matchup_sums(Vector<const std::uint32_t> matrix, Vector<const double> range) {
    if (matrix.shape(0) != kPairs * kPairs || range.shape(0) != kPairs)
        throw nb::value_error("matrix must be (1326 * 1326,) and range (1326,)");
    std::vector<double> won(kPairs), lost(kPairs);
    {
        const WithoutGil without;
        runout::matchup_sums(matrix.data(), range.data(), won.data(), lost.data());
    }
    return std::pair(as_array(std::move(won)), as_array(std::move(lost)));
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
    constexpr auto kMoved = nb::rv_policy::move;  // arrays that own their memory

    nb::class_<Control>(module, "Control", "Watches and stops long work from another thread.")
        .def(nb::init<>())
        .def("stop", [](Control& control) { control.stopped = true; })
        .def_prop_ro("stopped", [](const Control& control) { return control.stopped.load(); })
        .def_prop_ro("done", [](const Control& control) { return control.done.load(); });
    nb::class_<RangeTotals>(module, "RangeTotals", "What each hand of each player got, over all deals.")
        .def_prop_ro(
            "won", [](const RangeTotals& sums) { return sums.matrix(&HandTotals::won); }, kMoved)
        .def_prop_ro(
            "tied", [](const RangeTotals& sums) { return sums.matrix(&HandTotals::tied); }, kMoved)
        .def_prop_ro(
            "share", [](const RangeTotals& sums) { return sums.matrix(&HandTotals::share); }, kMoved)
        .def_prop_ro(
            "dealt", [](const RangeTotals& sums) { return sums.matrix(&HandTotals::dealt); }, kMoved)
        .def_prop_ro(
            "categories", [](const RangeTotals& sums) { return sums.matrix(&HandTotals::categories); }, kMoved)
        .def_prop_ro("deals", [](const RangeTotals& sums) { return sums.totals.deals; });
    nb::class_<KnownAnswer>(module, "KnownAnswer", "What known hands got, in boards.")
        .def_ro("boards", &KnownAnswer::boards)
        .def_ro("won", &KnownAnswer::won)
        .def_ro("tied", &KnownAnswer::tied)
        .def_ro("share", &KnownAnswer::share)
        .def_ro("categories", &KnownAnswer::categories);
    module.def("hands_equity", &hands_equity, "hands"_a, "board"_a, "dead"_a, "categories"_a = false,
               nb::sig("def hands_equity(hands: collections.abc.Sequence[collections.abc.Sequence[int]], "
                       "board: collections.abc.Sequence[int], dead: collections.abc.Sequence[int], "
                       "categories: bool = False) -> KnownAnswer"),
               "What known hands get over all boards, by card ids.");
    module.def("many_hands_equity", &many_hands_equity, "hands"_a.noconvert(), "boards"_a.noconvert(), "dead"_a,
               "preflop"_a.none(), "won"_a.noconvert(), "tied"_a.noconvert(), "share"_a.noconvert(),
               "counted"_a.noconvert(), "threads"_a, "control"_a,
               "The same for many rows; writes the answers, or returns what is wrong, the row and the card.");
    module.def("range_equity", &range_equity, "weights"_a.noconvert(), "board"_a, "live"_a, "suit_maps"_a.noconvert(),
               "kernel"_a, "threads"_a, "control"_a,
               "Exact totals of every hand over all runouts: won, tied, share, dealt, categories.");
    module.def("known_equity", &known_equity, "weights"_a.noconvert(), "live"_a, "suit_maps"_a.noconvert(), "threads"_a,
               "control"_a, "The same before the flop, by combinations of known hands.");
    module.def("count_matchups", &count_matchups,
               "Wins and losses of each of the 47,008 matchups before the flop, by enumeration (seconds).");
    module.def("expand_matchups", &expand_matchups, "wins"_a.noconvert(), "losses"_a.noconvert(),
               "Wins of every hand (row) against every hand (column), flattened (1326 * 1326).");
    module.def("matchup_sums", &matchup_sums, "matrix"_a.noconvert(), "range"_a.noconvert(),
               "What every hand wins and loses against a weighted range before the flop.");
    nb::class_<PossibleHands>(module, "PossibleHands", "What each player may hold.")
        .def(nb::new_(&new_possible_hands), "players"_a, "gone"_a)
        .def_prop_ro(
            "weights", [](const PossibleHands& hands) { return as_matrix(hands.weights(), hands.players()); }, kMoved)
        .def_prop_ro("sizes", &PossibleHands::sizes)
        .def_prop_ro("largest", &PossibleHands::largest)
        .def("can_be_dealt", &PossibleHands::can_be_dealt, nb::call_guard<WithoutGil>());
    nb::class_<Dealt>(module, "Dealt", "What random deals came to.")
        .def_prop_ro("attempts", [](const Dealt& dealt) { return dealt.tallies.attempts; })
        .def_prop_ro("deals", [](const Dealt& dealt) { return dealt.tallies.deals; })
        .def_prop_ro("won", &Dealt::won)
        .def_prop_ro("tied", &Dealt::tied)
        .def_prop_ro("equity", &Dealt::equity)
        .def_prop_ro("stderr", &Dealt::standard_errors)
        .def("add", &Dealt::add, "more"_a, "Counts these deals, too.")
        .def_prop_ro("categories", &Dealt::categories, kMoved)
        .def_prop_ro("hand_deals", &Dealt::hand_deals, kMoved)
        .def_prop_ro("hand_won", &Dealt::hand_won, kMoved)
        .def_prop_ro("hand_shared", &Dealt::hand_shared, kMoved);
    nb::class_<Dealer>(module, "Dealer", "Random deals.")
        .def(nb::new_(&new_dealer), "hands"_a, "one_card"_a, "board"_a, "live"_a)
        .def_prop_ro("impossible", &Dealer::impossible)
        .def("deal", &deal, "seed"_a, "first"_a, "count"_a, "threads"_a, "control"_a, "categories"_a = false,
             "hand_player"_a = -1, "attempts"_a = ~0ull);
    module.attr("DEALS_PER_BLOCK") = kDealsPerBlock;
}

}  // namespace runout::binding
