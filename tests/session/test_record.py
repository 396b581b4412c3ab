"""The record file under faults: cut off, edited, written by two, killed."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kurgan.kernel.protocol import Misspelt
from kurgan.session import record
from kurgan.session.logs import FileLog, MemoryLog, NoRecord
from kurgan.session.record import Damaged, Stale, read_text
from kurgan.session.session import Session
from kurgan.session.verify import verify
from tests.session.helpers import SEED, new_game, play_out, truth
from tests.session.toy import Lanterns

HERE = Path(__file__).parent
SPECIMENS = sorted((HERE / "specimens").glob("*.kurgan"))


def file_game(folder: Path, rounds: int = 3, seed: str | None = SEED) -> Session:
    log = FileLog.create(folder / "game.kurgan")
    return Session.new(Lanterns(), "duel", {"rounds": str(rounds)}, seed=seed, log=log)


def small_record() -> bytes:
    session = new_game(rounds=2, seed=None)
    play_out(session)
    return session.text().encode()


# Reading --------------------------------------------------------------------------------------------------------


def test_cut_at_every_byte_only_the_cut_line_is_lost() -> None:
    """Whole lines survive; half a line is left out and named; a cut header is no game."""
    data = small_record()
    lines = data.split(b"\n")[:-1]
    for size in range(len(data) + 1):
        cut = data[:size]
        whole = cut.count(b"\n")
        rest = cut.rpartition(b"\n")[2]
        if whole == 0 and rest != lines[0]:
            with pytest.raises(Damaged, match="line 1"):
                read_text(cut)
            continue
        reading = read_text(cut)
        complete = bool(rest) and rest == lines[whole]
        assert [line.text.encode() for line in reading.lines] == lines[: whole + complete]
        if rest and not complete:
            assert reading.cut == f"line {whole + 1} was cut off in the middle and is left out"
        else:
            assert reading.cut == ""


def test_play_goes_on_after_a_cut(tmp_path: Path) -> None:
    """Wherever the file was cut after its header, the game can be opened, played on and verified."""
    whole = file_game(tmp_path, rounds=2)
    while whole.outcome is None:
        whole.answer(whole.legal()[0])
        whole.close()
    data = (tmp_path / "game.kurgan").read_bytes()
    ends = [i + 1 for i, byte in enumerate(data) if byte == ord("\n")]
    middles = [(a + b) // 2 for a, b in pairwise(ends)]
    for size in sorted([*ends, *[end - 1 for end in ends], *middles]):
        path = tmp_path / "cut.kurgan"
        path.write_bytes(data[:size])
        log = FileLog(path)
        session = Session.load(Lanterns(), log)
        session.roll_on()
        play_out(session)
        assert read_text(path.read_bytes()).cut == ""
        assert verify(FileLog(path), lambda _: Lanterns()).ok
        path.unlink()


def test_every_changed_byte_is_found_and_its_line_named() -> None:
    """Change one byte anywhere (a digit for a digit, a letter for a letter): the record is refused at that line."""
    data = small_record()
    number = 1
    for i, byte in enumerate(data):
        if byte == ord("\n"):
            number += 1
            continue
        changed = bytearray(data)
        changed[i] = (
            ord("7") if chr(byte).isdigit() and byte != ord("7") else ord("x") if byte != ord("x") else ord("y")
        )
        with pytest.raises(Damaged) as e:
            read_text(bytes(changed))
        assert e.value.line == number


@pytest.mark.parametrize("change", ["drop", "swap", "double"])
def test_lines_cannot_be_dropped_swapped_or_doubled(change: str) -> None:
    lines = small_record().split(b"\n")[:-1]
    for i in range(1, len(lines) - 1):
        changed = lines[:]
        if change == "drop":
            del changed[i]
        elif change == "swap":
            changed[i], changed[i + 1] = changed[i + 1], changed[i]
        else:
            changed.insert(i, changed[i])
        with pytest.raises(Damaged) as e:
            read_text(b"\n".join(changed) + b"\n")
        assert e.value.line in (i + 1, i + 2)


def rewritten(texts: list[str], number: int, **changes: object) -> list[str]:
    """A forger's work: change fields of a line and chain everything after it anew."""
    made: list[record.Line] = []
    for text in texts:
        fields = json.loads(text)
        if fields["number"] == number:
            fields.update(changes)
        kind = fields["kind"]
        rest = {k: v for k, v in fields.items() if k not in ("number", "kind", "prev", "check")}
        made.append(record.write_line(len(made) + 1, kind, rest, made[-1].check if made else ""))
    return [line.text for line in made]


def test_a_forged_roll_is_found_by_the_secret() -> None:
    session = play_out(new_game(rounds=2, seed=None))
    rolls = [line for line in session.lines() if line.kind == "dice" and "answer" in line.fields]
    other = "roll 6+6" if rolls[0].fields["answer"] != "roll 6+6" else "roll 1+1"
    texts = rewritten([line.text for line in session.lines()], rolls[0].number, answer=other)
    report = verify(MemoryLog(texts), lambda _: Lanterns())
    assert (report.ok, report.line, report.chain) == (False, rolls[0].number, True)
    assert "does not follow from the secret" in report.reason


@pytest.mark.parametrize(
    ("kind", "changes", "reason"),
    [
        ("answer", {"answer": "bid 9"}, "not allowed here"),
        ("answer", {"answer": "fly"}, "not allowed here"),
        ("answer", {"seat": "blue"}, "red is asked here"),
        ("answer", {"step": "aim"}, "the question here is 'bid'"),
        ("dice", {"asked": "1 of 6"}, "1 of 5 is asked here"),
        ("dice", {"n": 4}, "chance question 0"),
        ("reveal", {"secrets": {"00": "11"}}, "not the one that was promised"),
        ("reveal", {"outcome": {"name": "nobody"}}, "the outcome is"),
        ("header", {"scenario": "dual"}, "cannot be set up"),
        ("header", {"seats": [{"seat": "red", "held": "open", "name": ""}]}, "cannot be set up"),
    ],
)
def test_forged_lines_are_found(kind: str, changes: dict[str, object], reason: str) -> None:
    session = play_out(new_game(rounds=2))
    first = next(line for line in session.lines() if line.kind == kind)
    texts = rewritten([line.text for line in session.lines()], first.number, **changes)
    report = verify(MemoryLog(texts), lambda _: Lanterns())
    assert not report.ok
    assert report.line == first.number
    assert reason in report.reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\n", "not a line of a record"),
        (b"hello\n", "not a line of a record"),
        (b"[1, 2]\n", "not a line of a record"),
        (b"\xff\xfe\n", "not a line of a record"),
        (b"{}\n", "changed after it was written"),
        (b"\0\0\0\0", "no game in this file"),
    ],
)
def test_files_that_are_no_records(data: bytes, reason: str) -> None:
    with pytest.raises(Damaged, match=reason):
        read_text(data)


def test_a_record_of_a_later_format_is_refused_kindly() -> None:
    texts = rewritten([line.text for line in new_game().lines()], 1, format=99)
    with pytest.raises(Damaged, match="please update"):
        record.read_lines(texts)


def test_an_old_format_is_converted_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppose format 0 called an answer a move: its converter brings it up to date, and play goes on in today's."""

    def from_zero(fields: dict[str, object]) -> dict[str, object]:
        if fields["kind"] == "move":
            return {**fields, "kind": "answer"}
        return fields

    monkeypatch.setitem(record.CONVERTERS, 0, from_zero)
    session = new_game(rounds=2)
    session.act("red", ["bid 1", "left"])
    made: list[record.Line] = []
    for line in session.lines():
        rest = {k: v for k, v in line.fields.items() if k not in ("number", "kind", "prev", "check")}
        if line.kind == "header":
            rest["format"] = 0
        kind = "move" if line.kind == "answer" else line.kind
        made.append(record.write_line(line.number, kind, rest, made[-1].check if made else ""))
    log = MemoryLog([line.text for line in made])
    old = Session.load(Lanterns(), log)
    assert old.state.key() == session.state.key()
    old.act("blue", ["one"])
    assert json.loads(log.texts[-1])["format"] == record.FORMAT
    assert verify(log, lambda _: Lanterns()).ok


@pytest.mark.parametrize("path", SPECIMENS, ids=lambda path: path.name)
def test_stored_specimens_of_every_format_are_read(path: Path) -> None:
    report = verify(FileLog(path), lambda _: Lanterns())
    assert report.ok, report
    session = Session.load(Lanterns(), FileLog(path))
    assert session.outcome is not None


def test_there_is_a_specimen_of_each_format() -> None:
    formats = {json.loads(path.read_text().splitlines()[0])["format"] for path in SPECIMENS}
    assert formats == set(range(min(record.CONVERTERS, default=record.FORMAT), record.FORMAT + 1))


# Files ----------------------------------------------------------------------------------------------------------


def test_the_secret_lies_beside_the_file_and_goes_at_the_end(tmp_path: Path) -> None:
    session = file_game(tmp_path, seed=None)
    secret = tmp_path / "game.kurgan.secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    play_out(session)
    assert not secret.exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.kurgan"]


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    file_game(tmp_path)
    before = (tmp_path / "game.kurgan").read_bytes()
    with pytest.raises(NoRecord, match="exists already"):
        file_game(tmp_path)
    with pytest.raises(NoRecord, match="no folder"):
        FileLog.create(tmp_path / "nowhere" / "game.kurgan")
    assert (tmp_path / "game.kurgan").read_bytes() == before


def test_the_record_only_ever_grows(tmp_path: Path) -> None:
    session = file_game(tmp_path, seed=None)
    path = tmp_path / "game.kurgan"
    before = path.read_bytes()
    for step in range(8):
        if step % 3 == 2:
            session.undo(session.last_decider())
        else:
            session.answer(session.legal()[0])
        after = path.read_bytes()
        assert after.startswith(before)
        assert len(after) > len(before)
        before = after


def test_a_session_that_others_overtook_is_refused(tmp_path: Path) -> None:
    mine = file_game(tmp_path)
    theirs = Session.load(Lanterns(), FileLog(tmp_path / "game.kurgan"))
    theirs.act("red", ["bid 1"])
    with pytest.raises(Stale, match="somebody else has played on"):
        mine.act("red", ["bid 2"])
    assert truth(Session.load(Lanterns(), FileLog(tmp_path / "game.kurgan"))).bid == 1


def test_damage_behind_our_back_is_not_written_over(tmp_path: Path) -> None:
    mine = file_game(tmp_path)
    path = tmp_path / "game.kurgan"
    data = path.read_bytes()
    path.write_bytes(data.replace(b"duel", b"dual"))
    with pytest.raises(Stale, match="line 1"):
        mine.act("red", ["bid 2"])


def start_worker(path: Path, count: int, pause: int) -> "subprocess.Popen[str]":
    arguments = [sys.executable, str(HERE / "worker.py"), str(path), str(count), str(pause)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def told(output: str) -> list[tuple[int, str]]:
    """Decisions that a worker said were kept; a line it was killed in the middle of does not count."""
    lines = output.split("\n")[:-1]
    return [(int(line.split()[0]), line.split()[1]) for line in lines]


def test_two_processes_on_one_file_do_not_corrupt_it(tmp_path: Path) -> None:
    file_game(tmp_path, rounds=99)
    path = tmp_path / "game.kurgan"
    workers = [start_worker(path, 25, 1) for _ in range(2)]
    outputs = [worker.communicate(timeout=120) for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0], outputs
    reading = read_text(path.read_bytes())
    answers = [line for line in reading.lines if line.kind == "answer"]
    assert len(answers) == 50
    for out, _ in outputs:
        for number, check in told(out):
            assert reading.lines[number - 1].check == check
    assert verify(FileLog(path), lambda _: Lanterns()).ok


def test_killing_at_any_moment_loses_no_answered_decision(tmp_path: Path) -> None:
    file_game(tmp_path, rounds=99)
    path = tmp_path / "game.kurgan"
    kept: list[tuple[int, str]] = []
    for i in range(6):
        worker = start_worker(path, 1000, 0)
        assert worker.stdout is not None
        first = worker.stdout.readline()
        time.sleep(0.013 * i)
        os.kill(worker.pid, signal.SIGKILL)
        out, _ = worker.communicate(timeout=60)
        kept += told(first + out)
        lines = read_text(path.read_bytes()).lines
        for number, check in kept:
            assert lines[number - 1].check == check
        session = Session.load(Lanterns(), FileLog(path))
        session.roll_on()
    assert len(kept) >= 6
    assert verify(FileLog(path), lambda _: Lanterns()).ok


def test_a_session_that_looks_on_does_not_write_over_anothers_orders_or_secrets(tmp_path: Path) -> None:
    """Mine was opened before; it closes after the other left orders and the game has gone on."""
    path = tmp_path / "game.kurgan"
    file_game(tmp_path, rounds=99, seed=None).close()
    mine = Session.load(Lanterns(), FileLog(path))
    other = Session.load(Lanterns(), FileLog(path))
    mine.act("red", ["bid 1"])
    other = Session.load(Lanterns(), FileLog(path))
    other.order("blue", "reply", "always two")
    other.act("red", ["left"])
    other.close()
    mine.close()
    last = Session.load(Lanterns(), FileLog(path))
    assert [order.text() for order in last.orders("blue")] == ["always two"]
    assert FileLog(path).vault()["secrets"] == last.course.secrets
    assert Session.load(Lanterns(), FileLog(path), quick=True).state.key() == last.state.key()


def test_a_position_of_another_past_is_not_taken_for_ours(tmp_path: Path) -> None:
    """A backup of the record is put back and played on to the same length: the stored position no longer belongs."""
    path = tmp_path / "game.kurgan"
    session = file_game(tmp_path, rounds=99)
    backup = path.read_bytes()
    session.act("red", ["bid 3"])
    session.close()
    secret = (tmp_path / "game.kurgan.secret").read_bytes()
    path.write_bytes(backup)
    Session.load(Lanterns(), FileLog(path)).act("red", ["bid 1"])
    (tmp_path / "game.kurgan.secret").write_bytes(secret)
    assert truth(Session.load(Lanterns(), FileLog(path), quick=True)).bid == 1


def test_a_secret_left_over_from_another_game_is_not_mixed_in(tmp_path: Path) -> None:
    file_game(tmp_path, seed=None)
    (tmp_path / "game.kurgan").unlink()
    session = file_game(tmp_path, seed=None)
    assert FileLog(tmp_path / "game.kurgan").vault()["secrets"] == session.course.secrets


def test_closing_after_the_end_leaves_no_secret_behind(tmp_path: Path) -> None:
    session = file_game(tmp_path, rounds=2, seed=None)
    session.act("red", ["bid 1"])
    looker = Session.load(Lanterns(), FileLog(tmp_path / "game.kurgan"))
    looker.act("red", ["left"])
    play_out(Session.load(Lanterns(), FileLog(tmp_path / "game.kurgan")))
    looker.close()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.kurgan"]


def test_a_full_disk_leaves_no_half_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = file_game(tmp_path)
    path = tmp_path / "game.kurgan"
    before, key = path.read_bytes(), session.state.key()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NoRecord, match="No space left"):
        session.act("red", ["bid 1"])
    assert path.read_bytes() == before
    assert session.state.key() == key
    monkeypatch.undo()
    session.act("red", ["bid 1"])
    assert verify(FileLog(path), lambda _: Lanterns()).ok


def test_a_secret_left_behind_after_the_end_is_swept_up(tmp_path: Path) -> None:
    """Killed between the last line and the removal of the secret."""
    session = file_game(tmp_path, seed=None)
    secret = tmp_path / "game.kurgan.secret"
    kept = secret.read_bytes()
    play_out(session)
    secret.write_bytes(kept)
    Session.load(Lanterns(), FileLog(tmp_path / "game.kurgan")).close()
    assert not secret.exists()


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**12) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)


def finished_lines(path: Path = SPECIMENS[-1]) -> list[str]:
    """A record with a line of nearly every kind."""
    return path.read_text(encoding="utf-8").splitlines()


@settings(max_examples=400)
@given(data=st.data())
def test_nonsense_in_any_field_is_reported_and_never_a_crash(data: st.DataObject) -> None:
    """Well chained lines with fields of the wrong kind: verify says no (or finds nothing wrong), and nothing else."""
    lines = finished_lines(data.draw(st.sampled_from(SPECIMENS)))
    number = data.draw(st.integers(1, len(lines)))
    fields = json.loads(lines[number - 1])
    name = data.draw(st.sampled_from(sorted(set(fields) - {"check", "prev", "number"})))
    texts = rewritten(lines, number, **{name: data.draw(JSON_VALUES)})
    try:
        report = verify(MemoryLog(texts), lambda _: Lanterns())
    except Misspelt:
        return
    assert report.ok or report.line


@settings(max_examples=200)
@given(data=st.binary(max_size=300), at=st.integers(0, 3000))
def test_any_bytes_in_a_record_are_refused_or_read(data: bytes, at: int) -> None:
    whole = "".join(line + "\n" for line in finished_lines()).encode()
    before = whole[:at].count(b"\n")
    try:
        reading = read_text(whole[:at] + data + whole[at:])
    except Damaged as e:
        lost = e.line
    else:
        lost = len(reading.lines) + 1
    assert lost > before, "what stands before the nonsense is read"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"kurgan": "secret", "secrets": []}', '{"kurgan": "secret", "position": {"number": "x"}}'],
)
def test_a_damaged_secret_is_said_so(tmp_path: Path, text: str) -> None:
    file_game(tmp_path, seed=None)
    (tmp_path / "game.kurgan.secret").write_text(text)
    with pytest.raises(NoRecord, match="secret"):
        Session.load(Lanterns(), FileLog(tmp_path / "game.kurgan"))


def test_a_rewind_whose_consent_is_no_list_of_seats_is_reported() -> None:
    """Found by the test above on another machine: lists inside the list of those who agreed."""
    lines = finished_lines()
    number = next(n for n, line in enumerate(lines, 1) if json.loads(line)["kind"] == "rewind")
    report = verify(MemoryLog(rewritten(lines, number, agreed=[[]])), lambda _: Lanterns())
    assert not report.ok
    assert report.line == number
