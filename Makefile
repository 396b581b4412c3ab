# Few words, and CI uses the same. Each target makes the environment it needs; only Python 3.11 or newer is assumed.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/installed
TEST_STAMP := .venv/test-installed
EXTRAS_STAMP := .venv-extras/installed
LOCK := requirements/test.lock
PYTEST := $(BIN)/python -m pytest

.PHONY: play test long quick lint fuzz browser golden bench compiled wheel wheel-suite fast pure load kills many-games worlds attack bad-input docs mutants test-extras coverage changelog lock pictures site page bench-web clean

play: $(STAMP)
	$(BIN)/kurgan play

test: $(TEST_STAMP) lint
	$(PYTEST) -q -n auto -m "not long"

# Whole games, mutants, attacks, wheels, leaks: a sample of what fuzz, mutants, attack and worlds do at length.
long: $(TEST_STAMP)
	$(PYTEST) -q -n auto -m long

# What needs PettingZoo, Gymnasium, OpenSpiel, Ray, Dask, sklearn or tables of others, in an environment of its own.
test-extras: $(EXTRAS_STAMP)
	.venv-extras/bin/python -m pytest -q -W default tests/extras

# Rules, kernel, house: what to run after every change, in less than a minute.
quick: $(TEST_STAMP)
	$(PYTEST) -q -n auto -m "not unhurried and not long"

# All but the browser and the long ones, counting which lines they run; artefacts/coverage/index.html shows them.
coverage: $(TEST_STAMP)
	$(PYTEST) -q -n auto -m "not browser and not long" --cov --cov-report=term:skip-covered --cov-report=html:artefacts/coverage

changelog: $(TEST_STAMP)
	$(BIN)/towncrier build --draft --version next

# The versions that everybody tests with, for every Python and system; uv is fetched into an environment of its own.
lock:
	test -x .venv-lock/bin/uv || { $(PYTHON) -m venv .venv-lock && .venv-lock/bin/python -m pip install --quiet uv; }
	.venv-lock/bin/uv pip compile -q --universal --python-version 3.11 pyproject.toml --extra test --extra lab --extra browser --extra club -o requirements/test.lock
	.venv-lock/bin/uv pip compile -q --universal --python-version 3.11 pyproject.toml --extra site -o requirements/site.lock

pictures: $(STAMP)
	$(BIN)/python tools/pictures.py

# The documentation as static pages in site/; any warning stops it.
site: .venv-site/installed
	NO_MKDOCS_2_WARNING=1 .venv-site/bin/mkdocs build --strict
	@echo "site/index.html"

.venv-site/installed: pyproject.toml requirements/site.lock
	test -x .venv-site/bin/python || $(PYTHON) -m venv .venv-site
	.venv-site/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/site.lock
	touch .venv-site/installed

lint: $(TEST_STAMP)
	$(BIN)/ruff check src tests tools
	$(BIN)/ruff format --check src tests tools
	$(BIN)/mypy
	$(BIN)/codespell src docs tools web/src examples *.md
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

# The page: formatter, linter, types, unit tests. FORMAT=1 writes what the formatter wants.
page: $(TEST_STAMP)
	$(BIN)/python hatch_build.py page $(if $(FORMAT),format) lint check test

fuzz: $(STAMP)
	for title in advance inferno roads; do $(BIN)/kurgan fuzz $$title --games 200 || exit 1; done

golden: $(TEST_STAMP)
	$(BIN)/python -m tests.golden

bench: $(STAMP)
	$(BIN)/kurgan bench

# The page in Chromium: click to board, bytes on the wire, weights.
bench-web: $(TEST_STAMP)
	$(BIN)/python tools/bench_web.py $(TITLE)

# A wheel for this system with the rules compiled, and a pure one, in dist/.
wheel: $(TEST_STAMP)
	$(BIN)/python -m build --wheel --outdir dist
	KURGAN_COMPILE=1 $(BIN)/python -m build --wheel --outdir dist

# The compiled wheel in an empty environment: the same records and results as the sources, then the tests on it.
wheel-suite: wheel
	$(BIN)/python tools/wheel_suite.py dist/kurgan-*-cp*.whl $(or $(TESTS),tests)

# The rules compiled in place: four times as fast; `make pure` goes back. Sources that are changed are compiled again by hand.
fast: $(TEST_STAMP)
	$(BIN)/python tools/compiled.py --fast
	$(BIN)/kurgan --version

pure:
	$(BIN)/python tools/compiled.py --pure

compiled: $(TEST_STAMP)
	$(BIN)/python tools/compiled.py --check

# WORKERS=2: on a PostgreSQL of its own with so many processes; RATES="10 20" decisions a second, FULL=1 at the end as
# many as there can be; GAMES, SOCKETS and SECONDS as you like.
load: $(TEST_STAMP)
	$(BIN)/python tools/load.py --workers $(or $(WORKERS),0) --games $(or $(GAMES),100) --sockets $(or $(SOCKETS),300) --seconds $(or $(SECONDS),20) --rates $(or $(RATES),10 20 40) $(if $(FULL),--full)

# Processes of a club are killed under play, and PostgreSQL with them; KILLS=300 takes about a quarter of an hour.
kills: $(TEST_STAMP)
	$(BIN)/python tools/kills.py --kills $(or $(KILLS),20)

# Start, list of games and opening a game with GAMES=20000 stored ones; on a file, and with WORKERS=1 on a PostgreSQL of its own.
many-games: $(TEST_STAMP)
	$(BIN)/python tools/many_games.py --games $(or $(GAMES),20000) $(if $(WORKERS),--postgresql)

# TITLE=roads for one title, ALL=1 for every mutant (hours), SAMPLE=100 and JOBS=4 as you like.
mutants: $(TEST_STAMP)
	$(BIN)/python -m tools.mutants $(TITLE) --sample $(or $(SAMPLE),500) --jobs $(or $(JOBS),1) $(if $(ALL),--all)

worlds: $(TEST_STAMP)
	$(BIN)/python -m tests.table.twin_games

# CLUB=1: against two processes on a PostgreSQL of its own.
attack: $(TEST_STAMP)
	$(BIN)/python tools/attack.py $(if $(CLUB),--club)

bad-input: $(TEST_STAMP)
	$(BIN)/python tools/bad_input.py

docs: $(TEST_STAMP)
	$(BIN)/python tools/docs.py
	$(BIN)/python tools/page_types.py

clean:
	rm -rf .venv .venv-extras .venv-lock .venv-site build site dist artefacts .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(STAMP): pyproject.toml $(LOCK) $(wildcard web/package.json web/src/*.* web/src/*/*.* web/src/*/*/*.*)
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(LOCK) -e .
	touch $(STAMP)

$(TEST_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(LOCK) -e ".[test,lab,browser,club]"
	touch $(TEST_STAMP)

$(EXTRAS_STAMP): pyproject.toml
	test -x .venv-extras/bin/python || $(PYTHON) -m venv .venv-extras
	.venv-extras/bin/python -m pip install --quiet --disable-pip-version-check -e ".[lab,envs,openspiel,ray,dask]" \
		hypothesis pytest pandas polars duckdb scikit-learn
	touch $(EXTRAS_STAMP)
