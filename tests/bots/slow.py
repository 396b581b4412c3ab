"""A title whose bot never comes to an end: plans() sleeps. For the worker's time limit."""

import os
import time
from typing import Any

from kurgan.kernel.protocol import Lookahead
from tests.contract import toy


class Slow(toy.Toy):
    def plans(self, v: toy.View, s: toy.State) -> list[list[int]]:
        time.sleep(60)
        return []


class Dying(toy.Toy):
    def plans(self, v: toy.View, s: toy.State) -> list[list[int]]:
        os._exit(3)


class Broken(toy.Toy):
    def plans(self, v: toy.View, s: toy.State) -> list[list[int]]:
        raise RuntimeError("no plan")


class Thinking(toy.Toy):
    """Every imagined play takes a while."""

    def lookahead(self, v: toy.View) -> Lookahead:
        return Lookahead(frozenset({"choose_bank", "act"}), 1, 1.0)

    def quick_plans(self, v: toy.View, s: toy.State) -> list[list[int]]:
        time.sleep(0.1)
        return super().quick_plans(v, s)


def load(name: str, pack: str = "") -> Any:
    return {"slow": Slow, "dying": Dying, "broken": Broken, "thinking": Thinking}[name]()
