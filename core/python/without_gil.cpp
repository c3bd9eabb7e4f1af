#include "python/without_gil.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace runout::binding {
namespace {

using namespace std::chrono_literals;

// The one that ends the interpreter, which may go on using kernels.
std::atomic<std::thread::id> leaver{};

// How many threads have looked whether they may come back, and wait for the GIL or make objects. A child
// process has none of them.
std::atomic<int> crossing{0};
#if defined(__unix__) || defined(__APPLE__)
const int forks_forget_them = pthread_atfork(nullptr, nullptr, [] { crossing = 0; });
#endif

[[noreturn]] void stay() {
    for (;;) std::this_thread::sleep_for(1h);
}

bool may_come_back() { return !leaving() || leaver.load() == std::this_thread::get_id(); }

// What the C++ library calls where a thread is unwound that cannot be.
std::terminate_handler before = nullptr;

void stay_or_terminate() {
    if (!may_come_back()) stay();
    before();
}

}  // namespace

bool leaving() { return leaver.load() != std::thread::id(); }

WithoutGil::~WithoutGil() {
    ++crossing;
    if (!may_come_back()) {
        --crossing;
        stay();
    }
    PyEval_RestoreThread(state_);
    --crossing;
}

MakingObjects::MakingObjects() {
    if (!may_come_back()) {
        PyEval_SaveThread();
        stay();
    }
    ++crossing;
}

MakingObjects::~MakingObjects() { --crossing; }

void leave() {
    if (!before) before = std::set_terminate(stay_or_terminate);
    leaver = std::this_thread::get_id();
    // Those that are past the question get the GIL first: once the interpreter ends it is too late.
    while (crossing > 0) {
        const nanobind::gil_scoped_release release;
        std::this_thread::sleep_for(1ms);
    }
}

}  // namespace runout::binding
