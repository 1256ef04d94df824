# Everything runs from a bare clone with Python 3.11 or newer, git and make: `make demo`, `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint bench soak clean

demo: $(VENV)/.ready
	@$(BIN)/hanoi demo

test: lint
	$(BIN)/python -m pytest -n 4 --dist worksteal --cov --cov-report=term

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.ready
	$(BIN)/python -m pytest -p no:cacheprovider --benchmark-only --benchmark-columns=min,median,rounds -q -s tests/bench

# Ten thousand runs on a bad wire and a million inputs, 500 kills and a museum month: half an hour or so on two cores.
soak: $(VENV)/.ready
	$(BIN)/python tests/soak/soak.py
	$(BIN)/python tests/proof/soak_proof.py

# The virtual environment is made once, and again when pyproject.toml changes.
$(VENV)/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] + "; name another one: make PYTHON=python3.12") if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv $(VENV) || { echo "The venv module is missing: on Debian and Raspberry Pi OS, sudo apt install python3-venv"; exit 1; }
	@echo "Installing into $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
