// runout._core: the kernels as Python sees them. Arguments have been checked by the Python callers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "dispatch.hpp"
#include "evaluator.hpp"
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
    module.def("seven_to_five", [] { return rb::copied(seven_to_five()); },
               "The 5-card class of each dense 7-card strength.");
    module.def("categories", [] { return rb::copied(categories()); }, "The category of each 5-card class.");
}
