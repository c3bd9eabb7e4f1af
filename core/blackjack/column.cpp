#include "blackjack/column.hpp"

namespace runout::blackjack {

Column::Column(const Kernels& kernels, const Counts& shoe, int upcard, const Rules& rules)
    : round_(kernels, shoe, upcard, rules), splits_(round_, true) {}

void Column::value(const Strategy& strategy) {
    round_.value_hands(strategy);
    held_.assign(all_hands().size(), 0);
    later_.assign(all_hands().size(), {});
    deal();
    play_on();
    for (int value = 0; value < kValues; ++value) {
        const int pair = hand_number(2 * card_key(value));
        if (!round_.may_split(value) || !round_[pair].known) continue;
        split_[value] = splits_.value(value);
        if (round_[pair].action == Action::split) splits_.add_actions(held_[pair], later_);
    }
}

void Column::deal() {
    const Counts& shoe = round_.shoe();
    const double ways = static_cast<double>(round_.cards()) * (round_.cards() - 1);
    for (int one = 0; one < kValues; ++one)
        for (int other = one; other < kValues; ++other) {
            const int number = hand_number(card_key(one) + card_key(other));
            const Hand& hand = all_hands()[number];
            if (!round_[number].known || hand.total == 21) continue;  // a blackjack leaves nothing to decide
            const double chance =
                one == other ? shoe[one] * (shoe[one] - 1.0) / ways : 2.0 * shoe[one] * shoe[other] / ways;
            held_[number] = chance * (round_.looked() ? 1 - round_.blackjack_chance(hand) : 1);
        }
}

void Column::play_on() {
    const auto& hands = all_hands();
    for (int number = 0; number < static_cast<int>(hands.size()); ++number) {
        if (held_[number] <= 0 || round_[number].action != Action::hit) continue;
        const NextCard next = round_.next_card(hands[number]);
        for (int card = 0; card < kValues; ++card)
            if (const int after = hands[number].next[card]; after != kBust)
                held_[after] += held_[number] * round_.chance_of(next, hands[number], card);
    }
}

}  // namespace runout::blackjack
