#include "dispatch.hpp"

#include <cstdlib>
#include <stdexcept>

// RUNOUT_LEVELS is set by CMake: X(namespace, "name") for every level, plainest first.
namespace runout {

#define X(space, name)            \
    namespace space {             \
    extern const Kernels kernels; \
    }
RUNOUT_LEVELS
#undef X

namespace {

bool supports(const std::string& level) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_cpu_init();
    if (level == "x86-64-v2") return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    if (level == "x86-64-v3")
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    if (level == "x86-64-v4")
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512cd");
#endif
    return level == "native" || level == "baseline";
}

}  // namespace

const std::vector<Level>& levels() {
    static const auto& all = *new std::vector<Level>{// for good, as what is `lasting`
#define X(space, name) {name, supports(name), &space::kernels},
                                                     RUNOUT_LEVELS
#undef X
    };
    return all;
}

const Level& chosen_level() {
    static const Level& level = []() -> const Level& {
        const char* wanted = std::getenv("RUNOUT_LEVEL");
        const Level* best = nullptr;
        std::string names;
        for (const Level& candidate : levels()) {
            if (!candidate.supported) continue;
            names += names.empty() ? candidate.name : std::string(", ") + candidate.name;
            if (wanted == nullptr || *wanted == '\0' || std::string(wanted) == candidate.name) best = &candidate;
        }
        if (best == nullptr)
            throw std::runtime_error("RUNOUT_LEVEL='" + std::string(wanted ? wanted : "") +
                                     "' is not an instruction-set level that this build has and this processor runs (" +
                                     names + ")");
        return *best;
    }();
    return level;
}

}  // namespace runout
