"""Bots at the table: a whole turn is played as it would be in one process, also when the table is closed in between."""

import time
from pathlib import Path
from typing import Any

from kurgan import bots, games
from kurgan.kernel.protocol import Json
from kurgan.session.session import Session
from kurgan.table.service.lobby import strengths
from tests.table.helpers import HOST, Player, kept, players, table

SEED = "a turn of bots"
BOT = "greedy:1"
SCENARIO = "wintergewitter"
ENOUGH_SECONDS = 300
"""Only so that a test which waits in vain ends."""


def wait_for_line(player: Player, game: str, number: int) -> None:
    until = time.monotonic() + ENOUGH_SECONDS
    while (seen := player.look(game))["number"] <= number:
        assert not [seat["trouble"] for seat in seen["seats"] if seat["trouble"]]
        assert time.monotonic() < until, f"the bots came to number {seen['number']} only"
        time.sleep(0.05)


def first_turn() -> list[Json]:
    """The lines of the same game, played by the same bots in one process, until Germany's first turn is over."""
    session = Session.new(games.load("roads"), SCENARIO, {}, dict.fromkeys(("soviet", "axis"), f"bot {BOT}"), seed=SEED)
    turn = session.seen("").scene()["turn"]
    while session.seen("").scene()["turn"] == turn:
        asked = session.asked_of_bot(BOT)
        move = bots.make(BOT, asked.seed).choose(session.game, asked.view, asked.legal, asked.note)
        session.answer_of_bot(asked, move.answer, move.note)
    return [line.fields for line in session.lines()]


def told(lines: list[Json]) -> list[tuple[str, str, str]]:
    return [
        (line["seat"], line["step"], line.get("answer", "")) for line in lines if line["kind"] in ("answer", "dice")
    ]


def test_a_whole_turn_of_bots_moves_attacks_and_exploits(tmp_path: Path) -> None:
    """The record of the table is that of one process, line by line; after half of it the table is opened anew."""
    expected = first_turn()
    seats = {seat: {"kind": "bot", "bot": BOT} for seat in ("soviet", "axis")}
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new("roads", scenario=SCENARIO, seats=seats, seed=SEED)
        wait_for_line(anna, game, len(expected) // 4)
        who = anna.client.cookies
    with table(tmp_path) as app, players(app) as [anna]:
        anna.client.cookies = who
        wait_for_line(anna, game, len(expected))
    lines = kept(tmp_path, game)[0]
    assert told(lines[: len(expected)]) == told(expected)
    done = [(step, answer) for seat, step, answer in told(expected) if seat == "axis"]
    for step, least in (("choose_mover", 5), ("choose_target", 1), ("choose_exploiter", 1)):
        chosen = [answer for asked, answer in done if asked == step and answer != "end"]
        assert len(chosen) >= least, f"{step}: {chosen}"
    marches = [answer for step, answer in done if step == "step" and answer.startswith("to ")]
    assert len(marches) > 20


def test_a_bot_that_thinks_says_so_and_a_watched_turn_can_be_skipped(tmp_path: Path) -> None:
    """Whoever listens hears how far the bot has come; and with ``hurry`` nobody waits between two answers."""
    with table(tmp_path, bot_pause=600) as app, players(app, 1) as (player,):
        seats = {"soviet": {"kind": "me"}, "axis": {"kind": "bot", "bot": "search:3"}}
        game = player.new("roads", scenario=SCENARIO, seed="thinking", seats=seats)
        with player.client.websocket_connect(
            f"/api/games/{game}/live?seat=soviet&after=0", headers={"origin": HOST}
        ) as socket:
            player.post(f"/games/{game}/hurry", {"seat": "soviet"})
            heard: list[Json] = []
            while not heard or heard[-1]["kind"] != "thinking":
                heard.append(socket.receive_json())
            assert heard[-1]["seat"] == "axis"
            assert 0 < heard[-1]["share"] <= 1
            wait_for_line(player, game, player.look(game, "soviet")["number"] + 1)


def test_the_lobby_says_what_ladders_counted_of_a_scenario() -> None:
    """Of a bot against another or against the rules; games of a bot against itself say nothing of its strength."""

    def row(scenario: str, bot: str, rival: str) -> Json:
        counted = {"games": 10, "decided": 9, "won": 6, "low": 0.3, "high": 0.9}
        return {"scenario": scenario, "options": {}, "bot": bot, "seat": "axis", "rival": rival, **counted}

    class Counted:
        def ranked(self) -> list[Json]:
            return [row("a", "search:3", "greedy:1"), row("a", "greedy:1", "greedy:1"), row("b", "search:3", "")]

    game: Any = Counted()
    assert [(told.bot, told.rival, told.won, told.decided) for told in strengths(game, "a")] == [
        ("search:3", "greedy:1", 6, 9)
    ]
    assert [told.rival for told in strengths(game, "b")] == [""]
    assert strengths(game, "c") == []
