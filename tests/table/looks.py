"""Everything that one person can ask a table for at a question, and what they should not ask for.

The same requests go to both worlds. They are chosen by somebody who knows both, as a cheat would who guesses: among
the lists of answers are those of which a part is legal in one world only.
"""

import io
import random
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from urllib.parse import quote

import msgspec

from kurgan.commands import common, records
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import Decide, IllegalAction, Misspelt
from kurgan.session.logs import FileLog
from kurgan.session.session import NotAllowed, Session
from kurgan.session.stretches import stretches
from kurgan.terminal.screen import Screen
from kurgan.terminal.sitting import Sitting
from tests.table.worlds import World

Ask = tuple[str, Callable[[World], bytes]]
"""The name under which it is counted, and what is done in each world."""

PLACES: dict[tuple[str, str], list[str]] = {}
TYPED = ("status", "units", "hidden", "sum", "guide", "log 8", "march", "standing", "seats", "choices")
PATHS = ("log", "news", "turns", "orders", "story", "luck", "talk", "routes", "charts", "face", "odds", "review")


def asks(one: World, other: World, eyes: str, dice: random.Random, dear: int) -> list[Ask]:
    """All requests for this question; every ``dear``-th time also those that take long."""
    session = one.session
    at, number = f"/games/{one.game}", session.number
    places = places_of(one)
    legal = spelled(one) if session.awaited == eyes else []
    found = [get("table", eyes, f"{at}?seat={eyes}"), get("news", eyes, f"{at}/news?seat={eyes}&after={number - 1}")]
    found += [get("why", eyes, f"{at}/why?seat={eyes}&place={quote(p)}") for p in dice.sample(places, 2)]
    found += [get("about", eyes, f"{at}/about?seat={eyes}&place={quote(p)}") for p in dice.sample(places, 1)]
    found += refusals(one, other, eyes, number, legal, dice)
    for path in PATHS:
        if dice.randrange(dear if path in ("odds", "story", "luck", "turns", "charts", "face") else 4) == 0:
            found.append(get(path, eyes, f"{at}/{path}?seat={eyes}"))
    if dice.randrange(4) == 0:
        past = dice.randrange(1, number)
        found += [get("moment", eyes, f"{at}/moment/{n}?seat={eyes}") for n in (past, number - 1)]
        found += [get("likely", eyes, f"{at}/likely/{n}?seat={eyes}") for n in (past, number)]
        found += [get("apart", eyes, f"{at}/apart?seat={eyes}&other={seat}") for seat in session.seat_names]
        found += [get("others", eyes, f"{at}?seat={seat}") for seat in session.seat_names if seat != eyes]
        found += [get("games", eyes, "/games"), export(eyes, f"{at}/export?seat={eyes}")]
        found += [get("stranger", "stranger", path) for path in (at, f"{at}/log", f"{at}/export", f"{at}/odds")]
        found.append(("show", lambda world: shown(world, eyes)))
    if dice.randrange(4) == 0:
        found += setting_out(one, other, eyes, f"{at}/routes?seat={eyes}", dice)
    if eyes and dice.randrange(dear // 2) == 0:
        found.append(("terminal", lambda world: typed(world, eyes, [*TYPED, f"why {places[0]}", *lists(legal)])))
    if legal and dice.randrange(dear) == 0:
        text = dice.choice(legal)
        found.append(get("odds/after", eyes, f"{at}/odds/after?seat={eyes}&action={quote(text)}"))
    if eyes and dice.randrange(4) == 0:
        found.append(("coach", lambda world: coached(world, eyes)))
    if dice.randrange(2 * dear) == 0:
        found.append(get("hint", eyes, f"{at}/hint?seat={eyes}"))
    if dice.randrange(4) == 0:
        found += in_spanish(at, eyes, number, legal)
    return found


def setting_out(one: World, other: World, eyes: str, path: str, dice: random.Random) -> list[Ask]:
    """Where pieces could go in one order: those that may be named in one of the worlds, and any, others' among them."""
    named = [choice.piece for world in (one, other) for choice in world.session.seen(eyes).choices() if choice.piece]
    scenes = [world.session.game.scene(world.session.view(eyes)) for world in (one, other)]
    pieces = sorted({piece["id"] for scene in scenes for piece in scene["pieces"]} | set(named))
    wanted = [sorted(set(named))[:6], dice.sample(pieces, min(3, len(pieces)))]
    texts = [quote(";".join(names)) for names in wanted if names]
    return [get("setting out", eyes, f"{path}&pieces={text}&together={flag}") for text in texts for flag in (0, 1)]


def in_spanish(at: str, eyes: str, number: int, legal: list[str]) -> list[Ask]:
    """What is told in another language is made anew from the view, so it is compared too."""
    told = [get("in Spanish", eyes, f"{at}{path}?seat={eyes}&lang=es") for path in ("", "/log", "/luck")]
    wrong = {"seat": eyes, "number": number, "actions": [*legal[:1], "nonsense"]}
    return [*told, post("in Spanish", eyes, f"{at}/answers?lang=es", wrong)]


def coached(world: World, eyes: str) -> bytes:
    """All that the coach is asked about a seat's game: its review is a function of this."""
    return canonical([stretch._asdict() for stretch in stretches(world.session, eyes)]).encode()


def places_of(world: World) -> list[str]:
    """Every place of the map; they stay what they are."""
    known = (world.session.game.name, world.session.header["scenario"])
    if known not in PLACES:
        PLACES[known] = sorted(world.session.game.scene(world.session.view(""))["places"])
    return PLACES[known]


def get(name: str, who: str, path: str) -> Ask:
    return name, lambda world: world.get(who, path)


def post(name: str, who: str, path: str, body: object) -> Ask:
    return name, lambda world: world.post(who, path, body)


def export(who: str, path: str) -> Ask:
    return "export", lambda world: without_beginning(world.get(who, path))


def refusals(one: World, other: World, eyes: str, number: int, legal: list[str], dice: random.Random) -> list[Ask]:
    """Answers that are refused: nonsense, others' questions, old numbers, and lists that begin well."""
    at = f"/games/{one.game}/answers"
    wrong = {"seat": eyes, "number": number, "actions": ["nonsense"]}
    found = [post("nonsense", eyes, at, wrong)]
    if dice.randrange(4) == 0:
        found.append(post("stale", eyes, at, {**wrong, "number": 1}))
        found.append(post("undo", eyes, f"/games/{one.game}/undo", {"seat": "stranger"}))
        found.append(post("not yours", eyes, at, {**wrong, "seat": other.session.seat_names[-1]}))
    if not legal:
        found += [post("not asked", eyes, at, {**wrong, "actions": [t]}) for t in spellable(one, dice, False)]
        return found
    found += [post("illegal", eyes, at, {**wrong, "actions": [t]}) for t in spellable(one, dice, True)]
    for first in dice.sample(legal, min(3, len(legal))):
        found.append(post("half wrong", eyes, at, {**wrong, "actions": [first, "nonsense"]}))
        ways = [set(after(world, [first])) for world in (one, other)]
        for name, texts in (("legal in one", ways[0] ^ ways[1]), ("legal in both", ways[0] & ways[1])):
            for text in dice.sample(sorted(texts), min(2, len(texts))):
                found.append(post(name, eyes, at, {**wrong, "actions": [first, text, "nonsense"]}))
    return found


def spelled(world: World) -> list[str]:
    """What may be answered now."""
    session = world.session
    return [session.game.spell(session.state, a) for a in session.game.legal(session.state)]


def after(world: World, texts: list[str]) -> list[str]:
    """What the same seat could answer after these answers, if it is asked at once."""
    game, s = world.session.game, world.session.state.copy()
    asked = game.pending(s)
    for text in texts:
        answer = game.parse(s, text)
        if not isinstance(asked, Decide) or answer not in game.legal(s):
            return []
        game.answer(s, answer)
        following = game.pending(s)
        if not isinstance(following, Decide) or following.seat != asked.seat:
            return []
    return [game.spell(s, a) for a in game.legal(s)]


def spellable(world: World, dice: random.Random, only_illegal: bool) -> list[str]:
    """Things that could be said at this question in some position."""
    session = world.session
    legal = set(session.game.legal(session.state)) if only_illegal else set()
    space = [a for a in session.game.space(session.state) if a not in legal]
    return sorted({session.game.spell(session.state, a) for a in dice.sample(space, min(3, len(space)))})


def lists(legal: list[str]) -> list[str]:
    return [f"{text}; nonsense" for text in legal[:2]]


def without_beginning(export: bytes) -> bytes:
    """Where a person alone takes the whole record home: without the position it began from, and hashes over that.

    That position is the one we put there to make two worlds; a game made at the table has none.
    """
    head, _, body = export.partition(b"\n\n")
    if b'"prev"' not in body:
        return export
    lines = [msgspec.json.decode(line) for line in body.splitlines()]
    for line in lines:
        for name in ("position", "prev", "check"):
            line.pop(name, None)
    head = b"\n".join(line for line in head.splitlines() if not line.startswith(b"content-length"))
    return head + msgspec.json.encode(lines)


# Away from the table --------------------------------------------------------------------------------------------


def typed(world: World, eyes: str, lines: list[str]) -> bytes:
    """The screen of a terminal at which this seat sits, after it has typed these lines."""
    written = io.StringIO()
    sitting = Sitting(world.session, Screen(io.StringIO(""), written), Path("game.kurgan"))
    sitting.viewer = eyes
    sitting._question()
    for line in lines:
        sitting._do(line)
    return written.getvalue().encode()


def shown(world: World, eyes: str) -> bytes:
    """``kurgan show --seat``, as text and as JSON."""
    written = io.StringIO()
    with redirect_stdout(written):
        look = common.look(world.session, eyes)
        common.print_look(look, common.ending(world.session))
        common.print_json({**look, "log": world.session.stream(eyes)})
        print(*common.story(world.session.stream(eyes)), sep="\n")
    return written.getvalue().encode()


def acted(path: Path, eyes: str, actions: list[str]) -> bytes:
    """``kurgan act FILE ANSWERS --json`` on the file of a game: what it prints, or why it refuses."""
    written = io.StringIO()
    try:
        with redirect_stdout(written):
            records.act(path, actions, eyes, None, False, True)
    except (IllegalAction, Misspelt, NotAllowed) as refused:
        written.write(f"{type(refused).__name__}: {refused}")
    return written.getvalue().encode()


def filed(session: Session, path: Path) -> None:
    """The same game as a file, from its present position."""
    with suppress(FileNotFoundError):
        path.unlink()
        Path(f"{path}.secret").unlink()
    options, position = session.header["options"], session.state.to_json()
    Session.new(session.game, session.header["scenario"], options, position=position, log=FileLog.create(path)).close()
