"""What several commands need: opening records, reading options, printing."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from kurgan import games
from kurgan.kernel.protocol import Game, Json, Misspelt, spoken
from kurgan.session.beginning import outcome_json
from kurgan.session.bounds import read_json
from kurgan.session.logs import FileLog, Log, MemoryLog, NoRecord, is_vault
from kurgan.session.record import is_record
from kurgan.session.replay import BOT
from kurgan.session.session import Session
from kurgan.terminal.words import outcome_words, said, seat_word

SUFFIX = ".kurgan"


def print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=1))


def say(text: str) -> None:
    """A remark that is not the answer: on standard error."""
    print(text, file=sys.stderr)


def pairs(words: Sequence[str], what: str) -> dict[str, str]:
    """ "a=b" words as a table."""
    table: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Misspelt(f"expected {what}, not '{word}'")
        table[name.strip()] = value.strip()
    return table


def told_of_idle(game: Game, scenario: str, options: Mapping[str, str]) -> None:
    """A remark on every option that is changed and means nothing in this scenario."""
    for option in game.options():
        if options.get(option.name, option.default) != option.default and not option.counts_in(scenario):
            say(said("option_idle", option=option.name, scenario=scenario, scenarios=", ".join(option.scenarios)))


def bots_named(words: Sequence[str], *, kept: bool = False) -> dict[str, str]:
    """ "german=greedy" words as a table; every bot must exist. What is ``kept`` in a record names no class."""
    named = pairs(words, "SEAT=BOT")
    if named:
        from kurgan import bots

        for name in named.values():
            (bots.make if kept else bots.make_own)(name)
    return named


def game_of(header: Json) -> Game:
    """The title (and pack) that a record was played with."""
    return games.load(header["title"], header["pack"].get("folder", ""))


def open_log(path: Path) -> Log:
    """The log of a record file; an export is opened for reading only, in memory."""
    if path.is_dir():
        raise NoRecord(f"{path} is a folder, not a record")
    log = FileLog(path)
    try:
        with path.open("rb") as file:
            head = file.read(200)
    except OSError:
        return log
    if b'"kurgan": "export"' not in head:
        return log
    try:
        data = read_json(path.read_text(encoding="utf-8"))
        texts, vault = data["record"], data["secret"]
    except (ValueError, KeyError, TypeError) as e:
        raise NoRecord(f"{path} is a damaged export") from e
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts) or not is_vault(vault):
        raise NoRecord(f"{path} is a damaged export")
    return MemoryLog(texts, vault)


def open_session(path: Path, log: Log | None = None) -> Session:
    """Open a game; a remark says if its last line was cut off or its rules have changed.

    A long game is opened from its stored position; ``kurgan verify`` replays everything.
    """
    log = log if log is not None else open_log(path)
    header = log.read().lines[0].fields
    session = Session.load(game_of(header), log, quick=True)
    remark(session, path)
    return session


def file_log(path: Path) -> FileLog:
    """The log of a file that will be written to."""
    log = open_log(path)
    if not isinstance(log, FileLog):
        raise NoRecord(f"{path} is an export; it can be shown and verified, not played on")
    return log


def remark(session: Session, path: Path) -> None:
    if session.cut:
        say(f"kurgan: {path}: {session.cut}")
    if session.rules_note:
        say(f"kurgan: {path}: {session.rules_note}")


def is_record_file(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return is_record(file.read(200))
    except OSError:
        return False


def fresh_name(folder: Path, title: str, scenario: str) -> Path:
    """A file name that is not taken yet."""
    number = 1
    while True:
        path = folder / f"{title}-{scenario}-{number}{SUFFIX}"
        if not path.exists():
            return path
        number += 1


def look(session: Session, seat: str | None) -> Json:
    """The position as a seat sees it; None is the seat to decide."""
    asked = session.awaited
    names = session.seat_names
    viewer = seat if seat is not None else (asked if asked in names else names[0] if len(names) == 1 else "")
    pending = session.pending
    outcome = session.outcome
    seen = session.seen(viewer)
    crumbs = [] if outcome is not None else spoken(seen.where())
    return {
        "number": session.number,
        "seat": asked,
        "view": viewer,
        "rule": outcome.rule if outcome is not None else getattr(pending, "rule", ""),
        "step": getattr(pending, "step", ""),
        "prompt": seen.prompt(),
        "where": [f"{crumb.rule} {crumb.title}".strip() for crumb in crumbs],
        "actions": [{"action": choice.action, "rule": choice.rule, "label": choice.label} for choice in seen.choices()],
        "outcome": outcome_json(outcome, session.course.rewinds) if outcome is not None else None,
        "title": session.header["title"],
        "scenario": session.header["scenario"],
        "options": session.header["options"],
        "pack": session.header["pack"],
        "seats": [{"seat": name, "held": session.seats[name].held, "name": session.seats[name].name} for name in names],
        "dice": "open seed" if session.course.is_open() else "committed",
        "commitment": session.course.epochs[-1].commitment,
        "rewinds": session.course.rewinds,
        "map": seen.map_text(),
    }


def story(entries: Sequence[Json]) -> list[str]:
    """Lines of a log for people: throws, and what happened with its rule."""
    lines: list[str] = []
    for entry in entries:
        if entry["kind"] == "dice":
            throw = entry.get("answer", said("log_secret"))
            lines.append(said("show_dice", throw=throw, asked=entry["asked"], rule=entry["rule"]))
        elif entry["kind"] in ("undo", "rewind"):
            seen = said("show_all_shown") if entry.get("seen") else ""
            lines.append(said("show_went_back", seat=seat_word(entry["seat"]), line=entry["to"], seen=seen))
        elif entry["kind"] == "resign":
            lines.append(said("log_resigned", seat=seat_word(entry["seat"])).rstrip("."))
        elif entry["kind"] == "answer" and "answer" in entry:
            by = said("show_by", by=entry["by"]) if "by" in entry else ""
            lines.append(f"  {seat_word(entry['seat'])}: {entry['answer']}{by}")
        for event in entry["events"]:
            lines.append(f"    {event['text']} [{event['rule']}]")
    return lines


def ending(session: Session) -> str:
    """How a game ended, as its title says it; empty while it goes on."""
    outcome = session.outcome
    return outcome_words(outcome.name, session.seen("").scene()) if outcome is not None else ""


def print_look(shown: Json, how: str, with_map: bool = True) -> None:
    """The position on paper, or how the game ended."""
    print(said("show_head", title=shown["title"], scenario=shown["scenario"], number=shown["number"]))
    if with_map:
        print(shown["map"].rstrip())
    if shown["outcome"] is not None:
        print_outcome(shown["outcome"], how)
        return
    print(" > ".join(shown["where"]))
    print(f"{seat_word(shown['seat'])}: {shown['prompt']} [{shown['rule']}]")
    for action in shown["actions"]:
        label = f"  {action['label']}" if action["label"] != action["action"] else ""
        print(f"  {action['action']:<28} [{action['rule']}]{label}")


def print_outcome(outcome: Json, how: str) -> None:
    winners = ", ".join([seat_word(winner) for winner in outcome["winners"]]) or said("nobody")
    rule = f" [{outcome['rule']}]" if outcome["rule"] else ""
    print(said("show_over", how=how, winners=winners, score=outcome["score"]) + rule)
    if outcome["rewinds"]:
        print(said("went_back", count=outcome["rewinds"]))


def bot_seats(session: Session) -> dict[str, str]:
    """Seats that the record says are held by bots."""
    return {seat: holder.name for seat, holder in session.seats.items() if holder.held == BOT}
