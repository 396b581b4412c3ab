"""Roads: the table of the words of a position; what is more than a number or a name is in text.py."""

from collections.abc import Mapping
from typing import Any, Final

from kurgan.games.roads import terms
from kurgan.games.roads import terms_high_command as command
from kurgan.games.roads.hidden.view import HIDDEN as UNSEEN
from kurgan.games.roads.hidden.view import View, imagine
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import AXIS, SHORTAGE, SOVIET, TEST_SHORTAGE
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.position.text import (
    MARKER_BOXES,
    REST,
    Away,
    Control,
    Fortress,
    Markers,
    Notes,
    OnMap,
    Planes,
    Stacks,
    Superiority,
    Weather,
    numbered,
    unnamed,
    usual_steps,
)
from kurgan.games.roads.rules.r10_fortress import NEVER
from kurgan.games.roads.terms import J_POOL, M_OUT, M_POOL, T_OUTCOME, T_SIDE, T_TURN
from kurgan.kernel.position_words import (
    Amounts,
    Cell,
    Draft,
    Flags,
    Name,
    Names,
    Number,
    Numbers,
    Reason,
    Record,
    Vocabulary,
    Word,
    Wording,
    always,
)
from kurgan.kernel.protocol import Misspelt

DEFAULT_TURN: Final = 3
MANY: Final = 9999
NO_PLACE: Final = (
    *(command.T_UNIT, command.T_MARKER, command.T_FROM, command.T_OM_NOW, command.T_PRIORITY, command.T_SECOND),
    command.T_MANSTEIN_BACK,
)


def used(name: str, what: str) -> Reason:
    """Why a word cannot be said in a scenario that does without its track."""

    def reason(s: State) -> str:
        return "" if getattr(s.scenario, f"uses_{name}") else f"'{s.scenario.name}' has no {what}"

    return reason


APPROVAL: Final = used("approval", "Approval track")
MANSTEIN: Final = used("manstein", "Manstein")
MARS: Final = used("mars", "Operation Mars")
OFFENSIVES: Final = used("offensives", "Offensive Markers")
AIR_BRIDGE: Final = used("air_bridge", "air bridge")

TABLE: Final[tuple[tuple[int, str, int, int, str, Reason], ...]] = (
    (terms.T_RAIL, "rail", 0, 99, "rail points left", always),
    (terms.T_SCORE, "victory_points", -999, 999, "the score", always),
    (terms.T_SORTIE, "sortie", 0, 1, "1: a sortie from the pocket this turn", always),
    (command.T_FUHRER, "approval", -1, 99, "box of the Approval marker", APPROVAL),
    (command.T_MANSTEIN, "manstein", -1, 99, "box of the Manstein marker, -1 not on the track", MANSTEIN),
    (
        command.T_MANSTEIN_SIDE,
        "manstein_next",
        0,
        2,
        "next offensive: 0 Wintergewitter, 1 Backhand, 2 none",
        always,
    ),
    (command.T_MANSTEIN_BACK, "manstein_back", -1, 99, "turn by number in which he comes back, -1 none", MANSTEIN),
    (command.T_DISMISSED, "manstein_dismissed", 0, 1, "1: he was dismissed", MANSTEIN),
    (command.T_CRISIS, "crisis", 0, 99, "box to which a crisis reset approval, 0 none", APPROVAL),
    (command.T_ATTACKS_DUE, "attacks_due", 0, 99, "armored attacks that restore Manstein", MANSTEIN),
    (command.T_ATTACKS_MADE, "attacks_made", 0, 99, "armored attacks made since the crisis", always),
    (command.T_APPROVED, "approved", 0, 3, "1: approval rose in this combat phase, 2: in exploitation", always),
    (command.T_MARS, "mars", -3, 3, "box of the Mars marker", MARS),
    (command.T_MARS_OVER, "mars_over", 0, 1, "1: Mars is over", MARS),
    (command.T_MARS_FEWER, "mars_fewer", 0, 99, "turns in which STAVKA draws one support fewer", MARS),
    (command.T_SHORTAGES, "shortages", 0, 99, "shortage markers that have entered the game", always),
    (command.T_TEST_BOX, "test_box", 0, 9, "box into which the Test marker was drawn, by number", always),
    (command.T_MAJOR_NOW, "major_now", 0, 1, "1: a major offensive was launched this turn", OFFENSIVES),
    (command.T_MAJOR_WEST, "major_west", 0, 1, "1: the Major marker stood west of the Donets", OFFENSIVES),
    (command.T_OM_WAIT, "major_waits", 0, 1, "1: the Major marker comes back at the end of the turn", OFFENSIVES),
    (command.T_OM_WAIT_A, "minor_a_waits", 0, 1, "1: Minor A does", OFFENSIVES),
    (command.T_OM_WAIT_B, "minor_b_waits", 0, 1, "1: Minor B does", OFFENSIVES),
    (command.T_NO_SUPPORTS, "garrison_failed", 0, 1, "1: no Soviet supports this turn", always),
    (command.T_TRANSFERRED, "transferred", 0, 1, "1: an O marker was transferred this turn", OFFENSIVES),
    (command.T_STALIN, "stalin", 0, 2, "1: Stalin's order stands, 2: it was not followed", always),
    (command.T_RAID, "raid", 0, 1, "1: an airfield was raided", always),
    (command.T_PARTISANS, "partisans", 0, 99, "rail points that partisans cost the Axis", always),
    (command.T_AA_USED, "aa_used", 0, 1, "1: the anti-aircraft battery has driven planes off", always),
    (command.T_GOERING, "goering", 0, 1, "1: Goering was played for the next air bridge", always),
    (command.T_FS_TURN, "fortress_turn", -2, 99, "turn by number in which the fortress was declared, -2 never", always),
    (command.T_FS_ATTACKED, "pocket_attacked", 0, 99, "pocket stacks attacked this Soviet turn", always),
    (command.T_FS_FIRST, "pocket_first", 0, MANY, "1 + number of the first pocket hex attacked", always),
    (command.T_FS_FOUGHT, "pocket_fought", 0, 1, "1: a unit of the pocket attacked this Axis turn", always),
    (command.T_RING_ATTACKED, "ring_attacked", 0, 1, "1: the ring was attacked in the last Axis turn", always),
    (command.T_AIR_ATTACK, "air_attack", 0, 1, "1: an armored attack near the pocket in the last Axis turn", always),
    (command.T_HUBE, "hube", 0, 1, "1: General Hube leads the defense", always),
    (command.T_RELIEVED, "relieved", 0, 1, "1: Manstein has gained by an open pocket", always),
    (command.T_WINTER, "wintergewitter", 0, 2, "1: launched, 2: and has paid", always),
    (command.T_NO_DRAW, "no_draw", 0, 1, "1: no Axis supports are drawn this turn", always),
    (command.T_BLOW, "backhand", -99, 99, "balance of major cities since the Backhand Blow", always),
    (command.T_RP, "replacements", 0, 99, "replacement points left", always),
    (command.T_RP_ALLIED, "replacements_allied", 0, 99, "of them spent on allies", always),
    (command.T_NO_RP, "no_replacements_soviet", 0, 1, "1: the Soviets get no more", always),
    (command.T_NO_RP_AXIS, "no_replacements_axis", 0, 1, "1: the Axis gets no more", always),
    (command.T_WITHDRAWN, "feb_withdrawal", 0, 1, "1: the withdrawal of FEB II was made", always),
    (command.T_CITY_USED, "city_used", 0, 1, "1: a reinforcement was placed in a major city this turn", always),
    (command.T_MUD_FEB, "mud_feb", 0, 1, "1: mud on FEB IV", always),
    (command.T_TAKEN, "cities_taken", 0, 32767, "major cities that the Soviets took once, as bits", always),
    (command.T_RETAKEN, "cities_retaken", 0, 32767, "major cities that the Axis took back once, as bits", always),
    (command.T_HISTORICAL, "historical", 0, 1, "1: the withdrawal follows the historical list", always),
)
GOING_ON: Final[tuple[tuple[int, str, int, int, str], ...]] = (
    (terms.T_MODE, "mode", 0, 4, "0 normal, 1 strategic, 2 rail, 3 exploitation, 4 reaction"),
    (terms.T_POINTS, "points", -99, 999, "half movement points left"),
    (terms.T_STEPS, "hexes_entered", 0, 999, "hexes entered in this move"),
    (terms.T_OFF_ROAD, "off_road", 0, 1, "1: a support was spent to leave the roads"),
    (terms.T_PHASE, "fights_in", 0, 2, "0 combat, 1 exploitation, 2 surprise"),
    (terms.T_ENDED, "phase_ended", 0, 1, "1: the player ended this phase"),
    (terms.T_FS_MOVED, "pocket_moved", 0, 99, "pocket units that moved at level 1"),
    (command.T_ADDED, "added", 0, 99, "supports added to the roll"),
    (command.T_DRAW_BOX, "draw_box", 0, 9, "box that markers are drawn for, by number"),
    (command.T_DRAW_LEFT, "draw_left", 0, 99, "markers still to be drawn"),
    (command.T_CUT_OFF, "cut_off", 0, 99, "Soviet stacks that may still be marked"),
    (command.T_EXCHANGED, "exchanged", 0, 99, "supports exchanged in this offensive"),
    (command.T_BUY, "bought", 0, 99, "supports spent for units in this offensive"),
    (command.T_OPENING, "opening", 0, 99, "supports still to be chosen for the opening"),
    (command.T_CHOOSE, "choose_left", 0, 99, "supports still to be chosen from the pool"),
    (command.T_CHOOSE_BOX, "choose_box", 0, 9, "box that they go to, by number"),
    (command.T_RETURN, "give_back", 0, 99, "supports to be given back"),
    (command.T_SORTIES, "sorties", 0, 99, "stacks that may still be chosen for a sortie"),
    (command.T_POINTS_LEFT, "release_points", 0, 999, "unit points that STAVKA may still release"),
    (command.T_TO_WITHDRAW, "to_withdraw", 0, 99, "divisions of this kind still to be withdrawn"),
    (command.T_PHASE_STEP, "deployment", 0, 1, "0 early, 1 late"),
)
MARKS: Final = (
    (terms.MOVED, "moved", "have moved"),
    (terms.FOUGHT, "fought", "have fought"),
    (terms.RETREATED, "retreated", "have retreated"),
    (terms.PINNED, "pinned", "may not move"),
    (terms.SURPRISE, "surprised", "storm in a surprise attack"),
    (terms.FULL_STRENGTH, "full_strength", "of the pocket fight at full strength"),
    (terms.MOBILE, "mobile", "of the pocket are mobile"),
)
HISTORY: Final = (
    (terms.SOVIET_TOOK, "soviet_took", "cities that the Soviets have taken"),
    (terms.AXIS_RETOOK, "axis_retook", "cities that the Axis has taken back"),
    (terms.ATTACKED, "attacked", "hexes attacked in this phase"),
)
HEX_FIELDS: Final = {"target": "the hex attacked", "origin": "where the retreating unit stood", "first_hex": ""}
UNIT_FIELDS: Final = {
    "elite_a": "uses its elite bonus for the attacker",
    "elite_d": "for the defender",
    "double_unit": "counts twice",
    "reacted": "the reserve that has used an R",
}
UNIT_LISTS: Final = {
    "attackers": "who attacks",
    "defenders": "who defends",
    "hit": "who lost a step in this attrition",
    "queue": "who has still to retreat",
}
HEX_LISTS: Final = {"away_from": "hexes to retreat from", "origins": "hexes from which the attackers attack"}
NUMBER_LISTS: Final = {
    "fallen": "elite Germans eliminated, not yet answered for: unit and hex as one number",
    "fallen_supply": "the supply marker that each fallen carried",
    "map_a": "what terrain makes of the attacker's results",
    "map_d": "and of the defender's",
}


def wording(pack: Pack) -> Wording:
    hexes = Vocabulary("hex", pack.hex_name)
    units = Vocabulary("unit", pack.unit_name)
    markers = Vocabulary("support", numbered(pack.support_name, pack.marker_kind))
    words = [
        Name("turn", track(T_TURN), Vocabulary("turn", pack.turn_name), "the turn", left_out="DEC_II or the first"),
        Name("side", track(T_SIDE), Vocabulary("side", vocabulary.SIDES), "the phasing side", left_out="soviet"),
        Weather(),
        Fortress(pack),
        Superiority(),
        *track_words(hexes),
        Stacks(pack),
        Away(pack),
        Control(SOVIET, hexes),
        Control(AXIS, hexes),
        *[Flags(name, Cell("mark"), units, f"units that {about}", bit, left_out="none") for bit, name, about in MARKS],
        *[Flags(name, Cell("history"), hexes, about, bit) for bit, name, about in HISTORY],
        *cover_words(hexes),
        Amounts("pontoon", Cell("pontoon"), units, None, "HQs on their pontoon side: 1 + the hexside", high=6),
        *[OnMap(name, pack) for name in ("on", "at")],
        *[Markers(name, pack) for name in MARKER_BOXES],
        Notes(pack),
        Planes(pack),
        *going_words(units, hexes, markers),
        *battle_words(units, hexes),
    ]
    return Wording(
        words, [Record("fight", "battle", no_battle, None)], phases, items(pack, units, hexes),
        begin=begin, finish=finish, ended=ended, deal=deal, open_view=open_view,
        scenario="campaign",
    )  # fmt: skip


def items(pack: Pack, units: Vocabulary, hexes: Vocabulary) -> dict[str, Vocabulary | None]:
    """What the steps go through that go from one to the next."""
    of_units = ("lift_pontoons", "lay_pontoons", "return_headquarters", "solicit_for", "enter_at", "soviet_arrivals")
    more = ("axis_arrivals", "evacuees")
    numbers = ("acquire", "redeploy", "withdraw_kind", "upgrades")
    return {**dict.fromkeys((*of_units, *more), units), **dict.fromkeys(numbers)}


def track(index: int) -> Cell:
    return Cell("track", index)


def track_words(hexes: Vocabulary) -> list[Word]:
    words: list[Word] = [
        Number(name, track(i), low, high, about, needs=needs, left_out="as at the start")
        for i, name, low, high, about, needs in TABLE
    ]
    limits = Vocabulary("limit", vocabulary.LIMITS)
    words.append(Name("limit", track(terms.T_LIMIT), limits, "what a crisis forbids the Axis this turn"))
    words.append(Name("next_limit", track(command.T_NEXT_LIMIT), limits, "and in the next", needs=APPROVAL))
    for i, name in enumerate(vocabulary.OFFENSIVE_MARKERS):
        where = Name(f"{name}_at", track(terms.T_OM + i), hexes, f"the hex of the {name} marker", -1, needs=OFFENSIVES)
        side = Number(
            f"{name}_stalingrad", track(terms.T_OM_SIDE + i), 0, 1, "1: its Stalingrad side is up", needs=OFFENSIVES
        )
        words += [where, side]
    outcomes = Vocabulary("outcome", ["", *command.OUTCOMES])
    words.append(Name("outcome", track(T_OUTCOME), outcomes, "how the game ended", 0, going_on=True))
    return words


def cover_words(hexes: Vocabulary) -> list[Word]:
    """Where strategic movement is possible this phase, nation by nation: traced when the phase began."""
    return [
        Flags(
            f"cover_{name}", Cell("cover"), hexes, "where strategic movement is possible this phase", 1 << bit,
            going_on=True,
        )
        for bit, name in enumerate(vocabulary.NATIONS)
    ]  # fmt: skip


def going_words(units: Vocabulary, hexes: Vocabulary, markers: Vocabulary) -> list[Word]:
    words: list[Word] = [
        Number(name, track(i), low, high, about, going_on=True) for i, name, low, high, about in GOING_ON
    ]
    # Between two exchanges, and while Maskirovka moves supports, no marker is placed (numbers 8 and 9).
    om = Vocabulary("marker", (*vocabulary.OFFENSIVE_MARKERS, *[""] * 5, "exchanging", "masked"))
    words += [
        Name("marker_now", track(command.T_OM_NOW), om, "the Offensive Marker being placed", -1, going_on=True),
        Name(
            "support_now", track(command.T_MARKER), markers, "the support about to be placed", -1, going_on=True,
            known_to="its side",
        ),
        Name("surprise_from", track(command.T_FROM), hexes, "where a surprise attack started", -1, going_on=True),
        Name("surprise_at", track(command.T_STEPPED), hexes, "where it stands", -1, going_on=True),
        Name("headquarters", track(command.T_HQ), units, "for which units are released or taken", -1, going_on=True),
        Name("priority_front", track(command.T_PRIORITY), units, "its headquarters", -1, going_on=True),
        Name("second_front", track(command.T_SECOND), units, "the second headquarters", -1, going_on=True),
        Name("unit_now", track(command.T_UNIT), units, "the unit about to be placed", -1, going_on=True),
        Numbers("todo", Cell("todo"), 0, 99, "what an event leaves to be asked, by number", going_on=True),
        Names("moving", Cell("moving"), units, "who moves together", going_on=True),
        Names("path", Cell("path"), hexes, "the way so far", twice=True, going_on=True),
    ]  # fmt: skip
    return words


def battle_words(units: Vocabulary, hexes: Vocabulary) -> list[Word]:
    """The fight under way; each line begins with ``fight``."""

    def at(column: str) -> Cell:
        return Cell(column, record="battle")

    fresh = vars(no_battle())
    words: list[Word] = []
    for name, value in fresh.items():
        if name in HEX_FIELDS and name != "first_hex":
            words.append(Name(name, at(name), hexes, HEX_FIELDS[name], -1))
        elif name in UNIT_FIELDS:
            words.append(Name(name, at(name), units, UNIT_FIELDS[name], -1))
        elif name in UNIT_LISTS:
            words.append(Names(name, at(name), units, UNIT_LISTS[name], twice=True))
        elif name in HEX_LISTS:
            words.append(Names(name, at(name), hexes, HEX_LISTS[name], twice=True))
        elif name in NUMBER_LISTS:
            words.append(Numbers(name, at(name), -1, MANY * MANY, NUMBER_LISTS[name]))
        elif isinstance(value, int):
            words.append(Number(name, at(name), -MANY, MANY, name.replace("_", " ")))
    words[0].always_written = True
    return words


def no_battle() -> Battle:
    return Battle(-1, 0, 0)


def phases(s: State) -> Mapping[str, tuple[str, str]]:
    """The phases of the turn of the side that moves; the weather begins a new turn."""
    side = vocabulary.SIDES[s.track[T_SIDE]]
    half = f"{side}_turn"
    found = {"movement": ("movement", half), "combat": ("combat_phase", half), "exploitation": ("exploitation", half)}
    found |= {"supply": ("supply", half), "supports": (f"{side}_supports", half)}
    if side == "soviet":
        found |= {name: (name, half) for name in ("offensives", "mars", "stavka")}
    else:
        found |= {name: (name, half) for name in ("begin_axis", "stalingrad_supply")}
    found |= {"reinforcements": (f"{side}_reinforcements", half), "end": (f"end_{side}_turn", half)}
    return found | {"weather": ("weather", "")}


# Defaults, and what is left open --------------------------------------------------------------------------------


def begin(d: Draft) -> None:
    """What holds if nothing is said: the scenario's tracks and control, nobody on the map."""
    s = d.s
    pack, scenario = s.pack, s.scenario
    for h in range(pack.hex_count):
        s.control[h] = max(0, scenario.control[h])
        s.history[h] = terms.SOVIET_TOOK if scenario.captured[h] else 0
    for u in range(pack.unit_count):
        s.where[u] = unnamed(s, u)
        s.steps[u] = usual_steps(s, u)
    for t in NO_PLACE:
        s.track[t] = -1
    is_long = scenario.first_turn == 0 and scenario.last_turn >= DEFAULT_TURN
    s.track[T_TURN] = DEFAULT_TURN if is_long else scenario.first_turn
    s.track[T_SIDE] = SOVIET
    s.track[command.T_FUHRER] = scenario.fuhrer
    s.track[command.T_MANSTEIN] = scenario.manstein
    s.track[command.T_MANSTEIN_SIDE] = scenario.manstein_side
    s.track[command.T_FS_TURN] = NEVER
    for effect in range(len(vocabulary.EFFECTS)):
        s.track[terms.T_SUPERIORITY + effect] = 1


def finish(d: Draft) -> None:
    """Open markers are dealt; what follows from what was said is reckoned."""
    s = d.s
    pack = s.pack
    if REST in d.kept:
        for m in range(pack.marker_count):
            entered = 0 <= pack.support_turn[pack.marker_kind[m]] <= s.track[T_TURN]
            if s.marker_place[m] == M_OUT and entered:
                s.lay(m, M_POOL)
    deal_open(d)
    if "shortages" not in d.said:
        shortages = [m for m in range(pack.marker_count) if pack.marker_kind[m] in (SHORTAGE, TEST_SHORTAGE)]
        s.track[command.T_SHORTAGES] = sum(1 for m in shortages if s.marker_place[m] != M_OUT)
    if "fortress" in d.said and "fortress_turn" not in d.said and s.track[terms.T_FS_HEX] >= 0:
        s.track[command.T_FS_TURN] = s.track[T_TURN] - 1
    s.forget_fields()


def deal_open(d: Draft) -> None:
    """``?``: any marker of its side, any Ju 52, that has no other place."""
    s = d.s
    pack = s.pack
    for place, side, count in d.keep("open"):
        for _ in range(count):
            rest = [
                m
                for m in range(pack.marker_count)
                if s.marker_place[m] in (M_OUT, M_POOL)
                and m not in d.keep("markers")
                and pack.support_side[pack.marker_kind[m]] == side
                and 0 <= pack.support_turn[pack.marker_kind[m]] <= s.track[T_TURN]
            ]
            if not rest:
                raise Misspelt(f"no further {vocabulary.SIDES[side]} support is left")
            m = rest[d.rng.below(len(rest))]
            d.keep("markers").append(m)
            s.lay(m, place)
    for place, h in d.keep("open planes"):
        pool = [j for j in range(pack.ju_count) if s.ju_place[j] == J_POOL]
        if not pool:
            raise Misspelt("no further Ju 52 is left")
        j = pool[d.rng.below(len(pool))]
        s.ju_place[j] = place
        s.ju_on[j] = h


def ended(s: State) -> bool:
    return s.track[T_OUTCOME] != 0


def open_view(s: State, seat: int) -> View:
    return View(seat, s, [0] * (2 * UNSEEN), [], 0)


def deal(d: Draft) -> Any:
    """The position of a game: of a seat's text, with the hidden markers dealt."""
    check_scenario(d.s)
    if d.view is None:
        return d.s
    return imagine(d.view, d.rng)


def check_scenario(s: State) -> None:
    """The turn is one of the scenario's, and nobody stands on the map who has no part in it."""
    scenario, pack = s.scenario, s.pack
    last = scenario.last_turn + 1 + s.rules.mar_iv
    if not scenario.first_turn <= s.track[T_TURN] <= last:
        raise Misspelt(f"'turn': {pack.turn_name[s.track[T_TURN]]} is no turn of '{scenario.name}'")
    upgraded = {new for _, _, new, _ in scenario.upgrades}
    for u in range(pack.unit_count):
        raised = pack.is_kg[u] or pack.kind[u] == vocabulary.ALARM or u in upgraded or u == pack.hq_transcaucasus
        comes = scenario.setup_place[u] != vocabulary.NOT_PLACED or scenario.arrival_turn[u] >= 0
        if s.where[u] >= 0 and not raised and not comes:
            raise Misspelt(f"{pack.unit_name[u]} is no part of '{scenario.name}'")
