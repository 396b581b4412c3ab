"""Roads: a view as pieces, places and tracks for the table (docs/reference/scene.md).

Everything is read from a View: markers that the seat cannot read have no place in it, so nothing of them is shown but
how many lie in a box and in which hex a Ju 52 stands.
"""

from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.hidden.view import View
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r10_ju52 as ju52
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.screen.gallery import Gallery
from kurgan.games.roads.screen.help import CRISIS_NEAR, reminders
from kurgan.games.roads.screen.speech import Speech
from kurgan.games.roads.terms import (
    ELIMINATED,
    EVACUATED,
    EXPLOITING,
    J_MAP,
    M_AXIS,
    M_MAJOR,
    M_MAP,
    M_MINOR_A,
    M_MINOR_B,
    M_STAVKA,
    MOVED,
    ODDS_WORDS,
    OOS,
    OOS_FS,
    PINNED,
    STAVKA,
    TO_COME,
    WITHDRAWN,
    odds_word,
)
from kurgan.games.roads.terms_high_command import BOX_WORDS, OUTCOMES
from kurgan.kernel import flow
from kurgan.kernel.protocol import Json
from kurgan.kernel.tally import Term

SYMBOLS: Final = (
    "infantry", "mountain", "security", "cavalry", "armor", "mech", "hq", "battlegroup", "battlegroup", "alarm",
)  # fmt: skip
MARKER_SYMBOLS: Final = (
    "artillery", "rocket", "armor", "air", "hq", "engineer", "antitank", "alarm", "supply", "antiair", "event",
)  # fmt: skip
UNIT_BOXES: Final = {ELIMINATED: "eliminated", WITHDRAWN: "withdrawn", STAVKA: "stavka", TO_COME: "to_come",
                     EVACUATED: "evacuated"}  # fmt: skip
KINDS: Final = (
    "infantry", "mountain infantry", "security", "cavalry", "armor", "mechanized", "headquarters",
    "armored Kampfgruppe", "infantry Kampfgruppe", "alarm unit",
)  # fmt: skip
LAST_COLUMN: Final = len(vocabulary.ODDS) - 1
OFFENSIVES: Final = ("Major offensive", "Minor A offensive", "Minor B offensive")
RIVERS_NOW: Final = ("rivers open", "minor rivers frozen", "all rivers frozen")


class Teller:
    """Makes the scene of one view; words come from the text file where it has them."""

    def __init__(self, speech: Speech, gallery: Gallery, v: View) -> None:
        self.pack = speech.pack
        self.speech = speech
        self.say = speech.say
        self.word = speech.word
        self.gallery = gallery
        gallery.tidy()
        self.v = v
        self.s: State = v.position

    def scene(self) -> Json:
        scene: Json = {
            "turn": self.turn(),
            "sides": {
                "soviet": {"label": self.word("soviet"), "kind": "soviet"},
                "axis": {"label": self.word("axis"), "kind": "axis"},
            },
            "places": self.places(),
            "pieces": [*self.units(), *self.markers()],
            "boxes": self.boxes(),
            "tracks": self.tracks(),
            "hands": self.hands(),
            "hidden": [],
            "lines": self.lines(),
            "notes": self.notes(),
        }
        if self.s.battle is not None and self.s.battle.target >= 0:
            scene["fight"] = self.fight()
        if scenarios.is_over(self.s):
            scene["over"] = self.over()
        return scene

    def turn(self) -> Json:
        s = self.s
        turn = min(s.track[tracks.TURN], len(self.pack.turn_title) - 1)
        return {
            "number": turn - s.scenario.first_turn + 1,
            "of": s.scenario.last_turn - s.scenario.first_turn + 1,
            "label": self.speech.turn(turn),
            "date": self.word(("soviet_turn", "axis_turn")[s.track[tracks.SIDE]]),
        }

    # Places

    def places(self) -> Json:
        """Most hexes are empty: what is told of those is at hand, and the others are told anew."""
        s, pack = self.s, self.pack
        tags = self.place_tags()
        rows = zip(pack.hex_name, self.gallery.empty, s.control, strict=True)
        found: Json = {name: told[control] for name, told, control in rows}
        for h in {*tags, *[where for where in s.where if where >= 0]}:
            found[pack.hex_name[h]] = self.place_now(h, tags.get(h, []))
        return found

    def place_now(self, h: int, tags: list[str]) -> Json:
        """What is told of a hex where somebody stands or something is special."""
        stack = self.stack_text(h)
        key = (h, self.s.control[h], stack, *tags)
        known = self.gallery.places.get(key)
        if known is None:
            known = self.gallery.places[key] = self.gallery.place(h, self.s.control[h], stack, tags)
        return known

    def place_tags(self) -> dict[int, list[str]]:
        """What is special about a hex now."""
        s = self.s
        key = (s.scenario.number, s.track[tracks.TURN])
        if key not in self.gallery.standing:
            self.gallery.standing[key] = self.standing_tags()
        tags = dict(self.gallery.standing[key])
        if s.track[tracks.FORTRESS] >= 0:
            tags[s.track[tracks.FORTRESS]] = [*tags.get(s.track[tracks.FORTRESS], ()), "fortified"]
        if s.battle is not None and s.battle.target >= 0:
            tags[s.battle.target] = [*tags.get(s.battle.target, ()), "target"]
        return tags

    def standing_tags(self) -> dict[int, list[str]]:
        """What is special about hexes in this turn of the scenario, whatever happens in it."""
        s, pack = self.s, self.pack
        tags: dict[int, list[str]] = {}
        for h in range(pack.hex_count):
            if not s.scenario.plays[h]:
                tags.setdefault(h, []).append("outside")
            if s.scenario.source_side[h] >= 0 and 0 <= s.scenario.source_turn[h] <= s.track[tracks.TURN]:
                tags.setdefault(h, []).append("supply_source")
        for h in pack.city_hexes:
            if pack.settlement[h] == vocabulary.MAJOR_CITY:
                tags.setdefault(h, []).append("objective")
        return tags

    def stack_text(self, h: int) -> str:
        names = []
        u = self.s.first[h]
        while u >= 0:
            is_whole = self.s.steps[u] == self.pack.max_steps[u]
            names.append(self.speech.units[u] + ("" if is_whole else f", {self.word('reduced')}"))
            u = self.s.next[u]
        return "; ".join(names)

    # Pieces

    def units(self) -> list[Json]:
        s = self.s
        found = [self.unit(u) for u in range(self.pack.unit_count) if s.where[u] >= 0]
        found += [self.unit(u) for u in range(self.pack.unit_count) if s.where[u] in UNIT_BOXES and self.is_shown(u)]
        return found

    def is_shown(self, u: int) -> bool:
        """Units that never come in this scenario are not in the box of those to come."""
        return self.s.where[u] != TO_COME or self.s.away[u] >= 0

    def unit(self, u: int) -> Json:
        s = self.s
        states = self.states(u)
        key = (u, s.steps[u], s.where[u], s.away[u], s.pontoon[u], *states)
        known = self.gallery.units.get(key)
        if known is None:
            known = self.gallery.units[key] = self.drawn_unit(u, states)
        return known

    def drawn_unit(self, u: int, states: list[str]) -> Json:
        s, pack = self.s, self.pack
        steps = s.steps[u] or pack.max_steps[u]
        i = 3 * u + steps
        side = ("soviet", "axis")[pack.side[u]]
        first = pack.radius[u] if pack.is_hq[u] else pack.attack[i]
        movement = 0 if s.pontoon[u] else pack.movement[i]
        piece: Json = {
            "id": pack.unit_name[u],
            "side": side,
            "layout": "counter",
            "name": short_name(pack, u),
            "title": self.speech.units[u],
            "symbol": SYMBOLS[pack.kind[u]],
            "factors": f"{first}-{pack.defense[i]}-{movement}",
            "states": states,
            "text": self.unit_text(u, states, f"{first}-{pack.defense[i]}-{movement}"),
        }
        if pack.side[u] == vocabulary.AXIS:
            piece["nation"] = vocabulary.NATIONS[pack.nation[u]]
        if s.where[u] >= 0:
            piece["at"] = pack.hex_name[s.where[u]]
        else:
            piece["box"] = UNIT_BOXES[s.where[u]]
        return piece

    def states(self, u: int) -> list[str]:
        s, pack = self.s, self.pack
        states = []
        if s.where[u] >= 0 and s.steps[u] < pack.max_steps[u]:
            states.append("reduced")
        if pack.elite[u]:
            states.append("elite")
        if pack.box[u] != vocabulary.NO_BOX:
            states.append(vocabulary.ATTACK_BOXES[pack.box[u]])
        if s.where[u] < 0:
            return states
        if s.supply[u] == OOS:
            states.append("out_of_supply")
        elif s.supply[u] == OOS_FS:
            states.append("in_the_pocket")
        if s.mark[u] & EXPLOITING:
            states.append("exploiting")
        if pack.side[u] == s.track[tracks.SIDE]:
            if s.mark[u] & MOVED:
                states.append("moved")
            elif not s.mark[u] & PINNED:
                states.append("may_act")
        if s.pontoon[u]:
            states.append("pontoon")
        return states

    def unit_text(self, u: int, states: list[str], factors: str) -> str:
        s, pack = self.s, self.pack
        shown = [self.word(state) for state in states if state != "may_act"]
        if s.where[u] >= 0:
            where = self.say("in {place}", place=pack.hex_name[s.where[u]])
        elif s.where[u] == TO_COME:
            where = self.say("arrives {turn}", turn=self.speech.turn(s.away[u]))
        else:
            where = self.word(UNIT_BOXES[s.where[u]])
        kind = self.say(KINDS[pack.kind[u]])
        return ", ".join([self.speech.units[u], kind, factors, *shown, where]) + "."

    def markers(self) -> list[Json]:
        """Supports on the map, offensive markers, the fortress marker, Ju 52."""
        s, pack = self.s, self.pack
        found = []
        for m in range(pack.marker_count):
            kind = pack.marker_kind[m]
            if s.marker_place[m] != M_MAP or kind in (vocabulary.ALARM_MARKER, vocabulary.ALERT_BATTALION):
                continue
            on = s.marker_on[m]
            h = s.where[on] if pack.support_attached[kind] else on
            if h >= 0:
                side = ("soviet", "axis")[pack.support_side[kind]]
                attached = pack.support_attached[kind]
                with_unit = self.say(", with {unit}", unit=self.speech.units[on]) if attached else ""
                title, symbol = self.speech.support(kind) + with_unit, MARKER_SYMBOLS[pack.support_class[kind]]
                found.append(self.marker(f"support.{m}", side, h, title, symbol))
        for om in offensives.MARKERS:
            h = s.track[tracks.MAJOR_AT + om]
            if h >= 0:
                reach = offensives.om_radius(s, om)
                title = self.say("{marker}, radius {radius}", marker=self.say(OFFENSIVES[om]), radius=reach)
                found.append(self.marker(f"offensive.{om}", "soviet", h, title, "event"))
        if s.track[tracks.FORTRESS] >= 0:
            title = self.say("Fortress Stalingrad, level {level}", level=s.track[tracks.FORTRESS_LEVEL])
            found.append(self.marker("fortress", "axis", s.track[tracks.FORTRESS], title, "hq"))
        return found + self.planes()

    def planes(self) -> list[Json]:
        """Ju 52 markers: face up for the Axis, face down for all others."""
        s, pack = self.s, self.pack
        if self.v.seat == vocabulary.AXIS:
            flown = [j for j in range(pack.ju_count) if s.ju_place[j] == J_MAP]
            titles = [f"Ju 52: {self.speech.flight(pack.ju_kind[j])}" for j in flown]
            return [
                self.marker(f"ju52.{s.ju_on[j]}", "axis", s.ju_on[j], title, "air")
                for j, title in zip(flown, titles, strict=True)
            ]
        return [self.marker(f"ju52.{h}", "axis", h, "Ju 52", "air") for h in self.v.ju_hexes]

    def marker(self, name: str, side: str, h: int, title: str, symbol: str) -> Json:
        place = self.pack.hex_name[h]
        return {
            "id": name, "side": side, "layout": "marker", "name": "", "title": title, "symbol": symbol, "count": 1,
            "at": place, "states": [], "text": self.say("{title}, in {place}.", title=title, place=place),
        }  # fmt: skip

    # Boxes, hands, tracks

    def boxes(self) -> list[Json]:
        shown = {"stavka": "rail"}
        found = []
        for where, name in UNIT_BOXES.items():
            here = [u for u in range(self.pack.unit_count) if self.s.where[u] == where and self.is_shown(u)]
            if here or name in ("stavka", "eliminated", "to_come"):
                text = self.count_units(len(here))
                found.append(
                    {"name": name, "label": self.word("box_" + name), "text": text, "shown": shown.get(name, "drawer")}
                )
        return found

    def count_units(self, count: int) -> str:
        if not count:
            return self.word("nobody")
        return self.say("{count} unit", count=1) if count == 1 else self.say("{count} units", count=count)

    def hands(self) -> list[Json]:
        """Boxes of available supports: the own ones open, the others counted."""
        found = []
        for box in (M_STAVKA, M_MAJOR, M_MINOR_A, M_MINOR_B, M_AXIS):
            side = vocabulary.AXIS if box == M_AXIS else vocabulary.SOVIET
            hand: Json = {
                "name": BOX_WORDS[box],
                "label": self.word("hand_" + BOX_WORDS[box]),
                "side": ("soviet", "axis")[side],
                "rule": "5.3.1" if side == vocabulary.SOVIET else "5.4.1",
            }
            if self.v.seat == side:
                hand["cards"] = self.cards(box)
            else:
                hand["count"] = self.v.box_count(side, box)
            found.append(hand)
        return found + self.flights()

    def flights(self) -> list[Json]:
        """[10.4.3] Ju 52 received and not yet placed, the next one first; only the Axis knows which they are."""
        waiting = ju52.in_hand(self.s) if self.v.seat == vocabulary.AXIS else []
        if not waiting and not self.v.ju_hand:
            return []
        hand: Json = {"name": "ju52", "label": self.word("hand_ju52"), "side": "axis", "rule": "10.4.3"}
        if self.v.seat != vocabulary.AXIS:
            return [{**hand, "count": self.v.ju_hand}]
        kinds = [self.pack.ju_kind[j] for j in waiting]
        hand["cards"] = [
            {"id": f"ju52-{n}", "title": self.speech.flight(k), "text": self.speech.flight_does(k), "small": ""}
            for n, k in enumerate(kinds)
        ]
        return [hand]

    def cards(self, box: int) -> list[Json]:
        pack = self.pack
        kinds_here = [pack.marker_kind[m] for m in range(pack.marker_count) if self.s.marker_place[m] == box]
        return [
            {
                "id": pack.support_name[k],
                "title": self.speech.support(k),
                "text": self.speech.text.get("words", "support_" + pack.support_name[k]),
                "small": "O" if pack.support_offensive[k] else "",
            }
            for k in kinds_here
        ]

    def tracks(self) -> list[Json]:
        s = self.s
        found = [self.turn_track(), self.weather_track()]
        if s.scenario.uses_approval:
            found.append(self.approval_track())
        if s.track[tracks.FORTRESS] >= 0:
            found.append(self.fortress_track())
        if s.scenario.uses_mars:
            words = self.say(self.pack.mars_boxes[s.track[tracks.MARS] + 3])
            found.append(
                track("mars", self.say("Operation Mars"), s.track[tracks.MARS], -3, 3, words, "cells", "6.1.1")
            )
        found.append(
            track(
                "score",
                self.say("Victory points"),
                s.track[tracks.VICTORY_POINTS],
                -30,
                30,
                str(s.track[tracks.VICTORY_POINTS]),
                "number",
                "19",
            )
        )
        rail = s.track[tracks.RAIL]
        found.append(track("rail", self.say("Rail points"), rail, 0, 4, str(rail), "number", "7.3.1"))
        left, _ = flow.local(s, "replacements", (0, 0))
        if left:
            points = self.speech.points(2 * left)
            found.append(track("replacements", self.say("Replacements"), left, 0, 4, points, "number", "17.3"))
        return found

    def turn_track(self) -> Json:
        s = self.s
        first, last = s.scenario.first_turn, s.scenario.last_turn
        turn = min(s.track[tracks.TURN], last)
        shown = track("turn", self.word("turn"), turn, first, last, self.speech.turn(turn), "cells", "2")
        shown["cells"] = [self.speech.turn(t) for t in range(first, last + 1)]
        due = sorted({s.away[u] for u in range(self.pack.unit_count) if s.where[u] == TO_COME and s.away[u] >= turn})
        shown["marks"] = [{"at": t, "label": self.say("reinforcements"), "kind": "event"} for t in due if t <= last]
        return shown

    def weather_track(self) -> Json:
        s = self.s
        ice = self.say(RIVERS_NOW[s.track[tracks.ICE]])
        ground, sky = vocabulary.GROUNDS[s.track[tracks.GROUND]], vocabulary.SKIES[s.track[tracks.SKY]]
        words = f"{self.word(ground)}, {self.word(sky)}, {ice}"
        shown = track("weather", self.word("weather"), s.track[tracks.SKY], 0, 2, words, "number", "3.1.2")
        del shown["low"], shown["high"]  # a kind of sky is no amount: it neither rises nor falls
        return shown

    def approval_track(self) -> Json:
        s, pack = self.s, self.pack
        box = max(s.track[tracks.APPROVAL], s.track[tracks.MANSTEIN], 0)
        manstein = s.track[tracks.MANSTEIN]
        words = self.say(
            "Fuehrer {approval}, Manstein {manstein}: {supports} supports, {points} replacement points",
            approval=s.track[tracks.APPROVAL],
            manstein=manstein if manstein >= 0 else self.say("away"),
            supports=pack.approval_supports[box],
            points=pack.approval_rp[box],
        )
        shown = track(
            "approval",
            self.say("Approval"),
            max(0, s.track[tracks.APPROVAL]),
            0,
            pack.approval_top,
            words,
            "bar",
            "15.1.3",
        )
        if s.track[tracks.MANSTEIN] >= 0:
            shown["marks"] = [{"at": s.track[tracks.MANSTEIN], "label": "Manstein", "kind": "threshold"}]
        if s.track[tracks.APPROVAL] == 1:
            shown["warning"] = self.say(CRISIS_NEAR)
        return shown

    def fortress_track(self) -> Json:
        s, pack = self.s, self.pack
        level = s.track[tracks.FORTRESS_LEVEL]
        state = self.say("sealed") if zone.is_sealed(s) else self.say("open")
        attack, defense = [self.say(fs_word(code)) for code in (pack.fs_attack[level], pack.fs_defense[level])]
        told = "level {level}, {state}: attack {attack}, defense {defense}"
        words = self.say(told, level=level, state=state, attack=attack, defense=defense)
        shown = track("fortress", self.say("Fortress Stalingrad"), level, 1, pack.fs_top, words, "bar", "10.3.2")
        shown["losing"] = [1, 1]
        return shown

    # Notes, lines, the fight, the end

    def notes(self) -> list[Json]:
        """Effects of superiority in force, and what has to be kept in mind."""
        active = [self.word(name) for e, name in enumerate(vocabulary.EFFECTS) if self.s.track[tracks.SUPERIORITY + e]]
        none = self.say("None is in force.")
        text = self.say("In force: {effects}.", effects=", ".join(active)) if active else none
        notes = [{"title": self.say("German superiority"), "lines": [{"text": text, "rule": "14.1"}]}]
        kept = reminders(self.v, self.speech)
        return [{"title": self.say("To keep in mind"), "lines": kept}, *notes] if kept else notes

    def lines(self) -> list[Json]:
        """The march under way."""
        if not self.s.moving:
            return []
        side = ("soviet", "axis")[self.pack.side[self.s.moving[0]]]
        return [{"kind": "path", "side": side, "places": [self.pack.hex_name[h] for h in self.s.path], "text": ""}]

    def fight(self) -> Json:
        s, pack = self.s, self.pack
        b = s.battle
        assert b is not None
        sides = ("soviet", "axis")
        fight: Json = {
            "place": pack.hex_name[b.target],
            "stage": "prepare",
            "title": self.speech.place(b.target),
            "committed": [pack.unit_name[u] for u in b.attackers],
            "notes": [],
        }
        if not b.attackers:
            return fight
        note = odds.explain_odds(s)
        attack = [t for t in note.terms if t.rule == "8.5.3"]
        defence = [t for t in note.terms if t.rule == "8.5.2" and t.label != "defender_shift"]
        shifts = [t for t in note.terms if t.rule == "8.5.6" or t.label == "defender_shift"]
        fight["attack"] = self.sum_of(sides[b.side], self.say("Attack"), attack)
        fight["defence"] = self.sum_of(sides[1 - b.side], self.say("Defense"), defence)
        if b.attack and (fight["attack"]["total"], max(1, fight["defence"]["total"])) != (b.attack, b.defense):
            return self.as_fought(fight)
        for t in shifts:
            if t.amount:
                what = self.word("term_" + t.label)
                text = self.say("{what}: columns {amount}.", what=what, amount=f"{t.amount:+d}")
                fight["notes"].append({"text": text, "rule": t.rule})
        shift = sum(t.amount for t in shifts)
        self.add_column(fight, sum(t.amount for t in attack), sum(t.amount for t in defence), shift)
        return fight

    def as_fought(self, fight: Json) -> Json:
        """Losses change the factors, not the fight: from the throw on the totals are those that were reckoned."""
        b = self.s.battle
        assert b is not None
        fight["attack"].update(terms=[], total=b.attack)
        fight["defence"].update(terms=[], total=b.defense)
        fight["column"] = column_name(b.odds + b.shift)
        return fight

    def add_column(self, fight: Json, attack: int, defence: int, shift: int) -> None:
        """The column as the attack stands, and what each throw would bring."""
        place = odds.raw_odds(attack, max(1, defence)) + shift if attack > 0 else -1
        fight["column"] = column_name(place)
        if place < 0:
            fight["notes"].append({"text": self.say("Below 1/2: the attack would be cancelled."), "rule": "8.5.8"})
            return
        fight["throws"] = [self.throw(min(place, LAST_COLUMN), roll) for roll in range(2, 13)]

    def throw(self, column: int, roll: int) -> Json:
        pack = self.pack
        i = column * vocabulary.ROLLS + roll
        losses = f"A{pack.crt_losses_a[i]} D{pack.crt_losses_d[i]}"
        results = (vocabulary.ATTACKER_RESULTS[pack.crt_a[i]], vocabulary.DEFENDER_RESULTS[pack.crt_d[i]])
        good = pack.crt_d[i] >= vocabulary.D_DR or pack.crt_losses_d[i] > pack.crt_losses_a[i]
        return {"roll": roll, "ways": 6 - abs(7 - roll), "lines": [losses, *results], "good": good}

    def sum_of(self, side: str, label: str, terms: list[Term]) -> Json:
        shown = [{"label": self.word("term_" + t.label), "amount": t.amount, "rule": t.rule} for t in terms]
        return {"side": side, "label": label, "terms": shown, "total": sum(t.amount for t in terms), "dice": ""}

    def over(self) -> Json:
        name = OUTCOMES[self.s.track[tracks.OUTCOME] - 1]
        return {
            "name": name,
            "title": self.word("outcome_" + name),
            "text": self.say("{count} victory points.", count=self.s.track[tracks.VICTORY_POINTS]),
            "rule": scenarios.victory_rule(self.s),
        }


def short_name(pack: Pack, u: int) -> str:
    """The designation on the counter: the notation without its nation."""
    name = pack.unit_name[u].split("-", 1)[1]
    return name.replace("HQ-", "") if pack.is_hq[u] else name


def fs_word(code: int) -> str:
    return vocabulary.FS_FACTORS[code].replace("_", " ")


def track(name: str, label: str, value: int, low: int, high: int, words: str, shape: str, rule: str) -> Json:
    return {
        "name": name, "label": label, "value": value, "low": min(low, value), "high": max(high, value), "words": words,
        "marks": [], "shape": shape, "rule": rule,
    }  # fmt: skip


def column_name(place: int) -> str:
    """[8.5.8] The name of the column in which an attack is fought: what goes beyond the last one uses the last."""
    return ODDS_WORDS[odds_word(min(place, LAST_COLUMN))]
