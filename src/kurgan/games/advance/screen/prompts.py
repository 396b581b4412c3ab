"""What prompts and the effects of answers speak of."""

from collections.abc import Mapping

from kurgan.games.advance.position.state import State
from kurgan.games.advance.rules import r06_sequence as sequence
from kurgan.games.advance.rules import r06_supply as supply
from kurgan.games.advance.rules import r08_movement as movement
from kurgan.games.advance.rules import r09_combat as combat
from kurgan.games.advance.screen.march import points_word
from kurgan.kernel import flow
from kurgan.kernel.sentences import Text


def prompt_words(s: State, text: Text) -> dict[str, str]:
    """What prompts may speak of: places, units and numbers everybody sees."""
    p = s.pack
    b = s.battle
    words = {"turn": str(s.turn), "supply": str(s.supply), "morale": str(s.morale), "points": str(s.points)}
    words["active"] = text.label(p.area_name[s.active])
    words["orders"] = text.get("words", "may_end" if movement.may_end(s) else "may_not_end")
    words["target"] = text.label(p.area_name[b.area]) if b is not None else ""
    words["lead"] = p.unit_name[b.lead] if b is not None and b.lead >= 0 else ""
    words["unit"] = p.unit_name[max(s.mover, s.returning)] if max(s.mover, s.returning) >= 0 else ""
    words["here"] = text.label(p.area_name[s.where[s.mover]]) if s.mover >= 0 else ""
    if any(flow.is_under_way(s, step) for step in ("rejoin", "reinforce", "reinforce_october")):
        words["group"] = ", ".join(p.unit_name[u] for u in sequence.units_of_group(s, sequence.group_at_hand(s)))
    if flow.is_under_way(s, "come_back"):
        words["unit"] = p.unit_name[flow.current(s, "come_back")]
    if flow.is_under_way(s, "bloody_streets"):
        words["target"] = text.label(p.area_name[flow.current(s, "bloody_streets")])
    return words


def effect_words(s: State, text: Text, slots: Mapping[str, int]) -> dict[str, str]:
    """[6.3] [9.5.2C] What a purchase costs, and what a marker adds this turn."""
    words = {"shells": str(combat.shells(s)), "engineers": str(combat.SUPPORT_BONUS)}
    if "goods" in slots:
        words["price"] = points_word(text, supply.price(s, slots["goods"]))
    elif "unit" in slots:
        words["price"] = points_word(text, s.pack.return_cost[slots["unit"]])
    return words
