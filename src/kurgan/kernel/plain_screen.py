"""The drawing of a title that draws nothing itself: its map as circles and lines, its pieces as chips, its numbers as
tracks; and the same as text. Made from a view like any drawing.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from kurgan.kernel.map_drawing import AREAS, MapFacts, MapPlace
from kurgan.kernel.notation import Form, Slot
from kurgan.kernel.packfile import Row
from kurgan.kernel.plain_fight import bars
from kurgan.kernel.protocol import Company, Game, Json, Route, Scenario, View

V = TypeVar("V", bound=View)

COLOURS: Final = ("german", "soviet", "italian", "romanian", "hungarian")
"""Colours that the page knows, for the seats in their order."""

MAP_COLUMNS: Final = ("place", "title", "x", "y", "near")
GROUND: Final = "clear"
RADIUS: Final = 400
"""Of the ring that places without a map stand on, in map points."""


class Chip(NamedTuple):
    """A piece of the plain drawing: its word and that of its place, its side, what is printed on it, and facts."""

    piece: str
    place: str
    side: str
    title: str
    facts: tuple[tuple[str, str], ...] = ()


class Gauge(NamedTuple):
    """A number of the plain drawing, drawn as a track."""

    name: str
    label: str
    value: int
    low: int
    high: int


class PlainScreen(Generic[V]):
    """What a table or a terminal shows of a title that writes no drawing."""

    title: str
    forms: Mapping[str, Form]
    words: Mapping[str, Sequence[str]]
    labels: Mapping[str, Sequence[str]]
    scenario_list: Sequence[Scenario]

    def map_facts(self) -> MapFacts:
        """A ring of every word that answers point at as a place; a title with a map says more."""
        kinds = dict.fromkeys([slot.kind for slot in self._slots() if slot.points_at == "place"])
        tokens = [(kind, i, word) for kind in kinds for i, word in enumerate(self.words[kind]) if word]
        places = []
        for n, (kind, i, word) in enumerate(tokens):
            angle = 2 * math.pi * n / len(tokens)
            middle = round(RADIUS * math.sin(angle), 1), round(-RADIUS * math.cos(angle), 1)
            places.append(MapPlace(word, self.labels.get(kind, self.words[kind])[i], GROUND, middle, ()))
        return MapFacts(AREAS, places)

    def _slots(self) -> list[Slot]:
        return [slot for form in self.forms.values() for phrase in form.phrases for slot in phrase.slots]

    def chips(self, v: V) -> Sequence[Chip]:
        """The pieces on the map, as this seat sees them."""
        return ()

    def gauges(self, v: V) -> Sequence[Gauge]:
        """The numbers that everybody looks at."""
        return ()

    def scene(self, v: V) -> Json:
        sides = list(dict.fromkeys([seat for scenario in self.scenario_list for seat in scenario.seats]))
        chips = self.chips(v)
        drawn: Json = {
            "sides": {side: {"label": _title(side), "kind": colour_of(sides, side)} for side in sides},
            "places": {place.token: {"text": place_text(place, chips)} for place in self.map_facts().places},
            "pieces": [piece_json(chip, sides) for chip in chips],
            "tracks": [{**gauge._asdict(), "shape": "number"} for gauge in self.gauges(v)],
        }
        turn = [gauge for gauge in self.gauges(v) if gauge.name == "turn"]
        if turn:
            drawn["turn"] = {"number": turn[0].value, "of": turn[0].high, "label": f"{turn[0].label} {turn[0].value}"}
        return drawn

    def map_text(self, v: V) -> str:
        """A line for each place: its name, who stands there, and where one goes from it."""
        chips = self.chips(v)
        rows = []
        for place in self.map_facts().places:
            here = " ".join([chip_text(chip) for chip in chips if chip.place == place.token]) or "-"
            rows.append((place.token, place.name if place.name != place.token else "", here, " ".join(place.near)))
        widths = [max([len(row[k]) for row in rows], default=0) for k in range(3)]
        lines = ["  ".join([cell.ljust(w) for cell, w in zip(row, [*widths, 0], strict=True)]) for row in rows]
        told = "  ".join([f"{gauge.label} {gauge.value}" for gauge in self.gauges(v)])
        return "\n".join([line.rstrip() for line in [told, *lines] if line.strip()])

    def charts(self) -> Json:
        return {"charts": []}

    def marches(self) -> frozenset[str]:
        return frozenset()

    def routes(self, v: V) -> list[Route]:
        return []

    def sets_out(self) -> frozenset[str]:
        return frozenset()

    def set_out(self, v: V, pieces: Sequence[str], together: bool) -> Company:
        return Company((), (), ())

    def about(self, v: V, place: str) -> Json:
        return {}


def _title(word: str) -> str:
    return word.replace("_", " ").capitalize()


def colour_of(sides: Sequence[str], side: str) -> str:
    """A colour of the page for a side, by its place in the order of seats."""
    return COLOURS[list(sides).index(side) % len(COLOURS)] if side in sides else COLOURS[0]


def piece_json(chip: Chip, sides: Sequence[str]) -> Json:
    facts = ", ".join([f"{label} {value}" for label, value in chip.facts])
    return {
        "id": chip.piece,
        "side": chip.side,
        "nation": colour_of(sides, chip.side),
        "at": chip.place,
        "layout": "counter",
        "name": chip.piece,
        "title": chip.title,
        "factors": " ".join([value for _, value in chip.facts]),
        "text": f"{chip.title}: {facts}." if facts else f"{chip.title}.",
    }


def chip_text(chip: Chip) -> str:
    """A piece in a line of text: ``heron(bread)``."""
    return f"{chip.piece}({', '.join([value for _, value in chip.facts])})" if chip.facts else chip.piece


def place_text(place: MapPlace, chips: Sequence[Chip]) -> str:
    here = [chip.title for chip in chips if chip.place == place.token]
    return f"{place.name}: {', '.join(here)}." if here else f"{place.name}: empty."


def read_map(rows: Sequence[Row]) -> MapFacts:
    """A map from the rows of a table with the columns ``MAP_COLUMNS``; a way stands at one of its ends or at both."""
    tokens = [row.text("place") for row in rows]
    near: list[set[int]] = [set() for _ in rows]
    for i, row in enumerate(rows):
        if tokens[i] in tokens[:i]:
            raise row.fail("place", f"'{tokens[i]}' stands twice")
        for word in row.split("near"):
            if word not in tokens or word == tokens[i]:
                raise row.fail("near", f"'{word}' is no other place of this map")
            near[i].add(tokens.index(word))
            near[tokens.index(word)].add(i)
    return MapFacts(AREAS, [_place(row, [tokens[n] for n in sorted(near[i])]) for i, row in enumerate(rows)])


def _place(row: Row, near: Sequence[str]) -> MapPlace:
    return MapPlace(row.text("place"), row.text("title"), GROUND, (row.number("x"), row.number("y")), near)


def plain_face(game: Game) -> Json:
    """What ``face.toml`` would say of a title that has none."""
    return {
        "title": game.title,
        "about": game.scenarios()[0].about,
        "front": [*game.scenarios()[0].seats, "", ""][:2],
        "numbers": False,
        "map": {"margin": [60, 60, 60, 60]},
        "bars": bars(game.fights()),
    }
