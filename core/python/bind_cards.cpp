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

// The five-card class of 5, 6 or 7 card ids in a list or tuple; -1 if it is anything else.
int class_of(nb::handle cards) {
    const bool list = PyList_Check(cards.ptr());
    if (!list && !PyTuple_Check(cards.ptr())) return -1;
    const Py_ssize_t size = Py_SIZE(cards.ptr());
    if (size < 5 || size > 7) return -1;
    std::uint64_t key = kEmptyHand, bits = 0;
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* item = list ? PyList_GetItem(cards.ptr(), i) : PyTuple_GetItem(cards.ptr(), i);
        if (!PyLong_Check(item) || PyBool_Check(item)) return -1;
        int overflow = 0;
        const long card = PyLong_AsLongAndOverflow(item, &overflow);
        if (overflow != 0 || card < 0 || card >= kCards || bits & kCardBits[card]) return -1;
        key += kCardKeys[card];
        bits |= kCardBits[card];
    }
    const std::uint16_t strength = strength_table(static_cast<int>(size)).of(key, bits);
    return size == 7 ? seven_to_five()[strength] : strength;
}

}  // namespace

void bind_cards(nb::module_& module) {
    module.def("evaluate", &evaluate, "hands"_a.noconvert(), "strengths"_a.noconvert(),
               "Writes the strength of every hand; returns the position of the first bad card, or -1.");
    module.def("class_of", &class_of, "cards"_a.none(),
               "The five-card class of 5, 6 or 7 different card ids in a list or tuple; -1 for anything else.");
    module.def("count_seven_card_hands", &count_seven_card_hands,
               "The number of 7-card hands of each dense strength, all 133,784,560 enumerated.");
    module.def(
        "seven_to_five", [] { return as_array(seven_to_five()); }, "The 5-card class of each dense 7-card strength.");
    module.def("categories", [] { return as_array(categories()); }, "The category of each 5-card class.");
}

}  // namespace runout::binding
