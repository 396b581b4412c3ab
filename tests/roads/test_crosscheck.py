"""Supply, marches, odds and retreats against a second, naive reading (roads_book.py), in positions of random games.

The weather is changed now and then, so that mud and ice are met on the same fronts. Where a Bridging Unit lies on the
map, or the pocket is concerned, the naive reading is not asked.
"""

import random
from collections import Counter
from itertools import combinations, product

import pytest

from kurgan.games.roads import answers, terms, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r08_alter as alter
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r08_results as results
from kurgan.games.roads.rules import r08_retreat as retreat
from kurgan.kernel import flow
from kurgan.kernel.protocol import Decide, Over, Throw
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK
from tests.roads.roads_book import GROUNDS, UNITS, Board, Result, final
from tests.roads.roads_book import Throw as Said
from tests.roads.rules.test_r08_results import TABLE

WEATHER = ((vocabulary.MUD, 0), (vocabulary.SNOW, 0), (vocabulary.SNOW, 1), (vocabulary.SNOW, 2))
DECISIONS = 500
LOOKS = 12
UNIT_NAME, HEX_NAME = PACK.unit_name, PACK.hex_name
ON_FOOT = (terms.NORMAL, terms.EXPLOIT)
SPECIAL = ("1335", "1435")


class Checker:
    """Compares a position with the naive reading and counts what it has compared."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.done: Counter[str] = Counter()

    def same(self, what: str, rules: object, naive: object, where: object) -> None:
        self.done[what] += 1
        assert rules == naive, f"{what} of {where}"

    def step(self, s: State) -> None:
        """The hexes that those on the march may enter."""
        if s.mode not in ON_FOOT or any(PACK.is_hq[u] or s.supply[u] == terms.OOS_FS for u in s.moving):
            return
        movers, here = [UNIT_NAME[u] for u in s.moving], HEX_NAME[s.path[-1]]
        begun = len(s.path) > 1
        naive = Board(s).steps_from(movers, here, s.points, begun, s.mode)
        legal = {HEX_NAME[a - answers.HEX] for a in flow.legal(s) if answers.HEX <= a < answers.HEX + answers.HEXES}
        special = {h for h in legal | naive if h[:2] == "00" or h in SPECIAL}  # where not everybody may end a march
        self.same("march", legal - special, naive - special, (movers, here))

    def supply(self, s: State, b: Board) -> None:
        for who, name in enumerate(vocabulary.SIDES):
            supplied = sorted(b.supplied_hqs(name))
            self.same("headquarters", sorted(UNIT_NAME[q] for q in radius.supplied_hqs(s, who)), supplied, name)
            found = {UNIT_NAME[u] for u in supply.units_without_supply(s, who)}
            naive = b.unsupplied(name)
            guests = {u for u in naive - found if self.is_guest(b, u, supplied)}
            self.same("supply", found, naive - guests, name)

    def is_guest(self, b: Board, u: str, hqs: list[str]) -> bool:
        """An allied headquarters of another nation may supply it."""
        for q in hqs:
            nations = {UNITS[q]["nation"], UNITS[u]["nation"]}
            if len(nations) == 2 and nations != {"hungarian", "romanian"} and b.hex_of[u] in b.field(q):
                return UNITS[u]["side"] == "axis"
        return False

    def odds(self, s: State) -> None:
        """A random attack on a random hex, as far as its odds."""
        side = s.track[tracks.SIDE]
        fronts = sorted({s.where[u] for u in s.ways.units_of[1 - side] if s.where[u] >= 0 and s.near[side][s.where[u]]})
        target = self.rng.choice(fronts) if fronts else -1
        able = [
            u for u in s.ways.units_of[side] if target >= 0 and s.where[u] in PACK.neighbours[target]
            and not combat.why_not_attack(s, u, s.where[u], target)
        ]  # fmt: skip
        if not able or terms.M_MAP in s.marker_place:
            return
        t = s.copy()
        combat.begin_attack(t, target, self.rng.sample(able, self.rng.randint(1, len(able))), terms.COMBAT)
        odds.check_defender_supply(t)
        fight = odds.battle_of(t)
        if any(t.supply[u] == terms.OOS_FS for u in fight.attackers + fight.defenders):
            return
        odds.reckon(t)
        b = Board(t)
        attackers, defenders = [[UNIT_NAME[u] for u in stack] for stack in (fight.attackers, fight.defenders)]
        attack = b.attack(attackers, HEX_NAME[target])
        defense = b.defense(defenders, attackers, HEX_NAME[target])
        self.same("totals", (fight.attack, fight.defense), (attack, defense), (attackers, HEX_NAME[target]))
        if not fight.over:
            word = terms.ODDS_WORDS[terms.odds_word(fight.column)]
            self.same("odds", word, b.column(attack, defense), (attackers, HEX_NAME[target]))

    def retreat(self, s: State) -> None:
        """Two hexes back for a unit in contact, from some of its neighbours."""
        fronts = [
            u for u in range(PACK.unit_count) if s.where[u] >= 0 and s.near[1 - PACK.side[u]][s.where[u]]
            and s.supply[u] != terms.OOS_FS and not s.pontoon[u]
        ]  # fmt: skip
        if not fronts:
            return
        u = self.rng.choice(fronts)
        here, side = s.where[u], PACK.side[u]
        enemies = [n for n in PACK.neighbours[here] if s.here[1 - side][n]]
        enemies = self.rng.sample(enemies, self.rng.randint(1, len(enemies)))
        t = s.copy()
        t.battle = Battle(here, 1 - side, terms.COMBAT)
        retreat.begin(t, [u], enemies, 2)
        while t.battle.queue and t.battle.to_go:
            found = {HEX_NAME[n] for n in retreat.ways_back(t, u)}
            at, first = HEX_NAME[t.where[u]], bool(t.battle.first_hex)
            places = [HEX_NAME[n] for n in enemies]
            naive = Board(t).retreats(UNIT_NAME[u], at, HEX_NAME[here], places, first, bool(PACK.is_hq[u]))
            self.same("retreat", found, naive, (UNIT_NAME[u], at))
            if not found:
                return
            retreat.take_retreat_hex(t, answers.HEX + PACK.hex_index[self.rng.choice(sorted(found))])

    def look(self, s: State, name: str) -> None:
        if is_bridging(s):
            return
        if name == "step":
            self.step(s)
        elif name in ("choose_mover", "choose_target") and self.rng.random() < LOOKS / 100:
            self.supply(s, Board(s))
            for _ in range(LOOKS):
                self.odds(s)
                self.retreat(s)


def is_bridging(s: State) -> bool:
    """A Bridging Unit lies on the map."""
    return any(
        s.marker_place[m] == terms.M_MAP and PACK.support_name[PACK.marker_kind[m]].endswith("bridging")
        for m in range(PACK.marker_count)
    )


def change_weather(s: State, rng: random.Random) -> None:
    s.track[tracks.GROUND], s.track[tracks.ICE] = rng.choice(WEATHER)
    s.forget_fields()
    side = s.track[tracks.SIDE]
    radius.trace_cover(s, side, radius.supplied_hqs(s, side))
    s.choices = None


@rule("1.2.2")
@rule("4.1.1")
@rule("4.3.1")
@rule("7.1.4")
@rule("8.5.4")
@rule("8.12.5")
@pytest.mark.parametrize("scenario", ["wintergewitter", "uranus", "backhand", "star_and_gallop", "campaign"])
def test_the_naive_reading_agrees(scenario: str) -> None:
    checker = Checker(scenario)
    rng = checker.rng
    s = GAME.new(scenario, {})
    for _ in range(DECISIONS):
        asked = GAME.pending(s)
        if isinstance(asked, Over):
            break
        if isinstance(asked, Throw):
            GAME.apply(s, rng.choice(asked.chance.outcomes())[0])
            continue
        assert isinstance(asked, Decide)
        if asked.step in ("choose_mover", "choose_target") and rng.random() < 1 / LOOKS:
            change_weather(s, rng)
        checker.look(s, asked.step)
        legal = flow.legal(s)
        ends = asked.step == "choose_mover" and rng.random() < 1 / LOOKS
        GAME.apply(s, answers.DONE if ends else rng.choice(legal))
    assert checker.done["march"] > 20
    assert checker.done["retreat"] > 20
    assert checker.done["supply"] > 2


@rule("8.5.2")
@rule("8.5.3")
@rule("8.5.5")
def test_the_naive_reading_agrees_on_the_first_front_in_every_weather() -> None:
    """Attacks of both sides over the front of NOV III, before any marker is on the map."""
    checker = Checker("fronts")
    s = GAME.new("campaign", {})
    for ground, ice in WEATHER:
        s.track[tracks.GROUND], s.track[tracks.ICE] = ground, ice
        s.forget_fields()
        for side in (vocabulary.SOVIET, vocabulary.AXIS):
            s.track[tracks.SIDE] = side
            for _ in range(60):
                checker.odds(s)
    assert checker.done["totals"] > 200


CELLS = [
    (column, roll, cell) for column, text in enumerate(TABLE.values()) for roll, cell in enumerate(text.split(";"), 2)
]
LINES = {
    "clear": vocabulary.TEC_CLEAR, "forest": vocabulary.TEC_FOREST, "marsh": vocabulary.TEC_MARSH,
    "city": vocabulary.TEC_CITY, "major_city": vocabulary.TEC_MAJOR,
}  # fmt: skip
SITUATIONS = list(product(GROUNDS, (False, True), (False, True)))


def fight_of(t: Said, column: int) -> Battle:
    """The record of a fight in the situation of a throw."""
    phase = terms.EXPLOITATION if t.exploitation else terms.COMBAT
    b = Battle(0, vocabulary.AXIS if t.panzers_attack else vocabulary.SOVIET, phase)
    b.column, b.mud, b.oos_fs = column, int(t.mud), int(t.pocket)
    b.allied_steps, b.german_defense = 3 * t.weak_allies, int(t.germans_defend)
    b.german_attack = b.panzer = int(t.panzers_attack)
    b.superiority = sum(1 << effect for effect, name in enumerate(vocabulary.EFFECTS) if name in t.effects)
    line = LINES[t.ground]
    b.map_a, b.map_d = odds.results_of(PACK.tec_a, line), odds.results_of(PACK.tec_d, line)
    return b


@rule("8.9.1")
@rule("8.10.2")
@rule("8.11.1")
@rule("14.1")
@pytest.mark.parametrize("who", ["weak allies", "germans", "pocket", "panzers", "soviets"])
def test_the_naive_reading_agrees_on_every_result(who: str) -> None:
    """Every cell of the table on every ground, in snow and mud, combat and exploitation, with each set of effects."""
    effects = [frozenset(some) for n in range(5) for some in combinations(vocabulary.EFFECTS, n)]
    allies, pocket, panzers = who == "weak allies", who == "pocket", who == "panzers"
    s = GAME.new("campaign", {})
    for (column, roll, cell), (ground, mud, exploitation), active in product(CELLS, SITUATIONS, effects):
        losses, attacker, defender = cell.split()
        germans = who in ("germans", "pocket")
        t = Said(losses, attacker, defender, ground, mud, exploitation, allies, pocket, germans, panzers, active)
        s.battle = b = fight_of(t, column)
        results.take_roll(s, roll)
        alter.alter_results(s)
        names = (vocabulary.ATTACKER_RESULTS[b.result_a], vocabulary.DEFENDER_RESULTS[b.result_d])
        assert Result(b.losses_a, b.losses_d, names[0], b.level, names[1], b.reacts) == final(t), t
