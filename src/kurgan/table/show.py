"""What one seat is shown of a game, as plain data: the position, the question, the log, the odds.

Everything here is made from the seat's own view and from what the rules say to that seat; nothing reads the hidden
part of a position. Nothing here knows a title.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kurgan import odds
from kurgan.kernel.protocol import Choice, Decide, Game, Json, Over, Throw, spoken
from kurgan.session.course import Course, Entry
from kurgan.session.session import Session
from kurgan.session.stream import entry_for, sees
from kurgan.table import luck

MOST_REPEATS = 12
MOST_CHECKED = 60
"""Choices that are tried out to see whether dice follow; beyond that nobody would read the note."""


def table(session: Session, seat: str) -> Json:
    """Everything that the page shows to one seat; the same for everybody who sits there."""
    game, course = session.game, session.course
    pending = course.pending()
    view = game.view(session.state, session.seat_index(seat))
    header = session.header
    scenario = next((s for s in game.scenarios() if s.name == header["scenario"]), None)
    shown: Json = {
        "id": header["game"],
        "title": game.title,
        "game": game.name,
        "pack": header["pack"]["title"],
        "reconstructed": header["pack"]["reconstructed"],
        "scenario": header["scenario"],
        "scenario_title": scenario.title if scenario else header["scenario"],
        "options": header["options"],
        "number": course.number,
        "seat": seat,
        "pending": pending_json(course, pending),
        "prompt": session.prompt(seat),
        "crumbs": [] if isinstance(pending, Over) else [list(crumb) for crumb in spoken(game.where(session.state))],
        "question": question(session, seat, pending),
        "scene": scene(session, course, view),
        "undo": undo(session, seat),
        "commitment": course.epochs[-1].commitment,
        "secret": next(iter(revealed(course).values()), ""),
        "over": isinstance(pending, Over),
        "rewinds": course.rewinds,
        "note": session.rules_note,
    }
    if "parent" in header:
        shown["branch"] = {"of": header["parent"]["game"], "at": header["parent"]["number"]}
    return shown


def scene(session: Session, course: Course, view: Any) -> Json:
    """The title's own scene; a resignation is an end that no rule knows."""
    shown = session.game.scene(view)
    if course.resigned:
        shown["over"] = {"name": "resigned", "title": "Resigned.", "text": session.prompt(""), "rule": ""}
    return shown


def revealed(course: Course) -> dict[str, str]:
    return dict(course.secrets) if course.revealed else {}


def pending_json(course: Course, pending: Decide | Throw | Over) -> Json:
    if isinstance(pending, Over):
        return {"kind": "over", "seat": "", "step": "", "rule": pending.outcome.rule}
    if isinstance(pending, Throw):
        return {"kind": "throw", "seat": "", "step": pending.step, "rule": pending.rule}
    return {"kind": "decide", "seat": course.seat_names[pending.seat], "step": pending.step, "rule": pending.rule}


def question(session: Session, seat: str, pending: Decide | Throw | Over) -> Json | None:
    """The question with every legal answer, for the seat that is asked and for nobody else."""
    if not isinstance(pending, Decide) or session.seat_names[pending.seat] != seat:
        return None
    game, state = session.game, session.state
    choices = [choice_json(game.choice(state, a)) for a in session.legal()]
    plain = [c for c in choices if not c["place"] and not c["piece"]]
    for choice in plain[:MOST_CHECKED]:
        choice["final"], choice["repeat"] = ahead(game, state, choice["answer"], choice["action"])
    for choice in choices:
        del choice["answer"]
    return {
        "number": session.number,
        "seat": seat,
        "step": pending.step,
        "rule": pending.rule,
        "prompt": session.prompt(seat),
        "guide": game.guide(state),
        "far": pending.step in game.marches(),
        "choices": choices,
    }


def choice_json(choice: Choice) -> Json:
    return choice._asdict()


def ahead(game: Game, state: Any, answer: int, action: str) -> tuple[bool, int]:
    """Whether the dice are asked as soon as this is answered (then it is final), and how often it could be repeated.

    It is the same question as long as no answer is new: the next headquarters of a row is another question.
    """
    before, known = game.pending(state), set(game.legal(state))
    after = state.copy()
    game.answer(after, answer)
    if isinstance(game.pending(after), Throw):
        return True, 1
    times = 1
    while times < MOST_REPEATS and game.pending(after) == before and known.issuperset(game.legal(after)):
        again = next((a for a in game.legal(after) if game.spell(after, a) == action), None)
        if again is None:
            break
        game.answer(after, again)
        times += 1
    return False, times


def undo(session: Session, seat: str) -> Json:
    """How far this seat may take back: freely, alone past dice, or if the others agree."""
    if not seat or session.course.skim:
        return {"step": 0, "turn": 0, "alone": False, "asks": False}
    first, last = session.undo_range(seat)
    others = [name for name in session.course.people() if name != seat]
    decided = any(moment.seat == seat for moment in session.course.trail[session.course.floor :])
    alone = not others
    return {
        "step": last if last else int(alone and decided),
        "turn": first,
        "alone": alone and not last and decided,
        "asks": bool(others) and not last and decided,
    }


# Log ------------------------------------------------------------------------------------------------------------


def log(session: Session, seat: str, after: int = 0, fights: Json | None = None) -> list[Json]:
    """Lines after a number as this seat may read them; ``fights`` is the face's word on which events end a fight."""
    session._look_back()
    entries = session.course.entries
    first = next((place for place in range(len(entries), 0, -1) if entries[place - 1].line.number <= after), 0)
    holds = {moment.number for moment in session.course.trail if moment.number > after}
    index = session.seat_index(seat)
    lines = []
    for place in range(first, len(entries)):
        line = log_line(session.game, entries[place], index, seat, holds)
        if line is not None:
            ended = luck.fight_ended(session.game, entries, place, fights or {})
            if ended is not None:
                line["fight"] = ended.mark
            lines.append(line)
    return lines


def log_line(game: Game, entry: Entry, index: int, seat: str, holds: set[int]) -> Json | None:
    shown = entry_for(game, entry, index, seat)
    kind = shown["kind"]
    if kind in ("header", "word"):
        return None
    names: Sequence[tuple[str, str]] = getattr(game, "event_kinds", ())
    events = [
        {"rule": event["rule"], "text": event["text"], "kind": names[event["kind"]][0] if names else ""}
        for event in shown["events"]
    ]
    line: Json = {
        "number": shown["number"],
        "who": shown.get("seat", ""),
        "kind": kind,
        "step": shown.get("step", ""),
        "rule": shown.get("rule", ""),
        "events": events,
    }
    if kind == "answer" and "answer" in shown:
        line["action"] = shown["answer"]
    if kind == "dice" and str(shown.get("answer", "")).startswith("roll "):
        line["dice"] = [int(face) for face in shown["answer"][5:].split("+")]
    if kind in ("answer", "dice"):
        if shown["number"] not in holds:
            line["undone"] = True
    else:
        events.append({"rule": "", "text": plain_words(shown), "kind": kind})
    if "by" in shown:
        line["by"] = shown["by"]
    return line


def plain_words(shown: Json) -> str:
    """Lines of the record that are no answers, in words."""
    seat = str(shown.get("seat", "")).replace("_", " ").capitalize()
    match shown["kind"]:
        case "undo":
            return f"{seat} took back everything from number {shown['to']} on."
        case "rewind":
            return f"{seat} went back past the dice, to number {shown['to']}. The dice will not repeat."
        case "resign":
            return f"{seat} resigned."
        case "seat":
            held = shown["held"]
            who = f"bot {shown['name']}" if held == "bot" else shown["name"] or "a person"
            return f"{seat} is now free." if held == "open" else f"{seat} is now played by {who}."
        case "rules":
            return f"From here on the rules of version {shown['rules']} hold."
        case "secret":
            return "New dice from here on."
        case "note":
            return str(shown["text"])
        case "reveal":
            return "The secret of the dice is revealed: every roll can be checked."
    return ""


def moment(session: Session, number: int, seat: str) -> Json:
    """The position after a line, as this seat saw it then; the game goes on elsewhere."""
    course = session.past(max(1, min(number, session.course.number)))
    game = session.game
    view = game.view(course.state, session.seat_index(seat))
    shown = game.scene(view)
    crumbs = [] if isinstance(course.pending(), Over) else [list(crumb) for crumb in spoken(game.where(course.state))]
    return {
        "number": course.number,
        "of": session.course.number,
        "scene": shown,
        "crumbs": crumbs,
        "turn": shown.get("turn", {}).get("number", 0),
    }


LOOK_EVERY = 8
"""The time line looks at every so many answers: a picture of a game needs no more."""


def turns(session: Session) -> Json:
    """The time line of what holds now: where each turn begins, and how the tracks stood on the way; public facts only.

    Tracks are those of the scene that can rise and fall; the turn itself, which only rises, is left out.
    """
    session._look_back()
    game, course = session.game, session.course
    state = course.position_at(course.floor)
    found: list[Json] = []
    tracks: dict[str, Json] = {}
    last = None
    for place in range(course.floor, len(course.trail) + 1):
        if place % LOOK_EVERY == 0 or place == len(course.trail):
            number = course.trail[place - 1].number if place > course.floor else 1
            seen = game.scene(game.view(state, -1))
            turn = seen.get("turn", {})
            if turn.get("number") != last:
                last = turn.get("number")
                found.append({"number": number, "label": turn.get("label", str(last))})
            trace(tracks, number, seen.get("tracks", []))
        if place < len(course.trail) and course.trail[place].answer >= 0:
            game.answer(state, course.trail[place].answer)
    return {"turns": found, "tracks": [track for track in tracks.values() if len(track["points"]) > 1]}


def trace(tracks: dict[str, Json], number: int, seen: Sequence[Json]) -> None:
    """Add a point to each track whose value changed; one point for the start of each."""
    for track in seen:
        if track["name"] == "turn" or "high" not in track:
            continue
        name = track["name"]
        if name not in tracks:
            tracks[name] = {"name": name, "label": track["label"], "low": track.get("low", 0), "points": []}
            tracks[name] |= {"high": track["high"], "shape": track.get("shape", "number")}
        points = tracks[name]["points"]
        if not points or points[-1][1] != track["value"]:
            points.append([number, track["value"]])


def apart(session: Session, seat: str, other: str) -> bool:
    """Whether two seats see other things: on the board now, or of what has happened so far.

    Only for somebody who holds both: to anyone else the answer would tell something of the other seat.
    """
    game, state = session.game, session.state
    index, other_index = session.seat_index(seat), session.seat_index(other)
    if game.scene(game.view(state, index)) != game.scene(game.view(state, other_index)):
        return True
    session._look_back()
    happened = (event for entry in session.course.entries for event in entry.events)
    return any(sees(event, index) != sees(event, other_index) for event in happened)


# Reasons and chances --------------------------------------------------------------------------------------------


def why(session: Session, seat: str, place: str, piece: str) -> Json | None:
    """Why a place or piece may not be chosen now, with the rule; None if it may."""
    pending = session.pending
    if not isinstance(pending, Decide) or session.seat_names[pending.seat] != seat:
        return None
    game, state = session.game, session.state
    legal = set(session.legal())
    reason: Json | None = None
    for answer in game.space(state):
        choice = game.choice(state, answer)
        if place and choice.place != place:
            continue
        if piece and choice.piece and choice.piece != piece:
            continue
        if not place and choice.piece != piece:
            continue
        if answer in legal:
            return None
        refusal = game.why_not(state, pending.seat, answer)
        if refusal is not None and reason is None:
            reason = {"rule": refusal.rule, "code": refusal.code, "text": refusal.text}
    return reason or {"rule": pending.rule, "code": "not_asked", "text": f"Not asked now. {session.prompt(seat)}"}


def chances(session: Session, seat: str, spec: Sequence[Json], facts: Sequence[Json]) -> Json | None:
    """The odds of the fight under way, exact where they can be, as bars that the face names."""
    found = odds.pending(session.game, session.state, session.seat_index(seat))
    return told(found, spec, facts) if found is not None else None


def told(found: odds.PendingOdds, spec: Sequence[Json], facts: Sequence[Json]) -> Json:
    """A report as the panel shows it."""
    report = found.report()
    lines = []
    for fact in facts:
        value = dig(report, fact["key"])
        if isinstance(value, Mapping) and "decimal" in value:
            shape = "+.2f" if fact.get("signed") else ".2f"
            lines.append([fact["label"], format(value["decimal"], shape)])
    return {
        "title": str(report.get("fight", "")),
        "bars": bars(report, spec),
        "facts": lines,
        "exact": bool(report.get("exact", True)),
        "note": "" if report.get("exact", True) else sampled(report),
        "policy": report.get("policy", {}),
        "report": report,
    }


def bars(report: Json, spec: Sequence[Json]) -> list[Json]:
    """The chances that the face names, in its order."""
    found = []
    for bar in spec:
        weight = dig(report, bar["key"])
        if isinstance(weight, Mapping) and "decimal" in weight:
            found.append({**bar, "key": "", "chance": weight["decimal"], "fraction": weight["fraction"]})
    return found


def advice(session: Session, seat: str, hint: Json, spec: Sequence[Json]) -> Json:
    """A bot's hint with the odds of the fight that it leads to."""
    found = odds.after(session.game, session.state, session.seat_index(seat), hint["answers"])
    shown = bars(found.report(), spec) if found is not None else []
    return {"actions": hint["actions"], "reasons": hint["reasons"], "bars": shown}


def sampled(report: Json) -> str:
    """How an answer that is not exact was found."""
    if report.get("samples"):
        return f"{report['samples']} fights sampled."
    return f"Averaged over {report.get('worlds', 0)} positions that may be true."


def dig(report: Json, keys: Sequence[str]) -> Any:
    found: Any = report
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def last_words(session: Session, entries: Sequence[Entry]) -> str:
    """The last thing that everybody saw, for lists of games."""
    game = session.game
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if event.seen_by == -1:
                return game.sentence(event)
    return ""
