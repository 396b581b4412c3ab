"""For tests of rules: the tag that ties a test to a paragraph of the rulebook."""

from collections.abc import Callable
from typing import Any


def rule(number: str) -> Callable[[Any], Any]:
    """Mark a test as holding this paragraph; ``kurgan rules`` and ``kurgan where`` find it."""
    import pytest

    return pytest.mark.rule(number)
