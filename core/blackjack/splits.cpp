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
    Resplits(int most_hands, const Splits::ByOthers& open, const Splits::ByOthers& closed,
             const Splits::ByOthers& again)
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

Splits::Splits(const Round& round, bool keeps)
    : round_(round),
      chances_(kMostCards * kMostCards),
      best_(all_hands().size() + 1),
      keeps_(keeps),
      stands_(keeps ? kValues : 1) {
    best_.back().fill(-1);
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
        if (pair_ == kAce)
            std::fill(&rows[from], &rows[to] + 1, ShoeFamily::Row{0, 0});
        else if (auto& row = rows[hand.cards[kAce]]; row.empty())
            row = {from, to};
        else
            row.to = std::max(row.to, to);
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
    const bool known = keeps_ && !stands().empty();
    if (!known) find_odds();
    if (stands().empty()) stands().resize(all_hands().size() + 1), stands().back().fill(-1);
    find_chances();
    const auto draw = others_ == 1 ? &Splits::draw<1> : &Splits::draw<kMostOthers>;
    const SplitPlan& plan = split_plan(pair, one_card());
    const bool doubles_longer = std::any_of(plan.hands.begin(), plan.hands.end(), [this](const auto& held) {
        return all_hands()[held.hand].size > 2 && round_[held.hand].later == Action::double_down;
    });
    for (auto held = plan.hands.rbegin(); held != plan.hands.rend(); ++held) {
        const Hand& hand = all_hands()[held->hand];
        const Action action = one_card() ? Action::stand : round_[held->hand].later;
        ByOthers &best = best_[held->hand], &stood = stands()[held->hand];
        // Hands that are hit are not stood on, unless a doubled hand of two cards led to them.
        const bool wanted = keeps_ || action == Action::stand || hand.size == 3 || doubles_longer;
        if (wanted && !known) stand(hand, families_[held->family], stood);
        if (action == Action::stand) best = stood;
        if (action == Action::hit) (this->*draw)(hand, best_, best);
        if (action == Action::double_down) {
            (this->*draw)(hand, stands(), best);
            for (double& value : best) value *= 2;
        }
    }
    return all_hands_value();
}

// True if so many others can be gone before the second card of a hand comes.
bool Splits::is_known(int others) const {
    return others <= others_ && round_.can_be_dealt(all_hands()[hand_number(card_key(pair_))], pair_, others);
}

// The chance of a second card.
double Splits::second_card(int card, int others) const {
    const int left = round_.shoe()[card] - (card == pair_ ? others + 1 : 0);
    if (left <= 0) return 0;
    const Chances& next = chances(all_hands()[hand_number(card_key(pair_))]);
    return left * (card == round_.partner_ ? next.partner : next.each)[others];
}

Splits::ByOthers Splits::again() const {
    ByOthers again{};
    for (int others = 1; is_known(others); ++others) again[others] = second_card(pair_, others);
    return again;
}

double Splits::all_hands_value() const {
    const Hand& single = all_hands()[hand_number(card_key(pair_))];
    ByOthers open{}, closed{};
    for (int others = 1; is_known(others); ++others)
        for (int card = 0; card < kValues; ++card) {
            const double chance = second_card(card, others);
            if (chance <= 0) continue;
            const double worth = chance * best_[single.next[card]][others];
            open[others] += worth;
            if (card != pair_) closed[others] += worth;
        }
    return Resplits(round_.rules().most_hands(pair_), open, closed, again()).value();
}

// The value of a split is linear in those of its hands: these are the factors of hands of two cards.
void Splits::add_first_weights(double often, std::vector<ByOthers>& weights) const {
    const Hand& single = all_hands()[hand_number(card_key(pair_))];
    const ByOthers none{}, again = this->again();
    const int hands = round_.rules().most_hands(pair_);
    for (int others = 1; is_known(others); ++others) {
        ByOthers one{};
        one[others] = 1;
        const double open = Resplits(hands, one, none, again).value(),
                     closed = Resplits(hands, none, one, again).value();
        for (int card = 0; card < kValues; ++card)
            weights[single.next[card]][others] =
                often * second_card(card, others) * (open + (card == pair_ ? 0 : closed));
    }
}

// A hand that is hit hands its weight on to those that it leads to.
void Splits::pass_on(const Hand& hand, std::vector<ByOthers>& weights) const {
    const Chances& next = chances(hand);
    const ByOthers& weight = weights[hand_number(hand.key)];
    for (int card = 0; card < kValues; ++card) {
        if (hand.next[card] == kBust) continue;
        const ByOthers& chance = card == round_.partner_ ? next.partner : next.each;
        const int left = round_.shoe()[card] - hand.cards[card];
        ByOthers& then = weights[hand.next[card]];
        for (int others = 1; others <= others_; ++others)
            then[others] += weight[others] * std::max(0, left - (card == pair_ ? others : 0)) * chance[others];
    }
}

void Splits::add_actions(double often, std::vector<Actions>& sums) const {
    if (one_card()) return;  // there is nothing to decide
    std::vector<ByOthers> weights(all_hands().size());
    add_first_weights(often, weights);
    for (const auto& held : split_plan(pair_, false).hands) {
        const ByOthers& weight = weights[held.hand];
        if (std::all_of(weight.begin(), weight.end(), [](double one) { return one == 0; })) continue;
        const Hand& hand = all_hands()[held.hand];
        ByOthers hit, doubled;
        draw<kMostOthers>(hand, best_, hit);
        draw<kMostOthers>(hand, stands(), doubled);
        Actions& sum = sums[held.hand];
        for (int others = 1; others <= others_; ++others) {
            sum.stand += weight[others] * stands()[held.hand][others];
            sum.hit += weight[others] * hit[others];
            sum.double_down += weight[others] * 2 * doubled[others];
        }
        if (round_[held.hand].later == Action::hit) pass_on(hand, weights);
    }
}

}  // namespace runout::blackjack
