#include "python/without_gil.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace runout::binding {
namespace {

using namespace std::chrono_literals;

// The one that ends the interpreter, which may go on using kernels.
std::atomic<std::thread::id> leaver{};

// How many threads have looked whether they may come back, and wait for the GIL. A child process has
// none of them.
std::atomic<int> crossing{0};
#if defined(__unix__) || defined(__APPLE__)
const int forks_forget_them = pthread_atfork(nullptr, nullptr, [] { crossing = 0; });
#endif

}  // namespace

bool leaving() { return leaver.load() != std::thread::id(); }

WithoutGil::~WithoutGil() {
    ++crossing;
    if (leaving() && leaver.load() != std::this_thread::get_id()) {
        --crossing;
        for (;;) std::this_thread::sleep_for(1h);
    }
    PyEval_RestoreThread(state_);
    --crossing;
}

void leave() {
    leaver = std::this_thread::get_id();
    // Those that are past the question get the GIL first: once the interpreter ends it is too late.
    while (crossing > 0) {
        const nanobind::gil_scoped_release release;
        std::this_thread::sleep_for(1ms);
    }
}

}  // namespace runout::binding
