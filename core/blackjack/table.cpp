#include "blackjack/table.hpp"

namespace runout::blackjack {
namespace {

bool is_natural(const Hand& hand) { return hand.size == 2 && hand.cards[kAce] == 1 && hand.cards[kTen] == 1; }

// Stands on a total `often` times.
void show_down(const Round& round, const DealerOdds& odds, int total, double often, bool doubled, Outcome& outcome) {
    double win = odds.bust, push = 0, lose = 0;
    for (int i = 0; i < kTotals; ++i) (total > 17 + i ? win : total < 17 + i ? lose : push) += odds.total[i];
    if (doubled) {
        outcome.double_win += often * win;
        outcome.double_push += often * push;
        outcome.double_lose += often * (lose + (round.looked() ? 0 : odds.blackjack));
        return;
    }
    outcome.win += often * win;
    outcome.push += often * push;
    outcome.lose += often * lose;
    if (!round.looked()) outcome.dealer_blackjack += often * odds.blackjack;
}

}  // namespace

Table::Table(const Kernels& kernels, const Counts& shoe, const Rules& rules) : shoe_(shoe), rules_(rules) {
    for (const int count : shoe) cards_ += count;
    for (int upcard = 0; upcard < kValues; ++upcard)
        if (shoe[upcard] > 0) rounds_[upcard] = std::make_unique<Round>(kernels, shoe, upcard, rules);
}

void Table::value(const Strategy& strategy) {
    for (const auto& round : rounds_) {
        if (!round) continue;
        round->value_all(strategy);
        value_deals(*round, strategy);
    }
}

std::optional<Exhaustion> Table::exhaustion(const Strategy& strategy) const {
    std::vector<int> first_hands;
    for (int number = 0; number < static_cast<int>(all_hands().size()); ++number)
        if (all_hands()[number].size == 2) first_hands.push_back(number);
    for (const auto& round : rounds_)
        if (round)
            if (const auto found = blackjack::exhaustion(*round, first_hands, strategy)) return found;
    return {};
}

void Table::value_deals(Round& round, const Strategy& strategy) {
    const int upcard = round.upcard(), left = round.cards();
    deals_[upcard].clear();
    outcomes_[upcard] = {};
    reached_[upcard].assign(all_hands().size(), 0);
    for (int one = 0; one < kValues; ++one)
        for (int other = one; other < kValues; ++other) {
            const double ways = one == other ? round.shoe()[one] * (round.shoe()[one] - 1.0)
                                             : 2.0 * round.shoe()[one] * round.shoe()[other];
            if (ways <= 0) continue;
            deal(round, hand_number(card_key(one) + card_key(other)), ways / (static_cast<double>(left) * (left - 1)),
                 strategy);
        }
    play_out(round);
}

void Table::deal(const Round& round, int number, double chance, const Strategy& strategy) {
    const Hand& hand = all_hands()[number];
    const int upcard = round.upcard();
    Outcome& outcome = outcomes_[upcard];
    Deal deal{number, chance, round.blackjack_chance(hand), round[number], 0, round[number].best, round[number].action};
    const double goes_on = round.looked() ? 1 - deal.dealer_blackjack : 1;
    if (is_natural(hand)) {
        deal.best = rules_.blackjack_pays * (round.looked() ? 1 : 1 - deal.dealer_blackjack);
        deal.action = Action::stand;
        outcome.blackjack += chance * (1 - deal.dealer_blackjack);
        outcome.push += chance * deal.dealer_blackjack;
        deals_[upcard].push_back(deal);
        return;
    }
    const bool may_surrender = rules_.may_surrender(upcard);
    if (goes_on > 0) {
        if (may_surrender) deal.surrender = round.surrender_value(hand);
        if (strategy)
            deal.action = strategy.first(number, upcard);
        else {
            for (int value = 0; value < kValues; ++value)
                if (is_pair(hand, value) && round.may_split(value) && deal.value.split > deal.best)
                    deal.best = deal.value.split, deal.action = Action::split;
            if (may_surrender && deal.surrender > deal.best) deal.action = Action::surrender;
        }
        if (deal.action == Action::split) deal.best = deal.value.split;
        if (deal.action == Action::surrender) deal.best = deal.surrender;
    } else if (rules_.surrenders_early(upcard)) {
        deal.action = Action::surrender;
    }
    deals_[upcard].push_back(deal);
    if (deal.action == Action::surrender) {
        const bool early = rules_.surrenders_early(upcard);
        outcome.surrender += chance * (early ? 1 : 1 - deal.dealer_blackjack);
        outcome.dealer_blackjack += chance * (early ? 0 : deal.dealer_blackjack);
        return;
    }
    if (round.looked()) outcome.dealer_blackjack += chance * deal.dealer_blackjack;
    if (deal.action == Action::split) {
        outcome.split += chance * goes_on;
        outcome.split_ev += chance * goes_on * deal.best;
    } else {
        reached_[upcard][number] = chance * goes_on;
    }
}

void Table::play_out(const Round& round) {
    const auto& hands = all_hands();
    std::vector<double>& reached = reached_[round.upcard()];
    Outcome& outcome = outcomes_[round.upcard()];
    for (int number = 0; number < static_cast<int>(hands.size()); ++number) {
        const double often = reached[number];
        if (often <= 0) continue;
        const Hand& hand = hands[number];
        const Action action = round[number].action;
        if (action == Action::stand) {
            show_down(round, round.odds(number), hand.total, often, false, outcome);
            continue;
        }
        const NextCard next = round.next_card(hand);
        for (int card = 0; card < kValues; ++card) {
            const double then = often * round.chance_of(next, hand, card);
            const int after = hand.next[card];
            if (then <= 0) continue;
            if (after == kBust)
                (action == Action::hit ? outcome.lose : outcome.double_lose) += then;
            else if (action == Action::hit)
                reached[after] += then;
            else
                show_down(round, round.odds(after), hands[after].total, then, true, outcome);
        }
    }
}

}  // namespace runout::blackjack
