"""Chapter 8.7 to 8.11 and 8.15: the table, losses, results, superiority, Kampfgruppen."""

import pytest

from kurgan.games.roads.answers import UNIT
from kurgan.games.roads.odds.fights import weakest
from kurgan.games.roads.odds.standing_orders import reduced_first
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r08_alter as alter
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r08_results as results
from kurgan.games.roads.terms import FOUGHT, KG_POOL, RETREATED
from kurgan.kernel.protocol import Decide
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, draw, h, u

# The result table: losses, attacker's and defender's result for rolls 2 to 12, column by column.
TABLE = {
    "1/2": "A3 AR R;A2 AR R;A2D1 AR Eng;A1 - Eng;A1 AR R;A1 - -;A1 - -;A1D1 - F;A1D1 E Eng;D1 E DR;A1D2 E DR2",
    "1/1": "A2 AR R;A2D1 AR F;A1 AR R;A1 Eng -;A1 AR R;- Eng -;A1D1 - F;A1D1 - -;D1 E DR;A1D2 E DR2;A1D2 E DR2",
    "2/1": "A2D1 AR F;A1 AR -;A1 AR R;- Eng F;A1D1 - R;A1D1 - S;D1 E S;D1 D1 DR;A1D2 E DR2;A1D2 E DR2;D2 E2 DR3",
    "3/1": "A1 - R;A1 - R;- Eng -;A1D1 - R;A1D1 D1 F;D1 E DR;D1 E DR;A1D2 E DR2;A1D2 E DR2;D2 E2 DR3;D2 E2 DR3",
    "4/1": "A1 - R;- - S;A1D1 Eng F;A1D1 D1 S;D1 E DR;D1 E DR;A1D2 E DR2;A1D2 E DR2;D2 E2 DR3;D2 E2 DR3;A1D3 E3 DR3",
    "5/1": "- - R;A1D1 - S;A1D1 D1 Eng;D1 E DR;D1 E DR;D2 E DR2;A1D2 E2 DR2;D2 E2 DR3;D2 E2 DR2;A1D3 Eng DR3;D3 E3 DR3",
    "6/1": "A1D1 E DR2;A1D1 D1 DR2;D1 E DR2;D1 E DR2;A1D2 E DR2;D2 E2 DR3;D2 E2 Eng;D2 E2 DR3;A1D3 E3 DR3;"
    "D3 Eng DR3;D4 E3 DR3",
}  # fmt: skip

FIGHT = (
    "side soviet\nphase combat\n1914: SU-26TK SU-1TK SU-51G\n1814: GE-62 GE-294\n1612: GE-HQ-HOLL\nsuperiority none\n"
)


def seat(t: Drawn) -> int:
    asked = t.game.pending(t.s)
    assert isinstance(asked, Decide)
    return asked.seat


@rule("8.2.2")
@rule("8.7.2")
@rule("8.7.3")
@rule("8.7.4")
@rule("8.7.5")
@rule("8.7.6")
@pytest.mark.parametrize("column", range(7))
def test_the_result_table_cell_by_cell(column: int) -> None:
    """Every cell as the rules read it after the throw."""
    cells = TABLE[vocabulary.ODDS[column]].split(";")
    for roll in range(2, 13):
        words = cells[roll - 2].split()
        t = draw(FIGHT)
        b = Battle(h("1814"), 0, 0)
        b.column = column
        t.s.battle = b
        results.take_roll(t.s, roll)
        assert vocabulary.ATTACKER_RESULTS[b.result_a] == words[1], f"{vocabulary.ODDS[column]} on {roll}"
        assert vocabulary.DEFENDER_RESULTS[b.result_d] == words[2], f"{vocabulary.ODDS[column]} on {roll}"
        losses_word = "".join([f"A{b.losses_a}" if b.losses_a else "", f"D{b.losses_d}" if b.losses_d else ""]) or "-"
        assert losses_word == words[0], f"{vocabulary.ODDS[column]} on {roll}"


@rule("8.7.8")
@rule("8.10.3")
def test_the_elite_bonus_offers_the_block_that_was_rolled() -> None:
    """On 6/1 a 3 offers D1 and E, nothing else; on 4/1 an 8 offers only E."""
    t = draw(FIGHT)
    t.s.battle = Battle(h("1814"), 0, 0)
    t.s.battle.column = 6
    t.s.battle.roll = 3
    names = [vocabulary.ATTACKER_RESULTS[a - 3300] for a in results.block_a(t.s)]
    assert names == ["D1", "E"]
    t.s.battle.column, t.s.battle.roll = 4, 8
    assert [vocabulary.ATTACKER_RESULTS[a - 3300] for a in results.block_a(t.s)] == ["E"]


@rule("8.8.1")
def test_the_first_loss_is_bound_by_what_was_declared() -> None:
    """Elite alone: the unit named. Armor alone: the owner picks a black one. Both: the opponent picks."""
    t = draw(FIGHT)
    b = Battle(h("1814"), 0, 0)
    b.attackers = [u("SU-26TK"), u("SU-1TK"), u("SU-51G")]
    t.s.battle = b
    b.first_a, b.elite_a = 1, u("SU-51G")
    assert losses.attacker_payers(t.s) == [u("SU-51G")]
    b.elite_a, b.armored = -1, 1
    assert sorted(losses.attacker_payers(t.s)) == sorted([u("SU-26TK"), u("SU-1TK")])
    assert losses.attacker_loss_seat(t.s) == 0
    b.elite_a = u("SU-51G")
    assert sorted(losses.attacker_payers(t.s)) == sorted(b.attackers)
    assert losses.attacker_loss_seat(t.s) == 1


@rule("8.8.2")
def test_everybody_pays_once_before_anybody_pays_twice_and_headquarters_last() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-26TK\n1814: GE-62 GE-294- GE-HQ-HOLL\n")
    b = Battle(h("1814"), 0, 0)
    b.defenders = [u("GE-62"), u("GE-294"), u("GE-HQ-HOLL")]
    b.due_d = 4
    t.s.battle = b
    assert sorted(losses.defender_payers(t.s)) == sorted([u("GE-62"), u("GE-294")])
    losses.take_defender_loss(t.s, 1 + u("GE-62"))
    assert losses.defender_payers(t.s) == [u("GE-294")]
    losses.take_defender_loss(t.s, 1 + u("GE-294"))
    assert losses.defender_payers(t.s) == [u("GE-62")]
    losses.take_defender_loss(t.s, 1 + u("GE-62"))
    assert losses.defender_payers(t.s) == [u("GE-HQ-HOLL")]


@rule("8.8.3")
def test_an_empty_hex_may_be_entered_after_attrition() -> None:
    """RO-14 reduced is lost to the first step; the attackers may move in before the results are applied."""
    t = draw("side soviet\nphase combat\n1914: SU-26TK SU-1TK SU-51G\n1814: RO-14-\n1612: GE-HQ-HOLL\nsuperiority none")
    t.play("attack 1814", "with SU-26TK", "with SU-1TK", "done", "plain", "roll_combat 2+2")
    assert t.asked() == "enter_hex"
    assert "advance SU-51G 1814" not in t.choices()
    t.play("advance SU-26TK 1814")
    assert t.control("1814") == "soviet"


@rule("8.9.1")
@rule("14.1")
@rule("14.1A")
@rule("14.1B")
@pytest.mark.parametrize(
    ("level", "losses_a", "reacts", "after"), [(0, 1, 1, 2), (1, 1, 1, 2), (2, 1, 0, 1), (0, 0, 1, 0)]
)
def test_superiority_of_german_defenders(level: int, losses_a: int, reacts: int, after: int) -> None:
    """Without E2 a reserve comes to the rescue, and a Soviet loss becomes two."""
    b = Battle(0, 0, 0)
    b.german_defense, b.superiority, b.level, b.losses_a = 1, 15, level, losses_a
    alter.german_defense(draw(FIGHT).s, b)
    assert (b.reacts, b.losses_a) == (reacts, after)


@rule("14.1")
@rule("14.1C")
@rule("14.1D")
@pytest.mark.parametrize(
    ("result", "level", "losses_a", "after"), [(0, 1, 1, (2, 0)), (0, 0, 1, (1, 1)), (1, 0, 2, (0, 2))]
)
def test_superiority_of_german_attackers(result: int, level: int, losses_a: int, after: tuple[int, int]) -> None:
    """One level more unless AR was rolled; from E2 on a loss less."""
    b = Battle(0, 1, 0)
    b.german_attack = b.panzer = 1
    b.superiority, b.result_a, b.level, b.losses_a = 15, result, level, losses_a
    alter.german_attack(draw(FIGHT).s, b)
    assert (b.level, b.losses_a) == after


@rule("8.10.1")
def test_an_attacker_thrown_back_retreats_or_loses_two() -> None:
    """1/1 on 2: A2, AR. After the losses the force chooses once."""
    text = "side soviet\nphase combat\n1914: SU-23 SU-24 SU-29\n1814: RO-14 RO-15\n1612: GE-HQ-HOLL\n2130: SU-HQ-DON"
    t = draw(text).play("attack 1814", "with SU-23", "with SU-24", "with SU-29", "roll_combat 1+1")
    t.play("lose SU-23", "lose SU-24")
    assert t.asked() == "choose_retreat"
    stand = draw(text).play("attack 1814", "with SU-23", "with SU-24", "with SU-29", "roll_combat 1+1")
    stand.play("lose SU-23", "lose SU-24", "stand", "lose SU-29", "lose SU-29")
    assert stand.place("SU-29") == "eliminated"
    t.play("retreat")
    assert "1914" not in (t.place("SU-23")[:4], t.place("SU-24")[:4])


@rule("8.10.2")
@pytest.mark.parametrize(
    ("row", "before", "after"),
    [
        (vocabulary.TEC_FOREST, ("E", "E2", "E3"), ("-", "E", "E2")),
        (vocabulary.TEC_MARSH, ("E", "E2", "E3"), ("-", "-", "-")),
        (vocabulary.TEC_CITY, ("E", "E2", "E3"), ("-", "E", "E2")),
        (vocabulary.TEC_MAJOR, ("E", "E2", "E3"), ("-", "-", "E")),
    ],
)
def test_terrain_weakens_the_attackers_result(row: int, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    line = odds.results_of(PACK.tec_a, row)
    words = vocabulary.ATTACKER_RESULTS
    assert tuple(words[line[words.index(word)]] for word in before) == after


@rule("8.10.2")
@pytest.mark.parametrize(
    ("row", "after"),
    [
        (vocabulary.TEC_FOREST, ("-", "S", "DR", "DR2")),
        (vocabulary.TEC_MARSH, ("-", "S", "S", "DR")),
        (vocabulary.TEC_CITY, ("-", "S", "DR", "DR2")),
        (vocabulary.TEC_MAJOR, ("-", "-", "S", "DR")),
    ],
)
def test_terrain_steadies_the_defender(row: int, after: tuple[str, ...]) -> None:
    """S, DR, DR2 and DR3 as the terrain makes them."""
    line = odds.results_of(PACK.tec_d, row)
    words = vocabulary.DEFENDER_RESULTS
    assert tuple(words[line[words.index(word)]] for word in ("S", "DR", "DR2", "DR3")) == after


@rule("8.10.4")
def test_over_a_major_river_the_defender_chooses_the_line() -> None:
    """All attackers over the open Don into clear ground: E would stand, the river makes nothing of it."""
    t = draw("side soviet\nphase combat\n1331: SU-26TK SU-1TK SU-4TK\n1330: RO-14-\n1227: GE-HQ-HOLL\nsuperiority none")
    t.play("attack 1330", "with SU-26TK", "with SU-1TK", "with SU-4TK", "plain", "roll_combat 2+2")
    assert (t.asked(), seat(t)) == ("choose_line", 1)
    t.play("river")
    assert t.s.battle is None or t.fight.level == 1  # the weak ally still adds a level


@rule("8.10.5")
def test_losses_of_a_tactical_result_are_shared_freely() -> None:
    t = draw(FIGHT)
    b = Battle(h("1814"), 0, 0)
    b.defenders = [u("GE-62"), u("GE-294")]
    b.hit = [u("GE-62")]
    b.free = 1
    t.s.battle = b
    assert sorted(losses.defender_payers(t.s)) == sorted(b.defenders)


@rule("8.11.1")
@pytest.mark.parametrize(
    ("result", "steps", "after"), [(3, 3, (3, 1)), (6, 3, (0, 4)), (6, 4, (0, 3)), (0, 1, (0, 1)), (1, 2, (1, 1))]
)
def test_weak_allied_stacks_add_a_level(result: int, steps: int, after: tuple[int, int]) -> None:
    """D1 becomes D1 and E, E3 becomes E4; four steps are strong enough."""
    t = draw(FIGHT)
    b = Battle(h("1814"), 0, 0)
    b.result_a, b.allied_steps = result, steps
    t.s.battle = b
    alter.alter_attacker_result(t.s, b)
    assert (b.result_a, b.level) == after


@rule("8.11.1")
def test_marsh_first_then_the_weak_ally() -> None:
    """E3 is ignored in marsh, then the level of the ally is added: E."""
    t = draw(FIGHT)
    b = Battle(h("1814"), 0, 0)
    b.result_a, b.allied_steps = vocabulary.A_E3, 2
    b.map_a = odds.results_of(PACK.tec_a, vocabulary.TEC_MARSH)
    t.s.battle = b
    alter.alter_attacker_result(t.s, b)
    assert b.level == 1


@rule("3.2.2")
@rule("3.2.2A")
@rule("3.2.2B")
@rule("3.2.2C")
def test_mud_turns_exploitation_into_engagements() -> None:
    t = draw(FIGHT)
    for result, after in (
        (vocabulary.A_D1, vocabulary.A_NONE),
        (vocabulary.A_E2, vocabulary.A_ENG),
        (vocabulary.A_RETREAT, vocabulary.A_RETREAT),
    ):
        b = Battle(h("1814"), 0, 0)
        b.result_a, b.mud = result, 1
        b.map_a = odds.results_of(PACK.tec_a, vocabulary.TEC_MAJOR)
        t.s.battle = b
        alter.alter_attacker_result(t.s, b)
        assert (b.result_a, b.level) == (after, 0)


@rule("10.2.3")
@pytest.mark.parametrize(("before", "after"), [("DR3", "DR"), ("DR2", "S"), ("DR", "S"), ("S", "S"), ("R", "R")])
def test_the_pocket_gives_way_less(before: str, after: str) -> None:
    words = vocabulary.DEFENDER_RESULTS
    assert words[alter.pocket_result(words.index(before))] == after


@rule("8.7.6")
def test_fallback_saves_a_step_and_standing_costs_one() -> None:
    """3/1 on 6: A1D1, D1, F. Going back one hex saves the loss of the table."""
    text = "side soviet\nphase combat\n1914: SU-26TK SU-1TK\n1814: RO-14 RO-15-\n1612: GE-HQ-HOLL\nsuperiority none\n"
    t = draw(text).play("attack 1814", "with SU-26TK", "with SU-1TK", "plain", "roll_combat 3+3")
    assert t.fight.column == 3
    assert t.asked() == "fall_back"
    t.play("retreat")
    assert t.fight.losses_d == 0  # and the D1 of the attacker's result is still to come
    t.play(t.choices()[0])
    assert t.told("fell_back") == [()]
    assert t.fight.losses_d == 1


@rule("8.7.6")
def test_a_reserve_reacts_but_not_into_the_attacked_hex() -> None:
    """3/1 on 2: A1 and R. GE-384 two hexes away and out of contact may move half its allowance."""
    text = (
        "side soviet\nphase combat\n1914: SU-26TK SU-1TK\n1814: RO-14 RO-15-\n1713: GE-22P\n1612: GE-HQ-HOLL\n"
        "superiority none\n"
    )
    t = draw(text).play("attack 1814", "with SU-26TK", "with SU-1TK", "plain", "roll_combat 1+1", "lose SU-1TK")
    assert t.asked() == "react"
    assert t.choices() == ["none", "react GE-22P"]
    t.play("react GE-22P")
    assert seat(t) == 1
    assert "1814" not in t.moves()


@rule("8.15.1")
@rule("8.15.4")
@rule("8.15.3")
def test_an_elite_panzer_division_leaves_a_kampfgruppe() -> None:
    text = "side soviet\nphase combat\n1914: SU-26TK SU-1TK SU-4TK\n1814: GE-5SS-\n1612: GE-HQ-HOLL\nsuperiority none\n"
    t = draw(text).play(
        "attack 1814", "with SU-26TK", "with SU-1TK", "with SU-4TK", "plain", "plain", "roll_combat 5+5"
    )
    while t.asked() == "lose_attacker_step":
        t.play(t.choices()[0])
    assert (t.asked(), seat(t)) == ("raise_defending_kampfgruppe", 1)
    t.play("raise", "draw_defending_kampfgruppe 0")
    assert t.place("GE-5SS") == "eliminated"
    assert t.s.where[PACK.armor_kgs[0]] >= 0
    assert t.s.steps[PACK.armor_kgs[0]] == PACK.max_steps[PACK.armor_kgs[0]]


@rule("8.15.2")
def test_only_the_last_component_leaves_one() -> None:
    t = draw("side axis\nphase movement\n2110: GE-2SSp GE-2SSa")
    assert not losses.may_leave_kampfgruppe(t.s, u("GE-2SSp"))
    t = draw("side axis\nphase movement\n2110: GE-2SSp")
    assert losses.may_leave_kampfgruppe(t.s, u("GE-2SSp"))


@rule("8.15.5")
@rule("8.15.6")
@rule("8.15.7")
@rule("8.15.9")
def test_elite_infantry_leaves_an_infantry_group_while_there_are_any() -> None:
    t = draw("side axis\nphase movement\n1524: GE-305-")
    b = Battle(h("1524"), 0, 0)
    b.defenders = [u("GE-305")]
    t.s.battle = b
    losses.pay(t.s, b, u("GE-305"))
    assert losses.raise_choices(t.s) == [0, 3100]
    for group in PACK.infantry_kgs[:-1]:
        t.s.where[group] = -2
    losses.take_raise(t.s, 3100)
    assert t.s.where[PACK.infantry_kgs[-1]] == h("1524")
    assert PACK.infantry_kgs[-1] in b.defenders
    b.fallen = [u("GE-305") * 1008 + h("1524")]
    assert losses.raise_choices(t.s) == [0]
    assert t.s.where[PACK.armor_kgs[0]] == KG_POOL


@rule("8.1.9b")
@rule("8.15.1")
def test_a_kampfgruppe_of_the_attack_does_not_attack_again() -> None:
    """GE-294 dies attacking 1914 and leaves a Kampfgruppe: it has taken part, so 2013 is safe from it."""
    text = "side axis\nphase combat\n1913: GE-294-\n1914: SU-23\n2013: SU-24\n1612: GE-HQ-HOLL\n2215: SU-HQ-SW\n"
    t = draw(text + "superiority none").play("attack 1914", "plain", "roll_combat 2+2", "raise")
    assert t.marks(FOUGHT) == ["KG-I1"]


@rule("1.9.2")
@rule("10.4.3A")
@rule("10.4.3B")
def test_what_is_halved_and_then_doubled_is_unchanged() -> None:
    """Level 6 halves the defense, 5 of 71 and 3 of the worn 295; doubled they are 5 and 3 again, not 6 and 4."""
    t = draw("side soviet\nphase combat\nfortress 1333 6\n1334: GE-71^ GE-295^-")
    b = Battle(h("1334"), 0, 0)
    b.defenders = [u("GE-71"), u("GE-295")]
    assert odds.defense_factors(t.s, b) == 4
    b.defense_times = 2
    assert odds.defense_factors(t.s, b) == 8
    b.defenders = [u("GE-71")]
    assert odds.defense_factors(t.s, b) == 5
    b.defense_times, b.double_unit = 1, u("GE-71")
    assert odds.defense_factors(t.s, b) == 5
    b.defenders.append(u("GE-295"))
    assert odds.defense_factors(t.s, b) == 7  # 5 and half of 3


@rule("8.12.9")
@rule("10.4.3A")
def test_a_unit_that_retreated_resists_with_twice_one() -> None:
    t = draw("side soviet\nphase combat\nfortress 1333 10\n1334: GE-71^")
    b = Battle(h("1334"), 0, 0)
    b.defenders, b.double_unit = [u("GE-71")], u("GE-71")
    t.s.mark[u("GE-71")] |= RETREATED
    assert odds.defense_factors(t.s, b) == 2


@rule("8.10.5")
@rule("8.8.2")
def test_a_headquarters_may_pay_for_a_tactical_result() -> None:
    """That it goes last is a rule of attrition; bots and orders still spare it."""
    t = draw("side soviet\nphase combat\n1914: SU-26TK\n1814: GE-62- GE-HQ-HOLL\n")
    b = Battle(h("1814"), 0, 0)
    b.defenders, b.due_d, b.free = [u("GE-62"), u("GE-HQ-HOLL")], 1, 1
    t.s.battle = b
    legal = losses.defender_loss_choices(t.s)
    assert legal == sorted([UNIT + u("GE-62"), UNIT + u("GE-HQ-HOLL")])
    assert weakest(t.s, legal) == reduced_first(t.s, legal) == UNIT + u("GE-62")


@rule("5.5.4")
@rule("8.8.2")
def test_rockets_spare_the_headquarters() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-26TK\n1814: GE-62 GE-HQ-HOLL\non SU-26TK katyusha")
    t.play("attack 1814", "roll_rockets 1")
    assert (t.place("GE-62"), t.place("GE-HQ-HOLL")) == ("1814-", "1814")
