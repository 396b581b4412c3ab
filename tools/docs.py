"""Make the parts of docs/reference that follow from the program: one page a title with its rules in our words.

python tools/docs.py            write docs/reference/rules-<title>.md
python tools/docs.py --check    write nothing; exit status 1 if a page is out of date
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from kurgan import games  # noqa: E402
from kurgan.kernel import citations  # noqa: E402
from kurgan.kernel.protocol import Game  # noqa: E402

REFERENCE = ROOT / "docs" / "reference"
ABOUT = """# {title}: the rules and where they live

Made by `make docs` from the rule index, the text file and the tests; do not edit. The sentences are ours, not the
rulebook's: they remind, they do not replace it. `kurgan where {name} NUMBER` prints file, line and tests.

{rows} paragraphs; {rules} of them are rules, {implemented} implemented, {tested} held by a test of their own,
{by_example} also by a worked example, {by_golden} by a golden play, {open} open.

*Chosen* means that the text leaves the matter open and we decided: see docs/decisions.
"""
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


def main() -> int:
    stale = 0
    for name in games.TITLES:
        path = REFERENCE / f"rules-{name}.md"
        made = page(name)
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
