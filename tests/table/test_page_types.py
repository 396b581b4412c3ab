"""The page's types and the reference are what the server publishes."""

from tools import page_types


def test_the_types_of_the_page_are_made_from_the_description() -> None:
    """The file in the repository is what the tool makes now."""
    assert page_types.FILE.read_text(encoding="utf-8") == page_types.page_types(), "run 'make docs'"


def test_the_reference_lists_every_call_and_model() -> None:
    """docs/reference/api.md holds the tables that the tool makes now."""
    assert page_types.PAGE.read_text(encoding="utf-8") == page_types.reference(), "run 'make docs'"
