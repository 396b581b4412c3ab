"""The toy title with one fault each, so that the fuzz can be seen to find it."""

from typing import Any, Self, cast

from kurgan.kernel import flow
from kurgan.kernel.chance import Rng
from kurgan.kernel.protocol import Json, Options, Refusal
from tests.contract import toy


class Crash(toy.Toy):
    """The rules break when red takes the eastern bank."""

    def answer(self, s: Any, a: int) -> None:
        super().answer(s, a)
        if s.red[2]:
            raise RuntimeError("the bridge is gone")


class Check(toy.Toy):
    """A counter gets lost with the second turn."""

    def answer(self, s: Any, a: int) -> None:
        super().answer(s, a)
        if s.turn == 2:
            s.pool[0] = 7


class LazyState(toy.State):
    def copy(self) -> Self:
        s: Any = super().copy()
        s.points = 0
        return cast(Self, s)


class Copy(toy.Toy):
    """copy() forgets the points."""

    def new(self, scenario: str, options: Options) -> toy.State:
        made = super().new(scenario, options)
        s = LazyState(made.book, made.turns, made.dug_in)
        flow.start(s, "whole_game")
        return s


class Codec(toy.Toy):
    """Loading forgets the points."""

    def load_state(self, data: Json) -> toy.State:
        s = super().load_state(data)
        s.points = 0
        return s


class Leak(toy.Toy):
    """Imagining always takes the card away."""

    def imagine(self, v: toy.View, rng: Rng) -> toy.State:
        s = super().imagine(v, rng)
        s.card = 0
        return s


class Refuse(toy.Toy):
    """A refusal that the legal list does not know."""

    def why_not(self, s: Any, seat: int, a: int) -> Refusal | None:
        if s.turn == 1 and a == toy.PASS:
            return Refusal("2.1", "already_red", "no passing now")
        return super().why_not(s, seat, a)


class KeepingState(toy.State):
    """Works out which banks are still to be taken, and forgets to do so again."""

    left: list[int] | None = None

    def copy(self) -> "KeepingState":
        s = super().copy()
        s.__class__ = KeepingState
        assert isinstance(s, KeepingState)
        s.left = self.left
        return s


class Stale(toy.Toy):
    """A refusal that speaks of the banks as they were at the first look."""

    def new(self, scenario: str, options: Options) -> toy.State:
        s = super().new(scenario, options)
        s.__class__ = KeepingState
        return s

    def load_state(self, data: Json) -> toy.State:
        s = super().load_state(data)
        s.__class__ = KeepingState
        return s

    def why_not(self, s: Any, seat: int, a: int) -> Refusal | None:
        if isinstance(s, KeepingState):
            if s.left is None:
                s.left = [bank for bank in range(toy.BANKS) if not s.red[bank]]
            if a != toy.PASS and s.red[a % toy.BANKS] and a % toy.BANKS in s.left:
                return Refusal("2.1", "already_red", "this bank was not red when I last looked")
        return super().why_not(s, seat, a)


class Written(toy.Toy):
    """The text of a position leaves out the points."""

    def write_position(self, s: Any) -> str:
        bare = s.copy()
        bare.points = 0
        return super().write_position(bare)


def load(name: str, pack: str = "") -> Any:
    faults = {
        "check": Check,
        "copy": Copy,
        "codec": Codec,
        "leak": Leak,
        "refusal": Refuse,
        "stale": Stale,
        "text": Written,
    }
    return faults.get(name, Crash)()
