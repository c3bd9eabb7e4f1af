// The parts of runout._core, one for each engine.
#pragma once

#include <nanobind/nanobind.h>

namespace runout::binding {

void bind_cards(nanobind::module_& module);
void bind_equity(nanobind::module_& module);
void bind_blackjack(nanobind::module_& module);
void bind_solver(nanobind::module_& module);
void bind_files(nanobind::module_& module);
void bind_gpu(nanobind::module_& module);

}  // namespace runout::binding
