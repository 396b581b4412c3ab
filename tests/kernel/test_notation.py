"""Notation, canonical JSON, the words of a title, and what every title does alike."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kurgan.kernel.notation import Form, Phrase, Slot, canonical, look_up, nearest, usage
from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import NOBODY, Decide, IllegalAction, Misspelt, Over, Throw
from kurgan.kernel.sentences import languages, load_text, speaking
from tests.contract import toy

WORDS = {"unit": ["29/RCN", "16.Pz", "B"], "area": ["", "10", "Mill"]}
FORM = Form(
    Phrase("move", 0, Slot("unit", 4, "piece"), Slot("area", 8, "place")),
    Phrase("pass", 40),
    Phrase("rest", 50, Slot("unit", 3)),
)


@given(st.sampled_from([0, 2]), st.sampled_from([1, 2]))
def test_phrases_spell_and_parse_both_ways(u: int, a: int) -> None:
    answer = FORM.phrases[0].answer([u, a])
    text = FORM.spell(answer, WORDS)
    assert text == f"move {WORDS['unit'][u]} {WORDS['area'][a]}"
    assert FORM.parse(text, WORDS) == answer
    assert FORM.parse(f"  MOVE   {WORDS['unit'][u].lower()} {WORDS['area'][a].upper()} ", WORDS) == answer


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values)
def test_canonical_json_round_trips_and_does_not_depend_on_order(value: object) -> None:
    text = canonical(value)
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text
    if isinstance(value, dict):
        assert canonical(dict(reversed(list(value.items())))) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty line; expected 'move UNIT AREA' or 'pass' or 'rest UNIT'"),
        ("mvoe B 10", "unknown word 'mvoe'; did you mean 'move'"),
        ("move B", "expected 'move UNIT AREA', not 'move B'"),
        ("pass B", "expected 'pass'"),
        ("move B Mil", "unknown area 'Mil'; did you mean 'Mill'"),
        ("move C 10", "unknown unit 'C'"),
    ],
)
def test_a_misspelt_line_is_refused_with_the_nearest_known_word(text: str, message: str) -> None:
    with pytest.raises(Misspelt, match=message):
        FORM.parse(text, WORDS)


def test_numbers_that_are_no_answer_are_refused() -> None:
    for number in (-1, 39, 41, 31):
        with pytest.raises(Misspelt):
            FORM.spell(number, WORDS)


def test_a_form_refuses_overlaps_and_repeated_verbs() -> None:
    with pytest.raises(ValueError, match="overlap"):
        Form(Phrase("a", 0, Slot("unit", 3)), Phrase("b", 2))
    with pytest.raises(ValueError, match="twice"):
        Form(Phrase("a", 0), Phrase("a", 1))


def test_words_without_a_name_are_never_found() -> None:
    assert look_up("10", "area", WORDS["area"]) == 1
    with pytest.raises(Misspelt):
        look_up("", "area", WORDS["area"])
    assert nearest("xyz", ["abc"]) == ""
    assert usage(FORM.phrases[1]) == "pass"


def test_sentences_are_read_from_the_text_file_and_filled(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    file = tmp_path / "text" / "en.toml"
    file.write_text('[events]\nfell = "{what} fell to {who}."\n', encoding="utf-8")
    text = load_text(tmp_path)
    assert text.fill("events", "fell", {"who": "us"}) == "{what} fell to us."
    assert text.fill("events", "not_there", {}) == "not there"
    file.write_text('[evnets]\nfell = "x"\n', encoding="utf-8")
    with pytest.raises(PackError, match="'evnets' is unknown"):
        load_text(tmp_path)
    file.write_text("[events]\nfell = 3\n", encoding="utf-8")
    with pytest.raises(PackError, match=r"'events.fell' should be a sentence"):
        load_text(tmp_path)


def test_another_language_says_what_it_has_and_the_rest_in_english(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.toml").write_text('[words]\nfresh = "fresh"\nspent = "spent"\n', encoding="utf-8")
    (tmp_path / "text" / "es.toml").write_text('[words]\nfresh = "lista"\n', encoding="utf-8")
    (tmp_path / "text" / "lessons.fr.toml").write_text("", encoding="utf-8")
    assert languages(tmp_path) == ["en", "es"]
    with speaking("es"):
        text = load_text(tmp_path)
    assert (text.get("words", "fresh"), text.get("words", "spent")) == ("lista", "spent")
    with speaking("fr"):
        assert load_text(tmp_path).get("words", "fresh") == "fresh"
    assert load_text(tmp_path).get("words", "fresh") == "fresh"


def test_apply_refuses_what_is_not_legal_and_changes_nothing() -> None:
    game = toy.Toy()
    s = game.new("short", {})
    with pytest.raises(IllegalAction, match="cannot come of this throw"):
        game.apply(s, 9)
    events = game.apply(s, 1)
    assert [event.kind for event in events] == [toy.CARD_TAKEN, toy.CARD_SEEN]
    s.red[0] = 1
    s.choices = None
    before = s.key()
    with pytest.raises(IllegalAction, match=r"west is red. \[2.1\]"):
        game.apply(s, 0)
    assert s.key() == before
    assert s.events is None


def test_why_not_knows_whose_turn_it_is() -> None:
    game = toy.Toy()
    s = game.new("short", {"turns": "1"})
    refusal = game.why_not(s, toy.RED, 0)
    assert refusal is not None
    assert refusal.code == "dice_first"
    game.answer(s, 1)
    for seat in (toy.BLUE, NOBODY):
        refusal = game.why_not(s, seat, 0)
        assert refusal is not None
        assert refusal.code == "not_your_turn"
    assert game.why_not(s, toy.RED, 0) is None
    game.answer(s, toy.PASS)
    refusal = game.why_not(s, toy.RED, 0)
    assert refusal is not None
    assert refusal.code == "game_over"
    assert isinstance(game.pending(s), Over)
    with pytest.raises(IllegalAction):
        game.apply(s, 0)


def test_pending_names_seat_step_and_rule_or_the_throw() -> None:
    game = toy.Toy()
    s = game.new("short", {})
    throw = game.pending(s)
    assert isinstance(throw, Throw)
    assert (throw.step, throw.rule, throw.secret, throw.chance.asked()) == ("deal_card", "1.1", True, "1 of 5")
    game.answer(s, 1)
    assert game.pending(s) == Decide(toy.RED, "choose_bank", "2.1")
    assert [crumb.name for crumb in game.where(s)] == ["whole_game", "all_turns", "turn", "choose_bank"]
    choice = game.choice(s, 1)
    assert (choice.action, choice.rule, choice.verb, choice.place, choice.piece) == (
        "attack middle",
        "2.1",
        "attack",
        "middle",
        "",
    )


def test_options_are_settled_with_defaults_or_refused() -> None:
    game = toy.Toy()
    assert game.settle({"turns": "5"}) == {"dug_in": "off", "turns": "5"}
    for options, message in (
        ({"dugin": "on"}, "unknown option 'dugin'; did you mean 'dug_in'"),
        ({"dug_in": "yes"}, "one of on, off, not 'yes'"),
        ({"turns": "9"}, "number from 1 to 5"),
    ):
        with pytest.raises(Misspelt, match=message):
            game.settle(options)
    with pytest.raises(Misspelt, match="did you mean 'short'"):
        game.new("shrt", {})


def test_events_become_sentences() -> None:
    game = toy.Toy()
    s = game.new("short", {})
    game.answer(s, 1)
    game.answer(s, 2)
    shown = game.apply(s, toy.WEAK)
    assert [game.sentence(event) for event in shown] == ["bank shown east weak"]
    assert game.sentence(shown[0]._replace(kind=toy.BANK_WON, args=(2,))) == "east is won."
