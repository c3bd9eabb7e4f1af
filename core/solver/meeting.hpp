// What each hand meets of the opposing reach.
//
// That is all of it, less what shares a card with the hand. Where next to nothing is left such a
// difference is rounding, and the opposing hands are summed one by one instead.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/plan.hpp"

namespace runout {

template <class Real>
class Meeting {
public:
    Meeting(const PlayerHands& own, const PlayerHands& others, const Real* reach)
        : own_(own), others_(others), reach_(reach) {
        for (int h = 0; h < others.size(); ++h) {
            all_ += reach[h];
            with_[others.cards[2 * h]] += reach[h];
            with_[others.cards[2 * h + 1]] += reach[h];
        }
    }

    double all() const { return all_; }

    // The reach that a hand meets, to within rounding of that reach itself.
    double of(int hand) const {
        if (all_ == 0) return 0;
        const int low = own_.cards[2 * hand], high = own_.cards[2 * hand + 1], same = own_.same[hand];
        const double left = all_ - with_[low] - with_[high] + (same < 0 ? 0 : reach_[same]);
        return left > kSureShare * all_ ? left : one_by_one(low, high);
    }

private:
    static constexpr double kSureShare = 1e-6;

    double one_by_one(int low, int high) const {
        double sum = 0;
        for (int h = 0; h < others_.size(); ++h) {
            const int a = others_.cards[2 * h], b = others_.cards[2 * h + 1];
            if (a != low && a != high && b != low && b != high) sum += reach_[h];
        }
        return sum;
    }

    const PlayerHands &own_, &others_;
    const Real* reach_;
    double all_ = 0, with_[kMostCards] = {};
};

// How much of the opposing reach a hand meets: single precision resolves the difference for most, little
// has to be summed, and nothing is nothing on every line.
enum Met : std::uint8_t { kMost, kLittle, kNothing };

struct MetByOne {
    Met how = kMost;
    float unit = 1;  // what its sums are multiplied with
};

// By hand; empty if all meet most of the reach.
using MetByHand = std::vector<MetByOne>;

inline Met met_of(const Meeting<float>& meeting, int hand) {
    constexpr double kLittleShare = 0.05;
    const double met = meeting.of(hand);
    return met > kLittleShare * meeting.all() ? kMost : met > 0 ? kLittle : kNothing;
}

inline MetByHand met_by_hand(const PlayerHands& own, const PlayerHands& others, const float* reach) {
    const Meeting meeting(own, others, reach);
    MetByHand met(own.size());
    bool all_most = true;
    for (int h = 0; h < own.size(); ++h) all_most &= (met[h].how = met_of(meeting, h)) == kMost;
    return all_most ? MetByHand() : met;
}

// The same for learning. Regrets of one hand are compared with each other alone, so those that meet little
// are counted as if they met everything, and are stored as finely as the others of their node.
inline MetByHand met_for_learning(const PlayerHands& own, const PlayerHands& others, const float* reach) {
    const Meeting meeting(own, others, reach);
    MetByHand met = met_by_hand(own, others, reach);
    for (std::size_t h = 0; h < met.size(); ++h)
        if (met[h].how == kLittle) met[h].unit = static_cast<float>(meeting.all() / meeting.of(static_cast<int>(h)));
    return met;
}

}  // namespace runout
