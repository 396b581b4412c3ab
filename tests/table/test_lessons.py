"""Lessons and rules over the API: nothing is kept of who learns, and every rule can be read."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.table.routes.openapi import described
from tests.table.helpers import Player, players, table
from tests.table.schema import Schemas

SCHEMAS = Schemas(described())
ATTACK = "/titles/advance/lessons/attack"
THERE = ["activate 6", "move 29/15 8", "move 29/71 8", "move 29/129 8", "move 29/RCN 8", "attack 8"]


@pytest.fixture(scope="module")
def anna(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    with table(tmp_path_factory.mktemp("school")) as app, players(app) as [person]:
        yield person


def checked(player: Player, method: str, path: str, body: Json | None = None, status: int = 200) -> Json:
    """A reply that is as described."""
    reply = player.client.request(method, f"/api{path}", json=body)
    assert reply.status_code == status, reply.text
    found: Json = reply.json()
    named = SCHEMAS.path_of(f"/api{path}".partition("?")[0])
    schema = SCHEMAS.reply(method, named, status)
    assert schema is not None
    assert SCHEMAS.faults(found, schema) == []
    return found


def test_every_title_says_which_lessons_it_has(anna: Player) -> None:
    listed = checked(anna, "GET", "/titles/advance/lessons")["lessons"]
    assert [lesson["number"] for lesson in listed] == list(range(1, len(listed) + 1))
    assert listed[0]["seat"] == "german"
    assert anna.get("/titles/roads/lessons")["lessons"][0]["seat"] == "axis", "a first game goes on with it"
    assert anna.get("/titles/nothing/lessons", 404)["message"] == "There is no such title here."


def test_a_lesson_is_the_table_of_its_pupil_and_nothing_is_kept_of_it(anna: Player) -> None:
    begun = checked(anna, "POST", ATTACK, {})
    assert begun["lesson"]["ways"] == ["activate 6"]
    assert begun["table"]["question"]["step"] == "activate"
    found = checked(anna, "POST", ATTACK, {"done": [], "answers": THERE})
    assert (found["lesson"]["step"], found["lesson"]["done"]) == (3, THERE)
    assert found["table"]["scene"]["fight"]["place"] == "8"
    assert "Revealed in Sawmill: Heroes 4." in str(found["lines"])
    assert checked(anna, "POST", ATTACK, {"done": THERE}) == found
    assert anna.get("/games")["games"] == []


def test_what_is_wrong_is_refused_by_the_rule_or_by_the_lesson(anna: Player) -> None:
    refused = checked(anna, "POST", ATTACK, {"answers": ["activate 10"]}, 422)
    assert (refused["message"], refused["rule"]) == ("Grain Elevator has no fresh unit.", "8.1")
    refused = checked(anna, "POST", ATTACK, {"answers": ["activate 5"]}, 422)
    assert refused["code"] == "not_the_task"
    assert "starts from Hill 120.0" in refused["message"]
    refused = checked(anna, "POST", ATTACK, {"answers": ["dance"]}, 422)
    assert refused["code"] == "misspelt"
    assert anna.post("/titles/advance/lessons/nothing", {}, 404)["message"] == "There is no such lesson."
    assert anna.post(ATTACK, {"done": ["activate 6"] * 201}, 422)


def test_help_on_a_place_of_a_lesson(anna: Player) -> None:
    done = quote(";".join(THERE))
    why = checked(anna, "GET", f"{ATTACK}/why?place=10")["refusal"]
    assert (why["rule"], why["code"]) == ("8.1", "no_fresh_unit")
    bars = checked(anna, "GET", f"{ATTACK}/odds?done={done}")["odds"]["bars"]
    assert sum(bar["chance"] for bar in bars) == pytest.approx(1)
    after = checked(anna, "GET", f"{ATTACK}/odds/after?done={done}&action={quote('lead 29/129')}")["odds"]["bars"]
    assert [bar["label"] for bar in after] == [bar["label"] for bar in bars]
    assert checked(anna, "GET", f"{ATTACK}/routes?done={quote('activate 6')}")["routes"]
    assert checked(anna, "GET", f"{ATTACK}/about?place=8") is not None
    assert checked(anna, "GET", f"{ATTACK}/moment/2?done={done}")["number"] == 2


@pytest.mark.parametrize("title", games.TITLES)
def test_the_rules_of_a_title_can_be_read_and_are_shown_in_its_lessons(anna: Player, title: str) -> None:
    book = checked(anna, "GET", f"/titles/{title}/rules")
    rules = {rule["number"]: rule for rule in book["rules"]}
    assert len(rules) > 100
    assert all(rule["text"] or rule["heading"] for rule in rules.values())
    assert all(word["meaning"] for word in book["words"])
    for word in book["words"]:
        for number in word["rule"].replace(" to ", ", ").split(", "):
            assert number in rules or f"{number}.0" in rules, (word["names"], number)
    shown = [rule for rule in rules.values() if rule["lesson"]]
    for rule in shown[:3]:
        path = f"/titles/{title}/lessons/{rule['lesson']}"
        assert checked(anna, "POST", path, {"done": rule["done"]})["lesson"]["done"] == rule["done"]
    assert checked(anna, "GET", f"/titles/{title}/rules/{next(iter(rules))}")["number"]
    assert checked(anna, "GET", f"/titles/{title}/charts")["charts"]


def test_the_page_of_words_says_what_the_packs_say() -> None:
    """docs/reference/glossary.md has one table a title; the same words stand in the pack for the hover."""
    from kurgan.lessons.rulebook import glossary

    page = (Path(__file__).parents[2] / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
    for title in games.TITLES:
        part = page.split(f"## {title.capitalize()}\n", 1)[1].split("\n## ", 1)[0]
        rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")][1:]
        told = [[meaning, rule] for _, meaning, rule in rows]
        assert told == [[word.meaning, word.rule] for word in glossary(games.folder(title) / "data")]


def test_a_language_that_nobody_speaks_costs_nothing(anna: Player) -> None:
    """Every language that was named made a title anew, and it was kept."""
    anna.get("/titles/advance/rules")
    loaded = set(games._loaded)
    for i in range(5):
        assert anna.get(f"/titles/advance/rules/6.4?lang=x{i}") == anna.get("/titles/advance/rules/6.4")
        anna.get(f"/titles/advance/lessons?lang=..%2Fx{i}")
    assert set(games._loaded) == loaded
