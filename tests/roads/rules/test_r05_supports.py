"""Chapter 5: pools, boxes, draws and deployment of support markers."""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r05_combat as markers
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r05_events as support_events
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.terms import M_AXIS, M_MAJOR, M_MAP, M_OUT, M_PLAYED, M_POOL, M_STAVKA, SURPRISE
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, hold, stage

MANY = "box pool artillery_2 katyusha tank_brigade vvs reserves"


def places(t: Drawn, kind: int) -> list[int]:
    """Where the markers of a kind are."""
    return [t.s.marker_place[m] for m in range(t.s.pack.marker_count) if t.s.pack.marker_kind[m] == kind]


def om(name: str) -> dict[int, int]:
    """The Major marker on a hex."""
    return {tracks.MAJOR_AT: h(name), tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


@rule("5.1.1")
@rule("5.1.2")
@rule("5.1.3")
@rule("5.1.4")
def test_markers_are_drawn_unseen_from_the_own_pool() -> None:
    """Two draws for STAVKA from the Soviet pool; the Axis hears that something came, not what."""
    t = stage("draw_supports", MANY + "\nbox pool luftwaffe", None, M_STAVKA, 2)
    t.play("draw_support katyusha", "draw_support vvs")
    assert sorted(supports.kinds_in(t.s, M_STAVKA)) == [vocabulary.KATYUSHA, vocabulary.VVS]
    seen = {(e.kind, e.seen_by) for e in t.events}
    assert (events.SUPPORT_DRAWN, 1 << vocabulary.SOVIET) in seen
    assert (events.SUPPORT_TAKEN, 1 << vocabulary.AXIS) in seen
    hold(t, "draw_supports", M_STAVKA, 1)
    assert vocabulary.LUFTWAFFE not in [kind for kind, _ in supports.pool_draw(t.s).outcomes()]


@rule("5.1.2")
def test_an_empty_pool_ends_the_draw() -> None:
    t = stage("draw_supports", "box pool reserves", None, M_STAVKA, 3)
    t.play("draw_support reserves")
    assert t.asked() == "over"


@rule("5.2.1")
@rule("1.5.2")
def test_played_markers_return_and_waiting_ones_stay() -> None:
    """VVS on the map and a spent Reserves go back; the Katyusha in the box stays; an alarm unit keeps its marker."""
    t = bare("at 1628 vvs\nbox stavka reserves katyusha\n1628: SU-23", NO_OM)
    supports.spend(t.s, vocabulary.SOVIET, vocabulary.RESERVES, True)
    assert places(t, vocabulary.RESERVES)[0] == M_PLAYED
    supports.begin_supports(t.s)
    assert M_POOL == places(t, vocabulary.VVS)[0] == places(t, vocabulary.RESERVES)[0]
    assert places(t, vocabulary.KATYUSHA).count(M_STAVKA) == 1


@rule("5.3.1")
@rule("5.3.2")
@rule("5.3.3")
@rule("11.3.3")
def test_rolls_for_stavka_and_for_minor_markers_on_the_map() -> None:
    """Minor A is on the map, Minor B is not, and a major offensive silences STAVKA."""
    t = bare(MANY, {**NO_OM, tracks.MAJOR_AT + 1: h("1333")})
    assert supports.boxes_to_fill(t.s) == [M_STAVKA, M_STAVKA + 2]
    t.s.track[tracks.MAJOR_NOW] = 1
    assert supports.boxes_to_fill(t.s) == [M_STAVKA + 2]


@rule("5.3.4")
def test_the_major_box_is_filled_only_when_the_offensive_begins() -> None:
    t = bare(MANY, om("0518"))
    assert M_MAJOR not in supports.boxes_to_fill(t.s)


@rule("5.3.5")
def test_markers_west_of_the_donets_cost_supports_on_every_roll() -> None:
    """-2 for good for the Major marker, -1 for Kharkov, nothing for 1333."""
    t = bare("", {**NO_OM, tracks.MAJOR_AT + 1: h("1333"), tracks.MAJOR_AT + 2: h("2108"), tracks.MAJOR_WEST: 1})
    assert supports.acquisition_modifier(t.s) == -3
    t.s.track[tracks.MAJOR_AT + 2] = -1
    assert supports.acquisition_modifier(t.s) == -2


@rule("5.3.2")
@rule("6.1.2")
def test_a_collapse_of_mars_takes_one_support_from_stavka() -> None:
    """A 7 brings four markers, in the two turns after the collapse three."""
    t = stage("soviet_supports", MANY + "\nturn DEC_I\nbox pool reserves breakthrough", {**NO_OM, tracks.MARS_FEWER: 2})
    t.play("roll_acquisition 3+4")
    assert t.told("supports_acquired") == [(M_STAVKA, 7, 3)]
    assert t.s.track[tracks.MARS_FEWER] == 1


@rule("5.4.1")
@rule("15.1.3")
@rule("16.2.2")
def test_the_higher_marker_of_the_track_feeds_the_axis() -> None:
    """Manstein in box 4 gives two supports although the Fuehrer is in box 1."""
    text = "side axis\nbox pool luftwaffe pak_88 nebelwerfer tiger\nturn DEC_I"
    t = stage("axis_supports", text, {**NO_OM, tracks.APPROVAL: 1, tracks.MANSTEIN: 4})
    t.play("draw_support luftwaffe", "draw_support pak_88")
    assert t.asked() == "play_support"


@rule("1.5.3")
@rule("5.5.7")
def test_stalin_is_played_at_once() -> None:
    """On a 1 two supports go back; on a 6 two more come; on a 3 the next attack is bound."""
    base = "box stavka stalin reserves katyusha\nbox pool vvs tank_brigade\nturn DEC_I"
    t = stage("stalin", base, NO_OM)
    t.play("roll_stalin 1", "return stavka reserves", "return stavka katyusha")
    assert supports.count_real(t.s, M_STAVKA) == 0
    t = stage("stalin", base, NO_OM)
    t.play("roll_stalin 6", "draw_support vvs", "draw_support tank_brigade")
    assert supports.count_real(t.s, M_STAVKA) == 4
    t = stage("stalin", base, NO_OM)
    t.play("roll_stalin 3")
    assert t.s.track[tracks.STALIN] == 1


@rule("5.5.7")
def test_discord_costs_approval_or_a_support() -> None:
    base = "side axis\nbox axis okh_discord luftwaffe\nturn DEC_I"
    t = stage("discord", base, NO_OM)
    t.play("roll_discord 2")
    assert t.s.track[tracks.APPROVAL] == 4
    t = stage("discord", base, NO_OM)
    t.play("roll_discord 4", "return axis luftwaffe")
    assert t.s.track[tracks.APPROVAL] == 5
    assert supports.kinds_in(t.s, M_AXIS) == []


@rule("5.5.1")
@rule("5.5.3")
def test_an_attached_marker_stays_with_its_unit_and_leaves_with_it() -> None:
    """Artillery lies on 51 Guards; when the division is gone the marker is in the pool again."""
    t = stage("deploy_supports", "box major artillery_2\n1729: SU-51G SU-23\nturn DEC_I", om("1729"))
    t.play("done", "play major artillery_2", "on SU-51G", "done")
    m = supports.find(t.s, M_MAP, vocabulary.ARTILLERY_2)
    assert t.s.marker_on[m] == u("SU-51G")
    supports.unit_gone(t.s, u("SU-51G"))
    assert t.s.marker_place[m] == M_POOL


@rule("5.5.3")
def test_leaders_and_nations_of_attached_markers() -> None:
    """No second leader in a stack; a German marker never on a Romanian; nothing on a headquarters."""
    t = bare("on SU-26TK novikov\n1927: SU-26TK SU-1TK\n1628: RO-1 GE-62\n1333: GE-HQ-6A\nturn DEC_I", om("1927"))
    why = deploy.why_not_attach
    assert why(t.s, M_MAJOR, vocabulary.LELYUSHENKO, u("SU-1TK")) == refusals.LEADER_IN_STACK
    assert why(t.s, M_AXIS, vocabulary.PAK_88, u("RO-1")) == refusals.GERMANS_ONLY
    assert why(t.s, M_AXIS, vocabulary.PAK_88, u("GE-62")) == 0
    assert why(t.s, M_AXIS, vocabulary.PAK_88, u("GE-HQ-6A")) == refusals.NO_PLACE_FOR_IT
    assert why(t.s, M_AXIS, vocabulary.TIGER, u("GE-62")) == refusals.NO_PLACE_FOR_IT


@rule("5.5.2")
def test_nobody_flies_in_a_blizzard() -> None:
    t = stage("deploy_supports", "box major vvs\nweather snow blizzard none\n1729: SU-23\nturn DEC_I", om("1729"))
    t.play("done")
    assert t.refused("play major vvs") == "5.5.2 grounded_by_blizzard"


@rule("5.5.6")
@rule("1.6.1")
@rule("1.6.2")
@rule("11.3.1")
@rule("11.3.2")
def test_offensive_markers_bind_the_supports_of_their_box() -> None:
    """Three hexes round the Major marker; from STAVKA an O marker can only be spent, or moved once."""
    text = "box major artillery_2\nbox stavka katyusha artillery_3\n1729: SU-23\n1726: SU-24\n1725: SU-29\nturn DEC_I"
    t = stage("deploy_supports", text, om("1729"))
    t.play("done")
    assert t.refused("play stavka katyusha") == "5.5.6 stavka_generic_only"
    t.play("transfer katyusha major")
    assert t.refused("transfer artillery_3 major") == "5.5.6 one_transfer"
    t.play("play major artillery_2")
    assert t.refused("on SU-29") == "5.5.6 outside_offensive"
    t.play("on SU-24")
    assert places(t, vocabulary.ARTILLERY_2).count(M_MAP) == 1


@rule("5.5.6")
def test_a_transfer_does_not_wait_for_the_offensive_marker() -> None:
    """The book names the boxes, not the markers on the map; Uranus has only Minor Offensive A to come."""
    t = stage("deploy_supports", "box stavka katyusha\n1729: SU-23\nturn DEC_I", NO_OM)
    assert t.choices() == ["done"] + [f"transfer katyusha {box}" for box in ("major", "minor_a", "minor_b")]
    t.play("transfer katyusha major", "done")
    assert t.refused("play major katyusha") == "5.5.6 outside_offensive"
    t = stage("deploy_supports", "scenario uranus\nbox stavka katyusha\n1729: SU-23\nturn DEC_I", NO_OM)
    assert "transfer katyusha minor_a" in t.choices()
    assert "transfer katyusha minor_b" not in t.choices()


@rule("1.6.3")
def test_the_stalingrad_side_reaches_one_hex_farther() -> None:
    t = stage(
        "deploy_supports", "box major artillery_2\n1330: SU-23\nturn DEC_I", {**om("1334"), tracks.MAJOR_STALINGRAD: 1}
    )
    t.play("done", "play major artillery_2")
    assert t.asked() == "play_support"
    t = stage(
        "deploy_supports", "box major artillery_2\n1330: SU-23\nturn DEC_I", {**om("1334"), tracks.MAJOR_STALINGRAD: 0}
    )
    t.play("done")
    assert t.refused("play major artillery_2") == "5.5.1 no_place_for_it"


@rule("5.5.4")
@rule("5.5.5")
def test_only_the_best_of_a_class_counts() -> None:
    """Two artillery markers and a leader in one attack: one column for the guns, one for the leader."""
    from kurgan.games.roads.position.battle import Battle
    from kurgan.games.roads.rules import r05_combat as combat
    from kurgan.kernel.tally import SILENT

    t = bare("on SU-26TK artillery_2 novikov\non SU-1TK artillery_3\n1727: SU-26TK SU-1TK\n1628: RO-1")
    b = Battle(h("1628"), vocabulary.SOVIET, 1)
    b.attackers = [u("SU-26TK"), u("SU-1TK")]
    assert combat.attack_shift(t.s, b, SILENT) == 2


@rule("10.2.3")
def test_planes_do_not_help_an_attack_out_of_the_pocket() -> None:
    """A Luftwaffe marker over the target: a column for 6 Panzer from outside, none for 71 alone."""
    from kurgan.games.roads.position.battle import Battle
    from kurgan.games.roads.rules import r05_combat as combat
    from kurgan.kernel.tally import SILENT

    t = bare("turn DEC_II\nfortress 1333 8\nat 1331 luftwaffe\n1332: GE-71^\n1330: GE-6Pp\n1331: SU-51G")
    b = Battle(h("1331"), vocabulary.AXIS, 1)
    b.attackers = [u("GE-71")]
    assert combat.attack_shift(t.s, b, SILENT) == 0
    b.attackers = [u("GE-71"), u("GE-6Pp")]
    assert combat.attack_shift(t.s, b, SILENT) == 1


@rule("4.5.2")
def test_guns_in_the_southern_steppe_cost_a_second_support() -> None:
    """Row 10 east of the Don in December: a second support is given; with none the gun is refused."""
    text = "box major artillery_2 reserves\n1032: SU-23\nturn DEC_I"
    t = stage("deploy_supports", text, om("1032"))
    t.play("done", "play major artillery_2")
    assert t.asked() == "spend_second"
    t.play("spend major reserves")
    assert places(t, vocabulary.RESERVES)[0] == M_POOL
    t = stage("deploy_supports", "box major artillery_2\n1032: SU-23\nturn DEC_I", om("1032"))
    t.play("done")
    assert t.refused("play major artillery_2") == "5.5.1 no_place_for_it"
    assert deploy.why_not_attach(t.s, M_MAJOR, vocabulary.ARTILLERY_2, u("SU-23")) == refusals.SECOND_SUPPORT_NEEDED


@rule("4.5.2")
def test_the_second_support_is_not_due_elsewhere() -> None:
    """Not on the first turn, not north of row 14, not once Stalingrad is Soviet."""
    t = bare("1032: SU-23\nturn DEC_I", om("1032"))
    assert deploy.costs_second(t.s, h("1032"))
    assert not deploy.costs_second(t.s, h("1732"))
    t.s.control[h("1334")] = t.s.control[h("1434")] = vocabulary.SOVIET
    assert not deploy.costs_second(t.s, h("1032"))


@rule("5.5.7")
def test_early_kinds_come_first() -> None:
    """A tank brigade cannot wait for the second step, a Katyusha cannot come in the first."""
    t = stage("deploy_supports", "box major tank_brigade katyusha\n1729: SU-23\nturn DEC_I", om("1729"))
    assert t.refused("play major katyusha") == "5.5.7 not_in_this_step"
    t.play("done")
    assert t.refused("play major tank_brigade") == "5.5.7 not_in_this_step"


@rule("5.5.7")
def test_units_of_a_surprise_attack_get_only_a_leader() -> None:
    t = bare("box major katyusha novikov\n1729: SU-23\nturn DEC_I", om("1729"))
    t.s.mark[u("SU-23")] |= SURPRISE
    assert deploy.why_not_attach(t.s, M_MAJOR, vocabulary.KATYUSHA, u("SU-23")) == refusals.SURPRISE_UNITS
    assert deploy.why_not_attach(t.s, M_MAJOR, vocabulary.NOVIKOV, u("SU-23")) == 0


@rule("5.5.1")
def test_surrender_takes_steps_of_a_stack_out_of_supply() -> None:
    """Two Romanians out of supply beside a Soviet unit: a 4 costs each a step, a 5 nothing."""
    text = "box stavka surrender\n1628: RO-1~ RO-2~\n1629: SU-23\nturn DEC_I"
    for die, place in ((4, "1628-"), (5, "1628")):
        t = stage("deploy_supports", text, NO_OM)
        t.play("done", "play stavka surrender", f"roll_event {die}")
        assert t.place("RO-1") == place


@rule("10.2.3")
def test_surrender_does_not_touch_the_pocket() -> None:
    t = stage("deploy_supports", "box stavka surrender\n1433: GE-62^\n1533: SU-23\nfortress 1333\nturn DEC_I", NO_OM)
    t.play("done")
    assert t.refused("play stavka surrender") == "5.5.1 no_place_for_it"


@rule("5.5.1")
def test_partisans_cost_rail_points_and_a_raid_needs_tanks_near_an_airfield() -> None:
    t = stage("deploy_supports", "box stavka partisans airfield_raid\n1026: SU-24TK\nturn DEC_IV", NO_OM)
    t.play("done", "play stavka partisans")
    assert t.s.track[tracks.PARTISANS] == 2
    t.play("play stavka airfield_raid", "at 1023", "roll_event 3")
    assert t.s.track[tracks.RAID] == 1


@rule("5.5.1")
def test_alarm_units_appear_by_cities_and_headquarters() -> None:
    """An alarm unit comes into Morozovsk; its marker stays out of the pool until it dies."""
    t = stage("deploy_supports", "side axis\nbox axis alarm\n1023: GE-HQ-HOLL\nturn DEC_I", NO_OM)
    t.play("done", "play axis alarm", "at 1125", "done")
    assert t.place("AL-1") == "1125"
    supports.begin_supports(t.s)
    assert places(t, vocabulary.ALARM_MARKER).count(M_MAP) == 1
    supports.unit_gone(t.s, u("AL-1"))
    assert places(t, vocabulary.ALARM_MARKER).count(M_MAP) == 0


@rule("5.5.1")
def test_the_battery_drives_off_one_luftwaffe_marker() -> None:
    t = stage("deploy_supports", "box stavka anti_aircraft\nat 1628 luftwaffe\n1629: SU-23\nturn DEC_I", NO_OM)
    t.play("done", "play stavka anti_aircraft")
    assert places(t, vocabulary.LUFTWAFFE).count(M_PLAYED) == 1


@rule("5.5.1")
def test_brandenburgers_destroy_a_pontoon() -> None:
    t = stage("deploy_supports", "side axis\nbox axis brandenburgers\n1529: GE-62\n1430: SU-HQ-SW\nturn DEC_I", NO_OM)
    t.s.pontoon[u("SU-HQ-SW")] = 1
    t.play("done", "play axis brandenburgers")
    assert t.s.pontoon[u("SU-HQ-SW")] == 0


@rule("5.5.1")
@rule("13.1.1")
def test_reserves_bring_two_points_of_units_without_a_throw() -> None:
    """A Reserves marker releases an armored corps at the chosen front."""
    text = "box stavka reserves\n2025: SU-HQ-SW\nstavka: SU-18TK SU-23\nturn DEC_I"
    t = stage("deploy_supports", text, NO_OM)
    t.play("done", "play stavka reserves", "unit SU-18TK", "at 2025")
    assert t.place("SU-18TK") == "2025"


@rule("1.5.2")
@rule("12.2")
def test_generic_use_takes_any_real_support() -> None:
    """Shortages cannot be spent; for strategic movement only STAVKA counts."""
    t = bare("box stavka shortage katyusha\nbox minor_a vvs")
    assert supports.spendable(t.s, vocabulary.SOVIET, True) == [vocabulary.KATYUSHA]
    assert supports.spendable(t.s, vocabulary.SOVIET, False) == [vocabulary.KATYUSHA, vocabulary.VVS]


@rule("10.2.6")
def test_without_a_garrison_there_are_no_supports() -> None:
    t = stage("soviet_supports", MANY + "\nbox stavka reserves\nturn DEC_I", {**NO_OM, tracks.GARRISON_FAILED: 1})
    assert t.asked() == "over"


@rule("5.1.2")
def test_supports_of_choice_come_from_the_pool() -> None:
    t = stage("choose_supports", "side axis\nbox pool tiger rudel", None, M_AXIS, 1)
    assert t.refused("choose hoth") == "5.1.2 not_in_pool"
    t.play("choose tiger")
    assert supports.kinds_in(t.s, M_AXIS) == [vocabulary.TIGER]


@rule("5.2.1")
def test_a_marker_that_arrives_later_joins_the_pool_in_its_turn() -> None:
    """The Tiger Battalion is out of the game before JAN I."""
    t = bare("side axis\nturn DEC_IV", NO_OM)
    supports.begin_supports(t.s)
    assert places(t, vocabulary.TIGER) == [M_OUT]
    t.s.track[tracks.TURN] = 6
    supports.begin_supports(t.s)
    assert places(t, vocabulary.TIGER) == [M_POOL]


@rule("5.5.7")
def test_what_is_owed_and_cannot_be_given_is_forgiven() -> None:
    t = stage("give_back", "box stavka reserves", None, 2)
    assert t.refused("return major reserves").endswith("not_in_box")
    t.play("return stavka reserves")
    assert t.asked() == "over"


@rule("5.5.7")
def test_any_number_of_surprise_attacks_may_be_made() -> None:
    """The book sets no limit, and its eleventh example gathers three."""
    text = "box major surprise_attack surprise_attack surprise_attack\nturn DEC_I\n2025: SU-HQ-SW\n"
    text += "1914: SU-26TK\n1814: RO-14\n1917: SU-1TK\n1817: RO-15\n1920: SU-4TK\n1820: RO-1\n1612: RO-HQ-3A\n"
    t = stage("deploy_supports", text, {**NO_OM, tracks.MAJOR_AT: h("1917"), tracks.MAJOR_STALINGRAD: 1})
    for start in ("1914", "1917", "1920"):
        assert t.asked() == "play_support"
        t.play("play major surprise_attack")
        if t.asked() == "aim_support":  # the last stack is the only one left
            t.play(f"at {start}")
        while t.asked() != "play_support":
            t.play("roll_combat 6+6" if t.asked() == "roll_combat" else t.choices()[0])
    assert supports.markers_in(t.s, M_MAJOR, vocabulary.SOVIET) == []


@rule("5.5.7")
@rule("3.2.2")
@rule("4.4.4")
def test_the_step_of_a_surprise_attack_is_a_move() -> None:
    """Not farther from the headquarters for who is out of supply, and not through a river in mud."""
    text = "turn DEC_I\n1927: SU-26TK\n1827: SU-23\n1727: RO-14\n2025: SU-HQ-SW\n"
    assert h("1827") in support_events.step_hexes(bare(text, NO_OM).s, h("1927"))
    cut = bare(text.replace("SU-26TK", "SU-26TK~"), NO_OM)
    assert h("1827") not in support_events.step_hexes(cut.s, h("1927"))
    river = next(e for e in range(6 * PACK.hex_count) if is_plain_river(e))
    here, there = PACK.hex_name[river // 6], PACK.hex_name[PACK.near[river]]
    beyond = next(n for n in PACK.neighbours[h(there)] if n not in (h(here), *PACK.neighbours[h(here)]))
    text = f"turn DEC_I\nweather snow clear none\n{here}: SU-26TK\n{there}: SU-23\n{PACK.hex_name[beyond]}: RO-14"
    assert h(there) in support_events.step_hexes(bare(text, NO_OM).s, h(here))
    assert h(there) not in support_events.step_hexes(bare(text.replace("snow", "mud"), NO_OM).s, h(here))


def is_plain_river(edge: int) -> bool:
    """A river side without bridge or ferry between two land hexes inside the map."""
    n = PACK.near[edge]
    if n < 0 or not PACK.river[edge] or PACK.bridge[edge] or PACK.ferry[edge]:
        return False
    return n in PACK.neighbours[edge // 6] and len(PACK.neighbours[edge // 6]) == len(PACK.neighbours[n]) == 6


@rule("5.5.4")
def test_one_leader_a_fight() -> None:
    """Overcast: planes one hex away fly only with Novikov near. With Lelyushenko in the attack he is not used, unless
    he attacks himself; then the other does not spare the armor."""
    text = "turn DEC_I\nweather snow overcast none\n1914: SU-26TK SU-1TK\n1915: SU-4TK\n1814: RO-14\nat 1815 vvs\n"
    for leaders, planes, spared in (
        ("on SU-26TK lelyushenko\n1916: SU-23\non SU-23 novikov", 0, True),
        ("on SU-26TK lelyushenko\non SU-4TK novikov", 1, False),
        ("on SU-4TK novikov", 1, False),
    ):
        t = bare(text + leaders, NO_OM)
        b = Battle(h("1814"), vocabulary.SOVIET, 1)
        b.attackers = [u("SU-26TK"), u("SU-1TK"), u("SU-4TK")]
        assert len(markers.attacking_planes(t.s, b)) == planes
        assert markers.waives_first_loss(t.s, b) == spared
