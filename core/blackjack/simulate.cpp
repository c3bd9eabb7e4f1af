// Shoes are shuffled only as far as they are dealt; hands and the dealer are small state machines.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "cards/deck.hpp"
#include "level.hpp"
#include "random.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

using namespace runout::blackjack;

using Random = Xoshiro<std::uint64_t>;

constexpr int kAhead = 8;   // cards shuffled at a time when a round needs more than expected
constexpr int kARound = 6;  // cards that most rounds need

// Dealer states: hard sum 0..31 and whether there is an ace.
constexpr int kDealerStates = 64;

class Simulation {
public:
    Simulation(const SimulationPlan& plan, std::uint64_t seed, RoundTotals& totals)
        : plan_(plan),
          random_(generator_of(seed)),
          totals_(totals),
          peeks_(plan.rules.looks),
          counts_(counts_matter()) {
        lay_out_hands();
        for (int value = 0; value < kValues; ++value)
            cards_.insert(cards_.end(), plan.shoe[value], static_cast<std::uint8_t>(value));
        // A round can need more than is left; the rest of the shoe is shuffled when it does.
        for (int hard = 0; hard < 32; ++hard)
            for (const int ace : {0, 1}) {
                const bool soft = ace && hard + 10 <= 21;
                const int total = hard + (soft ? 10 : 0);
                const bool stands = total > 17 || (total == 17 && !(soft && plan.rules.hits_soft_17));
                stands_[hard * 2 + ace] = stands;
                dealer_total_[hard * 2 + ace] = static_cast<std::int8_t>(total > 21 ? 0 : total);
            }
    }

    void play_shoes(std::uint64_t shoes) {
        if (plan_.max_rounds == 1 && !counts_) return play_fresh_rounds(shoes);
        for (std::uint64_t shoe = 0; shoe < shoes && !totals_.ran_out; ++shoe) play_shoe();
    }

private:
    struct Played {
        int total;  // 0 is a bust
        double bets;
    };

    // Hands, and behind the last one a bust, as rows of the positions of the rows that a card leads to;
    // then the total. Positions go up by kRow; actions are laid out alike.
    static constexpr int kRow = 16, kTotalAt = kValues;

    void lay_out_hands() {
        const auto& hands = all_hands();
        const std::size_t bust = hands.size();
        rows_.resize((bust + 1) * kRow);
        before_.resize(rows_.size());
        after_.resize(rows_.size());
        for (std::size_t hand = 0; hand < bust; ++hand)
            for (int value = 0; value < kValues; ++value) {
                const int next = hands[hand].next[value];
                rows_[hand * kRow + value] = static_cast<std::uint16_t>((next == kBust ? bust : next) * kRow);
                rows_[hand * kRow + kTotalAt] = hands[hand].total;
                before_[hand * kRow + value] = plan_.strategy.before[hand * kValues + value];
                after_[hand * kRow + value] = plan_.strategy.after[hand * kValues + value];
            }
    }

    bool counts_matter() const {
        return std::any_of(plan_.tags, plan_.tags + kValues, [](double tag) { return tag != 0; }) ||
               std::any_of(plan_.bets, plan_.bets + kTrueCounts, [this](double bet) { return bet != plan_.bets[0]; });
    }

    // One step of a Fisher-Yates shuffle for every card, done when the card is dealt. Two steps
    // share a random word: 32 bits are more than enough for a few hundred cards (bias below 1e-6).
    void shuffle_to(int end) {
        const auto size = static_cast<std::uint32_t>(cards_.size());
        std::uint8_t* const cards = cards_.data();
        // Bytes may alias anything: what the loop needs is kept in registers.
        Random random = random_;
        int at = shuffled_;
        for (; at + 1 < end; at += 2) {
            const std::uint64_t word = random.next();
            const std::uint32_t left = size - static_cast<std::uint32_t>(at);
            std::swap(cards[at], cards[at + static_cast<int>((word >> 32) * left >> 32)]);
            std::swap(cards[at + 1], cards[at + 1 + static_cast<int>((word & 0xFFFFFFFFu) * (left - 1) >> 32)]);
        }
        shuffled_ = at;
        random_ = random;
    }

    // Shuffles on before card `next_` is dealt; false if there is none.
    [[gnu::noinline]] bool shuffle_on() {
        const int size = static_cast<int>(cards_.size());
        if (next_ >= size) return totals_.ran_out = true, false;
        shuffle_to(std::min(size, next_ + kAhead));
        if (shuffled_ + 1 == size) shuffled_ = size;  // the last card alone
        return true;
    }

    int draw() {
        if (next_ + 1 >= shuffled_ && !shuffle_on()) [[unlikely]]
            return kTen;
        return cards_[next_++];
    }

    void shuffle_anew(int cards) {
        next_ = 0;
        shuffled_ = 0;
        shuffle_to(std::min(static_cast<int>(cards_.size()), cards));
    }

    // A shoe for every round: the sums over shoes are sums over rounds.
    void play_fresh_rounds(std::uint64_t rounds) {
        double results = 0, squares = 0, fourths = 0;
        std::uint64_t played = 0;
        for (; played < rounds && !totals_.ran_out; ++played) {
            shuffle_anew(kARound);
            const double result = play_round(), square = result * result;
            results += result;
            squares += square;
            fourths += square * square;
        }
        totals_.shoes += played;
        totals_.rounds += played;
        totals_.result += results;
        totals_.result_squared += squares;
        totals_.rounds_rounds += static_cast<double>(played);
        totals_.result_result += squares;
        totals_.result_rounds += results;
        totals_.squared_squared += fourths;
        totals_.squared_rounds += squares;
    }

    void play_shoe() {
        running_ = 0;
        counted_ = 0;
        shuffle_anew(plan_.max_rounds == 1 ? kARound : plan_.dealt_cards + kAhead);
        double rounds = 0, results = 0, squared = 0, won = 0;
        for (std::uint64_t round = 0; round < plan_.max_rounds && next_ < plan_.dealt_cards && !totals_.ran_out;
             ++round) {
            const int at = counts_ ? true_count_slot() : 0;
            const double result = play_round();
            rounds += 1;
            results += result;
            squared += result * result;
            if (!counts_) continue;
            const double bet = plan_.bets[at];
            totals_.count_rounds[at] += 1;
            totals_.count_result[at] += result;
            totals_.bet += bet;
            won += bet * result;
        }
        add_shoe(rounds, results, squared, won);
    }

    void add_shoe(double rounds, double results, double squared, double won) {
        ++totals_.shoes;
        totals_.rounds += static_cast<std::uint64_t>(rounds);
        totals_.result += results;
        totals_.result_squared += squared;
        totals_.rounds_rounds += rounds * rounds;
        totals_.result_result += results * results;
        totals_.result_rounds += results * rounds;
        totals_.squared_squared += squared * squared;
        totals_.squared_rounds += squared * rounds;
        if (!counts_) return;
        totals_.won += won;
        totals_.won_won += won * won;
        totals_.won_rounds += won * rounds;
    }

    int true_count_slot() {
        for (; counted_ < next_; ++counted_) running_ += plan_.tags[cards_[counted_]];
        const double decks = (static_cast<double>(cards_.size()) - next_) / kCards;
        const int rounded = static_cast<int>(std::floor(running_ / decks));
        return std::clamp(rounded + kTrueCounts / 2, 0, kTrueCounts - 1);
    }

    double play_round() {
        const int one = draw(), up = draw(), other = draw(), hole = draw();
        const int first = rows_[rows_[one] + other];
        const bool natural = rows_[first + kTotalAt] == 21, dealer_natural = one_blackjack(up, hole);
        const Action action = static_cast<Action>(before_[first + up]);
        if (natural) [[unlikely]]
            return dealer_natural ? 0 : plan_.rules.blackjack_pays;
        if (action == Action::surrender) [[unlikely]]
            return dealer_natural && !plan_.rules.surrenders_early(up) ? -1 : -0.5;
        if (dealer_natural && peeks_) [[unlikely]]
            return -1;
        played_ = 0;
        if (action == Action::split) [[unlikely]] {
            ++totals_.splits;
            split(one, up);
        } else {
            go_on(first, up, action, before_.data());
        }
        return settle(up, hole, dealer_natural);
    }

    static bool one_blackjack(int up, int hole) { return (up == kAce && hole == kTen) || (up == kTen && hole == kAce); }

    // Plays one hand, hitting while the strategy says so; a bust stands.
    void go_on(int hand, int up, Action action, const std::uint8_t* actions) {
        while (action == Action::hit) {
            hand = rows_[hand + draw()];
            action = static_cast<Action>(actions[hand + up]);
        }
        const bool doubles = action == Action::double_down;
        if (doubles) hand = rows_[hand + draw()];
        hands_played_[played_++] = {rows_[hand + kTotalAt], doubles ? 2.0 : 1.0};
    }

    void split(int value, int up) {
        const int single = rows_[value], most = plan_.rules.most_hands(value);
        const bool one_card = value == kAce && !plan_.rules.hits_split_aces;
        int hands = 2;
        for (int done = 0; done < hands; ++done) {
            int second = draw();
            while (second == value && hands < most) ++hands, second = draw();
            const int hand = rows_[single + second];
            go_on(hand, up, one_card ? Action::stand : static_cast<Action>(after_[hand + up]), after_.data());
        }
    }

    double settle(int up, int hole, bool dealer_natural) {
        double result = 0;
        bool alive = false;
        for (int i = 0; i < played_; ++i) alive |= hands_played_[i].total > 0;
        if (dealer_natural) {
            for (int i = 0; i < played_; ++i) result -= hands_played_[i].bets;
            return result;
        }
        int state = (up + hole + 2) * 2 + (up == kAce || hole == kAce);
        if (alive)
            while (!stands_[state]) {
                const int card = draw();
                state = (state + 2 * (card + 1)) | (card == kAce);
            }
        const int dealer = dealer_total_[state];
        for (int i = 0; i < played_; ++i) {
            const int total = hands_played_[i].total;
            const int sign = total == 0 ? -1 : (total > dealer) - (total < dealer);
            result += hands_played_[i].bets * sign;
        }
        return result;
    }

    const SimulationPlan& plan_;
    Random random_;
    RoundTotals& totals_;
    const bool peeks_, counts_;
    std::vector<std::uint8_t> cards_;
    std::vector<std::uint16_t> rows_;
    std::vector<std::uint8_t> before_, after_;
    int next_ = 0, shuffled_ = 0, counted_ = 0, played_ = 0;
    double running_ = 0;
    Played hands_played_[4] = {};
    bool stands_[kDealerStates];
    std::int8_t dealer_total_[kDealerStates];
};

}  // namespace

void deal_shoes(const SimulationPlan& plan, std::uint64_t seed, std::uint64_t shoes, RoundTotals& totals) {
    Simulation(plan, seed, totals).play_shoes(shoes);
}

}  // namespace runout::RUNOUT_LEVEL
