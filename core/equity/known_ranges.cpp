#include "equity/known_ranges.hpp"

#include <map>

namespace runout {
namespace {

using Hands = std::array<std::uint16_t, kMostPlayers>;  // pair indices

struct Combination {
    Hands hands;
    double weight;
    std::size_t question;
};

class KnownRanges {
public:
    KnownRanges(const EquityQuestion& question, const std::uint8_t* suit_maps, int symmetries)
        : question_(question), possible_(question.players) {
        for (int p = 0; p < question.players; ++p)
            for (int pair = 0; pair < kPairs; ++pair)
                if (question.weights[p * kPairs + pair] > 0) possible_[p].push_back(static_cast<std::uint16_t>(pair));
        for (int g = 0; g < symmetries; ++g) images_.push_back(relabelled_pairs(suit_maps + kSuits * g));
        choose(0, 0, 1);
    }

    void answer(const Kernels& kernels, int threads, Control& control) {
        answers_.resize(questions_.size());
        for_each_block(questions_.size(), threads, [&](std::size_t i) {
            if (!control.go_on()) return;
            std::array<std::uint64_t, kMostPlayers> hands{};
            std::uint64_t used = 0;
            for (int p = 0; p < question_.players; ++p) used |= hands[p] = kPairBits[questions_[i][p]];
            kernels.known_hands(strength_table(7), hands.data(), question_.players, question_.live & ~used, answers_[i]);
        });
    }

    HandTotals totals() const {
        HandTotals sums(question_.players);
        for (const Combination& one : combinations_) {
            const KnownHandTotals& answer = answers_[one.question];
            sums.deals += double(answer.boards);
            for (int p = 0; p < question_.players; ++p) add(one, answer, p, sums);
        }
        return sums;
    }

private:
    void choose(int p, std::uint64_t used, double weight) {
        if (p == question_.players) {
            combinations_.push_back({chosen_, weight, question_number(chosen_)});
            return;
        }
        for (const std::uint16_t pair : possible_[p]) {
            if (kPairBits[pair] & used) continue;
            chosen_[p] = pair;
            choose(p + 1, used | kPairBits[pair], weight * question_.weights[p * kPairs + pair]);
        }
    }

    // The least of all relabellings of the hands stands for them.
    std::size_t question_number(const Hands& hands) {
        Hands least = hands;
        for (const auto& image : images_) {
            Hands other{};
            for (int p = 0; p < question_.players; ++p) other[p] = image[hands[p]];
            least = std::min(least, other);
        }
        const auto [place, is_new] = number_of_.try_emplace(least, questions_.size());
        if (is_new) questions_.push_back(least);
        return place->second;
    }

    static void add(const Combination& one, const KnownHandTotals& answer, int p, HandTotals& sums) {
        const int at = p * kPairs + one.hands[p];
        const auto& shared = answer.shared[p];
        sums.dealt[at] += one.weight * double(answer.boards);
        sums.won[at] += one.weight * double(shared[1]);
        double share = double(shared[1]);
        for (int ways = 2; ways <= kMostPlayers; ++ways) {
            sums.tied[at] += one.weight * double(shared[ways]);
            share += double(shared[ways]) / ways;
        }
        sums.share[at] += one.weight * share;
        for (int category = 0; category < kCategories; ++category)
            sums.categories[p * kCategories + category] += one.weight * double(answer.categories[p][category]);
    }

    const EquityQuestion& question_;
    std::vector<std::vector<std::uint16_t>> possible_;
    std::vector<std::array<std::uint16_t, kPairs>> images_;
    Hands chosen_{};
    std::vector<Combination> combinations_;
    std::map<Hands, std::size_t> number_of_;
    std::vector<Hands> questions_;
    std::vector<KnownHandTotals> answers_;
};

}  // namespace

HandTotals known_ranges(const Kernels& kernels, const EquityQuestion& question, const std::uint8_t* suit_maps,
                        int symmetries, int threads, Control& control) {
    KnownRanges ranges(question, suit_maps, symmetries);
    ranges.answer(kernels, threads, control);
    return ranges.totals();
}

}  // namespace runout
