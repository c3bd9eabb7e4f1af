// The solver engine. A plan is made of the arrays that src/runout/solver/plan.py builds.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "dispatch.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/without_gil.hpp"
#include "solver/meeting.hpp"

using namespace nanobind::literals;

namespace runout::binding {
namespace {

template <class T>
std::vector<T> vector_of(const Vector<const T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

void add_player(SolverPlan& plan, int player, Vector<const std::uint8_t> cards, Vector<const float> weight,
                Vector<const std::int32_t> same, Vector<const std::int32_t> maps,
                Vector<const std::uint16_t> strength) {
    plan.hands[player] = {vector_of(cards), vector_of(weight), vector_of(same)};
    plan.hand_maps[player] = vector_of(maps);
    plan.strength[player] = vector_of(strength);
}

void set_tree(SolverPlan& plan, Vector<const std::uint8_t> kind, Vector<const std::uint8_t> level,
              Vector<const std::int32_t> first, Vector<const std::int32_t> children, Vector<const float> payoff) {
    plan.tree = {vector_of(kind), vector_of(level), vector_of(first), vector_of(children), vector_of(payoff)};
    for (const std::int32_t count : plan.tree.children)
        if (count > kMostActions) throw nb::value_error("too many actions at a node");
}

void add_level(SolverPlan& plan, Vector<const std::int32_t> parent, Vector<const std::uint8_t> card,
               Vector<const float> copies, Vector<const std::int32_t> map_first, Vector<const std::int32_t> maps,
               Vector<const std::int32_t> map, float probability) {
    plan.levels.push_back({vector_of(parent), vector_of(card), vector_of(copies), vector_of(map_first), vector_of(maps),
                           vector_of(map), probability});
}

auto compatible_weight(Vector<const std::uint8_t> own_cards, Vector<const std::int32_t> same,
                       Vector<const std::uint8_t> other_cards, Vector<const double> reach) {
    if (own_cards.shape(0) != 2 * same.shape(0) || other_cards.shape(0) != 2 * reach.shape(0))
        throw nb::value_error("two cards for each hand");
    for (std::size_t i = 0; i < same.shape(0); ++i)
        if (same(i) >= static_cast<std::int64_t>(reach.shape(0))) throw nb::value_error("no such hand");
    const PlayerHands own{vector_of(own_cards), {}, vector_of(same)};
    const PlayerHands others{vector_of(other_cards), std::vector<float>(reach.shape(0)), {}};
    for (const PlayerHands* hands : {&own, &others})
        for (const std::uint8_t card : hands->cards)
            if (card >= kMostCards) throw nb::value_error("no such card");
    const Meeting meeting(own, others, reach.data());
    std::vector<double> result(same.shape(0));
    for (std::size_t h = 0; h < result.size(); ++h) result[h] = meeting.of(static_cast<int>(h));
    return as_array(std::move(result));
}

// The engine, and the sizes that its answers have.
struct Solver {
    Solver(const SolverPlan& plan, bool compress, int threads)
        : tree(plan.tree),
          hands{plan.hands[0].size(), plan.hands[1].size()},
          without_last(plan.without_last),
          stored_levels(plan.stored_levels()),
          engine(chosen_level().kernels->make_solver(plan, compress, threads)) {
        for (const Deals& level : plan.levels) deals.push_back(level.size());
    }

    void check_player(int player) const {
        if (player != 0 && player != 1) throw nb::value_error("player 0 or 1");
    }
    void check_place(const Place& place) const {
        if (place.level < 0 || place.level >= stored_levels || place.deal < 0 || place.deal >= deals[place.level] ||
            place.node < 0 || place.node >= tree.size() || tree.level[place.node] != place.level)
            throw nb::value_error("no such place");
    }
    void check_reach(int player, const Vector<const float>& reach) const {
        if (static_cast<int>(reach.shape(0)) != hands[1 - player])
            throw nb::value_error("one reach for each hand of the opponent");
    }
    // The number of a place's actions; somebody must act there.
    std::size_t actions_at(const Place& place) const {
        check_place(place);
        if (tree.kind[place.node] > kIp) throw nb::value_error("nobody acts at this node");
        return tree.children[place.node];
    }
    std::size_t hands_at(const Place& place) const { return hands[tree.kind[place.node]]; }

    const BettingTree tree;
    const int hands[2];
    const bool without_last;
    const int stored_levels;
    std::vector<int> deals;
    std::unique_ptr<SolverEngine> engine;
};

Solver* new_solver(const SolverPlan& plan, bool compress, int threads) {
    if (plan.levels.empty() || plan.stored_levels() == 0) throw nb::value_error("no street to store");
    const WithoutGil without;
    return new Solver(plan, compress, threads);
}

// What a solver had learned when it was taken.
struct Reader {
    Solver& solver;
    std::unique_ptr<SolverReader> strategy;
};

Reader* new_reader(Solver& solver) { return new Reader{solver, solver.engine->reader()}; }

auto values_of(const Solver& solver, SolverReader& reader, int player, const std::string& policy, bool shares,
               int level, int deal, int node, Vector<const float> reach) {
    solver.check_player(player);
    solver.check_place({level, deal, node});
    if (solver.without_last && policy == "best") throw nb::value_error("the last street is not stored");
    solver.check_reach(player, reach);
    std::vector<float> result(solver.hands[player]);
    {
        const WithoutGil without;
        reader.values(player, policy == "best" ? Policy::kBest : Policy::kAverage, {shares ? kShares : kChips, 1},
                      {level, deal, {node}}, reach.data(), result.data());
    }
    return as_array(std::move(result));
}

// Chips and shares at several nodes of a street, [2][nodes][hands], in one pass.
auto both_values_of(const Solver& solver, SolverReader& reader, int player, int level, int deal,
                    const std::vector<int>& nodes, Vector<const float> reach) {
    solver.check_player(player);
    for (const int node : nodes) solver.check_place({level, deal, node});
    solver.check_reach(player, reach);
    std::vector<float> result(kMostSets * nodes.size() * solver.hands[player]);
    {
        const WithoutGil without;
        reader.values(player, Policy::kAverage, kBothSets, {level, deal, nodes}, reach.data(), result.data());
    }
    return as_array(std::move(result));
}

auto strategy_of(const Solver& solver, SolverReader& reader, int level, int deal, int node, bool current) {
    const Place place{level, deal, node};
    std::vector<float> result(solver.actions_at(place) * solver.hands_at(place));
    reader.strategy(place, current, result.data());
    return as_array(std::move(result));
}

auto leaf_values_of(const Solver& solver, SolverReader& reader, int player) {
    solver.check_player(player);
    if (solver.without_last) throw nb::value_error("the last street is not stored");
    std::vector<float> result(kMostSets * solver.engine->leaf_count() * solver.hands[player]);
    {
        const WithoutGil without;
        reader.leaf_values(player, result.data());
    }
    return as_array(std::move(result));
}

// The three questions, put to the solver itself or to what it once was.
template <class Class, class Get>
void bind_questions(Class& bound, Get get) {
    using Asked = typename Class::Type;
    bound
        .def(
            "values",
            [get](Asked& asked, int player, const std::string& policy, bool shares, int level, int deal, int node,
                  Vector<const float> reach) {
                const auto [solver, reader] = get(asked);
                return values_of(*solver, *reader, player, policy, shares, level, deal, node, reach);
            },
            "player"_a, "policy"_a, "shares"_a, "level"_a, "deal"_a, "node"_a, "reach"_a.noconvert())
        .def(
            "both_values",
            [get](Asked& asked, int player, int level, int deal, const std::vector<int>& nodes,
                  Vector<const float> reach) {
                const auto [solver, reader] = get(asked);
                return both_values_of(*solver, *reader, player, level, deal, nodes, reach);
            },
            "player"_a, "level"_a, "deal"_a, "nodes"_a, "reach"_a.noconvert())
        .def(
            "strategy",
            [get](Asked& asked, int level, int deal, int node, bool current) {
                const auto [solver, reader] = get(asked);
                return strategy_of(*solver, *reader, level, deal, node, current);
            },
            "level"_a, "deal"_a, "node"_a, "current"_a)
        .def(
            "leaf_values",
            [get](Asked& asked, int player) {
                const auto [solver, reader] = get(asked);
                return leaf_values_of(*solver, *reader, player);
            },
            "player"_a)
        .def_prop_ro("bytes", [get](Asked& asked) { return get(asked).first->engine->bytes(); });
}

void update(Solver& solver, int player, float positive, float negative, float average, float played, float next,
            float ahead) {
    solver.check_player(player);
    if (solver.without_last) throw nb::value_error("the last street is not stored");
    const WithoutGil without;
    solver.engine->update(player, {positive, negative, average, played, next, ahead});
}

void part(Solver& solver) {
    const WithoutGil without;
    solver.engine->part();
}

void set_strategy(Solver& solver, int level, int deal, int node, Vector<const float> probabilities) {
    const Place place{level, deal, node};
    if (probabilities.shape(0) != solver.actions_at(place) * solver.hands_at(place))
        throw nb::value_error("one probability for each action and hand");
    solver.engine->set_strategy(place, probabilities.data());
}

void lock(Solver& solver, int level, int deal, int node, Vector<const std::int32_t> hands,
          Matrix<const float> probabilities) {
    const Place place{level, deal, node};
    const std::size_t actions = solver.actions_at(place);
    if (probabilities.shape(0) != actions || probabilities.shape(1) != hands.shape(0))
        throw nb::value_error("one probability for each action and locked hand");
    for (std::size_t i = 0; i < hands.shape(0); ++i)
        if (hands(i) < 0 || static_cast<std::size_t>(hands(i)) >= solver.hands_at(place))
            throw nb::value_error("no such hand");
    for (std::size_t i = 0; i < probabilities.size(); ++i)
        if (!(probabilities.data()[i] >= 0 && probabilities.data()[i] <= 1))
            throw nb::value_error("probabilities from 0 to 1");
    solver.engine->lock(place, static_cast<int>(hands.shape(0)), hands.data(), probabilities.data());
}

void set_leaf_values(Solver& solver, int player, bool shares, Vector<const std::int16_t> values,
                     Vector<const float> scales) {
    solver.check_player(player);
    const std::size_t leaves = solver.engine->leaf_count();
    if (values.shape(0) != leaves * solver.hands[player] || scales.shape(0) != leaves)
        throw nb::value_error("one number for each leaf and hand, one scale for each leaf");
    solver.engine->set_leaf_values(player, shares ? kShares : kChips, values.data(), scales.data());
}

// An array of what somebody else holds too.
auto view_of(std::shared_ptr<void> memory, std::size_t count, nb::dlpack::dtype type) {
    const MakingObjects making;
    auto* kept = new std::shared_ptr<void>(std::move(memory));
    const nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::shared_ptr<void>*>(pointer); });
    return nb::ndarray<nb::numpy>(kept->get(), std::initializer_list<std::size_t>{count}, owner,
                                  std::initializer_list<std::int64_t>{}, type)
        .cast();
}

// Views of all that is stored: regrets, averages, and their scales if there are any.
auto numbers(Solver& solver) {
    const StoredNumbers stored = solver.engine->numbers();
    const bool scaled = stored.scale_count > 0;
    std::vector<decltype(view_of(nullptr, 0, {}))> views;
    for (const auto& from : stored.numbers)
        views.push_back(view_of(from, stored.count, scaled ? nb::dtype<std::int16_t>() : nb::dtype<float>()));
    if (scaled)
        for (const auto& from : stored.scales) views.push_back(view_of(from, stored.scale_count, nb::dtype<float>()));
    return views;
}

}  // namespace

void bind_solver(nb::module_& module) {
    module.def("compatible_weight", &compatible_weight, "own_cards"_a.noconvert(), "same"_a.noconvert(),
               "other_cards"_a.noconvert(), "reach"_a.noconvert(),
               "The reach of the opponent's hands that share no card with each hand of a player.");
    nb::class_<SolverPlan>(module, "SolverPlan", "A game for the solver, as arrays.")
        .def(nb::init<>())
        .def("add_player", &add_player, "player"_a, "cards"_a.noconvert(), "weight"_a.noconvert(), "same"_a.noconvert(),
             "maps"_a.noconvert(), "strength"_a.noconvert())
        .def("set_tree", &set_tree, "kind"_a.noconvert(), "level"_a.noconvert(), "first"_a.noconvert(),
             "children"_a.noconvert(), "payoff"_a.noconvert())
        .def("add_level", &add_level, "parent"_a.noconvert(), "card"_a.noconvert(), "copies"_a.noconvert(),
             "map_first"_a.noconvert(), "maps"_a.noconvert(), "numbers"_a.noconvert(), "probability"_a)
        .def_rw("without_last", &SolverPlan::without_last);
    nb::class_<Reader> reader(module, "SolverReader", "The strategy that a solver had when it was taken.");
    bind_questions(reader, [](Reader& asked) { return std::pair(&asked.solver, asked.strategy.get()); });
    nb::class_<Solver> solver(module, "Solver", "Regrets and strategies of a plan, and the passes over them.");
    bind_questions(solver,
                   [](Solver& asked) { return std::pair(&asked, static_cast<SolverReader*>(asked.engine.get())); });
    solver.def(nb::new_(&new_solver), "plan"_a, "compress"_a, "threads"_a)
        .def("reader", &new_reader, nb::keep_alive<0, 1>())
        .def("part", &part)
        .def("update", &update, "player"_a, "positive"_a, "negative"_a, "average"_a, "played"_a, "next"_a, "ahead"_a)
        .def("set_strategy", &set_strategy, "level"_a, "deal"_a, "node"_a, "probabilities"_a.noconvert())
        .def("lock", &lock, "level"_a, "deal"_a, "node"_a, "hands"_a.noconvert(), "probabilities"_a.noconvert())
        .def("unlock", [](Solver& solver) { solver.engine->unlock(); })
        .def("set_leaf_values", &set_leaf_values, "player"_a, "shares"_a, "values"_a.noconvert(),
             "scales"_a.noconvert())
        .def("numbers", &numbers, nb::sig("def numbers(self) -> list[numpy.typing.NDArray[typing.Any]]"));
}

}  // namespace runout::binding
