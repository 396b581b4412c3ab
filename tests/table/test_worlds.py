"""Whole games from two hidden worlds that look alike: what a seat receives is the same, byte by byte.

A position is taken from a random game and a second one is imagined that one pair of eyes cannot tell from it. Both are
put on a table, everybody sits down with a socket, and the same answers are given in both. As long as the rules
themselves let these eyes see the same (view and events), every frame, reply, refusal, export and line of the server's
log must be the same; when the game shows them the difference, a new pair of worlds begins there.
"""

import random
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from kurgan import games
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide
from kurgan.session.session import Session
from tests.table.worlds import World, seen_of, server_log, two_worlds

CASES: list[tuple[str, str, dict[str, str]]] = [
    ("advance", "campaign", {}),
    ("inferno", "solo", {}),
    ("inferno", "one_vs_one", {}),
    ("inferno", "two_vs_one", {}),
    ("inferno", "coop", {}),
    ("roads", "wintergewitter", {}),
    ("roads", "campaign", {}),
]
STARTS = (15, 120, 400)
"""How many decisions into a random game a pair of worlds begins."""

ANSWERS = 12
LOOK_EVERY = 6


def played(title: Any, scenario: str, options: Any, decisions: int, seed: str) -> Session | None:
    """A random game so many decisions in; None if it was over before."""
    session = Session.new(title, scenario, options, seed=seed)
    dice = random.Random(seed)
    for _ in range(decisions):
        if session.outcome is not None:
            return None
        session.answer(dice.choice(session.legal()))
    return session if session.outcome is None else None


def common_answer(one: World, other: World, dice: random.Random) -> str:
    """An answer that is legal in both worlds; empty if the seat that is asked could tell them apart by its question."""
    texts = [[w.session.game.spell(w.session.state, a) for a in w.session.legal()] for w in (one, other)]
    both = [text for text in texts[0] if text in texts[1]]
    return dice.choice(both) if both else ""


def look_around(world: World, who: str, dice: random.Random) -> list[bytes]:
    """Everything that one person can ask for, and what they should not ask for."""
    game, session = world.game, world.session
    at = f"/games/{game}"
    number = session.number
    places = sorted(session.game.scene(session.game.view(session.state, -1))["places"])
    asks = [
        f"{at}?seat={who}",
        f"{at}/log?seat={who}",
        f"{at}/turns",
        f"{at}/odds?seat={who}",
        f"{at}/orders?seat={who}",
    ]
    asks += [f"{at}/story?seat={who}", f"{at}/luck", f"{at}/talk?seat={who}", "/games", f"{at}/orders?seat={who}"]
    asks += [f"{at}/moment/{dice.randrange(1, number)}?seat={who}", f"{at}/moment/{number - 1}?seat={who}"]
    asks += [f"{at}/why?seat={who}&place={place}" for place in dice.sample(places, min(3, len(places)))]
    asks += [f"{at}/about?seat={who}&place={place}" for place in dice.sample(places, min(3, len(places)))]
    asks += [f"{at}/routes?seat={who}", *[f"{at}/odds/after?seat={who}&action={quote(t)}" for t in sayable(world, who)]]
    asks += [f"{at}/routes?seat={who}"] + [f"{at}/about?seat={who}&place={place}" for place in dice.sample(places, 2)]
    asks += [f"{at}/odds/after?seat={who}&action={text}" for text in answers(world, who, dice)]
    asks += [f"{at}/apart?seat={who}&other={seat}" for seat in session.seat_names if seat != who]
    asks += [f"{at}?seat={seat}" for seat in session.seat_names if seat != who]
    told = [world.get(who, path) for path in asks]
    told.append(without_beginning(world.get(who, f"{at}/export?seat={who}")))
    wrong = {"seat": who, "number": number, "actions": ["nonsense"]}
    told.append(world.post(who, f"{at}/answers", wrong))
    told.append(world.post(who, f"{at}/answers", {**wrong, "number": 1}))
    told.append(world.post(who, f"{at}/agree", {"seat": who}))
    told.append(world.post(who, f"{at}/undo", {"seat": "stranger"}))
    if session.awaited != who:
        asked = session.awaited
        told.append(world.post(who, f"{at}/answers", {**wrong, "seat": asked}))
        told += [world.post(who, f"{at}/answers", {**wrong, "actions": [text]}) for text in spellable(world, dice)]
        told.append(world.get(who, f"{at}/hint?seat={who}"))
    else:
        told += [world.post(who, f"{at}/answers", {**wrong, "actions": [text]}) for text in refused(world, dice)]
    return told


def answers(world: World, who: str, dice: random.Random) -> list[str]:
    """What this seat could answer now, to ask for its odds."""
    session = world.session
    if session.awaited != who:
        return ["nonsense"]
    legal = session.legal()
    return [session.game.spell(session.state, answer) for answer in dice.sample(legal, min(2, len(legal)))]


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


def sayable(world: World, who: str) -> list[str]:
    """The first things that the seat may answer now; for others, what it would be for them to ask."""
    session = world.session
    return [session.game.spell(session.state, a) for a in session.legal()[:2]] if session.awaited == who else ["done"]


def spellable(world: World, dice: random.Random) -> list[str]:
    """Things that could be said at this question in some position, whether or not they are allowed now."""
    session = world.session
    space = session.game.space(session.state)
    texts = sorted({session.game.spell(session.state, a) for a in space})
    return dice.sample(texts, min(2, len(texts)))


def refused(world: World, dice: random.Random) -> list[str]:
    """Things that may not be answered now, by the seat that is asked."""
    session = world.session
    legal = set(session.legal())
    no = [session.game.spell(session.state, a) for a in session.game.space(session.state) if a not in legal]
    return dice.sample(no, min(5, len(no)))


def agree(eyes: str, what: str, one: Any, other: Any) -> None:
    assert one == other, (
        f"{eyes or 'who watches'} could tell two worlds apart by {what}:\n{one!r:.2000}\n{other!r:.2000}"
    )


def compare_looks(one: World, other: World, eyes: str, seed: str) -> None:
    mine = look_around(one, eyes, random.Random(seed))
    theirs = look_around(other, eyes, random.Random(seed))
    for place, (a, b) in enumerate(zip(mine, theirs, strict=True)):
        agree(eyes, f"request {place} after {seed}", a, b)
    at = f"/games/{one.game}"
    for path in (at, f"{at}/log", f"{at}/export", f"{at}/story", f"{at}/odds"):
        agree("stranger", path, one.get("stranger", path), other.get("stranger", path))


def play_on(one: World, other: World, eyes: str, seed: str) -> int:
    """Give the same answers in both worlds until these eyes see a difference; how many answers that were."""
    dice = random.Random(seed)
    agree(eyes, "first frame", *[w.frames("begin")[eyes] for w in (one, other)])
    for given in range(ANSWERS):
        agree(eyes, "what the rules show", *[seen_of(w.session, [], eyes) for w in (one, other)])
        if given % LOOK_EVERY == 0:
            compare_looks(one, other, eyes, f"{seed} {given}")
            agree(eyes, "frames while looking", *[w.frames(f"look {given}")[eyes] for w in (one, other)])
        pending = [w.session.pending for w in (one, other)]
        if not all(isinstance(p, Decide) for p in pending) or pending[0] != pending[1]:
            return given
        text = common_answer(one, other, dice)
        if not text:
            return given
        seat = one.session.awaited
        replies, frames, seen = [], [], []
        for world in (one, other):
            number = world.session.number
            body = {"seat": seat, "number": number, "actions": [text]}
            replies.append(world.post(seat, f"/games/{world.game}/answers", body))
            frames.append(world.frames(f"answer {given}"))
            seen.append(seen_of(world.session, world.session.entries(number - 1), eyes))
        if seen[0] != seen[1]:
            return given + 1
        agree(eyes, f"frames after '{text}' of {seat}", frames[0][eyes], frames[1][eyes])
        if seat == eyes:
            agree(eyes, f"the reply to '{text}'", *replies)
    return ANSWERS


@pytest.mark.parametrize(("title", "scenario", "options"), CASES)
def test_a_game_from_two_worlds_that_look_alike_sends_the_same_bytes(
    title: str, scenario: str, options: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    """Frames, replies, refusals, exports and the server's own log, for every seat and for one who watches."""
    game = games.load(title)
    compared = differing = 0
    with two_worlds(tmp_path, monkeypatch) as (one, other), server_log() as written:
        for start in STARTS:
            session = played(game, scenario, options, start, f"worlds {title} {scenario}")
            if session is None:
                continue
            for eyes in ("", *session.seat_names):
                index = session.seat_index(eyes)
                twin = game.imagine(game.view(session.state, index), Tape(f"twin {start} {eyes}"))
                differing += twin.key() != session.state.key()
                label = f"{title} {scenario} {start} {eyes}"
                for world, state in ((one, session.state), (other, twin)):
                    world.begin(label, game, scenario, session.header["options"], state.to_json())
                compared += play_on(one, other, eyes, label)
    assert compared > 0
    assert written.getvalue() == "", "the server's log says nothing of a game"
    assert capfd.readouterr() == ("", ""), "nor does it print anything"
    if has_secrets(title, scenario):
        assert differing > 0, "no world differed from its twin: nothing was tested"


def has_secrets(title: str, scenario: str) -> bool:
    """Advance keeps nothing that could be known early: hidden counters are drawn when they are shown."""
    return title != "advance"
