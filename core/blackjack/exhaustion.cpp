// Is there a line of play that runs out of cards?
#include <algorithm>
#include <unordered_set>

#include "blackjack/exhaustion.hpp"

namespace runout::blackjack {
namespace {

// So many of the smallest cards add up to at most `pips`.
int most_cards(const Counts& shoe, int pips) {
    int cards = 0;
    for (int value = 0; value < kValues; ++value) {
        const int taken = std::min(shoe[value], pips / (value + 1));
        cards += taken;
        pips -= taken * (value + 1);
        if (taken < shoe[value]) break;
    }
    return cards;
}

// A hand that still draws has at most 21 pips, a dealer who does has 16; then one card each, and the
// hole card is kept. If there are more cards than that, nothing runs out.
bool is_plenty(const Counts& shoe, int cards, int hands) {
    return most_cards(shoe, 21 * hands + 16) + hands + 2 <= cards;
}

// All ways to play the hands of a split, one after the other.
class SplitLines {
public:
    SplitLines(const Round& round, int value)
        : round_(round), value_(value), left_(round.shoe()), cards_(round.cards()) {
        take(value);
        take(value);
    }

    bool run_out() { return next_hand(2, 2); }

private:
    void take(int card) { --left_[card], --cards_; }
    void put_back(int card) { ++left_[card], ++cards_; }

    bool seen(int hands, int to_play, int hand) {
        Key key = static_cast<Key>((hand * 16 + hands) * 8 + to_play);
        for (const int count : left_) key = (key ^ static_cast<Key>(count)) * 0x9E3779B97F4A7C15u, key ^= key >> 29;
        return !seen_.insert(key).second;
    }

    bool next_hand(int hands, int to_play) {
        if (to_play == 0) return dealer_exhausts(round_.upcard(), round_.rules().hits_soft_17, left_);
        return draw(hands, to_play, hand_number(card_key(value_)), false);
    }

    bool draw(int hands, int to_play, int number, bool last) {
        if (seen(2 * hands + last, to_play, number)) return false;
        if (round_.nothing_to_draw(cards_)) return true;
        const Hand& hand = all_hands()[number];
        for (int card = 0; card < kValues; ++card) {
            if (left_[card] == 0) continue;
            take(card);
            const bool again = hand.size == 1 && card == value_ && hands < round_.rules().most_hands(value_);
            const bool found =
                again ? draw(hands + 1, to_play + 1, number, false) : play(hands, to_play, hand.next[card], last);
            put_back(card);
            if (found) return true;
        }
        return false;
    }

    bool play(int hands, int to_play, int number, bool last) {
        if (number == kBust || last) return next_hand(hands, to_play - 1);
        const bool one_card = value_ == kAce && !round_.rules().hits_split_aces;
        const Action action = one_card ? Action::stand : round_[number].later;
        if (action == Action::stand) return next_hand(hands, to_play - 1);
        return draw(hands, to_play, number, action == Action::double_down);
    }

    const Round& round_;
    const int value_;
    Counts left_;
    int cards_;
    std::unordered_set<Key> seen_;
};

Counts without(Counts shoe, const Hand& hand) {
    for (int value = 0; value < kValues; ++value) shoe[value] -= hand.cards[value];
    return shoe;
}

}  // namespace

std::optional<Exhaustion> exhaustion(const Round& round, const std::vector<int>& first_hands,
                                     const Strategy& strategy) {
    const auto& hands = all_hands();
    const int upcard = round.upcard(), hits_soft_17 = round.rules().hits_soft_17;
    Counts shoe = round.shoe();
    if (is_plenty(shoe, round.cards(), std::max(round.rules().hands, round.rules().ace_hands))) return {};
    std::vector<char> reachable(hands.size()), stood(hands.size());
    for (const int hand : first_hands) reachable[hand] = true;
    for (int number = 0; number < static_cast<int>(hands.size()); ++number) {
        const Hand& hand = hands[number];
        if (!(reachable[number] || stood[number]) || !round.can_be_dealt(hand)) continue;
        if (hand.size == 2 && hand.total == 21) continue;  // paid before anyone draws
        if (round.cards() == hand.size || dealer_exhausts(upcard, hits_soft_17, without(shoe, hand)))
            return Exhaustion{true, number, upcard};
        if (!reachable[number]) continue;
        const Action any = round.rules().may_hit(hand) ? Action::hit : Action::stand;
        const Action action = strategy ? strategy.first(number, upcard) : any;
        if (action != Action::hit && action != Action::double_down) continue;
        if (round.nothing_to_draw(round.cards() - hand.size)) return Exhaustion{false, number, upcard};
        for (const int next : hand.next)
            if (next != kBust) (action == Action::hit ? reachable : stood)[next] = true;
    }
    for (const int pair : first_hands)
        for (int value = 0; value < kValues; ++value) {
            if (!is_pair(hands[pair], value) || !round.may_split(value) || !round.can_be_dealt(hands[pair])) continue;
            if (strategy && strategy.first(pair, upcard) != Action::split) continue;
            if (SplitLines(round, value).run_out()) return Exhaustion{false, kBust, upcard, value};
        }
    return {};
}

}  // namespace runout::blackjack
