# The few commands of the Companion. Everything lives in .venv; nothing is installed into the system but, for tests,
# a Chromium and fonts (tests/install-browser).

PY = .venv/bin/python
PYTEST = $(PY) -m pytest
# One more than there are cores: a browser's tests wait most of their time, and whoever is done early takes from the others.
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# The newest of these that is 3.11 or later and can make virtual environments; or name one: make serve PYTHON=...
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
NO_PYTHON = echo "No Python 3.11 or later with its venv module was found. Install one" \
	"(Debian, Ubuntu, Raspberry Pi OS: apt-get install python3 python3-venv; macOS: brew install python@3.13)" \
	"or name it: make serve PYTHON=/path/to/python3" >&2

# A .venv whose Python is gone (the system was upgraded, the folder moved) is made anew.
$(shell $(PY) -c '' 2>/dev/null || rm -f .venv/.runtime .venv/.test)

.PHONY: serve test check lint bench soak lock clean

serve: .venv/.runtime  ## the product, on this machine
	@exec $(PY) -m companion serve $(ARGS)

test: .venv/.test  ## all of it, as CI runs it
	@sh tests/install-browser
	$(MAKE) lint
	$(PYTEST) -q -m "serial and not soak and not bench" || [ $$? -eq 5 ]
	$(PYTEST) -q -n $(WORKERS) --dist worksteal -m "not serial and not soak and not bench" $(ARGS)

check: .venv/.test lint  ## what one runs every few minutes
	$(PYTEST) -q -n logical --dist worksteal -m "not browser and not e2e and not slow and not serial and not soak and not bench" $(ARGS)

lint: .venv/.test
	$(PY) -m ruff check .
	$(PY) -m mypy

bench: .venv/.test  ## how fast, measured
	$(PYTEST) -q -s tests/bench -m bench $(ARGS)

soak: .venv/.test  ## the long runs
	@sh tests/install-browser
	$(PYTEST) -q -m soak --timeout 0 $(ARGS)

# Pins everything with hashes and without any address; ARGS=--upgrade takes the newest that fit.
COMPILE = .venv-lock/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate --quiet $(ARGS)
lock:
	@[ -x .venv-lock/bin/uv ] || { [ -n "$(PYTHON)" ] || { $(NO_PYTHON); exit 1; }; \
		"$(PYTHON)" -m venv --clear .venv-lock && .venv-lock/bin/python -m pip install --quiet uv; }
	$(COMPILE) --extra test -o requirements-test.lock
	$(COMPILE) -c requirements-test.lock -o requirements.lock

clean:
	rm -rf .venv .venv-lock build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .schemathesis
	find companion migrations tests -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

PIP = $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
VENV = $(PY) -c '' 2>/dev/null || { [ -n "$(PYTHON)" ] || { $(NO_PYTHON); exit 1; }; \
	echo "Making .venv with $(PYTHON)"; "$(PYTHON)" -m venv --clear .venv; }

.venv/.runtime: requirements.lock
	@$(VENV)
	@echo "Installing what the product needs (requirements.lock) into .venv"
	@$(PIP) -r requirements.lock
	@touch $@

.venv/.test: requirements-test.lock requirements.lock
	@$(VENV)
	@echo "Installing what the tests need (requirements-test.lock) into .venv"
	@$(PIP) -r requirements-test.lock
	@touch $@ .venv/.runtime
