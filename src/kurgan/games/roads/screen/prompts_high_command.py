"""Roads: what the prompts of high command may speak of; only what both sides see."""

from kurgan.games.roads import tracks
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r05_events as support_events
from kurgan.games.roads.screen.speech import Speech
from kurgan.games.roads.terms_high_command import OM_WORDS
from kurgan.kernel import flow

LEFT = {
    "choose_opening_support": ("choose_opening", 0),
    "choose_support": ("choose_supports", 1),
    "return_support": ("give_back", 0),
    "surrender_unit": ("surrender", 0),
    "pay_shortage": ("test_shortage", 0),
    "sortie_stack": ("choose_sortie", 0),
    "buy_unit": ("major_offensive", 1),
    "choose_front_unit": ("release_front", 1),
    "choose_offensive_unit": ("release_offensive", 1),
    "choose_reserve_unit": ("release_reserve", 1),
    "enter_unit": ("entering", 0),
    "rebuild": ("replacements", 0),
    "withdraw_unit": ("withdraw_of_kind", 0),
}
"""Step -> the procedure that knows how much is left, and which of its locals it is."""
UNIT_IN_HAND = (
    *("buy_one", "release_front_unit", "release_offensive_unit", "release_reserve_unit", "arrive_in_city"),
    *("free_division", "rebuild_one", "place_rebuilt"),
)
"""Procedures whose local is a unit about to be placed."""
ARRIVALS = ("soviet_arrivals", "axis_arrivals")


def command_words(s: State, speech: Speech) -> dict[str, str]:
    """Words by placeholder for the questions of chapters 5, 6, 10 to 19."""
    words: dict[str, str] = {"rail": str(s.track[tracks.RAIL])}
    step = flow.top(s)
    name = step.name if step is not None else ""
    if name in LEFT:
        procedure, which = LEFT[name]
        words["left"] = str(flow.local(s, procedure)[which])
    for under_way, _, held in s.stack:
        if under_way.name in UNIT_IN_HAND and held:
            words["unit"] = speech.units[held[0]]
    for each in ARRIVALS:
        if flow.is_under_way(s, each) and name.startswith("place_"):
            words["unit"] = speech.units[flow.current(s, each)]
    if name == "upgrade":
        words["unit"] = speech.units[s.scenario.upgrades[flow.current(s, "upgrades")][2]]
    if flow.is_under_way(s, "surprise_attack"):
        words["here"] = s.pack.hex_name[flow.local(s, "surprise_attack")[0]]
    words.update(hq_words(s, speech))
    words.update(marker_words(s, name, speech))
    words["support"] = support_in_hand(s, speech) if name == "aim_support" else ""
    return words


def hq_words(s: State, speech: Speech) -> dict[str, str]:
    """The headquarters at which units leave or enter the reserve."""
    q = -1
    for each in ("solicit_for", "enter_at"):
        if flow.is_under_way(s, each):
            q = flow.current(s, each)
    if flow.is_under_way(s, "release_reserve"):
        q, _ = flow.local(s, "release_reserve")
    return {"hq": speech.units[q]} if q >= 0 else {}


def support_in_hand(s: State, speech: Speech) -> str:
    """[5.5.1] Which support is about to be laid, in brackets; the view of who may not know it holds none."""
    m = support_events.marker_in_hand(s)
    return f" ({speech.support(s.pack.marker_kind[m])})" if m >= 0 else ""


def marker_words(s: State, name: str, speech: Speech) -> dict[str, str]:
    """The offensive marker that is being placed or taken off."""
    om = flow.local(s, "place_one")[0] if name == "place_marker" else -1
    if name == "redeploy_marker":
        om = flow.current(s, "redeploy")
    if not 0 <= om < len(OM_WORDS):
        return {}
    place = s.track[tracks.MAJOR_AT + om]
    title = speech.say("the Major marker") if om == 0 else speech.say("the Minor marker {letter}", letter="AB"[om - 1])
    return {"marker": title, "place": s.pack.hex_name[place] if place >= 0 else ""}
