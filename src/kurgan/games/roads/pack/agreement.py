"""Roads: do map, order of battle and scenarios agree?

``check`` holds for every pack that claims to be playable: units on land they hold inside the played part,
headquarters on road or rail, legal stacks, arrivals on the map. ``check_edition`` holds for the built-in pack: facts
that the rulebook states and supply of everybody who was supplied in history.
"""

from itertools import pairwise

from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.scenario import Scenario
from kurgan.games.roads.pack.start_supply import cut_off_headquarters, out_of_supply
from kurgan.kernel.packfile import PackError


def check(pack: Pack) -> None:
    """Every pack: what the rules take for granted."""
    if len(pack.stalingrad) != 2:
        raise PackError("regions.toml", "'stalingrad.hexes' should name two hexes")
    for h in pack.stalingrad:
        if pack.settlement[h] != vocabulary.MAJOR_CITY:
            raise PackError("hexes.csv", f"{pack.hex_name[h]} belongs to Stalingrad and should be a major_city")
    if min(pack.hq_6a, pack.hq_italian, pack.hq_transcaucasus) < 0:
        raise PackError("units.csv", "GE-HQ-6A, IT-HQ-8A and SU-HQ-TRANS are named by rules and must be there")
    if len(pack.alarm_units) != pack.support_copies[vocabulary.ALARM_MARKER]:
        raise PackError("units.csv", "there must be as many alarm units as alarm markers")
    if len(pack.alert_units) != pack.support_copies[vocabulary.ALERT_BATTALION]:
        raise PackError("units.csv", "there must be as many alert battalions as their markers")
    for scenario in pack.scenarios.values():
        check_setup(pack, scenario)
        check_stacks(pack, scenario)
        check_arrivals(pack, scenario)
        check_numbers(pack, scenario)
    if pack.built_in:
        check_edition(pack)


def check_setup(pack: Pack, scenario: Scenario) -> None:
    """Units start on their own side's land inside the played part; headquarters on a road or railway."""
    for u in range(pack.unit_count):
        h = scenario.setup_place[u]
        if h == vocabulary.IN_STAVKA and pack.side[u] != vocabulary.SOVIET:
            raise wrong(scenario, f"{pack.unit_name[u]} cannot be in the STAVKA box")
        if h < 0:
            continue
        who = f"{pack.unit_name[u]} in {pack.hex_name[h]}"
        if not scenario.plays[h]:
            raise wrong(scenario, f"{who} stands in water or outside the played part")
        if scenario.control[h] != pack.side[u]:
            raise wrong(scenario, f"{who} stands on ground that the other side holds")
        if pack.is_hq[u] and not pack.road_hex[h]:
            raise wrong(scenario, f"{who} is a headquarters off road and rail")
        if pack.side[u] == vocabulary.AXIS and pack.row[h] == pack.forbidden_row:
            raise wrong(scenario, f"{who}: Axis units keep off row {pack.forbidden_row:02d}")
        if pack.zone_28th[h]:
            raise wrong(scenario, f"{who} stands in the closed zone of the 28th Army")


def check_stacks(pack: Pack, scenario: Scenario) -> None:
    """Three divisions a hex, one headquarters, one side, no Hungarians beside Romanians."""
    stacks: dict[int, list[int]] = {}
    for u in range(pack.unit_count):
        if scenario.setup_place[u] >= 0:
            stacks.setdefault(scenario.setup_place[u], []).append(u)
    for h, here in stacks.items():
        name = pack.hex_name[h]
        if len({pack.division[u] for u in here if pack.is_combat[u]}) > pack.stack_limit:
            raise wrong(scenario, f"{name} is overstacked")
        if sum(pack.is_hq[u] for u in here) > 1:
            raise wrong(scenario, f"{name} holds two headquarters")
        if len({pack.side[u] for u in here}) > 1:
            raise wrong(scenario, f"{name} holds both sides")
        if {vocabulary.HUNGARIAN, vocabulary.ROMANIAN} <= {pack.nation[u] for u in here}:
            raise wrong(scenario, f"{name} mixes Hungarians and Romanians")


def check_arrivals(pack: Pack, scenario: Scenario) -> None:
    """Arrivals on land of the played part, in a turn of the scenario; upgrades of units that can be there."""
    for u in range(pack.unit_count):
        turn = scenario.arrival_turn[u]
        if turn < 0:
            continue
        if not scenario.first_turn <= turn <= scenario.last_turn:
            raise wrong(scenario, f"{pack.unit_name[u]} arrives in no turn of the scenario")
        if not scenario.arrival_hexes[u] and pack.side[u] != vocabulary.SOVIET:
            raise wrong(scenario, f"{pack.unit_name[u]} cannot arrive in the STAVKA box")
        for h in scenario.arrival_hexes[u]:
            if not scenario.plays[h] or pack.zone_28th[h]:
                raise wrong(scenario, f"{pack.unit_name[u]} cannot arrive in {pack.hex_name[h]}")
            if pack.side[u] == vocabulary.AXIS and pack.row[h] == pack.forbidden_row:
                raise wrong(scenario, f"{pack.unit_name[u]} cannot arrive on row {pack.forbidden_row:02d}")
    for turn, old, new, _ in scenario.upgrades:
        there = scenario.setup_place[old] != vocabulary.NOT_PLACED or 0 <= scenario.arrival_turn[old] < turn
        if not there:
            raise wrong(scenario, f"{pack.unit_name[old]} is upgraded before it is there")
        if scenario.setup_place[new] != vocabulary.NOT_PLACED or scenario.arrival_turn[new] >= 0:
            raise wrong(scenario, f"{pack.unit_name[new]} is an upgrade and in play already")


def check_numbers(pack: Pack, scenario: Scenario) -> None:
    """Turns in order, enough markers, victory levels without gap."""
    if scenario.first_turn > scenario.last_turn:
        raise wrong(scenario, "the last turn comes before the first")
    if scenario.fs_level and not 1 <= scenario.fs_level <= pack.fs_top:
        raise wrong(scenario, "'markers.fortress_level' is no level of the fortress")
    if not 0 <= scenario.superiority <= len(vocabulary.EFFECTS):
        raise wrong(scenario, "'markers.superiority' should be 0 to 4")
    wanted = scenario.soviet_choose + scenario.soviet_choose_stavka + scenario.soviet_random_stavka
    supply = sum(
        pack.support_copies[k]
        for k in range(pack.support_count)
        if pack.support_side[k] == vocabulary.SOVIET and 0 <= pack.support_turn[k] <= scenario.first_turn
    )
    if wanted > supply:
        raise wrong(scenario, f"asks for {wanted} Soviet supports and the pool holds {supply}")
    edges = sorted((low, high) for low, high, _ in scenario.levels)
    for (_, high), (low, _) in pairwise(edges):
        if low != high + 1:
            raise wrong(scenario, f"'victory.levels' has a gap or an overlap at {low}")


def check_edition(pack: Pack) -> None:
    """The built-in pack: what the rulebook states, and who was supplied."""
    for name, place in (("1334", "Stalingrad"), ("0518", "Rostov"), ("2108", "Kharkov")):
        h = pack.hex_index[name]
        if pack.settlement[h] != vocabulary.MAJOR_CITY or not pack.place_name[h].startswith(place):
            raise PackError("hexes.csv", f"{name} should be the major city of {place}")
    if pack.ju_count != 15:
        raise PackError("ju52.csv", f"has {pack.ju_count} markers; the game has 15")
    if pack.support_copies[vocabulary.ALARM_MARKER] != 3:
        raise PackError("supports.csv", "there are three alarm markers")
    campaign = pack.scenarios["campaign"]
    near = 0
    for u in range(pack.unit_count):
        h = campaign.setup_place[u]
        if pack.side[u] == vocabulary.SOVIET and pack.is_combat[u] and h >= 0:
            near += min(pack.distance(h, city) for city in pack.stalingrad) <= pack.garrison_radius
    if near < pack.garrison_both:
        raise wrong(
            campaign, f"only {near} Soviet units stand near Stalingrad; the garrison asks for {pack.garrison_both}"
        )
    for scenario in pack.scenarios.values():
        check_supply(pack, scenario)


def check_supply(pack: Pack, scenario: Scenario) -> None:
    """Nobody starts out of supply except the units of a pocket that the scenario names."""
    for u in cut_off_headquarters(pack, scenario):
        raise wrong(scenario, f"{pack.unit_name[u]} has no line of supply at the start")
    cut = out_of_supply(pack, scenario)
    for u in cut:
        if u not in scenario.oos_fs_start:
            raise wrong(scenario, f"{pack.unit_name[u]} starts out of supply")
    for u in scenario.oos_fs_start:
        if u not in cut:
            raise wrong(scenario, f"{pack.unit_name[u]} belongs to the pocket and is supplied")


def wrong(scenario: Scenario, what: str) -> PackError:
    return PackError(f"scenarios/{scenario.name}.toml", what)
