"""What the terminal says of itself."""

HELP = """\
Answer with the number of a choice, or type it as it is written: "move 29/RCN 10".
Several at once, apart by semicolons, reach up to the next dice: "move A 6; move B 6; attack".

  map               the map                      look PLACE or PIECE   what is there
  march PLACE       all the way there (march PIECE PLACE), or alone: how far a march can go, with its cost
  units             who is where                 sum                   the fight being prepared, term by term
  status            turn and tracks              hidden                what has not been seen yet
  why MOVE          why something is not allowed (also: why 10, why 29/RCN)
  odds              the chances of the fight     hint                  what the bot would do, and why
  guide             what this question is about  rule 9.5.5            a rule in our words
  charts [NAME]     charts and tables            choices               the choices again
  undo [N]          take back                    undo turn             back to the last dice
  log [N]           the last lines of the log    note TEXT             a remark for the record
  bot [N]           let the bot decide for you   standing              your standing orders
  standing HOW      answer this question so from now on: "always ANSWER", "never", "by RULE", "clear"
  seats             who plays what               give SEAT BOT         hand a seat to a bot (or to: person)
  game              scenario, options, pack      resign                give up
  word TEXT         your own word for the dice, once for each promise of them
  save [FILE]       where the game is kept, or a copy to play on apart
  help              this                         quit                  leave; the game is kept
Put a colon before a command if a move has the same name: ":map"."""

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
