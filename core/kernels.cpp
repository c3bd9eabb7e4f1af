#include "level.hpp"

namespace runout::RUNOUT_LEVEL {

extern const Kernels kernels;
const Kernels kernels = {evaluate, count_seven_card_hands, count_matchups};

}  // namespace runout::RUNOUT_LEVEL
