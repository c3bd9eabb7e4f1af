// The evaluator.
#include "cards/evaluator.hpp"
#include "dispatch.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/without_gil.hpp"

using namespace nanobind::literals;

namespace runout::binding {
namespace {

using Hands = Matrix<const std::uint8_t>;

std::ptrdiff_t evaluate(Hands hands, Vector<std::uint16_t> strengths) {
    const int size = static_cast<int>(hands.shape(1));
    if (size < 5 || size > 7 || strengths.shape(0) != hands.shape(0))
        throw nb::value_error("hands must be (N, 5|6|7) and strengths (N,)");
    const WithoutGil without;
    return chosen_level().kernels->evaluate(strength_table(size), size, hands.data(), hands.shape(0), strengths.data());
}

auto count_seven_card_hands() {
    std::vector<std::uint64_t> counts(kSevenCardClasses);
    {
        const WithoutGil without;
        chosen_level().kernels->count_seven_card_hands(strength_table(7), counts.data());
    }
    return as_array(std::move(counts));
}

}  // namespace

void bind_cards(nb::module_& module) {
    module.def("evaluate", &evaluate, "hands"_a.noconvert(), "strengths"_a.noconvert(),
               "Writes the strength of every hand; returns the position of the first bad card, or -1.");
    module.def("count_seven_card_hands", &count_seven_card_hands,
               "The number of 7-card hands of each dense strength, all 133,784,560 enumerated.");
    module.def("seven_to_five", [] { return as_array(seven_to_five()); },
               "The 5-card class of each dense 7-card strength.");
    module.def("categories", [] { return as_array(categories()); }, "The category of each 5-card class.");
}

}  // namespace runout::binding
