"""Roads: what is said of places and units, made once and told again as long as it holds."""

from typing import Final

from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.screen.speech import Speech
from kurgan.kernel.protocol import Json

MOST_DRAWN: Final = 20_000
SIDES: Final = ("soviet", "axis")
TOWNS: Final = ("", "village", "city", "major_city")


def place_words(speech: Speech, h: int) -> str:
    """What a hex is, whoever stands in it: made once for each hex."""
    pack, say = speech.pack, speech.say
    parts = [speech.place(h), speech.word(vocabulary.TERRAINS[pack.terrain[h]])]
    if pack.settlement[h]:
        parts.append(speech.word(TOWNS[pack.settlement[h]]))
    if pack.red_star[h]:
        parts.append(say("red star"))
    if pack.airfield[h]:
        parts.append(say("airfield"))
    if pack.rail_hex[h]:
        parts.append(say("railway"))
    elif pack.road_hex[h]:
        parts.append(say("road"))
    waters = sorted({speech.text.label(pack.water_name[i]) for i in range(h * 6, h * 6 + 6) if i in pack.water_name})
    if waters:
        parts.append(say("by the {waters}", waters=", ".join(waters)))
    return ", ".join(parts)


def place_facts(speech: Speech, h: int) -> list[list[str]]:
    """Lens: terrain, cost, defense."""
    pack, say = speech.pack, speech.say
    facts = [[say("Terrain"), speech.word(vocabulary.TERRAINS[pack.terrain[h]])]]
    if pack.is_land[h]:
        cost = say("{cost}, by road 1/2", cost=pack.move_cost[pack.terrain[h]] // 2)
        facts.append([say("Cost to enter"), cost])
    if pack.settlement[h]:
        town = pack.settlement[h]
        facts.append([say("Defense"), f"+{pack.town_defense[town]} ({speech.word(TOWNS[town])})"])
    return facts


class Gallery:
    """What never changes about the places of a pack, and places and units as they were told before, by all that they
    depend on; nobody changes what is in it. ``empty``: each hex with nobody in it, in the hands of either side."""

    def __init__(self, speech: Speech) -> None:
        hexes = range(speech.pack.hex_count)
        self.is_land = speech.pack.is_land
        self.words = [place_words(speech, h) for h in hexes]
        self.facts = [place_facts(speech, h) for h in hexes]
        self.empty = [[self.place(h, side, "", []) for side in range(len(SIDES))] for h in hexes]
        self.places: dict[tuple[object, ...], Json] = {}
        self.units: dict[tuple[object, ...], Json] = {}
        self.standing: dict[tuple[int, int], dict[int, list[str]]] = {}

    def place(self, h: int, side: int, stack: str, tags: list[str]) -> Json:
        """A hex in the hands of a side, who stands there and what is special about it."""
        words = self.words[h]
        control = SIDES[side] if self.is_land[h] else ""
        text = f"{words}: {stack}." if stack else f"{words}."
        return {"control": control, "tags": tags, "text": text, "facts": self.facts[h]}

    def tidy(self) -> None:
        for told in (self.places, self.units):
            if len(told) > MOST_DRAWN:
                told.clear()
