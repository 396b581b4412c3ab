"""What a question tells besides its answers: prices and effects, what cannot be had and why, who may go together."""

from kurgan import games
from kurgan.games.inferno.game import Inferno
from kurgan.kernel.sentences import speaking
from kurgan.session.session import Session
from kurgan.table.model.replies import Odds, Question
from kurgan.table.model.scene import FaceBar
from kurgan.table.service import look
from kurgan.table.shown import seat_view

MARCHED = (
    *("none", "done", "done", "none", "move GE-6Pp", "with GE-6Pa", "to 0830", "to 0931", "stop"),
    *("move GE-23P", "to 0930", "stop", "end"),
)
"""A first Axis turn of Wintergewitter up to its attacks: two divisions stand beside Verkhne-Kumsky."""


def session_of(title: str, scenario: str, *answers: str) -> Session:
    session = Session.new(games.load(title), scenario, {}, seed="choices")
    for text in answers:
        session.answer(session.seen(session.awaited).parse(text))
    return session


def question_of(session: Session) -> Question:
    found = seat_view.question(session.seen(session.awaited), session.number)
    assert found is not None
    return found


def test_a_purchase_says_its_price_and_what_it_does_and_what_cannot_be_bought_says_why() -> None:
    asked = question_of(session_of("advance", "campaign"))
    effects = {choice.action: choice.effect for choice in asked.choices}
    assert effects["buy artillery"].startswith("1 point.")
    assert effects["buy air"].startswith("3 points.")
    assert [(no.action, no.rule, no.text) for no in asked.refused] == [
        ("buy morale", "5.2", "Morale is at the top of its track.")
    ]


def test_actions_of_inferno_have_a_line_each() -> None:
    asked = question_of(session_of("inferno", "solo"))
    assert asked.step == "choose_action"
    told = {choice.action: choice.effect for choice in asked.choices} | {no.action: no.effect for no in asked.refused}
    assert set(told) == {"reinforce", "long", "short", "hasty", "deliberate"}
    assert all(told.values())


def test_a_hasty_attack_says_whom_it_will_hit_though_nobody_is_asked_for_a_single_target() -> None:
    """Where the attackers come from, and when they are chosen: after that dice fall."""
    for language, prompt in (("en", "Hasty Attack on {}: which"), ("es", "Ataque rápido contra {}: ¿qué")):
        with speaking(language):
            game = games.load("inferno")
            assert isinstance(game, Inferno)
            names = [game.label("hex", game.words["hex"].index(target)) for target in ("3", "59")]
            asked = question_of(session_of("inferno", "solo", "hasty"))
            assert [choice.action for choice in asked.choices] == ["from W", "from X"]
            assert all(name in choice.effect for name, choice in zip(names, asked.choices, strict=True))
            asked = question_of(session_of("inferno", "solo", "hasty", "from W"))
            assert asked.step == "hasty_units"
            assert asked.prompt.startswith(prompt.format(names[0]))


def test_the_choice_of_a_soviet_turn_has_a_line_each() -> None:
    game = games.load("inferno")
    assert isinstance(game, Inferno)
    for language in ("en", "es"):
        with speaking(language):
            for action in ("move", "draw"):
                assert game.text.get("effects", f"soviet_action.{action}")


def test_units_of_an_active_area_go_together_into_an_attack_whose_chances_are_known_before() -> None:
    """Each by its own way; the odds are those of all that would go, not of one."""
    session = session_of("advance", "campaign", "done", "activate 3")
    seen = session.seen("german")
    ways = [way for way in look.routes(session, "german").routes if way.place == "18"]
    assert len(ways) == 4
    assert {way.attack for way in ways} == {"attack 18"}
    bars: list[FaceBar] = [{"key": ["p_area_captured"], "label": "taken", "kind": "good"}]

    def taken(count: int) -> float:
        actions = [action for way in ways[:count] for action in way.actions] + ["attack 18"]
        found = look.after(seen, "; ".join(actions), bars, [])
        assert found is not None
        return found.bars[0].chance

    assert taken(1) < taken(2) < taken(4)
    assert look.after(seen, "move 24/24 18; nonsense", [], []) is None
    pieces = {piece["id"]: piece for piece in seen.scene()["pieces"]}
    assert [pieces[unit].get("points") for unit in ("24/24", "24/21")] == [6, 4]


def test_a_target_of_roads_has_the_chances_of_all_who_may_attack_it_before_anybody_is_named() -> None:
    """Who is named then changes them; with all named they are the same again."""
    session = session_of("roads", "wintergewitter", *MARCHED)
    asked = question_of(session)
    (target,) = [choice for choice in asked.choices if choice.attacks]
    bars: list[FaceBar] = [{"key": ["hex", "given_up"], "label": "given up", "kind": "good"}]

    def chances(*actions: str) -> Odds:
        found = look.after(session.seen("axis"), "; ".join(actions), bars, [])
        assert found is not None
        return found

    before = chances(target.action)
    assert before.exact
    assert before.gathered == 3
    assert before.column == "1/1", "13 against 9"
    one = chances(target.action, "with GE-6Pp", "done")
    assert (one.gathered, one.column) == (0, "1/2"), "6 against 9"
    session.answer(session.seen("axis").parse(target.action))
    asked = question_of(session)
    assert asked.gather == "done"
    named = [choice.action for choice in asked.choices]
    assert len(named) == 3
    together = chances(*named)
    assert (together.column, together.bars) == (before.column, before.bars)
    assert chances(named[0], asked.gather).bars == one.bars != before.bars


def test_only_a_question_that_stays_takes_several_pieces() -> None:
    """Who joins an attack may be named all at once; who leads it is one."""
    asked = question_of(
        session_of("advance", "campaign", "done", "activate 3", "move 24/24 18", "move 24/21 18", "attack 18")
    )
    assert asked.step in ("name_lead", "answer_barrage")
    assert not asked.several
