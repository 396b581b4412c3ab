"""Roads: the charts that a player looks at."""

from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.screen.speech import Speech
from kurgan.kernel.protocol import Json

Chart = Json


def charts(speech: Speech) -> Chart:
    """The charts a player looks at."""
    plain = (
        combat_chart, weather_chart, terrain_chart, fortress_chart, air_chart, acquisition_chart, approval_chart,
        crisis_chart, stavka_chart, support_chart, ju52_chart,
    )  # fmt: skip
    return {"charts": [make(speech) for make in plain]}


def chart(name: str, title: str, rule: str, columns: list[str], rows: list[list[str]], note: str = "") -> Chart:
    return {"name": name, "title": title, "rule": rule, "columns": columns, "rows": rows, "note": note}


def combat_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
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
    note = say("Losses, then attacker / defender. An elite bonus may choose inside the blocks 2-5, 6-8, 9-12.")
    return chart("combat", say("Combat results"), "8.7", ["2d6", *vocabulary.ODDS], rows, note)


def weather_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    columns = max(pack.weather_column) + 1
    heads = [turns_of(speech, column) for column in range(columns)]
    rows = []
    for roll in range(2, 13):
        cells = []
        for column in range(columns):
            i = column * vocabulary.ROLLS + roll
            ice = ("", say(", minor frozen"), say(", all frozen"))[pack.weather_ice[i]]
            ground, sky = vocabulary.GROUNDS[pack.weather_ground[i]], vocabulary.SKIES[pack.weather_sky[i]]
            cells.append(f"{speech.word(ground)}, {speech.word(sky)}{ice}")
        rows.append([str(roll), *cells])
    return chart("weather", speech.word("weather"), "3.5", ["2d6", *heads], rows)


def turns_of(speech: Speech, column: int) -> str:
    turns = [t for t, c in enumerate(speech.pack.weather_column) if c == column]
    first, last = speech.turn(turns[0]), speech.turn(turns[-1])
    return first if first == last else speech.say("{first} to {last}", first=first, last=last)


def fortress_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    rows = []
    for level in range(pack.fs_top, 0, -1):
        codes = (pack.fs_attack[level], pack.fs_defense[level], pack.fs_move[level])
        rows.append([str(level), *[say(vocabulary.FS_FACTORS[code].replace("_", " ")) for code in codes]])
    heads = [say("Level"), say("Attack"), say("Defense"), say("Movement")]
    return chart("fortress", say("Fortress Stalingrad"), "10.3.2", heads, rows)


def air_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    rows = [[up_to(speech, pack.air_rows, i), f"{row[1]:+d}", str(row[2])] for i, row in enumerate(pack.air_rows)]
    return chart("air_bridge", say("Air bridge"), "10.4", [say("Modified die"), say("Level"), "Ju 52"], rows)


def up_to(speech: Speech, rows: list[list[int]], i: int) -> str:
    """The span of modified rolls of a row."""
    if i == 0:
        return speech.say("{count} or less", count=rows[0][0])
    low = rows[i - 1][0] + 1
    if i == len(rows) - 1:
        return speech.say("{count} or more", count=low)
    return str(low) if low == rows[i][0] else speech.say("{first} to {last}", first=low, last=rows[i][0])


def acquisition_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    rows = [
        [up_to(speech, pack.acquisition_rows, i), str(r[1]), str(r[2])] for i, r in enumerate(pack.acquisition_rows)
    ]
    heads = [say("Modified 2d6"), "STAVKA", say("Minor offensive")]
    return chart("acquisition", say("Soviet supports"), "5.3.2", heads, rows)


def approval_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    boxes = range(pack.approval_top, -1, -1)
    rows = [[str(b), str(pack.approval_supports[b]), str(pack.approval_rp[b])] for b in boxes]
    note = say("The higher of the two markers counts. In box 0 there is a crisis at OKH.")
    heads = [say("Box"), say("Supports"), say("Replacement points")]
    return chart("approval", say("Fuehrer approval"), "15.1.3", heads, rows, note)


def crisis_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    rows = [
        [str(r), f"{pack.crisis_manstein[r]:+d}", str(pack.crisis_approval[r]), str(pack.crisis_attacks[r]),
         speech.word("limit_" + vocabulary.LIMITS[pack.crisis_limit[r]])]
        for r in range(2, 13)
    ]  # fmt: skip
    heads = ["2d6", "Manstein", say("Fuehrer to"), say("Armored attacks"), say("Next turn held")]
    return chart("crisis", say("Crisis at OKH"), "15.3", heads, rows)


def stavka_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    places = (say("road"), say("railway"), say("city with railway"), say("major city with railway"))
    rows = [[places[i], f"{pack.stavka_drm[i]:+d}", str(pack.stavka_enter[i])] for i in range(4)]
    released = "; ".join(f"{up_to(speech, pack.stavka_rows, i)}: {row[1]}" for i, row in enumerate(pack.stavka_rows))
    heads = [say("Headquarters on"), say("Modifier"), say("May enter")]
    return chart("stavka", "STAVKA", "13.1.1", heads, rows, say("Released {released}.", released=released))


def changes(speech: Speech, row: int, table: list[int], names: tuple[str, ...]) -> str:
    """Results that a terrain changes, in words."""
    cells = [(r, table[row * 8 + r]) for r in range(8)]
    changed = [speech.say("{first} to {last}", first=names[r], last=names[n]) for r, n in cells if n != r]
    return ", ".join(changed) or speech.say("as rolled")


def terrain_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    costs = [pack.move_cost[vocabulary.CLEAR], pack.move_cost[vocabulary.FOREST], pack.move_cost[vocabulary.MARSH]]
    defense = [0, 0, 0, pack.town_defense[vocabulary.CITY], pack.town_defense[vocabulary.MAJOR_CITY], 0]
    rows = []
    for row, name in enumerate(vocabulary.TEC_ROWS):
        cost = (
            str(costs[row] // 2)
            if row < len(costs)
            else say("other terrain")
            if row < 5
            else f"+{pack.major_cost // 2}"
        )
        a = changes(speech, row, pack.tec_a, vocabulary.ATTACKER_RESULTS)
        d = changes(speech, row, pack.tec_d, vocabulary.DEFENDER_RESULTS)
        rows.append([say(name.replace("_", " ")), cost, f"+{defense[row]}" if defense[row] else "-", a, d])
    village, river = pack.town_defense[vocabulary.VILLAGE], pack.minor_cost // 2
    told = "Village +{village}; minor river +{river} to cross, +{defense} defense."
    note = say(told, village=village, river=river, defense=pack.minor_defense)
    heads = [say("Terrain"), say("Movement"), say("Defense"), say("Attacker"), say("Defender")]
    return chart("terrain", say("Terrain effects"), "8.10.2", heads, rows, note)


def support_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    rows = []
    for k in range(pack.support_count):
        side = say(vocabulary.SIDES[pack.support_side[k]])
        mark = "O" if pack.support_offensive[k] else ""
        words = speech.text.get("words", "support_" + pack.support_name[k])
        rows.append([speech.support(k), side, str(pack.support_copies[k]), mark, words])
    heads = [say("Marker"), say("Side"), say("Copies"), "O", say("Event")]
    return chart("supports", say("Support markers"), "5.5", heads, rows)


def ju52_chart(speech: Speech) -> Chart:
    pack, say = speech.pack, speech.say
    rows = [
        [speech.flight(k), str(pack.ju_kind.count(k)), speech.text.get("rules", "10.4.3" + "ABCDEFGHIJ"[k])]
        for k in range(len(pack.ju_title))
    ]
    return chart("ju52", "Ju 52", "10.4.3", [say("Marker"), say("Copies"), say("Event")], rows)
