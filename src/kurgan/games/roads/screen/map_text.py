"""Roads: the map and the charts as text."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.position.state import State
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import Text

GROUND = (".", "f", "m", "~")
TOWN = ("", "v", "c", "C")
SIDE = ("s", "a")
SIGNS = ("", "~", "^")

Chart = Json


def map_text(pack: Pack, text: Text, s: State) -> str:
    """The part in play, north on top: stacks as S or A with their size, else town or ground."""
    rows, columns = played_part(pack, s)
    lines = []
    for r in reversed(rows):
        cells = [cell(pack, s, r * pack.columns + c) for c in columns]
        indent = "  " if r % 2 == 0 else ""
        lines.append(f"{r:02d} {indent}{' '.join(cells)}".rstrip())
    numbers = "   " + " ".join(f"{c + 1:02d} " for c in columns)
    legend = text.get("words", "map_legend")
    return "\n".join([numbers.rstrip(), *lines, "", legend, "", *stacks(pack, s)])


def played_part(pack: Pack, s: State) -> tuple[range, range]:
    """The rows and columns that the land in play spans; columns are counted from 0."""
    hexes = [h for h in range(pack.hex_count) if s.scenario.plays[h] and pack.is_land[h]]
    rows = [h // pack.columns for h in hexes]
    columns = [h % pack.columns for h in hexes]
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def stacks(pack: Pack, s: State) -> list[str]:
    """Stacks from north to south: ``-`` after a unit reduced, ``~`` out of supply, ``^`` in the pocket."""
    found = []
    for h in range(pack.hex_count - 1, -1, -1):
        u = s.first[h]
        if u < 0:
            continue
        side = vocabulary.SIDES[pack.side[u]]
        names = []
        while u >= 0:
            reduced = "-" if s.steps[u] < pack.max_steps[u] else ""
            names.append(pack.unit_name[u] + reduced + SIGNS[s.supply[u]])
            u = s.next[u]
        found.append(f"{pack.hex_name[h]} {pack.place_name[h]}".strip() + f" ({side}): {' '.join(names)}")
    return found


def cell(pack: Pack, s: State, h: int) -> str:
    """Three letters: ``S3!`` a Soviet stack of three with a headquarters, ``Cs`` a Soviet major city, ``.`` steppe."""
    if not s.scenario.plays[h] and pack.is_land[h]:
        return "   "
    u = s.first[h]
    if u >= 0:
        count = 0
        command = " "
        side = pack.side[u]
        while u >= 0:
            if pack.is_hq[u]:
                command = "!"
            else:
                count += 1
            u = s.next[u]
        return f"{'SA'[side]}{min(count, 9)}{'#' if s.track[tracks.FORTRESS] == h else command}"
    if pack.settlement[h]:
        return f"{TOWN[pack.settlement[h]]}{SIDE[s.control[h]]} "
    return f"{GROUND[pack.terrain[h]]}  "


def charts(pack: Pack, text: Text) -> Chart:
    """The charts a player looks at."""
    plain = (
        combat_chart, weather_chart, terrain_chart, fortress_chart, air_chart, acquisition_chart, approval_chart,
        crisis_chart, stavka_chart,
    )  # fmt: skip
    return {"charts": [make(pack) for make in plain] + [support_chart(pack, text), ju52_chart(pack, text)]}


def chart(name: str, title: str, rule: str, columns: list[str], rows: list[list[str]], note: str = "") -> Chart:
    return {"name": name, "title": title, "rule": rule, "columns": columns, "rows": rows, "note": note}


def combat_chart(pack: Pack) -> Chart:
    rows = []
    for roll in range(2, 13):
        cells = []
        for column in range(len(vocabulary.ODDS)):
            i = column * vocabulary.ROLLS + roll
            a = f"A{pack.crt_losses_a[i]}" if pack.crt_losses_a[i] else ""
            d = f"D{pack.crt_losses_d[i]}" if pack.crt_losses_d[i] else ""
            results = f"{vocabulary.ATTACKER_RESULTS[pack.crt_a[i]]} / {vocabulary.DEFENDER_RESULTS[pack.crt_d[i]]}"
            cells.append(f"{a + d or '-'}  {results}")
        rows.append([str(roll), *cells])
    note = "Losses, then attacker / defender. An elite bonus may choose inside the blocks 2-5, 6-8, 9-12."
    return chart("combat", "Combat results", "8.7", ["2d6", *vocabulary.ODDS], rows, note)


def weather_chart(pack: Pack) -> Chart:
    columns = max(pack.weather_column) + 1
    heads = [turns_of(pack, column) for column in range(columns)]
    rows = []
    for roll in range(2, 13):
        cells = []
        for column in range(columns):
            i = column * vocabulary.ROLLS + roll
            ice = ("", ", minor frozen", ", all frozen")[pack.weather_ice[i]]
            cells.append(f"{vocabulary.GROUNDS[pack.weather_ground[i]]}, {vocabulary.SKIES[pack.weather_sky[i]]}{ice}")
        rows.append([str(roll), *cells])
    return chart("weather", "Weather", "3.5", ["2d6", *heads], rows)


def turns_of(pack: Pack, column: int) -> str:
    turns = [t for t, c in enumerate(pack.weather_column) if c == column]
    first, last = pack.turn_title[turns[0]], pack.turn_title[turns[-1]]
    return first if first == last else f"{first} to {last}"


def fortress_chart(pack: Pack) -> Chart:
    rows = []
    for level in range(pack.fs_top, 0, -1):
        codes = (pack.fs_attack[level], pack.fs_defense[level], pack.fs_move[level])
        rows.append([str(level), *[vocabulary.FS_FACTORS[code].replace("_", " ") for code in codes]])
    return chart("fortress", "Fortress Stalingrad", "10.3.2", ["Level", "Attack", "Defense", "Movement"], rows)


def air_chart(pack: Pack) -> Chart:
    rows = [[up_to(pack.air_rows, i), f"{row[1]:+d}", str(row[2])] for i, row in enumerate(pack.air_rows)]
    return chart("air_bridge", "Air bridge", "10.4", ["Modified die", "Level", "Ju 52"], rows)


def up_to(rows: list[list[int]], i: int) -> str:
    """The span of modified rolls of a row."""
    if i == 0:
        return f"{rows[0][0]} or less"
    low = rows[i - 1][0] + 1
    if i == len(rows) - 1:
        return f"{low} or more"
    return str(low) if low == rows[i][0] else f"{low} to {rows[i][0]}"


def acquisition_chart(pack: Pack) -> Chart:
    rows = [[up_to(pack.acquisition_rows, i), str(r[1]), str(r[2])] for i, r in enumerate(pack.acquisition_rows)]
    return chart("acquisition", "Soviet supports", "5.3.2", ["Modified 2d6", "STAVKA", "Minor offensive"], rows)


def approval_chart(pack: Pack) -> Chart:
    boxes = range(pack.approval_top, -1, -1)
    rows = [[str(b), str(pack.approval_supports[b]), str(pack.approval_rp[b])] for b in boxes]
    note = "The higher of the two markers counts. In box 0 there is a crisis at OKH."
    return chart("approval", "Fuehrer approval", "15.1.3", ["Box", "Supports", "Replacement points"], rows, note)


def crisis_chart(pack: Pack) -> Chart:
    rows = [
        [str(r), f"{pack.crisis_manstein[r]:+d}", str(pack.crisis_approval[r]), str(pack.crisis_attacks[r]),
         vocabulary.LIMITS[pack.crisis_limit[r]].replace("_", " ")]
        for r in range(2, 13)
    ]  # fmt: skip
    heads = ["2d6", "Manstein", "Fuehrer to", "Armored attacks", "Next turn held"]
    return chart("crisis", "Crisis at OKH", "15.3", heads, rows)


def stavka_chart(pack: Pack) -> Chart:
    places = ("road", "railway", "city with railway", "major city with railway")
    rows = [[places[i], f"{pack.stavka_drm[i]:+d}", str(pack.stavka_enter[i])] for i in range(4)]
    released = "; ".join(f"{up_to(pack.stavka_rows, i)}: {row[1]}" for i, row in enumerate(pack.stavka_rows))
    heads = ["Headquarters on", "Modifier", "May enter"]
    return chart("stavka", "STAVKA", "13.1.1", heads, rows, f"Released {released}.")


def changes(row: int, table: list[int], names: tuple[str, ...]) -> str:
    """Results that a terrain changes, in words."""
    changed = [f"{names[r]} to {names[table[row * 8 + r]]}" for r in range(8) if table[row * 8 + r] != r]
    return ", ".join(changed) or "as rolled"


def terrain_chart(pack: Pack) -> Chart:
    costs = [pack.move_cost[vocabulary.CLEAR], pack.move_cost[vocabulary.FOREST], pack.move_cost[vocabulary.MARSH]]
    defense = [0, 0, 0, pack.town_defense[vocabulary.CITY], pack.town_defense[vocabulary.MAJOR_CITY], 0]
    rows = []
    for row, name in enumerate(vocabulary.TEC_ROWS):
        cost = str(costs[row] // 2) if row < len(costs) else "other terrain" if row < 5 else f"+{pack.major_cost // 2}"
        a = changes(row, pack.tec_a, vocabulary.ATTACKER_RESULTS)
        d = changes(row, pack.tec_d, vocabulary.DEFENDER_RESULTS)
        rows.append([name.replace("_", " "), cost, f"+{defense[row]}" if defense[row] else "-", a, d])
    village, river = pack.town_defense[vocabulary.VILLAGE], pack.minor_cost // 2
    note = f"Village +{village}; minor river +{river} to cross, +{pack.minor_defense} defense."
    heads = ["Terrain", "Movement", "Defense", "Attacker", "Defender"]
    return chart("terrain", "Terrain effects", "8.10.2", heads, rows, note)


def support_chart(pack: Pack, text: Text) -> Chart:
    rows = []
    for k in range(pack.support_count):
        side = vocabulary.SIDES[pack.support_side[k]]
        mark = "O" if pack.support_offensive[k] else ""
        words = text.get("words", "support_" + pack.support_name[k])
        rows.append([pack.support_title[k], side, str(pack.support_copies[k]), mark, words])
    return chart("supports", "Support markers", "5.5", ["Marker", "Side", "Copies", "O", "Event"], rows)


def ju52_chart(pack: Pack, text: Text) -> Chart:
    rows = [
        [title, str(pack.ju_kind.count(k)), text.get("rules", "10.4.3" + "ABCDEFGHIJ"[k])]
        for k, title in enumerate(pack.ju_title)
    ]
    return chart("ju52", "Ju 52", "10.4.3", ["Marker", "Copies", "Event"], rows)
