#include "blackjack/splits.hpp"

#include <algorithm>

#include "blackjack/split_plan.hpp"

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

constexpr int kMostCards = 22;  // more than a hand holds

}  // namespace

Splits::Splits(const Round& round)
    : round_(round), chances_(kMostCards * kMostCards), best_(all_hands().size() + 1), stand_(all_hands().size() + 1) {
    best_.back().fill(-1);
    stand_.back().fill(-1);
}

void Splits::find_odds() {
    const SplitPlan& plan = split_plan(pair_, one_card());
    families_.clear();
    for (const int rest : plan.families) families_.push_back(round_.cache_.family(all_hands()[rest]));
    for (const auto& [number, family] : plan.hands) {
        const Hand& hand = all_hands()[number];
        const int held = hand.cards[pair_], most = std::min(others_, round_.most_others(hand, pair_));
        if (most == 0) continue;
        const auto from = static_cast<std::uint16_t>(held + 1), to = static_cast<std::uint16_t>(held + most);
        auto& rows = families_[family].rows;
        if (pair_ == kAce) std::fill(&rows[from], &rows[to] + 1, ShoeFamily::Row{0, 0});
        else if (auto& row = rows[hand.cards[kAce]]; row.empty()) row = {from, to};
        else row.to = std::max(row.to, to);
    }
    round_.cache_.compute(pair_, families_, odds_);
}

void Splits::find_chances() {
    const int partner = round_.looked() ? round_.partner_ : -1;
    const int most = partner < 0 ? 0 : kMostCards - 1;
    for (int size = 1; size < kMostCards; ++size)
        for (int partners = 0; partners <= std::min(most, size); ++partners) {
            Chances& chances = chances_[size * kMostCards + partners];
            for (int others = 1; others <= others_; ++others) {
                const int left = partner < 0 ? 0 : round_.shoe()[partner] - partners - (pair_ == partner ? others : 0);
                const NextCard next(round_.cards() - size - others, left, round_.looked());
                chances.each[others] = next.each;
                chances.partner[others] = next.partner;
            }
        }
}

const Splits::Chances& Splits::chances(const Hand& hand) const {
    return chances_[hand.size * kMostCards + (round_.looked() ? hand.cards[round_.partner_] : 0)];
}

void Splits::stand(const Hand& hand, const ShoeFamily& family, ByOthers& value) const {
    const int held = hand.cards[pair_];
    value = {};
    for (int others = 1; others <= others_; ++others) {
        const int gone = held + others;
        const ShoeFamily::Row& row = family.rows[pair_ == kAce ? gone : hand.cards[kAce]];
        if (row.empty() || (pair_ != kAce && gone > row.to)) break;
        value[others] = round_.stand_value(odds_[row.place + (pair_ == kAce ? 0 : gone - row.from)], hand.total);
    }
}

// The value after one more card. Values by others, up to kOthers, are added side by side.
template <int kOthers>
void Splits::draw(const Hand& hand, const std::vector<ByOthers>& after, ByOthers& value) const {
    const Chances& next = chances(hand);
    ByOthers each{}, partner{};
    for (int card = 0; card < kValues; ++card) {
        const ByOthers& then = hand.next[card] == kBust ? after.back() : after[hand.next[card]];
        ByOthers& sum = card == round_.partner_ ? partner : each;
        const int left = round_.shoe()[card] - hand.cards[card];
        if (card == pair_)
            for (int others = 0; others <= kOthers; ++others) sum[others] += std::max(0, left - others) * then[others];
        else if (left > 0)
            for (int others = 0; others <= kOthers; ++others) sum[others] += left * then[others];
    }
    for (int others = 0; others <= kOthers; ++others)
        value[others] = each[others] * next.each[others] + partner[others] * next.partner[others];
}

double Splits::value(int pair) {
    pair_ = pair;
    // A hand never needs more others gone than there are.
    others_ = std::min(2 * round_.rules().most_hands(pair) - 3, round_.shoe()[pair] - 1);
    find_odds();
    find_chances();
    const auto draw = others_ == 1 ? &Splits::draw<1> : &Splits::draw<kMostOthers>;
    const SplitPlan& plan = split_plan(pair, one_card());
    const bool doubles_longer = std::any_of(plan.hands.begin(), plan.hands.end(), [this](const auto& held) {
        return all_hands()[held.hand].size > 2 && round_[held.hand].later == Action::double_down;
    });
    for (auto held = plan.hands.rbegin(); held != plan.hands.rend(); ++held) {
        const Hand& hand = all_hands()[held->hand];
        const Action action = one_card() ? Action::stand : round_[held->hand].later;
        ByOthers& best = best_[held->hand];
        // Hands that are hit are not stood on, unless a doubled hand of two cards led to them.
        if (action == Action::stand || hand.size == 3 || doubles_longer)
            stand(hand, families_[held->family], stand_[held->hand]);
        if (action == Action::stand) best = stand_[held->hand];
        if (action == Action::hit) (this->*draw)(hand, best_, best);
        if (action == Action::double_down) {
            (this->*draw)(hand, stand_, best);
            for (double& value : best) value *= 2;
        }
    }
    return all_hands_value();
}

double Splits::all_hands_value() const {
    const Hand& single = all_hands()[hand_number(card_key(pair_))];
    ByOthers open{}, closed{}, again{};
    for (int others = 1; others <= others_ && round_.can_be_dealt(single, pair_, others); ++others)
        for (int card = 0; card < kValues; ++card) {
            const int left = round_.shoe()[card] - (card == pair_ ? others + 1 : 0);
            if (left <= 0) continue;
            const Chances& next = chances(single);
            const double chance = left * (card == round_.partner_ ? next.partner : next.each)[others];
            const double worth = chance * best_[single.next[card]][others];
            open[others] += worth;
            if (card == pair_) again[others] = chance;
            else closed[others] += worth;
        }
    return Resplits(round_.rules().most_hands(pair_), open, closed, again).value();
}

}  // namespace runout::blackjack
