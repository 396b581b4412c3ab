"""The pack of Roads: the built-in one loads and says what the rulebook says; a wrong one is refused with its place."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import BUILT_IN, Pack, load
from kurgan.games.roads.pack.start_supply import out_of_supply
from kurgan.kernel.packfile import PackError

CRT = """
2|A3 AR R|A2 AR R|A2D1 AR F|A1 - R|A1 - R|- - R|A1D1 E DR2
3|A2 AR R|A2D1 AR F|A1 AR -|A1 - R|- - S|A1D1 - S|A1D1 D1 DR2
4|A2D1 AR Eng|A1 AR R|A1 AR R|- Eng -|A1D1 Eng F|A1D1 D1 Eng|D1 E DR2
5|A1 - Eng|A1 Eng -|- Eng F|A1D1 - R|A1D1 D1 S|D1 E DR|D1 E DR2
6|A1 AR R|A1 AR R|A1D1 - R|A1D1 D1 F|D1 E DR|D1 E DR|A1D2 E DR2
7|A1 - -|- Eng -|A1D1 - S|D1 E DR|D1 E DR|D2 E DR2|D2 E2 DR3
8|A1 - -|A1D1 - F|D1 E S|D1 E DR|A1D2 E DR2|A1D2 E2 DR2|D2 E2 Eng
9|A1D1 - F|A1D1 - -|D1 D1 DR|A1D2 E DR2|A1D2 E DR2|D2 E2 DR3|D2 E2 DR3
10|A1D1 E Eng|D1 E DR|A1D2 E DR2|A1D2 E DR2|D2 E2 DR3|D2 E2 DR2|A1D3 E3 DR3
11|D1 E DR|A1D2 E DR2|A1D2 E DR2|D2 E2 DR3|D2 E2 DR3|A1D3 Eng DR3|D3 Eng DR3
12|A1D2 E DR2|A1D2 E DR2|D2 E2 DR3|D2 E2 DR3|A1D3 E3 DR3|D3 E3 DR3|D4 E3 DR3
"""
WEATHER = """
2|S-CS S-CS S-CS S/rf-CS S/RF-CS S/rf-CS S-CS S-CS S-CS
3|S-CS S/rf-CS S/RF-CS S/RF-CS S/RF-CS S/RF-CS S/RF-CS S/rf-CS S-CS
4|S-CS S/rf-CS S/RF-CS S/RF-CS S/RF-CS S/RF-CS S/RF-CS S/rf-CS S-CS
5|S-CS S-OS S-OS S/rf-OS S/RF-OS S/rf-OS S-OS S-OS S-CS
6|S-OS S-CS S-CS S/rf-CS S/RF-CS S/rf-CS S-CS S-CS M-CS
7|S-OS S-OS S/rf-OS S/RF-OS S/RF-OS S/RF-OS S/rf-OS M-OS M-OS
8|S-OS S-OS S-OS S/rf-OS S/RF-OS S/rf-OS S-OS M-OS M-OS
9|S-OS S-OS S-OS S/rf-OS S/RF-OS S/rf-OS M-OS M-OS M-OS
10|S-Bz S-Bz S-Bz S/rf-Bz S/RF-Bz S/rf-Bz M-Bz M-Bz M-Bz
11|S-OS S-OS S-OS S/rf-OS S/RF-OS M-OS M-OS M-OS M-OS
12|S-Bz S-Bz S-Bz S/rf-Bz S/RF-Bz M-Bz M-Bz M-Bz M-Bz
"""


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load()


def hexes(pack: Pack, *names: str) -> list[int]:
    return [pack.hex_index[name] for name in names]


def test_the_grid_puts_even_rows_half_a_hex_east(pack: Pack) -> None:
    """Neighbours and distances of the worked examples."""
    for chain in ("1410 1411 1412 1413 1414 1515 1614", "1413 1514 1614", "1927 1827 1727", "2110 2111 2112 2212"):
        path = hexes(pack, *chain.split())
        for a, b in pairwise(path):
            assert pack.direction(a, b) >= 0
            assert pack.direction(b, a) == (pack.direction(a, b) + 3) % 6
            assert pack.distance(a, b) == 1
    a, romanian, german = hexes(pack, "1628", "1324", "1333")
    assert (pack.distance(a, romanian), pack.distance(a, german)) == (6, 6)


def test_every_cell_of_the_combat_chart(pack: Pack) -> None:
    """77 cells as printed."""
    for line in CRT.split("\n")[1:-1]:
        roll, *cells = line.split("|")
        for column, cell in enumerate(cells):
            losses, a, d = cell.split()
            i = column * vocabulary.ROLLS + int(roll)
            printed = (f"A{pack.crt_losses_a[i]}", f"D{pack.crt_losses_d[i]}")
            assert "".join(word for word in printed if word[1] != "0") == losses.replace("-", "")
            assert vocabulary.ATTACKER_RESULTS[pack.crt_a[i]] == a
            assert vocabulary.DEFENDER_RESULTS[pack.crt_d[i]] == d


def test_every_cell_of_the_weather_table(pack: Pack) -> None:
    """99 cells as printed; every turn after the first has a column."""
    for line in WEATHER.split("\n")[1:-1]:
        roll, cells = line.split("|")
        for column, cell in enumerate(cells.split()):
            i = column * vocabulary.ROLLS + int(roll)
            ground = "SM"[pack.weather_ground[i]] + ("", "/rf", "/RF")[pack.weather_ice[i]]
            assert f"{ground}-{('CS', 'OS', 'Bz')[pack.weather_sky[i]]}" == cell
    assert pack.weather_column[0] == -1
    assert -1 not in pack.weather_column[1:17]


def test_modified_rolls_fall_into_open_rows(pack: Pack) -> None:
    """Air bridge, STAVKA, acquisition and Mars beyond both ends of their tables."""
    assert [(pack.air_level(n), pack.air_ju(n)) for n in (-3, 0, 1, 4, 5, 6, 7, 8)] == [
        (-2, 0), (-2, 0), (-1, 1), (-1, 2), (-1, 3), (0, 3), (0, 4), (1, 6),
    ]  # fmt: skip
    assert [pack.stavka_release(n) for n in (-1, 3, 4, 5, 6, 9)] == [1, 1, 2, 2, 3, 3]
    assert (pack.acquire_stavka(5), pack.acquire_minor(2), pack.acquire_minor(4)) == (3, 0, 1)
    assert [pack.mars_step(n) for n in (1, 4, 5, 9, 10, 14)] == [-1, -1, 0, 0, 1, 1]


def test_fixed_points_of_the_reconstructed_tables(pack: Pack) -> None:
    """Box 4 of the approval track and crisis roll 7 are printed in an example."""
    assert (pack.approval_supports[4], pack.approval_rp[4]) == (2, 1)
    assert (pack.crisis_manstein[7], pack.crisis_approval[7], pack.crisis_attacks[7]) == (-1, 6, 2)
    assert pack.crisis_limit[7] == vocabulary.LIMIT_CITIES
    assert pack.elite_band[3] == pack.elite_band[5] != pack.elite_band[6] == pack.elite_band[8]


def test_counters_seen_in_public_text(pack: Pack) -> None:
    """A few printed counters: full side, reduced side, star and attack box."""
    for name, full, reduced, elite, box in (
        ("GE-294", (5, 6, 2), (3, 3, 2), 1, vocabulary.NO_BOX),
        ("SU-26TK", (7, 6, 3), (4, 3, 3), 0, vocabulary.BLACK),
        ("SU-4KK", (4, 2, 3), (2, 1, 3), 0, vocabulary.BLACK_WHITE),
        ("SU-51G", (3, 4, 2), (2, 2, 2), 1, vocabulary.NO_BOX),
    ):
        u = pack.unit_index[name]
        for steps, factors in ((2, full), (1, reduced)):
            assert (pack.attack[u * 3 + steps], pack.defense[u * 3 + steps], pack.movement[u * 3 + steps]) == factors
        assert (pack.elite[u], pack.box[u]) == (elite, box)
    assert pack.radius[pack.unit_index["GE-HQ-LANZ"]] == 6


def test_divided_divisions(pack: Pack) -> None:
    """7 Panzer has two counters, Das Reich and Grossdeutschland three each."""
    for panzer, count in (("GE-7Pp", 2), ("GE-2SSp", 3), ("GE-GDp", 3), ("GE-16P", 1)):
        assert pack.components[pack.unit_index[panzer]] == count


def test_scenarios_have_their_printed_length_and_part(pack: Pack) -> None:
    """Durations, played columns and first player."""
    spans = {name: s.last_turn - s.first_turn + 1 for name, s in pack.scenarios.items()}
    assert spans == {"wintergewitter": 3, "uranus": 3, "campaign": 17, "backhand": 5, "star_and_gallop": 7}
    uranus = pack.scenarios["uranus"]
    assert (uranus.plays[pack.hex_index["1522"]], uranus.plays[pack.hex_index["1521"]]) == (1, 0)
    assert pack.scenarios["backhand"].plays[pack.hex_index["1521"]] == 0
    assert pack.scenarios["backhand"].first_side == vocabulary.AXIS
    assert uranus.setup_place[pack.hq_italian] != pack.scenarios["campaign"].setup_place[pack.hq_italian]


def test_only_the_pocket_starts_out_of_supply(pack: Pack) -> None:
    """Twelve Germans of the Wintergewitter pocket and nobody else."""
    for name, scenario in pack.scenarios.items():
        cut = out_of_supply(pack, scenario)
        assert sorted(cut) == sorted(scenario.oos_fs_start)
        assert len(cut) == (12 if name == "wintergewitter" else 0)


def test_withdrawals_can_be_paid_by_the_historical_divisions(pack: Pack) -> None:
    """Nine guards and 28 rifle divisions with the printed factors."""
    campaign = pack.scenarios["campaign"]
    for (_, count, attack, defense, movement), units in zip(campaign.withdrawals, campaign.historical, strict=True):
        assert len(units) == count
        for u in units:
            i = u * 3 + 2
            assert (pack.attack[i], pack.defense[i], pack.movement[i]) == (attack, defense, movement)


def test_sides_of_a_hexside_agree(pack: Pack) -> None:
    """Every feature is seen from both hexes."""
    for i, n in enumerate(pack.near):
        if n < 0:
            continue
        j = n * 6 + (i % 6 + 3) % 6
        assert pack.near[j] == i // 6
        for column in (pack.river, pack.lake, pack.rail, pack.road, pack.bridge, pack.ferry):
            assert column[i] == column[j]


def test_facts_name_their_source(pack: Pack) -> None:
    """Printed, public, derived and reconstructed facts are all there."""
    assert {source for _, _, _, source in pack.facts} == {"rulebook", "public", "derived", "reconstructed"}
    assert ("hex 1334", "settlement", "major_city", "rulebook") in pack.facts


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("units.csv", "65th Army,soviet,soviet", "65th Army,sovjet,soviet", "column side"),
        ("units.csv", "SU-24,", "SU-23,", "column unit"),
        ("hexes.csv", "1628,,clear", "1628,,steppe", "column terrain"),
        ("hexsides.csv", "0001,0102,none", "0001,0103,none", "does not touch"),
        ("charts.toml", '"A3 AR R"', '"A3 AR"', "combat.rows"),
        ("charts.toml", "bands = [[2, 5]", "bands = [[2, 4]", "elite.bands"),
        ("supports.csv", "artillery_2,", "howitzer,", "column support"),
        ("scenarios/uranus.toml", 'hex = "1324"', 'hex = "1321"', "outside the played part"),
        ("scenarios/uranus.toml", 'hex = "1324"', 'hex = "1323"', "headquarters off road"),
        ("scenarios/uranus.toml", 'hex = "1727"', 'hex = "1827"', "other side holds"),
        ("scenarios/campaign.toml", '"RO-14"', '"RO-14", "RO-99"', "no unit of units.csv"),
        ("scenarios/campaign.toml", 'old = "SU-26TK"', 'old = "SU-12TK"', "upgraded before it is there"),
        ("pack.toml", 'name = "roads"', 'name = "advance"', "not of roads"),
        ("pack.toml", "\nformat = 1", "\nformat = 2", "format 2"),
        ("regions.toml", '"1434",', "", "should name two hexes"),
    ],
)
def test_a_wrong_pack_names_its_place(tmp_path: Path, file: str, old: str, new: str, complaint: str) -> None:
    """One change, one complaint that says where."""
    folder = tmp_path / "pack"
    shutil.copytree(BUILT_IN, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PackError) as error:
        load(folder)
    assert complaint in str(error.value)
    assert str(error.value).startswith(file)
