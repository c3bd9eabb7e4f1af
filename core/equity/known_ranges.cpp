#include "equity/known_ranges.hpp"

#include <map>

namespace runout {
namespace {

using Hands = std::array<std::uint16_t, kMostPlayers>;  // pair indices

// What one player got of the boards of one combination of hands.
struct Answer {
    double won = 0, tied = 0, share = 0;
    std::array<double, kCategories> categories{};
};

class KnownRanges {
public:
    KnownRanges(const EquityQuestion& question, const std::uint8_t* suit_maps, int symmetries)
        : question_(question), possible_(question.players), boards_(boards_of(question)) {
        for (int p = 0; p < question.players; ++p)
            for (int pair = 0; pair < kPairs; ++pair)
                if (question.weights[p * kPairs + pair] > 0) possible_[p].push_back(static_cast<std::uint16_t>(pair));
        for (int g = 0; g < symmetries; ++g) images_.push_back(relabelled_pairs(suit_maps + kSuits * g));
        for_each_combination([&](double) { question_of_.push_back(question_number(chosen_)); });
    }

    void answer(const Kernels& kernels, int threads, Control& control) {
        answers_.resize(questions_.size() * question_.players);
        for_each_block(questions_.size(), threads, [&](std::size_t i) {
            if (control.go_on()) answer_one(kernels, i);
        });
    }

    // Goes through the combinations once more, in the same order, with their answers at hand.
    HandTotals totals() {
        HandTotals sums(question_.players);
        auto question = question_of_.begin();
        for_each_combination([&](double weight) {
            const Answer* answers = &answers_[*question++ * question_.players];
            sums.deals += boards_;
            for (int p = 0; p < question_.players; ++p) add(answers[p], weight, p, sums);
        });
        return sums;
    }

private:
    // Boards of five from the cards that a combination leaves.
    static double boards_of(const EquityQuestion& question) {
        const int cards = std::popcount(question.live) - 2 * question.players;
        double boards = 1;
        for (int i = 0; i < 5; ++i) boards = boards * (cards - i) / (i + 1);
        return boards;
    }

    void answer_one(const Kernels& kernels, std::size_t i) {
        std::array<std::uint64_t, kMostPlayers> hands{};
        std::uint64_t used = 0;
        for (int p = 0; p < question_.players; ++p) used |= hands[p] = kPairBits[questions_[i][p]];
        KnownHandTotals counted;
        kernels.known_hands(strength_table(7), hands.data(), question_.players, 0, question_.live & ~used, true,
                            counted);
        for (int p = 0; p < question_.players; ++p) {
            Answer& answer = answers_[i * question_.players + p];
            answer.won = answer.share = double(counted.shared[p][1]);
            for (int ways = 2; ways <= question_.players; ++ways) {
                answer.tied += double(counted.shared[p][ways]);
                answer.share += double(counted.shared[p][ways]) / ways;
            }
            std::copy(counted.categories[p].begin(), counted.categories[p].end(), answer.categories.begin());
        }
    }

    // Calls visit(weight) for every combination, with its hands in chosen_.
    template <class Visit>
    void for_each_combination(Visit&& visit) {
        choose(0, 0, 1, visit);
    }

    template <class Visit>
    void choose(int p, std::uint64_t used, double weight, Visit& visit) {
        if (p == question_.players) return visit(weight);
        for (const std::uint16_t pair : possible_[p]) {
            if (kPairBits[pair] & used) continue;
            chosen_[p] = pair;
            choose(p + 1, used | kPairBits[pair], weight * question_.weights[p * kPairs + pair], visit);
        }
    }

    // The least of all relabellings of the hands stands for them.
    std::uint32_t question_number(const Hands& hands) {
        Hands least = hands;
        for (const auto& image : images_) {
            Hands other{};
            for (int p = 0; p < question_.players; ++p) other[p] = image[hands[p]];
            least = std::min(least, other);
        }
        const auto [place, is_new] = number_of_.try_emplace(least, static_cast<std::uint32_t>(questions_.size()));
        if (is_new) questions_.push_back(least);
        return place->second;
    }

    void add(const Answer& answer, double weight, int p, HandTotals& sums) const {
        const int at = p * kPairs + chosen_[p];
        sums.dealt[at] += weight * boards_;
        sums.won[at] += weight * answer.won;
        sums.tied[at] += weight * answer.tied;
        sums.share[at] += weight * answer.share;
        for (int category = 0; category < kCategories; ++category)
            sums.categories[p * kCategories + category] += weight * answer.categories[category];
    }

    const EquityQuestion& question_;
    std::vector<std::vector<std::uint16_t>> possible_;
    std::vector<std::array<std::uint16_t, kPairs>> images_;
    Hands chosen_{};
    std::map<Hands, std::uint32_t> number_of_;
    std::vector<Hands> questions_;
    std::vector<std::uint32_t> question_of_;  // of every combination, in order
    std::vector<Answer> answers_;             // [question][player]
    double boards_;                           // that each combination leaves
};

}  // namespace

HandTotals known_ranges(const Kernels& kernels, const EquityQuestion& question, const std::uint8_t* suit_maps,
                        int symmetries, int threads, Control& control) {
    KnownRanges ranges(question, suit_maps, symmetries);
    ranges.answer(kernels, threads, control);
    return ranges.totals();
}

}  // namespace runout
