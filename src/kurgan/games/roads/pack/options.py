"""Options of Roads. ``position.state.Rules`` turns them into numbers for the chapters."""

from typing import Final

from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import CAMPAIGN
from kurgan.kernel.protocol import Option
from kurgan.kernel.sentences import Text

ON_OFF: Final = ("off", "on")


def option_list(pack: Pack, text: Text) -> list[Option]:
    """[19.3] Rulings that can be switched: both are of the campaign."""
    campaign = tuple([name for name, scenario in pack.scenarios.items() if scenario.number == CAMPAIGN])
    return [
        Option(name, "off", ON_OFF, "19.3", text.get("options", name), scenarios=campaign)
        for name in ("mar_iv", "transcaucasus")
    ]
