"""What the screen of Roads says has words: parts of a sum, and what a Ju 52 does."""

import re

from kurgan import games
from kurgan.games.roads.game import JU52_RULES, Roads
from kurgan.games.roads.pack.vocabulary import JU52S
from kurgan.kernel.sentences import speaking, spoken_tables
from kurgan.session.session import Session

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


def test_parts_of_a_combat_are_not_called_as_the_steps_of_a_unit_in_spanish() -> None:
    """The page explains "paso" as a unit's strength wherever it stands."""
    texts = spoken_tables(games.folder("roads") / "data", "es")["rules"]
    assert [number for number, text in texts.items() if "paso de un combate" in text] == []
