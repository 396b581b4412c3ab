"""The environments, judged by the suites of those who made the interfaces."""

import copy
import itertools
import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from absl import flags
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, seed_test

import kurgan.envs.gymnasium
import kurgan.envs.open_spiel
from kurgan.bots import Source
from kurgan.envs import pettingzoo as zoo
from kurgan.kernel.chance import Deal, Dice, Listed
from kurgan.kernel.protocol import IllegalAction, Misspelt, Throw

# Their checks warn of things that are meant: observations with a mask, masks of answers, spaces without bounds.
pytestmark = pytest.mark.filterwarnings("ignore")

SCENARIOS = [("advance", "campaign"), ("inferno", "one_vs_one"), ("inferno", "two_vs_one"), ("roads", "wintergewitter")]


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_pettingzoo_api_test(title: str, scenario: str) -> None:
    api_test(zoo.env(title, scenario), num_cycles=300, verbose_progress=False)


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_pettingzoo_seed_test(title: str, scenario: str) -> None:
    seed_test(lambda: zoo.env(title, scenario), num_cycles=60)


def play_by_lot(env: Any, seed: int) -> dict[str, float]:
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    return total


def test_a_game_ends_with_a_winner_and_a_loser() -> None:
    total = play_by_lot(zoo.env("inferno", "one_vs_one"), 3)
    assert sorted(total.values()) == [-1.0, 1.0]


def test_the_mask_is_the_legal_list_and_nothing_else_is_taken() -> None:
    env = zoo.raw_env("advance")
    env.reset(seed=1)
    mask = env.observe("german")["action_mask"]
    assert list(np.flatnonzero(mask)) == sorted(env.match.legal) == sorted(env.infos[env.agent_selection]["legal"])
    assert len(env.match.words()) == len(env.match.legal)
    with pytest.raises(IllegalAction):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert "Morale" in env.render() or env.render()


@pytest.mark.parametrize("title", ["Advance", "Inferno", "Roads"])
def test_gymnasium_check_env(title: str) -> None:
    check_env(gymnasium.make(f"kurgan/{title}-v0").unwrapped)


def test_a_seat_plays_against_bots_and_is_told_why_not() -> None:
    env = gymnasium.make(
        "kurgan/Inferno-v0", scenario="one_vs_one", seat="soviet", bots={"german": "random"}, disable_env_checker=True
    )
    seen, told = env.reset(seed=5)
    assert list(np.flatnonzero(told["action_mask"])) == sorted(told["legal"])
    wrong = int(np.flatnonzero(told["action_mask"] == 0)[0])
    again, reward, over, _, refused = env.step(wrong)
    assert (again == seen).all()
    assert reward == -0.01
    assert not over
    assert refused["refusal"]
    while not over:
        _, reward, over, _, told = env.step(env.action_space.sample(told["action_mask"]) if told else 0)
    assert reward in (-1.0, 1.0)
    assert told["outcome"]
    with pytest.raises(Misspelt, match="unknown seat 'axis'"):
        gymnasium.make("kurgan/Inferno-v0", seat="axis")


PAGE = Path(__file__).parents[2] / "docs" / "reference" / "environments.md"
EXAMPLES = re.findall(r"^```\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=["pettingzoo", "gymnasium", "openspiel"])
def test_the_examples_of_the_page_run(example: str) -> None:
    names: dict[str, Any] = {}
    exec(example, names)
    assert {"env", "game"} & set(names)


GAMES = [
    ("python_kurgan_advance(scenario=factory)"),
    ("python_kurgan_inferno(scenario=one_vs_one)"),
    ("python_kurgan_roads(scenario=wintergewitter)"),
]


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_random_simulation(name: str) -> None:
    """With states that are written and read again on the way, as their own games are tested."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_playthrough(name: str, tmp_path: Path) -> None:
    """Their playthrough is written and, given the same moves, comes out the same."""
    text = generate_playthrough.playthrough(name, None, seed=7)
    file = tmp_path / "kurgan.txt"
    file.write_text(text, encoding="utf-8")
    flags.FLAGS(["kurgan"])
    original, again = generate_playthrough.replay(str(file))
    assert original.rstrip() == again.rstrip()
    assert "Returns() = " in text


def test_a_deal_is_split_into_single_draws_and_all_chances_sum_to_one() -> None:
    state = pyspiel.load_game("python_kurgan_inferno").new_initial_state()
    deals = 0
    for number in range(400):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            asked = state.pending()
            assert isinstance(asked, Throw)
            deals += isinstance(asked.chance, Deal)
            assert len(outcomes) <= kurgan.envs.open_spiel.MOST_LISTED
            state.apply_action(outcomes[number % len(outcomes)][0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[number % len(legal)])
    assert deals > 40


def test_a_draw_of_very_many_ways_is_made_in_several_that_together_reach_each_of_them_once() -> None:
    """Inferno's boxes are drawn of tens of thousands of ways, nearly all of them the same block."""
    deal = Deal([5, 2520, 1])
    sizes = kurgan.envs.open_spiel.split(deal)
    assert max(sizes) <= kurgan.envs.open_spiel.MOST_LISTED
    ways = [list(drawn) for drawn in itertools.product(*[range(size) for size in sizes])]
    assert sorted([kurgan.envs.open_spiel.folded(deal, drawn) for drawn in ways]) == list(range(deal.total()))
    assert kurgan.envs.open_spiel.factors(60480) == (2, 140, 216)
    assert kurgan.envs.open_spiel.factors(2 * 1009) == (1009, 2), "a large prime stays whole"


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_kurgan_advance").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = str(state)
    other = state.clone()
    assert str(other) == before
    other.apply_action(other.legal_actions()[-1])
    assert str(state) == before
    assert str(other) != before
    assert str(copy.deepcopy(state.held).s.key()) == str(state.held.s.key())


def test_what_one_seat_cannot_see_does_not_change_its_information_state() -> None:
    """Inferno's Soviet blocks are dealt face down: another deal, the same to the German, another to the Soviet."""
    told = []
    for other in (0, -1):
        state = pyspiel.load_game("python_kurgan_inferno(scenario=one_vs_one)").new_initial_state()
        first = True
        while state.is_chance_node():
            asked = state.pending()
            dealt = isinstance(asked, Throw) and asked.step == "deal_soviets"
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[other if dealt and first else 0][0])
            first = first and not dealt
        told.append([state.information_state_string(seat) for seat in (0, 1)])
    assert told[0][0] == told[1][0]
    assert told[0][1] != told[1][1]


def test_the_information_state_remembers() -> None:
    """Two ways to the same view differ in what was seen on the way."""
    game = pyspiel.load_game("python_kurgan_advance")
    state = game.new_initial_state()
    strings = set()
    for number in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[number % len(outcomes)][0])
            continue
        told = state.information_state_string(0)
        assert told not in strings
        strings.add(told)
        state.apply_action(state.legal_actions()[0])
    assert len(strings) > 10
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert seen.tensor.shape == (len(kurgan.envs.open_spiel.opened("advance").observer.columns),)
    assert Source("advance").open() is kurgan.envs.open_spiel.opened("advance").game


def test_a_large_pool_is_thrown_die_by_die_and_folds_alike() -> None:
    pool = Listed(6)
    object.__setattr__(pool, "size", lambda: 46656)
    assert kurgan.envs.open_spiel.split(pool) == (6,) * 6
    assert kurgan.envs.open_spiel.folded(pool, [0, 5, 2, 2, 1, 0]) == pool.fold([1, 6, 3, 3, 2, 1])
    assert kurgan.envs.open_spiel.split(Dice(6)) == ()
