"""Advance: a view as pieces, places and tracks for the table (docs/reference/scene.md)."""

from typing import Final

from kurgan.games.advance.hidden.view import View
from kurgan.games.advance.odds.fights import is_unknown
from kurgan.games.advance.pack.pack import STRATEGIES, TERRAINS, Pack
from kurgan.games.advance.position.state import Battle, State
from kurgan.games.advance.rules import r06_sequence as sequence
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r08_movement as movement
from kurgan.games.advance.rules import r09_combat as combat
from kurgan.games.advance.rules import r11_victory as victory
from kurgan.games.advance.rules import r12_optional as optional
from kurgan.games.advance.terms import (
    AWAY,
    DUE,
    GERMAN_AUTOMATIC,
    GERMAN_OPERATIONAL,
    GONE,
    NO_UNIT,
    NOT_HERE,
    OUT,
    OUTCOMES,
    PLAYING,
    REVEALED,
    SOVIET,
    UNREVEALED,
    VACANT,
)
from kurgan.kernel import flow
from kurgan.kernel.flow import is_under_way
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import Text
from kurgan.kernel.tally import Notes

SYMBOLS: Final = ("infantry", "armor", "recon", "assault_gun")
BOXES: Final = {OUT: "out_of_action", DUE: "to_come", AWAY: "called_away", GONE: "withdrawn"}
STRATEGY_SYMBOLS: Final = ("heroes", "ambush", "barrage", "fanatic", "guards_shield")
WARN_MORALE: Final = 2
AIR_DIE: Final = 6
"""The highest face of the Air die."""


Drawn = dict[tuple[object, ...], Json]
"""Places and units as they were told before, by all that they depend on; nobody changes what is in it."""

MOST_DRAWN: Final = 20_000


class Teller:
    """Makes the scene of one view; words come from the text file. From one scene to the next little changes, so what
    was told before is kept in ``drawn``."""

    def __init__(self, pack: Pack, text: Text, v: View, drawn: Drawn | None = None) -> None:
        self.pack = pack
        self.text = text
        self.s: State = v.position
        self.drawn: Drawn = {} if drawn is None else drawn
        if len(self.drawn) > MOST_DRAWN:
            self.drawn.clear()

    def area(self, a: int) -> str:
        """The name of an area."""
        return self.text.label(self.pack.area_name[a])

    def word(self, key: str, **values: object) -> str:
        if not values:
            return self.text.get("words", key) or self.text.fill("words", key, {})
        return self.text.fill("words", key, {name: str(value) for name, value in values.items()})

    def scene(self) -> Json:
        scene: Json = {
            "turn": self.turn(),
            "sides": {
                "german": {"label": self.word("german"), "kind": "axis"},
                "soviet": {"label": self.word("soviet"), "kind": "soviet"},
            },
            "places": {str(a): self.place(a) for a in range(1, self.pack.areas + 1)},
            "pieces": [*self.germans(), *self.soviets(), *self.markers()],
            "boxes": self.boxes(),
            "tracks": self.tracks(),
            "hidden": self.hidden(),
            "notes": self.notes(),
        }
        if self.s.battle is not None:
            scene["fight"] = self.fight()
        if self.s.outcome != PLAYING:
            scene["over"] = self.over()
        return scene

    def turn(self) -> Json:
        s = self.s
        shown = min(s.turn, s.scenario.last_turn)
        return {
            "number": shown,
            "of": s.scenario.last_turn,
            "label": self.word("turn", turn=shown),
            "date": self.text.label(self.pack.turn_dates[shown]),
        }

    # Places

    def place(self, a: int) -> Json:
        s = self.s
        tags = []
        if stacking.is_contested(s, a):
            tags.append("contested")
        if s.isolated >> a & 1:
            tags.append("isolated")
        if s.battle is not None and s.battle.area == a:
            tags.append("target")
        if s.active == a:
            tags.append("active")
        units = stacking.units_in(s, a)
        fresh = sum([not s.spent[u] for u in units])
        control = "german" if stacking.is_german(s, a) else "soviet"
        cost = movement.entry_cost(s, a)
        key = ("place", self.text.voice, a, control, len(units), fresh, s.count[a], s.soviet[a], cost, *tags)
        known = self.drawn.get(key)
        if known is None:
            text, facts = self.place_text(a, tags, len(units), fresh), self.place_facts(a, cost)
            known = self.drawn[key] = {"control": control, "tags": tags, "text": text, "facts": facts}
        return known

    def place_text(self, a: int, tags: list[str], units: int, fresh: int) -> str:
        s = self.s
        parts = [f"{self.area(a)} ({a})", self.word(TERRAINS[self.pack.terrain[a]])]
        if self.pack.tem[a]:
            parts[-1] += f" +{self.pack.tem[a]}"
        if self.pack.is_volga[a]:
            parts.append(self.word("beside_the_volga"))
        parts += [self.word(tag) for tag in tags]
        if units:
            parts.append(self.word("units_here", count=units, fresh=fresh))
        if s.soviet[a] != VACANT:
            parts.append(self.soviet_text(a))
        return ", ".join(parts) + "."

    def soviet_text(self, a: int) -> str:
        if self.s.soviet[a] == UNREVEALED:
            return self.word("unrevealed_unit")
        k = stacking.kind_of(self.s, a)
        return self.word("revealed_unit", name=self.counter(k))

    def counter(self, k: int) -> str:
        return f"{self.word(STRATEGIES[self.pack.kind_strategy[k]])} {self.pack.kind_defense[k]}"

    def place_facts(self, a: int, cost: int) -> list[list[str]]:
        facts = [[self.word("terrain"), self.word(TERRAINS[self.pack.terrain[a]])]]
        if self.pack.tem[a]:
            facts.append([self.word("terrain_effect"), f"+{self.pack.tem[a]}"])
        facts.append([self.word("cost_to_enter"), str(cost)])
        room = self.pack.stack_limit - self.s.count[a]
        facts.append([self.word("room"), self.word("room_for", count=room)])
        return facts

    # Pieces

    def germans(self) -> list[Json]:
        return [self.german(u) for u in range(self.pack.units) if self.s.where[u] != NOT_HERE]

    def german(self, u: int) -> Json:
        s, p = self.s, self.pack
        on_map = 1 <= s.where[u] <= p.areas
        states = self.unit_states(u, on_map)
        key = ("unit", self.text.voice, u, s.where[u], self.points_left(u, states), *states)
        known = self.drawn.get(key)
        if known is None:
            known = self.drawn[key] = self.counter_of(u, on_map, states)
        return known

    def counter_of(self, u: int, on_map: bool, states: list[str]) -> Json:
        s, p = self.s, self.pack
        kind = self.word(SYMBOLS[p.subtype[u]])
        where = self.area(s.where[u]) if on_map else self.word(BOXES[s.where[u]])
        piece: Json = {
            "id": p.unit_name[u],
            "side": "german",
            "layout": "counter",
            "name": p.unit_name[u],
            "title": self.unit_title(u),
            "symbol": SYMBOLS[p.subtype[u]],
            "factors": f"{p.attack[u]}-{p.movement[u]}",
            "states": states,
            "text": self.word(
                "unit_text" if states else "unit_text_off_map",
                name=p.unit_name[u],
                kind=kind,
                attack=p.attack[u],
                movement=p.movement[u],
                state=", ".join(self.word(state) for state in states),
                where=where,
            ),
        }
        if on_map:
            piece["at"] = str(s.where[u])
        else:
            piece["box"] = BOXES[s.where[u]]
        left = self.points_left(u, states)
        if left >= 0:
            piece["points"] = left
            piece["full"] = movement.movement(s, u)
        return piece

    def points_left(self, u: int, states: list[str]) -> int:
        """[8.1] Movement that a unit of the active area has left in this round; below zero where nobody asks."""
        s = self.s
        if s.mover == u:
            return s.points
        if s.battle is not None or s.where[u] != s.active or not flow.is_under_way(s, "orders"):
            return -1
        return movement.movement(s, u) if "may_act" in states else 0

    def unit_states(self, u: int, on_map: bool) -> list[str]:
        s = self.s
        if not on_map:
            return []
        states = ["spent" if s.spent[u] else "fresh"]
        if movement.is_paused(s, u):
            states.append("paused")
        elif not s.spent[u]:
            states.append("may_act")
        b = s.battle
        if b is not None and u in b.units:
            states.append("lead" if u == b.lead else "helper")
        return states

    def unit_title(self, u: int) -> str:
        p = self.pack
        if p.is_assault_gun[u]:
            return self.word("assault_gun_title", name=p.unit_name[u])
        division = self.word(f"division_{p.division_name[p.division[u]]}")
        return self.word("unit_title", name=p.unit_name[u].split("/")[-1], division=division)

    def soviets(self) -> list[Json]:
        s, p = self.s, self.pack
        found = []
        for a in range(1, p.areas + 1):
            if s.soviet[a] == UNREVEALED:
                text = f"{self.word('unrevealed_unit')}, {self.area(a)}."
                symbol = TERRAINS[p.terrain[a]]
                found.append(self.strongpoint(a, {"symbol": symbol, "states": ["unrevealed"], "text": text}))
            elif s.soviet[a] >= REVEALED:
                k = stacking.kind_of(s, a)
                strategy = p.kind_strategy[k]
                symbol = "pavlov" if k == p.pavlov else STRATEGY_SYMBOLS[strategy]
                shown = {
                    "symbol": symbol,
                    "word": self.word(STRATEGIES[strategy]),
                    "factors": str(p.kind_defense[k]),
                    "states": ["revealed"] + (["isolated"] if s.isolated >> a & 1 else []),
                    "text": f"{self.word('revealed_unit', name=self.counter(k))}, {self.area(a)}.",
                }
                found.append(self.strongpoint(a, shown))
        return found

    def strongpoint(self, a: int, shown: Json) -> Json:
        return {"id": f"soviet.{a}", "side": "soviet", "layout": "strongpoint", "name": "", "at": str(a), **shown}

    def markers(self) -> list[Json]:
        s, p = self.s, self.pack
        in_fight = markers_in_fight(s)
        rows = (
            ("artillery", s.artillery, p.markers_artillery),
            ("engineer", s.engineers, p.markers_engineer),
            ("air", s.air, p.markers_air),
        )
        found = []
        for (name, available, most), placed in zip(rows, in_fight, strict=True):
            for box, count in (("available", available), ("used", most - available - placed)):
                text = self.word("marker_text", name=self.word(f"marker_{name}"), count=count, box=self.word(box))
                found.append(self.marker(name, box, count, text))
        return found

    def marker(self, name: str, box: str, count: int, text: str) -> Json:
        return {
            "id": f"{name}.{box}",
            "side": "german",
            "layout": "marker",
            "name": self.word(f"marker_{name}"),
            "symbol": name,
            "count": count,
            "box": box,
            "states": [],
            "text": text,
        }

    def boxes(self) -> list[Json]:
        s = self.s
        found = [
            {"name": "available", "label": self.word("available"), "shown": "rail"},
            {"name": "out_of_action", "label": self.word("out_of_action"), "shown": "rail"},
            {"name": "used", "label": self.word("used"), "shown": "drawer"},
            {"name": "to_come", "label": self.word("to_come"), "shown": "drawer"},
        ]
        for where in (AWAY, GONE):
            if where in s.where:
                found.append({"name": BOXES[where], "label": self.word(BOXES[where]), "shown": "drawer"})
        for box in found:
            box["text"] = self.box_text(box["name"])
        return found

    def box_text(self, name: str) -> str:
        s, p = self.s, self.pack
        if name == "available":
            return self.word("markers_text", artillery=s.artillery, engineers=s.engineers, air=s.air)
        if name == "used":
            in_fight = markers_in_fight(s)
            return self.word(
                "markers_text",
                artillery=p.markers_artillery - s.artillery - in_fight[0],
                engineers=p.markers_engineer - s.engineers - in_fight[1],
                air=p.markers_air - s.air - in_fight[2],
            )
        names = [p.unit_name[u] for u in range(p.units) if BOXES.get(s.where[u]) == name]
        return ", ".join(names) if names else self.word("nobody")

    # Tracks

    def tracks(self) -> list[Json]:
        return [self.turn_track(), self.morale_track(), self.area_track(), self.supply_track()]

    def turn_track(self) -> Json:
        s = self.s
        marks = [{"at": t, "label": self.word("reinforcements"), "kind": "event"} for t in s.scenario.arrival_areas]
        if s.scenario.withdraw_turn:
            marks.append({"at": s.scenario.withdraw_turn, "label": self.word("withdrawal"), "kind": "event"})
        return {
            "name": "turn",
            "label": self.word("turn_label"),
            "value": min(s.turn, s.scenario.last_turn),
            "low": s.scenario.first_turn,
            "high": s.scenario.last_turn,
            "words": self.text.label(self.pack.turn_dates[min(s.turn, s.scenario.last_turn)]),
            "shape": "cells",
            "marks": marks,
            "rule": "3.2",
        }

    def morale_track(self) -> Json:
        s, p = self.s, self.pack
        track: Json = {
            "name": "morale",
            "label": self.word("morale"),
            "value": s.morale,
            "low": 0,
            "high": p.morale_max,
            "words": self.word("strong" if sequence.is_strong(s) else "shaken"),
            "marks": [{"at": p.strong_from, "label": self.word("strong"), "kind": "threshold"}],
            "losing": [0, p.strong_from - 1],
            "shape": "bar",
            "rule": "5.2",
        }
        if s.morale == p.strong_from:
            track["warning"] = self.word("warn_shaken")
        elif s.morale <= WARN_MORALE:
            track["warning"] = self.word("warn_collapse")
        return track

    def area_track(self) -> Json:
        s, p = self.s, self.pack
        held = stacking.german_areas(s)
        goal = victory.areas_needed(s)
        heavy = (p.heavy_mask & ~s.soviet_mask).bit_count()
        key = "areas_all" if s.scenario.needs_all else "areas_goal"
        return {
            "name": "areas",
            "label": self.word("areas"),
            "value": held,
            "low": 0,
            "high": p.areas,
            "words": self.word(key, held=held, goal=goal, heavy=heavy),
            "marks": [{"at": goal, "label": self.word("goal"), "kind": "goal"}],
            "shape": "bar",
            "rule": "14.7" if s.scenario.needs_all else "11.2",
        }

    def supply_track(self) -> Json:
        s = self.s
        return {
            "name": "supply",
            "label": self.word("supply"),
            "value": s.supply,
            "low": 0,
            "high": max(24, s.supply),
            "words": self.word("point" if s.supply == 1 else "points", count=s.supply),
            "shape": "number",
            "rule": "6.3",
        }

    # What may still be hidden, what holds this turn, the fight, the end

    def hidden(self) -> list[Json]:
        p, s = self.pack, self.s
        found = []
        for terrain, name in enumerate(TERRAINS):
            kinds = [k for k in range(p.kinds) if p.kind_terrain[k] == terrain and s.pool[k]]
            standing = sum(1 for a in range(1, p.areas + 1) if s.soviet[a] == UNREVEALED and p.terrain[a] == terrain)
            items = [
                {"label": self.counter(k), "count": s.pool[k], "symbol": STRATEGY_SYMBOLS[p.kind_strategy[k]]}
                for k in sorted(kinds, key=lambda k: (p.kind_defense[k], p.kind_strategy[k]))
            ]
            label = self.word("hidden", terrain=self.word(name), standing=standing)
            found.append({"label": label, "count": sum(s.pool[k] for k in kinds), "items": items})
        return found

    def notes(self) -> list[Json]:
        lines = []
        for event in range(1, 9):
            if sequence.is_in_force(self.s, event):
                lines.append({"text": self.word(f"effect_{event}"), "rule": sequence.event_rule(self.s)})
        if self.s.paused >= 0:
            division = self.word(f"division_{self.pack.division_name[self.s.paused]}")
            lines.append({"text": self.word("paused_text", division=division), "rule": "6.2"})
        return [{"title": self.word("this_turn"), "lines": lines}] if lines else []

    def fight(self) -> Json:
        s = self.s
        b = s.battle
        assert b is not None
        unknown = s.soviet[b.area] == UNREVEALED
        fight: Json = {
            "place": str(b.area),
            "stage": "prepare",
            "title": self.area(b.area),
            "committed": [self.pack.unit_name[u] for u in b.units],
            "notes": [],
        }
        if b.lead != NO_UNIT:
            fight["lead"] = self.pack.unit_name[b.lead]
            fight["attack"] = self.attack_sum()
        if is_under_way(s, "gather"):
            b = b.copy()
            combat.meet_defender(s, b)
        fight["defence"] = self.defence_sum(b, unknown)
        if b.strategy >= 0:
            name = STRATEGIES[b.strategy]
            fight["notes"].append({"text": self.word(f"strategy_{name}", factor=b.factor), "rule": "9.4"})
        elif unknown and is_unknown(s, b.area):
            fight["notes"].append({"text": self.word("unknown_counter"), "rule": "9.4"})
        if b.mandatory:
            fight["notes"].append({"text": self.word("mandatory"), "rule": "9.1"})
        return fight

    def attack_sum(self) -> Json:
        s = self.s
        b = s.battle
        assert b is not None
        note = Notes()
        total = combat.attack_value(s, b, note)
        lead = self.pack.unit_name[b.lead]
        terms = [
            {"label": self.word(f"term_{t.label}", lead=lead), "amount": t.amount, "rule": t.rule} for t in note.terms
        ]
        return {"side": "german", "label": self.word("attack"), "terms": terms, "total": total, "dice": "2d6"}

    def defence_sum(self, b: Battle, unknown: bool) -> Json:
        s = self.s
        note = Notes()
        total = max(0, combat.defence_value(s, b, note))
        terms: list[Json] = []
        for t in note.terms:
            label = self.word(f"term_{t.label}", terrain=self.word(TERRAINS[self.pack.terrain[b.area]]))
            if t.label == "factor" and unknown:
                terms.append({"label": label, "words": "?", "rule": t.rule})
            else:
                terms.append({"label": label, "amount": t.amount, "rule": t.rule})
        found: Json = {"side": "soviet", "label": self.word("defence"), "terms": terms, "total": total}
        if b.air and not b.air_die:
            terms.append(self.air_term(b))
            most, least = optional.air_result(s, b, AIR_DIE), optional.air_result(s, b, 1)
            found["total_words"] = self.word("from_to", low=max(0, total - most), high=max(0, total - least))
        if unknown:
            found["total_words"] = "?"
            found["dice"] = "2d6"
        else:
            found["dice"] = combat.dice_of_defence(s, b).asked()
        return found

    def air_term(self, b: Battle) -> Json:
        """[9.5.3D] [12.5] The Air die that is still to be thrown."""
        if optional.weakens_air(self.s, b):
            return {"label": self.word("term_air"), "words": self.word("limited_air_die"), "rule": "12.5"}
        return {"label": self.word("term_air"), "words": "−1d6", "rule": "9.5.3D"}

    def over(self) -> Json:
        s = self.s
        name = OUTCOMES[s.outcome]
        won = s.outcome in (GERMAN_AUTOMATIC, GERMAN_OPERATIONAL)
        key = "soviet_october" if s.outcome == SOVIET and s.scenario.needs_all else name
        return {
            "name": name,
            "title": self.word("title_won" if won else "title_lost"),
            "text": self.word(f"end_{key}", held=stacking.german_areas(s), goal=victory.areas_needed(s)),
            "rule": victory.outcome_rule(s),
        }


def markers_in_fight(s: State) -> tuple[int, int, int]:
    """[9.5.9] Artillery, Engineer and Air markers that lie in the attacked area: neither Available nor Used."""
    b = s.battle
    return (b.artillery, b.engineers, b.air) if b is not None else (0, 0, 0)
