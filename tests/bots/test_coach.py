"""The coach: chances, verdicts on orders, and accounts that add up; from one seat's knowledge only."""

import random
import re
from typing import Any

import pytest

from kurgan import games
from kurgan.bots import Player, chances
from kurgan.bots.chances import Figures, Look, NotTaught
from kurgan.bots.coach import Coach, Passed, Stretch
from kurgan.bots.playing_on import PlayingOn
from kurgan.bots.review import PARTS, Review, in_language
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import NOBODY, Decide, Over
from kurgan.session.session import Session
from kurgan.session.stretches import stretches


def figures(scenario: str, seat: str, mean: float, deviation: float, **more: Any) -> Figures:
    """Made up: better features, better chances."""
    sure = [[0.01 * (i == j) for j in range(4)] for i in range(4)]
    scales = {chances.SUM: (mean, deviation), chances.SUM + chances.LATE: (mean, deviation)}
    known = Figures(scenario, {}, seat, "greedy:1", 50, 0.5, scales, [0.0, 0.0, 1.0, 0.5], sure, 0.04)
    return known._replace(**more)


def worth(session: Session, seat: str) -> float:
    return sum(session.game.features(session.view(seat)).values())


def played(title: str, scenario: str, answers: int, options: dict[str, str] | None = None) -> Session:
    """The beginning of a game by lot."""
    session = Session.new(games.load(title), scenario, options or {}, seed=f"coach {title}")
    lot = random.Random(title)
    for _ in range(answers):
        session.answer(lot.choice(session.legal()))
    return session


def reviewed(session: Session, seat: str, known: Figures, most: int = 99) -> Review:
    found = Review(session.game, known, session.header["options"], seat, session.course.number)
    for place, stretch in enumerate(stretches(session, seat)):
        if place == most:
            break
        asked = Stretch([Passed(*line) for line in stretch.lines], stretch.after)
        found.add(Coach(known, "test").review(session.game, asked), stretch.lines[-1].number)
    return found


CASES = [
    ("advance", "campaign", "german", 40),
    ("inferno", "one_vs_one", "soviet", 60),
    ("roads", "wintergewitter", "axis", 40),
]


@pytest.mark.parametrize(("title", "scenario", "seat", "answers"), CASES)
def test_the_parts_add_up_to_the_change_of_the_curve(title: str, scenario: str, seat: str, answers: int) -> None:
    """Start and parts are exactly the chance at the present; the sums are those of the lines shown."""
    session = played(title, scenario, answers)
    known = figures(scenario, seat, worth(session, seat), 40.0)
    found = reviewed(session, seat, known)
    accounts = found.accounts()
    now = Coach(known, "another").expected(session.game, session.view(seat)).chance
    assert accounts["end"] == pytest.approx(now, abs=1e-9)
    assert found.decisions
    assert all(change["part"] in PARTS for change in found.changes)
    for decision in found.decisions:
        same = decision["played"]["actions"] == decision["better"]["actions"]
        assert decision["difference"] == 0 or not same
        assert decision["equal"] == (abs(decision["difference"]) <= max(decision["error"], 1e-9))


def test_a_bad_decision_costs_and_a_better_one_is_named() -> None:
    """Advance: to end the first combat phase with every unit fresh throws a turn away."""
    session = Session.new(games.load("advance"), "campaign", {}, seed="idle")
    session.act("german", ["done"])
    session.act("german", ["end"])
    known = figures("campaign", "german", worth(session, "german"), 25.0)
    found = reviewed(session, "german", known)
    worst = found.costliest()[0]
    assert worst["played"]["actions"][-1] == "end"
    assert worst["better"]["actions"][0].startswith(("activate", "buy"))
    assert worst["difference"] < -worst["error"] <= 0
    english, spanish = (in_language(found.told(), language)["decisions"][0] for language in ("en", "es"))
    assert english["reasons"][0].startswith("better for ")
    assert spanish["reasons"][0].startswith("mejor en: ")
    assert english["better"]["words"][0].startswith(("Activate", "Buy"))
    assert len(english["better"]["words"]) == len(spanish["better"]["words"]) == len(worst["better"]["actions"])
    assert english["played"]["words"] != spanish["played"]["words"]


def test_an_attack_is_one_decision_however_many_answers_it_took() -> None:
    """Advance: units may be asked again after an overrun or if some stayed behind, but "move, move, attack" is one
    order; told answer by answer each march was held against the attack that it was made for."""
    game = games.load("advance")
    session = Session.new(game, "campaign", {}, seed="told once")
    player = Player("greedy:1", "told once")
    for _ in range(120):
        session.answer(player.choose(game, session.view("german"), session.legal()))
    known = chances.figures_for(game, "campaign", {}, "german")
    found = reviewed(session, "german", known)
    attacks = [d for d in found.decisions if any(action.startswith("attack") for action in d["played"]["actions"])]
    assert len(attacks) > 3
    assert all(decision["played"]["actions"][0].startswith("activate") for decision in attacks)


def test_little_is_left_unexplained() -> None:
    """A turn of Advance as greedy plays it: orders gain, the turn's end takes, and both have a name."""
    game = games.load("advance")
    session = Session.new(game, "campaign", {}, seed="explained")
    player = Player("greedy:1", "explained")
    for _ in range(45):
        session.answer(player.choose(game, session.view("german"), session.legal()))
    known = chances.figures_for(game, "campaign", {}, "german")
    found = reviewed(session, "german", known)
    moved = {part: sum(abs(c["points"]) for c in found.changes if c["part"] == part) for part in PARTS}
    assert moved["rest"] < 0.2 * sum(moved.values()), moved
    accounts = found.accounts()
    parts = sum(accounts[part] for part in PARTS)
    assert accounts["end"] == pytest.approx(accounts["start"] + parts)


def test_errors_of_changes_in_a_row_count_at_their_ends() -> None:
    """Two throws in a row: what the chance between them is wrong by is in both, and cancels."""
    session = played("advance", "campaign", 1)
    found = Review(session.game, figures("campaign", "german", 0.0, 1.0), {}, "german", 1)
    ends = [("luck", 0.01, 0.04), ("luck", 0.04, 0.02), ("own", 0.02, 0.0), ("luck", 0.0, 0.05)]
    found.changes = [{"number": 1, "part": p, "points": 0.1, "before": b, "after": a} for p, b, a in ends]
    assert found.unsure("luck") == pytest.approx(0.01 + 0.02 + 0.05)
    assert found.unsure("own") == pytest.approx(0.02)


def test_an_order_that_proves_better_than_the_best_found_is_not_counted_as_worse() -> None:
    """With fresh dice what was played may lead: that is no mistake."""
    session = played("advance", "campaign", 1)
    found = Review(session.game, figures("campaign", "german", 0.0, 1.0), {}, "german", 1)
    order = {"actions": [], "words": {}, "place": ""}
    for difference, equal in ((-0.05, False), (0.05, False), (-0.01, True)):
        found.decisions.append(
            {"difference": difference, "equal": equal, "error": 0.02, "played": 1, "better": 2} | order
        )
    assert found.told()["worse"] == 1
    assert [each["difference"] for each in found.costliest()] == [-0.05, -0.01]


def played_figures(seat: str) -> Figures:
    """Made up: quick games that are won are worth what they say."""
    sure = [[0.01 * (i == j) for j in range(3)] for i in range(3)]
    scales = {chances.PLAYED: (0.0, 1.0)}
    return Figures("wintergewitter", {}, seat, "greedy:1", 50, 0.5, scales, [0.0, 0.0, 1.0], sure, 0.04)


def test_quick_games_judge_alike_whoever_asks_and_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wintergewitter: the same view is worth the same anywhere, every part is counted, and the script is a chance."""
    monkeypatch.setattr("kurgan.bots.coach.PLAYS", 4)
    monkeypatch.setattr("kurgan.bots.coach.TRIED", 2)
    monkeypatch.setattr(PlayingOn.results, "__defaults__", ((), 0, 4))
    session = played("roads", "wintergewitter", 40)
    known = played_figures("axis")
    found = reviewed(session, "axis", known)
    now = Coach(known, "another").expected(session.game, session.view("axis"))
    assert found.accounts()["end"] == pytest.approx(now.chance, abs=1e-9)
    assert found.decisions
    assert all(point["low"] <= point["chance"] <= point["high"] for point in found.points)
    assert found.told()["judge"]["plays"] > 0
    others = [each for each in found.decisions if each["difference"]]
    assert others
    for each in others:
        won = re.search(r"\(([\d.]+) of 4 won, ([\d.]+) with what was", each["reasons"]["en"][0])
        assert won and (float(won[1]) > float(won[2])) == (each["difference"] < 0), each["reasons"]


def test_the_same_order_wins_the_same_quick_games() -> None:
    """Game i has one world and one set of dice for every order, so the same order wins the same games."""
    game = games.load("roads")
    session = played("roads", "wintergewitter", 24)
    seat = "axis"
    playing = PlayingOn(game, Coach(played_figures(seat)).policies(game), "wintergewitter", seat)
    view = session.view(seat)
    assert playing.results(view, (), 0, 3) == playing.results(view, (), 0, 3)
    assert set(playing.results(view, (), 0, 6)) <= {0.0, 0.5, 1.0}


def test_what_is_hidden_makes_no_difference() -> None:
    """Two worlds that look alike to a seat: the same stretch, so the same review; nothing else is handed over."""
    session = played("inferno", "one_vs_one", 30)
    view = session.view("soviet").to_json()
    for stretch in stretches(session, "soviet"):
        assert all(line.answer == -1 for line in stretch.lines if line.who != "own")
        after = stretch.after
    assert after == view
    assert all(line.view["seat"] == session.seat_index("soviet") for line in stretch.lines)
    assert session.view("").seat == NOBODY


def test_a_band_holds_the_chance_and_grows_with_what_is_not_known() -> None:
    known = figures("campaign", "german", 0.0, 1.0)
    look = Look({"areas": 0.5}, 0.5, 0.0)
    given = chances.inputs(known, look)
    near = chances.with_band(known, 0.7, given)
    wide = chances.with_band(known._replace(scatter=0.2), 0.7, given)
    assert wide.low < near.low < near.chance < near.high < wide.high
    assert wide.low >= 0.0
    assert wide.high <= 1.0


def test_more_is_better_and_far_positions_are_not_surer_than_any_seen() -> None:
    known = figures("campaign", "german", 0.0, 1.0)
    chance = [chances.chance_of(known, chances.inputs(known, Look({"a": w}, 0.5, 0.0))) for w in (-9, -4, 0, 4, 9)]
    assert chance == sorted(chance)
    assert chance[0] == chance[1]
    assert chance[3] == chance[4]


def test_the_lead_in_wintergewitter_is_what_would_be_judged_now() -> None:
    """[19.1.1] Armor that ran ahead of its supply relieves nobody: the lead is that of the level, not of the way."""
    game: Any = games.load("roads")
    seen = set()
    for seed in range(3):
        s, tape = game.new("wintergewitter", game.settle({})), Tape(f"lead {seed}")
        players = [Player("greedy:1", f"lead {seed}/{seat}") for seat in range(2)]
        while not isinstance(asked := game.pending(s), Over):
            if isinstance(asked, Decide):
                lead = game.lead(game.view(s, 0))
                assert game.lead(game.view(s, 1)) == -lead
                seen.add(lead)
                game.answer(s, players[asked.seat].choose(game, game.view(s, asked.seat), game.legal(s)))
            else:
                game.answer(s, asked.chance.throw(tape))
        ended = {"axis_decisive": -2.0, "axis_minor": -1.0, "draw": 0.0, "soviet_minor": 1.0, "soviet_decisive": 2.0}
        assert game.lead(game.view(s, 0)) == ended[asked.outcome.name]
    assert {-1.0, 1.0} <= seen


def test_without_counted_games_there_is_no_chance() -> None:
    with pytest.raises(NotTaught, match="no games of another one were counted for Axis"):
        chances.figures_for(games.load("roads"), "another one", {}, "axis")


def test_games_that_taught_nothing_give_no_chance_and_are_said() -> None:
    """How many were counted and who won them; and they are not among those of which there are chances."""
    told = r"45 games of On the Brink of Disaster were counted \(99 % won by Axis\) and taught nothing"
    with pytest.raises(NotTaught, match=told) as refused:
        chances.figures_for(games.load("roads"), "campaign", {}, "axis")
    known = str(refused.value).split("there are chances of: ")[1]
    assert "Operation Uranus" in known and "On the Brink of Disaster" not in known


@pytest.mark.parametrize(
    ("title", "scenario"), [("advance", "campaign"), ("inferno", "one_vs_one"), ("roads", "uranus")]
)
def test_every_feature_has_words_that_players_use(title: str, scenario: str) -> None:
    """Name, what raises it, what lowers it; for both sides, and no name of the program among them."""
    game = games.load(title)
    s = game.new(scenario, game.settle({}))
    for seat in range(len(game.seats(scenario))):
        view = game.view(s, seat)
        assert 0 <= game.progress(view) <= 1
        for name in [*game.features(view), "victory"]:
            words = game.feature_words(view, name)
            assert len(set(words)) == 3
            assert not words.up.startswith("more "), f"{name} has no words"
            assert "_" not in "".join(words)
