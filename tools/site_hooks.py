"""For mkdocs: the order of the pages from their folders, and links that lead out of docs/ as plain names.

A page that is added stands in the menu by itself, under its first heading.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

SECTIONS = {
    "Tutorial": "tutorial",
    "How to": "how-to",
    "Explanation": "explanation",
    "Reference": "reference",
    "Decisions": "decisions",
}
FIRST = ("README.md", "gallery.md")
LINK = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+)([^)\s]+)\)")


def on_config(config: Any) -> Any:
    """The menu: the first pages, then a section a folder."""
    docs = Path(config["docs_dir"])
    nav: list[Any] = [{heading(docs / name): name} for name in FIRST]
    for title, folder in SECTIONS.items():
        pages = sorted((docs / folder).glob("*.md"), key=lambda path: (path.name != "README.md", heading(path)))
        nav.append({title: [{heading(path): path.relative_to(docs).as_posix()} for path in pages]})
    nav.append({"Changelog": "changelog.md"})
    config["nav"] = nav
    return config


def on_files(files: Any, config: Any) -> Any:
    """The changelog stands beside docs/ and is a page all the same."""
    made = import_module("mkdocs.structure.files").File.generated  # only there when a site is built
    text = (Path(config["docs_dir"]).parent / "CHANGELOG.md").read_text(encoding="utf-8")
    files.append(made(config, "changelog.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Code and tests are no pages of the site: what leads to them is told by name."""
    docs = Path(config["docs_dir"]).resolve()
    here = (docs / page.file.src_uri).parent

    def told(match: re.Match[str]) -> str:
        target = (here / (match[2] + match[3])).resolve()
        return match[0] if target.is_relative_to(docs) else f"`{match[1].strip('`')}`"

    return LINK.sub(told, markdown)


def heading(path: Path) -> str:
    """The first heading of a page."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("# ").strip() for line in lines if line.startswith("# ")), path.stem)
