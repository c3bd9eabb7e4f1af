// One known hand against a range on complete boards: no need to sort, every hand of the range is
// compared with the known one.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "equity/equity.hpp"
#include "level.hpp"

namespace runout::RUNOUT_LEVEL {
namespace {

class OneHand {
public:
    OneHand(const StrengthTable& table, const EquityQuestion& question)
        : table_(table), question_(question), one_(count_hands(0) == 1 ? 0 : 1) {
        const double* own = weights_of(one_);
        own_ = static_cast<int>(std::find_if(own, own + kPairs, [](double weight) { return weight > 0; }) - own);
        for (int pair = 0; pair < kPairs; ++pair) {
            if (weights_of(1 - one_)[pair] == 0 || kPairBits[pair] & kPairBits[own_]) continue;
            pairs_.push_back(static_cast<std::uint16_t>(pair));
            keys_.push_back(kPairKeys[pair]);
            bits_.push_back(kPairBits[pair]);
        }
        strengths_.resize(pairs_.size());
        for (auto* counts : {&won_, &tied_, &dealt_})
            counts->part.resize(pairs_.size()), counts->sum.resize(pairs_.size());
    }

    void add(const Runout& runout) {
        if (runout.cards & kPairBits[own_]) return;
        const std::uint64_t key = kEmptyHand + key_of(runout.cards);
        evaluate(key, runout.cards);
        if (copies_ + runout.copies > 0xffff) flush();
        copies_ += runout.copies;
        compare(table_.of(key + kPairKeys[own_], runout.cards | kPairBits[own_]),
                static_cast<std::uint16_t>(runout.copies));
    }

    void write(HandTotals& totals) {
        flush();
        const double weight = weights_of(one_)[own_];
        const int at = one_ * kPairs + own_, other = 1 - one_;
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            const double both = weight * weights_of(other)[pairs_[i]];
            const auto won = double(won_.sum[i]), tied = double(tied_.sum[i]), dealt = double(dealt_.sum[i]);
            add_to(totals, at, both * won, both * tied, both * dealt);
            add_to(totals, other * kPairs + pairs_[i], both * (dealt - won - tied), both * tied, both * dealt);
        }
    }

private:
    static constexpr std::uint16_t kBlocked = 0xffff;  // the strength of a hand that holds a board card

    // Counted in lanes of 16 bits, which are emptied before they are full.
    struct Counts {
        std::vector<std::uint16_t> part;
        std::vector<std::uint64_t> sum;
    };

    const double* weights_of(int player) const { return question_.weights + player * kPairs; }
    std::ptrdiff_t count_hands(int player) const {
        return std::count_if(weights_of(player), weights_of(player) + kPairs, [](double weight) { return weight > 0; });
    }

    void evaluate(std::uint64_t key, std::uint64_t board) {
        const std::size_t count = pairs_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint16_t strength = table_.of_ranks(key + keys_[i]);
            strengths_[i] = bits_[i] & board ? kBlocked : strength;
        }
        if (((key + 0x2222) & kFlushBits) == 0) return;  // without three cards of a suit there is no flush
        for (std::size_t i = 0; i < count; ++i)
            if (const std::uint64_t flush = (key + keys_[i]) & kFlushBits; flush != 0 && (bits_[i] & board) == 0)
                strengths_[i] = table_.flush[StrengthTable::suit_ranks(board | bits_[i], flush)];
    }

    void compare(std::uint16_t own, std::uint16_t copies) {
        const std::size_t count = pairs_.size();
        const std::uint16_t* __restrict theirs = strengths_.data();
        std::uint16_t* __restrict won = won_.part.data();
        std::uint16_t* __restrict tied = tied_.part.data();
        std::uint16_t* __restrict dealt = dealt_.part.data();
        for (std::size_t i = 0; i < count; ++i) {
            won[i] = static_cast<std::uint16_t>(won[i] + (theirs[i] < own ? copies : 0));
            tied[i] = static_cast<std::uint16_t>(tied[i] + (theirs[i] == own ? copies : 0));
            dealt[i] = static_cast<std::uint16_t>(dealt[i] + (theirs[i] != kBlocked ? copies : 0));
        }
    }

    void flush() {
        for (Counts* counts : {&won_, &tied_, &dealt_})
            for (std::size_t i = 0; i < pairs_.size(); ++i) counts->sum[i] += std::exchange(counts->part[i], 0);
        copies_ = 0;
    }

    static void add_to(HandTotals& totals, int at, double won, double tied, double dealt) {
        totals.won[at] += won;
        totals.tied[at] += tied;
        totals.share[at] = totals.won[at] + totals.tied[at] / 2;
        totals.dealt[at] += dealt;
    }

    const StrengthTable& table_;
    const EquityQuestion& question_;
    int one_, own_ = 0;  // the player with the known hand, and its pair index
    std::vector<std::uint16_t> pairs_, strengths_;
    std::vector<std::uint64_t> keys_, bits_;
    Counts won_, tied_, dealt_;  // by the known hand
    std::uint32_t copies_ = 0;   // in the 16-bit lanes
};

}  // namespace

void one_hand(const StrengthTable& table, const EquityQuestion& question, const Runout* runouts, std::size_t count,
              Control& control, HandTotals& totals) {
    OneHand hand(table, question);
    for (std::size_t i = 0; i < count && control.go_on(); ++i) hand.add(runouts[i]);
    hand.write(totals);
}

}  // namespace runout::RUNOUT_LEVEL
