"""The page's types are those that the server publishes."""

from tools import page_types


def test_the_types_of_the_page_are_made_from_the_description() -> None:
    """The file in the repository is what the tool makes now."""
    assert page_types.FILE.read_text(encoding="utf-8") == page_types.page_types(), "run 'make docs'"
