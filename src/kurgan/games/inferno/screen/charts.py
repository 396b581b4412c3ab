"""The tables of Inferno as a player looks them up, made from the pack."""

from kurgan.games.inferno.pack.pack import (
    ARMIES,
    CLEAR,
    DIRECTIONS,
    FIRES,
    GERMAN,
    POOLS,
    SOVIET,
    STEPS,
    TERRAINS,
    URBAN,
    Pack,
)
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import Text

FACES = ("", "6", "5, 6", "4, 5, 6")
SEQUENCE = (
    ("6.1", "Soviet card, at random"),
    ("6.2", "German card (Deliberate Attack)"),
    ("6.3", "Showdown"),
    ("6.4", "Blank edges become 1"),
    ("6.5", "Soviet card works"),
    ("6.6", "German card works"),
    ("6.7", "Cards discarded"),
    ("6.8", "Opportunity Fire (Chuikov)"),
    ("6.9", "Rubble Roll (Deliberate Attack, urban)"),
    ("6.10", "Close Combat"),
    ("6.11", "Advance"),
    ("6.12", "Blitz (Hoth)"),
    ("6.13", "Conceal"),
)


def charts(p: Pack, text: Text) -> Json:
    """All of them, in the order of the book."""
    tables = [_terrain(text), _fire(), _sequence(), _rubble(p), _compass(p), _spawn(p), _track(p)]
    return {"charts": [*tables, _cards(p, GERMAN), _cards(p, SOVIET), _advantages(p)]}


def _chart(name: str, title: str, rule: str, columns: list[str], rows: list[list[str]], note: str = "") -> Json:
    return {"name": name, "title": title, "rule": rule, "columns": columns, "rows": rows, "note": note}


def _terrain(text: Text) -> Json:
    def word(key: str) -> str:
        return text.get("words", key)

    rows = []
    for ground, name in enumerate(TERRAINS):
        clear, rubble = [word("chart_yes" if holds else "chart_no") for holds in (ground == CLEAR, ground == URBAN)]
        fire = word("chart_defender_first" if ground == URBAN else "chart_together")
        rows.append([word(name), clear, fire, rubble, clear])
    columns = [word(f"chart_{key}") for key in ("hex", "long_move", "close_combat", "rubble", "hoth")]
    return _chart("terrain", word("terrain"), "2.3", columns, rows)


def _fire() -> Json:
    colours = ("", "black", "white", "red")
    rows = [[FIRES[f], colours[f], FACES[f]] for f in (1, 2, 3)]
    note = "A die for each dot. Khrushchev and a fortification each add a number for Soviet units."
    return _chart("firepower", "Firepower", "2.7", ["Fire", "Dots", "Hits on"], rows, note)


def _sequence() -> Json:
    return _chart("combat", "Combat sequence", "6", ["Step", "What"], [[rule, what] for rule, what in SEQUENCE])


def _rubble(p: Pack) -> Json:
    rows = [
        ["card", "the number on it"],
        ["each hex attacked from", "+1"],
        ["each attacking Panzer or Panzer Grenadier", "+1"],
    ]
    note = f"Rubble at {p.rubble_target} or more on {p.rubble_dice} dice; {p.rubble_limit} markers in all."
    return _chart("rubble", "Rubble Roll", "6.9.2", ["For", "Modifier"], rows, note)


def _compass(p: Pack) -> Json:
    """The direction of each face, read back from a hex that has all six neighbours."""
    rows = []
    for h in range(p.hexes):
        if len(p.near[h]) == len(DIRECTIONS):
            for die in range(1, len(DIRECTIONS) + 1):
                n = p.toward[h][die]
                step = (p.x[n] - p.x[h], p.row[n] - p.row[h])
                rows.append([str(die), DIRECTIONS[STEPS.index(step)]])
            break
    return _chart("compass", "Soviet compass", "4.6", ["Die", "Direction"], rows, "1 is backwards, to the Volga.")


def _spawn(p: Pack) -> Json:
    rows = [[p.hex_name[h], ", ".join([POOLS[pool] for pool in p.spawn_list[h]])] for h in p.soviet_spawn]
    note = "In this order. A full hex gives a card; a unit that its pool cannot give, too."
    return _chart("spawn", "Soviet spawn", "7.6.1", ["Hex", "Units"], rows, note)


def _track(p: Pack) -> Json:
    rows = []
    for row in range(p.track_rows):
        u = p.row_unit[row]
        rows.append([str(row + 1), p.unit_title[u] if u >= 0 else "Raus (6th Panzer)"])
    entry = "; ".join(
        [f"{ARMIES[a]} at {', '.join([p.hex_name[h] for h in p.deploy_hexes[a]])}" for a in range(len(p.deploy_hexes))]
    )
    return _chart("track", "Reinforcements", "5.1", ["Row", "Surplus dice remove"], rows, f"They enter: {entry}.")


def _cards(p: Pack, side: int) -> Json:
    rows = []
    for c in range(p.cards):
        if p.card_side[c] == side:
            dice = f"{p.card_dice[c]} dice, hits on {FACES[p.card_fire[c]]}" if p.card_dice[c] else ""
            rubble = f"+{p.card_rubble[c]}" if p.card_rubble[c] else ""
            rows.append([p.card_title[c], str(p.card_count[c]), dice, rubble])
    name, title, rule = (
        ("german_cards", "German cards", "8.2") if side == GERMAN else ("soviet_cards", "Soviet cards", "8.4")
    )
    return _chart(name, title, rule, ["Card", "Number", "Dice", "Rubble"], rows)


def _advantages(p: Pack) -> Json:
    rows = []
    for side, word in ((GERMAN, "German"), (SOVIET, "Soviet")):
        names = [p.advantage_title[a] for a in range(len(p.advantage_name)) if p.advantage_side[a] == side]
        rows += [[word, str(i + 1), title] for i, title in enumerate(names)]
    return _chart("advantages", "Advantages", "12.1", ["Side", "No.", "Advantage"], rows)
