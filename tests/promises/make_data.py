"""Makes a data folder of the version that is installed: ``python -m tests.promises.make_data FOLDER``.

The folders beside this file were made by it, each by the version it is named after; they are never made again. Every
game is left in the middle of a fight (or just before its end), so that a later version must go on from there.
"""

import gzip
import json
import random
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kurgan import games, odds
from kurgan.kernel.protocol import Json
from kurgan.session.logs import FileLog, Log
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.table.database.identity import People
from kurgan.table.storage import MAKER, WATCH

SCENARIOS = [
    ("advance", "campaign"),
    ("advance", "factory"),
    ("inferno", "solo"),
    ("inferno", "coop"),
    ("inferno", "one_vs_one"),
    ("inferno", "two_vs_one"),
    ("roads", "wintergewitter"),
    ("roads", "uranus"),
    ("roads", "star_and_gallop"),
    ("roads", "backhand"),
    ("roads", "campaign"),
]
DECISIONS = 60
"""Decisions before a game may be left."""

MOST_DECISIONS = 4000


def into_a_fight(session: Session, seed: str) -> None:
    """Random answers until a fight is under way whose dice were already thrown once in this game."""
    dice = random.Random(seed)
    for i in range(MOST_DECISIONS):
        if i >= DECISIONS and odds.pending(session.game, session.view("")) is not None:
            return
        if session.outcome is not None:
            raise ValueError(f"{seed}: over before any fight")
        session.answer(dice.choice(session.legal()))
    raise ValueError(f"{seed}: no fight was found")


def fight_in(title: str, scenario: str, make_log: Callable[[], Log], seats: dict[str, str]) -> Session:
    for seed in range(40):
        session = Session.new(games.load(title), scenario, {}, seats, log=make_log())
        try:
            into_a_fight(session, f"{title} {scenario} {seed}")
        except ValueError as error:
            print(error)
            continue
        session.close()
        return session
    raise SystemExit(f"no fight in {title} {scenario}")


def sit_down(people: People, session: Session, keys: Json) -> None:
    id = session.header["game"]
    people.open_table(id, "", False)
    key, maker = people.new()
    people.hold(id, MAKER, maker)
    keys[id] = {"maker": key, "seats": {}, "title": session.game.name, "scenario": session.header["scenario"]}
    for seat in session.seat_names:
        key, person = people.new()
        people.hold(id, seat, person)
        keys[id]["seats"][seat] = key
    key, person = people.new()
    people.hold(id, WATCH, person)
    keys[id]["watch"] = key


def make(folder: Path) -> None:
    folder.mkdir(parents=True)
    database = folder / "kurgan.sqlite"
    store = Store(f"sqlite:///{database}")
    people = People(store)
    keys: Json = {}
    for title, scenario in SCENARIOS:
        seats = {seat: f"person {seat}" for seat in games.load(title).seats(scenario)}
        session = fight_in(title, scenario, store.log, seats)
        sit_down(people, session, keys)
        print(title, scenario, session.course.number)
    for title, scenario in [("advance", "campaign"), ("inferno", "solo")]:
        session = fight_in(title, scenario, store.log, {})
        branch = session.branch(session.course.number, store.log())
        branch.close()
        sit_down(people, session, keys)
        sit_down(people, branch, keys)
        keys[branch.header["game"]]["parent"] = session.header["game"]
    store.close()
    with database.open("rb") as plain, gzip.GzipFile(folder / "kurgan.sqlite.gz", "wb", 9, mtime=0) as packed:
        shutil.copyfileobj(plain, packed)
    for leftover in folder.glob("kurgan.sqlite*"):
        if leftover.suffix != ".gz":
            leftover.unlink()
    (folder / "keys.json").write_text(json.dumps(keys, indent=1) + "\n")
    for title, scenario in [("advance", "campaign"), ("inferno", "one_vs_one"), ("roads", "wintergewitter")]:
        session = fight_in(title, scenario, partial(FileLog, folder / f"{title}.kurgan"), {})
        print("file", title, session.course.number)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
