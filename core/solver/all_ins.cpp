#include "solver/all_ins.hpp"

#include <cmath>

namespace runout {
namespace {

constexpr std::size_t kMostPairs = 1 << 18;  // a matrix that stays in a core's cache

// Sums over runouts for each pair of hands, [hands][opposing hands].
struct Counts {
    std::vector<float> ahead, tied, met;
    explicit Counts(std::size_t pairs) : ahead(pairs), tied(pairs), met(pairs) {}
};

class Counter {
public:
    explicit Counter(const Layout& layout)
        : layout_(layout),
          plan_(layout.plan),
          own_(plan_.hands[0].size()),
          others_(plan_.hands[1].size()),
          apart_(static_cast<std::size_t>(own_) * others_) {
        const auto &own = plan_.hands[0].cards, &others = plan_.hands[1].cards;
        for (int h = 0; h < own_; ++h)
            for (int o = 0; o < others_; ++o)
                apart_[pair(h, o)] = own[2 * h] != others[2 * o] && own[2 * h] != others[2 * o + 1] &&
                                     own[2 * h + 1] != others[2 * o] && own[2 * h + 1] != others[2 * o + 1];
    }

    std::size_t pair(int h, int o) const { return static_cast<std::size_t>(h) * others_ + o; }

    // After a deal of the last street but one: all cards of the last.
    Counts before_last(int deal) const {
        const int level = plan_.last() - 1;
        std::vector<std::int16_t> ahead(apart_.size()), tied(apart_.size()), met(apart_.size());
        for (int next = layout_.first_after(level, deal); next < layout_.first_after(level, deal + 1); ++next) {
            const auto copies = static_cast<std::int16_t>(plan_.levels[level + 1].copies[next]);
            const std::uint16_t* mine = plan_.strength[0].data() + static_cast<std::size_t>(next) * own_;
            const std::uint16_t* his = plan_.strength[1].data() + static_cast<std::size_t>(next) * others_;
            for (int h = 0; h < own_; ++h)
                if (mine[h] != kBlocked) {
                    const std::size_t row = pair(h, 0);
                    add_board(mine[h], his, copies, ahead.data() + row, tied.data() + row, met.data() + row);
                }
        }
        Counts sum(apart_.size());
        for (std::size_t i = 0; i < apart_.size(); ++i)
            if (apart_[i]) {
                sum.ahead[i] = ahead[i];
                sum.tied[i] = tied[i];
                sum.met[i] = met[i];
            }
        return symmetrised(level, deal, sum);
    }

    // Adds the counts after a deal to those before it.
    void add(int level, int deal, const Counts& from, Counts& to) const {
        const float copies = plan_.levels[level].copies[deal];
        for (std::size_t i = 0; i < apart_.size(); ++i) {  // nothing where the deal blocks one of them
            to.ahead[i] += copies * from.ahead[i];
            to.tied[i] += copies * from.tied[i];
            to.met[i] += copies * from.met[i];
        }
    }

    // The mean over the relabellings of suits that a deal allows.
    Counts symmetrised(int level, int deal, const Counts& sum) const {
        const Deals& here = plan_.levels[level];
        const int maps = here.maps[deal];
        Counts mean(apart_.size());
        for (int m = 0; m < maps; ++m) {
            const std::int32_t number = here.map[here.map_first[deal] + m];
            const std::int32_t* mine = plan_.hand_maps[0].data() + static_cast<std::size_t>(number) * own_;
            const std::int32_t* his = plan_.hand_maps[1].data() + static_cast<std::size_t>(number) * others_;
            for (int h = 0; h < own_; ++h)
                for (int o = 0; o < others_; ++o) {
                    const std::size_t to = pair(h, o), from = pair(mine[h], his[o]);
                    mean.ahead[to] += sum.ahead[from] / static_cast<float>(maps);
                    mean.tied[to] += sum.tied[from] / static_cast<float>(maps);
                    mean.met[to] += sum.met[from] / static_cast<float>(maps);
                }
        }
        return mean;
    }

    // Whether all pairs that share no card, and are possible, meet on the same number of runouts, and
    // those counts are whole.
    bool regular(int level, int deal, const Counts& counts, float scale) const {
        std::vector<std::uint8_t> blocked(others_);
        for (int o = 0; o < others_; ++o) blocked[o] = layout_.blocked(level, deal, 1, o);
        for (int h = 0; h < own_; ++h) {
            const bool none = layout_.blocked(level, deal, 0, h);
            for (int o = 0; o < others_; ++o) {
                const std::size_t at = pair(h, o);
                const bool possible = apart_[at] && !none && !blocked[o];
                if (std::abs(counts.met[at] * scale - (possible ? 1.0f : 0.0f)) > kWhole) return false;
                if (!whole(counts.ahead[at]) || !whole(counts.tied[at])) return false;
            }
        }
        return true;
    }

    // One player's side of them.
    Runouts side(int player, const Counts& counts, bool ties) const {
        Runouts made;
        made.ahead = turned(player, counts.ahead, player == 0 ? 1.0f : -1.0f);
        if (ties) made.tied = turned(player, counts.tied, 1);
        return made;
    }

private:
    static constexpr float kWhole = 0.01f;
    static bool whole(float count) {
        return std::abs(count) < 32768 && std::abs(count - std::nearbyint(count)) <= kWhole;
    }

    void add_board(std::uint16_t mine, const std::uint16_t* his, std::int16_t copies, std::int16_t* ahead,
                   std::int16_t* tied, std::int16_t* met) const {
        for (int o = 0; o < others_; ++o) {
            const auto possible = static_cast<std::int16_t>(his[o] == kBlocked ? 0 : copies);
            const auto more = static_cast<std::int16_t>(mine > his[o]), less = static_cast<std::int16_t>(mine < his[o]);
            ahead[o] = static_cast<std::int16_t>(ahead[o] + (more - less) * possible);
            tied[o] = static_cast<std::int16_t>(tied[o] + (1 - more - less) * possible);
            met[o] = static_cast<std::int16_t>(met[o] + possible);
        }
    }

    std::vector<std::int16_t> turned(int player, const std::vector<float>& counts, float sign) const {
        const int own = player == 0 ? own_ : others_, others = player == 0 ? others_ : own_;
        std::vector<std::int16_t> made(static_cast<std::size_t>(padded(own)) * others);
        for (int i = 0; i < own; ++i)
            for (int j = 0; j < others; ++j) {
                const float count = counts[player == 0 ? pair(i, j) : pair(j, i)];
                const std::size_t block = static_cast<std::size_t>(i / kPadding) * others;
                made[(block + j) * kPadding + i % kPadding] = static_cast<std::int16_t>(std::nearbyint(sign * count));
            }
        return made;
    }

    const Layout& layout_;
    const SolverPlan& plan_;
    const int own_, others_;
    std::vector<std::uint8_t> apart_;
};

// Whether some leaf is decided, and whether ties pay anything but the mean there.
struct Asked {
    bool any = false, ties = false;
    explicit Asked(const BettingTree& tree) {
        for (int node = 0; node < tree.size(); ++node) {
            if (tree.kind[node] != kDeal || decided_by(tree, node) < 0) continue;
            any = true;
            for (int set = 0; set < kMostSets; ++set)
                for (int player = 0; player < 2; ++player) {
                    const float* pays = tree.pays(set, decided_by(tree, node), player);
                    ties |= std::abs(Spread(pays).tied) > 1e-6f * std::abs(pays[0] - pays[2]);
                }
        }
    }
};

}  // namespace

AllIns::AllIns(const Layout& layout) {
    const SolverPlan& plan = layout.plan;
    const std::size_t pairs = static_cast<std::size_t>(plan.hands[0].size()) * plan.hands[1].size();
    const Asked asked(plan.tree);
    if (plan.without_last || plan.last() < 1 || plan.last() > 2 || !asked.any || pairs > kMostPairs) return;
    const Counter counter(layout);
    std::vector<std::vector<Table>> tables(plan.last());
    const float last = plan.levels[plan.last()].probability;
    std::vector<float> scale(plan.last(), last);
    if (plan.last() == 2) scale[0] = last * plan.levels[1].probability;
    Counts first(pairs);
    const int level = plan.last() - 1;
    for (int deal = 0; deal < plan.levels[level].size(); ++deal) {
        const Counts counts = counter.before_last(deal);
        if (!counter.regular(level, deal, counts, last)) return;
        tables[level].push_back({{counter.side(0, counts, asked.ties), counter.side(1, counts, asked.ties)}});
        if (level == 1) counter.add(level, deal, counts, first);
    }
    if (level == 1) {
        const Counts counts = counter.symmetrised(0, 0, first);
        if (!counter.regular(0, 0, counts, scale[0])) return;
        tables[0].push_back({{counter.side(0, counts, asked.ties), counter.side(1, counts, asked.ties)}});
    }
    tables_ = std::move(tables);
    scale_ = std::move(scale);
}

std::size_t AllIns::bytes() const {
    std::size_t numbers = 0;
    for (const auto& level : tables_)
        for (const Table& table : level)
            for (const Runouts& runouts : table.player) numbers += runouts.ahead.size() + runouts.tied.size();
    return numbers * sizeof(std::int16_t);
}

}  // namespace runout
