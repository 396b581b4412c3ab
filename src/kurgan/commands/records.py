"""Making, showing, playing and checking records."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from kurgan import games
from kurgan.commands.common import (
    bot_seats,
    bots_named,
    ending,
    file_log,
    fresh_name,
    game_of,
    look,
    open_log,
    open_session,
    pairs,
    print_json,
    print_look,
    say,
    story,
    told_of_idle,
)
from kurgan.kernel.protocol import Game, Json, Misspelt
from kurgan.kernel.sentences import common
from kurgan.session import keeper, private_files
from kurgan.session.epochs import told
from kurgan.session.logs import FileLog, NoRecord
from kurgan.session.replay import NeedsSecret
from kurgan.session.session import Session
from kurgan.session.verify import Report
from kurgan.session.verify import verify as check
from kurgan.terminal.words import said, seat_word


def new(
    title: str,
    scenario: str,
    sets: list[str],
    seed: str | None,
    pack: str,
    position: Path | None,
    bots: list[str],
    persons: list[str],
    output: Path | None,
    as_json: bool,
) -> None:
    """A new record, with its secret beside it."""
    game = games.load(title, pack)
    scenario = scenario or game.scenarios()[0].name
    game.seats(scenario)
    seats = {seat: f"bot {name}" for seat, name in bots_named(bots, kept=True).items()}
    for person in persons:
        seat, _, name = person.partition("=")
        seats[seat] = f"person {name}".strip()
    options = game.settle(pairs(sets, "OPTION=VALUE"))
    placed = _read_position_file(game, position) if position is not None else None
    if placed is not None:
        scenario, options = _set_by_position(game, placed, scenario, options)
    told_of_idle(game, scenario, options)
    path = output if output is not None else fresh_name(Path.cwd(), title, scenario)
    folder = str(Path(pack).resolve()) if pack else ""
    session = Session.new(
        game, scenario, options, seats, seed=seed, position=placed, log=FileLog.create(path), folder=folder
    )
    session.close()
    if as_json:
        print_json({"file": str(path if output is not None else path.name), **look(session, None)})
    else:
        print(path if output is not None else path.name)


def _read_position_file(game: Game, path: Path) -> Json:
    """A position in the title's text form, or in JSON."""
    try:
        return keeper.placed(game, path.read_text(encoding="utf-8"))
    except Misspelt as error:
        raise Misspelt(f"{path}: {error}") from None


def _set_by_position(game: Game, placed: Json, scenario: str, options: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Scenario and options as the position says, where it does."""
    said = placed.get("scenario")
    if said in [known.name for known in game.scenarios()]:
        scenario = said
    told = placed.get("options")
    if isinstance(told, dict):
        options = game.settle({**options, **told})
    return scenario, options


def show(file: Path, seat: str | None, log: int, as_json: bool) -> None:
    """The position as a seat sees it."""
    session = open_session(file)
    shown = look(session, seat)
    entries = session.stream(shown["view"])[-log:] if log else []
    if as_json:
        print_json({**shown, "cut": session.cut, "log": entries} if log else {**shown, "cut": session.cut})
        return
    for line in story(entries):
        print(line)
    print_look(shown, ending(session))


def act(file: Path, actions: list[str], seat: str | None, number: int | None, new_secret: bool, as_json: bool) -> None:
    """Apply decisions, all or none, and let the dice answer."""
    log = file_log(file)
    with log.held():
        session = open_session(file, log)
        if new_secret:
            session.take_new_secret()
        since = session.course.number
        try:
            session.roll_on()
            if actions:
                session.act(seat if seat is not None else session.awaited, actions, number)
        except NeedsSecret as e:
            raise NoRecord(said("act_needs_secret", file=file)) from e
        session.close()
    _report(session, since, seat, as_json)


def _report(session: Session, since: int, seat: str | None, as_json: bool) -> None:
    """What happened, and where the game stands now."""
    actor = seat if seat is not None else _actor(session, since)
    entries = session.stream(actor, since)
    shown = look(session, None)
    if as_json:
        print_json({**shown, "happened": entries})
        return
    for line in story(entries):
        print(line)
    print_look(shown, ending(session), with_map=False)


def _actor(session: Session, since: int) -> str:
    """Whose eyes a report is for: the seat that acted, or the only one there is."""
    for line in session.stream("", since):
        if line["kind"] in ("answer", "undo", "rewind", "resign"):
            return str(line["seat"])
    return session.seat_names[0] if len(session.seat_names) == 1 else ""


def auto(file: Path, bots: list[str], decisions: int | None, as_json: bool) -> None:
    """Let bots play on."""
    from kurgan.bots import make, make_own

    named = bots_named(bots)
    own = {*named.values()}
    log = file_log(file)
    with log.held():
        session = open_session(file, log)
        for seat in named:
            session.seat_index(seat)
        if named:
            named = {**bot_seats(session), **named}
        else:
            named = {**dict.fromkeys(session.seat_names, "greedy"), **bot_seats(session)}
        since = session.course.number
        session.roll_on()
        done = 0
        while session.outcome is None and session.awaited in named and (decisions is None or done < decisions):
            asked = session.asked_of_bot(named[session.awaited])
            made = make_own if asked.bot in own else make  # what only the record names must be installed
            move = made(asked.bot, asked.seed).choose(session.game, asked.view, asked.legal, asked.note)
            session.answer_of_bot(asked, move.answer, move.note, by=f"bot {asked.bot}")
            done += 1
            _progress(done, session.number)
        _progress_end(done)
        session.close()
    shown = look(session, None)
    if as_json:
        print_json({**shown, "decisions": done, "lines": session.course.number - since})
        return
    print(said("auto_decisions", count=done))
    print_look(shown, ending(session))


def _progress(done: int, number: int) -> None:
    if sys.stderr.isatty() and done % 10 == 0:
        print(f"\r{said('auto_progress', count=done, line=number)}", end="", file=sys.stderr, flush=True)


def _progress_end(done: int) -> None:
    if sys.stderr.isatty() and done >= 10:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def undo(
    file: Path, steps: int, turn: bool, to: int | None, seat: str | None, agreed: list[str], as_json: bool
) -> None:
    """Take back."""
    log = file_log(file)
    with log.held():
        session = open_session(file, log)
        since = session.course.number
        who = seat if seat is not None else session.last_decider()
        if to is not None:
            session.rewind(who, to, agreed)
        else:
            session.undo(who, steps, turn, agreed)
        session.close()
    _report(session, since, seat, as_json)


def resign(file: Path, seat: str | None, as_json: bool) -> None:
    """Give up."""
    log = file_log(file)
    with log.held():
        session = open_session(file, log)
        since = session.course.number
        session.resign(seat if seat is not None else session.awaited or session.seat_names[0])
    _report(session, since, seat, as_json)


def word(file: Path, text: str, seat: str | None) -> None:
    """A seat's own word for the dice."""
    log = file_log(file)
    with log.held():
        session = open_session(file, log)
        who = seat if seat is not None else session.awaited
        session.add_word(who, text)
        session.close()
    print(said("word_taken", file=file, seat=seat_word(who)))


def branch(file: Path, at: int | None, output: Path | None, as_json: bool) -> None:
    """From here another way: a new record with the same past and new dice."""
    session = open_session(file)
    header = session.header
    path = output if output is not None else fresh_name(file.parent, header["title"], f"{header['scenario']}-branch")
    other = session.branch(at if at is not None else session.course.number, FileLog.create(path))
    other.close()
    if as_json:
        print_json({"file": str(path), **look(other, None)})
    else:
        print(path)


def hint(file: Path, seat: str | None, as_json: bool) -> None:
    """What the greedy bot would do here, and why."""
    from kurgan.bots import make

    session = open_session(file)
    asked = session.awaited
    if asked not in session.seat_names:
        raise Misspelt(said("hint_over"))
    if seat is not None and session.seat_index(seat) != session.seat_index(asked):
        raise Misspelt(said("hint_other", seat=seat_word(asked), other=seat_word(seat)))
    bot = make("greedy", f"hint {session.header['game']} {session.number}")
    seen = session.seen(asked)
    found = bot.hint(seen.game, seen.view, seen.legal())
    if as_json:
        print_json({"seat": asked, "number": session.number, "actions": found.actions, "reasons": found.reasons})
        return
    print(said("then").join(found.actions))
    for reason in found.reasons:
        print(f"  {reason}")


def verify(files: Sequence[Path], as_json: bool) -> bool:
    """Replay and check everything; true if all fits."""
    reports = []
    for file in files:
        reports.append(check(open_log(file), game_of))
        if not as_json:
            _tell_report(file, reports[-1])
    if as_json:
        told = [report.to_json() for report in reports]
        print_json(told if len(told) > 1 else told[0])
    return all(report.ok for report in reports)


def _tell_report(file: Path, report: Report) -> None:
    if not report.ok:
        where = said("verify_line", line=report.line) if report.line else ""
        say(f"kurgan: {file}: {where}{report.reason}")
        return
    print(said("verify_fits", file=file, lines=report.lines, dice=common(f"dice_{report.dice.replace(' ', '_')}")))
    for epoch in report.epochs:
        print(f"  {told(epoch)}")
    for line in report.remarks:
        print(f"  {line}")


def export(file: Path, everything: bool, seat: str | None, position: bool, output: Path | None) -> None:
    """The record, the record with its secret, what one seat saw, or the position as text."""
    log = open_log(file)
    reading = log.read()
    if everything:
        texts = [line.text for line in reading.lines]
        text = json.dumps({"kurgan": "export", "record": texts, "secret": log.vault()}, ensure_ascii=False) + "\n"
        say(said("export_secret"))
    elif position and seat is not None:
        text = open_session(file, log).seen(seat).position_text()
    elif position:
        text = keeper.position_text(game_of(reading.lines[0].fields), reading.lines, log.vault())
    elif seat is not None:
        session = open_session(file, log)
        text = "".join([json.dumps(entry, ensure_ascii=False) + "\n" for entry in session.stream(seat)])
    else:
        text = "".join([line.text + "\n" for line in reading.lines])
        if reading.cut:
            say(f"kurgan: {file}: {reading.cut}")
    if output is None:
        print(text, end="")
    elif output.exists():
        raise NoRecord(said("exists_already", file=output))
    elif everything:
        private_files.write_new(output, text)
    else:
        output.write_text(text, encoding="utf-8")
