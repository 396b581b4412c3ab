"""What the coach was taught and the tables that say how well it holds are of the same games."""

import re

import pytest

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
        assert f"Learnt from {known.games} games of {known.bot}, {known.won:.0%} won" in section
        tried = re.search(r"tried on (\d+) others", section)
        assert tried and int(tried[1]) * 3 >= known.games, "every third game is held out"


UNTAUGHT = re.compile(r"^## (\w+), (\w+)((?:, \w+ \w+)*): (\w+)\n\n\d+ games of .* won: too few", re.MULTILINE)
"""Of what no table says more than that nothing was learnt: title, scenario, options and seat."""


@pytest.mark.parametrize("said", [("Roads", "campaign", "", "axis"), *UNTAUGHT.findall(PAGE)])
def test_where_the_page_says_that_nothing_was_learnt_there_is_no_chance(said: tuple[str, str, str, str]) -> None:
    title, scenario, options, seat = said
    chosen = dict(option.split(" ") for option in options.split(", ")[1:])
    with pytest.raises(NotTaught):
        figures_for(games.load(title.lower()), scenario, chosen, seat)
