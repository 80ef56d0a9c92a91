# Everything that these targets need is installed into .venv by the targets themselves.
PYTHON ?= python3
PIP_ARGS ?=
NOTES ?= 1000 10000
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt $(PIP_ARGS)

.PHONY: run test coverage check bench soak snapshots clean
.DELETE_ON_ERROR:

run: $(VENV)/.run ## open the demo vault
	$(BIN)/betimes --demo

test: $(VENV)/.dev ## the whole suite in two processes
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-cov

coverage: $(VENV)/.dev ## the same with coverage, which takes half as long again
	$(BIN)/python -m pytest -n 2 --dist loadfile --cov=app --cov-report=term:skip-covered --cov-fail-under=90

check: $(VENV)/.dev ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev ## ratios, measured, and written to build/bench.json; NOTES="40000" measures 100,000 chunks
	BETIMES_BENCH_NOTES="$(NOTES)" $(BIN)/python -m pytest tests/benchmarks -m bench -s -p no:cacheprovider

soak: $(VENV)/.dev ## long fault tests
	$(BIN)/python -m pytest -m soak -p no:cacheprovider

snapshots: $(VENV)/.dev ## accept the screens as they are now
	$(BIN)/python -m pytest tests/snapshots --snapshot-update

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Betimes needs Python 3.11 or newer; say which: make run PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) -e .
	touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) -e '.[dev]'
	touch $@ $(VENV)/.run
