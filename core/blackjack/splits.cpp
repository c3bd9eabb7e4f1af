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

Splits::Splits(const Round& round)
    : round_(round), family_of_(all_hands().size()), reached_(all_hands().size()), stood_(all_hands().size()),
      best_(all_hands().size()), stand_(all_hands().size()) {}

Action Splits::action_of(int hand) const {
    if (pair_ == kAce && !round_.rules().hits_split_aces) return Action::stand;
    return round_[hand].later;
}

int Splits::others_that_can_be_dealt(const Hand& hand) const {
    int others = 0;
    while (others < others_ && round_.can_be_dealt(hand, pair_, others + 1)) ++others;
    return others;
}

int Splits::family_for(const Hand& hand, int number, int others) {
    int& family = family_of_[hand.rest[pair_]];
    const auto from = static_cast<std::uint16_t>(hand.cards[pair_] + 1), to = static_cast<std::uint16_t>(hand.cards[pair_] + others);
    if (family < 0) {
        family = static_cast<int>(families_.size());
        families_.push_back(round_.cache_.family(number, pair_));
        families_.back().from = from;
    }
    families_[family].to = std::max(families_[family].to, to);
    return family;
}

void Splits::plan() {
    const auto& hands = all_hands();
    steps_.clear();
    families_.clear();
    std::fill(family_of_.begin(), family_of_.end(), -1);
    std::fill(reached_.begin(), reached_.end(), false);
    std::fill(stood_.begin(), stood_.end(), false);
    const int single = hand_number(card_key(pair_));
    for (const int next : hands[single].next) reached_[next] = true;
    for (int number = single + 1; number < static_cast<int>(hands.size()); ++number) {
        const Hand& hand = hands[number];
        const bool plays = reached_[number];
        if (!plays && !stood_[number]) continue;
        const int others = others_that_can_be_dealt(hand);
        if (others == 0) continue;
        const Action action = plays ? action_of(number) : Action::stand;
        const bool stands = action == Action::stand || stood_[number];
        for (const int next : hand.next)
            if (next != kBust && action != Action::stand) (action == Action::hit ? reached_ : stood_)[next] = true;
        steps_.push_back({number, plays, stands, action, others, stands ? family_for(hand, number, others) : -1});
    }
}

double Splits::chance(const NextCard& next, const Hand& hand, int card, int others) const {
    const int left = round_.shoe()[card] - hand.cards[card] - (card == pair_ ? others : 0);
    return left <= 0 ? 0 : left * (card == round_.partner_ ? next.partner : next.each);
}

void Splits::evaluate(const Step& step) {
    const Hand& hand = all_hands()[step.hand];
    ByOthers &best = best_[step.hand], &stand = stand_[step.hand];
    best = stand = {};
    if (step.stands) {
        const ShoeFamily& family = families_[step.family];
        const DealerOdds* const odds = &odds_[family.place + (hand.cards[pair_] + 1u - family.from)];
        for (int others = 1; others <= step.others; ++others) stand[others] = round_.stand_value(odds[others - 1], hand.total);
    }
    if (!step.plays) return;
    if (step.action == Action::stand) {
        best = stand;
        return;
    }
    const bool hits = step.action == Action::hit;
    const auto& after = hits ? best_ : stand_;
    for (int others = 1; others <= step.others; ++others) {
        const NextCard next = round_.next_card(hand, pair_, others);
        double sum = 0;
        for (int card = 0; card < kValues; ++card) {
            const double then = chance(next, hand, card, others);
            if (then > 0) sum += then * (hand.next[card] == kBust ? -1 : after[hand.next[card]][others]);
        }
        best[others] = hits ? sum : 2 * sum;
    }
}

double Splits::value(int pair) {
    pair_ = pair;
    // A hand never needs more others gone than there are.
    others_ = std::min(2 * round_.rules().most_hands(pair) - 3, round_.shoe()[pair] - 1);
    plan();
    round_.cache_.compute(pair, families_, odds_);
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) evaluate(*step);
    const Hand& single = all_hands()[hand_number(card_key(pair))];
    ByOthers open{}, closed{}, again{};
    for (int others = 1; others <= others_that_can_be_dealt(single); ++others) {
        const NextCard next = round_.next_card(single, pair, others);
        for (int card = 0; card < kValues; ++card) {
            const double then = chance(next, single, card, others);
            if (then <= 0) continue;
            const double worth = then * best_[single.next[card]][others];
            open[others] += worth;
            if (card == pair) again[others] = then;
            else closed[others] += worth;
        }
    }
    return Resplits(round_.rules().most_hands(pair), open, closed, again).value();
}

}  // namespace runout::blackjack
