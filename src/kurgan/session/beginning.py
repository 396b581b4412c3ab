"""Small things that a session needs when it begins or is opened."""

from collections.abc import Mapping, Sequence

from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Game, Json, Misspelt, Outcome
from kurgan.kernel.sentences import common
from kurgan.session.known import known
from kurgan.session.record import FORMAT, MAGIC, Line
from kurgan.session.replay import BOT, OPEN, PERSON, Course, Holder


def outcome_json(outcome: Outcome, rewinds: int) -> Json:
    """How a game ended, with how often somebody went back past dice."""
    return {
        "name": outcome.name,
        "winners": list(outcome.winners),
        "rule": outcome.rule,
        "score": outcome.score,
        "rewinds": rewinds,
    }


def unknown_seat(seat: str, names: Sequence[str]) -> str:
    return common("unknown_seat", seat=seat, near=nearest(seat, list(names)), known=", ".join(names))


def seat_holders(names: Sequence[str], wanted: Mapping[str, str]) -> dict[str, Holder]:
    for seat in wanted:
        if seat not in names:
            raise Misspelt(unknown_seat(seat, names))
    holders = {}
    for seat in names:
        held, _, name = wanted.get(seat, OPEN).partition(" ")
        if held not in (PERSON, BOT, OPEN) or (held == BOT) != bool(name and held == BOT):
            raise Misspelt(common("seat_held_by", held=wanted[seat]))
        holders[seat] = Holder(held, name)
    return holders


def header_fields(game: Game, scenario: str, options: Json, holders: Mapping[str, Holder], folder: str) -> Json:
    info = game.info
    return {
        "kurgan": MAGIC,
        "format": FORMAT,
        "title": game.name,
        "pack": {
            "title": info.title,
            "checksum": info.checksum,
            "reconstructed": info.reconstructed,
            "folder": folder,
        },
        "rules": game.rules_version,
        "scenario": scenario,
        "options": options,
        "seats": [{"seat": seat, "held": held, "name": name} for seat, (held, name) in holders.items()],
    }


def rules_in(lines: Sequence[Line]) -> tuple[int, str]:
    """Rules version and pack checksum under which the last part of a record was played."""
    for line in reversed(lines):
        if line.kind == "rules":
            return line.fields["rules"], line.fields["checksum"]
    header = lines[0].fields
    return header["rules"], header["pack"].get("checksum", "")


def other_rules(game: Game, lines: Sequence[Line]) -> str:
    """What to say of a record that does not fit: under which rules it was played, if not under these."""
    version, checksum = rules_in(lines)
    if version != game.rules_version:
        return f"the game was played under rules version {version}, this is version {game.rules_version}"
    return "" if checksum == game.info.checksum else "the game was played with another pack of data"


def skimmed(game: Game, lines: Sequence[Line], vault: Json, number: int) -> Course:
    """A course that has read seats, words and dice of the first lines without replaying them."""
    course = Course(game, known(lines, vault))
    for line in lines[:number]:
        course.skim = line.number > 1
        course.feed(line)
    course.skim = False
    return course


def stored_position(lines: Sequence[Line], vault: Json) -> Json | None:
    """The position kept with the secret, if it belongs to this very record and not to another past of it."""
    return fitting(lines, vault.get("position"))


def fitting(lines: Sequence[Line], stored: Json | None) -> Json | None:
    """A stored position, if it is one of this very record."""
    if stored is None or not 0 < stored["number"] <= len(lines):
        return None
    return stored if lines[stored["number"] - 1].check == stored["check"] else None


def rules_line(game: Game, fits: bool, base: int) -> Json:
    """The line that says which rules hold from here on."""
    return {"rules": game.rules_version, "checksum": game.info.checksum, "fits": fits, "base": base}


def rules_note(line: Json | None, dropped: int) -> str:
    """What to tell the players about rules that changed so that their game no longer fits; empty otherwise."""
    if line is None or line["fits"]:
        return ""
    lost = ""
    if dropped == 1:
        lost = "; the last line does not fit and no longer holds"
    elif dropped:
        lost = f"; the last {dropped} lines do not fit and no longer hold"
    return f"the rules have changed: from here on version {line['rules']} holds{lost}"


def changed_hands(course: Course) -> bool:
    """Whether somebody else, or a bot, played a seat for a while."""
    had: dict[str, str] = {row["seat"]: _who(row["held"], row["name"]) for row in course.header["seats"]}
    for entry in course.entries:
        if entry.line.kind != "seat":
            continue
        fields = entry.line.fields
        before, now = had[fields["seat"]], _who(fields["held"], fields["name"])
        if before != OPEN and now != before:
            return True
        had[fields["seat"]] = now
    return bool(course.left)


def _who(held: str, name: str) -> str:
    """A person may change his name; a bot of another name is another player."""
    return f"{held} {name}" if held == BOT else PERSON if held == PERSON else OPEN
