"""What one can type at the table of a terminal; what it does is said by ``sit_help`` of the text files."""

COMMANDS = (
    *(
        "map",
        "look",
        "units",
        "status",
        "sum",
        "hidden",
        "why",
        "odds",
        "hint",
        "guide",
        "rule",
        "charts",
        "choices",
        "march",
    ),
    *("undo", "log", "note", "word", "bot", "standing", "seats", "give", "game", "resign", "save", "help", "quit"),
)

ALIASES = {
    "?": "help",
    "h": "help",
    "q": "quit",
    "exit": "quit",
    "m": "map",
    "l": "log",
    "u": "undo",
    "chart": "charts",
    "rules": "rule",
    "who": "units",
    "list": "choices",
}
