"""Roads: help on the map for whoever points at a hex, and reminders when a rule is about to matter.

Everything is read from a View. Supply and radius are traced by the rules themselves, as they stand at this moment; the
markers that units carry are those of their last supply phase.
"""

from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES
from kurgan.games.roads.hidden.view import View
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.ways import weather_number
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r07_steps as steps
from kurgan.games.roads.rules import r08_advance as advance
from kurgan.games.roads.rules import r08_retreat as retreat
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.screen.speech import Speech
from kurgan.games.roads.terms import OOS, OOS_FS, PINNED, RAIL
from kurgan.kernel import flow
from kurgan.kernel.protocol import Json
from kurgan.kernel.routes import March

COMPASS: Final = ("east", "north-east", "north-west", "west", "south-west", "south-east")
SIDES: Final = ("soviet", "axis")
RIVERS: Final = tuple(name.replace("_", " ") for name in vocabulary.RIVERS)
PONTOONS: Final = (" with a Soviet pontoon", " with an Axis pontoon")
STEP: Final = frozenset({"step"})
SETS_OUT: Final = frozenset({"choose_mover", "choose_exploiter"})
CRISIS_NEAR: Final = "One box more and there is a crisis at OKH."
FOLLOWING: Final = frozenset({"enter_hex", "follow_up", "advance_unit"})
UNENTERED: Final = "Nobody enters {places} then, and later nobody may."
TOO_FULL: Final = "{place} holds more than may stand there: at the end of the phase what is too much is given up."
AGAINST: Final = {
    "8.12.5.1": "not farther from where the retreat began",
    "8.12.5.2": "another hex leads away from the attackers",
    "8.12.5.3": "another hex is nearer to a headquarters",
    "8.12.5.4": "another hex is not next to an enemy",
    "8.12.5.5": "a friend stands in another hex",
    "8.12.5.6": "another hex has room",
}


# One click to a far hex -------------------------------------------------------------------------------------------


def price(s: State, a: int) -> int:
    """Half points of one step; a train does not count them."""
    if not HEX <= a < HEX + HEXES:
        return -1
    if s.mode == RAIL:
        return 0
    return min(s.points, steps.step_price(s, s.ways.edge_to[s.path[-1]][a - HEX]))


def standing(s: State) -> str:
    return s.pack.hex_name[s.path[-1]]


def march(speech: Speech) -> March:
    """[7.1.2] Hex by hex, with its cost in words; [7.1.1] those of one hex may set out together."""
    return March(STEP, STEP, DONE, price, speech.points, standing, SETS_OUT)


# What a hex means -------------------------------------------------------------------------------------------------


def about(v: View, h: int, speech: Speech) -> Json:
    """Rivers around a hex, why its units are in or out of supply, radius and line of its headquarters."""
    s = v.position
    facts = retreat_facts(s, h, speech) + rivers(s, h, speech)
    lines: list[Json] = []
    if s.pack.is_land[h]:
        for u in units.units_at(s, h):
            if s.pack.is_hq[u]:
                facts += headquarters_facts(s, u, speech)
                lines += headquarters_lines(s, u, speech)
            else:
                facts.append([speech.units[u], supply_words(s, u, speech), "4.3.1"])
    return {"facts": facts, "lines": lines}


def retreat_facts(s: State, h: int, speech: Speech) -> list[list[str]]:
    """[8.12.5] Whether a unit may retreat into a hex, or which priority speaks against it."""
    step = flow.top(s)
    if step is None or step.name != "retreat_to" or s.battle is None or not s.battle.queue:
        return []
    u = s.battle.queue[0]
    if h not in retreat.hexes_behind(s, u):
        return []
    rule = retreat.ruled_out_by(s, u, h)
    answer = speech.say("no: {why}", why=speech.say(AGAINST[rule])) if rule else speech.say("open to it")
    return [[speech.word("retreat"), answer, rule or "8.12.5"]]


def rivers(s: State, h: int, speech: Speech) -> list[list[str]]:
    """[7.4] The river sides of a hex, with what crossing them costs in this weather."""
    weather = weather_number(s.track[tracks.GROUND], s.track[tracks.ICE])
    words = []
    for d in range(6):
        edge = h * 6 + d
        n = s.pack.near[edge]
        if n < 0 or not s.pack.river[edge] or s.ways.price[weather][edge] < 0:
            continue
        river = f"{speech.say(RIVERS[s.pack.river[edge]])}{carried(s, edge, speech)}"
        cost = speech.points(s.ways.price[weather][edge])
        words.append(
            speech.say(
                "{side} {river}, {cost} to {hex}",
                side=speech.say(COMPASS[d]),
                river=river,
                cost=cost,
                hex=s.pack.hex_name[n],
            )
        )
    return [[speech.say("Rivers"), "; ".join(words), "7.4"]] if words else []


def carried(s: State, edge: int, speech: Speech) -> str:
    """[7.4] What carries units over a river side."""
    if s.pack.bridge[edge]:
        return speech.say(" with a bridge")
    if s.pack.ferry[edge]:
        return speech.say(" with a ferry")
    owners = [side for side in (vocabulary.SOVIET, vocabulary.AXIS) if radius.is_bridged(s, side, edge)]
    return speech.say(PONTOONS[owners[0]]) if owners else ""


def headquarters_facts(s: State, q: int, speech: Speech) -> list[list[str]]:
    """[1.2] [4.1.1] How far it commands, and where its supply comes from."""
    side = s.pack.side[q]
    reach = speech.hexes(s.pack.radius[q])
    if radius.counts_roads_half(s, q, radius.supply_lines(s, side, True)):
        reach += speech.say(", a half for a hex by road")
    way = supply_way(s, q)
    if not way:
        line = speech.say("no road or railway free of the enemy leads to a source")
    elif len(way) == 1:
        line = speech.say("stands on a source")
    else:
        line = speech.say("{hexes} to {place}", hexes=speech.hexes(len(way) - 1), place=place_name(s, way[-1], speech))
    commands, supplied = speech.say("commands {reach}", reach=reach), speech.say("supply: {line}", line=line)
    return [[speech.units[q], commands, "1.2.1"], [speech.units[q], supplied, "4.1.1"]]


def headquarters_lines(s: State, q: int, speech: Speech) -> list[Json]:
    """Its radius as hexes, and its line to a source."""
    side = s.pack.side[q]
    halves = radius.counts_roads_half(s, q, radius.supply_lines(s, side, True))
    field = radius.radius_field(s, side, [(s.where[q], 2 * s.pack.radius[q])], halves)
    inside = [s.pack.hex_name[h] for h in range(s.pack.hex_count) if field[h]]
    found: list[Json] = [{"kind": "radius", "side": SIDES[side], "places": inside, "text": speech.units[q]}]
    way = supply_way(s, q)
    if len(way) > 1:
        places = [s.pack.hex_name[h] for h in way]
        found.append({"kind": "supply", "side": SIDES[side], "places": places, "text": place_name(s, way[-1], speech)})
    return found


def place_name(s: State, h: int, speech: Speech) -> str:
    return speech.text.label(s.pack.place_name[h]) or s.pack.hex_name[h]


def supply_way(s: State, q: int) -> list[int]:
    """[4.1.1] A shortest line of a headquarters to a source, hex by hex; empty if there is none."""
    side = s.pack.side[q]
    lines = radius.supply_lines(s, side, False)
    start = s.where[q]
    if not radius.has_line(s, side, lines, start):
        return []
    before = {start: -1}
    ring = [start]
    for h in ring:
        if radius.works(s, h, side):
            way = [h]
            while before[way[-1]] >= 0:
                way.append(before[way[-1]])
            return way[::-1]
        for n in s.ways.line_links[h]:
            if lines[n] and n not in before:
                before[n] = h
                ring.append(n)
    return []


def supply_words(s: State, u: int, speech: Speech) -> str:
    """[4.3.1] What a unit counts as until its next supply phase, and what a trace would say now."""
    now = supply.is_supplied_now(s, u)
    if s.supply[u] == OOS_FS:
        return speech.say("supplied as part of the pocket")
    if not now:
        reason = why_cut_off(s, u, speech)
        if s.supply[u] == OOS:
            return speech.say("out of supply: {reason}", reason=reason)
        return speech.say("in supply until its next supply phase, but {reason}", reason=reason)
    if s.supply[u] == OOS:
        return speech.say("out of supply until its next supply phase, reached again now")
    return speech.say("in supply")


def why_cut_off(s: State, u: int, speech: Speech) -> str:
    """[4.3.1] [4.1.1] The nearest headquarters that could supply a unit, and what is wrong with it."""
    side = s.pack.side[u]
    h = s.where[u]
    hqs = [q for q in s.pack.hqs_of[side] if s.where[q] >= 0]
    hqs = [q for q in hqs if radius.may_supply(s.pack.nation[q], s.pack.nation[u])]
    if not hqs:
        return speech.say("no headquarters of its side could supply it")
    q = min(hqs, key=lambda q: (s.pack.distance(h, s.where[q]) - s.pack.radius[q], q))
    name = speech.units[q]
    away = s.pack.distance(h, s.where[q])
    if q not in radius.supplied_hqs(s, side):
        return speech.say("{name} has no line to a source", name=name)
    if away > s.pack.radius[q]:
        far = "{name}, the nearest headquarters, is {away} hexes away and commands {reach}"
        return speech.say(far, name=name, away=away, reach=s.pack.radius[q])
    return speech.say("enemies or a river stand between it and {name}", name=name)


# Reminders --------------------------------------------------------------------------------------------------------


def reminders(v: View, speech: Speech) -> list[Json]:
    """What a careful player would keep in mind at this moment of the turn."""
    s = v.position
    found = garrison(s, speech) + approval_at_risk(s, speech)
    if s.track[tracks.SIDE] == vocabulary.SOVIET:
        found += pocket_secured(s, speech) + momentum(s, speech)
    return found


def garrison(s: State, speech: Speech) -> list[Json]:
    """[10.2.6] Soviet divisions near the fortress marker, against those that will be needed."""
    needed = fortress.garrison_needed(s)
    if not needed:
        return []
    present = fortress.garrison(s)
    counted = "Soviet units within {radius} hexes of the fortress: {present} of {needed} needed."
    text = speech.say(counted, radius=s.pack.garrison_radius, present=present, needed=needed)
    if present < needed:
        text += speech.say(" With fewer the Soviets lose all their supports.")
    return [{"text": text, "rule": "10.2.6", "place": s.pack.hex_name[s.track[tracks.FORTRESS]]}]


def pocket_secured(s: State, speech: Speech) -> list[Json]:
    """[10.2.4] Units that stand fast beside the pocket."""
    held = [u for u in s.ways.units_of[vocabulary.SOVIET] if s.where[u] >= 0 and s.mark[u] & PINNED]
    held = [u for u in held if fortress.touches_pocket(s, s.where[u])]
    if not held:
        return []
    text = speech.say("{count} units secure the pocket and may not move; of a stack of three one may.", count=len(held))
    return [{"text": text, "rule": "10.2.4", "place": s.pack.hex_name[s.where[held[0]]]}]


def overfull(s: State, speech: Speech) -> str:
    """[1.11.2] What stands too full while its owner may still move; empty if nothing does."""
    h = units.find_overstacked(s)
    return speech.say(TOO_FULL, place=speech.place(h)) if h >= 0 else ""


def unentered(s: State, speech: Speech) -> str:
    """[8.13] The hexes that stay empty if nobody follows; empty once somebody has, or where nobody may."""
    b = s.battle
    step = flow.top(s)
    if b is None or step is None or step.name not in FOLLOWING:
        return ""
    came, hexes = (b.attackers, [b.target]) if b.advancing == advance.ATTACKERS else (b.defenders, b.origins)
    if any(s.where[u] in hexes for u in came):
        return ""
    return speech.say(UNENTERED, places=", ".join([speech.place(h) for h in sorted(set(hexes))]))


def momentum(s: State, speech: Speech) -> list[Json]:
    """[12.1] The price of moving a headquarters."""
    if not s.scenario.uses_momentum:
        return []
    return [
        {"text": speech.say("Each Soviet headquarters that moves adds a supply shortage to the pool."), "rule": "12.1"}
    ]


def approval_at_risk(s: State, speech: Speech) -> list[Json]:
    """[15.2.1] Headquarters that move away from the fortress, in the weeks in which the Fuehrer minds."""
    if not s.scenario.uses_approval:
        return []
    found = []
    if s.track[tracks.APPROVAL] == 1:
        found.append({"text": speech.say(CRISIS_NEAR), "rule": "15.3"})
    if (
        s.track[tracks.SIDE] == vocabulary.AXIS
        and s.track[tracks.FORTRESS] >= 0
        and approval.NOV_IV <= s.track[tracks.TURN] <= approval.DEC_IV
    ):
        text = speech.say("An Axis headquarters that ends its move farther from the fortress costs a box of approval.")
        found.append({"text": text, "rule": "15.2.1"})
    return found
