"""Roads: what things are called, in the language that is spoken."""

from typing import Final

from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import NATIONS
from kurgan.kernel.sentences import PerVoice, Text

JU52_RULES: Final = "ABCDEFGHIJ"
"""The paragraph of 10.4.3 for each kind of Ju 52, in the order of the vocabulary."""


class Speech:
    """Names of the pack and sentences of the screen; English stands in the code, other languages in their files."""

    def __init__(self, pack: Pack, text: Text) -> None:
        self.pack = pack
        self.text = text
        self._units = PerVoice(text, lambda: [self._unit(u) for u in range(pack.unit_count)])

    def say(self, english: str, **values: object) -> str:
        """A sentence with its blanks filled."""
        return self.text.label(english).format(**values) if values else self.text.label(english)

    def word(self, key: str) -> str:
        """A word of the text file; its own name where there is none."""
        return self.text.get("words", key) or key.replace("_", " ")

    @property
    def units(self) -> list[str]:
        """Unit -> its name."""
        return self._units.now()

    def _unit(self, u: int) -> str:
        """Its title; where two of one side have the same, with the nation."""
        pack = self.pack
        title = pack.unit_title[u]
        alike = [other for other in range(pack.unit_count) if pack.unit_title[other] == title]
        if [pack.side[other] for other in alike].count(pack.side[u]) == 1:
            return self.text.label(title)
        return f"{self.text.label(title)} ({self.word(f'nation_{NATIONS[pack.nation[u]]}')})"

    def place(self, h: int) -> str:
        """A hex by its number and, if it has one, its name."""
        return f"{self.pack.hex_name[h]} {self.text.label(self.pack.place_name[h])}".strip()

    def support(self, kind: int) -> str:
        return self.text.label(self.pack.support_title[kind])

    def flight(self, kind: int) -> str:
        """A kind of Ju 52."""
        return self.text.label(self.pack.ju_title[kind])

    def flight_does(self, kind: int) -> str:
        """[10.4.3] What a Ju 52 does, as its own paragraph says."""
        return self.text.get("rules", f"10.4.3{JU52_RULES[kind]}")

    def turn(self, turn: int) -> str:
        name = self.pack.turn_name[turn]
        return self.text.get("labels", name) or self.pack.turn_title[turn]

    def points(self, halves: int) -> str:
        """Half points as people write them: 2 1/2 points."""
        whole, rest = divmod(halves, 2)
        if not rest:
            return self.say("{count} point", count=1) if whole == 1 else self.say("{count} points", count=whole)
        return self.say("{count} point", count="1/2") if not whole else self.say("{count} points", count=f"{whole} 1/2")

    def hexes(self, count: int) -> str:
        return self.say("one hex") if count <= 1 else self.say("{count} hexes", count=count)
