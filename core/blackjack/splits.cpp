#include "blackjack/splits.hpp"

#include <algorithm>

namespace runout::blackjack {
namespace {

// The value of all hands, from the values of one hand given what is gone.
class Resplits {
public:
    // Values of a hand whose second card is free (`open`) or not of the pair (`closed`, times the
    // chance of that), and the chance that the next card is of the pair, by others gone.
    Resplits(int most_hands, const Splits::ByOthers& open, const Splits::ByOthers& closed, const Splits::ByOthers& again)
        : most_hands_(most_hands), open_(open), closed_(closed), again_(again) {}

    // Second cards are dealt one by one: one of the pair makes another hand, any other closes one.
    double value(int hands = 2, int closed = 0, double chance = 1) const {
        const int others = hands - 1;
        if (hands == most_hands_ || closed == hands) {
            double sum = 0;
            if (closed > 0) sum += closed * none_again(closed_, others, closed - 1);
            if (closed < hands) sum += (hands - closed) * none_again(open_, others, closed);
            return chance * sum;
        }
        double sum = value(hands, closed + 1, chance);
        if (again_[others] > 0) sum += value(hands + 1, closed, chance * again_[others]);
        return sum;
    }

private:
    // The value times the chance that `cards` other cards are not of the pair.
    double none_again(const Splits::ByOthers& of, int others, int cards) const {
        if (cards == 0) return of[others];
        const double any = none_again(of, others, cards - 1);
        return again_[others] > 0 ? any - again_[others] * none_again(of, others + 1, cards - 1) : any;
    }

    const int most_hands_;
    const Splits::ByOthers &open_, &closed_, &again_;
};

}  // namespace

Splits::Splits(Round& round)
    : round_(round), reached_(all_hands().size()), stood_(all_hands().size()), best_(all_hands().size()),
      stand_(all_hands().size()) {}

Action Splits::action_of(int hand, int value) const {
    if (value == kAce && !round_.rules().hits_split_aces) return Action::stand;
    return round_[hand].later;
}

void Splits::plan(int value) {
    const auto& hands = all_hands();
    // A hand never needs more others gone than there are.
    const int most = 2 * round_.rules().most_hands(value) - 3;
    Plan plan{value, std::min(most, round_.shoe()[value] - 1), {}};
    std::fill(reached_.begin(), reached_.end(), false);
    std::fill(stood_.begin(), stood_.end(), false);
    const int single = hand_number(card_key(value));
    for (const int next : hands[single].next) reached_[next] = true;
    for (int number = single + 1; number < static_cast<int>(hands.size()); ++number) {
        const Hand& hand = hands[number];
        if ((!reached_[number] && !stood_[number]) || !round_.can_be_dealt(hand, value, 1)) continue;
        const bool plays = reached_[number];
        const Action action = plays ? action_of(number, value) : Action::stand;
        const bool stands = action == Action::stand || stood_[number];
        for (const int next : hand.next)
            if (next != kBust && action != Action::stand) (action == Action::hit ? reached_ : stood_)[next] = true;
        plan.steps.push_back({number, plays, stands, action, static_cast<int>(places_.size())});
        if (!stands) continue;
        for (int others = 1; others <= plan.others; ++others)
            places_.push_back(round_.can_be_dealt(hand, value, others) ? round_.cache_.place(number, value, others) : -1);
    }
    plans_.push_back(std::move(plan));
}

void Splits::evaluate_step(const Plan& plan, const Step& step) {
    const Hand& hand = all_hands()[step.hand];
    ByOthers &best = best_[step.hand], &stand = stand_[step.hand];
    for (int others = 1; step.stands && others <= plan.others; ++others) {
        const int place = places_[step.first_place + others - 1];
        stand[others] = place < 0 ? 0 : round_.stand_value(round_.cache_[place], hand.total);
    }
    if (!step.plays) return;
    if (step.action == Action::stand) {
        best = stand;
        return;
    }
    const bool hits = step.action == Action::hit;
    const auto& after = hits ? best_ : stand_;
    for (int others = 1; others <= plan.others; ++others) {
        best[others] = 0;
        if (!round_.can_be_dealt(hand, plan.value, others)) continue;
        const NextCard next = round_.next_card(hand, plan.value, others);
        double sum = 0;
        for (int card = 0; card < kValues; ++card) {
            const int left = round_.shoe()[card] - hand.cards[card] - (card == plan.value ? others : 0);
            if (left <= 0) continue;
            const double chance = left * (card == round_.partner_ ? next.partner : next.each);
            sum += chance * (hand.next[card] == kBust ? -1 : after[hand.next[card]][others]);
        }
        best[others] = hits ? sum : 2 * sum;
    }
}

double Splits::value(std::size_t index) {
    const Plan& plan = plans_[index];
    for (auto step = plan.steps.rbegin(); step != plan.steps.rend(); ++step) evaluate_step(plan, *step);
    const Hand& single = all_hands()[hand_number(card_key(plan.value))];
    ByOthers open{}, closed{}, again{};
    for (int others = 1; others <= plan.others; ++others) {
        if (!round_.can_be_dealt(single, plan.value, others)) continue;
        const NextCard next = round_.next_card(single, plan.value, others);
        for (int card = 0; card < kValues; ++card) {
            const int left = round_.shoe()[card] - (card == plan.value ? others + 1 : 0);
            if (left <= 0) continue;
            const double chance = left * (card == round_.partner_ ? next.partner : next.each);
            const double worth = chance * best_[single.next[card]][others];
            open[others] += worth;
            if (card == plan.value) again[others] = chance;
            else closed[others] += worth;
        }
    }
    return Resplits(round_.rules().most_hands(plan.value), open, closed, again).value();
}

}  // namespace runout::blackjack
