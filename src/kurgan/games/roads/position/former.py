"""Roads: positions of former versions, made into those of the present rules.

Until version 0.2 every small number of the game stood in one array of 111 places, also those that only one procedure
needed, and steps existed that did nothing but write one before a call. Those numbers are locals now, and the steps are
gone. Saved positions (JSON) and texts of that time are still read: here is what stood where, who holds it now, and
which step stands for one that is gone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kurgan.games.roads import tracks
from kurgan.kernel.position_words import Local
from kurgan.kernel.protocol import Json

PLACES: Final = (
    "turn", "side", "ground", "sky", "ice", "fortress", "fortress_level", "superiority_1", "superiority_2",
    "superiority_3", "superiority_4", "major_at", "minor_a_at", "minor_b_at", "major_stalingrad",
    "minor_a_stalingrad", "minor_b_stalingrad", "mode", "points", "hexes_entered", "off_road", "rail", "fights_in",
    "phase_ended", "pocket_moved", "outcome", "victory_points", "sortie", "limit", "", "", "", "", "", "", "", "", "",
    "", "", "approval", "manstein", "manstein_next", "manstein_back", "manstein_dismissed", "crisis", "attacks_due",
    "attacks_made", "next_limit", "approved", "mars", "mars_over", "mars_fewer", "added", "draw_box", "draw_left",
    "shortages", "test_box", "cut_off", "major_now", "major_west", "major_waits", "minor_a_waits", "minor_b_waits",
    "marker_now", "exchanged", "bought", "garrison_failed", "transferred", "", "opening", "choose_left", "choose_box",
    "support_now", "surprise_from", "surprise_at", "stalin", "give_back", "raid", "partisans", "aa_used", "goering",
    "fortress_turn", "pocket_attacked", "pocket_fought", "ring_attacked", "air_attack", "hube", "sorties", "relieved",
    "wintergewitter", "no_draw", "backhand", "release_points", "headquarters", "priority_front", "second_front",
    "unit_now", "replacements", "replacements_allied", "no_replacements_soviet", "no_replacements_axis",
    "feb_withdrawal", "to_withdraw", "city_used", "mud_feb", "deployment", "cities_taken", "cities_retaken",
    "pocket_first", "historical",
)  # fmt: skip
"""The array of former versions, by the words of its texts."""

LOCALS: Final = tuple([name for name in PLACES if name and name not in (*tracks.NAMES, "mode", "points")])
SAID_ANYWHERE: Final = ("replacements", "replacements_allied", "city_used", "historical")
"""Former words that stood also without ``now``, where they meant nothing: the phase began anew."""

NOBODY: Final = ("marker_now", "support_now", "surprise_from", "priority_front", "second_front", "unit_now")
"""Numbers that were -1 unless said."""

UNIT_ASKED: Final = -2
"""Of the unit that counts twice in a fight, while the Axis was asked for it (10.4.3A)."""

Numbers = Mapping[str, int]
Made = tuple[int, ...]


def number(numbers: Numbers, name: str) -> int:
    return numbers.get(name, -1 if name in NOBODY else 0)


def those(*names: str) -> Callable[[Numbers], Made]:
    """The numbers as they were."""
    return lambda numbers: tuple([number(numbers, name) for name in names])


def some(*names: str) -> Callable[[Numbers], Made]:
    """Those of them that named somebody."""
    return lambda numbers: tuple([n for n in [number(numbers, name) for name in names] if n >= 0])


def if_any(name: str) -> Callable[[Numbers], Made]:
    """The number unless it was 0; who declined to add more was kept as -1 - n."""
    return lambda numbers: tuple([max(n, -1 - n) for n in [number(numbers, name)] if n not in (0, -1)])


def marker(numbers: Numbers) -> Made:
    """Besides markers, the same place told that Maskirovka was played, or a pair exchanged."""
    return tuple([n for n in [number(numbers, "marker_now")] if 0 <= n < 3])


RELEASES: Final = ("release_front", "release_offensive", "release_reserve")
GIVEN: Final[dict[str, Callable[[Numbers], Made]]] = {
    **dict.fromkeys(RELEASES, those("headquarters", "release_points")),
    "attacks": those("fights_in"),
    "choose_opening": those("opening"),
    "choose_sortie": those("sorties"),
    "choose_supports": those("choose_box", "choose_left"),
    "deploy": those("deployment"),
    "draw_supports": those("draw_box", "draw_left"),
    "entering": those("release_points"),
    "give_back": those("give_back"),
    "place_rebuilt": those("unit_now"),
    "replacements": those("replacements", "replacements_allied"),
    "surprise_attack": those("surprise_from", "surprise_at"),
}
"""Procedures that never stand without what they were given, and how it is made."""

NOTED: Final[dict[str, Callable[[Numbers], Made]]] = {
    **dict.fromkeys([f"{name}_unit" for name in RELEASES], some("unit_now")),
    **dict.fromkeys(("arrive_in_city", "buy_one", "free_division", "rebuild_one"), some("unit_now")),
    **dict.fromkeys(("enter_reserve", "solicit"), some("priority_front", "second_front")),
    **dict.fromkeys(("mars_phase", "solicit_one"), if_any("added")),
    **dict.fromkeys(("discord", "surrender"), those("give_back")),
    "air_bridge": those("draw_left"),
    "deploy_one": some("support_now"),
    "major_offensive": those("exchanged", "bought"),
    "movement": if_any("off_road"),
    "place_one": marker,
    "stalin": those("draw_left", "give_back"),
    "test_shortage": those("give_back", "cut_off"),
    "withdraw_of_kind": those("to_withdraw", "historical"),
}
"""Procedures that note something on their way."""

GONE: Final = (
    *("draw_fixed_soviet", "draw_axis", "stalin_draws", "stalin_takes", "discord_takes", "mars_draws", "mars_takes"),
    *("stalin_punishes", "blow_supports", "winter_returns", "winter_supports", "exchange", "release_for_offensive"),
    *("offensive_release", "front_release", "enter_units", "evacuee_back", "soviet_replacements", "axis_replacements"),
)
"""Steps that only held a call."""

ROWS: Final = {
    ("axis_supports", "owe_axis_draw"): "draw_supports",
    ("axis_supports", "draw_axis"): "draw_supports",
    ("soviet_support_phase", "choose_opening"): "opening",
    ("stalin", "stalin_draws"): "draw_supports",
    ("stalin", "stalin_takes"): "give_back",
    ("discord", "discord_takes"): "give_back",
    ("mars_phase", "begin_mars"): "help_mars",
    ("mars_phase", "mars_draws"): "draw_supports",
    ("mars_phase", "mars_takes"): "give_back",
    ("prepare", "owe_stavka_choice"): "choose_for_stavka",
    ("prepare", "owe_stavka_draw"): "draw_for_stavka",
    ("prepare", "owe_major_draw"): "draw_for_major",
    ("prepare", "owe_minor_draw"): "draw_for_minor",
    ("prepare", "owe_axis_choice"): "choose_for_axis",
    ("prepare", "owe_axis_start"): "draw_for_axis",
    ("end_soviet_turn", "owe_stalin"): "give_back",
    ("end_soviet_turn", "stalin_punishes"): "give_back",
    ("begin_axis", "blow_supports"): "choose_supports",
    ("winter_offensive", "winter_returns"): "give_back",
    ("winter_offensive", "winter_supports"): "choose_supports",
    ("deploy_supports", "begin_late"): "deploy_then",
    ("deploy_one", "marker_done"): "",
    ("major_offensive", "offensive_launched"): "",
    ("solicit_one", "begin_solicit"): "add_supports",
    ("solicit_one", "front_release"): "release_front",
    ("enter_reserve", "begin_entry"): "choose_first_depot",
    ("soviet_reinforcements", "set_soviet_points"): "replacements",
    ("soviet_reinforcements", "soviet_replacements"): "replacements",
    ("axis_reinforcements", "set_axis_points"): "replacements",
    ("axis_reinforcements", "axis_replacements"): "replacements",
    ("free_division", "free_chosen"): "place_rebuilt",
}
"""Row of a table -> the row that does its work now."""


def renewed_stack(frames: Sequence[list[Any]], numbers: Numbers) -> list[list[Any]]:
    """Saved frames of former versions as those of the present rules."""
    found: list[list[Any]] = []
    for frame in frames:
        name = frame[0]
        if name in GONE:
            continue
        made = [name, *frame[1:]]
        if len(frame) > 1 and isinstance(frame[1], str):
            made[1] = ROWS.get((name, frame[1]), frame[1])
        make = GIVEN.get(name) or NOTED.get(name)
        held = list(make(numbers)) if make is not None else []
        found.append([*made, held] if held else made)
    return found


def renewed(saved: Json) -> Json:
    """A saved position of any version as one of this."""
    if isinstance(saved["track"], dict):
        return saved
    numbers = {name: int(value) for name, value in zip(PLACES, saved["track"], strict=True) if name}
    on_the_march = bool(saved["moving"])
    battle = saved["battle"]
    if battle is not None and battle["double_unit"] == UNIT_ASKED:
        battle = {**battle, "double_unit": -1}
    return {
        **saved,
        "battle": battle,
        "track": {name: numbers[name] for name in tracks.NAMES},
        "mode": numbers["mode"] if on_the_march else 0,
        "points": numbers["points"] if on_the_march else 0,
        "stack": renewed_stack(saved["stack"], numbers),
    }


# Texts ------------------------------------------------------------------------------------------------------------


def frame_of(word: str) -> list[Any]:
    """A step as ``now`` tells it: its name, and the row if it is said; items and locals are left as they are."""
    name, slash, row = word.partition("/")
    if "(" in word or "@" in word:
        return [word]
    return [name, row] if slash else [name]


def is_former(frames: Sequence[list[Any]]) -> bool:
    """Some step is gone, or stands without what it must have been given."""
    return any(frame[0] in GONE or frame[0] in GIVEN or tuple(frame) in ROWS for frame in frames)


def word_of(frame: list[Any], known: Callable[[str], Sequence[Local]]) -> str:
    """A renewed frame as ``now`` tells it."""
    word = str(frame[0])
    for part in frame[1:]:
        if isinstance(part, str):
            word += f"/{part}"
        else:
            word += f"({','.join([local.write(value) for local, value in zip(known(frame[0]), part, strict=False)])})"
    return word
