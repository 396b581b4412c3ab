"""Gymnasium: one seat against bots (extra ``kurgan[envs]``).

    import gymnasium, kurgan.envs.gymnasium
    env = gymnasium.make("kurgan/Inferno-v0", scenario="one_vs_one", seat="german", bots={"soviet": "greedy:1"})

The observation is a row of numbers, an action an answer; legal ones are ``info["action_mask"]``. An answer that is not
legal changes nothing, costs ``penalty``, and ``info["refusal"]`` says why with its rule. Rewards come at the end.
"""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from kurgan.bots import Player, make_own
from kurgan.envs.match import Match
from kurgan.kernel.protocol import Json, Misspelt

DEFAULT_BOT = "greedy:1"


class KurganEnv(gymnasium.Env[Any, Any]):
    """A seat's game against the bots in the other seats."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        title: str,
        scenario: str = "",
        seat: str = "",
        options: Mapping[str, str] | None = None,
        bots: Mapping[str, str] | None = None,
        pack: str = "",
        penalty: float = -0.01,
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(title, scenario, options, pack)
        seats = self.match.seats
        self.seat = seats.index(seat) if seat in seats else 0
        for name in [seat or seats[0], *(bots or {})]:
            if name not in seats:
                raise Misspelt(f"unknown seat '{name}'; {self.match.scenario} has {', '.join(seats)}")
        self.bots = {name: (bots or {}).get(name, DEFAULT_BOT) for name in seats if name != seats[self.seat]}
        for bot in self.bots.values():
            make_own(bot)
        self.penalty = penalty
        self.render_mode = render_mode
        whole = np.iinfo(np.int32)
        self.observation_space = spaces.Box(whole.min, whole.max, (len(self.match.observer.columns),), np.int32)
        self.action_space = spaces.Discrete(self.match.answers)

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Any, Json]:
        super().reset(seed=seed)
        name = str(self.np_random.integers(2**31))
        self.match.reset(name)
        self.players = {other: Player(bot, f"{name}/{other}") for other, bot in self.bots.items()}
        self._others()
        return self._seen(), self._told()

    def _others(self) -> None:
        """The bots answer until our seat is asked."""
        match = self.match
        while match.asked is not None and match.asked.seat != self.seat:
            seat = match.asked.seat
            view = match.game.view(match.s, seat)
            match.give(self.players[match.seats[seat]].choose(match.game, view, match.legal))

    def _seen(self) -> Any:
        return np.frombuffer(self.match.row(self.seat), np.int32)

    def _told(self) -> Json:
        mask = np.zeros(self.match.answers, np.int8)
        mask[self.match.legal] = 1
        told: Json = {"action_mask": mask, "legal": self.match.legal[:]}
        if self.match.outcome is not None:
            told["outcome"] = self.match.outcome.name
        return told

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Json]:
        answer = int(action)
        if answer not in self.match.legal and self.match.asked is not None:
            refusal = self.match.refusal(answer)
            return self._seen(), self.penalty, False, False, {**self._told(), "refusal": refusal.told}
        self.match.give(answer)
        self._others()
        over = self.match.outcome is not None
        return self._seen(), self.match.reward(self.seat), over, False, self._told()

    def render(self) -> Any:
        return self.match.text(self.seat) if self.render_mode == "ansi" else None


for _title in ("advance", "inferno", "roads"):
    gymnasium.register(
        id=f"kurgan/{_title.capitalize()}-v0",
        entry_point="kurgan.envs.gymnasium:KurganEnv",
        kwargs={"title": _title},
    )
