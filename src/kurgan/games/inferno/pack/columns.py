"""The second half of reading a pack: plain tables to checked columns of ints.

Every fault names file, line and column. Nothing here knows the printed edition; ``edition.py`` does.
"""

from math import lcm

from kurgan.games.inferno.pack.pack import (
    ARMIES,
    BLUE,
    DIRECTIONS,
    EDGES,
    EFFECTS,
    FIRES,
    FORMAT,
    GERMAN,
    GUARD,
    INFANTRY,
    INFANTRY_POOL,
    KINDS,
    LANDING_DICE,
    MARINE,
    MARINE_POOL,
    MOST_DOTS,
    MOTORIZED,
    PANZER,
    PANZER_GRENADIER,
    POOLS,
    POWERS,
    RED,
    RIFLE,
    SIDES,
    SOVIET,
    STEPS,
    TANK,
    TANK_POOL,
    TERRAINS,
    URBAN,
    WHITE,
    YELLOW,
    Pack,
    Tables,
)
from kurgan.kernel.packfile import SOURCES, PackError, Row, known, need
from kurgan.kernel.protocol import Json


def _make_masks(p: Pack) -> None:
    """Which blocks may lie in a pool, be dealt at setup, enter a hex, or fill the last column of the track."""
    p.pool_mask = [0] * len(POOLS)
    p.colour_mask = [0] * p.hexes
    p.plain_mask = [0] * len(ARMIES)
    p.army_mask = [0] * len(ARMIES)
    for u in range(p.units):
        if p.side[u] == GERMAN:
            p.army_mask[p.army[u]] |= 1 << u
            for h in p.deploy_hexes[p.army[u]]:
                p.colour_mask[h] |= 1 << u
            if p.kind[u] == INFANTRY:
                p.plain_mask[p.army[u]] |= 1 << u
            continue
        bit = 1 << (u - p.germans)
        p.pool_mask[p.pool[u]] |= bit
        if p.pool[u] != MARINE_POOL and not p.is_guard[u]:
            p.dealt_mask |= bit
            (p.bag_tanks if p.pool[u] == TANK_POOL else p.bag_infantry).append(u)
            p.dealt_late_mask |= 0 if p.is_late[u] else bit
    p.alike = _look_alikes(p, False)
    p.alike_coop = _look_alikes(p, True)
    p.plain_scale = lcm(*range(1, p.plain_mask[p.last_column_army].bit_count() + 1))


def _look_alikes(p: Pack, colours: bool) -> list[int]:
    numbers: dict[tuple[int, ...], int] = {}
    found = []
    for u in range(p.units):
        look = [p.side[u], p.kind[u], p.power[u], p.full[u], *p.fire[u]]
        if p.side[u] == GERMAN:
            look.append(u if p.is_r[u] else -1)
            look.append(p.army[u] if colours else -1)
        found.append(numbers.setdefault(tuple(look), len(numbers)))
    return found


def freeze(tables: Tables) -> Pack:
    """Checked columns from plain tables, in the order in which the files refer to each other."""
    p = Pack()
    p.source = tables.source
    p.checksum = tables.checksum
    _freeze_meta(p, tables.meta)
    _freeze_hexes(p, tables.hexes)
    _freeze_units(p, tables.units)
    _freeze_cards(p, tables.cards)
    _freeze_advantages(p, tables)
    _freeze_charts(p, tables.charts)
    _freeze_setup(p, tables.charts)
    _freeze_editions(p, tables.editions)
    _freeze_scenarios(p, tables.scenarios)
    _make_masks(p)
    return p


def _freeze_meta(p: Pack, meta: Json) -> None:
    file = "pack.toml"
    keys = ("format", "name", "title", "edition", "claims", "reconstructed", "parent", "about", "designer", "publisher")
    known(meta, keys, file)
    if need(meta, "format", int, file) != FORMAT:
        raise PackError(file, f"format {meta['format']} is not known; this program reads format {FORMAT}")
    if need(meta, "name", str, file) != "inferno":
        raise PackError(file, f"'name' is '{meta['name']}'; this pack should be for 'inferno'")
    p.title = need(meta, "title", str, file)
    p.edition = need(meta, "edition", str, file)
    p.claims = need(meta, "claims", str, file)
    if p.claims not in ("", "printed"):
        raise PackError(file, f"'claims' is '{p.claims}'; known are 'printed' and ''")
    p.reconstructed = need(meta, "reconstructed", bool, file)
    p.about = meta.get("about", "")


def _freeze_hexes(p: Pack, rows: list[Row]) -> None:
    places: dict[tuple[int, int], int] = {}
    last = (-(10**6), 0)
    for row in rows:
        h = p.hexes
        name = _token(row, p.hex_of)
        p.hex_of[name] = h
        p.hexes += 1
        p.hex_name.append(name)
        p.hex_title.append(row.optional("title"))
        p.row.append(row.number("row"))
        p.x.append(row.number("x"))
        if (p.row[h] + p.x[h]) % 2 != 1:
            raise row.fail(
                "x", "row and x must add up to an odd number: hexes of neighbouring rows are shifted by half"
            )
        place = (p.x[h], p.row[h])
        if place in places:
            raise row.fail("x", f"hex {p.hex_name[places[place]]} has the same place")
        if (p.row[h], -p.x[h]) < last:
            raise row.fail("row", "hexes must be listed north to south, in a row from east to west")
        last = (p.row[h], -p.x[h])
        places[place] = h
        p.terrain.append(row.one_of("terrain", TERRAINS))
        p.start_side.append(row.one_of("start", SIDES))
        _freeze_spawn_hex(p, row, h)
        if row.flag("setup"):
            p.setup_hexes.append(h)
        fort = row.optional("fort")
        if fort:
            row.one_of("fort", ("brown", "red"))
            p.fort_hexes.append(h)
        p.fort_colour.append(fort)
        _note_sources(p, row, f"hex {name}")
    for h in range(p.hexes):
        around = [places.get((p.x[h] + dx, p.row[h] + dy), -1) for dx, dy in STEPS]
        p.toward.append([-1, *around])
        p.near.append([n for n in around if n >= 0])
    _check_one_piece(p, rows)


def _freeze_spawn_hex(p: Pack, row: Row, h: int) -> None:
    spawn = row.optional("spawn")
    p.spawn_side.append(-1)
    p.spawn_army.append(-1)
    if spawn:
        army = row.one_of("spawn", ("yellow", "blue", "soviet"))
        p.spawn_side[h] = SOVIET if spawn == "soviet" else GERMAN
        p.spawn_army[h] = RED if spawn == "soviet" else army
        if spawn != "soviet":
            p.german_spawn.append(h)


def _check_one_piece(p: Pack, rows: list[Row]) -> None:
    if not p.hexes:
        raise PackError("hexes.csv", "has no hexes")
    seen = {0}
    todo = [0]
    while todo:
        for n in p.near[todo.pop()]:
            if n not in seen:
                seen.add(n)
                todo.append(n)
    for h in range(p.hexes):
        if h not in seen:
            raise rows[h].fail("x", f"hex {p.hex_name[h]} cannot be reached from hex {p.hex_name[0]}")


def _freeze_units(p: Pack, rows: list[Row]) -> None:
    for row in rows:
        u = p.units
        name = _token(row, p.unit_of)
        p.unit_of[name] = u
        p.units += 1
        p.unit_name.append(name)
        p.unit_title.append(row.text("title"))
        p.formation.append(row.optional("formation"))
        p.unit_number.append(row.number("number", 0))
        side = row.one_of("side", SIDES)
        if side == GERMAN and p.germans < u:
            raise row.fail("side", "German units must all be listed before the Soviet ones")
        p.germans += side == GERMAN
        p.side.append(side)
        kind = row.one_of("kind", KINDS)
        if (kind <= PANZER_GRENADIER) != (side == GERMAN):
            raise row.fail("kind", f"'{KINDS[kind]}' is not a kind of {SIDES[side]} unit")
        p.kind.append(kind)
        army = row.one_of("army", ARMIES)
        if (army == RED) != (side == SOVIET):
            raise row.fail("army", f"'{ARMIES[army]}' is not an army of the {SIDES[side]} side")
        p.army.append(army)
        _freeze_strength(p, row)
        _freeze_marks(p, row, u)
        _note_sources(p, row, f"unit {name}")


def _freeze_strength(p: Pack, row: Row) -> None:
    dots = row.numbers("dots")
    if len(dots) != EDGES or any(d < 0 or d > MOST_DOTS for d in dots):
        raise row.fail("dots", f"needs {EDGES} numbers from 0 to {MOST_DOTS}")
    shown = [d for d in dots if d]
    if dots[: len(shown)] != list(range(len(shown), 0, -1)):
        raise row.fail("dots", "must fall by one to 1, blank edges last")
    words = row.split("fire")
    if len(words) != len(shown):
        raise row.fail("fire", f"names {len(words)} edges where {len(shown)} have dots")
    fire = [0] * (MOST_DOTS + 1)
    for d, word in zip(shown, words, strict=True):
        if word not in FIRES:
            raise row.fail("fire", f"'{word}' is not one of SF, DF, TF")
        fire[d] = FIRES.index(word)
    p.full.append(shown[0])
    p.edges.append(dots)
    p.fire.append(fire)


def _freeze_marks(p: Pack, row: Row, u: int) -> None:
    kind = p.kind[u]
    p.is_tank.append(int(kind in (PANZER, PANZER_GRENADIER, TANK)))
    p.is_infantry.append(int(kind not in (PANZER, TANK)))
    p.is_blitz.append(int(kind in (MOTORIZED, PANZER, PANZER_GRENADIER)))
    p.is_guard.append(int(kind == GUARD))
    for column, marks in (("r", p.is_r), ("axe", p.is_axe)):
        marked = row.flag(column)
        if marked and p.side[u] == SOVIET:
            raise row.fail(column, "is a mark of German units")
        marks.append(int(marked))
    late = row.flag("late")
    if late and kind != RIFLE:
        raise row.fail("late", "only rifle divisions can be held back by Late Deployment")
    p.is_late.append(int(late))
    p.power.append(row.one_of("power", POWERS))
    if p.side[u] == GERMAN:
        p.pool.append(-1)
    elif kind == TANK:
        p.pool.append(TANK_POOL)
    else:
        p.pool.append(MARINE_POOL if kind == MARINE else INFANTRY_POOL)


def _freeze_cards(p: Pack, rows: list[Row]) -> None:
    for row in rows:
        name = _token(row, p.card_of)
        side = row.one_of("side", SIDES)
        if side == GERMAN and p.german_cards < p.cards:
            raise row.fail("side", "German cards must all be listed before the Soviet ones")
        p.card_of[name] = p.cards
        p.cards += 1
        p.german_cards += side == GERMAN
        p.card_name.append(name)
        p.card_title.append(row.text("title"))
        p.card_side.append(side)
        p.card_count.append(row.number("count", 0))
        p.effect.append(row.one_of("effect", EFFECTS))
        p.is_leader.append(int(row.flag("leader")))
        p.card_dice.append(row.number("dice", 0, 12))
        fire = row.optional("fire")
        if (fire == "") != (p.card_dice[-1] == 0) or fire not in FIRES:
            raise row.fail("fire", "must be SF, DF or TF where there are dice, and empty where there are none")
        p.card_fire.append(FIRES.index(fire))
        p.card_rubble.append(row.number("rubble", 0))
        p.is_airstrike.append(int(row.flag("airstrike")))
        p.is_pioneer.append(int(row.flag("pioneer")))
        p.card_hex.append(_card_hex(p, row))
        needed = row.optional("needs")
        if needed and needed not in p.card_of:
            raise row.fail("needs", f"'{needed}' is not a card listed above")
        p.needs.append(p.card_of[needed] if needed else -1)
        _note_row(p, row, f"card {name}")


def _card_hex(p: Pack, row: Row) -> int:
    word = row.optional("hex")
    if (word != "") != (row.text("effect") == "anti_aircraft"):
        raise row.fail("hex", "is needed for anti-aircraft cards and for no others")
    if not word:
        return -1
    if word not in p.hex_of:
        raise row.fail("hex", f"there is no hex '{word}'")
    h = p.hex_of[word]
    if p.terrain[h] != URBAN:
        raise row.fail("hex", f"hex {word} is not urban and can hold no rubble")
    return h


def _freeze_advantages(p: Pack, tables: Tables) -> None:
    names: dict[str, int] = {}
    for row in tables.advantages:
        name = row.text("name")
        side = row.one_of("side", SIDES)
        if name in names:
            raise row.fail("name", f"'{name}' is listed twice")
        names[name] = len(names)
        card = row.optional("card")
        if card and (card not in p.card_of or p.card_side[p.card_of[card]] != side or not p.is_leader[p.card_of[card]]):
            raise row.fail("card", f"'{card}' is no leader of the {SIDES[side]} deck")
        p.advantage_name.append(name)
        p.advantage_title.append(row.text("title"))
        p.advantage_side.append(side)
        p.advantage_card.append(p.card_of[card] if card else -1)
        _note_row(p, row, f"advantage {name}")
    for row in tables.levels:
        p.level_name.append(row.text("name"))
        p.level_title.append(row.text("title"))
        p.level_designers.append(int(row.flag("designers")))
        _note_row(p, row, f"level {p.level_name[-1]}")


def _freeze_charts(p: Pack, charts: Json) -> None:
    file = "charts.toml"
    known(charts, ("format", "compass", "water", "spawn", "track", "setup", "limits", "show"), file)
    compass = need(charts, "compass", dict, file)
    directions = need(compass, "directions", list, file, "compass")
    if sorted(directions) != sorted(DIRECTIONS):
        raise PackError(file, f"'compass.directions' must name {', '.join(DIRECTIONS)}, each once")
    turned = [DIRECTIONS.index(word) + 1 for word in directions]
    p.toward = [[-1, *[around[i] for i in turned]] for around in p.toward]
    p.near = [[n for n in around if n >= 0] for around in p.toward]
    p.distance = [_distances(p, h) for h in range(p.hexes)]

    water = need(charts, "water", dict, file)
    coastal = _hex_list(p, water, "coastal", "water")
    p.is_coastal = [int(h in coastal) for h in range(p.hexes)]
    p.landing = [-1] * LANDING_DICE + _hex_list(p, water, "landing", "water")
    p.okh_goal = _hex_list(p, water, "goal", "water")

    p.spawn_list = [[] for _ in range(p.hexes)]
    for i, entry in enumerate(need(charts, "spawn", list, file)):
        where = f"spawn[{i}]"
        h = _hex(p, need(entry, "hex", str, file, where), f"{where}.hex")
        if p.spawn_side[h] != SOVIET:
            raise PackError(file, f"'{where}.hex' is no Soviet spawn hex in hexes.csv")
        p.soviet_spawn.append(h)
        for word in need(entry, "units", list, file, where):
            if word not in POOLS:
                raise PackError(file, f"'{where}.units' names '{word}'; known are {', '.join(POOLS)}")
            p.spawn_list[h].append(POOLS.index(word))
        _note_source(p, file, f"spawn {p.hex_name[h]}", "units", " ".join(entry["units"]), entry.get("source", ""))
    spawning = [h for h in range(p.hexes) if p.spawn_side[h] == SOVIET]
    if sorted(p.soviet_spawn) != spawning:
        raise PackError(file, "'spawn' must list every Soviet spawn hex of hexes.csv once")
    _freeze_track(p, need(charts, "track", dict, file))
    _freeze_limits(p, charts)
    for name in ("compass", "water", "track", "setup", "limits", "show"):
        _note_table(p, file, name, charts[name])


def _distances(p: Pack, start: int) -> list[int]:
    """Hexes from here to every hex of the map."""
    steps = [-1] * p.hexes
    steps[start] = 0
    todo = [start]
    for h in todo:
        for n in p.near[h]:
            if steps[n] < 0:
                steps[n] = steps[h] + 1
                todo.append(n)
    return steps


def _freeze_track(p: Pack, track: Json) -> None:
    file = "charts.toml"
    p.track_rows = need(track, "rows", int, file, "track")
    p.track_columns = need(track, "columns", int, file, "track")
    p.track_dice = need(track, "dice", int, file, "track")
    row_units = need(track, "row_units", list, file, "track")
    if len(row_units) != p.track_rows:
        raise PackError(file, f"'track.row_units' has {len(row_units)} entries for {p.track_rows} rows")
    for i, name in enumerate(row_units):
        p.row_unit.append(_unit(p, name, "track.row_units") if name else -1)
        if not name:
            p.raus_row = i
        elif not p.is_r[p.row_unit[i]]:
            raise PackError(file, f"'track.row_units' names '{name}', which is no R unit in units.csv")
    for army in (YELLOW, BLUE, WHITE):
        p.deploy_hexes.append(sorted(_hex_list(p, track, ARMIES[army], "track")))
        for h in p.deploy_hexes[army]:
            if p.spawn_side[h] != GERMAN:
                raise PackError(file, f"'track.{ARMIES[army]}' names {p.hex_name[h]}, which is no German spawn hex")


def _freeze_limits(p: Pack, charts: Json) -> None:
    file = "charts.toml"
    limits = need(charts, "limits", dict, file)
    p.stack_limit = need(limits, "stack", int, file, "limits")
    p.rubble_limit = need(limits, "rubble", int, file, "limits")
    p.loss_limit = need(limits, "losses", int, file, "limits")
    p.r_loss = need(limits, "r_loss", int, file, "limits")
    p.rubble_target = need(limits, "rubble_target", int, file, "limits")
    p.rubble_dice = need(limits, "rubble_dice", int, file, "limits")
    p.soviet_dice_limit = need(limits, "soviet_dice", int, file, "limits")
    show = need(charts, "show", dict, file)
    factory = need(show, "factory", str, file, "show")
    p.factory_hex = _hex(p, factory, "show.factory") if factory else -1
    p.dock_hexes = _hex_list(p, show, "docks", "show")


def _freeze_setup(p: Pack, charts: Json) -> None:
    file = "charts.toml"
    setup = need(charts, "setup", dict, file)
    p.hand_size = need(setup, "hand", int, file, "setup")
    p.infantry_pool_guards = need(setup, "infantry_pool_guards", int, file, "setup")
    p.infantry_pool_random = need(setup, "infantry_pool_random", int, file, "setup")
    p.tank_pool = need(setup, "tank_pool", int, file, "setup")
    p.marine_pool = need(setup, "marine_pool", int, file, "setup")
    p.map_tanks = need(setup, "map_tanks", int, file, "setup")
    p.map_infantry = need(setup, "map_infantry", int, file, "setup")
    p.start_units = _fixed_units(p, setup, "updated")
    p.start_units_2018 = _fixed_units(p, setup, "first_2018")
    for draw in need(setup, "draws", list, file, "setup"):
        h = _hex(p, need(draw, "hex", str, file, "setup.draws"), "setup.draws.hex")
        army = _army(need(draw, "army", str, file, "setup.draws"))
        p.start_draws.append((h, army, need(draw, "count", int, file, "setup.draws")))
    column = need(setup, "last_column", dict, file, "setup")
    p.last_column_army = _army(need(column, "army", str, file, "setup.last_column"))
    p.last_column_count = need(column, "count", int, file, "setup.last_column")
    p.last_column = p.track_columns - 1
    for start in (p.start_units, p.start_units_2018):
        _check_start(p, start)


def _fixed_units(p: Pack, setup: Json, edition: str) -> list[tuple[int, int]]:
    file = "charts.toml"
    found = []
    for name, units in need(setup, edition, dict, file, "setup").items():
        h = _hex(p, name, f"setup.{edition}")
        found += [(_unit(p, word, f"setup.{edition}.{name}"), h) for word in units]
    return found


def _check_start(p: Pack, start: list[tuple[int, int]]) -> None:
    """Nothing stands twice, nothing stands too high."""
    if len({u for u, _ in start}) != len(start):
        raise PackError("charts.toml", "'setup' places a unit twice")
    for h in range(p.hexes):
        height = sum(1 for _, place in start if place == h)
        height += sum(count for place, _, count in p.start_draws if place == h)
        if height > p.stack_limit:
            raise PackError("charts.toml", f"'setup' puts {height} units into hex {p.hex_name[h]}")


def _freeze_editions(p: Pack, editions: Json) -> None:
    file = "editions.toml"
    known(editions, ("format", "presets", "switches"), file)
    p.preset_name = list(need(editions, "presets", list, file))
    p.preset = [[] for _ in p.preset_name]
    for name, switch in need(editions, "switches", dict, file).items():
        where = f"switches.{name}"
        known(switch, ("choices", "about", "presets", "source"), file, where)
        choices = need(switch, "choices", list, file, where)
        p.switch_name.append(name)
        p.switch_choices.append(choices)
        p.switch_about.append(need(switch, "about", str, file, where))
        values = need(switch, "presets", dict, file, where)
        known(values, p.preset_name, file, f"{where}.presets")
        for i, preset in enumerate(p.preset_name):
            value = values.get(preset, choices[0])
            if value not in choices:
                raise PackError(file, f"'{where}.presets.{preset}' is '{value}'; known are {', '.join(choices)}")
            p.preset[i].append(choices.index(value))
        _note_source(p, file, f"switch {name}", "choices", " ".join(choices), need(switch, "source", str, file, where))


def _freeze_scenarios(p: Pack, scenarios: dict[str, Json]) -> None:
    ordered = sorted(scenarios.items(), key=lambda item: (int(item[1].get("order", 0)), item[0]))
    for name, scenario in ordered:
        file = f"scenarios/{name}.toml"
        known(scenario, ("format", "order", "title", "seats", "soviet", "about", "source"), file)
        seats = need(scenario, "seats", list, file)
        soviet = need(scenario, "soviet", str, file)
        if soviet not in ("algorithm", "player") or ("soviet" in seats) != (soviet == "player"):
            raise PackError(file, "'soviet' is \"player\" where 'seats' has a soviet seat, else \"algorithm\"")
        p.scenarios.append(name)
        p.scenario_title.append(need(scenario, "title", str, file))
        p.scenario_about.append(need(scenario, "about", str, file))
        p.scenario_seats.append(seats)
        p.scenario_soviet_player.append(int(soviet == "player"))


def _token(row: Row, taken: dict[str, int]) -> str:
    """A name that can be written in notation: unique, without blanks."""
    name = row.text("name")
    if name in taken:
        raise row.fail("name", f"'{name}' is listed twice")
    if len(name.split()) != 1:
        raise row.fail("name", f"'{name}' must be one word")
    return name


def _hex(p: Pack, name: str, where: str) -> int:
    if name not in p.hex_of:
        raise PackError("charts.toml", f"'{where}' names hex '{name}', which hexes.csv does not have")
    return p.hex_of[name]


def _unit(p: Pack, name: str, where: str) -> int:
    if name not in p.unit_of:
        raise PackError("charts.toml", f"'{where}' names unit '{name}', which units.csv does not have")
    return p.unit_of[name]


def _army(name: str) -> int:
    if name not in ARMIES:
        raise PackError("charts.toml", f"army '{name}' is unknown; known are {', '.join(ARMIES)}")
    return ARMIES.index(name)


def _hex_list(p: Pack, table: Json, key: str, where: str) -> list[int]:
    return [_hex(p, name, f"{where}.{key}") for name in need(table, key, list, "charts.toml", where)]


def _note_sources(p: Pack, row: Row, thing: str) -> None:
    """The ``sources`` cell: pairs field=source. ``position`` stands for row and x together."""
    for pair in row.split("sources"):
        field, _, source = pair.partition("=")
        if source not in SOURCES:
            raise row.fail("sources", f"'{pair}' is not field=source with one of {', '.join(SOURCES)}")
        if field == "position":
            value = f"row {row.text('row')}, x {row.text('x')}"
        elif field in row.cells and field != "sources":
            value = row.cells[field]
        else:
            raise row.fail("sources", f"'{field}' is not a column")
        p.facts.append((thing, field, value, source))


def _note_row(p: Pack, row: Row, thing: str) -> None:
    """A row whose cells all have the one source."""
    row.one_of("source", SOURCES)
    p.facts.append((thing, "all", row.text("title"), row.text("source")))


def _note_source(p: Pack, file: str, thing: str, field: str, value: str, source: str) -> None:
    if source not in SOURCES:
        raise PackError(file, f"source '{source}' of {thing} is not one of {', '.join(SOURCES)}")
    p.facts.append((thing, field, value, source))


def _note_table(p: Pack, file: str, thing: str, table: Json) -> None:
    """A table of charts.toml: one source for all its values, exceptions by key."""
    exceptions = need(table, "sources", dict, file, thing) if "sources" in table else {}
    usual = table.get("source", "")
    for field, value in table.items():
        if field not in ("source", "sources"):
            _note_source(p, file, thing, field, str(value), str(exceptions.get(field, usual)))
