"""What the site is made of. ``make site`` builds it (mkdocs stops at any warning); here without mkdocs."""

import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from tools import pictures, site_hooks

import kurgan

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
DIRECTIVE = re.compile(r"^::: (\S+)$", re.MULTILINE)


def menu() -> list[str]:
    """Every page in the menu."""
    found: list[str] = []
    for entry in site_hooks.on_config({"docs_dir": str(DOCS)})["nav"]:
        for value in entry.values():
            found += [value] if isinstance(value, str) else [page for part in value for page in part.values()]
    return found


def test_every_page_stands_in_the_menu_once() -> None:
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert sorted(menu()) == sorted([*pages, "changelog.md"])


def test_the_reference_names_what_there_is() -> None:
    names = DIRECTIVE.findall((DOCS / "reference" / "python.md").read_text(encoding="utf-8"))
    assert "kurgan.board.board.Board" in names
    for name in names:
        module, _, thing = name.rpartition(".")
        documented = import_module(name) if thing == "protocol" else getattr(import_module(module), thing)
        assert documented.__doc__, f"{name} says nothing of itself"


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("[rules](../../src/kurgan/rules.py)", "`rules`"),
        ("[odds](../reference/odds.md)", "[odds](../reference/odds.md)"),
        ("[`Board`](../../src/kurgan/board/board.py)", "`Board`"),
    ],
)
def test_links_out_of_the_site_become_names(link: str, told: str) -> None:
    page = SimpleNamespace(file=SimpleNamespace(src_uri="how-to/python.md"))
    assert site_hooks.on_page_markdown(link, page, {"docs_dir": str(DOCS)}, None) == told


@pytest.mark.parametrize("title", kurgan.TITLES)
def test_the_gallery_has_a_picture_of_every_title(title: str) -> None:
    assert title in pictures.BOARDS
    drawn = ElementTree.parse(DOCS / "pictures" / f"{title}.svg").getroot()
    assert drawn.get("class") == "kurgan"
    assert f"pictures/{title}.svg" in (DOCS / "gallery.md").read_text(encoding="utf-8")
