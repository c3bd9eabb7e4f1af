// Numbers as files hold them: all first bytes, then all second bytes, and so on, which packs tighter.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace runout {

static_assert(std::endian::native == std::endian::little, "files hold the lowest byte first");

// Blocks that stay in the nearest cache while each of their bytes is picked.
inline constexpr std::size_t kPlaneBlock = 1024;

template <class Number>
void split_into_planes(const std::uint8_t* numbers, std::size_t count, std::uint8_t* planes) {
    Number block[kPlaneBlock];
    for (std::size_t first = 0; first < count; first += kPlaneBlock) {
        const std::size_t size = count - first < kPlaneBlock ? count - first : kPlaneBlock;
        std::memcpy(block, numbers + first * sizeof(Number), size * sizeof(Number));
        for (std::size_t byte = 0; byte < sizeof(Number); ++byte) {
            std::uint8_t* plane = planes + byte * count + first;
            for (std::size_t i = 0; i < size; ++i) plane[i] = static_cast<std::uint8_t>(block[i] >> 8 * byte);
        }
    }
}

template <class Number>
void join_planes(const std::uint8_t* planes, std::size_t count, std::uint8_t* numbers) {
    Number block[kPlaneBlock];
    for (std::size_t first = 0; first < count; first += kPlaneBlock) {
        const std::size_t size = count - first < kPlaneBlock ? count - first : kPlaneBlock;
        for (std::size_t i = 0; i < size; ++i) block[i] = planes[first + i];
        for (std::size_t byte = 1; byte < sizeof(Number); ++byte) {
            const std::uint8_t* plane = planes + byte * count + first;
            for (std::size_t i = 0; i < size; ++i)
                block[i] = static_cast<Number>(block[i] | static_cast<Number>(plane[i]) << 8 * byte);
        }
        std::memcpy(numbers + first * sizeof(Number), block, size * sizeof(Number));
    }
}

// Whether all are numbers, and smaller than this on either side of zero.
inline bool all_within(const float* numbers, std::size_t count, float limit) {
    const auto most = std::bit_cast<std::uint32_t>(limit);  // as integers they stand in the same order
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t size = std::bit_cast<std::uint32_t>(numbers[i]) & 0x7fffffffu;
        largest = largest < size ? size : largest;
    }
    return largest < most;
}

}  // namespace runout
