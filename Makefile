# Everything a person or CI does with the project. Each target makes .venv by itself and works from an empty clone.
# Variables: PORT=8899 (else each command's own)  ARGS="--students 20"  PYTHON=python3.12

PYTHON ?= python3
PORT ?=
ARGS ?=
JOBS ?= 3

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help dashboard lab test check soak format catalogs constraints clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | awk -F '\t' '{printf "  make %-12s %s\n", $$1, $$2}'

# The stamps stand inside .venv, so that a removed .venv is made again; a changed list of dependencies installs again.
.venv/made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "bjlearn needs Python 3.11 or newer; say which: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/product: .venv/made pyproject.toml constraints.txt
	$(PIP) -e .
	@touch $@

.venv/tests: .venv/made pyproject.toml constraints.txt
	$(PIP) -e ".[test]"
	@touch $@ .venv/product

dashboard: .venv/product ## the dashboard in the browser (PORT=8899, ARGS="--students 20")
	$(BIN)/bjlearn dashboard $(PORT:%=--port %) $(ARGS)

lab: .venv/product ## the lessons in JupyterLab (PORT, ARGS)
	$(BIN)/bjlearn lab $(PORT:%=--port %) $(ARGS)

check: .venv/tests ## format, lint, types, rooms, catalogs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check ## everything CI runs: check, then every test (ARGS go to pytest)
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile -m "not soak" $(ARGS)
	BJLEARN_DATABASE_URL=sqlite:// $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --nbval --nbval-current-env --nbval-sanitize-with tests/nbval.cfg notebooks lessons

soak: .venv/tests ## the full length of the long checks
	$(BIN)/python -m pytest -m soak $(ARGS)

format: .venv/tests ## put the code into the project's form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

catalogs: .venv/tests ## bring the translations up to date with the sources, and compile them
	$(BIN)/python tools/catalogs.py

constraints: ## pin the newest versions of all dependencies anew
	rm -rf .venv-pins
	$(PYTHON) -m venv .venv-pins
	.venv-pins/bin/python -m pip install --quiet ".[test]"
	{ sed -n 1p constraints.txt; .venv-pins/bin/python -m pip freeze --exclude bjlearn | sort -f; } > constraints.new
	mv constraints.new constraints.txt
	rm -rf .venv-pins

clean: ## remove what make made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache test-results
