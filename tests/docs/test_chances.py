"""What the coach was taught and the tables that say how well it holds are of the same games."""

import re
from pathlib import Path

import pytest
from tools import calibrate

from kurgan import games
from kurgan.bots.chances import Figures, NotTaught, figures_for
from tests.where import ROOT

PAGE = (ROOT / "docs" / "reference" / "chances.md").read_text(encoding="utf-8")
SECTIONS = {part.splitlines()[0]: part for part in PAGE.split("\n## ")[1:]}


@pytest.mark.parametrize("title", games.TITLES)
def test_every_chance_has_its_table_of_games_that_were_held_out(title: str) -> None:
    for entry in games.load(title).taught():
        known = Figures(**entry)
        options = "".join(f", {name} {value}" for name, value in sorted(known.options.items()))
        section = SECTIONS[f"{title.capitalize()}, {known.scenario}{options}: {known.seat}"]
        if not known.weights:
            assert re.search(
                rf"\n{known.games} games of {known.bot}, {known.won:.0%} won(, \d+ drawn)?: too few", section
            )
            continue
        assert f"Learnt from {known.games} games of {known.bot}, {known.won:.0%} won" in section
        tried = re.search(r"tried on (\d+) others", section)
        assert tried and int(tried[1]) * 3 >= known.games, "every third game is held out"


UNTAUGHT = re.compile(r"^## (\w+), (\w+)((?:, \w+ \w+)*): (\w+)\n\n(\d+) games of .* won[^:]*: too few", re.MULTILINE)
"""Of what no table says more than that nothing was learnt: title, scenario, options, seat, and how many games."""


@pytest.mark.parametrize("said", UNTAUGHT.findall(PAGE))
def test_where_the_page_says_that_nothing_was_learnt_there_is_no_chance(said: tuple[str, ...]) -> None:
    """And the coach says that games were counted, and how many."""
    title, scenario, options, seat, played = said
    chosen = dict(option.split(" ") for option in options.split(", ")[1:])
    with pytest.raises(NotTaught, match=rf"^{played} games of .* and taught nothing"):
        figures_for(games.load(title.lower()), scenario, chosen, seat)


def test_the_review_names_what_nothing_was_learnt_of() -> None:
    words = {
        ("Inferno", "coop"): "co-op",
        ("Inferno", "two_vs_one"): "2 vs 1",
        ("Roads", "campaign"): "the campaign of *Roads*",
    }
    assert {(title, scenario) for title, scenario, *_ in UNTAUGHT.findall(PAGE)} == set(words)
    review = (ROOT / "docs" / "reference" / "review.md").read_text(encoding="utf-8")
    said = review.split("nothing could be\nlearnt from them")[1].split("so and gives none")[0]
    for word in words.values():
        assert word in said, word


@pytest.mark.parametrize("title", games.TITLES)
def test_every_scenario_was_counted_for_every_seat(title: str) -> None:
    """The page speaks only of games that were counted: there is nothing else where the coach gives no chance."""
    for scenario in games.load(title).scenarios():
        for seat in games.load(title).seats(scenario.name):
            assert any(
                re.match(rf"{title.capitalize()}, {scenario.name}[,:].*\b{seat}$", heading) for heading in SECTIONS
            ), (scenario.name, seat)


def test_what_was_not_played_again_stays_when_games_are_fitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games lie only where they were played: whoever fits others must lose neither a table nor a word."""
    for title in games.TITLES:
        (tmp_path / "src" / "kurgan" / "games" / title / "bot").mkdir(parents=True)
    page = tmp_path / "chances.md"
    page.write_text(PAGE, encoding="utf-8")
    for name, value in (("ROOT", tmp_path), ("FOLDER", tmp_path / "none"), ("PAGE", page)):
        monkeypatch.setattr(calibrate, name, value)
    calibrate.fit_all()
    assert page.read_text(encoding="utf-8") == PAGE
    for title in games.TITLES:
        kept = Path("src") / "kurgan" / "games" / title / "bot" / "chances.json"
        assert (tmp_path / kept).read_text(encoding="utf-8") == (ROOT / kept).read_text(encoding="utf-8")
