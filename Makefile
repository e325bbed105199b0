# Everything needs Python 3.11 or newer, with venv, and make; nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Debian keeps that half of Python in a package of its own.
ON_DEBIAN := On Debian and Ubuntu: sudo apt install python3-venv

.DEFAULT_GOAL := help

.PHONY: help
help: ## This list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: setup
setup: $(READY) ## Virtual environment and requirements, redone when these change

$(READY): requirements/dev.txt
	@command -v $(PYTHON) >/dev/null || { echo "Hansa needs Python 3.11 or newer, and there is no $(PYTHON). $(ON_DEBIAN)" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "Hansa needs Python 3.11 or newer, and $(PYTHON) is %d.%d. Name a newer one: make PYTHON=python3.12" % v[:2])'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments. $(ON_DEBIAN)" >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

.PHONY: play
play: $(READY) ## The site on this machine, with a demo account (PORT=8000)
	@exec $(BIN)/python manage.py play

.PHONY: test
test: $(READY) ## Every check and every test that this machine can run
	@$(BIN)/python -m tests.run

.PHONY: fresh
fresh: ## Both, play and test, in a minimal Debian, old and new (as root, with debootstrap)
	@.ci/fresh

.PHONY: lint
lint: $(READY) ## Only the checks that read the code
	@$(BIN)/python -m tests.run --lint

.PHONY: format
format: $(READY) ## Tidy the code
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

.PHONY: bench
bench: $(READY) ## The speed of rules, table and clock
	$(BIN)/python -m games.rules bench
	$(BIN)/python -m tests.bench.table
	$(BIN)/python -m tests.bench.sweep

.PHONY: soak
soak: $(READY) ## 500 games at once on PostgreSQL and Redis, with workers that are killed
	$(BIN)/python -m tests.soak

.PHONY: fuzz
fuzz: $(READY) ## 6,000 requests with nasty values to every address and field
	@FUZZ_REQUESTS=6000 $(BIN)/python -m pytest -q --timeout 3600 tests/hansa_site/test_nasty.py

.PHONY: compile
compile: $(READY) ## Pin the newest requirements, for every Python from 3.11 on
	@cd requirements && for name in base prod dev; do \
	  ../$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	    --no-header \
	    --output-file $$name.txt $$name.in || exit 1; \
	done
