"""Roads: what the prompts of high command may speak of; only what both sides see."""

from kurgan.games.roads.position.state import State
from kurgan.games.roads.terms import T_OM, T_RAIL
from kurgan.games.roads.terms_high_command import (
    OM_WORDS,
    T_BUY,
    T_CHOOSE,
    T_FROM,
    T_HQ,
    T_OM_NOW,
    T_OPENING,
    T_POINTS_LEFT,
    T_RETURN,
    T_RP,
    T_SORTIES,
    T_TO_WITHDRAW,
    T_UNIT,
)
from kurgan.kernel import flow

LEFT = {
    "choose_opening_support": T_OPENING,
    "choose_support": T_CHOOSE,
    "return_support": T_RETURN,
    "surrender_unit": T_RETURN,
    "pay_shortage": T_RETURN,
    "sortie_stack": T_SORTIES,
    "buy_unit": T_BUY,
    "choose_front_unit": T_POINTS_LEFT,
    "choose_offensive_unit": T_POINTS_LEFT,
    "choose_reserve_unit": T_POINTS_LEFT,
    "enter_unit": T_POINTS_LEFT,
    "rebuild": T_RP,
    "withdraw_unit": T_TO_WITHDRAW,
}
"""Step -> the track that says how much is left."""
ARRIVALS = ("soviet_arrivals", "axis_arrivals")


def command_words(s: State) -> dict[str, str]:
    """Words by placeholder for the questions of chapters 5, 6, 10 to 19."""
    words: dict[str, str] = {"rail": str(s.track[T_RAIL])}
    step = flow.top(s)
    name = step.name if step is not None else ""
    if name in LEFT:
        words["left"] = str(s.track[LEFT[name]])
    if s.track[T_UNIT] >= 0:
        words["unit"] = s.pack.unit_title[s.track[T_UNIT]]
    for each in ARRIVALS:
        if flow.is_under_way(s, each) and name.startswith("place_"):
            words["unit"] = s.pack.unit_title[flow.current(s, each)]
    if name == "upgrade":
        words["unit"] = s.pack.unit_title[s.scenario.upgrades[flow.current(s, "upgrades")][2]]
    if s.track[T_FROM] >= 0:
        words["here"] = s.pack.hex_name[s.track[T_FROM]]
    if flow.is_under_way(s, "stavka_phase") or flow.is_under_way(s, "reserve_release"):
        if s.track[T_HQ] >= 0:
            words["hq"] = s.pack.unit_title[s.track[T_HQ]]
    words.update(marker_words(s, name))
    return words


def marker_words(s: State, name: str) -> dict[str, str]:
    """The offensive marker that is being placed or taken off."""
    om = s.track[T_OM_NOW] if name == "place_marker" else -1
    if name == "redeploy_marker":
        om = flow.current(s, "redeploy")
    if not 0 <= om < len(OM_WORDS):
        return {}
    place = s.track[T_OM + om]
    title = "the Major marker" if om == 0 else f"the Minor marker {'AB'[om - 1]}"
    return {"marker": title, "place": s.pack.hex_name[place] if place >= 0 else ""}
