// runout._core: the kernels as Python sees them. Arguments have been checked by the Python callers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "dispatch.hpp"
#include "python/bindings.hpp"
#include "python/without_gil.hpp"

NB_MODULE(_core, module) {
    using namespace runout;
    // Results that outlive the interpreter, in a notebook or at Ctrl-C, are no reason to complain.
    nanobind::set_leak_warnings(false);
    module.doc() = "Compiled kernels. Use the functions of the runout package instead.";
    module.def("level", [] { return std::string(chosen_level().name); }, "The instruction-set level in use.");
    module.def(
        "levels",
        [] {
            std::vector<std::string> names;
            for (const Level& level : levels())
                if (level.supported) names.emplace_back(level.name);
            return names;
        },
        "The levels that this build has and this processor runs, plainest first.");
    module.def("leaving", &binding::leaving, "Whether the interpreter is about to end.");
    nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(&binding::leave));
    binding::bind_cards(module);
    binding::bind_equity(module);
    binding::bind_blackjack(module);
    binding::bind_solver(module);
    binding::bind_files(module);
    binding::bind_gpu(module);
}
