// Where regrets and average strategies live: as floats, or as 16-bit numbers with a scale for each
// node after each deal. Copies of a store share its numbers, until it makes the averages its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "flush_tiny.hpp"
#include "level.hpp"
#include "solver/layout.hpp"
#include "solver/memory.hpp"

namespace runout::RUNOUT_LEVEL {

class FloatStore {
public:
    FloatStore(std::size_t cells, std::size_t)
        : cells_(cells), numbers_{shared_zeroed<float>(cells), shared_zeroed<float>(cells)} {}

    const float* read(Quantity quantity, const Cells& cells, Arena&) const {
        return numbers_[quantity].get() + cells.at;
    }

    // Calls edit(regrets, averages) on the numbers of a node; averages that do not change are null.
    template <class Edit>
    void change(const Cells& cells, bool averages, Arena&, Edit&& edit) {
        edit(numbers_[kRegrets].get() + cells.at, averages ? numbers_[kAverages].get() + cells.at : nullptr);
    }

    // Where a number is, and its size.
    const void* place(Quantity quantity, std::size_t at) const { return numbers_[quantity].get() + at; }
    static constexpr std::size_t kNumber = sizeof(float);

    void own_averages() { make_own(numbers_[kAverages], cells_); }

    StoredNumbers numbers() const { return {{numbers_[0], numbers_[1]}, {}, cells_, 0}; }
    static constexpr std::size_t kBytes = 2 * sizeof(float);
    std::size_t bytes() const { return cells_ * kBytes; }

private:
    std::size_t cells_;
    std::shared_ptr<float[]> numbers_[2];
};

class ShortStore {
public:
    ShortStore(std::size_t cells, std::size_t scales)
        : cells_(cells),
          scales_(scales),
          numbers_{shared_zeroed<std::int16_t>(cells), shared_zeroed<std::int16_t>(cells)},
          scale_{shared_zeroed<float>(scales), shared_zeroed<float>(scales)} {}

    const float* read(Quantity quantity, const Cells& cells, Arena& arena) const {
        float* numbers = arena.take(cells.count);
        const std::int16_t* from = numbers_[quantity].get() + cells.at;
        const float scale = scale_[quantity][cells.scale];
        for (int i = 0; i < cells.count; ++i) numbers[i] = static_cast<float>(from[i]) * scale;
        return numbers;
    }

    template <class Edit>
    void change(const Cells& cells, bool averages, Arena& arena, Edit&& edit) {
        const Arena::Scope scope(arena);
        float* regrets = const_cast<float*>(read(kRegrets, cells, arena));
        float* changed = averages ? const_cast<float*>(read(kAverages, cells, arena)) : nullptr;
        edit(regrets, changed);
        write(kRegrets, cells, regrets);
        if (averages) write(kAverages, cells, changed);
    }

    const void* place(Quantity quantity, std::size_t at) const { return numbers_[quantity].get() + at; }
    static constexpr std::size_t kNumber = sizeof(std::int16_t);

    void own_averages() {
        make_own(numbers_[kAverages], cells_);
        make_own(scale_[kAverages], scales_);
    }

    StoredNumbers numbers() const { return {{numbers_[0], numbers_[1]}, {scale_[0], scale_[1]}, cells_, scales_}; }
    static constexpr std::size_t kBytes = 2 * sizeof(std::int16_t);
    std::size_t bytes() const { return cells_ * kBytes + scales_ * 2 * sizeof(float); }

private:
    static constexpr float kLargest = 32767;

    void write(Quantity quantity, const Cells& cells, const float* numbers) {
        float largest = 0;
        for (int i = 0; i < cells.count; ++i) largest = std::max(largest, std::abs(numbers[i]));
        if (largest < kLeastOf16Bits) largest = 0;
        const float scale = largest > 0 ? kLargest / largest : 0;
        std::int16_t* to = numbers_[quantity].get() + cells.at;
        for (int i = 0; i < cells.count; ++i) {
            const float scaled = numbers[i] * scale;
            to[i] = static_cast<std::int16_t>(static_cast<std::int32_t>(scaled + (scaled < 0 ? -0.5f : 0.5f)));
        }
        scale_[quantity][cells.scale] = largest / kLargest;
    }

    std::size_t cells_, scales_;
    std::shared_ptr<std::int16_t[]> numbers_[2];
    std::shared_ptr<float[]> scale_[2];
};

}  // namespace runout::RUNOUT_LEVEL
