// A walk through the tree of draws for eight families of shoes side by side.
#include <algorithm>
#include <vector>

#include "level.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

using namespace runout::blackjack;

constexpr int kLanes = 8;
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));

Lanes all_of(double number) { return Lanes{} + number; }

class Batch {
public:
    Batch(const DealerTree& tree, int value, int partner, bool looked)
        : tree_(tree),
          sums_(tree.by_value[value]),
          longest_(sums_.parts.back().depth),
          value_(value),
          partner_(partner),
          looked_(looked) {}

    void compute(const ShoeFamily* const* families, int count, DealerOdds* odds) {
        families_ = families;
        count_ = count;
        load();
        walk();
        for (int aces = 0; aces < ShoeFamily::kMostAces; ++aces) {
            int from = 1 << 16, to = -1;
            for (int lane = 0; lane < count; ++lane) {
                const ShoeFamily::Row& row = families[lane]->rows[aces];
                if (!row.empty()) from = std::min<int>(from, row.from), to = std::max<int>(to, row.to);
            }
            if (to < 0) continue;
            take_aces(aces);
            for (int gone = from; gone <= to; ++gone) finish(aces, gone, odds);
        }
    }

private:
    bool is_free(int card) const { return card == kAce || card == value_; }

    void load() {
        fixed_ = Lanes{};
        for (int card = 0; card < kValues; ++card) {
            Lanes here{};
            for (int lane = 0; lane < count_; ++lane) here[lane] = families_[lane]->left[card];
            there_[card] = here;
            if (!is_free(card)) fixed_ += here;
            // Aces and cards of the value come in when the walk is done.
            for (int taken = 0; taken < kLongestDraw; ++taken)
                left_[card][taken] = is_free(card) ? all_of(1) : here - static_cast<double>(taken);
        }
        path_[0] = all_of(1);
        std::fill(sum_, sum_ + sums_.parts.size() * kTotals, Lanes{});
    }

    // Every node stores its product and adds to some sum: no branch depends on the tree.
    void walk() {
        const std::uint16_t* to = sums_.of_node.data();
        for (const DrawNode& node : tree_.nodes) {
            const Lanes product = path_[node.depth - 1] * left_[node.value][node.taken];
            path_[node.depth] = product;
            sum_[*to++] += product * node.orders;
        }
    }

    // n (n - 1) ... (n - k + 1) for k up to the longest draw.
    void falling(Lanes number, Lanes* products) const {
        products[0] = all_of(1);
        for (int taken = 0; taken < longest_; ++taken)
            products[taken + 1] = products[taken] * (number - static_cast<double>(taken));
    }

    // Sums by cards drawn and cards of the value, when so many aces are gone.
    void take_aces(int gone) {
        Lanes ways[kLongestDraw];
        falling(there_[kAce] - static_cast<double>(gone), ways);
        const Lanes* from = sum_;
        Lanes* to = reduced_;
        Lanes total[kTotals] = {};
        for (const FamilySums::Part& part : sums_.parts) {
            for (Lanes& sum : total) sum += ways[part.aces] * *from++;
            if (!part.last) continue;
            for (Lanes& sum : total) *to++ = sum, sum = Lanes{};
        }
    }

    // The odds when so many cards of the value are gone too.
    void finish(int aces_gone, int gone, DealerOdds* odds) const {
        const Lanes aces = there_[kAce] - static_cast<double>(aces_gone);
        const Lanes of_value = value_ == kAce ? Lanes{} : there_[value_] - static_cast<double>(gone);
        const Lanes all = fixed_ + aces + of_value;
        Lanes blackjack{}, once = all_of(1);
        if (partner_ >= 0) {
            const Lanes partners = partner_ == kAce ? aces : partner_ == value_ ? of_value : there_[partner_];
            blackjack = all > 0.0 ? partners / all : blackjack;
            if (looked_) once = blackjack < 1.0 ? once / (once - blackjack) : once;
        }
        Lanes ways[kLongestDraw], scale[kLongestDraw], total[kTotals] = {};
        falling(of_value, ways);
        // One division: 1 / (m (m - 1) ... (m - k + 1)) from the longest draw back. Products of more cards
        // than there are are 0, whatever they would be divided by.
        Lanes divisors[kLongestDraw], product = all_of(1);
        for (int drawn = 0; drawn < longest_; ++drawn) {
            const double before = drawn;
            divisors[drawn] = all > before ? all - before : all_of(1);
            product *= divisors[drawn];
        }
        scale[longest_] = once / product;
        for (int drawn = longest_; drawn > 0; --drawn) scale[drawn - 1] = scale[drawn] * divisors[drawn - 1];
        const Lanes* from = reduced_;
        for (const FamilySums::Part& part : sums_.parts) {
            if (!part.last) continue;
            const Lanes factor = ways[part.taken] * scale[part.depth];
            for (Lanes& sum : total) sum += factor * *from++;
        }
        Lanes bust = looked_ ? all_of(1) : 1.0 - blackjack;
        for (const Lanes& chance : total) bust -= chance;
        bust = bust > 0.0 ? bust : Lanes{};
        for (int lane = 0; lane < count_; ++lane) {
            const ShoeFamily::Row& row = families_[lane]->rows[aces_gone];
            if (gone < row.from || gone > row.to) continue;
            odds[row.place + (gone - row.from)] = {
                {total[0][lane], total[1][lane], total[2][lane], total[3][lane], total[4][lane]},
                bust[lane],
                blackjack[lane],
                0};
        }
    }

    const DealerTree& tree_;
    const FamilySums& sums_;
    const int longest_, value_, partner_;
    const bool looked_;
    const ShoeFamily* const* families_ = nullptr;
    int count_ = 0;
    Lanes there_[kValues], fixed_;         // cards of each value, and of all that are not free
    Lanes left_[kValues][kLongestDraw];    // cards of a value left when some are taken
    Lanes path_[kLongestDraw];             // products along the way to the current node
    Lanes sum_[kMostParts * kTotals + 1];  // see FamilySums; the last one is never read
    Lanes reduced_[kMostParts * kTotals];
};

}  // namespace

void dealer_odds(const DealerTree& tree, int value, int partner, bool looked, const ShoeFamily* families,
                 std::size_t count, DealerOdds* odds) {
    std::vector<const ShoeFamily*> used;
    for (std::size_t i = 0; i < count; ++i)
        if (!std::all_of(families[i].rows.begin(), families[i].rows.end(), [](const auto& row) { return row.empty(); }))
            used.push_back(families + i);
    Batch batch(tree, value, partner, looked);
    for (std::size_t first = 0; first < used.size(); first += kLanes)
        batch.compute(&used[first], static_cast<int>(std::min<std::size_t>(kLanes, used.size() - first)), odds);
}

}  // namespace runout::RUNOUT_LEVEL
