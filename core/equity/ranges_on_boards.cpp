#include "equity/ranges_on_boards.hpp"

#include <algorithm>

namespace runout {

HandTotals ranges_on_boards(RangesKernel kernel, const EquityQuestion& question, const std::uint8_t* suit_maps,
                            int symmetries, int threads, Control& control) {
    const std::vector<Runout> runouts = runouts_of(question.board, question.live, suit_maps, symmetries);
    // Each part is summed by itself and all in order, so their number must not depend on that of the
    // threads. Parts of less than some 100,000 hands are not worth their sums.
    const auto held = std::count_if(question.weights, question.weights + question.players * kPairs,
                                    [](double weight) { return weight > 0; });
    const std::size_t parts = std::clamp<std::size_t>(runouts.size() * held / 100'000, 1, 32);
    std::vector<HandTotals> partial(parts, HandTotals(question.players));
    for_each_block(parts, threads, [&](std::size_t part) {
        const std::size_t from = runouts.size() * part / parts, to = runouts.size() * (part + 1) / parts;
        kernel(strength_table(7), question, runouts.data() + from, to - from, control, partial[part]);
    });
    for (std::size_t part = 1; part < parts; ++part) partial[0].add(partial[part]);
    return std::move(partial[0]);
}

}  // namespace runout
