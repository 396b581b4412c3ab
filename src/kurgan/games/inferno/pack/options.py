"""Options of Inferno, and how they become the rules of one game.

``edition`` sets every switch at once; a switch that is not left at "edition" overrides it.
"""

from typing import Final

from kurgan.games.inferno.pack.pack import Pack
from kurgan.games.inferno.position.state import Rules
from kurgan.games.inferno.rules.r12_designers_way import IMPOSSIBLE_GERMAN
from kurgan.games.inferno.terms import NONE
from kurgan.kernel.protocol import Misspelt, Option
from kurgan.kernel.sentences import Text

BY_EDITION: Final = "edition"
ON_OFF: Final = ("off", "on")

SWITCH_RULES: Final = {
    "w_setup_regiment": "3.8",
    "full_two_unit_spawn_cards": "7.6.2",
    "aa_rubble_without_airstrike": "8.5.3",
    "row_dead_after_removal": "5.1.4",
    "long_move_start_must_be_clear": "5.2",
    "place_factory_and_docks": "3",
    "short_move_contact": "5.3",
    "repeated_die_cards": "7.7.5A",
    "pioneer_672": "8.2.4",
    "opportunity_fire_dice": "8.4.1.1",
    "special_units": "12.10",
}


def option_list(pack: Pack, text: Text) -> list[Option]:
    """Level, opponent and edition, then every switch of the editions."""
    levels, editions = tuple(pack.level_name), tuple(pack.preset_name)
    levels_said = tuple([text.label(title) for title in pack.level_title])
    scripted = scenarios_without(pack, "soviet")
    # The 15th is blue and the others in W are yellow: in co-op they may not share a hex.
    one_colour = scenarios_without(pack, "blue")
    found = [
        Option("level", levels[0], levels, "12", text.get("options", "level"), levels_said, first=True),
        Option("lively", "off", ON_OFF, "10", text.get("options", "lively"), scenarios=scripted),
        Option("edition", editions[0], editions, "1.6", text.get("options", "edition"), said(text, editions)),
    ]
    for i, name in enumerate(pack.switch_name):
        about = text.get("options", name) or pack.switch_about[i]
        choices = (BY_EDITION, *pack.switch_choices[i])
        rule, where = SWITCH_RULES.get(name, ""), one_colour if name == "w_setup_regiment" else ()
        found.append(Option(name, BY_EDITION, choices, rule, about, said(text, choices), where))
    return found


def scenarios_without(pack: Pack, seat: str) -> tuple[str, ...]:
    """Those in which nobody sits there."""
    return tuple([name for name, seats in zip(pack.scenarios, pack.scenario_seats, strict=True) if seat not in seats])


def said(text: Text, choices: tuple[str, ...]) -> tuple[str, ...]:
    """What values of an option are called; a number is itself."""
    return tuple([text.get("words", f"choice_{choice}") or choice.replace("_", " ") for choice in choices])


def switch(pack: Pack, settled: dict[str, str], name: str) -> str:
    """The value of a switch: its own, or that of the edition."""
    value = settled.get(name, BY_EDITION)
    if value != BY_EDITION:
        return value
    i = pack.switch_name.index(name)
    preset = pack.preset_name.index(settled["edition"])
    return pack.switch_choices[i][pack.preset[preset][i]]


def make_rules(pack: Pack, scenario: str, settled: dict[str, str]) -> Rules:
    """Scenario and settled options as the ints that the chapters read."""
    if scenario not in pack.scenarios:
        raise Misspelt(f"unknown scenario '{scenario}'")
    r = Rules()
    r.scenario = scenario
    r.options = dict(settled)
    seats = pack.scenario_seats[pack.scenarios.index(scenario)]
    r.coop = 1 if "blue" in seats else 0
    r.soviet_seat = seats.index("soviet") if "soviet" in seats else NONE
    r.lively = 1 if settled["lively"] == "on" and r.soviet_seat == NONE else 0
    r.soviet_chooses = 1 if r.lively or r.soviet_seat != NONE else 0
    r.german_mask = 3 if r.coop else 1
    r.soviet_mask = 0 if r.soviet_seat == NONE else 1 << r.soviet_seat
    r.level = pack.level_name.index(settled["level"])
    r.designers = pack.level_designers[r.level]
    _set_switches(r, pack, settled)
    r.alike = pack.alike_coop if r.coop else pack.alike
    r.sixth_panzer = advantage_bit(pack, "SixthPanzer")
    r.marines_empowered = advantage_bit(pack, "MarinesEmpowered")
    r.late_deployment = advantage_bit(pack, "LateDeployment")
    r.immortal_guard = advantage_bit(pack, "ImmortalGuard")
    return r


def _set_switches(r: Rules, pack: Pack, settled: dict[str, str]) -> None:
    r.start_2018 = int(switch(pack, settled, "w_setup_regiment") == "15" and r.coop == 0)
    r.full_spawn_cards = int(switch(pack, settled, "full_two_unit_spawn_cards"))
    r.aa_always = int(switch(pack, settled, "aa_rubble_without_airstrike") == "yes")
    r.row_dead = int(switch(pack, settled, "row_dead_after_removal") == "yes")
    r.long_from_clear = int(switch(pack, settled, "long_move_start_must_be_clear") == "yes")
    r.ends_apart = int(switch(pack, settled, "short_move_contact") == "ends_apart")
    r.one_per_value = int(switch(pack, settled, "repeated_die_cards") == "one_per_value")
    r.fifth_pioneer = int(switch(pack, settled, "pioneer_672") == "fifth_card")
    r.fire_per_stack = int(switch(pack, settled, "opportunity_fire_dice") == "per_unit_and_stack")
    everywhere = switch(pack, settled, "special_units") == "designers_way"
    r.special_units = int(r.level == IMPOSSIBLE_GERMAN or (everywhere and r.designers == 1))
    r.forts = int(r.level == IMPOSSIBLE_GERMAN)
    r.card_count = pack.card_count[:]
    if r.fifth_pioneer:
        for c in range(pack.german_cards):
            if pack.is_pioneer[c] and pack.needs[c] < 0:
                r.card_count[c] += 1


def advantage_bit(pack: Pack, name: str) -> int:
    """The bit of an advantage, 0 in a pack without it."""
    return 1 << pack.advantage_name.index(name) if name in pack.advantage_name else 0
