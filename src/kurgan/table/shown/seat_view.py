"""What one seat is shown of a game: the position, the question, the log, the odds.

Everything here is made from a ``Seen``, the eyes of that seat; there is no position here to read anything hidden from.
Nothing here knows a title.
"""

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec
from msgspec import UNSET

from kurgan import odds
from kurgan.kernel.protocol import CAST, EVERYONE, Decide, Event, Game, Json, Over, Retold, Throw, spoken
from kurgan.kernel.sentences import seat_word
from kurgan.session.seen import Seen
from kurgan.session.session import Session
from kurgan.table.model import replies
from kurgan.table.model.replies import Part
from kurgan.table.model.scene import FaceBar, FaceFact, Scene, Track
from kurgan.table.shown import luck
from kurgan.table.shown.heads import Heads
from kurgan.table.words import say, translated

MOST_CHECKED = 60
"""Choices that are tried out to see whether dice follow; beyond that nobody would read the note."""

ALWAYS_TOLD = ("sides", "places", "pieces")
"""Parts that every scene has, be it whole or what is new."""


def table(session: Session, seat: str) -> replies.SeatTable:
    """Everything that the page shows to one seat; the same for everybody who sits there."""
    game, course = session.game, session.course
    seen = session.seen(seat)
    header = session.header
    scenario = next((s for s in game.scenarios() if s.name == header["scenario"]), None)
    parent = header.get("parent")
    return replies.SeatTable(
        id=header["game"],
        title=game.named(game.title),
        game=game.name,
        pack=header["pack"]["title"],
        reconstructed=header["pack"]["reconstructed"],
        scenario=header["scenario"],
        scenario_title=scenario.title if scenario else header["scenario"],
        aim=scenario.aim if scenario else "",
        options=header["options"],
        number=course.number,
        moved=course.moved,
        seat=seat,
        pending=pending(session, seen.pending),
        prompt=seen.prompt(),
        crumbs=crumbs(seen),
        question=question(seen, session.number),
        scene=scene(seen),
        undo=undo(session, seat),
        dice=dice(session),
        over=seen.is_over,
        rewinds=course.rewinds,
        note=session.rules_note,
        branch=replies.BranchOf(parent["game"], parent["number"]) if parent else UNSET,
    )


def scene(seen: Seen) -> Scene:
    """What the title says: a plain dictionary. tests/table/test_schema.py holds every title to the type."""
    return cast(Scene, seen.scene())


def dice(session: Session) -> replies.DiceFacts:
    return msgspec.convert(session.fairness(), replies.DiceFacts)


def difference(before: replies.SeatTable, now: Scene) -> Scene:
    """What is new in a scene since a table that the same seat was shown: changed places and pieces, other parts that
    changed, the names of those that did not, and the order of all pieces where it is another one."""
    was = before.scene
    known = {piece["id"]: piece for piece in was["pieces"]}
    order = [piece["id"] for piece in now["pieces"]]
    new = cast(Scene, {key: part for key, part in now.items() if key in ALWAYS_TOLD or was.get(key) != part})
    new["since"] = before.number
    new["same"] = [key for key in now if key not in new]
    places = was["places"]  # most are the very same dictionary
    told = now["places"].items()
    new["places"] = {name: place for name, place in told if places.get(name) is not place and places.get(name) != place}
    new["places"].update({name: {} for name in was["places"] if name not in now["places"]})
    new["pieces"] = [piece for piece in now["pieces"] if known.get(piece["id"]) != piece]
    if order != list(known):
        new["order"] = order
    return new


def crumbs(seen: Seen) -> list[replies.Crumb]:
    """Where we are in the sequence of play."""
    return [] if seen.is_over else [(crumb.rule, crumb.name, crumb.title) for crumb in spoken(seen.where())]


def pending(session: Session, asked: Decide | Throw | Over) -> replies.Pending:
    if isinstance(asked, Over):
        return replies.Pending("over", "", "", asked.outcome.rule)
    if isinstance(asked, Throw):
        return replies.Pending("throw", "", asked.step, asked.rule)
    return replies.Pending("decide", session.seat_names[asked.seat], asked.step, asked.rule)


def question(seen: Seen, number: int) -> replies.Question | None:
    """The question with every legal answer, for the seat that is asked and for nobody else."""
    asked = seen.pending
    if not isinstance(asked, Decide) or not seen.is_asked:
        return None
    return replies.Question(
        number=number,
        seat=seen.seat,
        step=asked.step,
        rule=asked.rule,
        prompt=seen.prompt(),
        guide=seen.guide(),
        far=asked.step in seen.game.marches(),
        sets_out=asked.step in seen.game.sets_out(),
        several=seen.takes_several(),
        gather=seen.gathering(),
        choices=choices(seen),
        refused=refused(seen),
        orders=[replies.OrderRule(*rule) for rule in seen.order_rules()],
    )


def choices(seen: Seen) -> list[replies.Choice]:
    """Every legal answer; buttons say what surely follows them."""
    found = []
    tried = 0
    for choice in seen.choices():
        said = replies.Choice(
            choice.action,
            choice.rule,
            choice.verb,
            choice.place,
            choice.piece,
            choice.label,
            choice.no,
            choice.ends,
            choice.attacks,
            choice.effect,
        )
        if not choice.place and not choice.piece and tried < MOST_CHECKED:
            tried += 1
            said.final, said.repeat = seen.ahead(choice.answer)
        found.append(said)
    return found


def refused(seen: Seen) -> list[replies.NotNow]:
    """What a player would look for among the buttons and cannot have now."""
    return [
        replies.NotNow(choice.action, choice.label, choice.effect, refusal.rule, refusal.text)
        for choice, refusal in seen.beside()
    ]


def undo(session: Session, seat: str) -> replies.Undo:
    """How far this seat may take back: freely, alone past dice, or if the others agree."""
    if not seat or session.course.skim:
        return replies.Undo(0, 0, False, False)
    first, last = session.undo_range(seat)
    others = [name for name in session.course.people() if name != seat]
    decided = session.has_decided(seat)
    alone = not others
    return replies.Undo(
        step=last if last else int(alone and decided),
        turn=first,
        alone=alone and not last and decided,
        asks=bool(others) and not last and decided,
    )


# Log ------------------------------------------------------------------------------------------------------------


def log(session: Session, seat: str, after: int = 0) -> list[replies.LogLine]:
    """Lines after a number as this seat may read them, those with which a fight ended marked."""
    holds = {number for number, _ in session.holding(after)}
    happened = session.happened()
    fights, tale = luck.judged(session.game), tale_of(session.game)
    first = max(after, 0)
    heads = Heads(session, seat, first)
    lines = []
    for place, told in enumerate(session.stream(seat, first), first):
        line = log_line(session.game, told, holds)
        head = heads.after(place)
        if line is not None:
            ended = luck.fight_ended(fights, happened, place)
            if ended is not None:
                line.fight = ended.mark
            if tale is not None:
                tell_fight(line, tale, told)
            line.head = head
            lines.append(line)
    return lines


def log_line(game: Game, shown: Json, holds: set[int]) -> replies.LogLine | None:
    """A line of a seat's stream as the page writes it."""
    kind = shown["kind"]
    if kind in ("header", "word"):
        return None
    line = replies.LogLine(
        number=shown["number"],
        who=shown.get("seat", ""),
        kind=kind,
        step=shown.get("step", ""),
        rule=shown.get("rule", ""),
        events=[
            replies.LogEvent(event["rule"], event["text"], game.event_name(event["kind"])) for event in shown["events"]
        ],
        by=shown.get("by", ""),
    )
    if kind == "answer":
        line.action = shown.get("answer", "")
    if kind == "dice" and str(shown.get("answer", "")).startswith("roll "):
        line.dice = [int(face) for face in shown["answer"][5:].split("+")]
        if "pools" in shown:
            line.pools = [replies.DicePool(*pool) for pool in shown["pools"]]
    if kind in ("answer", "dice"):
        line.undone = shown["number"] not in holds
    else:
        line.events.append(replies.LogEvent("", plain_words(shown), kind))
    return line


def tale_of(game: Game) -> Retold | None:
    """How this title tells a fight again."""
    return next((fight for fight in game.fights() if isinstance(fight, Retold)), None)


def tell_fight(line: replies.LogLine, tale: Retold, shown: Json) -> None:
    """What the events of a line are in the tale of a fight, and what its dice were there."""
    for said, event in zip(line.events, shown["events"], strict=False):
        said.part = cast(Part, tale.parts.get(event["kind"], ""))
        if said.part == CAST:
            line.throw = replies.Throw(*tale.cast(Event(event["rule"], event["kind"], tuple(event["args"]), EVERYONE)))


def plain_words(shown: Json) -> str:
    """Lines of the record that are no answers, in words."""
    seat = seat_word(str(shown.get("seat", ""))).replace("_", " ")
    seat = f"{seat[:1].upper()}{seat[1:]}"
    match shown["kind"]:
        case "note":
            return str(shown["text"])
        case "epoch" | "secret":
            return say("dice", why=translated(shown["why"]))
        case "rewind" if shown.get("seen"):
            return say("rewind_seen", seat=seat, to=shown["to"])
        case "seat":
            return say(_seat_words(shown), seat=seat, name=shown["name"])
        case "undo" | "rewind" | "resign" | "rules" | "tried" | "reveal" as kind:
            return say(kind, **{**shown, "seat": seat})
    return ""


def _seat_words(shown: Json) -> str:
    """Which sentence says who sits down."""
    if shown.get("lent"):
        return "seat_lent"
    held = shown["held"]
    return f"seat_{held}" if held in ("open", "bot") else "seat_person" if shown["name"] else "seat_somebody"


def moment(session: Session, number: int, seat: str) -> replies.Moment:
    """The position after a line, as this seat saw it then; the game goes on elsewhere. Where rules have changed since,
    the last one before it that is known: the number says which."""
    last = session.course.number
    number = max(1, min(number, last))
    then = session.nearest(number)
    seen = then.seen(session.seat_index(seat))
    shown = scene(seen)
    turn = shown["turn"]["number"] if "turn" in shown else 0
    return replies.Moment(then.number, last, shown, crumbs(seen), turn)


MOST_LOOKS = 250
"""Of a game longer than that the time line looks at every second answer, then at every third and so on: less than twice
as often, and a turn begins where its picture shows it, to the width of a line."""


def turns(session: Session) -> replies.TimeLine:
    """The time line of what holds now: where each turn begins, and how the tracks stood on the way; public facts only.

    Tracks are those of the scene that can rise and fall; the turn itself, which only rises, is left out.
    """
    found: list[replies.TurnMark] = []
    tracks: dict[str, replies.Curve] = {}
    last = None
    every = max(1, session.number // MOST_LOOKS)
    for place, step in enumerate(session.retrace()):
        if place % every == 0 or not step.answered:
            shown = scene(step.seen(""))
            turn = shown.get("turn")
            if turn is not None and turn["number"] != last:
                last = turn["number"]
                found.append(replies.TurnMark(step.number, turn["label"]))
            trace(tracks, step.number, shown.get("tracks", []))
    return replies.TimeLine(found, [track for track in tracks.values() if len(track.points) > 1])


def trace(tracks: dict[str, replies.Curve], number: int, seen: Sequence[Track]) -> None:
    """Add a point to each track whose value changed; one point for the start of each."""
    for track in seen:
        if track["name"] == "turn" or "high" not in track:
            continue
        name = track["name"]
        if name not in tracks:
            low, shape = track.get("low", 0), track.get("shape", "number")
            tracks[name] = replies.Curve(name, track["label"], low, track["high"], shape, [])
        points = tracks[name].points
        if not points or points[-1][1] != track["value"]:
            points.append((number, track["value"]))


def apart(session: Session, seat: str, other: str) -> bool:
    """Whether two seats see other things: on the board now, or of what has happened so far.

    Only for somebody who holds both: to anyone else the answer would tell something of the other seat.
    """
    if session.seen(seat).scene() != session.seen(other).scene():
        return True
    return any(one != two for one, two in zip(session.happened(seat), session.happened(other), strict=True))


# Reasons and chances --------------------------------------------------------------------------------------------


def why(seen: Seen, place: str, piece: str) -> replies.Reason | None:
    """Why a place or piece may not be chosen now, with the rule; None if it may."""
    asked = seen.pending
    if not isinstance(asked, Decide) or not seen.is_asked:
        return None
    reason: replies.Reason | None = None
    for choice, refusal in seen.answers_at(place, ""):
        if choice.piece != piece and (not place or (piece and choice.piece)):
            continue
        if refusal is None:
            return None
        reason = reason or replies.Reason(refusal.rule, refusal.code, refusal.text)
    return reason or replies.Reason(asked.rule, "not_asked", say("not_asked", prompt=seen.prompt()))


def chances(seen: Seen, spec: Sequence[FaceBar], facts: Sequence[FaceFact]) -> replies.Odds | None:
    """The odds of the fight under way, exact where they can be, as bars that the face names."""
    found = odds.pending(seen.game, seen.view)
    return told(found, spec, facts) if found is not None else None


def told(found: odds.PendingOdds, spec: Sequence[FaceBar], facts: Sequence[FaceFact]) -> replies.Odds:
    """A report as the panel shows it."""
    report = found.report()
    lines = []
    for fact in facts:
        value = dig(report, fact["key"])
        if isinstance(value, Mapping) and "decimal" in value:
            shape = "+.2f" if fact.get("signed") else ".2f"
            lines.append((fact["label"], format(value["decimal"], shape)))
    exact = bool(report.get("exact", True))
    return replies.Odds(
        title=str(report.get("fight", "")),
        bars=bars(report, spec),
        facts=lines,
        exact=exact,
        note="" if exact else sampled(report),
        policy=report.get("policy", {}),
        report=report,
        gathered=found.gathered,
        column=str(report.get("column", "")),
    )


def without_dice(note: str) -> replies.Odds:
    """Chances of a fight of which something comes at once."""
    return replies.Odds(title="", bars=[], facts=[], exact=False, note=note, policy={}, report={})


def bars(report: Json, spec: Sequence[FaceBar]) -> list[replies.OddsBar]:
    """The chances that the face names, in its order."""
    found = []
    for bar in spec:
        weight = dig(report, bar["key"])
        if isinstance(weight, Mapping) and "decimal" in weight:
            found.append(replies.OddsBar(bar["label"], bar["kind"], weight["decimal"], weight["fraction"]))
    return found


def advice(seen: Seen, hint: Json, spec: Sequence[FaceBar]) -> replies.Hint:
    """A bot's hint with the odds of the fight that it leads to."""
    found = odds.after(seen.game, seen.view, hint["answers"])
    shown = bars(found.report(), spec) if found is not None else []
    return replies.Hint(hint["actions"], seen.in_words(hint["answers"]), hint["reasons"], shown)


def sampled(report: Json) -> str:
    """How an answer that is not exact was found."""
    if report.get("samples"):
        return say("samples", count=report["samples"])
    return say("worlds", count=report.get("worlds", 0))


def dig(report: Json, keys: Sequence[str]) -> object:
    found: object = report
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def last_words(session: Session, since: int) -> str:
    """The last thing that everybody saw after a line, for lists of games."""
    happened = session.happened()
    for place in range(len(happened) - 1, max(since, 0) - 1, -1):
        for event in reversed(happened[place].events):
            return session.game.sentence(event)
    return ""
