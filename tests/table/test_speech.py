"""A game is told to everybody in his own language, and what nobody speaks costs nothing."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kurgan import games
from kurgan.games.advance import terms
from kurgan.games.inferno.odds.fights import HELD, TAKEN
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import speaking
from kurgan.session.session import Session
from kurgan.table import words
from kurgan.table.shown import seat_view
from kurgan.table.shown.luck import judged
from kurgan.table.storage import WATCH
from kurgan.testing.contract.sample import Sample
from tests.table.helpers import Player, players, table
from tests.table.test_rights import ORIGIN, invite
from tests.where import ROOT

SPANISH = "?lang=es"
BLANK = re.compile(r"{\w+}")


@contextmanager
def listening(player: Player, game: str, seat: str, language: str) -> Iterator[Any]:
    path = f"/api/games/{game}/live?seat={seat}&lang={language}"
    with player.client.websocket_connect(path, headers=ORIGIN) as socket:
        yield socket


def said(title: str, language: str, key: str) -> str:
    with speaking(language):
        found: str = games.load(title).text.get("prompts", key)  # type: ignore[attr-defined]
    return found


def texts(news: Json) -> list[str]:
    return [event["text"] for line in news["lines"] for event in line["events"]]


def test_at_one_table_everybody_reads_his_own_language(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as [ana, ben]:
        game = ana.new("advance")
        invite(ana, ben, game, WATCH)
        with listening(ana, game, "german", "es") as spanish, listening(ben, game, "", "en") as english:
            here, there = spanish.receive_json(), english.receive_json()
            step = here["table"]["pending"]["step"]
            assert here["table"]["question"]["guide"] != ana.look(game, "german")["question"]["guide"]
            assert re.split(r"{\w+}", said("advance", "es", step))[0] in here["table"]["prompt"]
            assert re.split(r"{\w+}", said("advance", "en", step))[0] in there["table"]["prompt"]
            number = here["table"]["question"]["number"]
            body = {"seat": "german", "number": number, "actions": [here["table"]["question"]["choices"][0]["action"]]}
            reply = ana.client.post(f"/api/games/{game}/answers{SPANISH}", json=body).json()
            here, there = spanish.receive_json(), english.receive_json()
        labels = [heard["table"]["seats"][0]["label"] for heard in (here, there)]
        assert labels == ["Alemania", "Germany"], "not those of whoever answered"
        assert texts(reply) == texts(here)
        assert [len(texts(here)), texts(here) != texts(there)] == [len(texts(there)), True]
        assert ana.get(f"/games/{game}/log{SPANISH}&after={number - 1}")["lines"] == here["lines"]
        assert ben.get(f"/games/{game}/log?after={number - 1}")["lines"] == there["lines"]
        rows = [anas.get(f"/games{lang}")["games"][0] for anas, lang in ((ana, SPANISH), (ben, ""))]
        assert rows[0]["last"] in texts(here) and rows[1]["last"] in texts(there)
        assert [row["turn"] for row in rows] == ["Turno 1", "Turn 1"]
        sides = [ana.get(f"/games/{game}{lang}")["seats"][0]["label"] for lang in ("", SPANISH, "")]
        assert sides == ["Germany", "Alemania", "Germany"], "whoever looked first"


def test_a_list_tells_the_turn_to_who_never_opened_the_game_in_his_language(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [ana]:
        game = ana.new("advance")
        for actions in ([], ["buy artillery"]):
            if actions:
                ana.act(game, *actions)
            rows = [ana.get(f"/games{lang}")["games"][0]["turn"] for lang in (SPANISH, "")]
            assert rows == ["Turno 1", "Turn 1"]


def test_no_is_said_in_the_language_too(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [ana]:
        game = ana.new("advance")
        question = ana.look(game, "german")["question"]
        unit = next(piece["id"] for piece in ana.look(game, "german")["scene"]["pieces"] if piece["side"] == "german")
        body = {"seat": "german", "number": question["number"], "actions": [f"return {unit}"]}
        refused = [ana.post(f"/games/{game}/answers{lang}", body, 422)["message"] for lang in ("", SPANISH)]
        assert refused[0] != refused[1]
        missing = [ana.get(f"/games/{'x' * 22}{lang}", 404)["message"] for lang in ("", SPANISH)]
        assert missing[1] == "Esa partida no existe, o no puedes verla."
        face = [ana.get(f"/games/{game}/face{lang}")["bars"][0]["label"] for lang in ("", SPANISH)]
        assert face == ["Overrun, area taken", "Arrollamiento, área tomada"]
        about = [ana.get(f"/hello{lang}")["titles"][0]["scenarios"][0] for lang in ("", SPANISH)]
        assert about[0]["title"] != about[1]["title"] and about[0]["about"] != about[1]["about"]


def test_languages_that_nobody_speaks_are_not_remembered(tmp_path: Path) -> None:
    with table(tmp_path, processes=1) as app, players(app) as [ana]:
        game = ana.new("advance")
        ana.look(game, "german")
        loaded = set(games._loaded)
        for i in range(5):
            assert ana.get(f"/games/{game}?seat=german&lang=x{i}") == ana.look(game, "german")
            ana.get(f"/games/{game}/face?lang=..%2F{i}")
        assert set(games._loaded) == loaded
        assert set(games.load("advance").text._tables) <= {"en", "es"}  # type: ignore[attr-defined]


def shown(title: str, language: str, speak: str = "") -> Json:
    """The opening of a title as its first seat is shown it; ``speak``: in the words of one who asks in a language."""
    game = games.load(title, language=language)
    session = Session.new(game, game.scenarios()[0].name, {}, seed="speech")
    with speaking(speak):
        found: Json = msgspec.to_builtins(seat_view.table(session, session.seat_names[0]))
    return {name: part for name, part in found.items() if name not in ("id", "dice")}


@pytest.mark.parametrize("title", games.TITLES)
def test_a_title_speaks_every_language_as_if_it_had_no_other(title: str) -> None:
    """What is made of words is kept for each language by itself."""
    alone = {language: shown(title, language) for language in ("en", "es")}
    for language in ("es", "en", "es"):
        assert shown(title, "en", language) == alone[language]


def test_the_table_has_all_its_words_in_every_language() -> None:
    folder = Path(words.__file__).parent / "text"
    read = {path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["words"] for path in folder.glob("*.toml")}
    for told in read.values():
        assert set(told) == set(read["en"])
        assert all(sorted(BLANK.findall(told[key])) == sorted(BLANK.findall(read["en"][key])) for key in told)


MADE = {"Refused": 1, "Busy": 1, "NotSent": 0, "Ended": 0, "refuse": 2, "NotAllowed": 0, "Misspelt": 0, "ValueError": 0}
"""What says no in the table, and which of its arguments are the words."""


def said_by(path: Path) -> Iterator[str]:
    """The refusals that a module makes in one piece, by name too; ``#`` for each thing that is filled in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assigned = [(node.targets[0], node.value) for node in tree.body if isinstance(node, ast.Assign)]
    constants = {name.id: value for name, value in assigned if isinstance(name, ast.Name)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for call in calls:
        place = MADE.get(call.func.id, 9) if isinstance(call.func, ast.Name) else 9
        for told in call.args[place : place + 1]:
            words = constants.get(told.id, told) if isinstance(told, ast.Name) else told
            if isinstance(words, ast.Constant):
                yield str(words.value)
            elif isinstance(words, ast.JoinedStr):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "#" for part in words.values)


FOR_THE_HOST = ("hosts.py", "mailing.py", "pushing.py", "importing.py", "workers.py", "quotas.py")
"""Modules whose refusals are read by who runs a table or mends a file: those are English."""


def test_every_refusal_of_the_table_is_spanish_too() -> None:
    """Also those that have a name or a number; where words are filled in, the sentence belongs into the words."""
    paths = [path for path in Path(words.__file__).parent.rglob("*.py") if path.name not in FOR_THE_HOST]
    made = {text for path in paths for text in said_by(path) if text.strip("#.")}
    with speaking("es"):
        assert sorted(made - set(words.TEXT.tables["labels"])) == []
    assert len(made) > 80


@pytest.mark.parametrize("title", games.TITLES)
def test_one_seat_is_read_in_two_languages_at_the_same_question(title: str, tmp_path: Path) -> None:
    """Who watches in Spanish, and who changes the language, reads no answers that were made for another."""
    with table(tmp_path) as app, players(app) as [ana]:
        game = ana.new(title)
        english, spanish = [
            [choice["label"] for choice in ana.get(f"/games/{game}{query}")["question"]["choices"]]
            for query in ("?lang=en", SPANISH)
        ]
    assert len(english) == len(spanish)
    assert english != spanish


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_scenario_says_what_wins(language: str) -> None:
    """Somebody's first game: the panel says it above the first question."""
    with speaking(language):
        assert [s.name for title in games.TITLES for s in games.load(title).scenarios() if not s.aim] == []


def test_refusals_with_something_filled_in_are_said_in_the_language(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [ana]:
        game = ana.new("advance")

        def no(path: str, body: Json, status: int = 422) -> str:
            told: str = ana.post(f"{path}{SPANISH}", body, status)["message"]
            return told

        answer = {"seat": "german", "number": 1, "actions": ["pass"]}
        assert no(f"/games/{game}/answers", answer, 409).startswith("la pregunta 1 ya está contestada")
        bad = {"title": "advance", "scenario": "x", "seats": {"nobody": {"kind": "me"}}}
        assert no("/games", bad).startswith("no hay ningún escenario «x»")
        assert no("/games", {**bad, "scenario": ""}) == "no hay ningún asiento «nobody»; los asientos son german"
        seat = {"kind": "bot", "bot": "gredy"}
        bad = {"title": "inferno", "scenario": "one_vs_one", "seats": {"soviet": seat}}
        assert no("/games", bad).startswith("no hay ningún bot «gredy»; ¿querías decir «greedy»?")
        channel = {"kind": "webhook", "address": "ftp://x", "shape": "json", "events": []}
        assert no("/me/channels", channel) == "un webhook es una dirección como https://example.org/hook"
        channel = {**channel, "address": "https://example.org/x", "events": ["rain"]}
        assert no("/me/channels", channel).startswith("no existe el aviso «rain»")
        assert no("/me/delete", {"word": "x"}) == "Escribe «delete» si de verdad lo quieres."
        assert no("/me/holidays", {"begin": 5, "until": 4}).startswith("Unas vacaciones acaban después")
        assert no("/games", {"title": 5}).startswith("title: no se entiende (")
        assert ana.get(f"/nothing{SPANISH}", 404)["message"] == "Aquí no hay nada."
        assert ana.post(f"/stop/{'x' * 22}{SPANISH}", {}, 404)["message"] == "Este enlace ya no vale."


def test_the_log_calls_seats_by_their_names_in_the_language(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [ana]:
        game = ana.new("advance")
        ana.post(f"/games/{game}/resign", {"seat": "german"})
        told = [texts(ana.get(f"/games/{game}/log{lang}")) for lang in ("", SPANISH)]
    assert "German resigned." in told[0]
    assert "Alemania se ha rendido." in told[1]


def test_what_may_be_known_of_the_dice_is_said_in_the_language(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [ana]:
        game = ana.new("advance", seed="open")
        said = [ana.get(f"/games/{game}{lang}")["dice"]["remarks"][0] for lang in ("", SPANISH)]
    assert said[0].startswith("Played with open dice")
    assert said[1].startswith("Se juega con dados abiertos")


def test_refusals_in_another_language_are_refusals_that_are_made() -> None:
    """A refusal is found by its English words: where those change, the other language must follow."""
    source = "".join(path.read_text(encoding="utf-8") for path in Path(games.PACKAGE).rglob("*.py"))
    source += re.sub(r"{[^{}]*}", "#", source)
    with speaking("es"):
        known = words.TEXT.tables["labels"]
    assert [english for english in known if f'"{english}"' not in source] == []


def test_advice_is_told_in_choices_and_not_in_notation() -> None:
    game = games.load("inferno")
    session = Session.new(game, "solo", {}, {"german": "person"}, seed="words")
    session.roll_on()
    seen = session.seen("german")
    answers = [seen.parse("long")]
    with speaking("es"):
        assert seen.in_words(answers) == ["Movimiento largo"]
        assert seen.in_words([*answers, 10**9]) == ["Movimiento largo"], "what cannot be given is not told"
    assert seen.in_words(answers) == ["Long Move"]


def test_the_end_by_resignation_is_told_in_the_language_of_who_asks(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 1) as [ana]:
        game = ana.new("advance")
        ana.post(f"/games/{game}/resign", {"seat": "german"})
        ends = [ana.get(f"/games/{game}?lang={language}")["scene"]["over"]["title"] for language in ("en", "es")]
        assert ends == ["Resigned.", "Rendición."]


def test_what_was_not_counted_is_named_as_people_name_it(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 1) as [ana]:
        game = ana.new("roads", scenario="campaign")
        refused = ana.post(f"/games/{game}/review?lang=es", {"seat": "axis"}, 422)["message"]
        assert "Al borde del desastre" in refused
        assert not {"campaign", "axis", "wintergewitter,"} & set(refused.split())


ENDS = {"advance": terms.RESULTS, "inferno": (HELD.name, TAKEN.name), "roads": ()}
"""Those of Roads are differences of losses, which are figures."""


@pytest.mark.parametrize("title", games.TITLES)
def test_the_page_has_a_word_for_every_state_and_every_end_of_a_fight(title: str) -> None:
    """Lists of pieces and of luck name them by the page's own words, and not as files do."""
    sample = Sample(games.load(title))
    scenes = [case.game.scene(case.game.view(case.s, 0)) for case in sample.cases]
    states = {state for scene in scenes for piece in scene["pieces"] for state in piece.get("states", ())}
    assert judged(games.load(title))
    for language in ("en", "es"):
        known = json.loads((ROOT / "web" / "src" / "text" / f"{language}.json").read_text())
        assert {f"state.{state}" for state in states} <= set(known)
        assert {f"end.{end}" for end in ENDS[title]} <= set(known)
