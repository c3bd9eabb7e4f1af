#include "level.hpp"

namespace runout::RUNOUT_LEVEL {

extern const Kernels kernels;
const Kernels kernels = {evaluate,       count_seven_card_hands,
                         count_matchups, two_ranges,
                         three_ranges,   many_ranges,
                         one_hand,       known_hands,
                         simulate,       dealer_odds,
                         deal_shoes,     make_solver};

}  // namespace runout::RUNOUT_LEVEL
