# Every target sets up .venv by itself; nothing but Python 3.11 or newer, git and make is needed first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: build restore test thorough check lint lint-code bench soak mutants lock clean

build: $(VENV)/.run
	$(BIN)/masrl build

# Puts back what the build made, in the files and folders that nobody edits by hand, also pages that are new; the data stay as they are.
restore:
	git restore --source=HEAD --staged --worktree README.md CITATION.cff docs/differences.md docs/queries.md docs/tables.md figures site .github/ISSUE_TEMPLATE
	git clean --force -d --quiet -- figures site .github/ISSUE_TEMPLATE list

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n 3 --dist worksteal -m "not thorough"

# The slower tests, which the gate runs as well: from end to end, in other surroundings, every page before axe.
thorough: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n 3 --dist worksteal -m thorough

check: $(VENV)/.run
	$(BIN)/masrl check

lint: lint-code
	$(BIN)/masrl check --strict
	$(BIN)/masrl build --check

# What a pull request must pass: the main branch makes the generated files, and another job checks the data.
lint-code: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/scale.py 116 1000
	$(BIN)/python benchmarks/browse.py
	$(BIN)/python benchmarks/traces.py

# The long tests, an hour or two of them: make soak PARTS="fuzz kill" SOAK_INPUTS=20000 runs some of them, as long as wanted.
soak: $(VENV)/.soak
	$(BIN)/python tests/soak $(PARTS)

# Whether the tests notice when the core is wrong. All of it takes a day; make mutants MUTANTS="pipeline.coverage.*" takes some of it.
mutants: $(VENV)/.soak
	$(BIN)/mutmut run $(MUTANTS)
	$(BIN)/mutmut results

# Pins what pyproject.toml and requirements-dev.in ask for to the versions of today.
lock: $(VENV)/.dev
	$(BIN)/python -m piptools compile --quiet --strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --upgrade --output-file requirements.lock pyproject.toml requirements-build.in
	$(BIN)/python -m piptools compile --quiet --strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --upgrade --allow-unsafe --output-file requirements-dev.lock requirements-dev.in
	$(BIN)/python -m piptools compile --quiet --strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --upgrade --allow-unsafe --output-file requirements-soak.lock requirements-soak.in

clean:
	rm -rf $(VENV)

# `make clean` makes the environment anew, say for another Python.
$(VENV)/.made:
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { echo "make: there is no $(PYTHON); install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: $$("$(PYTHON)" --version) is too old; Python 3.11 or newer is needed (make PYTHON=/path/to/python3)" >&2; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { echo "make: this Python lacks the venv module; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear "$(VENV)"
	@touch $@

$(VENV)/.run: $(VENV)/.made requirements.lock pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@$(BIN)/python -m compileall -q pipeline
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.lock
	@touch $@

$(VENV)/.soak: $(VENV)/.dev requirements-soak.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-soak.lock
	@touch $@
