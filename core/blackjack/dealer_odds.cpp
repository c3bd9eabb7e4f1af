// A walk through the tree of draws for eight shoes side by side.
#include <algorithm>

#include "level.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

using namespace runout::blackjack;

constexpr int kLanes = 8;
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));

struct Batch {
    Lanes left[kValues][kLongestDraw];            // cards of a value left when some are taken
    Lanes path[kLongestDraw];                     // products along the way to the current node
    Lanes sum[kLongestDraw][kTotals + 1];         // by cards drawn, because the divisor goes by them
    Lanes cards;

    void load(const CardsLeft* shoes, int count) {
        cards = Lanes{};
        for (int value = 0; value < kValues; ++value) {
            Lanes here{};
            for (int lane = 0; lane < count; ++lane) here[lane] = shoes[lane].of[value];
            cards += here;
            for (int taken = 0; taken < kLongestDraw; ++taken) left[value][taken] = here - static_cast<double>(taken);
        }
        path[0] = Lanes{} + 1.0;
        std::fill(&sum[0][0], &sum[0][0] + kLongestDraw * (kTotals + 1), Lanes{});
    }

    // Every node stores its product and adds to some sum: no branch depends on the tree.
    void walk(const DealerTree& tree) {
        for (const DrawNode& node : tree) {
            const Lanes product = path[node.depth - 1] * left[node.value][node.taken];
            path[node.depth] = product;
            sum[node.depth][node.slot] += product * node.orders;
        }
    }

    void store(int partner, bool looked, int count, DealerOdds* odds) const {
        for (int lane = 0; lane < count; ++lane) {
            const double all = cards[lane], blackjack = partner < 0 || all == 0 ? 0 : left[partner][0][lane] / all;
            // A product of more cards than there are is 0, whatever it would be divided by.
            double scale = looked && blackjack < 1 ? 1 / (1 - blackjack) : 1, total[kTotals] = {}, bust = 1;
            for (int depth = 1; depth < kLongestDraw && depth <= all; ++depth) {
                scale /= all - (depth - 1);
                for (int slot = 0; slot < kTotals; ++slot) total[slot] += sum[depth][slot][lane] * scale;
            }
            for (const double chance : total) bust -= chance;
            bust -= looked ? 0 : blackjack;
            odds[lane] = {{total[0], total[1], total[2], total[3], total[4]}, std::max(0.0, bust), blackjack, 0};
        }
    }
};

}  // namespace

void dealer_odds(const DealerTree& tree, int partner, bool looked, const CardsLeft* shoes, std::size_t count,
                 DealerOdds* odds) {
    Batch batch;
    for (std::size_t from = 0; from < count; from += kLanes) {
        const int lanes = static_cast<int>(std::min<std::size_t>(kLanes, count - from));
        batch.load(shoes + from, lanes);
        batch.walk(tree);
        batch.store(partner, looked, lanes, odds + from);
    }
}

}  // namespace runout::RUNOUT_LEVEL
