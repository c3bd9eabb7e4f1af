// NumPy arrays in and out of the kernels.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace runout::binding {

namespace nb = nanobind;

template <class T>
using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

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

}  // namespace runout::binding
