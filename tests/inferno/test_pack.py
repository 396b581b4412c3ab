"""The pack of Inferno: it loads, keeps its facts, and refuses a fault with the place where it is."""

import shutil
from pathlib import Path

import pytest

from kurgan.games.inferno.pack import pack
from kurgan.kernel.packfile import PackError

DATA = pack.BUILT_IN


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the built-in pack to spoil."""
    target = tmp_path / "pack"
    shutil.copytree(DATA, target)
    return target


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{file} has no '{old}' to spoil"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_built_in_pack_loads_and_says_that_it_is_a_reconstruction() -> None:
    p = pack.load()
    assert (p.hexes, p.units, p.germans) == (109, 93, 40)
    assert p.reconstructed
    assert p.source == "built-in"
    assert len(p.checksum) == 64
    assert ("card AA9", "all", "Anti-Aircraft (hex 9)", "reconstructed") in p.facts
    assert p.scenarios == ["solo", "coop", "one_vs_one", "two_vs_one"]
    assert p.preset_name == ["recommended", "updated", "first_2018", "summary_2018"]


def test_hexes_are_numbered_in_the_order_of_the_soviet_dice() -> None:
    p = pack.load()
    places = [(p.row[h], -p.x[h]) for h in range(p.hexes)]
    assert places == sorted(places)
    assert [p.hex_name[h] for h in range(3)] == ["1", "W", "54"]


def test_neighbours_are_mutual_and_follow_the_compass() -> None:
    p = pack.load()
    opposite = {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}
    for h in range(p.hexes):
        assert p.near[h] == [n for n in p.toward[h][1:] if n >= 0]
        for d in range(1, 7):
            n = p.toward[h][d]
            assert n < 0 or p.toward[n][opposite[d]] == h
    nine = [p.hex_name[n] for n in p.near[p.hex_of["9"]]]
    assert sorted(nine) == ["10", "25", "26", "8"]


def test_panzer_grenadiers_are_both_infantry_and_tanks() -> None:
    p = pack.load()
    u = p.unit_of["G64PG"]
    assert (p.is_infantry[u], p.is_tank[u], p.is_blitz[u], p.is_r[u]) == (1, 1, 1, 1)
    marine = p.unit_of["S92N"]
    assert (p.is_infantry[marine], p.pool[marine]) == (1, pack.MARINE_POOL)
    assert [p.fire[u][d] for d in range(5)] == [0, pack.DF, pack.DF, pack.DF, pack.DF]


def test_decks_hold_26_and_28_cards() -> None:
    p = pack.load()
    assert sum(p.card_count[: p.german_cards]) == 26
    assert sum(p.card_count[p.german_cards :]) == 28
    assert p.needs[p.card_of["Pioneer672"]] == p.card_of["Linden"]


def test_editions_differ_where_the_books_differ() -> None:
    p = pack.load()

    def value(preset: str, switch: str) -> str:
        i = p.switch_name.index(switch)
        return p.switch_choices[i][p.preset[p.preset_name.index(preset)][i]]

    assert value("recommended", "row_dead_after_removal") == "no"
    assert value("updated", "row_dead_after_removal") == "yes"
    assert value("first_2018", "w_setup_regiment") == "15"
    assert value("summary_2018", "full_two_unit_spawn_cards") == "2"


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "what"),
    [
        ("hexes.csv", "1,Latashanka north,1,0,clear", "1,Latashanka north,1,1,clear", "column x", "odd"),
        ("hexes.csv", "1,Latashanka north,1,0,clear", "1,Latashanka north,1,0,swamp", "column terrain", "swamp"),
        ("hexes.csv", "W,Steppe", "1,Steppe", "column name", "listed twice"),
        ("hexes.csv", "9,Barrikady landing,9,2,urban", "9,Barrikady landing,9,2,clear", "cards.csv", "not urban"),
        ("hexes.csv", "5,Rynok,5,0,clear", "5,Rynok,5,0,urban", "hexes.csv", "27 urban hexes"),
        ("units.csv", "yellow,4 3 2 1,TF TF TF TF", "yellow,4 2 1 0,TF TF TF", "column dots", "fall by one"),
        ("units.csv", "yellow,4 3 2 1,TF TF TF TF", "yellow,4 3 2 1,TF TF TF", "column fire", "3 edges"),
        ("units.csv", "german,panzer,yellow", "german,tank,yellow", "column kind", "not a kind of german unit"),
        ("units.csv", "name=rulebook kind", "name=hearsay kind", "column sources", "hearsay"),
        (
            "cards.csv",
            "AA9,Anti-Aircraft (hex 9),soviet,1,anti_aircraft,no,0,,0,no,9",
            "AA9,AA,soviet,1,anti_aircraft,no,0,,0,no,3",
            "column hex",
            "not urban",
        ),
        ("cards.csv", "Stuka,Stuka,german,4", "Stuka,Stuka,german,3", "cards.csv", "deck of 26"),
        ("charts.toml", '"G103PG", ', '"G108PG", ', "charts.toml", "no R unit"),
        ("charts.toml", 'directions = ["E", "SE"', 'directions = ["E", "E"', "charts.toml", "each once"),
        ("charts.toml", 'W = ["G2P", "G64PG", "G79PG"]', 'W = ["G2P", "G99", "G79PG"]', "charts.toml", "G99"),
        ("charts.toml", "losses = 10", "losses = 11", "charts.toml", "10 losses"),
        ("editions.toml", 'first_2018 = "15"', 'first_2018 = "16"', "editions.toml", "known are 64, 15"),
        ("scenarios/solo.toml", 'soviet = "algorithm"', 'soviet = "player"', "scenarios/solo.toml", "soviet seat"),
        ("pack.toml", "format = 1", "format = 7", "pack.toml", "format 7"),
    ],
)
def test_a_spoilt_pack_is_refused_with_its_place(
    folder: Path, file: str, old: str, new: str, place: str, what: str
) -> None:
    spoil(folder, file, old, new)
    with pytest.raises(PackError) as refusal:
        pack.load(folder)
    assert place in str(refusal.value)
    assert what in str(refusal.value)


def test_a_house_pack_without_the_claim_needs_no_printed_numbers(folder: Path) -> None:
    """Checks of the edition hold only for packs that claim it."""
    spoil(folder, "pack.toml", 'claims = "printed"', 'claims = ""')
    spoil(folder, "hexes.csv", "5,Rynok,5,0,clear", "5,Rynok,5,0,urban")
    assert pack.load(folder).terrain.count(pack.URBAN) == 28


def test_the_checksum_follows_the_files(folder: Path) -> None:
    before = pack.load(folder).checksum
    assert before == pack.load().checksum
    spoil(folder, "units.csv", "2nd Panzer Regiment", "Second Panzer Regiment")
    assert pack.load(folder).checksum != before
