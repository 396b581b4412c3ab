"""Options of Roads. ``position.state.Rules`` turns them into numbers for the chapters."""

from typing import Final

from kurgan.kernel.protocol import Option
from kurgan.kernel.sentences import Text

ON_OFF: Final = ("off", "on")


def option_list(text: Text) -> list[Option]:
    """Rulings that can be switched."""
    return [
        Option("mar_iv", "off", ON_OFF, "19.3", text.get("options", "mar_iv")),
        Option("transcaucasus", "off", ON_OFF, "19.3", text.get("options", "transcaucasus")),
    ]
