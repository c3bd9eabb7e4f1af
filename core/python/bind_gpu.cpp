// What a GPU is given for a plan, and the emulation of its kernels.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gpu/board_tables.hpp"
#include "gpu/emulated.hpp"
#include "gpu/route_tables.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/without_gil.hpp"

using namespace nanobind::literals;

namespace runout::binding {
namespace {

// A plan laid out as the other engine does it: its numbers are of use to both.
struct DevicePlan {
    DevicePlan(const SolverPlan& plan, int threads) : layout(plan), boards(make_board_tables(layout, threads)) {}
    const Layout layout;
    BoardTables boards;
};

DevicePlan* new_device_plan(const SolverPlan& plan, int threads) {
    const WithoutGil without;
    return new DevicePlan(plan, threads);
}

template <class T>
void put(nb::dict& to, const char* name, std::vector<T> values) {
    to[name] = as_array(std::move(values));
}

// Structs as bytes: only the kernels look into them.
template <class T>
void put_structs(nb::dict& to, const char* name, const std::vector<T>& values) {
    std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    put(to, name, std::move(bytes));
}

// The tables of one player's hands on the boards of the last street.
nb::dict boards_of(const DevicePlan& plan, int player) {
    nb::dict found;
    put_structs(found, "hands", plan.boards.hands[player]);
    put(found, "order", plan.boards.order[player]);
    put(found, "lists", plan.boards.lists[player]);
    put(found, "list_lengths", plan.boards.list_lengths[player]);
    found["stride"] = plan.boards.stride[player];
    found["list_stride"] = plan.boards.list_stride[player];
    return found;
}

// Where the numbers of a street are.
nb::dict level_of(const DevicePlan& plan, int level) {
    const Layout& layout = plan.layout;
    const int deals = layout.plan.levels[level].size();
    std::vector<std::int64_t> base;
    std::vector<std::int32_t> pad;
    for (int deal = 0; deal < deals; ++deal) {
        base.push_back(static_cast<std::int64_t>(layout.base(level, deal)));
        for (int player = 0; player < 2; ++player) pad.push_back(layout.pad(level, deal, player));
    }
    nb::dict found;
    put(found, "base", std::move(base));
    put(found, "pad", std::move(pad));
    found["scale_base"] = layout.scale_base(level);
    found["scales"] = layout.nodes(level);
    return found;
}

nb::dict street_of(const StreetTables& street) {
    nb::dict found;
    found["reach_rows"] = street.reach_rows;
    found["value_rows"] = street.value_rows;
    put_structs(found, "splits", street.splits);
    put(found, "split_depth", street.split_depth);
    put_structs(found, "ascents", street.ascents);
    put(found, "ascent_depth", street.ascent_depth);
    put(found, "leaf_reach", street.leaf_reach);
    put(found, "leaf_value", street.leaf_value);
    put(found, "root_value", street.root_value);
    return found;
}

nb::dict last_of(const LastTables& last) {
    nb::dict found;
    put(found, "splits_first", last.splits_first);
    put(found, "targets_first", last.targets_first);
    put(found, "terms_first", last.terms_first);
    put(found, "lanes_first", last.lanes_first);
    put(found, "steps_first", last.steps_first);
    put(found, "rows_first", last.rows_first);
    put_structs(found, "splits", last.splits);
    put(found, "targets", last.targets);
    put_structs(found, "lanes", last.lanes);
    put_structs(found, "steps", last.steps);
    put_structs(found, "terms", last.terms);
    put_structs(found, "roots", last.roots);
    found["slots"] = last.slots;
    return found;
}

nb::dict route_of(const DevicePlan& plan, int player, bool shares, int level, const std::vector<int>& nodes) {
    const RouteTables tables = make_route_tables(plan.layout, level, nodes, player, shares ? kShares : kChips);
    nb::list streets;
    for (const StreetTables& street : tables.streets) streets.append(street_of(street));
    nb::dict found;
    found["streets"] = streets;
    found["last"] = last_of(tables.last);
    return found;
}

// Where the numbers of a node stand: the first, how many hands each action has, and its scale.
nb::tuple cells_of(const DevicePlan& plan, int level, int deal, int node) {
    const Cells cells = plan.layout.cells(level, deal, node);
    return nb::make_tuple(cells.at, plan.layout.pad(level, deal, plan.layout.plan.tree.kind[node]), cells.scale);
}

void emulate(const std::string& kernel, bool short_numbers, int blocks, std::size_t shared,
             Vector<const std::uint8_t> arguments, bool backwards, bool keeps_tiny) {
    const EmulatedLaunch launch{kernel, blocks, shared, arguments.data(), arguments.shape(0), backwards, keeps_tiny};
    bool found;
    {
        const WithoutGil without;
        found = short_numbers ? run_on_shorts(launch) : run_on_floats(launch);
    }
    if (!found) throw nb::value_error("no kernel of this name that takes such arguments");
}

}  // namespace

void bind_gpu(nb::module_& module) {
    nb::class_<DevicePlan>(module, "DevicePlan", "What a GPU is given for a plan.")
        .def(nb::new_(&new_device_plan), "plan"_a, "threads"_a)
        .def("boards", &boards_of, "player"_a, nb::sig("def boards(self, player: int) -> dict[str, typing.Any]"))
        .def(
            "counts", [](const DevicePlan& plan) { return as_array(std::vector(plan.boards.counts)); },
            nb::sig("def counts(self) -> numpy.typing.NDArray[numpy.int32]"))
        .def("level", &level_of, "level"_a, nb::sig("def level(self, level: int) -> dict[str, typing.Any]"))
        .def("route", &route_of, "player"_a, "shares"_a, "level"_a, "nodes"_a,
             nb::sig(
                 "def route(self, player: int, shares: bool, level: int, nodes: list[int]) -> dict[str, typing.Any]"))
        .def("cells", &cells_of, "level"_a, "deal"_a, "node"_a,
             nb::sig("def cells(self, level: int, deal: int, node: int) -> tuple[int, int, int]"))
        .def_prop_ro("cell_count", [](const DevicePlan& plan) { return plan.layout.cell_count(); })
        .def_prop_ro("scale_count", [](const DevicePlan& plan) { return plan.layout.scale_count(); });
    module.def("emulate", &emulate, "kernel"_a, "short_numbers"_a, "blocks"_a, "shared"_a, "arguments"_a.noconvert(),
               "backwards"_a, "keeps_tiny"_a = false, "Run a kernel of the CUDA engine thread by thread.");
}

}  // namespace runout::binding
