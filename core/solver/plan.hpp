// What the solver engine is given, and what it can be asked.
//
// A plan knows nothing of poker beyond this: two players hold hands of two cards each; they act on a
// betting tree whose streets are separated by deals; each deal blocks the hands that hold its card; on
// the last street every hand has a strength. Kuhn and Leduc poker are plans too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace runout {

inline constexpr int kMostCards = 64;
inline constexpr int kMostActions = 32;
inline constexpr int kPadding = 16;  // hands are stored in multiples of this, whatever the level
inline constexpr std::uint16_t kBlocked = 0xffff;

inline int padded(int hands) { return (hands + kPadding - 1) / kPadding * kPadding; }

enum NodeKind : std::uint8_t { kOop, kIp, kDeal, kFold, kShowdown };

// Two sets of payoffs: chips (centred, so that without rake what one wins the other loses) and
// shares of the pot.
enum Payoffs { kChips, kShares };

// The sets that a pass is about: one, or both side by side.
inline constexpr int kMostSets = 2;
struct PayoffSets {
    int first, count;
};
inline constexpr PayoffSets kBothSets = {kChips, kMostSets};

struct BettingTree {
    std::vector<std::uint8_t> kind, level;  // level: streets after that of the root
    std::vector<std::int32_t> first;        // first child; the children of a node stand side by side
    std::vector<std::int32_t> children;
    std::vector<float> payoff;  // [2 sets][nodes][2 players][win, tie, lose]; at a fold all three agree

    int size() const { return static_cast<int>(kind.size()); }
    const float* pays(int set, int node, int player) const {
        return payoff.data() + ((static_cast<std::size_t>(set) * size() + node) * 2 + player) * 3;
    }
};

struct PlayerHands {
    std::vector<std::uint8_t> cards;  // [hands][2]
    std::vector<float> weight;
    std::vector<std::int32_t> same;  // the opponent's number of the same hand, or -1
    int size() const { return static_cast<int>(weight.size()); }
};

// The deals that open one street, in the order of the deals that they follow. The first level has
// one, which is the board of the spot.
struct Deals {
    std::vector<std::int32_t> parent;
    std::vector<std::uint8_t> card;             // kMostCards if none
    std::vector<float> copies;                  // how many deals this one stands for
    std::vector<std::int32_t> map_first, maps;  // relabellings of hands that change nothing after it
    std::vector<std::int32_t> map;
    float probability = 1;  // of each card, given both hands
    int size() const { return static_cast<int>(parent.size()); }
};

struct SolverPlan {
    BettingTree tree;
    PlayerHands hands[2];
    std::vector<Deals> levels;
    std::vector<std::int32_t> hand_maps[2];  // [maps][hands]
    std::vector<std::uint16_t> strength[2];  // [deals of the last level][hands], kBlocked if not possible

    // Nothing is stored for the last street: what it is worth is given (SolverEngine::set_leaf_values).
    bool without_last = false;

    int last() const { return static_cast<int>(levels.size()) - 1; }
    int stored_levels() const { return without_last ? last() : last() + 1; }
    int pad(int player) const { return padded(hands[player].size()); }
};

// How an iteration weighs what came before it: regrets above and below zero, and the average. The strategy
// that was played and the one that follows from its regrets are added to the average with these weights.
// `ahead` is the part of the latter in the value that a node hands up to the one before.
struct Discount {
    float positive, negative, average, played, next, ahead;

    // Whether the average changes at all.
    bool averages() const { return average != 1 || played != 0 || next != 0; }
};

enum class Policy { kUpdate, kAverage, kBest };

// Where a question is asked: a node after some deal of its level.
struct Place {
    int level = 0, deal = 0, node = 0;
};

// Several nodes of one street after the same deal.
struct Places {
    int level, deal;
    std::vector<int> nodes;
};

// All that an engine has learned: regrets and averages, as floats or as 16-bit numbers with scales.
struct StoredNumbers {
    std::shared_ptr<void> numbers[2];
    std::shared_ptr<float[]> scales[2];
    std::size_t count, scale_count;  // no scales: floats
};

// A strategy that can be asked, by any number of threads at once.
class SolverReader {
public:
    virtual ~SolverReader() = default;
    // Value of each of the player's hands at nodes after the same deal, [sets][nodes][hands], summed over
    // the opponent's hands with this reach at each of them. Both play their average strategy below, or the
    // player his best one.
    virtual void values(int player, Policy policy, PayoffSets sets, const Places& places, const float* reach,
                        float* values) = 0;
    // The average strategy at a place: [actions][hands]; the current one of an engine.
    virtual void strategy(const Place& place, bool current, float* probabilities) = 0;
    // The places where the last card is dealt, [both sets][deals of the last level but one][leaves][hands]:
    // what each of the player's hands is worth there in the average strategy, for each unit of the
    // opponent's reach that it meets.
    virtual void leaf_values(int player, float* values) = 0;
};

// Learns a strategy: one thread at a time, and nobody may read it meanwhile but through readers.
class SolverEngine : public SolverReader {
public:
    // One pass for one player: regrets and average strategy of all his nodes.
    virtual void update(int player, const Discount& discount) = 0;
    // Makes this the average strategy at a place.
    virtual void set_strategy(const Place& place, const float* probabilities) = 0;

    // From now on these hands play so at a place: [actions][count]. Learning should start afresh.
    virtual void lock(const Place& place, int count, const std::int32_t* hands, const float* probabilities) = 0;
    virtual void unlock() = 0;

    // Reads the strategy as it is now, whatever is learned later. It must not outlive the engine.
    virtual std::unique_ptr<SolverReader> reader() = 0;
    // Leaves their averages to the readers there are, and goes on with a copy. Learning does so by itself;
    // whoever writes into `numbers` has to see to it.
    virtual void part() = 0;

    virtual std::size_t leaf_count() const = 0;
    // One set of what `leaf_values` gives, for a plan without its last street, as 16-bit numbers and a scale for each
    // leaf.
    virtual void set_leaf_values(int player, Payoffs payoffs, const std::int16_t* values, const float* scales) = 0;

    virtual StoredNumbers numbers() = 0;
    virtual std::size_t bytes() const = 0;
};

}  // namespace runout
