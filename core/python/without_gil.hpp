// Kernels run without the GIL, and their threads may still be at it when the interpreter ends.
#pragma once

#include <nanobind/nanobind.h>

#include "threads.hpp"

namespace runout::binding {

// Gives the GIL away while it lives.
//
// An interpreter that ends kills or keeps whoever asks for the GIL then, and no C++ function survives
// being unwound like that ("terminate called"). So from the moment that the interpreter is about to end,
// a thread that comes back from a kernel stays here for good. The process ends without it. So does one
// that is killed further out, in Python code called while arguments are read or results are made: a
// sequence of the caller's, a finaliser of the garbage collector's.
class WithoutGil {
public:
    WithoutGil() {
        prepare_for_exceptions();
        state_ = PyEval_SaveThread();
    }
    ~WithoutGil();
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

private:
    PyThreadState* state_;
};

// Lives while C++ makes Python objects, which may run Python code and hand the GIL on in between: the
// interpreter ends before or after, never then. Made with the GIL.
class MakingObjects {
public:
    MakingObjects();
    ~MakingObjects();
    MakingObjects(const MakingObjects&) = delete;
    MakingObjects& operator=(const MakingObjects&) = delete;
};

// Called, with the GIL, when the interpreter is about to end.
void leave();
bool leaving();

}  // namespace runout::binding
