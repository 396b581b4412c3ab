"""What the screen of Roads says has words: parts of a sum, and what a Ju 52 does."""

import re

import pytest

from kurgan import games
from kurgan.games.roads import events, tracks
from kurgan.games.roads.game import Roads
from kurgan.games.roads.odds.fights import PARTS
from kurgan.games.roads.pack.vocabulary import AXIS, JU52S, JU_HUBE, SIDES, SOVIET, SOVIET_ROUT
from kurgan.games.roads.screen.speech import JU52_RULES
from kurgan.games.roads.terms import J_MAP
from kurgan.kernel.notation import End
from kurgan.kernel.protocol import CHANGE, Decide, Event
from kurgan.kernel.sentences import speaking, spoken_tables
from kurgan.session.seen import Seen
from kurgan.session.session import Session
from kurgan.testing import rule
from tests.roads.drawn import GAME, draw, h
from tests.roads.rules.test_r08_outcomes import FRONT, HQ, THREE, thrown
from tests.roads.rules.test_r10_ju52 import CITY, TRACKS
from tests.roads.staged import begin, decline, stage

POCKET = "scenario wintergewitter\nside axis\nturn DEC_II\nfortress 1333 7\n" + CITY
FLYING = {**TRACKS, tracks.FORTRESS_TURN: 2}
NOTED = re.compile(r"""\bnote\(\s*"[^"]+", "(\w+)\"""")


def test_every_part_of_a_sum_of_odds_has_a_name() -> None:
    game = games.load("roads")
    assert isinstance(game, Roads)
    rules = (games.folder("roads") / "rules").glob("*.py")
    noted = {label for path in rules for label in NOTED.findall(path.read_text(encoding="utf-8"))}
    assert len(noted) >= 8
    assert [label for label in sorted(noted) if not game.text.get("words", f"term_{label}")] == []


def test_a_ju52_says_what_it_does_by_its_own_paragraph() -> None:
    """[10.4.3] Kinds stand in the order of the paragraphs."""
    game = games.load("roads")
    assert isinstance(game, Roads)
    s = game.new("uranus", {})
    told = [game.effect_words(s, {"ju": kind})["does"] for kind in range(len(JU52S))]
    assert len(JU52_RULES) == len(JU52S) == len(set(told))
    by_name = dict(zip(JU52S, told, strict=True))
    assert by_name["mobility"] == game.text.get("rules", "10.4.3H")
    assert by_name["hube"] == game.text.get("rules", "10.4.3D")
    assert by_name["sortie_2"] == game.text.get("rules", "10.4.3J")


def test_the_question_where_a_support_is_played_names_it_to_its_owner_alone() -> None:
    """[5.5.1] Until it lies on the map it is in his hand."""
    game = games.load("roads")
    assert isinstance(game, Roads)
    session = Session.new(game, "wintergewitter", {}, seed="named support")
    seat = session.awaited
    play = None
    while play is None:
        seat = session.awaited
        choices = session.seen(seat).choices()
        play = next((choice for choice in choices if choice.verb == "play"), None)
        session.act(seat, [(play or choices[0]).action])
    kind = next(title for title in game.pack.support_title if title in play.label)
    assert session.seen(seat).prompt() == f"Where is the support ({kind}) played?"
    for eyes in {*session.seat_names, ""} - {seat}:
        assert session.seen(eyes).prompt() == "Where is the support played?"
    with speaking("es"):
        assert session.seen(seat).prompt().startswith("¿Dónde se juega el apoyo (")


def test_the_two_rounds_of_supports_are_asked_for_in_words_of_their_own() -> None:
    """[5.5.7] Who holds only late kinds may be done with the first round and knows that theirs comes."""
    game = games.load("roads")
    session = Session.new(game, "wintergewitter", {}, seed="two rounds")
    asked: list[tuple[str, str]] = []
    while isinstance(pending := session.pending, Decide) and pending.step != "choose_mover":
        seat = session.awaited
        if pending.step == "play_support":
            with speaking("es"):
                spanish = session.seen(seat).prompt()
            asked.append((session.seen(seat).prompt(), spanish))
        choices = [choice.action for choice in session.seen(seat).choices()]
        session.act(seat, ["done" if "done" in choices else choices[0]])
    assert [english for english, _ in asked] == [
        "Deploy a support (surprise attacks, tank brigades and planes; the others come next),"
        " or be done with this step.",
        "Deploy a support, or be done with this step.",
    ]
    assert asked[0][1].startswith("Despliega un apoyo (ataques por sorpresa, brigadas de tanques y aviones;")


def test_parts_of_a_combat_are_not_called_as_the_steps_of_a_unit_in_spanish() -> None:
    """The page explains "paso" as a unit's strength wherever it stands."""
    texts = spoken_tables(games.folder("roads") / "data", "es")["rules"]
    assert [number for number, text in texts.items() if "paso de un combate" in text] == []


def test_the_question_where_a_ju_52_lies_names_it_to_the_axis_alone() -> None:
    """[10.4.3] It lies face down: the enemy sees where, not what."""
    t = stage("air_bridge", POCKET, FLYING)
    t.play("draw_ju52 mobility")
    told = [Seen(t.game, t.game.view(t.s, seat), SIDES).prompt() for seat in (-1, SOVIET, AXIS)]
    assert told[0] == told[1] == told[2].replace(", Mobility,", "")
    assert "Put this Ju 52, Mobility, face down" in told[2]
    hand = next(hand for hand in t.game.scene(t.game.view(t.s, AXIS))["hands"] if hand["name"] == "ju52")
    assert hand["cards"][0]["text"] == GAME.text.get("rules", "10.4.3H")


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_two_units_of_a_side_and_no_two_results_read_alike(language: str) -> None:
    game = games.load("roads")
    assert isinstance(game, Roads)
    with speaking(language):
        for side in (SOVIET, AXIS):
            names = [name for u, name in enumerate(game.speech.units) if game.pack.side[u] == side]
            assert len(set(names)) == len(names)
        for kind in ("attacker_result", "defender_result"):
            said = [name.partition(" (")[2] for name in game.labels[kind] if " (" in name]
            assert len(set(said)) == len(said)


def test_what_cannot_be_played_says_why_where_nothing_can() -> None:
    """[5.5.7] Supports in hand are few; all that could be spelled is not what one looks for."""
    text = "side axis\nturn DEC_I\nbox axis tiger pak_88\n"
    t = stage("deploy_supports", text)
    seen = Seen(t.game, t.game.view(t.s, AXIS), SIDES)
    assert [choice.action for choice in seen.choices()] == ["done"]
    beside = seen.beside()
    assert len(beside) == 2
    assert {refusal.rule for _, refusal in beside} == {"5.5.7"}


def test_a_ju_52_that_lies_there_says_that_it_cannot_be_played_now() -> None:
    """[10.4.3] Of ten kinds the player looks for the one that he has laid."""
    t = stage("ju52_moves", POCKET, FLYING)
    t.s.stack = []
    t.s.ju_place[t.s.pack.ju_kind.index(JU_HUBE)] = J_MAP
    t.s.ju_on[t.s.pack.ju_kind.index(JU_HUBE)] = h("1334")
    begin(t, "ju52_moves")
    seen = Seen(t.game, t.game.view(t.s, AXIS), SIDES)
    assert [choice.label for choice in seen.choices()] == ["Move without one"]
    assert [choice.label for choice, _ in seen.beside()] == ["Play General Hube"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_declared_before_the_throw_says_what_it_does(language: str) -> None:
    """[8.6.1] [8.6.3] What it brings and what it costs stands at the answer, not only in the rules."""
    game = games.load("roads")
    assert isinstance(game, Roads)
    with speaking(language):
        for key in ("declare_elite_attack.elite", "declare_elite_defense.elite", "declare_armored.armored"):
            assert game.text.get("effects", key)


def test_who_exploits_is_not_given_up_by_a_slip() -> None:
    """[8.14.1] "Nobody else" ends it like the end of a phase: the page asks again and says what is lost."""
    game = games.load("roads")
    assert isinstance(game, Roads)
    form = game.forms["exploit"]
    assert isinstance(form.phrase_of(0), End)
    for language in ("en", "es"):
        with speaking(language):
            assert game.text.get("effects", "mark_exploiting.done")


@rule("8.13.2")
@rule("8.8.3")
def test_a_hex_that_nobody_has_entered_is_not_given_up_by_a_slip() -> None:
    """The page asks again and names the hex; not once somebody stands in it."""
    t = thrown(f"{FRONT}{HQ}1814: RO-1*", THREE, "4/1", "4+4")
    while t.asked() not in ("enter_hex", "follow_up"):
        assert not any(GAME.choice(t.s, a).ends for a in GAME.legal(t.s))
        t.play(t.choices()[0])
    for language, words in (("en", "Nobody enters 1814"), ("es", "nadie entra en 1814")):
        with speaking(language):
            done = GAME.choice(t.s, 0)
            assert done.ends
            assert words in done.effect
    assert not GAME.choice(t.s, GAME.legal(t.s)[1]).ends
    t.play("advance SU-26TK 1814")
    done = GAME.choice(t.s, 0)
    assert (done.ends, done.effect) == (False, "")


@rule("8.13.1")
def test_nor_are_the_hexes_of_attackers_who_went_back() -> None:
    t = thrown("1914: SU-23\n1915: SU-24\n2130: SU-HQ-DON\n" + f"{HQ}1814: GE-62 GE-298", "SU-23 SU-24", "2/1", "1+2")
    decline(t.play("lose SU-23", "retreat"), "advance_unit")
    done = GAME.choice(t.s, 0)
    assert done.ends
    assert done.effect.startswith("Nobody enters 1914, 1915")
    t.play("advance GE-62 1914")
    assert not GAME.choice(t.s, 0).ends


def test_superiority_that_changes_a_loss_is_among_what_a_fight_changed_in_words() -> None:
    """[14.1D] The throw tells the steps of the table; what cancelled one stands beside it with its reason."""
    game = games.load("roads")
    assert isinstance(game, Roads)
    assert PARTS[events.SUPERIORITY_USED] == CHANGE
    rout = Event("14.1", events.SUPERIORITY_USED, (SOVIET_ROUT,), -1)
    assert game.sentence(rout) == "German superiority: Soviet rout, the attacker loses one step less."
    table = Event("8.7.4", events.COMBAT_RESULT, (1, 2, 0, 0), -1)
    assert game.sentence(table).startswith("Steps lost by the table: attacker 1, defender 2.")


def test_a_march_that_may_not_end_here_says_why() -> None:
    """[7.1.10] A headquarters may pass where it has no line, and "Stop here" is missed there."""
    t = draw("side soviet\nphase movement\n2129: SU-HQ-DON\n1827: SU-23").play("move SU-HQ-DON", "to 2128")
    seen = Seen(t.game, t.game.view(t.s, SOVIET), SIDES)
    assert "stop" not in [choice.action for choice in seen.choices()]
    assert [(choice.action, refusal.rule) for choice, refusal in seen.beside()] == [("stop", "7.1.10")]
