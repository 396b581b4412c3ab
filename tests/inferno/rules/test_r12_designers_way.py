"""Chapter 12: the Designer's Way."""

import pytest

from kurgan.games.inferno import events
from kurgan.games.inferno.pack.pack import GERMAN, INFANTRY_POOL, SOVIET
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules.r08_german_cards import german_cards_left, german_deck, germans_draw, take_german_card
from kurgan.games.inferno.terms import POOL
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Throw
from kurgan.testing import rule
from tests.inferno.rules.test_r03_setup import opening
from tests.inferno.table import GAME, P, Table


def advantages(mask: int, side: int) -> int:
    return sum(1 for a in range(len(P.advantage_side)) if mask >> a & 1 and P.advantage_side[a] == side)


@rule("12.1")
def test_each_side_draws_as_many_distinct_advantages_as_its_die_shows() -> None:
    s = GAME.new("solo", {"level": "normal"})
    pending = GAME.pending(s)
    assert isinstance(pending, Throw)
    assert pending.step == "advantage_dice"
    s.events = []
    GAME.answer(s, pending.chance.fold([4, 2]))
    tape = Tape("advantages")
    while True:
        pending = GAME.pending(s)
        if not isinstance(pending, Throw) or "advantage" not in pending.step:
            break
        GAME.answer(s, pending.chance.throw(tape))
    assert (advantages(s.advantages, SOVIET), advantages(s.advantages, GERMAN)) == (4, 2)
    assert sorted([event.args[0] for event in s.events if event.kind == events.ADVANTAGE_GAINED]) == [
        a for a in range(len(P.advantage_side)) if s.advantages >> a & 1
    ]


@rule("12.1")
def test_other_levels_draw_no_advantages() -> None:
    for level in ("basic", "easy_german", "easy_soviet", "impossible_german"):
        assert opening(level=level).advantages == 0


@rule("12.2")
def test_leader_advantages_are_the_first_cards_of_the_deck() -> None:
    """Over several games: every leader advantage of the Germans came in the first three cards or lies on top."""
    for i in range(8):
        s = opening(seed=f"leaders {i}", level="normal")
        tops = sum(s.deck_top[: P.german_cards])
        chosen = [a for a in range(len(P.advantage_card)) if s.advantages >> a & 1 and P.advantage_card[a] >= 0]
        german = [a for a in chosen if P.card_side[P.advantage_card[a]] == GERMAN]
        assert tops == max(0, len(german) - 3)  # three cards are drawn at the start
        for a in range(len(P.advantage_card)):
            c = P.advantage_card[a]
            if c < 0 or not s.advantages >> a & 1:
                continue
            if P.card_side[c] == GERMAN:
                assert s.leaders >> P.effect[c] & 1 or s.deck_top[c] == 1
                assert tops == 0 or s.deck[c] == 0
            else:
                assert s.deck_top[c] == 1


@rule("12.3")
def test_raus_brings_the_6th_panzer_when_a_six_finds_an_empty_row() -> None:
    """The three axe blocks go to the emptiest rows; the second 6 does nothing, for row 6 has no R unit."""
    t = Table({"13": "S29R"}, advantages=["SixthPanzer"], level="normal").on_track("G191I", "G194I")
    t.german_turn().play("reinforce", "card Stuka", "roll 6+6+3+3+4+4")
    while t.asked == "return_unit":
        t.play(t.legal[0])
    assert {t.place(u) for u in ("G11P", "G4PG", "G114PG")} == {"track"}
    assert t.s.raus == 1
    rows = {
        i // P.track_columns for i in range(30) if t.s.track[i] in {P.unit_of[u] for u in ("G11P", "G4PG", "G114PG")}
    }
    assert rows == {2, 3, 4}


@rule("12.3")
def test_without_the_advantage_a_six_too_many_does_nothing() -> None:
    t = Table({"13": "S29R"}).on_track("G191I")
    t.german_turn().play("reinforce", "card Stuka", "roll 6+6+3+3+4+4")
    assert t.place("G11P") == "out"


@rule("12.4")
@pytest.mark.parametrize(("german", "stands"), [([], True), (["10"], False)])
def test_chuikovs_headquarters_needs_a_soviet_hex(german: list[str], stands: bool) -> None:
    t = Table({"60": "G2P@4", "41": "S13G@4"}, soviet_hand=["Chuikov"], level="easy_soviet", german=german)
    t.attack("41", "60", deliberate=False)
    t.play("card Chuikov", "roll 4+4+2")
    assert t.leads("Chuikov") == stands
    assert (t.s.hq == P.hex_of["10"]) == stands
    assert [GAME.event_kinds[e.kind][0] for e in t.events if e.rule == "12.4"] == [
        "hq_established" if stands else "hq_lost"
    ]
    assert [e.args for e in t.events if e.rule == "12.4"] == [(P.hex_of["10"],)]


@rule("12.4")
def test_germans_who_enter_the_headquarters_end_chuikovs_effects() -> None:
    t = Table({"91": "G2P", "13": "S29R"}, leaders=["Chuikov"], level="easy_soviet")
    t.s.hq = P.hex_of["79"]
    t.german_turn().play("short", "from 91", "to 79")
    assert not t.leads("Chuikov")
    assert t.s.hq == -1


@rule("12.5")
def test_immortal_guards_stand_at_full_strength_at_the_start_of_a_combat() -> None:
    """Right after the Showdown; one who arrives later in the combat keeps the strength he came with."""
    t = Table(
        {"60": "G2P@4", "41": "S13G@1"}, advantages=["ImmortalGuard"], level="normal", soviet_hand=["Infiltration"]
    )
    t.attack("41", "60", deliberate=False)
    t.play("card Infiltration")
    assert t.dots("S13G") == 4
    t.play("block S35G 2")
    assert t.dots("S35G") == 2


@rule("12.6")
def test_empowered_marines_land_at_full_strength() -> None:
    t = Table(
        {"60": "G2P@4", "41": "S29R@1"}, soviet_hand=["Flotilla"], advantages=["MarinesEmpowered"], level="normal"
    )
    t.attack("41", "60", deliberate=False)
    t.play("card Flotilla", "roll 4+4+2")
    pending = t.game.pending(t.s)
    assert isinstance(pending, Throw)
    assert pending.chance.total() == 2
    t.play("unit S92N")
    assert t.dots("S92N") == 4


@rule("12.7")
def test_late_deployment_puts_the_four_dot_divisions_into_the_pool() -> None:
    for i in range(40):
        s = opening(seed=f"late {i}", level="normal")
        if not s.advantages & s.rules.late_deployment:
            continue
        pool = [u for u in range(P.germans, P.units) if s.where[u] == POOL and P.pool[u] == INFANTRY_POOL]
        assert sum(P.is_late[u] for u in pool) == 18
        assert sum(P.is_guard[u] for u in pool) == 4
        break
    else:
        raise AssertionError("no game with Late Deployment among forty")


@rule("12.8")
def test_easy_german_starts_with_three_leaders_linden_next_and_okh_last() -> None:
    """Linden comes with the first three cards, so he is in play too."""
    s = opening(level="easy_german")
    named = {P.card_name[c] for c in range(P.german_cards) if P.is_leader[c] and s.leaders >> P.effect[c] & 1}
    assert named == {"Paulus", "Hoth", "Richthofen", "Linden"}
    assert s.deck_bottom[P.card_of["OKH"]] == 1


@rule("12.8")
def test_okh_comes_when_no_other_german_card_is_left() -> None:
    """Easy German: as long as the deck holds another card OKH is not drawn, and then nothing else is."""
    s = opening(level="easy_german")
    okh = P.card_of["OKH"]
    assert 0 < sum(s.deck[: P.german_cards]) == german_cards_left(s) - 1
    assert okh not in [c for c, ways in german_deck(s).outcomes() if ways]
    for c in range(P.german_cards):
        s.deck[c] = 0
    s.german_owed = 1
    assert germans_draw(s)
    assert [c for c, ways in german_deck(s).outcomes() if ways] == [okh]
    take_german_card(s, okh)
    assert german_cards_left(s) == 0
    assert concepts.has_leader(s, P.effect[okh])


@rule("12.9")
def test_easy_soviet_puts_the_three_leaders_on_top_of_the_soviet_deck() -> None:
    s = opening(level="easy_soviet")
    assert [s.deck_top[P.card_of[name]] for name in ("Chuikov", "Zaytsev", "Khrushchev")] == [1, 1, 1]
    assert sum(s.deck[P.german_cards :]) == 25
    assert s.fort == bytearray(P.hexes)
    assert not any(opening(level="easy_german").deck_top[P.german_cards :])


@rule("12.10")
@rule("12.10.1")
def test_impossible_german_has_five_fortifications_and_soviet_leaders_on_top() -> None:
    s = opening(level="impossible_german")
    assert sorted(P.hex_name[h] for h in range(P.hexes) if s.fort[h]) == ["21", "26", "28", "32", "4"]
    assert sum(s.deck_top[P.german_cards :]) == 3


@rule("12.10.1")
def test_defenders_in_a_fortification_hit_on_one_number_more_and_attackers_do_not() -> None:
    """Black dots in 28 hit on 5; Khrushchev adds another number."""
    t = Table({"46": "G2P@4", "28": "S29R@4"}, level="impossible_german")
    t.attack("28", "46", deliberate=False)
    t.play("roll 5+4+4+4", "roll 1+1+1+1")
    assert t.dots("G2P") == 3
    t = Table({"46": "G2P@4", "28": "S29R@4"}, level="impossible_german")
    t.attack("46", "28", side=SOVIET, deliberate=False)
    t.play("roll 5+4+4+4", "roll 1+1+1+1")
    assert t.dots("G2P") == 4
    t = Table({"46": "G2P@4", "28": "S29R@4"}, level="impossible_german", leaders=["Khrushchev"])
    t.attack("28", "46", deliberate=False)
    t.play("roll 4+3+3+3", "roll 1+1+1+1")
    assert t.dots("G2P") == 3


@rule("12.10.1")
@rule("8.4.1.1")
def test_a_fortification_helps_opportunity_fire_too() -> None:
    t = Table({"46": "G2P@4", "28": "S29R@4"}, level="impossible_german", leaders=["Chuikov"])
    t.attack("28", "46", deliberate=False)
    t.play("roll 5")
    assert t.dots("G2P") == 3


@rule("12.10.2")
def test_germans_who_enter_destroy_the_fortification() -> None:
    t = Table({"46": "G2P@4", "28": "S29R@1"}, level="impossible_german")
    t.attack("28", "46", deliberate=False)
    t.play("roll 1", "roll 6+6+6+6")
    assert t.place("G2P") == "28"
    assert t.s.fort[P.hex_of["28"]] == 0


@rule("12.10.3")
def test_rubble_may_lie_beside_a_red_fortification() -> None:
    """The two fortifications of the city: with rubble beside them both count, a number more and two hits for one."""
    s = opening(level="impossible_german")
    urban = [P.hex_name[h] for h in range(P.hexes) if s.fort[h] and concepts.is_urban(s, h)]
    assert urban == ["26", "32"]
    assert not any(opening(level="basic").fort)
    t = Table({"44": "G2P@4", "26": "S29R@4"}, level="impossible_german")
    t.attack("26", "44")
    t.play("roll 6+6+6")
    assert t.has_rubble("26")
    assert t.s.fort[P.hex_of["26"]] == 1
    t.play("roll 5+4+4+4", "roll 6+6+1")
    assert (t.dots("G2P"), t.dots("S29R")) == (3, 3)


@rule("12.10.4")
def test_the_1077th_cancels_an_airstrike() -> None:
    for level, asked in (("impossible_german", "soviet_fire"), ("basic", "roll_barrage")):
        t = Table({"60": "G2P@4", "41": "S1077A"}, level=level, hand=["Stuka"])
        t.attack("41", "60")
        t.play("play Stuka")
        assert t.asked == asked


@rule("12.10.4")
@rule("8.5.3")
def test_an_airstrike_is_cancelled_once_though_regiment_and_card_fire() -> None:
    """The regiment drives the Stuka off before the AA card is read; the card still makes its rubble."""
    for edition in ("recommended", "first_2018"):
        t = Table(
            {"60": "G2P@4", "41": "S1077A"},
            level="impossible_german",
            hand=["Stuka"],
            soviet_hand=["AA13"],
            edition=edition,
        )
        t.attack("41", "60")
        t.play("card AA13", "play Stuka")
        assert t.happened("airstrike_cancelled") == [(P.card_of["Stuka"],)]
        assert t.has_rubble("13")


@rule("12.10.4")
def test_a_switch_gives_the_special_units_their_powers_at_every_designers_level() -> None:
    t = Table({"60": "G2P@4", "41": "S1077A"}, level="normal", special_units="designers_way", hand=["Stuka"])
    t.attack("41", "60")
    t.play("play Stuka")
    assert t.asked == "soviet_fire"


@rule("12.10.5")
def test_the_20th_takes_a_dot_from_the_strongest_tank_attacking_or_defending() -> None:
    for side, target, start in ((GERMAN, "41", "60"), (SOVIET, "60", "41")):
        t = Table({"60": "G2P@3 G191I@3", "41": "S20D"}, level="impossible_german")
        t.attack(target, start, side=side, deliberate=False)
        assert t.dots("G2P") == 2


def test_every_level_can_be_set_up() -> None:
    for level in P.level_name:
        for scenario in P.scenarios:
            pending = GAME.pending(opening(scenario, level=level))
            assert isinstance(pending, Decide)
