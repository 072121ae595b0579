# Everything a person does here, one short word each. `make help` lists them.

PYTHON ?= python3
BOOTSTRAP = $(PYTHON) scripts/bootstrap.py
VENV = .venv/bin/python -m
# A file's tests go to one worker: what they share is made once. In the order of tests/conftest.py.
PYTEST = -n 2 --dist loadfile --no-loadscope-reorder

# exec: make's child is the program itself, so a signal to make reaches it.
.PHONY: help setup run demo test test-full storm lint format messages check package lock
.DEFAULT_GOAL := help

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

setup:  ## Make .venv with everything that development needs
	@exec $(BOOTSTRAP) setup

run:  ## Start Hakem on this machine; HOST=0.0.0.0 PORT=9000 choose the address
	@exec $(BOOTSTRAP) run

demo: run  ## The same: the first start loads a demo event

test:  ## Run the tests, but for the long replays
	@exec $(BOOTSTRAP) test $(PYTEST) -m "not full" $(ARGS)

test-full:  ## Run every test, those with made-up examples on new ones
	@exec $(BOOTSTRAP) test $(PYTEST) --hypothesis-profile new $(ARGS)

storm: setup  ## A day in which everything goes wrong, about twenty minutes
	@exec .venv/bin/python -m scripts.storm $(ARGS)

lint: setup  ## Look for mistakes and untidiness
	@$(VENV) ruff check .
	@$(VENV) ruff format --check .
	@$(VENV) scripts.tidy --check
	@.venv/bin/lint-imports --no-cache --no-logo
	@SECRET_KEY=none $(VENV) mypy

format: setup  ## Put the code in order
	@$(VENV) ruff check --fix .
	@$(VENV) ruff format .
	@$(VENV) scripts.tidy

messages: setup  ## Bring the translations up to date with the texts of the source
	@$(VENV) scripts.messages

check: lint  ## What must hold before a commit, but for the tests
	@.venv/bin/python manage.py makemigrations --check --dry-run
	@$(VENV) scripts.messages --check

package: setup  ## Make the archive that installs without a network, and the checker alone
	@$(VENV) scripts.package $(ARGS)

lock: setup  ## Renew the lock files from pyproject.toml
	@$(VENV) uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --quiet -o requirements.lock
	@$(VENV) uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --quiet -o requirements-dev.lock
