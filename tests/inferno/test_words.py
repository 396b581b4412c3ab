"""Every sentence that the rules or the table can ask for is there, in our words, with its placeholders filled."""

import re
from pathlib import Path

from kurgan.games.inferno import events, refusals, terms
from kurgan.games.inferno.pack import pack as packs
from kurgan.kernel.chance import Tape
from kurgan.kernel.flow import ASK, EACH, ROLL, SEQ, WHILE
from kurgan.kernel.packfile import read_csv
from kurgan.kernel.protocol import Over, Throw
from kurgan.session.logs import MemoryLog
from kurgan.session.session import Session
from kurgan.testing import rule
from tests.inferno.table import GAME, P

FOLDER = Path(packs.__file__).parent.parent
TEXT = GAME.text


def test_every_question_has_a_prompt_and_every_decision_a_guide() -> None:
    for step in GAME.book.steps.values():
        if step.kind in (ASK, ROLL):
            assert TEXT.get("prompts", step.name), step.name
        if step.kind == ASK:
            assert TEXT.get("guide", step.name), step.name


def test_every_step_that_stays_on_the_stack_has_a_name_for_the_breadcrumb() -> None:
    for step in GAME.book.steps.values():
        if step.kind in (SEQ, WHILE, EACH, ASK, ROLL):
            assert TEXT.get("words", step.name), step.name


def test_no_prompt_or_guide_is_left_over() -> None:
    names = set(GAME.book.steps)
    for table in ("prompts", "guide"):
        assert set(TEXT.tables[table]) <= names


def test_every_rule_of_the_index_has_a_summary() -> None:
    columns = ("number", "title", "file", "status", "note", "heading", "page")
    numbers = [row.text("number") for row in read_csv(packs.BUILT_IN, "rules.csv", columns)]
    assert list(TEXT.tables["rules"]) == numbers


def test_every_rule_that_refuses_is_in_the_index() -> None:
    for name, number in refusals.REFUSALS:
        assert not number or TEXT.get("rules", number), (name, number)


def test_every_option_is_explained() -> None:
    for option in GAME.options():
        assert option.about, option.name
    for scenario in GAME.scenarios():
        assert scenario.about, scenario.name


def test_every_answer_has_a_label() -> None:
    """Verbs of all forms have words of their own."""
    for name, form in GAME.forms.items():
        for phrase in form.phrases:
            assert TEXT.get("choices", phrase.verb) or TEXT.get("choices", f"{name}.{phrase.verb}"), (name, phrase.verb)


def test_every_word_of_the_scene_is_there() -> None:
    """Keys written out in the code, and those made of kinds, sides, terrains, cards and results."""
    keys: set[str] = set()
    for name in ("scene.py", "fight_scene.py", "map_text.py"):
        source = (FOLDER / "screen" / name).read_text(encoding="utf-8")
        keys |= set(re.findall(r"self\.word\(\"(\w+)\"", source))
        keys |= set(re.findall(r"\"words\", \"(\w+)\"", source))
    keys |= set(packs.KINDS) | set(packs.TERRAINS) | {f"effect_{word}" for word in packs.TERRAINS}
    keys |= {f"card_{P.card_name[c]}" for c in range(P.cards) if not P.card_dice[c]}
    keys |= {f"{start}_{side}" for start in ("held", "units", "concealed", "unseen") for side in packs.SIDES}
    keys |= {f"{start}_{name}" for start in ("result", "title") for name in terms.RESULTS if name}
    keys |= {f"pool_{name}" for name in packs.POOLS} | {f"action_{name}" for name in terms.ACTIONS}
    keys |= {f"box_{name}" for name in ("picked", "losses", "removed")}
    keys |= {f"hand_{name}" for name in ("german", "yellow", "blue", "soviet")}
    keys |= {"spawn", "objective", "rubble", "fortified", "headquarters", "target", "factory", "dock"}
    assert len(keys) > 100
    for key in sorted(keys):
        assert TEXT.get("words", key), key


def test_no_choice_prompt_or_sentence_keeps_a_placeholder() -> None:
    """Over whole random games nothing is shown with an unfilled brace."""
    for scenario in P.scenarios:
        s = GAME.new(scenario, {"level": "impossible_german"})
        tape = Tape(f"braces {scenario}")
        for _ in range(600):
            pending = GAME.pending(s)
            if isinstance(pending, Over):
                break
            shown = [GAME.prompt(s, 0)]
            if isinstance(pending, Throw):
                happened = GAME.apply(s, pending.chance.throw(tape))
            else:
                legal = GAME.legal(s)
                shown += [GAME.choice(s, a).label for a in legal]
                happened = GAME.apply(s, legal[tape.below(len(legal))])
            shown += [GAME.sentence(event) for event in happened]
            for sentence in shown:
                assert "{" not in sentence, sentence


def test_no_option_is_left_over() -> None:
    """Every explanation belongs to an option."""
    assert set(TEXT.tables["options"]) == {option.name for option in GAME.options()}


@rule("5.1.1")
@rule("1.5")
def test_who_sees_which_block_it_was_is_not_told_twice() -> None:
    """The German reads the names of the blocks picked up, the Soviet player only where blocks were picked up."""
    session = Session.new(GAME, "one_vs_one", {}, seed="told once", log=MemoryLog())
    session.act("german", ["reinforce"])
    told = {}
    for seat in ("german", "soviet"):
        kinds = [event["kind"] for entry in session.stream(seat) for event in entry["events"]]
        told[seat] = (kinds.count(events.BLOCK_PICKED), kinds.count(events.UNIT_PICKED))
    picked = told["soviet"][0]
    assert picked > 0
    assert told == {"german": (0, picked), "soviet": (picked, 0)}


def test_the_chart_of_terrain_is_written_in_the_words_of_the_text_file() -> None:
    """A row for each kind of ground; who changes a word in the file changes it in the chart."""
    chart = GAME.charts()["charts"][0]
    words = set(TEXT.tables["words"].values())
    assert [row[0] for row in chart["rows"]] == [GAME.text.get("words", name) for name in packs.TERRAINS]
    assert {chart["title"], *chart["columns"], *[cell for row in chart["rows"] for cell in row]} <= words
    assert [row[1:] for row in chart["rows"]] == [
        ["yes", "together", "no", "yes"],
        ["no", "together", "no", "no"],
        ["no", "defender first", "yes", "no"],
    ]
