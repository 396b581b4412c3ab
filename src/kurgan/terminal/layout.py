"""How things look as lines: choices, log, odds, status. Functions from data to text, so that they can be tested."""

from collections.abc import Sequence

from kurgan.kernel.protocol import Choice, Json, Route
from kurgan.terminal.words import said, seat_word

FEW = 12
"""Up to so many choices each has a line of its own; more are put together by piece."""

DEEP = 6
"""Levels of the breadcrumb that are shown."""

UNKNOWN = {"unrevealed", "hidden"}


def choice_lines(choices: Sequence[Choice]) -> list[str]:
    """Numbered choices; where there are many, those of one piece share a line."""
    if len(choices) <= FEW:
        return [f"  {i:>2}  {_with_label(choice)}" for i, choice in enumerate(choices, 1)]
    lines: list[str] = []
    for group in _groups(choices):
        if len(group) == 1:
            number, choice = group[0]
            lines.append(f"  {number:>2}  {_with_label(choice)}")
        else:
            head = _common(group[0][1])
            lines.append(f"      {head}: " + "  ".join(f"{n}) {_rest(choice, head)}" for n, choice in group))
    return lines


def _with_label(choice: Choice) -> str:
    if choice.label and choice.label != choice.action:
        return f"{choice.label}  ({choice.action})"
    return choice.action


def _groups(choices: Sequence[Choice]) -> list[list[tuple[int, Choice]]]:
    """Choices of the same verb and piece, in the order in which they first appear."""
    groups: dict[str, list[tuple[int, Choice]]] = {}
    for i, choice in enumerate(choices, 1):
        groups.setdefault(_common(choice), []).append((i, choice))
    return list(groups.values())


def _common(choice: Choice) -> str:
    words = choice.action.split()
    return " ".join(words[:-1]) if len(words) > 1 else choice.action


def _rest(choice: Choice, head: str) -> str:
    return choice.action.removeprefix(head).strip() or choice.action


def log_lines(entries: Sequence[Json]) -> list[str]:
    """What a seat saw happen, in plain words with rule numbers."""
    lines: list[str] = []
    for entry in entries:
        lines += _entry_lines(entry)
    return lines


def _entry_lines(entry: Json) -> list[str]:
    lines: list[str] = []
    kind = entry["kind"]
    events = [f"  {event['text']} [{event['rule']}]" for event in entry["events"]]
    if kind == "dice" and (not events or "answer" in entry):
        step = entry["step"].replace("_", " ")
        lines.append(said("log_dice", step=step, throw=_throw(entry), rule=entry["rule"]))
    elif kind == "answer":
        by = said("log_by", by=entry["by"]) if "by" in entry else ""
        if "answer" in entry and (by or not events):
            lines.append(f"  {seat_word(entry['seat'])}: {entry['answer']}{by} [{entry['rule']}]")
    elif kind in ("undo", "rewind"):
        past = "" if kind == "undo" else said("log_past_dice")
        seen = said("log_all_shown") if entry.get("seen") else ""
        lines.append(said("log_went_back", seat=seat_word(entry["seat"]), line=entry["to"], past=past, seen=seen))
    elif kind == "resign":
        lines.append(said("log_resigned", seat=seat_word(entry["seat"])))
    elif kind == "seat":
        lent = said("log_lent") if entry.get("lent") else ""
        who = said("a_bot" if entry["held"] == "bot" else "a_person", name=entry["name"]).rstrip()
        lines.append(said("log_played_by", seat=seat_word(entry["seat"]), who=who, lent=lent))
    elif kind == "note":
        lines.append(said("log_notes", seat=seat_word(entry["seat"]) or said("somebody"), text=entry["text"]))
    elif kind == "rules":
        lines.append(said("log_rules", version=entry["rules"]))
    return lines + events


def _throw(entry: Json) -> str:
    if "answer" not in entry:
        return said("log_secret_draw")
    verb, _, faces = str(entry["answer"]).partition(" ")
    if verb == "draw":
        return said("log_drawn", number=int(faces) + 1, asked=entry["asked"].removeprefix("1 "))
    return faces.replace("+", " ")


def crumb_line(titles: Sequence[str]) -> str:
    """Where we are in the sequence of play; of a deep place the last few levels."""
    shown = list(titles[-DEEP:])
    return " > ".join(["...", *shown] if len(titles) > DEEP else shown)


def status_lines(scene: Json) -> list[str]:
    """Turn and tracks, as far as the title tells them."""
    parts: list[str] = []
    turn = scene.get("turn")
    if turn:
        of = said("of", of=turn["of"]) if turn.get("of") else ""
        date = f", {turn['date']}" if turn.get("date") else ""
        parts.append(f"{turn.get('label', turn.get('number'))}{of}{date}")
    warnings = []
    for track in scene.get("tracks", []):
        if turn and track.get("name") == "turn":
            continue
        words = f" ({track['words']})" if track.get("words") else ""
        parts.append(f"{track.get('label', track.get('name'))} {track.get('value')}{words}")
        if track.get("warning"):
            warnings.append(f"  ! {track['warning']}")
    return ["; ".join(parts), *warnings] if parts else []


def place_lines(scene: Json, word: str) -> list[str]:
    """What stands at a place, or what a piece is; empty if the scene knows neither."""
    wanted = word.lower()
    lines: list[str] = []
    for token, place in scene.get("places", {}).items():
        if token.lower() == wanted:
            lines.append(place.get("text") or token)
            lines += [f"  {label}: {value}" for label, value in place.get("facts", [])]
            lines += [f"  {piece_line(p)}" for p in scene.get("pieces", []) if p.get("at") == token]
    for piece in scene.get("pieces", []):
        if str(piece.get("id", "")).lower() == wanted:
            lines.append(piece_line(piece))
    return lines


def piece_line(piece: Json) -> str:
    if piece.get("text"):
        return str(piece["text"])
    states = ", ".join(piece.get("states", []))
    words = [piece.get("name") or piece.get("id", ""), piece.get("factors", ""), states]
    return " ".join(str(word) for word in words if word)


def roster_lines(scene: Json) -> list[str]:
    """Every piece by side and place."""
    lines: list[str] = []
    labels = {name: side.get("label", name) for name, side in scene.get("sides", {}).items()}
    boxes = {box["name"]: box.get("label", box["name"]) for box in scene.get("boxes", [])}
    sides = list(dict.fromkeys(str(piece.get("side", "")) for piece in scene.get("pieces", [])))
    for side in sides:
        lines.append(labels.get(side, side))
        places: dict[str, list[str]] = {}
        unknown: list[str] = []
        for piece in scene.get("pieces", []):
            where = str(piece.get("at") or boxes.get(piece.get("box", ""), piece.get("box", "")))
            if piece.get("side") != side:
                continue
            if UNKNOWN & set(piece.get("states", [])):
                unknown.append(where)
            else:
                places.setdefault(where, []).append(_short_piece(piece))
        lines += [f"  {where}: {', '.join(pieces)}" for where, pieces in places.items()]
        if unknown:
            lines.append(said("sit_unseen", places=" ".join(_counted(unknown))))
    return lines


def _counted(places: Sequence[str]) -> list[str]:
    """Each place once, with how many there are where it is more than one."""
    counts = {place: places.count(place) for place in places}
    return [place if count == 1 else f"{place} (x{count})" for place, count in counts.items()]


def _short_piece(piece: Json) -> str:
    """The word one types for it; for a strongpoint or a marker, what it is."""
    name = piece.get("id", "")
    if piece.get("word"):
        name = f"{piece['word']} {piece.get('factors', '')}".strip()
    elif piece.get("layout") == "marker":
        name = piece.get("name") or name
    shown = [state for state in piece.get("states", []) if state in ("spent", "out_of_supply", "reduced", "isolated")]
    if piece.get("count"):
        name = f"{name} x{piece['count']}"
    return f"{name} ({', '.join([said(f'state_{state}') for state in shown])})" if shown else str(name)


def fight_lines(scene: Json) -> list[str]:
    """The sum of the fight being prepared, term by term with its rule."""
    fight = scene.get("fight")
    if not fight:
        return []
    lines = [str(fight.get("title", said("sit_the_fight")))]
    for half in ("attack", "defence"):
        side = fight.get(half)
        if not side:
            continue
        total = side.get("total_words") or side.get("total")
        dice = said("sit_and_dice", dice=side["dice"]) if side.get("dice") else ""
        lines.append(f"  {side.get('label', half)} {total}{dice}")
        for term in side.get("terms", []):
            amount = term["words"] if "words" in term else f"{term.get('amount', 0):+d}"
            lines.append(f"    {amount:>5}  {term.get('label', '')} [{term.get('rule', '')}]")
    lines += [f"  {note['text']} [{note.get('rule', '')}]" for note in fight.get("notes", [])]
    return lines


def hidden_lines(scene: Json) -> list[str]:
    """What has not been seen yet, as a careful player would count it."""
    lines: list[str] = []
    for group in scene.get("hidden", []):
        lines.append(f"{group.get('label', '')}: {group.get('count', '')}")
        items = [f"{item.get('label', '')} x{item.get('count', 1)}" for item in group.get("items", [])]
        if items:
            lines.append("  " + ", ".join(items))
    return lines


def route_lines(routes: Sequence[Route]) -> list[str]:
    """Where each piece can march, with the cost."""
    pieces: dict[str, list[str]] = {}
    for route in routes:
        pieces.setdefault(route.piece, []).append(f"{route.place} ({route.cost})")
    return [f"  {piece + ': ' if piece else ''}{', '.join(places)}" for piece, places in pieces.items()]
