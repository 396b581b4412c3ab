"""Inferno: a view as places, pieces, tracks and cards for the table (docs/reference/scene.md).

Everything is read from the view. A block that the seat does not know is a token by place and position in its stack;
all such tokens have the same keys and the same words.
"""

from typing import Final

from kurgan.games.inferno.bot.features import objectives
from kurgan.games.inferno.hidden.view import View
from kurgan.games.inferno.pack.options import switch
from kurgan.games.inferno.pack.pack import BARRAGE, FIRES, GERMAN, KINDS, OKH, POOLS, SIDES, SOVIET, TERRAINS, Pack
from kurgan.games.inferno.position.state import NO_BATTLE
from kurgan.games.inferno.rules.r01_game import extra_turns, result_rule
from kurgan.games.inferno.screen.fight_scene import fight
from kurgan.games.inferno.screen.map_text import map_lines
from kurgan.games.inferno.terms import DEAD, EMPTY, GOING_ON, PICKED, REMOVED, RESULTS
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import Text

STRIPS: Final = ("Y", "B", "W", "R")
SYMBOLS: Final = {
    "infantry": "infantry",
    "motorized": "motorized",
    "panzer": "armor",
    "panzer_grenadier": "mech",
    "rifle": "infantry",
    "guard": "guards",
    "workers": "workers",
    "soviet_motorized": "motorized",
    "tank": "armor",
    "marine": "marine",
}
FACES: Final = ("", "6", "5, 6", "4, 5, 6")
FEW: Final = 4
MOST_NAMED: Final = 6
"""As many names as may stand in a hex are worth listing."""
WARN_CARDS: Final = 4
WARN_LOSSES: Final = 7


Drawn = dict[tuple[object, ...], Json]
"""Places and blocks as they were told before, by all that they depend on; nobody changes what is in it."""

MOST_DRAWN: Final = 20_000


def scene(v: View, text: Text, drawn: Drawn) -> Json:
    """The position as the seat may see it."""
    if len(drawn) > MOST_DRAWN:
        drawn.clear()
    return Teller(v, text, drawn).scene()


def map_text(v: View, text: Text) -> str:
    """The map as lines of text."""
    return map_lines(v, text)


class Teller:
    """Makes the scene of one view; words come from the text file."""

    def __init__(self, v: View, text: Text, drawn: Drawn | None = None) -> None:
        self.v = v
        self.s = v.position
        self.p = v.position.pack
        self.text = text
        self.voice = text.voice
        self.drawn: Drawn = {} if drawn is None else drawn
        self.goals = objectives(v.position)
        self.may_be: dict[int, int] = {}
        """Hex -> the blocks that those concealed there may be."""
        for place, mask in v.soviet_tokens if v.hides_soviets else v.german_tokens:
            self.may_be[place] = self.may_be.get(place, 0) | mask
        self.shows_pieces = switch(self.p, self.s.rules.options, "place_factory_and_docks") == "yes"

    def word(self, key: str, **values: object) -> str:
        return self.text.fill("words", key, {name: str(value) for name, value in values.items()})

    def label(self, english: str) -> str:
        """A name of the pack in the language that is spoken."""
        return self.text.label(english)

    def scene(self) -> Json:
        s = self.s
        found: Json = {
            "turn": {"number": s.turn, "label": self.word("turn_number", turn=s.turn)},
            "sides": {
                "german": {"label": self.word("german_side"), "kind": "axis"},
                "soviet": {"label": self.word("soviet_side"), "kind": "soviet"},
            },
            "places": {self.p.hex_name[h]: self.place(h) for h in range(self.p.hexes)},
            "pieces": [*self.germans(), *self.soviets(), *self.track_pieces()],
            "boxes": self.boxes(),
            "tracks": self.tracks(),
            "hands": self.hands(),
            "decks": self.decks(),
            "hidden": self.hidden(),
            "lines": self.lines(),
            "notes": self.notes(),
        }
        if s.battle is not NO_BATTLE:
            found["fight"] = fight(self.v, self.text)
        if s.result != GOING_ON:
            found["over"] = self.over()
        return found

    # Places -------------------------------------------------------------------------------------------------------

    def place(self, h: int) -> Json:
        tags = self.tags(h)
        control = SIDES[self.s.control[h]]
        germans, soviets = self.s.count[GERMAN][h], self.s.count[SOVIET][h]
        may_be, hides = self.may_be.get(h, 0), self.v.hides_soviets
        key = ("place", self.voice, h, control, germans, soviets, may_be, hides, *tags)
        known = self.drawn.get(key)
        if known is None:
            text, facts = self.place_text(h, tags), self.place_facts(h)
            known = self.drawn[key] = {"control": control, "tags": tags, "text": text, "facts": facts}
        return known

    def tags(self, h: int) -> list[str]:
        s, p = self.s, self.p
        found = []
        if p.spawn_side[h] >= 0:
            found.append("spawn")
        if h in self.goals:
            found.append("objective")
        if s.rubble[h]:
            found.append("rubble")
        if s.fort[h]:
            found.append("fortified")
        if s.hq == h:
            found.append("headquarters")
        if self.shows_pieces and h == p.factory_hex:
            found.append("factory")
        if self.shows_pieces and h in p.dock_hexes:
            found.append("dock")
        if s.battle is not NO_BATTLE and s.battle.target == h:
            found.append("target")
        return found

    def place_text(self, h: int, tags: list[str]) -> str:
        s, p = self.s, self.p
        parts = [f"{p.hex_name[h]} {self.label(p.hex_title[h])}".strip(), self.word(TERRAINS[p.terrain[h]])]
        parts += [self.word(tag) for tag in tags]
        parts.append(self.word(f"held_{SIDES[s.control[h]]}"))
        for side in (GERMAN, SOVIET):
            if s.count[side][h]:
                parts.append(self.word(f"units_{SIDES[side]}", count=s.count[side][h]))
        return ", ".join(parts) + "."

    def place_facts(self, h: int) -> list[list[str]]:
        facts = [[self.word("terrain"), self.word(f"effect_{TERRAINS[self.p.terrain[h]]}")]]
        if self.s.rubble[h]:
            facts.append([self.word("rubble"), self.word("effect_rubble")])
        seen = self.seen_here(h)
        if seen:
            facts.append([self.word("last_seen"), ", ".join(seen)])
        return facts

    def seen_here(self, h: int) -> list[str]:
        """Names that the concealed blocks of a hex may have, where a careful player could list them."""
        first = self.p.germans if self.v.hides_soviets else 0
        union = self.may_be.get(h, 0)
        if union == 0 or union.bit_count() > FEW:
            return []
        return [self.label(self.p.unit_title[first + i]) for i in range(self.p.units - first) if union >> i & 1]

    # Pieces -------------------------------------------------------------------------------------------------------

    def germans(self) -> list[Json]:
        found = [self.block(u) for u in range(self.p.germans) if self.s.where[u] < self.p.hexes]
        found += self.concealed("german", self.v.german_tokens)
        for box, name in ((DEAD, "losses"), (REMOVED, "removed"), (PICKED, "picked")):
            found += [{**self.block(u), "box": name} for u in range(self.p.germans) if self.s.where[u] == box]
        return found

    def soviets(self) -> list[Json]:
        shown = [self.block(u) for u in range(self.p.germans, self.p.units) if self.s.where[u] < self.p.hexes]
        return shown + self.concealed("soviet", self.v.soviet_tokens)

    def block(self, u: int) -> Json:
        s, dots = self.s, self.s.strength[u]
        states = ["reduced"] if dots < self.p.full[u] else []
        b = s.battle
        if b is not NO_BATTLE and (u in b.germans or u in b.soviets):
            states.append("revealed" if b.shown else "may_act")
        key = ("block", self.voice, u, dots, s.where[u], *states)
        known = self.drawn.get(key)
        if known is None:
            known = self.drawn[key] = self.drawn_block(u, states)
        return known

    def drawn_block(self, u: int, states: list[str]) -> Json:
        s, p = self.s, self.p
        dots = s.strength[u]
        fire = FIRES[p.fire[u][dots]] if dots else ""
        piece: Json = {"id": p.unit_name[u], "side": SIDES[p.side[u]], "layout": "block"}
        if s.where[u] < p.hexes:
            piece["at"] = p.hex_name[s.where[u]]
        piece["name"] = str(p.unit_number[u]) if p.unit_number[u] else self.label(p.unit_title[u].split()[0])
        piece["title"] = ", ".join([self.label(name) for name in (p.unit_title[u], p.formation[u]) if name])
        piece["symbol"] = SYMBOLS[KINDS[p.kind[u]]]
        piece.update({"pips": dots, "full": p.full[u], "firepower": fire, "strip": STRIPS[p.army[u]], "states": states})
        if p.is_r[u]:
            piece["corner"] = "R"
        piece["text"] = self.block_text(u)
        return piece

    def block_text(self, u: int) -> str:
        s, p = self.s, self.p
        dots = s.strength[u]
        faces = FACES[p.fire[u][dots]] if dots else "-"
        kind = self.word(KINDS[p.kind[u]])
        name = self.label(p.unit_title[u])
        return self.word("block_text", name=name, kind=kind, dots=dots, full=p.full[u], faces=faces)

    def concealed(self, side: str, tokens: list[list[int]]) -> list[Json]:
        """Backs of blocks: a token by hex and place in the stack, and nothing else."""
        found = []
        height: dict[int, int] = {}
        for h, _ in tokens:
            height[h] = height.get(h, 0) + 1
            name = self.p.hex_name[h]
            found.append(self.back(side, f"?{side[0]}{name}.{height[h]}", {"at": name}))
        return found

    def back(self, side: str, token: str, where: Json) -> Json:
        text = self.word(f"concealed_{side}")
        return {"id": token, "side": side, "layout": "block", **where, "states": ["hidden"], "text": text}

    def track_pieces(self) -> list[Json]:
        """Blocks on the reinforcement track: face down, but for those that the Germans have returned themselves."""
        s, p = self.s, self.p
        found = []
        for box in range(len(s.track)):
            where = {"box": "track", "cell": box}
            if s.track[box] == EMPTY:
                continue
            if s.track[box] < p.germans:
                found.append({**self.block(s.track[box]), **where})
            else:
                found.append(
                    self.back("german", f"?track.{box // p.track_columns + 1}.{box % p.track_columns + 1}", where)
                )
        return found

    def boxes(self) -> list[Json]:
        s, p = self.s, self.p
        cells = []
        for box in range(len(s.track)):
            row = box // p.track_columns
            cell: Json = {"row": row + 1, "column": box % p.track_columns + 1, "label": str(row + 1)}
            if box % p.track_columns == p.track_columns - 1:
                u = p.row_unit[row]
                cell["end"] = f"R {p.unit_number[u]}" if u >= 0 else self.word("raus")
            cells.append(cell)
        waiting = len(s.track) - s.track.count(EMPTY)
        found: list[Json] = [
            {
                "name": "track",
                "label": self.word("track"),
                "text": self.word("face_down", count=waiting),
                "cells": cells,
                "shown": "rail",
            }
        ]
        for name, where in (("picked", PICKED), ("losses", DEAD), ("removed", REMOVED)):
            count = self.v.picked if name == "picked" else s.where.count(where)
            if count:
                text = self.word("unit" if count == 1 else "units", count=count)
                found.append({"name": name, "label": self.word(f"box_{name}"), "text": text, "shown": "drawer"})
        return found

    # Tracks and cards ---------------------------------------------------------------------------------------------

    def tracks(self) -> list[Json]:
        return [self.goal_track(), self.loss_track(), self.clock_track()]

    def goal_track(self) -> Json:
        s = self.s
        goals = objectives(s)
        held = sum([s.control[h] == GERMAN for h in goals])
        okh = s.leaders >> OKH & 1
        return {
            "name": "objectives",
            "label": self.word("river_hexes" if okh else "spawn_hexes"),
            "value": held,
            "low": 0,
            "high": len(goals),
            "words": self.word("held_of", held=held, goal=len(goals)),
            "marks": [{"at": len(goals), "label": self.word("goal"), "kind": "goal"}],
            "shape": "bar" if okh else "pegs",
            "rule": "8.2.5B" if okh else "1.3A",
        }

    def loss_track(self) -> Json:
        limit = self.p.loss_limit
        value = min(self.s.losses, limit)
        track: Json = {
            "name": "losses",
            "label": self.word("losses"),
            "value": value,
            "low": 0,
            "high": limit,
            "words": self.word("losses_of", losses=self.s.losses, limit=limit),
            "losing": [limit, limit],
            "shape": "pegs",
            "rule": "1.4A",
        }
        if value >= WARN_LOSSES:
            track["warning"] = self.word("warn_losses")
        return track

    def clock_track(self) -> Json:
        left = self.v.soviet_deck + self.v.soviet_top
        most = sum(self.p.card_count[self.p.german_cards :])
        track: Json = {
            "name": "soviet_deck",
            "label": self.word("soviet_deck"),
            "value": left,
            "low": 0,
            "high": most,
            "words": self.word("clock", left=left, most=most),
            "losing": [0, 0],
            "shape": "bar",
            "rule": "1.4B",
        }
        if left <= WARN_CARDS:
            track["warning"] = self.clock_warning()
        return track

    def clock_warning(self) -> str:
        """What the last card means: the end, or under OKH a turn for each R unit removed."""
        s = self.s
        turns = extra_turns(s)
        if not s.leaders >> OKH & 1 or turns == 0:
            return self.word("warn_deck")
        if s.extra_used:
            return self.word("warn_extra", used=s.extra_used, turns=turns)
        return self.word("warn_okh", turns=turns)

    def hands(self) -> list[Json]:
        s, v = self.s, self.v
        players = ("yellow", "blue") if s.rules.coop else ("german",)
        found = []
        for player, name in enumerate(players):
            hand: Json = {"name": f"{name}_hand", "label": self.word(f"hand_{name}"), "side": "german", "rule": "8.3"}
            if v.hides_germans:
                hand["count"] = v.german_hands[player]
            else:
                hand["note"] = self.word("hand_note")
                hand["cards"] = self.cards(s.hand[player * self.p.cards : (player + 1) * self.p.cards])
            found.append(hand)
        soviet: Json = {"name": "soviet_hand", "label": self.word("hand_soviet"), "side": "soviet", "rule": "8.5"}
        if v.hides_soviets:
            soviet["count"] = v.soviet_hand
        else:
            soviet["cards"] = self.cards(s.soviet_hand)
        found.append(soviet)
        leaders = [c for c in range(self.p.cards) if self.p.is_leader[c] and s.leaders >> self.p.effect[c] & 1]
        in_play: Json = {"name": "in_play", "label": self.word("in_play"), "side": "german", "rule": "8.1"}
        in_play["cards"] = [self.card(c) for c in leaders]
        return [*found, in_play]

    def cards(self, counts: bytearray) -> list[Json]:
        return [self.card(c) for c in range(self.p.cards) for _ in range(counts[c])]

    def card(self, c: int) -> Json:
        p = self.p
        card: Json = {"id": p.card_name[c], "title": self.label(p.card_title[c])}
        card["text"] = card_words(p, self.text, c)
        small = []
        if p.card_rubble[c]:
            small.append(self.word("card_rubble", rubble=p.card_rubble[c]))
        if p.is_airstrike[c]:
            small.append(self.word("card_airstrike"))
        if p.effect[c] != BARRAGE and p.card_dice[c]:
            small.append(self.word(f"card_{p.card_name[c]}"))
        if small:
            card["small"] = ", ".join(small)
        if p.needs[c] >= 0 and not self.s.leaders >> p.effect[p.needs[c]] & 1:
            card["useless"] = self.word("card_needs", leader=self.label(p.card_title[p.needs[c]]))
        return card

    def decks(self) -> list[Json]:
        p, v = self.p, self.v
        n = p.german_cards
        top = sum(self.s.deck_top[:n]) + sum(self.s.deck_bottom[:n])
        pools = ", ".join([f"{self.word('pool_' + POOLS[i])} {self.s.pool_size[i]}" for i in range(len(POOLS))])
        return [
            {
                "name": "german_deck",
                "label": self.word("german_deck"),
                "count": v.german_deck + top,
                "of": sum(self.s.rules.card_count[:n]),
            },
            {"name": "pools", "label": self.word("pools"), "count": sum(self.s.pool_size), "words": pools},
            {"name": "rubble", "label": self.word("rubble_left"), "count": self.s.rubble_left, "of": p.rubble_limit},
        ]

    def hidden(self) -> list[Json]:
        """Cards of a hidden deck and hand that nobody has seen yet."""
        p, s = self.p, self.s
        found = []
        for side, hides, first, last in (
            ("soviet", self.v.hides_soviets, p.german_cards, p.cards),
            ("german", self.v.hides_germans, 0, p.german_cards),
        ):
            if hides:
                unseen = [(c, s.deck[c] + s.deck_top[c] + s.deck_bottom[c]) for c in range(first, last)]
                items = [{"label": self.label(p.card_title[c]), "count": count} for c, count in unseen if count]
                count = sum([count for _, count in unseen])
                found.append({"label": self.word(f"unseen_{side}"), "count": count, "items": items})
        return found

    # What is going on ---------------------------------------------------------------------------------------------

    def lines(self) -> list[Json]:
        b = self.s.battle
        if b is NO_BATTLE:
            return []
        target = self.p.hex_name[b.target]
        side = SIDES[b.side]
        return [{"kind": "attack", "side": side, "places": [self.p.hex_name[h], target]} for h in b.hexes]

    def notes(self) -> list[Json]:
        """What the Soviet algorithm would do if it were its turn now: the count that decides."""
        s, p = self.s, self.p
        count = s.count[SOVIET]
        height = max(count) if p.hexes else 0
        if height == 0 or s.result != GOING_ON:
            return []
        top = [p.hex_name[h] for h in range(p.hexes) if count[h] == height]
        held = sum([s.control[h] == SOVIET for h in p.soviet_spawn])
        key = "soviet_draw" if held == 0 else "soviet_spawn" if len(top) > held else "soviet_move"
        if key == "soviet_move" and s.rules.soviet_chooses:
            key = "soviet_choose"
        named = "soviet_count" if len(top) <= MOST_NAMED else "soviet_count_many"
        counted = self.word(named, height=height, tops=", ".join(top), number=len(top), held=held)
        lines: list[Json] = [{"text": counted, "rule": "7.3"}, {"text": self.word(key), "rule": "7.4"}]
        return [{"title": self.word("soviet_reasons"), "lines": lines}]

    def over(self) -> Json:
        s = self.s
        name = RESULTS[s.result]
        reason = self.word(f"result_{name}")
        return {
            "name": name,
            "title": self.word(f"title_{name}"),
            "text": f"{reason[0].upper()}{reason[1:]}.",
            "rule": result_rule(s),
        }


def card_words(p: Pack, text: Text, c: int) -> str:
    """[8] What a card does, in one line: its dice, or its effect."""
    if not p.card_dice[c]:
        return text.get("words", f"card_{p.card_name[c]}")
    return text.fill("words", "card_dice", {"dice": str(p.card_dice[c]), "faces": FACES[p.card_fire[c]]})
