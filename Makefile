# You need only make and Python 3.11 or newer, with venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAYABLE := $(VENV)/.playable
# In Debian, venv is in a separate package.
ON_DEBIAN := On Debian and Ubuntu: sudo apt install python3-venv

.DEFAULT_GOAL := help

.PHONY: help
help: ## List these commands
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: setup
setup: $(READY) ## Make the virtual environment; update it when requirements change

# Playing needs less than developing: no linters, no drivers, nothing to train bots with.
$(READY): requirements/dev.txt $(PLAYABLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

$(PLAYABLE): requirements/base.txt
	@command -v $(PYTHON) >/dev/null || { echo "Hansa needs Python 3.11 or newer, and there is no $(PYTHON). $(ON_DEBIAN)" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "Hansa needs Python 3.11 or newer, and $(PYTHON) is %d.%d. Name a newer one: make PYTHON=python3.12" % v[:2])'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments. $(ON_DEBIAN)" >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/base.txt
	@touch $@

.PHONY: play
play: $(PLAYABLE) ## Run the site on this machine, with a demo account (PORT=8000)
	@exec $(BIN)/python manage.py play

.PHONY: compiled
compiled: $(PLAYABLE) ## Compile rules and bots, which makes bots quicker; needs a C compiler
	@HANSA_COMPILED=0 $(BIN)/python -m hansa_site.compiling

.PHONY: test
test: $(READY) ## Run every check and every test that this machine can run, or ARGS=tests/rules alone
	@$(BIN)/python -m tests.run $(ARGS)

.PHONY: fresh
fresh: ## Run play and test in a minimal Debian, old and new (as root, with debootstrap)
	@.ci/fresh

.PHONY: lint
lint: $(READY) ## Run only the checks of the code
	@$(BIN)/python -m tests.run --lint

.PHONY: format
format: $(READY) ## Format code, templates and layouts
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .
	$(BIN)/djhtml --tabwidth 2 templates templates/play/live.svg
	$(BIN)/python -m tests.drawing.layouts

.PHONY: messages
messages: $(READY) ## Bring the catalogues of every language up to date with the code
	$(BIN)/python -m hansa_site.catalogues update
	$(BIN)/python -m hansa_site.catalogues share

.PHONY: bench
bench: $(READY) ## Measure the speed of rules, bots, pages, clock, ratings and the API
	$(BIN)/python -m games bench
	$(BIN)/python -m tests.bench.bots
	$(BIN)/python -m tests.bench.analysis --every 6
	$(BIN)/python -m tests.bench.table
	$(BIN)/python -m tests.bench.confirm
	$(BIN)/python -m tests.bench.post
	$(BIN)/python -m tests.bench.clicks
	$(BIN)/python -m tests.bench.plan
	$(BIN)/python -m tests.bench.sweep
	$(BIN)/python -m tests.bench.club
	$(BIN)/python -m tests.bench.season
	$(BIN)/python -m tests.bench.ratings
	$(BIN)/python -m tests.bench.openings
	$(BIN)/python -m tests.bench.duplicates
	@if [ -n "$$DATABASE_URL" ] && [ -n "$$CELERY_BROKER_URL" ]; then $(BIN)/python -m tests.bench.api; \
	else echo "Left out: the API, which needs PostgreSQL in DATABASE_URL and Redis in CELERY_BROKER_URL."; fi

.PHONY: soak
soak: $(READY) ## Run the long tests, mutate the rules, and play 500 games while everything is killed
	DICE_SEED=$$$$ $(BIN)/python -m pytest -q -n auto --timeout 3600 -m long
	$(MAKE) compiled
	HANSA_COMPILED=1 $(BIN)/python -m pytest -q -n auto tests/rules tests/bots tests/records
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/mutation.txt
	DICE_SEED=$$$$ $(BIN)/python -m tests.mutation
	$(BIN)/python -m tests.soak
	@if [ "$$(id -u)" = 0 ]; then $(BIN)/python -m tests.soak --hosts 2 --games 200 && .ci/image; \
	else echo "Left out: the soak on several hosts and the image, which only root can make."; fi

.PHONY: journeys
journeys: $(READY) ## Use the site as people do, and print what each journey costs them
	$(BIN)/python -m pytest -q -m journey tests/e2e/journeys

.PHONY: fuzz
fuzz: $(READY) ## Send 6,000 requests with hostile values to every address and field
	@FUZZ_REQUESTS=6000 $(BIN)/python -m pytest -q --timeout 3600 tests/hansa_site/test_nasty.py

.PHONY: components
components: $(READY) ## List the packages of a site, with hashes and licences, for CycloneDX
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/release.txt
	@$(BIN)/python .ci/components var/hansa.cdx.json

.PHONY: release
release: components ## Make what comes with a release, in var/release
	@rm -rf var/release && mkdir var/release
	@$(BIN)/uv build --quiet --out-dir var/release
	@$(BIN)/uv build --quiet --python $(BIN)/python --wheel --no-build-isolation -C--build-option=--with-machine-code --out-dir var/release
	@mv var/hansa.cdx.json var/release/ && rm -f var/release/.gitignore
	@cd var/release && sha256sum * > SHA256SUMS && cat SHA256SUMS

.PHONY: pins
pins: $(READY) ## Pin the newest requirements, for Python 3.11 and newer
	@cd requirements && for name in base prod anymail dev compiled mutation release; do \
	  ../$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	    --no-header \
	    --output-file $$name.txt $$name.in || exit 1; \
	done
