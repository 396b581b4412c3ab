"""Records that nobody should have to compute, and a long one that is good; for tools/attack.py."""

import json
import os
import random
from collections.abc import Iterator
from typing import Any

from kurgan import games
from kurgan.session.record import own_fields, write_line
from kurgan.session.session import Session


def hostile_records() -> Iterator[tuple[str, bytes]]:
    """Name and body of records that nobody should have to compute."""
    session = Session.new(games.load("advance"), "campaign", {}, seed="evil")
    lines = [(line.kind, own_fields(line)) for line in session.lines()]
    dice = {"seat": "dice", "rule": "1", "step": "x", "n": 0, "asked": "2000000000d6"}
    header = lines[0][1]

    def sent(text: str) -> bytes:
        return json.dumps({"text": text}).encode()

    def chained(*written: tuple[str, dict[str, Any]]) -> bytes:
        prev, texts = "", []
        for i, (kind, fields) in enumerate(written):
            made = write_line(i + 1, kind, fields, prev)
            prev = made.check
            texts.append(made.text)
        return sent("\n".join(texts) + "\n")

    yield "two thousand million dice", chained(*lines, ("dice", dice))
    yield "a draw of many", chained(*lines, ("dice", {**dice, "asked": "1 each of " + "9 " * 900}))
    yield "dice before anything", chained(lines[0], ("dice", dice))
    yield "deep", sent("[" * 200_000)
    yield "deep in an export", sent('{"kurgan": "export", "record": ' + "[" * 100_000)
    yield "nonsense", os.urandom(1000)
    yield "eight megabytes", sent("x" * (7 * 1024 * 1024))
    yield "too much", b'{"text":"' + b"x" * (17 * 1024 * 1024) + b'"}'
    yield "many empty lines", sent("\n" * 1_000_000)
    yield "a position of nothing", chained(("header", {**header, "position": {}}))
    yield "a position of huge numbers", chained(("header", {**header, "position": {"turn": 2**52, "stack": [[2**40]]}}))
    yield "a foreign game", chained(("header", {**header, "game": "../../etc/passwd"}))
    yield "a foreign pack", chained(("header", {**header, "pack": {**header["pack"], "folder": "/etc"}}))
    yield "no seats", chained(("header", {**header, "seats": []}))
    notes = [("note", {"seat": "german", "text": "x" * 500})] * 5000
    yield "many notes", chained(*lines, *notes)
    bad_vault = {"game": header["game"], "secrets": {}, "position": {"number": 10**30, "check": "", "state": {}}}
    yield "a bad vault", sent(json.dumps({"kurgan": "export", "record": [], "secret": bad_vault}))


def long_record(seed: str, decisions: int) -> str:
    """A long game by lot."""
    game, dice = games.load("roads"), random.Random(seed)
    session = Session.new(game, "campaign", {}, seed=seed)
    for _ in range(decisions):
        if session.outcome is not None:
            break
        session.answer(dice.choice(session.legal()))
    return session.text()
