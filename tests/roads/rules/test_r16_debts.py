"""Chapters 15 to 18, third reading: debts that are over, who counts for Wintergewitter, who pays for armor."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.rules import r17_replacements as replacements
from kurgan.games.roads.terms import SOVIET_TOOK
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK, u
from tests.roads.staged import bare, held, hold, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
WINTER = "side axis\nturn DEC_I\n0729: GE-HQ-HOLL\n0728: GE-24P GE-14P\nbox axis luftwaffe pak_88 hoth\n"


@rule("16.3.1")
def test_declining_wintergewitter_gives_nothing_back() -> None:
    """Launching asks for two."""
    t = stage("winter_offensive", WINTER, NO_OM)
    assert t.asked() == "launch_wintergewitter"
    t.play("no")
    assert t.asked() == "over"
    t = stage("winter_offensive", WINTER, NO_OM).play("yes")
    assert t.asked() == "return_support" and held(t, "give_back") == (2,)


@rule("16.3.2")
def test_without_a_blow_nobody_chooses_supports() -> None:
    t = stage("begin_axis", "side axis\nturn DEC_I\nbox pool luftwaffe", NO_OM)
    assert t.asked() == "over"


@rule("16.3.1")
def test_allied_armor_counts_for_wintergewitter() -> None:
    """The Romanian armored division, full and beside a German headquarters, is one of the two; reduced it is not."""
    armor = next(n for i, n in enumerate(PACK.unit_name) if PACK.nation[i] == vocabulary.ROMANIAN and PACK.armored[i])
    text = "side axis\nturn DEC_I\n0729: GE-HQ-HOLL\n0728: GE-24P {}\n"
    assert len(manstein.divisions_at_hq(bare(text.format(armor), NO_OM).s)) == 2
    assert len(manstein.divisions_at_hq(bare(text.format(armor + "-"), NO_OM).s)) == 1
    roman = text.replace("GE-HQ-HOLL", "RO-HQ-4A")
    assert manstein.divisions_at_hq(bare(roman.format(armor), NO_OM).s) == []  # beside a German one


@rule("17.3.11")
def test_a_kampfgruppe_pays_for_a_division_not_for_another_kampfgruppe() -> None:
    groups = [g for g in PACK.armor_kgs if PACK.max_steps[g] == 2][:2]
    one, two = [PACK.unit_name[g] for g in groups]
    t = bare(f"side axis\nturn DEC_I\n0729: GE-HQ-HOLL\n0728: {one} {two}-\n0629: GE-24P-\n", NO_OM)
    assert replacements.payable_groups(t.s, u("GE-24P")) == sorted(groups)
    assert replacements.payable_groups(t.s, u(two)) == []
    hold(t, "replacements", *replacements.shared_out(t.s, 1))
    assert replacements.why_not_point(t.s, u(two)) != 0  # no support either
    assert replacements.why_not_point(t.s, u("GE-24P")) == 0


@rule("17.3.14")
def test_the_radius_of_any_headquarters_will_do() -> None:
    """A German division in supply from a source, in the radius of a Romanian headquarters only; far from all it gets
    nothing."""
    for text, able in (("0728: RO-HQ-4A\n", True), ("", False)):
        t = bare("side axis\nturn DEC_I\n0729: GE-62-\n" + text, NO_OM)
        hold(t, "replacements", *replacements.shared_out(t.s, 2))
        assert (replacements.why_not_point(t.s, u("GE-62")) == 0) == able
        assert held(t, "replacements") == (2, 1)


@rule("15.2.2")
def test_red_stars_lost_before_the_late_scenarios_please_when_retaken() -> None:
    """Every red star and city that the Axis held in November and the Soviets hold at the start counts as captured."""
    for name in ("backhand", "star_and_gallop"):
        s = GAME.new(name, GAME.settle({}))
        for x in range(PACK.hex_count):
            lost = PACK.start_control[x] == vocabulary.AXIS and s.control[x] == vocabulary.SOVIET
            counts = PACK.settlement[x] >= vocabulary.CITY or PACK.red_star[x]
            assert bool(s.history[x] & SOVIET_TOOK) == bool(lost and counts), PACK.hex_name[x]
    star = next(
        x
        for x in range(PACK.hex_count)
        if PACK.red_star[x] and PACK.settlement[x] < vocabulary.CITY and s.history[x] & SOVIET_TOOK
    )
    before = s.track[tracks.APPROVAL]
    units.capture(s, star, vocabulary.AXIS)
    assert s.track[tracks.APPROVAL] == before + 1
