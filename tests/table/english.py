"""Looks for English in what is said to somebody who asked for another language.

``python -m tests.table.english [ANSWERS]`` plays every scenario for so many answers and prints what it finds.
"""

import random
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kurgan import games
from kurgan.kernel.protocol import Json
from tests.table.helpers import Player, players, table

WORDS = frozenset(
    """advance after air airfield all an and any are area army artillery as at attack attacks away be been before
    both but by can cannot card cards cavalry choose city clear column combat corps cost could damage defense die
    division does draw each elite enemy engineer everything expected for free fresh from full game german germans
    guards have hex hexes his how if infantry into is it its leader left less level line loses losses lost marker
    may mechanized morale more motorized moves mud must next not nothing now of off on only or other others out
    over own phase pieces place player players points rail regiment reinforcements remain replacement reserve
    result retreat rifle river road rolled rough said seat short side snow soviet soviets spent stack step steps
    strength success such supplied supply support surrender take tank than that the their them then there these
    they this those through to too town turn two under unit units until up used victory was way weather were what
    when where which while who whose will winner wins with without would you your""".split()  # noqa: SIM905
)
"""English words that no Spanish sentence has."""

TITLES = [re.escape(games.load(title).title) for title in games.TITLES]
"""Names of our titles are the same in every language."""

NOT_SAID = frozenset(
    """lit show did id action actions step kind rule code seat side layout shape part who tag paint piece box bot
    sign form commitment game scenario link number area hex path fill stroke d href ways done answers steps""".split()  # noqa: SIM905
)
"""Fields that are for programs."""

ONE_NAME = re.compile(r"[a-z0-9_:./-]*|[a-z_]+ \S{1,12}")
"""A name for programs, or an answer as it is typed: the same in every language."""


def said(found: Any, field: str = "") -> Iterator[str]:
    """Everything in a reply that is read by people."""
    if isinstance(found, dict):
        for name, part in found.items():
            typed = name == "name" and field == "orders"  # what is typed after "by"; the words beside it are read
            if name != "policy" and not typed:  # how the chances were reckoned, step by step: for programs
                yield from said(part, name)
    elif isinstance(found, list):
        for part in found:
            yield from said(part, field)
    elif isinstance(found, str) and field not in NOT_SAID and not ONE_NAME.fullmatch(found):
        yield found


def english(text: str) -> list[str]:
    """The English words of a text, and blanks that nobody filled. What stands between quotation marks is typed."""
    plain = re.sub("|".join([r"«[^»]*»|`[^`]*`|https?://\S+", *TITLES]), " ", text)
    return [word for word in re.findall(r"\b[a-zà-ÿ]+\b|{\w+}", plain.lower()) if word in WORDS or word[0] == "{"]


class Listener:
    """Somebody who asks in Spanish and notes what sounds English."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.heard: dict[str, str] = {}
        self.count = 0

    def hear(self, path: str, found: Any) -> Any:
        for text in said(found):
            self.count += 1
            if english(text):
                self.heard.setdefault(text, path)
        return found

    def get(self, path: str) -> Any:
        reply = self.player.client.get(f"/api{path}{'&' if '?' in path else '?'}lang=es")
        return self.hear(path, reply.json())

    def post(self, path: str, body: Json) -> Any:
        reply = self.player.client.post(f"/api{path}?lang=es", json=body)
        return self.hear(path, reply.json())


def look_around(ear: Listener, game: str, seat: str, look: Json, tape: random.Random) -> None:
    """All that a player can ask for at a question."""
    at = f"/games/{game}"
    ear.get(f"{at}/odds?seat={seat}")
    ear.get(f"{at}/routes?seat={seat}")
    places = sorted(look["scene"]["places"])
    pieces = [piece["id"] for piece in look["scene"]["pieces"]]
    for place in tape.sample(places, min(3, len(places))):
        ear.get(f"{at}/about?seat={seat}&place={place}")
        ear.get(f"{at}/why?seat={seat}&place={place}")
        if pieces:
            ear.get(f"{at}/why?seat={seat}&place={place}&piece={quote(tape.choice(pieces))}")
    choices = look["question"]["choices"]
    for choice in tape.sample(choices, min(3, len(choices))):
        ear.get(f"{at}/odds/after?seat={seat}&action={quote(choice['action'])}")
    ear.post(f"{at}/answers", {"seat": seat, "number": look["question"]["number"], "actions": ["nonsense 5"]})
    ear.post(f"{at}/undo", {"seat": seat, "to": 1})


def play(ear: Listener, title: str, scenario: str, answers: int, seed: str) -> str:
    """A game of one person who answers by lot for every seat, and looks at everything on the way."""
    found = ear.get("/hello")
    seats = next(
        s["seats"] for t in found["titles"] if t["name"] == title for s in t["scenarios"] if s["name"] == scenario
    )
    mine = {seat: {"kind": "me"} for seat in seats}
    options = {"title": title, "scenario": scenario, "seats": mine, **({"seed": seed} if len(seats) == 1 else {})}
    game = str(ear.post("/games", options)["id"])
    tape, at = random.Random(seed), f"/games/{game}"
    for path in ("", "/face", "/charts", "/turns", "/orders"):
        ear.get(at + path)
    for given in range(answers):
        look = ear.get(at)
        if look["over"]:
            break
        seat = look["pending"]["seat"]
        look = ear.get(f"{at}?seat={seat}")
        question = look["question"]
        if given % 5 == 0:
            look_around(ear, game, seat, look, tape)
        action = tape.choice(question["choices"])["action"]
        ear.post(f"{at}/answers", {"seat": seat, "number": question["number"], "actions": [action]})
    ear.post(f"{at}/resign", {"seat": seats[0]})
    for path in ("", "/log", "/story", "/luck", "/turns", "/charts", "/company"):
        ear.get(at + path)
    for seat in seats:
        ear.get(f"{at}/log?seat={seat}")
    return game


def read_title(ear: Listener, title: str) -> None:
    """What there is to read of a title: lessons from their first task to their last, rules, charts."""
    for path in ("lessons", "rules", "glossary", "charts", "face", "opening"):
        ear.get(f"/titles/{title}/{path}")
    for lesson in ear.get(f"/titles/{title}/lessons")["lessons"]:
        learn(ear, f"/titles/{title}/lessons/{lesson['name']}")


def learn(ear: Listener, path: str) -> None:
    """A lesson from its first task to its last, with wrong answers and what is said of the chances."""
    here = ear.post(path, {"done": []})["lesson"]
    while not here["over"]:
        if here["task"]["kind"] == "do":
            ear.post(path, {"done": [*here["done"], "nonsense 5"]})
        if here["task"]["kind"] == "say":
            ear.get(f"{path}/odds?done={quote(';'.join(here['done']))}")
        here = ear.post(path, {"done": [*here["done"], here["ways"][0]]})["lesson"]


def main(answers: int) -> None:
    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as app, players(app) as [ana]:
        ear = Listener(ana)
        for title in games.TITLES:
            read_title(ear, title)
            for scenario in games.load(title).scenarios():
                play(ear, title, scenario.name, answers, f"{title} {scenario.name}")
                print(title, scenario.name, ear.count, len(ear.heard), file=sys.stderr, flush=True)
        for path in ("/games", "/ladder", "/me/channels", "/me/account", "/invitations", "/me/holidays", "/nothing"):
            ear.get(path)
    for text, path in ear.heard.items():
        print(f"{path}: {text!r} {english(text)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
