"""PettingZoo: ``kurgan.envs.pettingzoo.env("inferno", "one_vs_one")`` is an AEC environment (extra ``kurgan[envs]``).

An observation is ``{"observation": row of numbers, "action_mask": legal answers}``; an action is an answer. The legal
ones also stand in ``infos[agent]["legal"]``: a mask of 300,000 answers is slow to search. Dice throw themselves.
Rewards come at the end: 1 won, −1 lost.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kurgan.envs.match import Match
from kurgan.kernel.protocol import Json


def env(title: str, scenario: str = "", options: Mapping[str, str] | None = None, pack: str = "") -> Any:
    """The environment with PettingZoo's own check of the order of calls."""
    return wrappers.OrderEnforcingWrapper(raw_env(title, scenario, options, pack))


class raw_env(AECEnv):
    """One game; agents are the seats of the scenario."""

    def __init__(
        self, title: str, scenario: str = "", options: Mapping[str, str] | None = None, pack: str = ""
    ) -> None:
        super().__init__()
        self.match = Match(title, scenario, options, pack)
        self.metadata = {"name": f"kurgan_{title}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = list(self.match.seats)
        width = len(self.match.observer.columns)
        whole = np.iinfo(np.int32)
        self._observations = spaces.Dict(
            {
                "observation": spaces.Box(whole.min, whole.max, (width,), np.int32),
                "action_mask": spaces.Box(0, 1, (self.match.answers,), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(self.match.answers) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.infos: dict[str, Json] = {}

    def observation_space(self, agent: str) -> Any:
        return self._observations

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        if seed is None:
            seed = int(np.random.default_rng().integers(2**31))
        self.match.reset(str(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._choose()

    def _choose(self) -> None:
        asked = self.match.asked
        if asked is None:
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.match.seats[asked.seat]
        self.infos = {agent: {} for agent in self.agents} | {self.agent_selection: {"legal": self.match.legal[:]}}

    def observe(self, agent: str) -> Json:
        seat = self.match.seats.index(agent)
        mask = np.zeros(self.match.answers, np.int8)
        if self.match.asked is not None and self.match.asked.seat == seat:
            mask[self.match.legal] = 1
        return {"observation": np.frombuffer(self.match.row(seat), np.int32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.match.give(int(action) if action is not None else -1)
        if self.match.outcome is not None:
            for seat, name in enumerate(self.match.seats):
                self.rewards[name] = self.match.reward(seat)
                self.terminations[name] = True
                self.infos[name] = {"outcome": self.match.outcome.name}
        self._choose()
        self._accumulate_rewards()

    def render(self) -> str:
        return self.match.text(self.match.seats.index(self.agent_selection))

    def close(self) -> None:
        return
