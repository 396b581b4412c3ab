"""Roads: the table of the words of a position; what is more than a number or a name is in text.py."""

from collections.abc import Mapping
from typing import Final

from kurgan.games.roads import terms, tracks
from kurgan.games.roads import terms_high_command as command
from kurgan.games.roads.hidden.view import HIDDEN as UNSEEN
from kurgan.games.roads.hidden.view import View, imagine
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import AXIS, SHORTAGE, SOVIET, TEST_SHORTAGE
from kurgan.games.roads.position import former
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
from kurgan.games.roads.rules.r19_scenarios import is_over
from kurgan.games.roads.terms import J_POOL, M_OUT, M_POOL
from kurgan.kernel.position_words import (
    Amounts,
    Cell,
    Draft,
    Flags,
    Former,
    Line,
    Local,
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


def used(name: str, what: str) -> Reason:
    """Why a word cannot be said in a scenario that does without its track."""

    def reason(s: State) -> str:
        return "" if getattr(s.scenario, f"uses_{name}") else f"'{s.scenario.name}' has no {what}"

    return reason


APPROVAL: Final = used("approval", "Approval track")
MANSTEIN: Final = used("manstein", "Manstein")
MARS: Final = used("mars", "Operation Mars")
OFFENSIVES: Final = used("offensives", "Offensive Markers")

TABLE: Final[tuple[tuple[str, int, int, str, Reason], ...]] = (
    ("rail", 0, 99, "rail points left", always),
    ("victory_points", -999, 999, "the score", always),
    ("sortie", 0, 1, "1: a sortie from the pocket this turn", always),
    ("approval", -1, 99, "box of the Approval marker", APPROVAL),
    ("manstein", -1, 99, "box of the Manstein marker, -1 not on the track", MANSTEIN),
    (
        "manstein_next",
        0,
        2,
        "next offensive: 0 Wintergewitter, 1 Backhand, 2 none",
        always,
    ),
    ("manstein_back", -1, 99, "turn by number in which he comes back, -1 none", MANSTEIN),
    ("manstein_dismissed", 0, 1, "1: he was dismissed", MANSTEIN),
    ("crisis", 0, 99, "box to which a crisis reset approval, 0 none", APPROVAL),
    ("attacks_due", 0, 99, "armored attacks that restore Manstein", MANSTEIN),
    ("attacks_made", 0, 99, "armored attacks made since the crisis", always),
    ("approved", 0, 3, "1: approval rose in this combat phase, 2: in exploitation", always),
    ("mars", -3, 3, "box of the Mars marker", MARS),
    ("mars_over", 0, 1, "1: Mars is over", MARS),
    ("mars_fewer", 0, 99, "turns in which STAVKA draws one support fewer", MARS),
    ("shortages", 0, 99, "shortage markers that have entered the game", always),
    ("test_box", 0, 9, "box into which the Test marker was drawn, by number", always),
    ("major_now", 0, 1, "1: a major offensive was launched this turn", OFFENSIVES),
    ("major_west", 0, 1, "1: the Major marker stood west of the Donets", OFFENSIVES),
    ("major_waits", 0, 1, "1: the Major marker comes back at the end of the turn", OFFENSIVES),
    ("minor_a_waits", 0, 1, "1: Minor A does", OFFENSIVES),
    ("minor_b_waits", 0, 1, "1: Minor B does", OFFENSIVES),
    ("garrison_failed", 0, 1, "1: no Soviet supports this turn", always),
    ("transferred", 0, 1, "1: an O marker was transferred this turn", OFFENSIVES),
    ("stalin", 0, 2, "1: Stalin's order stands, 2: it was not followed", always),
    ("raid", 0, 1, "1: an airfield was raided", always),
    ("partisans", 0, 99, "rail points that partisans cost the Axis", always),
    ("aa_used", 0, 1, "1: the anti-aircraft battery has driven planes off", always),
    ("goering", 0, 1, "1: Goering was played for the next air bridge", always),
    (
        "fortress_turn",
        -2,
        99,
        "turn by number in which the fortress was declared, -2 never",
        always,
    ),
    ("pocket_attacked", 0, 99, "pocket stacks attacked this Soviet turn", always),
    ("pocket_first", 0, MANY, "1 + number of the first pocket hex attacked", always),
    ("pocket_fought", 0, 1, "1: a unit of the pocket attacked this Axis turn", always),
    ("ring_attacked", 0, 1, "1: the ring was attacked in the last Axis turn", always),
    ("air_attack", 0, 1, "1: an armored attack near the pocket in the last Axis turn", always),
    ("hube", 0, 1, "1: General Hube leads the defense", always),
    ("relieved", 0, 1, "1: Manstein has gained by an open pocket", always),
    ("wintergewitter", 0, 2, "1: launched, 2: and has paid", always),
    ("no_draw", 0, 1, "1: no Axis supports are drawn this turn", always),
    ("backhand", -99, 99, "balance of major cities since the Backhand Blow", always),
    ("no_replacements_soviet", 0, 1, "1: the Soviets get no more", always),
    ("no_replacements_axis", 0, 1, "1: the Axis gets no more", always),
    ("feb_withdrawal", 0, 1, "1: the withdrawal of FEB II was made", always),
    ("mud_feb", 0, 1, "1: mud on FEB IV", always),
    ("cities_taken", 0, 32767, "major cities that the Soviets took once, as bits", always),
    ("cities_retaken", 0, 32767, "major cities that the Axis took back once, as bits", always),
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
    "hit": "who lost a step in this attrition, or `tank_brigade`",
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
        Name(
            "turn", track(tracks.TURN), Vocabulary("turn", pack.turn_name), "the turn", left_out="DEC_II or the first"
        ),
        Name("side", track(tracks.SIDE), Vocabulary("side", vocabulary.SIDES), "the phasing side", left_out="soviet"),
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
        *going_words(units, hexes),
        *former_words(pack),
        *battle_words(units, hexes),
    ]
    return Wording(
        words, [Record("fight", "battle", no_battle, None)], phases, items(pack, units, hexes),
        begin=begin, finish=finish, ended=is_over, deal=deal, open_view=open_view,
        scenario="campaign", locals_of=locals_of(units, hexes, markers), renewed=renewed_line,
    )  # fmt: skip


def locals_of(units: Vocabulary, hexes: Vocabulary, markers: Vocabulary) -> dict[str, tuple[Local, ...]]:
    """What procedures hold while they are under way."""
    box = Local("box", "where they go to", Vocabulary("box", command.BOX_WORDS))
    left = Local("left", "how many are still to be taken")
    unit = Local("unit", "about to be placed", units)
    hq = Local("hq", "headquarters", units)
    points = Local("points", "unit points left")
    om = Vocabulary("marker", vocabulary.OFFENSIVE_MARKERS)
    fronts = (Local("first", "headquarters chosen first", units), Local("second", "and then", units))
    releases = ("release_front", "release_offensive", "release_reserve")
    return {
        "movement": (Local("off_road", "1: a support was spent to leave the roads"),),
        "attacks": (Local("phase", "0 combat, 1 exploitation"),),
        **dict.fromkeys(("draw_supports", "choose_supports"), (box, left)),
        **dict.fromkeys(("choose_opening", "give_back", "surrender", "discord", "choose_sortie", "entering"), (left,)),
        **dict.fromkeys(("acquire_box", "air_bridge"), (left,)),
        "stalin": (Local("gives", "supports drawn by his order"), Local("takes", "supports that he takes back")),
        **dict.fromkeys(("mars_phase", "solicit_one"), (Local("added", "supports added; then, points thrown"),)),
        "deploy": (Local("late", "0 early kinds, 1 the others"),),
        "deploy_one": (Local("support", "the marker in hand, known to its side", markers),),
        "surprise_attack": (Local("start", "where it started", hexes), Local("at", "where it stands", hexes)),
        "major_offensive": (Local("exchanged", "supports given away"), Local("bought", "supports for units")),
        "allot_one": (Local("exchanged", "supports given away, with this one"),),
        "one_answer": (Local("resists", "1: the Axis names the unit that defends doubled"),),
        "offensive_phase": (Local("masked", "1: Maskirovka was played"),),
        "place_one": (Local("marker", "the Offensive Marker being placed", om),),
        "test_shortage": (Local("to_pay", "shortages to be paid"), Local("unpaid", "stacks that may be marked")),
        **dict.fromkeys(("solicit", "enter_reserve"), fronts),
        **dict.fromkeys(releases, (hq, points)),
        "reserve_release": (hq,),
        **dict.fromkeys([f"{name}_unit" for name in releases], (unit,)),
        **dict.fromkeys(("buy_one", "arrive_in_city", "free_division", "rebuild_one", "place_rebuilt"), (unit,)),
        "replacements": (points, Local("for_allies", "of them for allies")),
        "withdraw_of_kind": (left, Local("historical", "1: by the historical list")),
    }


def former_words(pack: Pack) -> list[Word]:
    """Words of former texts for what procedures hold now."""
    spoken: dict[str, Vocabulary] = {
        "marker_now": Vocabulary("marker", (*vocabulary.OFFENSIVE_MARKERS, *[""] * 5, "exchanging", "masked")),
        "support_now": Vocabulary("support", numbered(pack.support_name, pack.marker_kind)),
        **dict.fromkeys(("surprise_from", "surprise_at"), Vocabulary("hex", pack.hex_name)),
        **dict.fromkeys(
            ("headquarters", "priority_front", "second_front", "unit_now"), Vocabulary("unit", pack.unit_name)
        ),
    }
    found: list[Word] = [Former(name, -99, MANY, spoken.get(name)) for name in former.LOCALS]
    for word in found:
        word.going_on = word.name not in former.SAID_ANYWHERE
    return found


def renewed_line(d: Draft, line: Line, wording: Wording) -> Line:
    """The steps under way of a former text as those of the present rules."""
    numbers = dict(d.keep("former"))
    frames = [former.frame_of(word) for word in line.values]
    if not numbers and not former.is_former(frames):
        return line
    renewed = former.renewed_stack(frames, numbers)
    return line._replace(values=[former.word_of(frame, wording.of) for frame in renewed])


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
        Number(name, track(tracks.NAMES.index(name)), low, high, about, needs=needs, left_out="as at the start")
        for name, low, high, about, needs in TABLE
    ]
    limits = Vocabulary("limit", vocabulary.LIMITS)
    words.append(Name("limit", track(tracks.LIMIT), limits, "what a crisis forbids the Axis this turn"))
    words.append(Name("next_limit", track(tracks.NEXT_LIMIT), limits, "and in the next", needs=APPROVAL))
    for i, name in enumerate(vocabulary.OFFENSIVE_MARKERS):
        where = Name(
            f"{name}_at", track(tracks.MAJOR_AT + i), hexes, f"the hex of the {name} marker", -1, needs=OFFENSIVES
        )
        side = Number(
            f"{name}_stalingrad",
            track(tracks.MAJOR_STALINGRAD + i),
            0,
            1,
            "1: its Stalingrad side is up",
            needs=OFFENSIVES,
        )
        words += [where, side]
    outcomes = Vocabulary("outcome", ["", *command.OUTCOMES])
    words.append(Name("outcome", track(tracks.OUTCOME), outcomes, "how the game ended", 0, going_on=True))
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


def going_words(units: Vocabulary, hexes: Vocabulary) -> list[Word]:
    return [
        Number("mode", Cell("mode"), 0, 4, "0 normal, 1 strategic, 2 rail, 3 exploitation, 4 reaction", going_on=True),
        Number("points", Cell("points"), -99, 999, "half movement points left", going_on=True),
        Number("pocket_moved", track(tracks.POCKET_MOVED), 0, 99, "pocket units that moved at level 1", going_on=True),
        Numbers("todo", Cell("todo"), 0, 99, "what an event leaves to be asked, by number", going_on=True),
        Names("moving", Cell("moving"), units, "who moves together", going_on=True),
        Names("path", Cell("path"), hexes, "the way so far", twice=True, going_on=True),
    ]  # fmt: skip


def battle_words(units: Vocabulary, hexes: Vocabulary) -> list[Word]:
    """The fight under way; each line begins with ``fight``."""

    def at(column: str) -> Cell:
        return Cell(column, record="battle")

    losers = Vocabulary("unit", units.words, {terms.TANK_BRIGADE: "tank_brigade"})
    fresh = no_battle().to_json()
    words: list[Word] = []
    for name, value in fresh.items():
        if name in HEX_FIELDS and name != "first_hex":
            words.append(Name(name, at(name), hexes, HEX_FIELDS[name], -1))
        elif name in UNIT_FIELDS:
            words.append(Name(name, at(name), units, UNIT_FIELDS[name], -1))
        elif name in UNIT_LISTS:
            spoken = losers if name == "hit" else units
            words.append(Names(name, at(name), spoken, UNIT_LISTS[name], twice=True))
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
    side = vocabulary.SIDES[s.track[tracks.SIDE]]
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
    s.track[tracks.MANSTEIN_BACK] = -1
    is_long = scenario.first_turn == 0 and scenario.last_turn >= DEFAULT_TURN
    s.track[tracks.TURN] = DEFAULT_TURN if is_long else scenario.first_turn
    s.track[tracks.SIDE] = SOVIET
    s.track[tracks.APPROVAL] = scenario.fuhrer
    s.track[tracks.MANSTEIN] = scenario.manstein
    s.track[tracks.MANSTEIN_NEXT] = scenario.manstein_side
    s.track[tracks.FORTRESS_TURN] = NEVER
    for effect in range(len(vocabulary.EFFECTS)):
        s.track[tracks.SUPERIORITY + effect] = 1


def finish(d: Draft) -> None:
    """Open markers are dealt; what follows from what was said is reckoned."""
    s = d.s
    pack = s.pack
    if REST in d.kept:
        for m in range(pack.marker_count):
            entered = 0 <= pack.support_turn[pack.marker_kind[m]] <= s.track[tracks.TURN]
            if s.marker_place[m] == M_OUT and entered:
                s.lay(m, M_POOL)
    deal_open(d)
    if "shortages" not in d.said:
        shortages = [m for m in range(pack.marker_count) if pack.marker_kind[m] in (SHORTAGE, TEST_SHORTAGE)]
        s.track[tracks.SHORTAGES] = sum(1 for m in shortages if s.marker_place[m] != M_OUT)
    if "fortress" in d.said and "fortress_turn" not in d.said and s.track[tracks.FORTRESS] >= 0:
        s.track[tracks.FORTRESS_TURN] = s.track[tracks.TURN] - 1
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
                and 0 <= pack.support_turn[pack.marker_kind[m]] <= s.track[tracks.TURN]
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


def open_view(s: State, seat: int) -> View:
    return View(seat, s, [0] * (2 * UNSEEN), [], 0)


def deal(d: Draft) -> State:
    """The position of a game: of a seat's text, with the hidden markers dealt."""
    check_scenario(d.s)
    s: State = d.s
    return s if d.view is None else imagine(d.view, d.rng)


def check_scenario(s: State) -> None:
    """The turn is one of the scenario's, and nobody stands on the map who has no part in it."""
    scenario, pack = s.scenario, s.pack
    last = scenario.last_turn + 1 + s.rules.mar_iv
    if not scenario.first_turn <= s.track[tracks.TURN] <= last:
        raise Misspelt(f"'turn': {pack.turn_name[s.track[tracks.TURN]]} is no turn of '{scenario.name}'")
    upgraded = {new for _, _, new, _ in scenario.upgrades}
    for u in range(pack.unit_count):
        raised = pack.is_kg[u] or pack.kind[u] == vocabulary.ALARM or u in upgraded or u == pack.hq_transcaucasus
        comes = scenario.setup_place[u] != vocabulary.NOT_PLACED or scenario.arrival_turn[u] >= 0
        if s.where[u] >= 0 and not raised and not comes:
            raise Misspelt(f"{pack.unit_name[u]} is no part of '{scenario.name}'")
