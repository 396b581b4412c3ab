"""games, where, rules, pack, odds, sim, fuzz, bench."""

import json
import shutil
from pathlib import Path

from kurgan.lab.think_time import LEVELS
from tests.cli.conftest import Run

FIGHT = {"units": [[6, "29"], [5, "29"]], "morale": 15, "defense_factor": 4, "terrain": "clear"}


def test_games_lists_titles_scenarios_and_options(run: Run) -> None:
    listed = {game["name"]: game for game in run("games", "--json").json()["games"]}
    advance = listed["advance"]
    assert [scenario["name"] for scenario in advance["scenarios"]] == ["campaign", "factory"]
    assert advance["seats"] == ["german"]
    assert {"name", "default", "choices", "about"} <= set(advance["options"][0])
    assert advance["pack"]["reconstructed"] is True
    assert "scenario factory" in run("games").out


def test_an_option_of_one_scenario_is_named_so_and_said_to_mean_nothing_in_another(run: Run) -> None:
    """[19.3] Of Roads: the campaign's. A game in which it was set in vain is made all the same."""
    listed = {game["name"]: game for game in run("games", "--json").json()["games"]}
    assert [option["scenarios"] for option in listed["roads"]["options"]] == [["campaign"], ["campaign"]]
    assert "option mar_iv=off|on, default 'off' [19.3] (only in campaign)" in run("games").out
    made = run("new", "roads", "--scenario", "wintergewitter", "--set", "mar_iv=on", "-o", "g.kurgan")
    assert made.err == "mar_iv means nothing in wintergewitter, only in campaign; the game goes on without it.\n"
    assert run("show", "g.kurgan", "--json").json()["options"]["mar_iv"] == "on"
    assert run("new", "roads", "--scenario", "campaign", "--set", "mar_iv=on", "-o", "c.kurgan").err == ""


def test_where_points_from_a_heading_to_its_paragraphs(run: Run) -> None:
    """Of one that only defines, what is played lies below it."""
    first, *_, last = run("where", "roads", "5.4").out.splitlines()
    assert (first, last) == ("5.4 Axis supports: definition", "  see  5.4.1 By the approval track")
    assert run("where", "advance", "9.5.2", "--json").json()["parts"] == [f"9.5.2{letter}" for letter in "ABCDE"]
    assert "see" not in run("where", "advance", "9.5.5").out


def test_where_finds_a_rule(run: Run) -> None:
    found = run("where", "advance", "9.5.5", "--json").json()
    assert (found["number"], found["status"]) == ("9.5.5", found["status"])
    assert any(place["file"].endswith(".py") and place["line"] > 0 for place in found["code"])
    assert "9.5.5" in run("where", "advance", "9.5.5").out
    assert found["parts"] == []
    assert "did you mean" in run("where", "advance", "9.5.55").refused()
    assert "unknown game" in run("where", "nothing", "1").refused()


def test_rules_has_the_promised_shape(run: Run) -> None:
    rows = run("rules", "advance", "--json").json()["rules"]
    assert {"number", "title", "status", "file", "line", "tests"} <= set(rows[0])
    fewer = run("rules", "advance", "--open", "--json").json()["rules"]
    assert len(fewer) < len(rows)


def test_pack_new_check_and_play_with_it(run: Run) -> None:
    run("pack", "new", "advance", "mine")
    assert "exists already" in run("pack", "new", "advance", "mine").refused()
    assert run("pack", "check", "mine", "--json").json()["ok"] is True
    path = Path("mine/text/en.toml")
    run("new", "advance", "--pack", "mine", "--seed", "1", "-o", "g.kurgan")
    assert run("show", "g.kurgan", "--json").json()["pack"]["folder"].endswith("mine")
    assert path.exists()


def test_pack_check_names_file_row_and_column(run: Run) -> None:
    run("pack", "new", "advance", "mine")
    areas = Path("mine/areas.csv")
    lines = areas.read_text().splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if not line.startswith("#")) + 1
    lines[first] = lines[first].replace(",", ",nonsense,", 1)
    areas.write_text("".join(lines))
    complaint = run("pack", "check", "mine").refused()
    assert "areas.csv" in complaint
    assert f"line {first + 1}" in complaint
    shutil.rmtree("mine")
    assert "no folder" in run("pack", "check", "mine").refused()
    Path("hollow").mkdir()
    assert "pack.toml" in run("pack", "check", "hollow").refused()


def test_pack_facts_lists_what_is_reconstructed(run: Run) -> None:
    facts = run("pack", "facts", "advance", "--json").json()["facts"]
    sources = {fact["source"] for fact in facts}
    assert "reconstructed" in sources
    fewer = run("pack", "facts", "advance", "--source", "reconstructed", "--json").json()["facts"]
    assert {fact["source"] for fact in fewer} == {"reconstructed"}


def test_odds_from_a_file_or_standard_input(run: Run) -> None:
    piped = run("odds", "advance", typed=json.dumps(FIGHT)).json()
    Path("fight.json").write_text(json.dumps(FIGHT))
    assert run("odds", "advance", "fight.json").json() == piped
    assert run("odds", "advance", "fight.json", "--json").json() == piped
    assert set(piped["result"]) <= {"repulse", "stalemate", "success", "overrun"}
    assert abs(sum(chance["decimal"] for chance in piped["result"].values()) - 1) < 1e-12


def test_odds_refuses_what_it_does_not_know(run: Run) -> None:
    assert "did you mean 'units'" in run("odds", "advance", typed='{"unit": []}').refused()
    assert "not JSON" in run("odds", "advance", typed="{").refused()
    assert "JSON object" in run("odds", "advance", typed="[]").refused()
    assert "No such file" in run("odds", "advance", "none.json").refused()
    assert "unknown game" in run("odds", "advanse", typed="{}").refused()


def test_odds_of_the_fight_being_prepared_in_a_record(run: Run) -> None:
    run("new", "advance", "--seed", "1", "-o", "g.kurgan")
    assert "no fight" in run("odds", "advance", "g.kurgan").refused()
    assert "not of lanterns" in run("odds", "lanterns", "g.kurgan").refused()
    for _ in range(60):
        shown = run("show", "g.kurgan", "--json").json()
        if shown["step"] == "commit_support":
            break
        wanted = [a["action"] for a in shown["actions"] if a["action"].startswith(("attack", "move", "activate"))]
        run("act", "g.kurgan", wanted[-1] if wanted else shown["actions"][0]["action"])
    else:
        raise AssertionError("no attack was reached")
    report = run("odds", "advance", "g.kurgan").json()
    assert report["exact"] is True
    assert report["result"]


def test_sim_is_reproducible_and_counts(run: Run) -> None:
    one = run("sim", "lanterns", "--games", "6", "--seed", "s", "--json").json()
    two = run("sim", "lanterns", "--games", "6", "--seed", "s", "--json", "-o", "rows.csv").json()
    assert one == two
    assert sum(found["count"] for found in one["outcomes"].values()) == 6
    assert {"count", "share", "low", "high"} <= set(next(iter(one["outcomes"].values())))
    assert "mean" in one["decisions"]
    assert len(Path("rows.csv").read_text().splitlines()) >= 7
    assert "games" in run("sim", "lanterns", "--games", "2").out
    assert run("sim", "lanterns", "--games", "0").status == 2
    assert "unknown seat" in run("sim", "lanterns", "--games", "1", "--bot", "green=random").refused()


def test_fuzz_and_bench_have_the_promised_shape(run: Run) -> None:
    found = run("fuzz", "lanterns", "--games", "2", "--seed", "f", "--json").json()
    assert (found["games"], found["errors"]) == (2, [])
    assert found["decisions"] > 0
    figures = run("bench", "advance", "--seconds", "0.3", "--json").json()
    assert {"game", "compiled", "decisions_per_second", "copies_per_second", "odds_ms", "calibration"} <= set(figures)
    assert {"typical", "worst"} <= set(figures["odds_ms"])


def test_bots_are_timed_at_the_same_questions(run: Run) -> None:
    """A table for a page: a row a scenario, a column a bot and level; and as figures."""
    lines = run("bench", "advance", "--bots", "--scenario", "factory", "--questions", 1).out.splitlines()
    assert lines[0].count("`") == 2 * len(LEVELS)
    assert lines[2].startswith("| Advance, `factory` | ")
    assert lines[2].count(" / ") == len(LEVELS)
    found = run("bench", "advance", "--bots", "--scenario", "factory", "--questions", 2, "--json").json()["scenarios"]
    assert [(each["scenario"], each["questions"]) for each in found] == [("factory", 2)]
    assert all(0 <= ms["typical"] <= ms["worst"] for ms in found[0]["ms"].values())
    assert "no scenario 'may'" in run("bench", "advance", "--bots", "--scenario", "may").refused()


def test_a_rule_is_printed_in_our_words(run: Run) -> None:
    assert run("rules", "advance", "9.5.4").out == (
        "9.5.4 Limits of support\n  No more support markers than attacking units, and at most one of them air.\n"
    )
    chapter = run("rules", "advance", "11").out
    assert chapter.startswith("11.0 ")
    assert "11.2 " in chapter
    assert run("rules", "advance", "[9.5.5]", "--json").json()["rules"][0]["number"] == "9.5.5"
    assert "advance has no rule '9.5.99'; did you mean '9.5.9'?" in run("rules", "advance", "9.5.99").refused()
