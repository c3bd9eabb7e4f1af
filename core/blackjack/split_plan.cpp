#include "blackjack/split_plan.hpp"

#include "blackjack/hands.hpp"
#include "lasting.hpp"

namespace runout::blackjack {
namespace {

SplitPlan made(int pair, bool one_card) {
    SplitPlan plan;
    std::vector<int> family_of(all_hands().size(), -1);
    for (int number = 0; number < static_cast<int>(all_hands().size()); ++number) {
        const Hand& hand = all_hands()[number];
        if (hand.cards[pair] == 0 || hand.size < 2 || (one_card && hand.size > 2)) continue;
        const int rest = all_hands()[hand.rest[pair]].rest[kAce];
        if (family_of[rest] < 0) {
            family_of[rest] = static_cast<int>(plan.families.size());
            plan.families.push_back(rest);
        }
        plan.hands.push_back({number, family_of[rest]});
    }
    return plan;
}

}  // namespace

const SplitPlan& split_plan(int pair, bool one_card) {
    static const auto& plans = lasting([] {
        std::vector<SplitPlan> all;
        for (int value = 0; value < kValues; ++value) all.push_back(made(value, false));
        all.push_back(made(kAce, true));
        return all;
    });
    return plans[one_card ? kValues : pair];
}

}  // namespace runout::blackjack
