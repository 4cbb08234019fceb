# The commands a person types. `make help` lists them.
# Each first completes the set-up where something is missing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
AXE := tests/node_modules/.package-lock.json
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# What is made here is read by the bot's user, too, and written by its owner alone.
READABLE := umask 022 &&
COMPILE := $(BIN)/uv pip compile pyproject.toml - --universal --python-version 3.11 \
	--no-emit-index-url --no-annotate --no-header --upgrade -q
PYTEST = $(BIN)/python -m pytest -n auto --dist worksteal

# A system's upgrade takes away the Python of a virtual environment, or puts another in its place,
# that does not see what was installed.
ifneq ($(wildcard $(VENV)/pyvenv.cfg),)
ifneq ($(shell $(BIN)/python -c 'import pip; print(1)' 2>/dev/null),1)
$(info The Python of $(VENV) is gone or another: making it again)
$(shell rm -rf $(VENV))
endif
endif

.DEFAULT_GOAL := help
.PHONY: help setup run test test-slow test-full check bench attack words screenshots format lock clean

help:  ## list these commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

setup: $(VENV)/.setup-run data/.setup  ## the virtual environment, pinned dependencies, definitions, word index

run: setup  ## the bot: on Discord with DISCORD_TOKEN set, else on the playground in your browser
	@$(BIN)/python -m bot

test: setup $(VENV)/.setup-dev  ## the tests, but for the slow ones (about 7 minutes on two cores)
	$(PYTEST)

test-slow: setup $(VENV)/.setup-dev $(AXE)  ## kills, rushes, a part of each sweep (about 14 minutes more)
	$(PYTEST) -m "slow and not full"

test-full: setup $(VENV)/.setup-dev $(AXE)  ## every test, whole sweeps too (hours)
	SWEEPS=whole TEST_PATIENCE=10 $(PYTEST) -m ""

check: $(VENV)/.setup-dev $(VENV)/.setup-bench  ## format, lint, types, import contracts, plain English
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.plain

bench: setup $(VENV)/.setup-bench  ## side-by-side timings: a table and bench/results.json
	$(BIN)/python -m bench

attack: setup $(VENV)/.setup-bench  ## what crowds do to others: a table of attacks and a victim's times
	$(BIN)/python -m bench attacks

words: setup $(VENV)/.setup-dev  ## how many everyday words are known; LISTS="a.txt b.txt" adds what these would bring
	$(BIN)/python -m data.newer $(LISTS)

screenshots: setup $(VENV)/.setup-dev  ## the pictures in docs/, taken in a browser (Chromium)
	$(BIN)/python -m tools.screenshots

format: $(VENV)/.setup-dev  ## let ruff format and fix what it can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# All at once, so that every lock has the same versions; then each with the hashes of its files.
lock: $(VENV)/bin/python  ## resolve the dependencies again into requirements.lock and requirements/
	$(PIP) install uv
	echo setuptools | $(COMPILE) --all-extras -o $(VENV)/all.lock
	echo setuptools | $(COMPILE) -c $(VENV)/all.lock --generate-hashes -o requirements.lock
	for extra in large postgres sentry cluster dev bench; do \
		echo setuptools | $(COMPILE) --extra $$extra -c $(VENV)/all.lock --generate-hashes \
			-o requirements/$$extra.lock || exit; \
	done

clean:  ## remove everything that set-up made
	rm -rf $(VENV) tests/node_modules data/.setup data/definitions.bin *.egg-info

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed; try: make PYTHON=python3.12 ..."; exit 1; }
	@$(READABLE) $(PYTHON) -m solvers.processor
	@echo "Setting up a virtual environment in $(VENV)"
	@$(READABLE) $(PYTHON) -m venv $(VENV) || \
		{ rm -rf $(VENV); echo "Python's venv module is missing; on Debian: apt install python3-venv"; exit 1; }

$(VENV)/.setup-run: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Installing the libraries of requirements.lock"
	@$(READABLE) $(PIP) install --require-hashes -r requirements.lock
	@$(READABLE) $(PIP) install --no-deps --no-build-isolation -e .
	@$(READABLE) $(BIN)/python -m compileall -q bot solvers playground data  # who runs it may not write here
	@touch $@

$(VENV)/.setup-dev $(VENV)/.setup-bench: $(VENV)/.setup-%: requirements/%.lock $(VENV)/.setup-run
	@echo "Installing the libraries of $<"
	@$(READABLE) $(PIP) install --require-hashes -r $<
	@touch $@

# Looks for barriers on the playground's page; comes by npm only. Without npm its tests are skipped.
$(AXE): tests/package-lock.json
	@if command -v npm >/dev/null; then \
		echo "Installing axe-core"; npm ci --prefix tests --ignore-scripts --silent; fi

# Definitions and the word index: built once, and again when what they come from changes.
data/.setup: $(VENV)/.setup-run data/words.tsv.gz data/familiarity.gz data/added.tsv data/usual.tsv $(wildcard data/*.py) $(wildcard solvers/lexicon/*.py)
	@echo "Making definitions and the index of all words"
	@$(READABLE) $(BIN)/python -m data.setup
	@touch $@
