"""Advance's pack: the built-in one loads as described, and a broken one is refused at the place where it is broken."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kurgan.games.advance.pack import pack as packs
from kurgan.games.advance.pack.pack import Pack, load
from kurgan.kernel.packfile import PackError

DATA = Path(packs.__file__).parent.parent / "data"
Edit = Callable[[str, str, str], None]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the built-in pack that a test may spoil."""
    return Path(shutil.copytree(DATA, tmp_path / "pack"))


@pytest.fixture
def edit(folder: Path) -> Edit:
    def replace(file: str, old: str, new: str) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(old) >= 1, f"{file} has no {old!r}"
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace


def line_of(folder: Path, file: str, start: str, nth: int = 0) -> int:
    """Line number of the nth line that begins like this."""
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if line.startswith(start)][nth]


def refused(folder: Path) -> PackError:
    with pytest.raises(PackError) as caught:
        load(folder)
    return caught.value


# the pack that comes with the program


def test_counts_of_the_built_in_pack(pack: Pack) -> None:
    """50 areas, 45 German units, 54 kinds of Soviet counters, Pavlov's House the last."""
    assert (pack.areas, pack.units, pack.kinds) == (50, 45, 54)
    assert sum(pack.kind_count) == 56
    assert pack.kind_name[pack.pavlov] == "H-8-pavlov"
    assert pack.source == "built-in"
    assert pack.reconstructed


def test_masks_agree_with_columns(pack: Pack) -> None:
    """Bit a of a mask says of area a what its column says; bit 0 is never set."""
    for a in range(1, 51):
        assert pack.volga_mask >> a & 1 == pack.is_volga[a]
        assert pack.urban_mask >> a & 1 == (pack.terrain[a] in (packs.LIGHT_URBAN, packs.HEAVY_URBAN))
        assert pack.heavy_mask >> a & 1 == (pack.terrain[a] == packs.HEAVY_URBAN)
        assert [b for b in range(64) if pack.near_mask[a] >> b & 1] == pack.near[a]
    assert pack.all_mask == 2**51 - 2
    assert (pack.volga_mask | pack.urban_mask | pack.heavy_mask) & 1 == 0


def test_terrain_effects_named_by_the_rulebook(pack: Pack) -> None:
    """Four modifiers by terrain, and the three places that differ."""
    modifiers = {pack.area_name[a]: pack.tem[a] for a in range(1, 51)}
    assert modifiers["Stalingradski Airfield"] == 2
    assert modifiers["Mamayev Kurgan"] == 4
    assert modifiers["Central Rail Station"] == 4
    special = {"Stalingradski Airfield", "Mamayev Kurgan", "Central Rail Station"}
    for a in range(7, 48):
        if pack.area_name[a] not in special:
            assert pack.tem[a] == pack.terrain[a] + 1
    assert [a for a in range(1, 51) if pack.tem[a] == 0] == [1, 2, 3, 4, 5, 6, 48, 49, 50]


def test_the_29th_motorized(pack: Pack) -> None:
    """Four units in area 6, the reconnaissance attacks with 6, armor moves 6 and costs 2 to return."""
    u = pack.unit_name.index("29/RCN")
    division = [v for v in range(pack.units) if pack.division[v] == pack.division[u]]
    assert [pack.unit_name[v] for v in division] == ["29/15", "29/71", "29/129", "29/RCN"]
    assert {pack.scenarios["campaign"].start[v] for v in division} == {6}
    assert (pack.attack[u], pack.movement[u], pack.return_cost[u], pack.is_armor[u]) == (6, 6, 2, True)


def test_event_charts(pack: Pack) -> None:
    """Every sum of three dice has an event; 15 is a shell shortage; rain comes in October, the pause in September."""
    for chart in pack.events:
        assert chart[:3] == [-1, -1, -1]
        assert all(event >= 0 for event in chart[3:])
        assert chart[3] == packs.BREAKTHROUGH_64
        assert chart[15] == packs.SHELL_SHORTAGE
    assert packs.RAIN not in pack.events[0]
    assert packs.PAUSE not in pack.events[1]


def test_campaign_setup(pack: Pack) -> None:
    """Nine German areas, 41 face-down counters of 55, two groups to come, none out of action."""
    c = pack.scenarios["campaign"]
    assert (len(c.german_areas), len(c.unrevealed), len(c.revealed), sum(c.pool)) == (9, 41, 0, 55)
    assert (c.morale, c.first_turn, c.last_turn, c.victory_areas, c.victory_heavy) == (19, 1, 9, 40, 1)
    assert sum(1 for area in c.start if area) == 30
    assert [pack.unit_name[u] for u in range(pack.units) if c.arrives[u] == 7] == [
        "100/54",
        "100/227",
        "100/369",
        "245B",
    ]
    assert (c.arrival_areas, c.arrival_if_german) == ({2: [1, 2], 7: [1, 2]}, {2: [], 7: [31, 32]})
    assert not any(c.start_out)
    assert pack.division_name[c.withdraw_division] == "29"


def test_factory_setup(pack: Pack) -> None:
    """Fifteen Soviet areas, three of them face up; 26 counters to draw twelve from; three units out of action."""
    c = pack.scenarios["factory"]
    assert (len(c.german_areas), len(c.unrevealed), sum(c.pool)) == (35, 12, 26)
    assert [(a, pack.kind_name[k]) for a, k in c.revealed] == [
        (14, "H-8-fanatic"),
        (21, "E-9-fanatic"),
        (44, "C-5-barrage"),
    ]
    assert [pack.unit_name[u] for u in range(pack.units) if c.start_out[u]] == ["295/518", "71/211", "94/276"]
    assert (c.morale, c.first_turn, c.last_turn, c.free_air, c.pavlov_area) == (15, 10, 14, 2, 14)
    assert c.needs_all
    assert c.arrival_areas == {12: []}
    assert pack.division_name[c.withdraw_division] == "14"


def test_facts_say_where_they_come_from(pack: Pack) -> None:
    """The one printed attack factor is known as such, the others as reconstructed or derived."""
    attack = {thing: source for thing, field, _, source in pack.facts if field == "attack"}
    assert len(attack) == pack.units
    assert [thing for thing, source in attack.items() if source == "rulebook"] == ["unit 29/RCN"]


# the fingerprint


def test_checksum_ignores_drawing_words_and_comments(pack: Pack, folder: Path, edit: Edit) -> None:
    """Outlines, notes, sources and comments are not rules."""
    edit("outlines.csv", "330.1 1356.4", "330.2 1356.4")
    edit("areas.csv", "Dar-Gora suburb", "a suburb")
    edit("charts.toml", "# The turn track.", "# The track.")
    edit("units.csv", "attack=reconstructed", "attack=public")
    assert load(folder).checksum == pack.checksum


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("units.csv", "295/516,295,infantry,infantry,no,4,", "295/516,295,infantry,infantry,no,5,"),
        ("areas.csv", "Dar-Gora,light_urban,3", "Dar-Gora,light_urban,2"),
        ("charts.toml", "artillery = 12", "artillery = 11"),
        ("scenarios/campaign.toml", "free_air = 1", "free_air = 0"),
    ],
)
def test_checksum_notices_rules(pack: Pack, folder: Path, edit: Edit, file: str, old: str, new: str) -> None:
    edit(file, old, new)
    assert load(folder).checksum != pack.checksum


# packs that are refused


@pytest.mark.parametrize(
    ("file", "old", "new", "start", "column", "words"),
    [
        ("areas.csv", ",2 20 31,", ",2 20 31 51,", "1,Hill", "near", "there is no area 51"),
        ("areas.csv", ",2 20 31,", ",2 20,", "31,", "near", "area 1 does not name 31"),
        ("areas.csv", ",2 20 31,", ",20 2 31,", "1,Hill", "near", "ascending"),
        ("areas.csv", ",2 20 31,", ",1 2 20 31,", "1,Hill", "near", "border itself"),
        ("areas.csv", "Hill 126.3,elevated", "Hill 126.3,swamp", "1,Hill", "terrain", "'swamp'"),
        ("areas.csv", "2,Hill 144.5", "3,Hill 144.5", "3,Hill", "number", "2 belongs here"),
        ("areas.csv", "Hill 144.5", "Hill 126.3", "2,Hill", "name", "another area"),
        ("areas.csv", "heavy_urban,4,yes", "heavy_urban,4,perhaps", "10,", "volga", "neither yes nor no"),
        ("areas.csv", "name=rulebook terrain", "name=hearsay terrain", "1,Hill", "sources", "'hearsay'"),
        ("outlines.csv", "330.1 1356.4 308.1", "330.1 1356.4", "1,", "points", "an x and a y"),
        ("units.csv", "295/517", "295/516", "295/516,295,infantry,infantry,no,4,4,1,1,21,", "name", "295/516"),
        ("units.csv", "295/516,295,", "295/516,,", "295/516", "division", "every other unit has one"),
        ("units.csv", "no,4,4,1,1,21,", "no,4,4,1,77,21,", "295/516", "campaign", "'77' is no area"),
        ("units.csv", "no,4,4,1,1,21,", "no,4,4,1,T3,21,", "295/516", "campaign", "'T3' is no area"),
        ("units.csv", "no,4,4,1,4,45,", "no,4,4,1,1,45,", "94/267", "campaign", "more than 4 units in 1"),
        ("units.csv", "no,4,4,1,,28,", "no,4,4,1,,,", "305/576", "name", "a place in no scenario"),
        ("soviets.csv", "clear,4,heroes,no,1,1,0", "clear,4,heroes,no,1,2,0", "clear,4", "campaign", "outside 0 to 1"),
        ("soviets.csv", "clear,4,ambush", "clear,4,heroes", "clear,4,heroes", "strategy", "raise its count"),
        (
            "soviets.csv",
            "8,guards,yes,1,0",
            "8,guards,yes,1,1",
            "heavy_urban,8,guards,yes",
            "campaign",
            "without its rule",
        ),
    ],
)
def test_a_wrong_cell_is_refused_at_its_line_and_column(
    folder: Path, edit: Edit, file: str, old: str, new: str, start: str, column: str, words: str
) -> None:
    """The complaint names the file, the line and the column, and says what is wrong."""
    edit(file, old, new)
    error = refused(folder)
    nth = 1 if column in ("name", "strategy") and words in ("295/516", "raise its count") else 0
    assert (error.file, error.row, error.column) == (file, line_of(folder, file, start, nth), column)
    assert words in str(error)
    assert f"{file}, line {error.row}, column {column}" in str(error)


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "words"),
    [
        ("charts.toml", "rolls = [9, 10, 11, 12]", "rolls = [9, 10, 11]", "events.main", "no event for a roll of 12"),
        ("charts.toml", "rolls = [5, 6]", "rolls = [4, 5, 6]", "events.main.rolls", "4 is in the chart already"),
        ("charts.toml", 'event = "commissars"', 'event = "holiday"', "events.main.event", "'holiday'"),
        ("charts.toml", '"morale", "spent"]', '"morale"]', "bloody_streets.results", "5 entries"),
        ("charts.toml", "[1, 0, 0, -1, -1, -2]", "[1, 0, 0, -1, -1]", "isolation.change", "5 entries"),
        ("charts.toml", "vacant = 1", "vacant = -1", "movement.vacant", "outside"),
        ("charts.toml", "vacant = 1\n", "", "movement.vacant", "is missing"),
        ("charts.toml", "[isolation]", "[isolatoin]", "isolatoin", "is unknown"),
        ("charts.toml", "turn = 2\n", "turn = 3\n", "turns.turn", "2 belongs here"),
        ("scenarios/campaign.toml", 'division = "29"', 'division = "30"', "withdrawal.division", "'30'"),
        ("scenarios/campaign.toml", "last_turn = 9", "last_turn = 15", "last_turn", "outside"),
        ("scenarios/campaign.toml", "49, 50]\npavlov", "49]\npavlov", "german_areas", "area 50"),
        ("scenarios/campaign.toml", "if_german = [31, 32]", "if_german = [31, 99]", "arrivals.if_german", "99"),
        ("scenarios/factory.toml", "42, 43]", "42, 43, 44]", "soviet.revealed", "two Soviet units"),
        ("scenarios/factory.toml", "E-9-fanatic", "H-9-fanatic", "soviet.revealed", "H-9-fanatic"),
        ("scenarios/factory.toml", "E-9-fanatic", "H-10-fanatic", "soviet.revealed", "does not belong there"),
        ("charts.toml", "vacant = 1", "vacant = 1\nswamp = 3", "movement.swamp", "is unknown"),
        ("charts.toml", 'event = "rain"', 'event = "rain"\neffect = 4', "events.factory.effect", "is unknown"),
        (
            "scenarios/campaign.toml",
            "if_german = [31, 32]",
            "if_german = [31, 32]\nif_rain = []",
            "arrivals.if_rain",
            "unknown",
        ),
        ("pack.toml", "format = 1", "format = 2", "format", "reads format 1"),
        ("pack.toml", "version = 1", "versoin = 1", "versoin", "is unknown"),
    ],
)
def test_a_wrong_key_is_refused_by_name(
    folder: Path, edit: Edit, file: str, old: str, new: str, key: str, words: str
) -> None:
    """In TOML the column is the key; the line is that of the key, or of the table that lacks it."""
    edit(file, old, new)
    error = refused(folder)
    assert (error.file, error.column) == (file, key)
    assert words in str(error)
    assert error.row is not None
    text = (folder / file).read_text(encoding="utf-8").splitlines()[error.row - 1]
    assert ("[movement]" if words == "is missing" else key.rpartition(".")[2]) in text


def test_the_line_of_a_repeated_table_is_the_right_one(folder: Path, edit: Edit) -> None:
    """The second group of arrivals is complained of where it stands."""
    edit("scenarios/campaign.toml", "turn = 7", "turn = 2")
    error = refused(folder)
    assert (error.column, error.row) == ("arrivals.turn", line_of(folder, error.file, "turn = 2", 1))


def test_not_enough_counters(folder: Path, edit: Edit) -> None:
    """Seven heavy urban areas cannot be filled from six counters."""
    for row in ("7,ambush", "7,barrage", "8,fanatic"):
        edit("soviets.csv", f"heavy_urban,{row},no,1,1", f"heavy_urban,{row},no,1,0")
    error = refused(folder)
    assert error.column == "soviet.unrevealed"
    assert "7 areas are heavy_urban, but only 6" in str(error)


def test_unknown_and_missing_columns(folder: Path, edit: Edit) -> None:
    """A misspelt header is refused, not skipped."""
    edit("units.csv", "name,division,kind", "name,divison,kind")
    error = refused(folder)
    assert (error.file, error.row) == ("units.csv", line_of(folder, "units.csv", "name,"))
    assert "column 'division' is missing" in str(error)


def test_a_missing_file(folder: Path) -> None:
    (folder / "soviets.csv").unlink()
    assert refused(folder).file == "soviets.csv"


# the edition


@pytest.mark.parametrize(
    ("file", "old", "new", "column"),
    [
        ("areas.csv", "Dar-Gora,light_urban,3,no", "Dar-Gora,light_urban,3,yes", "volga"),
        ("areas.csv", "Dar-Gora,light_urban,3", "Dar-Gora,light_urban,", "tem"),
        ("units.csv", "29/RCN,29,armor,recon_halftrack,no,6", "29/RCN,29,armor,recon_halftrack,no,7", "attack"),
        ("units.csv", "295/516,295,infantry,infantry,no,4,4", "295/516,295,infantry,infantry,no,4,5", "movement"),
        ("soviets.csv", "clear,4,heroes,no,1,1,0", "clear,4,heroes,no,2,1,0", "count"),
        ("charts.toml", "air = 3\nartillery", "air = 4\nartillery", "markers.air"),
        ("charts.toml", "german = 4", "german = 5", "stacking.german"),
    ],
)
def test_an_edition_is_held_to_its_rulebook(
    folder: Path, edit: Edit, file: str, old: str, new: str, column: str
) -> None:
    """What the rulebook prints may differ only under another edition's name."""
    edit(file, old, new)
    assert refused(folder).column == column
    edit("pack.toml", "revolution-2023", "our-house")
    assert load(folder).edition == "our-house"


def test_the_northern_areas_border_exactly_42_to_47(folder: Path, edit: Edit) -> None:
    """[12.2] A new border of 48 with 32 breaks the edition, not the form."""
    edit("areas.csv", ",46 47 49,", ",32 46 47 49,")
    edit("areas.csv", ",31 33 34 46 47,", ",31 33 34 46 47 48,")
    assert (refused(folder).row, refused(folder).column) == (line_of(folder, "areas.csv", "48,"), "near")
