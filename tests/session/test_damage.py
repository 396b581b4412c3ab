"""One byte changed anywhere is noticed: in the lines, behind them, in the secret, in the stored position."""

import json
from pathlib import Path

import pytest
from sqlalchemy import select, update

from kurgan import cli, games
from kurgan.kernel.protocol import Json
from kurgan.session import bounds
from kurgan.session.logs import FileLog, NoRecord
from kurgan.session.record import Damaged, Unwritable, read_text, write_line
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.session.tables import GAMES, SNAPSHOTS
from tests.session.fresh import sqlite_of


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "a.kurgan"
    session = Session.new(games.load("advance"), "campaign", {}, log=FileLog.create(path), seed="damage")
    session.act("german", ["done"])
    session.close()
    return path


def spoil(path: Path, place: int, byte: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] = byte
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("byte", [ord("x"), ord("}"), ord('"'), ord(" "), 0, 0xFF])
def test_a_final_newline_turned_into_something_is_damage(
    played: Path, byte: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """It dropped the last line, and ``verify`` said that all was well."""
    before = len(read_text(played.read_bytes()).lines)
    spoil(played, -1, byte)
    assert cli.run(["verify", str(played)]) == 1
    assert f"line {before}" in capsys.readouterr().err


def test_every_byte_of_the_last_line_counts_also_without_its_newline(played: Path) -> None:
    whole = played.read_bytes().rstrip(b"\n")
    begin = whole.rindex(b"\n") + 1
    assert len(read_text(whole).lines) == whole.count(b"\n") + 1
    for place in range(begin, len(whole)):
        spoiled = bytearray(whole)
        spoiled[place] ^= 1
        with pytest.raises(Damaged):
            read_text(bytes(spoiled))


def test_a_line_cut_anywhere_is_a_cut_line(played: Path) -> None:
    """Whatever a sudden end leaves of a line is left out and said, also half a letter."""
    lines = read_text(played.read_bytes()).lines
    fields = {"seat": "german", "text": 'Й says "\\" {[ 🎲'}
    more = write_line(len(lines) + 1, "note", fields, lines[-1].check).text.encode()
    start = played.read_bytes()
    for length in range(1, len(more)):
        reading = read_text(start + more[:length])
        assert reading.cut, length
        assert len(reading.lines) == len(lines)
    assert not read_text(start + more).cut


@pytest.mark.parametrize("rest", [b"x", b"{}", b"\x00\x00", b'{"number": 99', b'{"number": 1, "kind": "note"', b"{ "])
def test_something_else_behind_the_last_line_is_damage(played: Path, rest: bytes) -> None:
    with pytest.raises(Damaged):
        read_text(played.read_bytes() + rest)


def test_digits_of_a_cut_check_must_be_right(played: Path) -> None:
    lines = read_text(played.read_bytes()).lines
    more = write_line(len(lines) + 1, "note", {"seat": "german", "text": "hm"}, lines[-1].check)
    cut = more.text.encode()[:-6]
    assert read_text(played.read_bytes() + cut).cut
    wrong = cut[:-1] + (b"0" if cut[-1:] != b"0" else b"1")
    with pytest.raises(Damaged):
        read_text(played.read_bytes() + wrong)


# The secret -----------------------------------------------------------------------------------------------------


def test_one_digit_changed_in_the_secret_file_is_noticed(played: Path) -> None:
    """A digit of the stored position was believed."""
    secret = FileLog(played).secret_path
    whole = secret.read_bytes()
    assert FileLog(played).vault()["position"]["state"]
    for place, byte in enumerate(whole):
        if chr(byte).isdigit():
            spoil(secret, place, ord("1") if byte != ord("1") else ord("2"))
            with pytest.raises(NoRecord):
                FileLog(played).vault()
            secret.write_bytes(whole)


def test_a_secret_from_before_there_were_seals_is_read(played: Path) -> None:
    secret = FileLog(played).secret_path
    data = json.loads(secret.read_text())
    del data["seal"]
    secret.write_text(json.dumps({**data, "format": 1}))
    assert FileLog(played).vault()["secrets"] == data["secrets"]
    secret.write_text(json.dumps(data))
    with pytest.raises(NoRecord, match="changed"):
        FileLog(played).vault()


def stored(folder: Path) -> tuple[Store, str]:
    store = Store(sqlite_of(folder / "kurgan.sqlite"))
    session = Session.new(games.load("advance"), "campaign", {}, log=store.log())
    session.act("german", ["done"])
    session.close()
    return store, str(session.header["game"])


def test_a_changed_position_in_the_database_is_not_used(tmp_path: Path) -> None:
    """The lines of the record lead to the same place; the stored one is only for when the rules change."""
    store, game = stored(tmp_path)
    try:
        text = store.read(lambda c: c.execute(select(SNAPSHOTS.c.position)).scalar()) or ""
        position: Json = json.loads(text)
        assert "seal" in position
        assert store.log(game).vault()["position"]["number"] == position["number"]
        spoiled = text.replace('"turn": 1', '"turn": 2', 1)
        assert spoiled != text
        store.writer.submit(lambda c: c.execute(update(SNAPSHOTS).values(position=spoiled)) and None).result()
        assert "position" not in store.log(game).vault()
        assert Session.load(games.load("advance"), store.log(game)).course.number == position["number"]
    finally:
        store.close()


def test_a_changed_secret_in_the_database_is_noticed(tmp_path: Path) -> None:
    store, game = stored(tmp_path)
    try:
        text = store.read(lambda c: c.execute(select(GAMES.c.vault)).scalar()) or ""
        kept: Json = json.loads(text)
        promised, secret = next(iter(kept["secrets"].items()))
        spoiled = text.replace(secret, secret[:-1] + ("0" if secret[-1] != "0" else "1"))
        assert promised
        store.writer.submit(lambda c: c.execute(update(GAMES).values(vault=spoiled)) and None).result()
        with pytest.raises(NoRecord, match="damaged"):
            store.log(game).vault()
    finally:
        store.close()


# Bounds ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": "x" * 5000, "text": ""},
        {"seat": "german", "text": "x" * 30_000},
        {"seat": "german", "text": "", "more": 10**30},
        {"seat": "german", "text": "", "more": [0] * 600_000},
        {"seat": "german", "text": "", "more": {"x" * 30_000: 1}},
        {"seat": "german", "text": "\ud800"},
    ],
)
def test_what_is_beyond_all_measure_is_neither_written_nor_read(fields: Json) -> None:
    with pytest.raises(Unwritable):
        write_line(2, "note", fields, "")
    with pytest.raises(bounds.Unbounded):
        bounds.check(fields)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "NaN", "[Infinity]", "9" * 10_000])
def test_json_that_would_break_us_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        bounds.check_value(bounds.read_json(text))


def test_deep_json_is_refused() -> None:
    with pytest.raises(bounds.Unbounded, match="deep"):
        bounds.check_value(bounds.read_json("[" * 60 + "]" * 60))
