#include "blackjack/hands.hpp"

#include <algorithm>
#include <unordered_map>

#include "lasting.hpp"

namespace runout::blackjack {
namespace {

void collect(Hand hand, int lowest, std::vector<Hand>& hands) {
    hand.soft = hand.cards[kAce] > 0 && hand.hard + 10 <= 21;
    hand.total = static_cast<std::uint8_t>(hand.hard + (hand.soft ? 10 : 0));
    hands.push_back(hand);
    for (int value = lowest; value < kValues && hand.hard + value + 1 <= 21; ++value) {
        Hand longer = hand;
        ++longer.cards[value];
        ++longer.size;
        longer.hard = static_cast<std::uint8_t>(hand.hard + value + 1);
        longer.key += card_key(value);
        collect(longer, value, hands);
    }
}

struct Table {
    std::vector<Hand> hands;
    std::unordered_map<Key, int> numbers;
};

Table made() {
    Table table;
    collect(Hand{}, 0, table.hands);
    std::stable_sort(table.hands.begin(), table.hands.end(),
                     [](const Hand& one, const Hand& other) { return one.hard < other.hard; });
    for (std::size_t i = 0; i < table.hands.size(); ++i) table.numbers[table.hands[i].key] = static_cast<int>(i);
    for (Hand& hand : table.hands)
        for (int value = 0; value < kValues; ++value) {
            const auto found = table.numbers.find(hand.key + card_key(value));
            hand.next[value] = static_cast<std::int16_t>(found == table.numbers.end() ? kBust : found->second);
            hand.rest[value] =
                static_cast<std::int16_t>(table.numbers.at(hand.key - hand.cards[value] * card_key(value)));
        }
    return table;
}

const Table& table() {
    static const Table& made_once = lasting(made);
    return made_once;
}

}  // namespace

const std::vector<Hand>& all_hands() { return table().hands; }

int hand_number(Key key) {
    const auto found = table().numbers.find(key);
    return found == table().numbers.end() ? kBust : found->second;
}

}  // namespace runout::blackjack
