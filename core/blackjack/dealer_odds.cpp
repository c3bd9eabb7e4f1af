// A walk through the tree of draws for eight families of shoes side by side.
#include <algorithm>

#include "level.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

using namespace runout::blackjack;

constexpr int kLanes = 8;
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));

struct Batch {
    const FamilySums& sums;
    const int value, partner;
    const bool looked;
    Lanes left[kValues][kLongestDraw];       // cards of a value left when some are taken
    Lanes path[kLongestDraw];                // products along the way to the current node
    Lanes sum[kMostParts * kTotals + 1];     // see FamilySums; the last one is never read
    Lanes of_value, cards;                   // of the value, and of all others

    Batch(const DealerTree& tree, int value, int partner, bool looked)
        : sums(tree.by_value[value]), value(value), partner(partner), looked(looked) {}

    void load(const ShoeFamily* families, int count) {
        cards = Lanes{};
        for (int card = 0; card < kValues; ++card) {
            Lanes here{};
            for (int lane = 0; lane < count; ++lane) here[lane] = families[lane].left[card];
            if (card == value) of_value = here;
            else cards += here;
            // The cards of the value come in when the walk is done.
            for (int taken = 0; taken < kLongestDraw; ++taken)
                left[card][taken] = card == value ? Lanes{} + 1.0 : here - static_cast<double>(taken);
        }
        path[0] = Lanes{} + 1.0;
        std::fill(sum, sum + sums.parts.size() * kTotals, Lanes{});
    }

    // Every node stores its product and adds to some sum: no branch depends on the tree.
    void walk(const DealerTree& tree) {
        const std::uint16_t* to = sums.of_node.data();
        for (const DrawNode& node : tree.nodes) {
            const Lanes product = path[node.depth - 1] * left[node.value][node.taken];
            path[node.depth] = product;
            sum[*to++] += product * node.orders;
        }
    }

    // The odds when so many cards of the value are gone.
    void finish(int gone, const ShoeFamily* families, int count, DealerOdds* odds) const {
        const Lanes there = of_value - static_cast<double>(gone), all = cards + there;
        Lanes ways[kLongestDraw], scale[kLongestDraw];
        ways[0] = Lanes{} + 1.0;
        scale[0] = Lanes{} + 1.0;
        Lanes blackjack{};
        if (partner >= 0) blackjack = all > 0.0 ? (partner == value ? there : left[partner][0]) / all : blackjack;
        if (looked) scale[0] = blackjack < 1.0 ? 1.0 / (1.0 - blackjack) : scale[0];
        for (int taken = 1; taken < kLongestDraw; ++taken) {
            const double before = taken - 1;
            ways[taken] = ways[taken - 1] * (there - before);
            // A product of more cards than there are is 0, whatever it would be divided by.
            scale[taken] = all > before ? scale[taken - 1] / (all - before) : Lanes{};
        }
        Lanes total[kTotals] = {};
        const Lanes* from = sum;
        for (const FamilySums::Part& part : sums.parts) {
            const Lanes factor = ways[part.taken] * scale[part.depth];
            for (int slot = 0; slot < kTotals; ++slot) total[slot] += factor * *from++;
        }
        Lanes bust = 1.0 - (looked ? Lanes{} : blackjack);
        for (const Lanes& chance : total) bust -= chance;
        bust = bust > 0.0 ? bust : Lanes{};
        for (int lane = 0; lane < count; ++lane) {
            const ShoeFamily& family = families[lane];
            if (gone < family.from || gone > family.to) continue;
            odds[family.place + gone - family.from] = {
                {total[0][lane], total[1][lane], total[2][lane], total[3][lane], total[4][lane]}, bust[lane], blackjack[lane], 0};
        }
    }
};

}  // namespace

void dealer_odds(const DealerTree& tree, int value, int partner, bool looked, const ShoeFamily* families, std::size_t count,
                 DealerOdds* odds) {
    Batch batch(tree, value, partner, looked);
    for (std::size_t first = 0; first < count; first += kLanes) {
        const ShoeFamily* const some = families + first;
        const int lanes = static_cast<int>(std::min<std::size_t>(kLanes, count - first));
        batch.load(some, lanes);
        batch.walk(tree);
        int from = some->from, to = some->to;
        for (int lane = 1; lane < lanes; ++lane)
            from = std::min<int>(from, some[lane].from), to = std::max<int>(to, some[lane].to);
        for (int gone = from; gone <= to; ++gone) batch.finish(gone, some, lanes, odds);
    }
}

}  // namespace runout::RUNOUT_LEVEL
