"""Finding rules in code, tests and plays."""

from pathlib import Path

import pytest

from kurgan.kernel import citations
from kurgan.kernel.packfile import PackError

INDEX = """# format 1
number,title,file,status,note,page
9.5,Combat,r09_combat.py,done,,3
9.5.5,Results,r09_combat.py,chosen,see 0007,3
9.5.5A,Repulse,r09_combat.py,done,,3
9.6,Loot,r09_combat.py,open,,4
2.0,Parts,,definition,,1
"""

CODE = '''"""Chapter 9 [9.5]."""


def combat():
    """[9.5] The order."""
    total = rows[9]  # [9.5.5A] the lead is lost
    return "[2.0]"


class Battle:
    """Made by the first step [9.5.5]."""


def resolve():
    """[9.5.5] to [9.5.5A] Compare totals."""
'''

TEST = '''
import pytest
from kurgan.testing import rule
pytestmark = [rule("9.5")]

@rule("9.5.5")
@pytest.mark.rule("9.5.5A")
def test_repulse() -> None:
    """A failed attack."""
'''


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A title named epic in a small checkout; returns its folder."""
    title = tmp_path / "src" / "kurgan" / "games" / "epic"
    for folder in (
        title / "data",
        title / "rules",
        tmp_path / "tests" / "epic" / "rules",
        tmp_path / "tests" / "epic" / "examples",
    ):
        folder.mkdir(parents=True)
    (title / "data" / "rules.csv").write_text(INDEX, encoding="utf-8")
    (title / "rules" / "r09_combat.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "tests" / "epic" / "rules" / "test_r09.py").write_text(TEST, encoding="utf-8")
    return title


def test_a_rule_is_found_in_code_and_tests(checkout: Path) -> None:
    found = citations.read(checkout).where("9.5.5")
    assert found.rule.title == "Results"
    assert [(place.name, place.line) for place in found.code] == [("resolve", 14), ("Battle", 10)]
    assert found.code[0].file == "games/epic/rules/r09_combat.py"
    assert [(place.file, place.name) for place in found.tests] == [("tests/epic/rules/test_r09.py", "test_repulse")]


def test_ranges_are_two_tags_and_comments_come_last(checkout: Path) -> None:
    found = citations.read(checkout).where("[9.5.5A]")
    assert [(place.name, place.line) for place in found.code] == [("resolve", 14), ("", 6)]


def test_strings_and_indices_are_no_citations(checkout: Path) -> None:
    index = citations.read(checkout)
    assert index.where("2.0").code == []
    assert "9" not in index.code


def test_an_unknown_rule_is_refused_with_the_nearest(checkout: Path) -> None:
    with pytest.raises(citations.UnknownRule, match=r"epic has no rule '9\.5\.6'; did you mean '9\.5\.5"):
        citations.read(checkout).where("9.5.6")


def test_what_is_unfinished_is_listed(checkout: Path) -> None:
    index = citations.read(checkout)
    assert [found.rule.number for found in index.unfinished()] == ["9.6"]
    (checkout / "rules" / "r09_combat.py").write_text('"""Nothing."""\n', encoding="utf-8")
    assert [found.rule.number for found in citations.read(checkout).unfinished()] == ["9.5", "9.5.5", "9.5.5A", "9.6"]


def test_without_tests_only_code_is_asked_for(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "tests").rename(tmp_path / "elsewhere")
    index = citations.read(checkout)
    assert not index.has_tests
    assert [found.rule.number for found in index.unfinished()] == ["9.6"]


def test_citations_of_numbers_that_do_not_exist_are_found(checkout: Path) -> None:
    assert citations.read(checkout).unknown() == []
    (checkout / "rules" / "r10.py").write_text('def f():\n    """[10.1] x"""\n', encoding="utf-8")
    assert [place.name for place in citations.read(checkout).unknown()] == ["f cites 10.1"]


def test_coverage_counts_examples_and_plays(checkout: Path, tmp_path: Path) -> None:
    example = '@rule("9.5.5")\ndef test_example() -> None: ...\n'
    (tmp_path / "tests" / "epic" / "examples" / "test_first.py").write_text(example, encoding="utf-8")
    golden = tmp_path / "tests" / "epic" / "golden"
    golden.mkdir()
    (golden / "one.play").write_text("1 | 9.5 | roll 4+3 | 9.5.5A repulse\n", encoding="utf-8")
    assert citations.read(checkout).coverage() == {
        "rows": 5,
        "rules": 3,
        "implemented": 3,
        "tested": 3,
        "by_example": 1,
        "by_golden": 2,
        "open": 1,
    }


def test_tests_shared_by_titles_prefix_the_initial(checkout: Path, tmp_path: Path) -> None:
    shared = tmp_path / "tests" / "contract"
    shared.mkdir()
    (shared / "test_all.py").write_text(
        '@rule("E9.6")\n@rule("R9.5")\ndef test_both() -> None: ...\n', encoding="utf-8"
    )
    index = citations.read(checkout)
    assert [place.name for place in index.where("9.6").tests] == ["test_both"]
    assert [place.name for place in index.where("9.5").tests] == ["pytestmark"]


def test_json_has_the_promised_shape(checkout: Path) -> None:
    rows = citations.read(checkout).to_json()["rules"]
    assert {key: rows[1][key] for key in ("number", "title", "status", "file", "line", "tests")} == {
        "number": "9.5.5",
        "title": "Results",
        "status": "chosen",
        "file": "games/epic/rules/r09_combat.py",
        "line": 14,
        "tests": ["tests/epic/rules/test_r09.py::test_repulse"],
    }


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("9.6,Loot", "9.5,Loot", "line 6, column number: '9.5' is no rule number, or stands twice"),
        (",open,", ",maybe,", "line 6, column status: 'maybe' is not one of"),
        ("9.6,Loot,", "9.6,", "line 6: has 5 cells where the header has 6"),
        ("status", "state", "column 'status' is missing"),
    ],
)
def test_a_wrong_index_is_refused(old: str, new: str, message: str, checkout: Path) -> None:
    (checkout / "data" / "rules.csv").write_text(INDEX.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PackError, match=message):
        citations.read(checkout)
