"""The arena of the combat calculator: a tiny pack and a position in it, made from a described fight.

The attacked hex, the hexes attacked from, hexes for Soviets who only give Opportunity Fire, one for rubble elsewhere
and one, held by Germans, for landings elsewhere. It is a graph, not a map: who stands next to whom is what the
description says.
"""

from pathlib import Path
from typing import Final

from kurgan.games.inferno.odds.description import (
    DEPLOYING,
    GERMAN_CARDS,
    GERMAN_KINDS,
    SOVIET_CARDS,
    SOVIET_KINDS,
    STACK,
    Described,
    Soldier,
)
from kurgan.games.inferno.odds.reserve import random_reserve
from kurgan.games.inferno.pack import pack as packs
from kurgan.games.inferno.pack.pack import EDGES, GERMAN, Pack, Tables
from kurgan.kernel.packfile import Row

TARGET: Final = "target"
ELSEWHERE: Final = "elsewhere"
LANDING: Final = "landing"
FROM: Final = "from"
OUTSIDE: Final = "outside"
BYSTANDER: Final = "bystander"
LANDING_SUMS: Final = 16
DEPLOYED: Final = "deployed"
FIRING: Final = "firing"


class Arena:
    """Names of hexes and units of a described fight, in the order of their ids."""

    def __init__(self, d: Described, folder: Path) -> None:
        self.d = d
        self.from_hexes = [f"{FROM}{i}" for i in range(len(d.hexes))]
        self.outside_hexes = [f"{OUTSIDE}{i}" for i in range(-(-d.outside // STACK))]
        base = packs.read(folder)
        if d.random_deploy:
            d.deploys = random_reserve(packs.freeze(base), DEPLOYING[d.soviet_card])
        self.pack = self._freeze(base)

    def _freeze(self, base: Tables) -> Pack:
        d = self.d
        tables = Tables()
        tables.source = base.source
        tables.checksum = base.checksum
        tables.meta = {**base.meta, "claims": ""}
        hexes = [TARGET, *self.from_hexes, *self.outside_hexes, ELSEWHERE, LANDING]
        tables.hexes = [self._hex_row(i, name) for i, name in enumerate(hexes)]
        germans = [_unit_row(f"g{i}", "german", u) for i, u in enumerate(d.germans)]
        germans.append(_unit_row(BYSTANDER, "german", Soldier(1, "SF", "infantry", "")))
        soviets = [_unit_row(f"s{i}", "soviet", u) for i, u in enumerate(d.soviets)]
        soviets += [_unit_row(f"{DEPLOYED}{i}", "soviet", u) for i, (_, u) in enumerate(d.deploys)]
        soviets += [_unit_row(f"{FIRING}{i}", "soviet", Soldier(1, "SF", "infantry", "")) for i in range(d.outside)]
        tables.units = germans + soviets
        tables.cards = [self._card_row(row) for row in base.cards]
        tables.advantages = base.advantages
        tables.levels = base.levels
        tables.editions = base.editions
        tables.scenarios = base.scenarios
        tables.charts = self._charts(base)
        p = packs.freeze(tables)
        self._connect(p)
        self._mark_units(p)
        p.rubble_target -= d.extra_hexes  # hexes attacked from that no single unit is named for
        return p

    def _hex_row(self, i: int, name: str) -> Row:
        terrain = {TARGET: self.d.terrain, ELSEWHERE: "urban"}.get(name, "clear")
        german = name == LANDING or (name in self.from_hexes) == (self.d.attacker == GERMAN)
        cells = {"name": name, "title": name, "row": "1", "x": str(-2 * i), "terrain": terrain, "spawn": ""}
        cells.update({"start": "german" if german else "soviet", "setup": "no", "fort": "", "sources": ""})
        return Row("arena", i, cells)

    def _card_row(self, row: Row) -> Row:
        """Anti-aircraft cards name the target where the description says so, else a hex elsewhere."""
        cells = dict(row.cells)
        if cells["effect"] == "anti_aircraft":
            cells["hex"] = TARGET if self.d.flags["aa_hex_is_target"] and self.d.terrain == "urban" else ELSEWHERE
        return Row("arena", row.line, cells)

    def _charts(self, base: Tables) -> dict[str, object]:
        charts = dict(base.charts)
        coast = [self.soviet_hex()] if self.d.flags["soviet_hex_coastal"] else []
        charts["water"] = {"source": "derived", "coastal": coast, "landing": [LANDING] * LANDING_SUMS, "goal": []}
        charts["spawn"] = []
        rows = base.charts["track"]["rows"]
        empty: dict[str, object] = {"row_units": [""] * rows, "yellow": [], "blue": [], "white": []}
        charts["track"] = {**base.charts["track"], **empty}
        charts["setup"] = {**base.charts["setup"], "draws": [], "updated": {}, "first_2018": {}}
        charts["show"] = {"source": "derived", "factory": "", "docks": []}
        return charts

    def soviet_hex(self) -> str:
        """The hex that Soviet cards speak of: attacked, or where the attack started."""
        return TARGET if self.d.attacker == GERMAN else self.from_hexes[0]

    def _connect(self, p: Pack) -> None:
        """Neighbours as described: attackers' hexes touch the target and the Soviets outside."""
        p.near = [[] for _ in range(p.hexes)]
        target = p.hex_of[TARGET]
        for name in self.from_hexes:
            h = p.hex_of[name]
            for n in [target, *[p.hex_of[outside] for outside in self.outside_hexes]]:
                p.near[h].append(n)
                p.near[n].append(h)

    def _mark_units(self, p: Pack) -> None:
        """Deployed units come at the described strength whatever their edge; special units have their powers."""
        for i, (_, soldier) in enumerate(self.d.deploys):
            p.edges[p.unit_of[f"{DEPLOYED}{i}"]] = [soldier.dots] * EDGES
        units = [p.unit_of[f"s{i}"] for i in range(len(self.d.soviets))]
        if self.d.flags["aa_regiment"]:
            p.power[units[0]] = packs.CANCEL_AIRSTRIKE
        if self.d.flags["destroyer_brigade"]:
            p.power[units[-1]] = packs.REDUCE_PANZER

    def deployed(self) -> list[int]:
        return [self.pack.unit_of[f"{DEPLOYED}{i}"] for i in range(len(self.d.deploys))]

    def place_of(self, side: int, soldier: Soldier) -> int:
        """The hex in which a described unit stands."""
        if side != self.d.attacker:
            return self.pack.hex_of[TARGET]
        return self.pack.hex_of[self.from_hexes[self.d.hexes.index(soldier.place)]]

    def soviet_card(self) -> int:
        return self.pack.card_of[SOVIET_CARDS[self.d.soviet_card]] if self.d.soviet_card else -1

    def german_cards(self) -> list[int]:
        """The cards laid; a fourth Pioneer can only be the 672nd."""
        p = self.pack
        cards = [p.card_of[GERMAN_CARDS[name]] for name in self.d.german_cards]
        pioneer = p.card_of["Pioneer"]
        if cards.count(pioneer) > p.card_count[pioneer]:
            cards[cards.index(pioneer)] = p.card_of["Pioneer672"]
        for c in set(cards):
            if cards.count(c) > p.card_count[c]:
                raise ValueError(f"german_cards: there are only {p.card_count[c]} cards {p.card_title[c]}")
        return cards


def _unit_row(name: str, side: str, soldier: Soldier) -> Row:
    kind = (GERMAN_KINDS if side == "german" else SOVIET_KINDS)[soldier.kind]
    dots = list(range(soldier.steps, 0, -1))
    cells = {"name": name, "title": name, "formation": "", "number": "0", "side": side, "kind": kind}
    cells["army"] = "yellow" if side == "german" else "red"
    cells["dots"] = " ".join([str(d) for d in dots + [0] * (EDGES - len(dots))])
    cells["fire"] = " ".join(soldier.fires)
    cells.update({"r": "no", "axe": "no", "late": "no", "power": "none", "sources": ""})
    return Row("arena", 0, cells)
