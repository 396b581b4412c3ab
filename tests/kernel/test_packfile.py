"""Reading packs: every complaint names file, line and column."""

from pathlib import Path

import pytest

from kurgan.kernel.packfile import PackError, known, need, read_csv, read_toml

TABLE = """# what the columns mean
# format 1

name,steps,brave,near
A,2,yes,1 2
"B, the second",1,no,
"""


def written(folder: Path, text: str) -> Path:
    (folder / "units.csv").write_text(text, encoding="utf-8")
    return folder


def test_rows_know_their_cells_and_lines(tmp_path: Path) -> None:
    first, second = read_csv(written(tmp_path, TABLE), "units.csv", ["name", "steps", "brave", "near"])
    assert (first.text("name"), first.number("steps"), first.flag("brave"), first.numbers("near")) == (
        "A",
        2,
        True,
        [1, 2],
    )
    assert (second.text("name"), second.flag("brave"), second.split("near"), second.line) == (
        "B, the second",
        False,
        [],
        6,
    )
    assert first.one_of("steps", ["1", "2"]) == 1
    assert second.optional("near") == ""


def read_all(folder: Path) -> None:
    for row in read_csv(folder, "units.csv", ["name", "steps", "brave", "near"]):
        row.text("name")
        row.number("steps", 1, 2)
        row.flag("brave")
        row.numbers("near")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("# format 1", "# format 2", "line 2: 'format 2' is not known here, only 'format 1'"),
        ("A,2", "A,two", "line 5, column steps: 'two' is not a whole number"),
        ("A,2", "A,9", "line 5, column steps: 9 is outside 1 to 2"),
        ("yes,", "ja,", "line 5, column brave: 'ja' is neither yes nor no"),
        ("A,2", ",2", "line 5, column name: is empty"),
        ("1 2", "1 x", "line 5, column near: '1 x' is not a list"),
        ("yes,1 2", "yes", "line 5: has 3 cells where the header has 4"),
        ("brave,near", "near,brav", "line 4: column 'brave' is missing"),
        ("brave,near", "brave,near,extra", "line 4: column 'extra' is unknown"),
    ],
)
def test_a_wrong_cell_is_named(old: str, new: str, message: str, tmp_path: Path) -> None:
    folder = written(tmp_path, TABLE.replace(old, new, 1))
    with pytest.raises(PackError, match=rf"units\.csv, {message}"):
        read_all(folder)


def test_missing_and_empty_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"units\.csv: is missing from"):
        read_csv(tmp_path, "units.csv", [])
    with pytest.raises(PackError, match="has no header line"):
        read_csv(written(tmp_path, "# nothing\n"), "units.csv", [])
    (tmp_path / "units.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(PackError, match="cannot be read"):
        read_csv(tmp_path, "units.csv", [])


def test_toml_is_checked_for_form_keys_and_types(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('format = 1\n[map]\nname = "x"\nflag = true\n', encoding="utf-8")
    document = read_toml(tmp_path, "pack.toml")
    assert need(document, "format", int, "pack.toml") == 1
    with pytest.raises(PackError, match=r"'map\.size' is missing"):
        need(document["map"], "size", int, "pack.toml", "map")
    with pytest.raises(PackError, match=r"'map\.flag' should be a int, not bool"):
        need(document["map"], "flag", int, "pack.toml", "map")
    with pytest.raises(PackError, match=r"'map\.flag' is unknown; known are name"):
        known(document["map"], ["name"], "pack.toml", "map")
    (tmp_path / "pack.toml").write_text("format = ", encoding="utf-8")
    with pytest.raises(PackError, match="is not TOML"):
        read_toml(tmp_path, "pack.toml")
