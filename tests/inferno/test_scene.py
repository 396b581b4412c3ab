"""The scene that the table draws: complete, and made of what the seat may know."""

import json

from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import REMOVED
from kurgan.testing import rule
from tests.inferno.table import GAME, P, Table

FIXED = {"turn", "sides", "places", "pieces", "boxes", "tracks", "hands", "decks", "hidden", "lines", "notes"}


def scene(t: Table, seat: int) -> dict[str, object]:
    found = GAME.scene(GAME.view(t.s, seat))
    json.dumps(found)
    return found


def pieces(t: Table, seat: int, at: str) -> list[dict[str, object]]:
    found = GAME.scene(GAME.view(t.s, seat))["pieces"]
    return [piece for piece in found if piece.get("at") == at]


def fighting(scenario: str = "one_vs_one") -> Table:
    return Table(
        {"60": "G2P@3 G64PG", "41": "S13G@4 S6T@2", "59": "S29R"},
        scenario=scenario,
        hand=["Stuka"],
        soviet_hand=["T34"],
        rubble=["9"],
    )


def test_every_part_is_there_for_every_seat() -> None:
    t = fighting().german_turn()
    for seat in (0, 1, -1):
        assert set(scene(t, seat)) == FIXED


def test_every_place_has_words() -> None:
    places = GAME.scene(GAME.view(fighting().german_turn().s, 0))["places"]
    assert list(places) == P.hex_name
    assert places["9"]["tags"] == ["spawn", "objective", "rubble", "dock"]
    assert places["7"]["tags"] == ["spawn", "objective", "factory"]
    assert places["41"]["text"] == "41 Vishnevaya ravine, east, rough, held by the Soviets, Soviet units: 2."


@rule("1.5")
def test_concealed_blocks_are_the_same_drawing() -> None:
    """Tokens by place and position; every other key is equal for all of them."""
    t = fighting().german_turn()
    backs = pieces(t, 0, "41") + pieces(t, 0, "59")
    assert [piece["id"] for piece in backs] == ["?s41.1", "?s41.2", "?s59.1"]
    bare = [{k: v for k, v in piece.items() if k not in ("id", "at")} for piece in backs]
    assert bare[0] == bare[1] == bare[2]
    assert list(backs[0]) == list(backs[2])


@rule("1.5")
def test_own_blocks_show_strength_firepower_army_and_the_r() -> None:
    t = fighting().german_turn()
    panzer, grenadier = pieces(t, 0, "60")
    assert (panzer["id"], panzer["pips"], panzer["full"], panzer["firepower"], panzer["strip"]) == (
        "G2P",
        3,
        4,
        "TF",
        "Y",
    )
    assert "corner" not in panzer
    assert grenadier["corner"] == "R"
    assert [piece["id"] for piece in pieces(t, 1, "60")] == ["?g60.1", "?g60.2"]


def test_an_edition_may_leave_factory_and_docks_in_the_box() -> None:
    t = Table({"W": "G2P", "60": "S29R"}, edition="updated").german_turn()
    places = GAME.scene(GAME.view(t.s, 0))["places"]
    assert places["7"]["tags"] == ["spawn", "objective"]


@rule("10.0")
def test_hands_are_cards_for_the_owner_and_a_number_for_the_others() -> None:
    t = fighting().german_turn()
    german = {hand["name"]: hand for hand in GAME.scene(GAME.view(t.s, 0))["hands"]}
    soviet = {hand["name"]: hand for hand in GAME.scene(GAME.view(t.s, 1))["hands"]}
    assert [card["id"] for card in german["german_hand"]["cards"]] == ["Stuka"]
    assert german["soviet_hand"]["count"] == 1
    assert "cards" not in german["soviet_hand"]
    assert soviet["german_hand"]["count"] == 1
    assert [card["id"] for card in soviet["soviet_hand"]["cards"]] == ["T34"]


def test_the_fight_lists_dice_by_firepower_and_what_bears_on_it() -> None:
    t = Table({"25": "G2P@3 G191I@2", "9": "S13G@4"})
    t.attack("9", "25")
    fight = GAME.scene(GAME.view(t.s, 0))["fight"]
    assert fight["attack"]["total_words"] == "5 dice"
    assert [term["label"] for term in fight["attack"]["terms"]] == [
        "2 dice hit on 5–6 (DF, white dots)",
        "3 dice hit on 4–6 (TF, red dots)",
    ]
    assert fight["defence"]["total_words"] == "4 dice"
    assert not any("total" in fight[side] or "dice" in fight[side] for side in ("attack", "defence"))
    assert any("17 or more" in note["text"] for note in fight["notes"])


def test_before_the_showdown_concealed_defenders_are_a_question_mark() -> None:
    t = fighting("solo")
    t.attack("41", "60")
    fight = GAME.scene(GAME.view(t.s, 0))["fight"]
    assert fight["defence"]["total_words"] == "?"
    assert fight["stage"] == "prepare"


def test_the_notes_say_what_the_soviets_will_do() -> None:
    t = Table({"60": "S29R S45R", "W": "G2P"}).german_turn()
    lines = [line["text"] for line in GAME.scene(GAME.view(t.s, 0))["notes"][0]["lines"]]
    assert lines[0] == "Highest Soviet stacks: 60 with 2 each; 1 of them against 6 spawn hexes held."
    assert "move" in lines[1]


def test_stacks_that_are_many_are_counted_and_not_named_one_by_one() -> None:
    soviets = [name for name, side in zip(P.unit_name, P.side, strict=True) if side == SOVIET][:7]
    t = Table(dict(zip(("60", "61", "38", "21", "59", "26", "13"), soviets, strict=True)) | {"W": "G2P"}).german_turn()
    lines = [line["text"] for line in GAME.scene(GAME.view(t.s, 0))["notes"][0]["lines"]]
    assert lines[0] == "Highest Soviet stacks: 7 with 1 each, against 6 spawn hexes held."


def test_what_a_fight_showed_is_listed_until_the_stack_is_muddled() -> None:
    """After the fight the German may still say who stands in 41, though not which is which."""
    t = Table({"60": "G2P@1", "41": "S13G@4 S29R@4"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 1+1+1+1+1+1+1+1", "roll 1")
    places = GAME.scene(GAME.view(t.s, 0))["places"]
    facts = dict(places["41"]["facts"])
    assert facts["May be"] == "13th Guards Rifle Division, 29th Rifle Division"


def test_the_map_in_text_names_own_blocks_and_hides_the_others() -> None:
    t = fighting().german_turn()
    text = GAME.map_text(GAME.view(t.s, 0))
    assert "60: Germany G2P 3, G64PG 4" in text
    assert "41 Vishnevaya ravine, east: Soviet Union ?, ?" in text
    assert "[60:2G]" in text
    assert "[41^2S]" in text
    assert "[9#*]" in text
    assert t.s.count[SOVIET][P.hex_of["41"]] == 2


def test_every_choice_points_at_places_and_pieces_of_the_scene() -> None:
    t = fighting("solo").german_turn()
    shown = GAME.scene(GAME.view(t.s, 0))
    ids = {piece["id"] for piece in shown["pieces"]}
    cards = {card["id"] for hand in shown["hands"] for card in hand.get("cards", [])}
    for line in ("deliberate",):
        t.play(line)
        for a in GAME.legal(t.s):
            choice = GAME.choice(t.s, a)
            assert not choice.place or choice.place in shown["places"]
            assert not choice.piece or choice.piece in ids | cards


@rule("1.4B")
@rule("8.2.5.1")
def test_the_clock_says_what_its_last_card_means() -> None:
    """The end of the game; with OKH and two removed R units two more turns, and then how many are left."""
    for leaders, removed, used, words in (
        ([], 2, 0, "When the last Soviet card is drawn the game is over."),
        (["OKH"], 0, 0, "When the last Soviet card is drawn the game is over."),
        (["OKH"], 2, 0, "OKH: German turns after the last Soviet card: 2."),
        (["OKH"], 2, 1, "OKH: extra turn 1 of 2."),
    ):
        t = Table({"60": "G2P", "41": "S13G"}, leaders=leaders)
        for unit in ("G64PG", "G103PG")[:removed]:
            lift(t.s, P.unit_of[unit], REMOVED)
        for c in range(P.german_cards, P.cards):
            t.s.deck[c] = 0
        t.s.deck[P.card_of["T34"]] = 0 if used else 2
        t.s.deck_out = int(used > 0)
        t.s.extra_used = used
        tracks = GAME.scene(GAME.view(t.german_turn().s, 0))["tracks"]
        assert [track.get("warning") for track in tracks if track["name"] == "soviet_deck"] == [words]


@rule("8.2.4")
def test_the_german_deck_knows_a_fifth_pioneer() -> None:
    for value, most in (("one_of_four", 26), ("fifth_card", 27)):
        t = Table({"60": "G2P", "41": "S13G"}, pioneer_672=value).german_turn()
        decks = GAME.scene(GAME.view(t.s, 0))["decks"]
        assert [deck["of"] for deck in decks if deck["name"] == "german_deck"] == [most]
