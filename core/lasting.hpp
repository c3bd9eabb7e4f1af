// Tables that are made once and never unmade.
#pragma once

namespace runout {

// What `make` gives, for good: threads may still be reading it while the process ends.
template <class Make>
const auto& lasting(Make&& make) {
    return *new auto(make());
}

}  // namespace runout
