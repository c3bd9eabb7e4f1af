// The bytes of numbers in files.
#include "byte_planes.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/without_gil.hpp"

using namespace nanobind::literals;

namespace runout::binding {
namespace {

using Bytes = Vector<const std::uint8_t>;

// Calls `work` with a number of this many bytes.
template <class Work>
void with_size(std::size_t size, Work work) {
    switch (size) {
        case 1:
            return work(std::uint8_t{});
        case 2:
            return work(std::uint16_t{});
        case 4:
            return work(std::uint32_t{});
        case 8:
            return work(std::uint64_t{});
        default:
            throw nb::value_error("numbers of 1, 2, 4 or 8 bytes");
    }
}

void check_whole(std::size_t bytes, std::size_t size) {
    if (size == 0 || bytes % size != 0) throw nb::value_error("whole numbers of bytes");
}

nb::bytes split_bytes(Bytes numbers, std::size_t size) {
    check_whole(numbers.shape(0), size);
    nb::bytes planes(nullptr, numbers.shape(0));
    auto* to = reinterpret_cast<std::uint8_t*>(PyBytes_AsString(planes.ptr()));
    const WithoutGil without;
    with_size(size,
              [&](auto number) { split_into_planes<decltype(number)>(numbers.data(), numbers.shape(0) / size, to); });
    return planes;
}

void join_bytes(nb::bytes planes, std::size_t size, Vector<std::uint8_t> numbers) {
    check_whole(numbers.shape(0), size);
    if (planes.size() != numbers.shape(0)) throw nb::value_error("as many bytes as the numbers have");
    const auto* from = reinterpret_cast<const std::uint8_t*>(planes.c_str());
    const WithoutGil without;
    with_size(size, [&](auto number) { join_planes<decltype(number)>(from, numbers.shape(0) / size, numbers.data()); });
}

bool within(Vector<const float> numbers, float limit) {
    const WithoutGil without;
    return all_within(numbers.data(), numbers.shape(0), limit);
}

}  // namespace

void bind_files(nb::module_& module) {
    module.def("split_bytes", &split_bytes, "numbers"_a.noconvert(), "size"_a,
               "The first bytes of all numbers of this size, then the second ones, and so on.");
    module.def("join_bytes", &join_bytes, "planes"_a, "size"_a, "numbers"_a.noconvert(), "Undoes `split_bytes`.");
    module.def("all_within", &within, "numbers"_a.noconvert(), "limit"_a,
               "Whether all are numbers, and smaller than this on either side of zero.");
}

}  // namespace runout::binding
