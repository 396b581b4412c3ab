"""A fight described by hand (JSON, see docs/reference/odds.md), read and checked.

What the rules do not allow is refused with the field and the paragraph; an unknown field with the nearest known one.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final, TypeGuard

from kurgan.games.inferno.pack import pack as packs
from kurgan.games.inferno.pack.pack import FIRES, GERMAN, SOVIET
from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Misspelt

Json = Mapping[str, Any]

FLAGS: Final = (
    "rubble",
    "hoth",
    "khrushchev",
    "chuikov",
    "zaytsev",
    "richthofen",
    "linden",
    "fortification",
    "soviet_hex_coastal",
    "aa_hex_is_target",
    "aa_regiment",
    "destroyer_brigade",
)
FIELDS: Final = (
    "attacker_side",
    "attackers",
    "defenders",
    "terrain",
    "attack_type",
    "attack_hexes",
    "soviet_card",
    "soviet_deploy",
    "german_cards",
    "opportunity_outside",
    "rubble_markers_left",
    "tie_rule",
    *FLAGS,
)
GERMAN_KINDS: Final = {
    "infantry": "infantry",
    "motorized": "motorized",
    "panzer": "panzer",
    "panzer_grenadier": "panzer_grenadier",
}
SOVIET_KINDS: Final = {
    "infantry": "rifle",
    "guard": "guard",
    "marine": "marine",
    "workers": "workers",
    "motorized": "soviet_motorized",
    "tank": "tank",
}
SOVIET_CARDS: Final = {
    "tommy_gunner": "TommyGunner",
    "flotilla": "Flotilla",
    "aa": "AA7",
    "sniper": "SovietSniper",
    "anti_tank": "AntiTank",
    "infiltration": "Infiltration",
    "t34": "T34",
    "chuikov": "Chuikov",
    "khrushchev": "Khrushchev",
    "zaytsev": "Zaytsev",
}
GERMAN_CARDS: Final = {
    "heinkel": "Heinkel",
    "stuka": "Stuka",
    "howitzer": "Howitzer",
    "pioneer": "Pioneer",
    "sniper": "Sniper",
    "pak": "Pak",
}
LEADERS: Final = {
    "hoth": "Hoth",
    "khrushchev": "Khrushchev",
    "chuikov": "Chuikov",
    "zaytsev": "Zaytsev",
    "richthofen": "Richthofen",
    "linden": "Linden",
}
TIE_RULES: Final = ("listed", "lowest_firepower", "highest_firepower")
DEPLOYING: Final = {"infiltration": "infantry", "t34": "tank"}
RANDOM: Final = "random"
STACK: Final = 4
NEIGHBOURS: Final = 6
MOST_OUTSIDE: Final = 24


class Soldier:
    """One unit of the description."""

    def __init__(self, dots: int, fire: str, kind: str, place: str, fires: tuple[str, ...] = ()) -> None:
        self.dots = dots  # 0 is a blank edge, which a Soviet unit may be shown on [4.3]
        self.steps = max(1, dots)
        self.fires = fires or (fire,) * self.steps  # from this strength down
        self.kind = kind
        self.place = place


MOST_DIGITS = 40


class Described:
    """The description, checked and with every default filled in."""

    def __init__(self, fight: Json) -> None:
        for field in fight:
            if field not in FIELDS:
                raise Misspelt(f"unknown field '{field}'{nearest(field, FIELDS)}")
        self.attacker = SOVIET if _word(fight, "attacker_side", ("german", "soviet")) == "soviet" else GERMAN
        self.terrain = _word(fight, "terrain", packs.TERRAINS)
        self.deliberate = _word(fight, "attack_type", ("hasty", "deliberate"), "deliberate") == "deliberate"
        self.flags = {name: _flag(fight, name) for name in FLAGS}
        attackers = _soldiers(fight, "attackers", self.attacker)
        defenders = _soldiers(fight, "defenders", 1 - self.attacker)
        self.attackers = attackers
        self.germans, self.soviets = (attackers, defenders) if self.attacker == GERMAN else (defenders, attackers)
        self.hexes = _hexes(fight, attackers)
        self.extra_hexes = 0
        if fight.get("attack_hexes") is not None:
            self.extra_hexes = _extra_hexes(fight, self)
        self.soviet_card = _word(fight, "soviet_card", tuple(SOVIET_CARDS), "")
        self.german_cards = _cards(fight)
        self.random_deploy = False
        self.deploys = _deploys(fight, self)
        self.outside = _number(fight, "opportunity_outside", 0, MOST_OUTSIDE, 0)
        self.rubble_left = _number(fight, "rubble_markers_left", 0, 15, 15)
        self.ties = _ties(fight)
        _check(self)


def _check(d: Described) -> None:
    """Fights that the rules do not know."""
    if len(d.soviets if d.attacker == GERMAN else d.germans) > STACK:
        raise ValueError("defenders: a hex holds four units at most [2.4]")
    if d.german_cards and (d.attacker == SOVIET or not d.deliberate):
        raise ValueError("german_cards: Germans play cards only in their own Deliberate Attack [6.2]")
    if len(d.german_cards) > 1 and not (d.flags["linden"] and all(c == "pioneer" for c in d.german_cards)):
        raise ValueError("german_cards: one card, or several Pioneers with linden [8.2.4]")
    several = len(d.hexes) + d.extra_hexes > 1
    if several and d.attacker == GERMAN and not d.deliberate:
        raise ValueError("attackers: a Hasty Attack comes from one hex [5.4]")
    if several and d.attacker == SOVIET and not d.flags["chuikov"]:
        raise ValueError("attackers: Soviets attack from several hexes only with chuikov in play [8.4.1.2]")
    if d.flags["rubble"] and d.terrain != "urban":
        raise ValueError("rubble: lies in urban hexes only [6.9]")
    if d.soviet_card == "aa" and d.flags["aa_hex_is_target"] and d.terrain != "urban":
        raise ValueError("aa_hex_is_target: anti-aircraft cards name urban hexes [6.9A]")
    for name in ("chuikov", "khrushchev", "zaytsev"):
        if d.soviet_card == name and d.flags[name]:
            raise ValueError(f"soviet_card: {name} is in play already")
    special = d.flags["aa_regiment"] + d.flags["destroyer_brigade"]
    if special > len(d.soviets):
        raise ValueError(
            "aa_regiment, destroyer_brigade: each is one of the Soviet units, and there are too few [12.10]"
        )


# Reading fields ---------------------------------------------------------------------------------------------------


def _word(fight: Json, field: str, words: Sequence[str], default: str | None = None) -> str:
    if fight.get(field) is None:
        if default is None:
            raise ValueError(f"{field}: is missing; one of {', '.join(words)}")
        return default
    value = fight[field]
    if not isinstance(value, str) or value not in words:
        near = nearest(value, list(words)) if isinstance(value, str) else ""
        raise ValueError(f"{field}: {value!r} is not one of {', '.join(words)}{near}")
    return value


def _flag(fight: Json, field: str) -> bool:
    value = fight.get(field, False)
    if not isinstance(value, bool):
        raise ValueError(f"{field}: {value!r} is neither true nor false")
    return value


def _number(fight: Json, field: str, low: int, high: int, default: int) -> int:
    value = fight.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{field}: {value!r} is not a whole number from {low} to {high}")
    return value


def _soldiers(fight: Json, field: str, side: int) -> list[Soldier]:
    units = fight.get(field)
    if not isinstance(units, list) or not units:
        raise ValueError(f"{field}: a list of [dots, firepower, kind, from] is needed")
    return [_soldier(unit, f"{field}[{i}]", side) for i, unit in enumerate(units)]


def _soldier(unit: object, where: str, side: int) -> Soldier:
    kinds = GERMAN_KINDS if side == GERMAN else SOVIET_KINDS
    if not isinstance(unit, list) or not 3 <= len(unit) <= 4:
        raise ValueError(f"{where}: {unit!r} is not [dots, firepower, kind] or [dots, firepower, kind, from]")
    dots, fire, kind = unit[:3]
    least = 0 if side == SOVIET else 1
    if not isinstance(dots, int) or isinstance(dots, bool) or not least <= dots <= packs.MOST_DOTS:
        raise ValueError(f"{where}: {dots!r} is not a number of dots from {least} to {packs.MOST_DOTS}")
    if fire not in FIRES[1:]:
        raise ValueError(f"{where}: {fire!r} is not one of SF, DF, TF")
    if not isinstance(kind, str) or kind not in kinds:
        near = nearest(kind, list(kinds)) if isinstance(kind, str) else ""
        raise ValueError(f"{where}: {kind!r} is not one of {', '.join(kinds)}{near}")
    return Soldier(dots, fire, kind, str(unit[3]) if len(unit) == 4 else "")


def _hexes(fight: Json, attackers: list[Soldier]) -> list[str]:
    """The hexes attacked from, in the order in which they are named."""
    named = [u.place for u in attackers if u.place]
    if named and len(named) < len(attackers):
        raise ValueError("attackers: name the hex (from) of every attacker or of none")
    places = list(dict.fromkeys([u.place for u in attackers]))
    if len(places) > NEIGHBOURS:
        raise ValueError(f"attackers: a hex has {NEIGHBOURS} neighbours, not {len(places)}")
    for place in places:
        if named and len([u for u in attackers if u.place == place]) > STACK:
            raise ValueError(f"attackers: more than four units in hex '{place}' [2.4]")
    return places


def _extra_hexes(fight: Json, d: Described) -> int:
    """Without places for single units, the hexes beyond the first count for the Rubble Roll only."""
    if d.attackers[0].place:
        raise ValueError("attack_hexes: is for attackers without a place of their own (from)")
    count = _number(fight, "attack_hexes", 1, NEIGHBOURS, 1)
    if len(d.attackers) > STACK * count:
        raise ValueError(f"attack_hexes: {len(d.attackers)} units do not fit into {count} hexes [2.4]")
    if len(d.attackers) < count:
        raise ValueError(f"attack_hexes: {len(d.attackers)} units do not attack from {count} hexes")
    return count - 1


def _cards(fight: Json) -> list[str]:
    cards = fight.get("german_cards", [])
    if not isinstance(cards, list):
        raise ValueError("german_cards: a list of cards is needed")
    for card in cards:
        if not isinstance(card, str) or card not in GERMAN_CARDS:
            near = nearest(card, list(GERMAN_CARDS)) if isinstance(card, str) else ""
            raise ValueError(f"german_cards: {card!r} is not one of {', '.join(GERMAN_CARDS)}{near}")
    return list(cards)


def _deploys(fight: Json, d: Described) -> list[tuple[Fraction, Soldier]]:
    """What Infiltration or T-34 may bring, with its chances."""
    deploy = fight.get("soviet_deploy")
    if d.soviet_card not in DEPLOYING:
        if deploy is not None:
            raise ValueError("soviet_deploy: only Infiltration and T-34 bring a unit")
        return []
    if deploy is None:
        raise ValueError(f'soviet_deploy: {d.soviet_card} needs the unit that it brings, or "{RANDOM}"')
    if deploy == RANDOM:
        d.random_deploy = True
        return []
    if not isinstance(deploy, list) or not deploy:
        raise ValueError(f'soviet_deploy: a unit, a list of {{p, unit}}, or "{RANDOM}" is needed, not {deploy!r}')
    entries = deploy if isinstance(deploy[0], dict) else [{"p": "1", "unit": deploy}]
    found = []
    for i, entry in enumerate(entries):
        where = f"soviet_deploy[{i}]"
        if not isinstance(entry, dict) or set(entry) != {"p", "unit"}:
            raise ValueError(f"{where}: should have p and unit and nothing else")
        soldier = _soldier(entry["unit"], f"{where}.unit", SOVIET)
        if (soldier.kind == "tank") != (DEPLOYING[d.soviet_card] == "tank"):
            raise ValueError(f"{where}: {d.soviet_card} does not bring a unit of kind '{soldier.kind}'")
        found.append((_chance(entry["p"], f"{where}.p"), soldier))
    if sum([p for p, _ in found]) != 1:
        raise ValueError("soviet_deploy: the chances must add up to 1")
    return found


def _chance(value: object, where: str) -> Fraction:
    chance = None
    if isinstance(value, int) and not isinstance(value, bool):
        chance = Fraction(value)
    elif _is_fraction(value):
        with suppress(ValueError, ZeroDivisionError):
            chance = Fraction(value)
    if chance is None or not 0 <= chance <= 1:
        raise ValueError(f'{where}: {value!r} is not a fraction from 0 to 1, like "1/4"')
    return chance


def _is_fraction(value: object) -> TypeGuard[str]:
    """A few digits, a stroke or a point: powers of ten would be computed before they are refused."""
    return isinstance(value, str) and len(value) <= MOST_DIGITS and set(value) <= set("0123456789/. ")


def _ties(fight: Json) -> tuple[str, str]:
    rule = fight.get("tie_rule", "listed")
    if isinstance(rule, dict):
        for side in rule:
            if side not in packs.SIDES:
                raise ValueError(f"tie_rule: unknown side '{side}'{nearest(side, packs.SIDES)}")
        return (_word(rule, "german", TIE_RULES, "listed"), _word(rule, "soviet", TIE_RULES, "listed"))
    both = _word(fight, "tie_rule", TIE_RULES, "listed")
    return (both, both)
