"""Tests by the suites of others, for ``make test-extras``; where their libraries are missing none is collected."""

from importlib.util import find_spec

NEEDED = ("pettingzoo", "gymnasium", "pyspiel", "pandas", "polars", "duckdb")

collect_ignore_glob = ["test_*.py"] if any(find_spec(name) is None for name in NEEDED) else []
