"""The tables of Inferno as a player looks them up, made from the pack."""

from collections.abc import Sequence

from kurgan.games.inferno.pack.pack import (
    ARMIES,
    CLEAR,
    DIRECTIONS,
    FIRES,
    GERMAN,
    POOLS,
    SIDES,
    SOVIET,
    STEPS,
    TERRAINS,
    URBAN,
    Pack,
)
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import Text

FACES = ("", "6", "5, 6", "4, 5, 6")
STEPS_OF_COMBAT = 13


def charts(p: Pack, text: Text) -> Json:
    """All of them, in the order of the book."""
    return {"charts": Charts(p, text).tables()}


class Charts:
    """Makes the tables of one pack; words come from the text file."""

    def __init__(self, p: Pack, text: Text) -> None:
        self.p = p
        self.text = text

    def tables(self) -> list[Json]:
        fighting = [self.terrain(), self.fire(), self.sequence(), self.rubble()]
        coming = [self.compass(), self.spawn(), self.track()]
        return [*fighting, *coming, self.cards(GERMAN), self.cards(SOVIET), self.advantages()]

    def word(self, key: str, **values: object) -> str:
        return self.text.fill("words", f"chart_{key}", {name: str(value) for name, value in values.items()})

    def chart(self, name: str, rule: str, columns: Sequence[str], rows: list[list[str]], note: str = "") -> Json:
        """``columns`` are keys of words; the title is the word of the chart itself."""
        heads = [self.word(column) for column in columns]
        return {"name": name, "title": self.word(name), "rule": rule, "columns": heads, "rows": rows, "note": note}

    def terrain(self) -> Json:
        rows = []
        for ground, name in enumerate(TERRAINS):
            clear, rubble = [self.word("yes" if holds else "no") for holds in (ground == CLEAR, ground == URBAN)]
            fire = self.word("defender_first" if ground == URBAN else "together")
            rows.append([self.text.get("words", name), clear, fire, rubble, clear])
        return self.chart("terrain", "2.3", ("hex", "long_move", "close_combat", "rubble_column", "hoth"), rows)

    def fire(self) -> Json:
        rows = []
        for f in (1, 2, 3):
            name, colour = [self.text.get("words", f"{key}_{FIRES[f]}") for key in ("fire", "pips")]
            rows.append([name or FIRES[f], colour, FACES[f]])
        return self.chart("firepower", "2.7", ("fire", "dots", "hits_on"), rows, self.word("firepower_note"))

    def sequence(self) -> Json:
        rules = [f"6.{step}" for step in range(1, STEPS_OF_COMBAT + 1)]
        return self.chart("combat", "6", ("step", "what"), [[rule, self.word(rule)] for rule in rules])

    def rubble(self) -> Json:
        p = self.p
        rows = [[self.word("for_card"), self.word("its_number")]]
        rows += [[self.word(key), "+1"] for key in ("for_hex", "for_panzer")]
        note = self.word("rubble_note", target=p.rubble_target, dice=p.rubble_dice, limit=p.rubble_limit)
        return self.chart("rubble", "6.9.2", ("for", "modifier"), rows, note)

    def compass(self) -> Json:
        """The direction of each face, read back from a hex that has all six neighbours."""
        p = self.p
        rows = []
        for h in range(p.hexes):
            if len(p.near[h]) == len(DIRECTIONS):
                for die in range(1, len(DIRECTIONS) + 1):
                    n = p.toward[h][die]
                    step = (p.x[n] - p.x[h], p.row[n] - p.row[h])
                    rows.append([str(die), self.word(DIRECTIONS[STEPS.index(step)])])
                break
        return self.chart("compass", "4.6", ("die", "direction"), rows, self.word("compass_note"))

    def spawn(self) -> Json:
        p = self.p
        pools = [self.text.get("words", f"pool_{pool}") for pool in POOLS]
        rows = [[p.hex_name[h], ", ".join([pools[pool] for pool in p.spawn_list[h]])] for h in p.soviet_spawn]
        return self.chart("spawn", "7.6.1", ("hex", "units"), rows, self.word("spawn_note"))

    def track(self) -> Json:
        p = self.p
        rows = []
        for row in range(p.track_rows):
            u = p.row_unit[row]
            rows.append([str(row + 1), self.text.label(p.unit_title[u]) if u >= 0 else self.word("raus")])
        entry = []
        for a in range(len(p.deploy_hexes)):
            hexes = ", ".join([p.hex_name[h] for h in p.deploy_hexes[a]])
            entry.append(self.word("enters", army=self.word(ARMIES[a]), hexes=hexes))
        return self.chart("track", "5.1", ("row", "surplus"), rows, self.word("track_note", entry="; ".join(entry)))

    def cards(self, side: int) -> Json:
        p = self.p
        rows = []
        for c in range(p.cards):
            if p.card_side[c] == side:
                values = {"dice": str(p.card_dice[c]), "faces": FACES[p.card_fire[c]]}
                dice = self.text.fill("words", "card_dice", values) if p.card_dice[c] else ""
                rubble = f"+{p.card_rubble[c]}" if p.card_rubble[c] else ""
                rows.append([self.text.label(p.card_title[c]), str(p.card_count[c]), dice, rubble])
        name, rule = ("german_cards", "8.2") if side == GERMAN else ("soviet_cards", "8.4")
        return self.chart(name, rule, ("card", "number", "dice", "rubble_column"), rows)

    def advantages(self) -> Json:
        p = self.p
        rows = []
        for side in (GERMAN, SOVIET):
            names = [p.advantage_title[a] for a in range(len(p.advantage_name)) if p.advantage_side[a] == side]
            rows += [[self.word(SIDES[side]), str(i + 1), self.text.label(title)] for i, title in enumerate(names)]
        return self.chart("advantages", "12.1", ("side", "place", "advantage"), rows)
