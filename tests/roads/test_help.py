"""Help on the map: radius, supply and its reasons, rivers, reminders, read from what a seat sees."""

from itertools import pairwise

from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r08_retreat as retreat
from kurgan.kernel.sentences import speaking
from tests.roads.drawn import GAME, Drawn, draw, h, u

RING = "\n".join(f"{n}: {unit}" for n, unit in (
    ("1226", "SU-23"), ("1228", "SU-24"), ("1327", "SU-29"), ("1127", "SU-38"), ("1128", "SU-45"), ("1328", "SU-49"),
))  # fmt: skip


def facts(table: Drawn, place: str, seat: int = 1) -> list[str]:
    return [f"{label}: {words} [{rule}]" for label, words, rule in GAME.about(GAME.view(table.s, seat), place)["facts"]]


def lines(table: Drawn, place: str) -> dict[str, list[str]]:
    return {line["kind"]: line["places"] for line in GAME.about(GAME.view(table.s, 1), place)["lines"]}


def test_a_headquarters_shows_its_radius_and_its_line_to_a_source() -> None:
    table = draw("side axis\nphase movement\n1227: GE-HQ-HOLL")
    shown = lines(table, "1227")
    radius = GAME.pack.radius[GAME.pack.unit_index["GE-HQ-HOLL"]]
    inside = [GAME.pack.distance(h("1227"), h(name)) for name in shown["radius"]]
    assert "1227" in shown["radius"]
    assert max(inside) >= radius
    way = shown["supply"]
    assert way[0] == "1227"
    assert table.s.scenario.source_side[h(way[-1])] == 1
    assert all(GAME.pack.distance(h(a), h(b)) == 1 for a, b in pairwise(way))


def test_a_headquarters_that_is_cut_off_says_so() -> None:
    table = draw(f"side axis\nphase movement\n1227: GE-HQ-HOLL\n{RING}")
    assert any("no road or railway free of the enemy" in line for line in facts(table, "1227"))
    assert "supply" not in lines(table, "1227")


def test_a_unit_says_why_it_is_out_of_supply() -> None:
    far = draw("side axis\nphase movement\n1227: GE-HQ-HOLL\n2033: GE-6Pp~")
    assert any("out of supply:" in line and "hexes away and commands" in line for line in facts(far, "2033"))
    near = draw("side axis\nphase movement\n1227: GE-HQ-HOLL\n1226: GE-6Pp~")
    assert any("reached again now" in line for line in facts(near, "1226"))
    cut = draw(f"side axis\nphase movement\n1227: GE-HQ-HOLL GE-6Pp~\n{RING}")
    assert any("has no line to a source" in line for line in facts(cut, "1227"))


def test_rivers_are_told_with_their_price() -> None:
    table = draw("side axis\nphase movement\n1227: GE-HQ-HOLL")
    edge = next(e for e in range(len(GAME.pack.river)) if GAME.pack.river[e] and table.s.ways.price[0][e] > 0)
    place = GAME.pack.hex_name[edge // 6]
    [told] = [line for line in facts(table, place) if line.startswith("Rivers:")]
    assert GAME.speech.points(table.s.ways.price[0][edge]) in told
    assert GAME.pack.hex_name[GAME.pack.near[edge]] in told


def test_half_points_are_told_as_the_book_writes_them() -> None:
    assert [GAME.speech.points(n) for n in (1, 2, 3, 8)] == ["1/2 point", "1 point", "1 1/2 points", "4 points"]


def notes(table: Drawn, seat: int) -> str:
    found = GAME.scene(GAME.view(table.s, seat))["notes"]
    return " ".join(line["text"] + line["rule"] for note in found for line in note["lines"])


def test_reminders_come_when_their_rule_matters() -> None:
    table = draw(
        "scenario campaign\nturn DEC_II\nside soviet\nphase movement\nfortress 1333 8\n1333: GE-44^\n1432: SU-23\n"
    )
    assert "of 4 needed" in notes(table, 0) or "needed. With fewer" in notes(table, 0)
    assert "10.2.4" in notes(table, 0)
    assert "12.1" in notes(table, 0)
    axis = draw(
        "scenario campaign\nturn DEC_II\nside axis\nphase movement\nfortress 1333 8\n1333: GE-44^\n1227: GE-HQ-HOLL\n"
    )
    assert "farther from the fortress" in notes(axis, 1)
    early = draw("scenario campaign\nturn NOV_III\nside soviet\nphase movement\n1432: SU-23\n")
    assert "10.2.6" not in notes(early, 0)
    assert "10.2.4" not in notes(early, 0)


def test_the_end_of_the_phase_says_which_hex_is_too_full() -> None:
    """[1.11.2] Before somebody who could still move away has to be given up."""
    t = draw("side axis\nturn DEC_I\n0730: GE-23P\n0830: GE-294 GE-62 GE-298\n0629: GE-HQ-4PZA\n")
    end = t.game.choice(t.s, 0)
    assert (end.action, end.effect) == ("end", "")
    t.play("move GE-23P", "to 0830", "stop")
    assert t.game.choice(t.s, 0).effect.startswith("0830 holds more than may stand there")
    with speaking("es"):
        assert t.game.choice(t.s, 0).effect.startswith("0830 tiene más")


def test_a_retreat_says_which_priority_decides() -> None:
    """1715 and 1714 lead back; 1714 touches an enemy, so only 1715 is open."""
    text = "1914: SU-26TK\n1814: GE-62\n1414: GE-HQ-HOLL\n1613: SU-23\n"
    table = draw("side soviet\nphase combat\n" + text)
    b = Battle(h("1814"), 0, 0)
    b.defenders = [u("GE-62")]
    table.s.battle = b
    retreat.begin(table.s, b.defenders, [h("1914")], 1)
    table.s.stack = [table.s.book.steps["retreat_to"].entry]
    told = {place: facts(table, place)[0] for place in ("1714", "1715", "1813")}
    assert told["1715"] == "Retreat: open to it [8.12.5]"
    assert told["1714"] == "Retreat: no: another hex is not next to an enemy [8.12.5.4]"
    assert told["1813"] == "Retreat: no: another hex leads away from the attackers [8.12.5.2]"
