"""The figures that rule texts and lessons name are those of the data, and the same in every language."""

import csv
import re
import tomllib
from typing import Any

import pytest

from kurgan import games

every_title = pytest.mark.parametrize("name", games.TITLES)


def read(name: str, file: str) -> dict[str, Any]:
    return tomllib.loads((games.folder(name) / "data" / file).read_text(encoding="utf-8"))


def rows(name: str, file: str) -> list[dict[str, str]]:
    lines = (games.folder(name) / "data" / file).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader([line for line in lines if not line.startswith("#")]))


def rule(name: str, number: str) -> str:
    return str(read(name, "text/en.toml")["rules"][number])


def figures(text: object) -> list[str]:
    return sorted(re.findall(r"\d+", str(text)))


@every_title
def test_every_rule_names_the_same_figures_in_both_languages(name: str) -> None:
    english, spanish = (read(name, f"text/{language}.toml")["rules"] for language in ("en", "es"))
    assert list(english) == list(spanish)
    assert [number for number in english if figures(english[number]) != figures(spanish[number])] == []


@every_title
def test_every_lesson_names_the_same_figures_in_both_languages(name: str) -> None:
    english, spanish = (read(name, f"text/lessons.{language}.toml") for language in ("en", "es"))
    for lesson, tasks in english.items():
        for task, texts in tasks.items():
            assert figures(texts) == figures(spanish[lesson][task]), f"{lesson}.{task}"


def test_a_hex_of_roads_is_a_row_and_a_column() -> None:
    """Hex 0931 is in row 09: the first two figures count rows."""
    english = re.findall(r"hex (\d\d)(\d\d): (\w+) (\d\d), (\w+) (\d\d)", str(read("roads", "text/lessons.en.toml")))
    spanish = re.findall(
        r"hexágono (\d\d)(\d\d): (\w+) (\d\d), (\w+) (\d\d)", str(read("roads", "text/lessons.es.toml"))
    )
    assert english == [("09", "31", "row", "09", "column", "31")]
    assert spanish == [("09", "31", "fila", "09", "columna", "31")]


def test_the_places_that_pay_points_are_those_of_the_map() -> None:
    regions = read("roads", "regions.toml")
    named = set(re.findall(r"\b\d{4}\b", rule("roads", "19.3.6")))
    assert named == {*regions["vp_2"]["hexes"], *regions["vp_4"]["hexes"]}


def test_the_air_bridge_names_every_modifier() -> None:
    """[10.4] The highest figure that stands before a modifier in the text is its own."""
    air = read("roads", "charts.toml")["air_bridge"]
    for words, key in (
        ("VVS", "vvs"), ("open pocket", "not_sealed"), ("Goering", "goering"), ("armored attack", "armored_attack"),
        ("clear sky", "clear_sky"), ("Anti-Aircraft", "anti_aircraft"), ("Luftwaffe", "luftwaffe"), ("raid", "raid"),
        ("Gumrak", "lost_airfield"), ("blizzard", "blizzard"), ("Pitomnik", "no_pitomnik"),
    ):  # fmt: skip
        before, found, _ = rule("roads", "10.4").rpartition(words)
        assert found, words
        assert int(re.findall(r"[+-]\d", before)[-1]) == air[key], words
    assert f"at least {air['lowest_modifier']} and at most +{air['highest_modifier']}" in rule("roads", "10.4")


def test_tables_of_roads_are_told_as_they_are() -> None:
    charts = read("roads", "charts.toml")
    stavka, minor = ([row[column] for row in charts["acquisition"]["rows"]] for column in (1, 2))
    assert f"{min(stavka)} to {max(stavka)} for STAVKA, {min(minor)} to {max(minor)} for" in rule("roads", "5.3.2")
    for low, high in charts["elite"]["bands"]:
        assert f"{low} to {high}" in rule("roads", "8.10.3")
    assert f"{charts['fortress']['garrison_both']} divisions" in rule("roads", "10.2.6")
    assert f"{charts['fortress']['garrison_one']} if one" in rule("roads", "10.2.6")


def test_rows_without_an_r_unit_are_named() -> None:
    """[5.1.4] Only where the track shows an R unit can an empty row cost one."""
    beside = read("inferno", "charts.toml")["track"]["row_units"]
    assert [row for row, unit in enumerate(beside, 1) if not unit] == [6]
    assert "row 6 has none" in rule("inferno", "5.1.4")


def test_areas_beside_the_volga_are_named() -> None:
    """[3.1]"""
    beside = [row["number"] for row in rows("advance", "areas.csv") if row["volga"] == "yes"]
    assert re.findall(r"\d+", rule("advance", "3.1")) == beside


def test_the_chart_of_the_factory_district_is_told_in_full() -> None:
    """[14.6.1] Each roll stands beside its event."""
    words = {
        "breakthrough_64": "64th Army breakthrough", "offensive_64": "offensives", "offensive_66": "offensives",
        "shell_shortage": "artillery adds only 1", "rain": "rain", "commissars": "commissars",
        "breakthrough_66": "66th Army breakthrough",
    }  # fmt: skip
    text = rule("advance", "14.6.1").partition("chart. ")[2]
    told: dict[int, str] = {}
    for sentence in text.split(". "):
        numbers, _, event = re.sub(r"^([\d, ]+(?:(?:and|to) \d+)?)[,:] ", r"\1|", sentence).partition("|")
        found = [int(n) for n in re.findall(r"\d+", numbers)]
        for roll in range(found[0], found[1] + 1) if " to " in numbers else found:
            told[roll] = event
    for row in read("advance", "charts.toml")["events"]["factory"]:
        for roll in row["rolls"]:
            assert words[row["event"]] in told[roll], roll
    assert sorted(told) == list(range(3, 19))
