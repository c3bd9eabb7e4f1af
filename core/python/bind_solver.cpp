// The solver engine. A plan is made of the arrays that src/runout/solver/plan.py builds.
#include <nanobind/stl/string.h>

#include <memory>
#include <string>
#include <vector>

#include "dispatch.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"

using namespace nanobind::literals;

namespace runout::binding {
namespace {

template <class T>
std::vector<T> vector_of(const Vector<const T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

void add_player(SolverPlan& plan, int player, Vector<const std::uint8_t> cards, Vector<const float> weight,
                Vector<const std::int32_t> same, Vector<const std::int32_t> maps, Vector<const std::uint16_t> strength) {
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
    plan.levels.push_back({vector_of(parent), vector_of(card), vector_of(copies), vector_of(map_first),
                           vector_of(maps), vector_of(map), probability});
}

// The engine, and the sizes that its answers have.
struct Solver {
    Solver(const SolverPlan& plan, bool compress, int threads)
        : tree(plan.tree), hands{plan.hands[0].size(), plan.hands[1].size()},
          engine(chosen_level().kernels->make_solver(plan, compress, threads)) {}
    const BettingTree tree;
    const int hands[2];
    std::unique_ptr<SolverEngine> engine;
};

Solver* new_solver(const SolverPlan& plan, bool compress, int threads) {
    const nb::gil_scoped_release release;
    return new Solver(plan, compress, threads);
}

auto values(Solver& solver, int player, const std::string& policy, bool shares, int level, int deal, int node,
            Vector<const float> reach) {
    if (static_cast<int>(reach.shape(0)) != solver.hands[1 - player]) throw nb::value_error("one reach for each hand of the opponent");
    std::vector<float> result(solver.hands[player]);
    {
        const nb::gil_scoped_release release;
        solver.engine->values(player, policy == "best" ? Policy::kBest : Policy::kAverage, shares ? kShares : kChips,
                              {level, deal, node}, reach.data(), result.data());
    }
    return as_array(std::move(result));
}

auto strategy(Solver& solver, int level, int deal, int node, bool current) {
    const int player = solver.tree.kind[node];
    if (player > kIp) throw nb::value_error("nobody acts at this node");
    std::vector<float> result(static_cast<std::size_t>(solver.tree.children[node]) * solver.hands[player]);
    solver.engine->strategy({level, deal, node}, current, result.data());
    return as_array(std::move(result));
}

}  // namespace

void bind_solver(nb::module_& module) {
    nb::class_<SolverPlan>(module, "SolverPlan", "A game for the solver, as arrays.")
        .def(nb::init<>())
        .def("add_player", &add_player, "player"_a, "cards"_a.noconvert(), "weight"_a.noconvert(),
             "same"_a.noconvert(), "maps"_a.noconvert(), "strength"_a.noconvert())
        .def("set_tree", &set_tree, "kind"_a.noconvert(), "level"_a.noconvert(), "first"_a.noconvert(),
             "children"_a.noconvert(), "payoff"_a.noconvert())
        .def("add_level", &add_level, "parent"_a.noconvert(), "card"_a.noconvert(), "copies"_a.noconvert(),
             "map_first"_a.noconvert(), "maps"_a.noconvert(), "numbers"_a.noconvert(), "probability"_a);
    nb::class_<Solver>(module, "Solver", "Regrets and strategies of a plan, and the passes over them.")
        .def(nb::new_(&new_solver), "plan"_a, "compress"_a, "threads"_a)
        .def("update", [](Solver& solver, int player, float positive, float negative, float average) {
                const nb::gil_scoped_release release;
                solver.engine->update(player, {positive, negative, average});
            }, "player"_a, "positive"_a, "negative"_a, "average"_a)
        .def("values", &values, "player"_a, "policy"_a, "shares"_a, "level"_a, "deal"_a, "node"_a, "reach"_a.noconvert())
        .def("strategy", &strategy, "level"_a, "deal"_a, "node"_a, "current"_a)
        .def_prop_ro("bytes", [](const Solver& solver) { return solver.engine->bytes(); });
}

}  // namespace runout::binding
