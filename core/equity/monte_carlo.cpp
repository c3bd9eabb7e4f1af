// Random deals of hold'em, a batch at a time and stage by stage: draw hands from the ranges, deal
// the other cards, evaluate, compare. Almost no branch depends on the cards, and the deals of a
// batch do not depend on each other, so the processor works on many of them at once.
#include "equity/monte_carlo.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "equity/random_cards.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

constexpr int kBatch = 64;   // deals; as many as a mask has bits
constexpr int kAbreast = 4;  // deals whose cards are dealt together
constexpr int kMostCards = 2 * kMostPlayers + 5;

template <class T>
using PerDeal = std::array<T, kBatch>;

constexpr auto kKeyAtBit = [] {
    std::array<std::uint64_t, 64> keys{};
    for (int card = 0; card < kCards; ++card) keys[std::countr_zero(card_bit(card))] = card_key(card);
    return keys;
}();

int card_at(int bit) { return 4 * (bit % 16) + bit / 16; }

int pair_of(std::uint64_t bits) {
    const int a = card_at(std::countr_zero(bits)), b = card_at(63 - std::countl_zero(bits));
    return pair_index(std::min(a, b), std::max(a, b));
}

// Bit i of the result: flags[i], which is 0 or 1.
std::uint64_t mask_of(const PerDeal<std::uint8_t>& flags) {
    std::uint64_t mask = 0;
    for (int i = 0; i < kBatch; i += 8) {
        std::uint64_t eight = 0;
        for (int k = 0; k < 8; ++k) eight |= std::uint64_t{flags[i + k]} << 8 * k;
        mask |= (eight * 0x0102040810204080 >> 56) << i;
    }
    return mask;
}

template <class Function>
void for_each_bit(std::uint64_t mask, Function&& function) {
    for (; mask != 0; mask &= mask - 1) function(std::countr_zero(mask));
}

class Dealing {
public:
    Dealing(const StrengthTable& table, const DealPlan& plan, const CountOptions& options, Tallies& tallies)
        : table_(table), plan_(plan), options_(options), tallies_(tallies) {
        int players = 0;
        std::uint64_t used = 0;
        for (int g = 0; g < plan.groups; ++g) {
            used |= plan.group[g].bits[0];
            for (int seat = 0; seat < plan.group[g].players; ++seat)
                players_[players++] = {plan.group[g].player_ids[seat], g, seat};
        }
        used_.fill(used);  // a batch may have fewer than kBatch deals; the others are dealt as well
        first_random_ = players;
        for (int r = 0; r < plan.random_players; ++r) players_[players++] = {plan.random_ids[r], -1, 0};
        first_one_card_ = players;
        for (int r = 0; r < plan.one_card_players; ++r) players_[players++] = {plan.one_card_ids[r], -1, 0};
        cards_left_ = std::popcount(plan.live) - 2 * first_random_;
    }

    // Deals and counts the first `deals` deals of a block; false if it was stopped.
    bool play_block(std::uint64_t seed, std::uint64_t block, int deals) {
        Stream entry_stream(seed, block, kEntries), card_stream(seed, block, kOtherCards);
        next_attempt_ = kLanes;
        for (int done = 0; done < deals; done += kBatch) {
            const int wanted = std::min(kBatch, deals - done);
            const int accepted = draw_entries(entry_stream, wanted);
            if (accepted > 0) {
                pick_up_hands();
                deal_cards(card_stream);
                for (int p = 0; p < plan_.players; ++p) evaluate(p);
                settle(accepted);
            }
            if (accepted < wanted || stopped()) return false;
        }
        return true;
    }

private:
    // Players of groups come first, then random ones, then those with one known card; `id` is what
    // the caller calls them.
    struct Player {
        int id;
        int group;  // -1: random
        int seat;   // in the group
    };

    bool stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }

    int draw_entries(Stream& stream, int wanted) {
        switch (plan_.groups) {
            case 0:
                tallies_.attempts += wanted;
                return wanted;
            case 1:
                return draw_from<1>(stream, wanted);
            case 2:
                return draw_from<2>(stream, wanted);
            case 3:
                return draw_from<3>(stream, wanted);
            default:
                return draw_from<0>(stream, wanted);
        }
    }

    // Draws from all groups until `wanted` draws were without a collision. The number of groups is
    // a template argument if it is small.
    template <int fixed_groups>
    int draw_from(Stream& stream, int wanted) {
        const int groups = fixed_groups > 0 ? fixed_groups : plan_.groups;
        int accepted = 0, next = next_attempt_;
        std::uint64_t attempts = 0;
        while (accepted < wanted) {
            if (next == kLanes) {
                if (stopped() || tallies_.attempts + attempts >= options_.most_attempts) break;
                for (int g = 0; g < groups; ++g) draw_attempts(stream, plan_.group[g], attempt_[g]);
                next = 0;
            }
            std::uint64_t used = 0, twice = 0;
            for (int g = 0; g < groups; ++g) {
                const std::uint64_t entry = attempt_[g][next];
                const std::uint64_t bits = plan_.group[g].bits[entry];
                twice |= used & bits;
                used |= bits;
                entry_[g][accepted] = static_cast<std::uint32_t>(entry);
            }
            used_[accepted] = used;
            accepted += twice == 0;
            ++next;
            ++attempts;
        }
        next_attempt_ = next;
        tallies_.attempts += attempts;
        return accepted;
    }

    // An entry of `group` for each of the next attempts: the whole part of entries * word / 2^64. Its
    // fractional part is as good as a new random number and decides between the entry and its alias.
    static void draw_attempts(Stream& stream, const DealGroup& group, Lanes& entries) {
        constexpr std::uint64_t kLowHalf = 0xffffffff;
        for (int v = 0; v < kVectors; ++v) {
            const Vector word = stream.generators[v].next();
            const Vector scaled = (word >> 32) * group.entries + ((word & kLowHalf) * group.entries >> 32);
            Vector entry = scaled >> 32;
            if (group.alias != nullptr) {
                for (int i = 0; i < kVectorLanes; ++i) {
                    const std::uint64_t e = entry[i];
                    entry[i] = (scaled[i] & kLowHalf) < group.threshold[e] ? e : group.alias[e];
                }
            }
            entries.vectors[v] = entry;
        }
    }

    void pick_up_hands() {
        for (int p = 0; p < first_random_; ++p) {
            const auto [id, g, seat] = players_[p];
            const std::uint64_t stride = plan_.group[g].players;
            const std::uint64_t* keys = plan_.group[g].keys + seat;
            for (int i = 0; i < kBatch; ++i) hole_key_[p][i] = keys[entry_[g][i] * stride];
        }
    }

    // Cards that are dealt to players one by one.
    int hole_cards() const { return 2 * plan_.random_players + plan_.one_card_players; }

    void deal_cards(Stream& stream) {
        const int cards = hole_cards() + 5 - plan_.board_cards;
        Lanes positions[kMostCards];
        for (int first = 0; first < kBatch; first += kLanes) {
            for (int v = 0; v < kVectors; ++v) choose_positions(stream.generators[v], cards, v, positions);
#ifdef RUNOUT_DEPOSIT
            if (deposit_is_fast_) {
                deal_by_positions<DepositDeck>(positions, first);
                continue;
            }
#endif
            deal_by_positions<CountedDeck>(positions, first);
        }
    }

    // For every card to be dealt, 1 << k where k is its place among the cards left. One random word
    // makes the places of four cards: the whole part of left * fraction, and again with the fraction
    // that remains. Of 58 bits the four take less than 23, so no place is preferred by 2^-35.
    void choose_positions(Generators& generators, int cards, int v, Lanes* positions) const {
        constexpr int kBits = 58;  // left * fraction stays below 2^64
        const Vector one = Vector{} + 1;
        Generators own = generators;
        Vector fraction{};
        for (int card = 0; card < cards; ++card) {
            if (card % 4 == 0) fraction = own.next() >> (64 - kBits);
            fraction *= static_cast<std::uint64_t>(cards_left_ - card);
            positions[card].vectors[v] = one << (fraction >> kBits);
            fraction &= (1ull << kBits) - 1;
        }
        generators = own;
    }

    template <class Deck>
    void deal_by_positions(const Lanes* positions, int first) {
        for (int lane = 0; lane < kLanes; lane += kAbreast) deal_hands<Deck>(positions, lane, first + lane);
        positions += hole_cards();
        for (int lane = 0; lane < kLanes; lane += kAbreast) deal_board<Deck>(positions, lane, first + lane);
    }

    // A card has to wait for the one before it, but not for those of other deals.
    template <class Deck>
    void deal_hands(const Lanes* positions, int lane, int deal) {
        Deck deck[kAbreast];
        for (int k = 0; k < kAbreast; ++k) deck[k] = Deck{plan_.live & ~used_[deal + k]};
        for (int p = first_random_; p < first_one_card_; ++p, positions += 2) {
#pragma GCC unroll 4
            for (int k = 0; k < kAbreast; ++k) {
                const std::uint64_t one = deck[k].take(positions[0][lane + k]);
                const std::uint64_t two = deck[k].take(positions[1][lane + k]);
                hole_key_[p][deal + k] = kKeyAtBit[std::countr_zero(one)] + kKeyAtBit[std::countr_zero(two)];
                hole_bits_[p][deal + k] = one | two;
            }
        }
        for (int p = first_one_card_; p < plan_.players; ++p, ++positions) {
            const std::uint64_t known = plan_.one_card_bits[p - first_one_card_];
            for (int k = 0; k < kAbreast; ++k) {
                const std::uint64_t other = deck[k].take(positions[0][lane + k]);
                hole_key_[p][deal + k] = kKeyAtBit[std::countr_zero(known)] + kKeyAtBit[std::countr_zero(other)];
                hole_bits_[p][deal + k] = known | other;
            }
        }
        for (int k = 0; k < kAbreast; ++k) left_[deal + k] = deck[k].cards;
    }

    template <class Deck>
    void deal_board(const Lanes* positions, int lane, int deal) {
        Deck deck[kAbreast];
        std::uint64_t key[kAbreast];
        for (int k = 0; k < kAbreast; ++k) {
            deck[k] = Deck{left_[deal + k]};
            key[k] = kEmptyHand + plan_.board_key;
        }
        for (int card = plan_.board_cards; card < 5; ++card, ++positions) {
#pragma GCC unroll 4
            for (int k = 0; k < kAbreast; ++k)
                key[k] += kKeyAtBit[std::countr_zero(deck[k].take(positions[0][lane + k]))];
        }
        for (int k = 0; k < kAbreast; ++k) {
            board_key_[deal + k] = key[k];
            board_bits_[deal + k] = plan_.board_bits | (left_[deal + k] ^ deck[k].cards);
        }
    }

    // All hands by their ranks first; the few flushes are put right afterwards, because a branch for
    // every hand would often be mispredicted.
    void evaluate(int p) {
        PerDeal<std::uint16_t> row, column;
        PerDeal<std::uint8_t> flush;
        const auto& keys = hole_key_[p];
        auto& strengths = strength_[p];
        for (int i = 0; i < kBatch; ++i) {
            const std::uint64_t key = keys[i] + board_key_[i];
            row[i] = static_cast<std::uint16_t>(key >> (kSumShift + kColumnBits));
            column[i] = static_cast<std::uint16_t>((key >> kSumShift) % kColumns);
            flush[i] = (key & kFlushBits) != 0;
        }
        for (int i = 0; i < kBatch; ++i) strengths[i] = table_.strength[table_.row_start[row[i]] + column[i]];
        for_each_bit(mask_of(flush), [&](int i) {
            const std::uint64_t flush_bits = (keys[i] + board_key_[i]) & kFlushBits;
            strengths[i] = table_.flush[StrengthTable::suit_ranks(board_bits_[i] | hole_bits(p, i), flush_bits)];
        });
    }

    int combo_of(int p, int i) const {
        const auto [id, g, seat] = players_[p];
        if (g < 0) return pair_of(hole_bits_[p][i]);
        return plan_.group[g].combos[std::size_t{entry_[g][i]} * plan_.group[g].players + seat];
    }

    std::uint64_t hole_bits(int p, int i) const {
        return p < first_random_ ? kPairBits[combo_of(p, i)] : hole_bits_[p][i];
    }

    // Compares the hands of the first `deals` deals.
    void settle(int deals) {
        PerDeal<std::uint16_t> best = strength_[0], winners{};
        for (int p = 1; p < plan_.players; ++p)
            for (int i = 0; i < kBatch; ++i) best[i] = std::max(best[i], strength_[p][i]);
        for (int p = 0; p < plan_.players; ++p)
            for (int i = 0; i < kBatch; ++i) winners[i] += strength_[p][i] == best[i];
        std::fill(winners.begin() + deals, winners.end(), 0);  // neither won nor tied

        tallies_.deals += deals;
        count_wins(best, winners);
        count_ties(best, winners);
        if (options_.categories) count_categories(deals);
        if (options_.hands != nullptr) count_hands(deals, best, winners);
    }

    void count_wins(const PerDeal<std::uint16_t>& best, const PerDeal<std::uint16_t>& winners) {
        for (int p = 0; p < plan_.players; ++p) {
            std::uint16_t wins = 0;
            for (int i = 0; i < kBatch; ++i) wins += (strength_[p][i] == best[i]) & (winners[i] == 1);
            tallies_.wins[players_[p].id] += wins;
        }
    }

    void count_ties(const PerDeal<std::uint16_t>& best, const PerDeal<std::uint16_t>& winners) {
        PerDeal<std::uint8_t> tied;
        for (int i = 0; i < kBatch; ++i) tied[i] = winners[i] > 1;
        for_each_bit(mask_of(tied), [&](int i) {
            for (int p = 0; p < plan_.players; ++p)
                tallies_.ties[players_[p].id][winners[i]] += strength_[p][i] == best[i];
        });
    }

    void count_categories(int deals) {
        for (int p = 0; p < plan_.players; ++p)
            for (int i = 0; i < deals; ++i) ++tallies_.categories[players_[p].id][categories_[strength_[p][i]]];
    }

    void count_hands(int deals, const PerDeal<std::uint16_t>& best, const PerDeal<std::uint16_t>& winners) {
        int p = 0;
        while (players_[p].id != options_.hand_player) ++p;
        for (int i = 0; i < deals; ++i) {
            const int combo = combo_of(p, i);
            const bool among_best = strength_[p][i] == best[i];
            ++options_.hands->deals[combo];
            options_.hands->wins[combo] += among_best & (winners[i] == 1);
            options_.hands->ties[combo][winners[i]] += among_best & (winners[i] > 1);
        }
    }

    const StrengthTable& table_;
    const DealPlan& plan_;
    const CountOptions& options_;
    Tallies& tallies_;
    std::array<Player, kMostPlayers> players_;
    int first_random_, first_one_card_;  // positions in players_
    int cards_left_;                     // when the groups have their cards
    const std::uint8_t* categories_ = seven_card_categories().data();
    bool deposit_is_fast_ = deposit_is_fast();

    Lanes attempt_[kMostPlayers];  // [group]: the entries of the next attempts
    int next_attempt_ = kLanes;
    alignas(64) PerDeal<std::uint64_t> used_;  // cards of the groups
    alignas(64) PerDeal<std::uint64_t> left_;  // cards left for the board
    alignas(64) std::array<PerDeal<std::uint32_t>, kMostPlayers> entry_{};
    alignas(64) std::array<PerDeal<std::uint64_t>, kMostPlayers> hole_key_;
    alignas(64) std::array<PerDeal<std::uint64_t>, kMostPlayers> hole_bits_;
    alignas(64) PerDeal<std::uint64_t> board_key_, board_bits_;
    alignas(64) std::array<PerDeal<std::uint16_t>, kMostPlayers> strength_;
};

}  // namespace

void simulate(const StrengthTable& table, const DealPlan& plan, std::uint64_t seed, std::uint64_t first_deal,
              std::uint64_t deals, const CountOptions& options, Tallies& tallies) {
    const auto simulation = std::make_unique<Dealing>(table, plan, options, tallies);
    const std::uint64_t first_block = first_deal / kDealsPerBlock;
    for (std::uint64_t done = 0; done < deals; done += kDealsPerBlock) {
        const int wanted = static_cast<int>(std::min<std::uint64_t>(kDealsPerBlock, deals - done));
        if (!simulation->play_block(seed, first_block + done / kDealsPerBlock, wanted)) return;
    }
}

}  // namespace runout::RUNOUT_LEVEL
