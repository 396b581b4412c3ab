"""What a title has that writes no advice: bots then play by lot, and there are no odds to reckon."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from kurgan.kernel.flow import Position
from kurgan.kernel.packfile import read_taught
from kurgan.kernel.protocol import FeatureWords, Fight, Json, Lookahead, Misspelt, Policy, View

P = TypeVar("P", bound=Position)
V = TypeVar("V", bound=View)


class NoAdvice(Generic[P, V]):
    """See ``Advice``; every part of it may be written alone."""

    name: str
    taught_in: str = ""
    """The folder with what played games taught of the title, if there is one."""

    def features(self, v: V) -> dict[str, float]:
        return {}

    def feature_words(self, v: V, name: str) -> FeatureWords:
        said = name.replace("_", " ")
        return FeatureWords(said, f"more {said}", f"less {said}")

    def progress(self, v: V) -> float:
        return 0.0

    def lead(self, v: V) -> float:
        return 0.0

    def taught(self) -> Sequence[Json]:
        return read_taught(self.taught_in, "chances.json")

    def ranked(self) -> Sequence[Json]:
        return read_taught(self.taught_in, "ladder.json")

    def observed(self) -> Sequence[str]:
        return []

    def observe(self, v: V) -> list[int]:
        return []

    def plans(self, v: V, s: P) -> list[list[int]]:
        return []

    def quick_plans(self, v: V, s: P) -> list[list[int]]:
        return self.plans(v, s)

    def wide_plans(self, v: V, s: P) -> list[list[int]]:
        return self.plans(v, s)

    def lookahead(self, v: V) -> Lookahead:
        return Lookahead()

    def clock(self, s: P) -> int:
        return 0

    def fights(self) -> Sequence[Fight[P]]:
        return []

    def described_fight(self, fight: Json) -> tuple[Any, Any, Any]:
        raise Misspelt(f"{self.name} takes no fights told in JSON; ask for the odds of a record")

    def habits(self) -> Mapping[str, Policy[P]]:
        return {}

    def formalities(self) -> Mapping[str, Policy[P]]:
        return {}

    def horizon(self) -> frozenset[str]:
        return frozenset()

    def standing(self) -> Mapping[str, Mapping[str, Policy[P]]]:
        return {}

    def standing_words(self, name: str) -> str:
        return name

    def step_words(self, step: str) -> str:
        return step.replace("_", " ")

    def answer_words(self, step: str, action: str) -> str:
        return action
