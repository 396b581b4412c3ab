"""Steps a second of the environments, played by lot, beside games of the same libraries.

Run it in the environment of ``make test-extras``, with pygame, which PettingZoo's own games want. The library picks an
answer by its mask, as its own games have it picked; "by list" takes one of the legal answers that we tell besides.
"""

import random
import warnings
from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Any

SECONDS = 1.5


def measure(step: Callable[[], None]) -> float:
    step()
    count = 0
    begun = process_time()
    while process_time() - begun < SECONDS:
        step()
        count += 1
    return count / (process_time() - begun)


def zoo(env: Any, by_list: bool = False) -> Callable[[], None]:
    env.reset(seed=1)
    dice = random.Random(1)

    def step() -> None:
        observation, _, over, cut, told = env.last()
        if over or cut:
            env.reset()
        elif by_list:
            env.step(dice.choice(told["legal"]))
        else:
            env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))

    return step


def gym(env: Any, by_list: bool = False) -> Callable[[], None]:
    told = [env.reset(seed=1)[1]]
    dice = random.Random(1)

    def step() -> None:
        picked = dice.choice(told[0]["legal"]) if by_list else env.action_space.sample(told[0].get("action_mask"))
        _, _, over, cut, told[0] = env.step(picked)
        if over or cut:
            told[0] = env.reset()[1]

    return step


def spiel(game: Any) -> Callable[[], None]:
    state = [game.new_initial_state()]
    dice = random.Random(1)

    def step() -> None:
        if state[0].is_terminal():
            state[0] = game.new_initial_state()
        elif state[0].is_chance_node():
            outcomes, chances = zip(*state[0].chance_outcomes(), strict=True)
            state[0].apply_action(dice.choices(outcomes, chances)[0])
        else:
            state[0].apply_action(dice.choice(state[0].legal_actions()))

    return step


def main() -> None:
    import gymnasium
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401 - registers it
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    from kurgan.envs import pettingzoo

    for name in ("kurgan.envs.gymnasium", "kurgan.envs.open_spiel"):
        import_module(name)  # registers its games
    told: list[tuple[str, Callable[[], None]]] = []
    for title, scenario in (("advance", "campaign"), ("inferno", "one_vs_one"), ("roads", "wintergewitter")):
        told.append((f"PettingZoo  kurgan {title}", zoo(pettingzoo.env(title, scenario))))
        told.append((f"PettingZoo  kurgan {title}, by list", zoo(pettingzoo.env(title, scenario), by_list=True)))
    told.append(("PettingZoo  connect_four_v3", zoo(connect_four_v3.env())))
    told.append(("PettingZoo  tictactoe_v3", zoo(tictactoe_v3.env())))
    for title in ("Advance", "Inferno", "Roads"):
        bots = {"axis": "random"} if title == "Roads" else {}
        for name, by_list in (("", False), (", by list", True)):
            env = gymnasium.make(f"kurgan/{title}-v0", bots=bots)
            told.append((f"Gymnasium   kurgan/{title}-v0{name}", gym(env, by_list)))
    for name in ("CartPole-v1", "Blackjack-v1", "Taxi-v4"):
        told.append((f"Gymnasium   {name}", gym(gymnasium.make(name))))
    for name in (
        "python_kurgan_advance",
        "python_kurgan_inferno",
        "python_kurgan_roads",
        "python_tic_tac_toe",
        "chess",
    ):
        told.append((f"OpenSpiel   {name}", spiel(pyspiel.load_game(name))))
    for name, step in told:
        print(f"{name:<34} {measure(step):>10,.0f} steps a second", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
