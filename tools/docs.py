"""Make the parts of docs/reference that follow from the program: one page a title with its rules in our words, and
the tables of words of positions.

python tools/docs.py            write docs/reference/rules-<title>.md and the tables of positions.md
python tools/docs.py --check    write nothing; exit status 1 if a page is out of date
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from kurgan import games  # noqa: E402
from kurgan.kernel import citations  # noqa: E402
from kurgan.kernel.position_words import Former, Local, Word  # noqa: E402
from kurgan.kernel.protocol import Game  # noqa: E402
from kurgan.kernel.title import Title  # noqa: E402

REFERENCE = ROOT / "docs" / "reference"
ABOUT = """# {title}: the rules and where they live

Made by `make docs` from the rule index, the text file and the tests; do not edit. The sentences are ours, not the
rulebook's: they remind, they do not replace it. `kurgan where {name} NUMBER` prints file, line and tests.

{rows} paragraphs; {rules} of them are rules, {implemented} implemented, {tested} held by a test of their own,
{by_example} also by a worked example, {by_golden} by a golden play, {open} open.

*Chosen* means that the text leaves the matter open and we decided: see docs/decisions.
"""
LOCALS_HEAD = "| step | holds |\n|---|---|"
WORDS_HEAD = "| line | meaning | if left out | known to |\n|---|---|---|---|"
HEAD = "| rule | about | in our words | status | code | tests |\n|---|---|---|---|---|---|\n"


def page(name: str) -> str:
    """The page of one title."""
    folder = games.folder(name)
    index = citations.read(folder, ROOT / "tests")
    game = games.load(name)
    rows = [row(game, index.where(rule.number)) for rule in index.rows]
    about = ABOUT.format(title=game.title, name=name, **index.coverage())
    return about + "\n" + HEAD + "\n".join(rows) + "\n"


def row(game: Game, found: citations.Found) -> str:
    """One paragraph; the file leads to its source."""
    rule = found.rule
    code = f"[{rule.file}](../../src/kurgan/games/{game.name}/rules/{rule.file})" if rule.file else ""
    status = f"{rule.status}: {rule.note}" if rule.note else rule.status
    cells = [rule.number, rule.title, game.rule_text(rule.number), status, code, str(len(found.tests) or "")]
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def positions_page() -> str:
    """The page of positions with the tables of words made anew; the rest of it is written by hand."""
    text = (REFERENCE / "positions.md").read_text(encoding="utf-8")
    for name in games.TITLES:
        begin, end = f"<!-- words of {name}: made by make docs -->\n", f"<!-- end of the words of {name} -->"
        before, found, rest = text.partition(begin)
        if found:
            text = before + begin + words_table(name) + end + rest.partition(end)[2]
    return text


def words_table(name: str) -> str:
    """Every word that a title declares: on the table, then what is going on, then its steps with items."""
    game = games.load(name)
    assert isinstance(game, Title)
    wording = game.wording
    spoken = [word for word in wording.words if not isinstance(word, Former)]
    table = [word for word in spoken if not word.going_on]
    going = [word for word in spoken if word.going_on]
    phases = sorted({phase for s in starts(game) for phase in wording.phases(s)})
    lines = ["", WORDS_HEAD, *[words_row(word) for word in table], ""]
    lines += [
        f"`phase`: {', '.join([f'`{phase}`' for phase in phases])}.",
        "",
        "What is going on, with `now` only:",
        "",
    ]
    lines += [WORDS_HEAD, *[words_row(word) for word in going], ""]
    if wording.locals_of:
        lines += ["What procedures under way hold, in brackets behind their names:", "", LOCALS_HEAD]
        lines += [locals_row(step, found) for step, found in sorted(wording.locals_of.items())]
        lines.append("")
    return "\n".join(lines) + "\n"


def starts(game: Title) -> list[Any]:
    """A position of each scenario, for what depends on it."""
    return [game.new(scenario.name, {}) for scenario in game.scenarios()]


def locals_row(step: str, found: Sequence[Local]) -> str:
    held = [f"{local.name}={'N' if local.words is None else local.words.kind.upper()}" for local in found]
    return f"| `{step}({','.join(held)})` | {'; '.join([local.about for local in found])} |"


def words_row(word: Word) -> str:
    cells = [f"`{word.form}`", word.about, word.left_out or "none", word.known_to]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def main() -> int:
    stale = 0
    pages = {f"rules-{name}.md": page(name) for name in games.TITLES}
    pages["positions.md"] = positions_page()
    for file, made in pages.items():
        path = REFERENCE / file
        if path.exists() and path.read_text(encoding="utf-8") == made:
            print(f"same     {path.relative_to(ROOT)}")
        elif "--check" in sys.argv:
            stale = 1
            print(f"stale    {path.relative_to(ROOT)}; run 'make docs'")
        else:
            path.write_text(made, encoding="utf-8")
            print(f"written  {path.relative_to(ROOT)}")
    return stale


if __name__ == "__main__":
    raise SystemExit(main())
