"""Options of Advance. ``position.state.Rules`` turns them into numbers for the chapters."""

from typing import Final

from kurgan.games.advance.pack.pack import Pack
from kurgan.kernel.protocol import Option
from kurgan.kernel.sentences import Text

SWITCHES: Final = ("rubble", "northern_shoulder", "isolation", "parent_organization", "limited_air", "pavlov")
SWITCH_RULES: Final = ("12.1", "12.2", "12.3", "12.4", "12.5", "12.6")
ON_OFF: Final = ("off", "on")


def option_list(pack: Pack, text: Text) -> list[Option]:
    """[12.0] The optional rules, and the rulings that can be switched."""
    counted = tuple([name for name, scenario in pack.scenarios.items() if not scenario.needs_all])
    switches = [
        Option(name, "off", ON_OFF, rule, text.get("options", name))
        for name, rule in zip(SWITCHES, SWITCH_RULES, strict=True)
    ]
    return [
        *switches,
        Option("starting_morale", "0", (), "12.7", text.get("options", "starting_morale")),
        Option("reroll_ones", "", (), "12.8", text.get("options", "reroll_ones")),
        Option("victory_areas", "0", (), "11.2", text.get("options", "victory_areas"), scenarios=counted),
        Option("return_area_6", "off", ON_OFF, "6.3", text.get("options", "return_area_6")),
    ]
