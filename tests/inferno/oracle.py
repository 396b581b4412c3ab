"""An independent, slow and plain reckoning of one Inferno fight, for comparison with the engine.

It shares nothing with the rules code: a fight is two lists of dots, chances are fractions, dice are counted one by one.
Input and output are those of the combat calculator.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

Dots = tuple[int, ...]
State = tuple[Dots, Dots, bool]
"""German dots, Soviet dots, rubble in the attacked hex."""
Chances = dict[State, Fraction]

GERMAN_INFANTRY = {"infantry", "motorized", "panzer_grenadier"}
GERMAN_TANKS = {"panzer", "panzer_grenadier"}
AIRSTRIKES = {"heinkel", "stuka"}
GERMAN_DICE = {"heinkel": (6, 3), "stuka": (5, 2), "howitzer": (6, 2), "pioneer": (5, 1)}
FACES = {"SF": 1, "DF": 2, "TF": 3}


@cache
def hits(groups: tuple[tuple[int, int], ...], ones: bool) -> dict[tuple[int, int], Fraction]:
    """(hits, own ones) of groups of (dice, faces that hit)."""
    found = {(0, 0): Fraction(1)}
    for dice, faces in groups:
        for _ in range(dice):
            more: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
            for (hit, own), p in found.items():
                for face in range(1, 7):
                    key = (hit + (face > 6 - faces), own + (ones and face == 1))
                    more[key] += p / 6
            found = dict(more)
    return found


def shown(unit: list[Any]) -> list[Any]:
    """A block as it is turned up: a blank edge counts as one dot."""
    return [max(1, unit[0]), *unit[1:]]


class Side:
    """What never changes about the units of one side: firepower, kind, where they come from, how ties go."""

    def __init__(self, units: list[list[Any]], tie: str) -> None:
        self.fire = [FACES[u[1]] for u in units]
        self.kind = [u[2] for u in units]
        self.place = [u[3] if len(u) > 3 else "" for u in units]
        self.tie = tie

    def hit(self, dots: Dots, count: int, eligible: set[str] | None = None) -> Dots:
        """Take ``count`` dots, each from the strongest at that moment."""
        left = list(dots)
        for _ in range(count):
            able = [i for i in range(len(left)) if left[i] and (eligible is None or self.kind[i] in eligible)]
            if not able:
                break
            most = max(left[i] for i in able)
            tied = [i for i in able if left[i] == most]
            if self.tie == "lowest_firepower":
                tied.sort(key=lambda i: (self.fire[i], i))
            elif self.tie == "highest_firepower":
                tied.sort(key=lambda i: (-self.fire[i], i))
            left[tied[0]] -= 1
        return tuple(left)

    def groups(self, dots: Dots, bonus: int = 0) -> tuple[tuple[int, int], ...]:
        return tuple((d, f + bonus) for d, f in zip(dots, self.fire, strict=True) if d)


class Reckoning:
    """One fight."""

    def __init__(self, fight: dict[str, Any]) -> None:
        self.f = fight
        self.german_attack = fight["attacker_side"] == "german"
        attackers, defenders = [shown(u) for u in fight["attackers"]], [shown(u) for u in fight["defenders"]]
        germans, soviets = (attackers, defenders) if self.german_attack else (defenders, attackers)
        tie = fight.get("tie_rule", "listed")
        ties = tie if isinstance(tie, dict) else {"german": tie, "soviet": tie}
        self.urban = fight["terrain"] == "urban"
        self.clear = fight["terrain"] == "clear"
        self.card = fight.get("soviet_card", "")
        self.khrushchev = bool(fight.get("khrushchev")) or self.card == "khrushchev"
        self.chuikov = bool(fight.get("chuikov")) or self.card == "chuikov"
        self.joined: list[tuple[Fraction, list[Any]]] = [(Fraction(1), [])]
        deploy = fight.get("soviet_deploy")
        home = [u for u in soviets if self.german_attack or u[3:4] == soviets[0][3:4]]
        if self.card in ("infiltration", "t34") and deploy and len(home) < 4:
            entries = [{"p": "1", "unit": deploy}] if not isinstance(deploy[0], dict) else deploy
            self.joined = [(Fraction(e["p"]), shown(e["unit"])) for e in entries]
        self.start_german = tuple(u[0] for u in germans)
        self.german = Side(germans, ties.get("german", "listed"))
        self.soviets = soviets
        self.soviet_tie = ties.get("soviet", "listed")

    def run(self) -> dict[str, Any]:
        totals: dict[str, Fraction] = defaultdict(Fraction)
        spread: dict[str, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for p, unit in self.joined:
            units = [*self.soviets, unit] if unit else self.soviets
            self.soviet = Side(units, self.soviet_tie)
            self.start_soviet = tuple(u[0] for u in units)
            begin = {(self.start_german, self.start_soviet, bool(self.f.get("rubble"))): Fraction(1)}
            for (g, v, rubble), q in self.fight(begin).items():
                self.count(totals, spread, g, v, rubble, p * q)
        return {**totals, **{name: dict(chances) for name, chances in spread.items()}}

    def count(self, totals: Any, spread: Any, g: Dots, v: Dots, rubble: bool, p: Fraction) -> None:
        att, dfn = (g, v) if self.german_attack else (v, g)
        att0, dfn0 = self.start_german, self.start_soviet
        if not self.german_attack:
            att0, dfn0 = dfn0, att0
        totals["p_hex_emptied"] += p * (not any(dfn))
        totals["p_captured"] += p * (not any(dfn) and any(att))
        totals["p_attackers_destroyed"] += p * (not any(att))
        totals["p_rubble_created"] += p * (rubble and not self.f.get("rubble"))
        totals["p_rubble_at_end"] += p * rubble
        spread["attacker_steps_lost"][sum(att0) - sum(att)] += p
        spread["defender_steps_lost"][sum(dfn0) - sum(dfn)] += p
        spread["attacker_units_lost"][sum(1 for d in att if not d)] += p
        spread["defender_units_lost"][sum(1 for d in dfn if not d)] += p

    def fight(self, at: Chances) -> Chances:
        f = self.f
        cancelled = bool(f.get("aa_regiment")) or self.card == "aa"
        if f.get("destroyer_brigade"):
            at = self.each(at, lambda g, v, r: [((self.german.hit(g, 1, GERMAN_TANKS), v, r), Fraction(1))])
        at = self.soviet_card(at)
        for card in f.get("german_cards", []):
            at = self.german_card(at, card, cancelled)
        if self.chuikov and self.german_attack:
            at = self.opportunity(at)
        if self.german_attack and f.get("attack_type") == "deliberate" and self.urban:
            at = self.each(at, lambda g, v, r: self.rubble_roll(g, v, r, cancelled))
        return self.each(at, self.close_combat)

    @staticmethod
    def each(at: Chances, step: Any) -> Chances:
        found: Chances = defaultdict(Fraction)
        for state, p in at.items():
            for result, q in step(*state):
                found[result] += p * q
        return dict(found)

    def halved(self, count: int, rubble: bool, at_defender: bool) -> int:
        return count // 2 if rubble and at_defender else count

    def soviet_card(self, at: Chances) -> Chances:
        f, card = self.f, self.card
        if card == "tommy_gunner" or (card == "flotilla" and f.get("soviet_hex_coastal")):
            dice = 2 if card == "tommy_gunner" else 3

            def fire(g: Dots, v: Dots, r: bool) -> list[tuple[State, Fraction]]:
                volley = hits(((dice, 2),), False)
                aimed = not self.german_attack
                return [((self.german.hit(g, self.halved(h, r, aimed)), v, r), p) for (h, _), p in volley.items()]

            return self.each(at, fire)
        if card in ("sniper", "anti_tank"):
            kinds = GERMAN_INFANTRY if card == "sniper" else GERMAN_TANKS
            times = 2 if card == "sniper" and f.get("zaytsev") else 1
            return self.each(at, lambda g, v, r: [((self.german.hit(g, times, kinds), v, r), Fraction(1))])
        if card == "aa" and f.get("aa_hex_is_target") and self.urban and f.get("rubble_markers_left", 15) > 0:
            return self.each(at, lambda g, v, _r: [((g, v, True), Fraction(1))])
        return at

    def german_card(self, at: Chances, card: str, cancelled: bool) -> Chances:
        if card in ("sniper", "pak"):
            kinds = set(self.soviet.kind) - {"tank"} if card == "sniper" else {"tank"}
            return self.each(at, lambda g, v, r: [((g, self.soviet.hit(v, 1, kinds), r), Fraction(1))])
        if card in AIRSTRIKES and cancelled:
            return at
        dice = GERMAN_DICE[card][0] * (2 if card in AIRSTRIKES and self.f.get("richthofen") else 1)

        def fire(g: Dots, v: Dots, r: bool) -> list[tuple[State, Fraction]]:
            volley = hits(((dice, 3),), False)
            return [((g, self.soviet.hit(v, self.halved(h, r, True)), r), p) for (h, _), p in volley.items()]

        return self.each(at, fire)

    def opportunity(self, at: Chances) -> Chances:
        def fire(g: Dots, v: Dots, r: bool) -> list[tuple[State, Fraction]]:
            faces = 1 + self.khrushchev
            inside = sum(1 for d in v if d)
            groups = (
                (inside, faces + bool(self.f.get("fortification"))),
                (self.f.get("opportunity_outside", 0), faces),
            )
            volley = hits(groups, self.khrushchev)
            return [((self.german.hit(g, h), self.soviet.hit(v, own), r), p) for (h, own), p in volley.items()]

        return self.each(at, fire)

    def rubble_roll(self, g: Dots, v: Dots, r: bool, cancelled: bool) -> list[tuple[State, Fraction]]:
        if r or self.f.get("rubble_markers_left", 15) <= self.spent():
            return [((g, v, r), Fraction(1))]
        modifier = 0
        for card in self.f.get("german_cards", []):
            if card in GERMAN_DICE and not (card in AIRSTRIKES and cancelled):
                modifier += GERMAN_DICE[card][1] * (2 if card in AIRSTRIKES and self.f.get("richthofen") else 1)
        alive = [i for i in range(len(g)) if g[i]]
        modifier += sum(1 for i in alive if self.german.kind[i] in GERMAN_TANKS)
        if any(self.german.place):
            modifier += len({self.german.place[i] for i in alive})
        else:
            modifier += self.f.get("attack_hexes", 1)
        ways = sum(1 for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) if a + b + c + modifier > 18)
        p = Fraction(ways, 216)
        return [((g, v, True), p), ((g, v, False), 1 - p)]

    def spent(self) -> int:
        """Markers used elsewhere in this fight: AA rubble in another hex."""
        return int(self.card == "aa" and not self.f.get("aa_hex_is_target"))

    def close_combat(self, g: Dots, v: Dots, r: bool) -> list[tuple[State, Fraction]]:
        if not any(g) or not any(v):
            return [((g, v, r), Fraction(1))]
        if self.urban:
            order = "sg" if self.german_attack else "gs"
        elif self.clear and self.f.get("hoth") and self.combined(g, v):
            order = "gs"
        else:
            order = "together"
        if order == "together":
            return [
                (self.settle(g, v, r, gh, sh, own), p * q)
                for (gh, _), p in self.german_fire(g).items()
                for (sh, own), q in self.soviet_fire(v).items()
            ]
        found: list[tuple[State, Fraction]] = []
        if order == "gs":
            for (gh, _), p in self.german_fire(g).items():
                g1, v1, _r = self.settle(g, v, r, gh, 0, 0)
                for (sh, own), q in self.soviet_fire(v1).items():
                    found.append((self.settle(g1, v1, r, 0, sh, own), p * q))
        else:
            for (sh, own), q in self.soviet_fire(v).items():
                g1, v1, _r = self.settle(g, v, r, 0, sh, own)
                if not any(v1):
                    found.append(((g1, v1, r), q))
                    continue
                for (gh, _), p in self.german_fire(g1).items():
                    found.append((self.settle(g1, v1, r, gh, 0, 0), p * q))
        return found

    def combined(self, g: Dots, v: Dots) -> bool:
        ours = [self.german.kind[i] for i in range(len(g)) if g[i]]
        theirs = [self.soviet.kind[i] for i in range(len(v)) if v[i]]
        both = any(k in GERMAN_INFANTRY for k in ours) and any(k in GERMAN_TANKS for k in ours)
        return both and not ("tank" in theirs and any(k != "tank" for k in theirs))

    def german_fire(self, g: Dots) -> dict[tuple[int, int], Fraction]:
        return hits(self.german.groups(g), False)

    def soviet_fire(self, v: Dots) -> dict[tuple[int, int], Fraction]:
        bonus = int(self.khrushchev) + int(bool(self.f.get("fortification")) and self.german_attack)
        return hits(self.soviet.groups(v, bonus), self.khrushchev)

    def settle(self, g: Dots, v: Dots, r: bool, german_hits: int, soviet_hits: int, own: int) -> State:
        german_hits = self.halved(german_hits, r, self.german_attack)
        soviet_hits = self.halved(soviet_hits, r, not self.german_attack)
        return (self.german.hit(g, soviet_hits), self.soviet.hit(v, german_hits + own), r)


def reckon(fight: dict[str, Any]) -> dict[str, Any]:
    """Chances of every output of the calculator, as fractions."""
    return Reckoning(fight).run()
