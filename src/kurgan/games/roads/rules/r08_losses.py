"""Roads, chapters 8.8 and 8.15: who pays the losses of a fight, and Kampfgruppen.

The same two procedures serve attrition, tactical results (owner's choice, 8.10.5) and markers that cost a step.
"""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEXES, UNIT, YES
from kurgan.games.roads.pack.vocabulary import BLACK, GERMAN, SOVIET
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_combat as supports
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules.r08_odds import battle_of
from kurgan.games.roads.terms import FOUGHT, KG_POOL, M_PLAYED, OOS_FS, TANK_BRIGADE
from kurgan.kernel.chance import Chance, Draw
from kurgan.kernel.flow import Ask, Auto, Roll, Seq, Step, When, While, tell


def attacker_losses() -> Step:
    """[8.8] The attacker pays what is due, then may raise Kampfgruppen."""
    return Seq("8.8", "attacker_losses", [
        While("8.8.2", "attacker_pays", does_attacker_owe, Ask(
            "8.8.2", "lose_attacker_step", attacker_loss_seat, attacker_loss_choices, take_attacker_loss,
            why=why_not_attacker_loss, space=combat.attacker_space, form="lose_step")),
        Auto("8.8.2", "forgive_attacker", forgive_attacker),
        While("8.15.1", "attacker_kampfgruppen", has_fallen, Seq("8.15.1", "attacker_raises", [
            Ask("8.15.1", "raise_kampfgruppe", fallen_seat, raise_choices, take_raise,
                why=why_not_raise, space=raise_space, form="kampfgruppe"),
            When("8.15.4", "attacker_draws", is_raising, Roll(
                "8.15.4", "draw_kampfgruppe", kampfgruppe_pool, take_kampfgruppe)),
        ])),
    ])  # fmt: skip


def defender_losses() -> Step:
    """[8.8] The defender pays what is due, then may raise Kampfgruppen."""
    return Seq("8.8", "defender_losses", [
        While("8.8.2", "defender_pays", does_defender_owe, Ask(
            "8.8.2", "lose_defender_step", combat.defender_seat, defender_loss_choices, take_defender_loss,
            why=why_not_defender_loss, space=units.all_units, form="lose_unit")),
        Auto("8.8.2", "forgive_defender", forgive_defender),
        While("8.15.1", "defender_kampfgruppen", has_fallen, Seq("8.15.1", "defender_raises", [
            Ask("8.15.1", "raise_defending_kampfgruppe", fallen_seat, raise_choices, take_raise,
                why=why_not_raise, space=raise_space, form="kampfgruppe"),
            When("8.15.4", "defender_draws", is_raising, Roll(
                "8.15.4", "draw_defending_kampfgruppe", kampfgruppe_pool, take_kampfgruppe)),
        ])),
    ])  # fmt: skip


# 8.8 Attrition ----------------------------------------------------------------------------------------------------


def alive(s: State, stack: list[int]) -> list[int]:
    """Those of a stack who are still on the map."""
    return [u for u in stack if s.steps[u] and s.where[u] >= 0]


def does_attacker_owe(s: State) -> bool:
    b = battle_of(s)
    return b.due_a > 0 and bool(alive(s, b.attackers))


def does_defender_owe(s: State) -> bool:
    b = battle_of(s)
    return b.due_d > 0 and bool(alive(s, b.defenders))


def forgive_attacker(s: State) -> None:
    """[8.8.2] What nobody is left to pay is lost; the next attrition is shared anew."""
    b = battle_of(s)
    b.due_a = 0
    b.first_a = 0
    b.hit = []


def forgive_defender(s: State) -> None:
    """[8.8.2] What nobody is left to pay is lost; the next attrition is shared anew."""
    b = battle_of(s)
    b.due_d = 0
    b.first_d = 0
    b.hit = []


def attacker_loss_seat(s: State) -> int:
    """[8.8.1] With both bonuses declared the opponent names who pays first; else the owner does."""
    b = battle_of(s)
    if b.first_a and not b.free and b.elite_a >= 0 and b.armored:
        return 1 - b.side
    return b.side


def bound_attackers(s: State, b: Battle) -> list[int]:
    """[8.8.1] Who may pay the first loss: the elite unit, a black box, or either."""
    bound: list[int] = []
    if b.elite_a >= 0:
        bound.append(b.elite_a)
    if b.armored and not supports.waives_first_loss(s, b):
        bound.extend([u for u in b.attackers if s.pack.box[u] == BLACK and u != b.elite_a])
    return alive(s, bound)


def bound_defenders(s: State, b: Battle) -> list[int]:
    """[8.8.1] Who may pay the defender's first loss."""
    bound = [b.elite_d] if b.elite_d >= 0 else []
    if b.rudel:
        bound.extend([u for u in b.defenders if s.pack.armored[u] and u != b.elite_d])
    return alive(s, bound)


def shared(s: State, b: Battle, stack: list[int]) -> list[int]:
    """[8.8.2] Nobody loses a second step while a comrade is untouched; headquarters go last.

    [8.10.5] Losses of a tactical result are shared as the owner likes: a headquarters may pay too.
    """
    living = alive(s, stack)
    if b.free:
        return living
    line = [u for u in living if not s.pack.is_hq[u]] or living
    return [u for u in line if u not in b.hit] or line


def attacker_payers(s: State) -> list[int]:
    """[8.8.1] [8.8.2] Who may lose the next step."""
    b = battle_of(s)
    if b.first_a and not b.free:
        bound = bound_attackers(s, b)
        if bound:
            return bound
    return shared(s, b, b.attackers)


def defender_payers(s: State) -> list[int]:
    """[8.8.1] [8.8.2] Who may lose the next step."""
    b = battle_of(s)
    if b.first_d and not b.free:
        bound = bound_defenders(s, b)
        if bound:
            return bound
    return shared(s, b, b.defenders)


def may_give_brigade(s: State, b: Battle) -> bool:
    """[8.8.1] A Tank Brigade may go in place of the first loss, if the owner chooses who pays."""
    return not b.hit and not b.free and attacker_loss_seat(s) == b.side and bool(supports.brigades(s, b))


def attacker_loss_choices(s: State) -> list[int]:
    b = battle_of(s)
    found = [UNIT + u for u in sorted(attacker_payers(s))]
    if may_give_brigade(s, b):
        found.insert(0, DONE)
    return found


def defender_loss_choices(s: State) -> list[int]:
    return [UNIT + u for u in sorted(defender_payers(s))]


def why_not_attacker_loss(s: State, a: int) -> int:
    """[8.8.1] [8.8.2] Somebody else has to pay."""
    if a in attacker_loss_choices(s):
        return 0
    b = battle_of(s)
    return refusals.FIRST_LOSS_IS_BOUND if b.first_a and not b.free else refusals.OTHERS_LOSE_FIRST


def why_not_defender_loss(s: State, a: int) -> int:
    """[8.8.1] [8.8.2] Somebody else has to pay."""
    if a in defender_loss_choices(s):
        return 0
    b = battle_of(s)
    return refusals.FIRST_LOSS_IS_BOUND if b.first_d and not b.free else refusals.OTHERS_LOSE_FIRST


def take_attacker_loss(s: State, a: int) -> None:
    """[8.8] One step of the attacker, or the Tank Brigade in its place."""
    b = battle_of(s)
    b.due_a -= 1
    b.first_a = 0
    if a == DONE:
        s.lay(supports.brigades(s, b)[0], M_PLAYED)
        b.hit.append(TANK_BRIGADE)
    else:
        pay(s, b, a - UNIT)


def take_defender_loss(s: State, a: int) -> None:
    """[8.8] One step of the defender."""
    b = battle_of(s)
    b.due_d -= 1
    b.first_d = 0
    pay(s, b, a - UNIT)


def pay(s: State, b: Battle, u: int) -> None:
    """[8.8.2] The step is lost; an elite German who dies may leave a Kampfgruppe."""
    h = s.where[u]
    supply = s.supply[u]
    b.hit.append(u)
    note_soviet_loss(s, b, u, 1)
    leaves_group = may_leave_kampfgruppe(s, u)
    units.lose_step(s, u, "8.8.2")
    if not s.steps[u] and leaves_group:
        b.fallen.append(u * HEXES + h)
        b.fallen_supply.append(supply)


def note_soviet_loss(s: State, b: Battle, u: int, steps: int) -> None:
    """[15.2.2] Soviet steps that this fight costs, those of armor double."""
    if s.pack.side[u] == SOVIET:
        b.soviet_losses += steps * (2 if s.pack.armored[u] else 1)


# 8.15 Kampfgruppen ------------------------------------------------------------------------------------------------


def may_leave_kampfgruppe(s: State, u: int) -> bool:
    """[8.15.1] [8.15.2] [8.15.5] An elite German unit, the last component of its division on the map."""
    pack = s.pack
    if pack.nation[u] != GERMAN or not pack.elite[u] or pack.is_hq[u]:
        return False
    if s.supply[u] == OOS_FS and s.track[tracks.FORTRESS_LEVEL] == pack.fs_surrender:
        return False  # [10.3.4]
    if pack.components[u] > 1:
        for v in s.ways.units_of[pack.side[u]]:
            if v != u and pack.division[v] == pack.division[u] and s.where[v] >= 0:
                return False
    return True


def free_groups(s: State, u: int) -> list[int]:
    """[8.15.9] Kampfgruppen of the fitting kind that are still in the pool."""
    groups = s.pack.armor_kgs if s.pack.armored[u] else s.pack.infantry_kgs
    return [g for g in groups if s.where[g] == KG_POOL]


def has_fallen(s: State) -> bool:
    """[8.15] An elite unit has fallen and nobody has said what becomes of it."""
    return bool(battle_of(s).fallen)


def fallen_seat(s: State) -> int:
    """[8.15.1] The German player."""
    return s.pack.side[battle_of(s).fallen[0] // HEXES]


def raise_choices(s: State) -> list[int]:
    """[8.15.1] [8.15.9] As long as there are any left."""
    return [DONE, YES] if free_groups(s, battle_of(s).fallen[0] // HEXES) else [DONE]


def raise_space(s: State) -> list[int]:
    return [DONE, YES]


def why_not_raise(s: State, a: int) -> int:
    """[8.15.9] No, always; yes only if a group is left."""
    return 0 if a in raise_choices(s) else refusals.NO_KAMPFGRUPPE_LEFT


def take_raise(s: State, a: int) -> None:
    """[8.15.1] [8.15.7] Armored groups are drawn, infantry groups are all alike."""
    b = battle_of(s)
    u = b.fallen[0] // HEXES
    if a == DONE:
        b.fallen.pop(0)
        b.fallen_supply.pop(0)
    elif s.pack.armored[u]:
        b.raising = 1
    else:
        stand_up(s, free_groups(s, u)[0])


def is_raising(s: State) -> bool:
    """[8.15.4] An armored group is being drawn."""
    return bool(battle_of(s).raising)


def kampfgruppe_pool(s: State) -> Chance:
    """[8.15.1] One of the armored groups left, at random."""
    groups = free_groups(s, battle_of(s).fallen[0] // HEXES)
    return Draw(groups, [1] * len(groups))


def take_kampfgruppe(s: State, group: int) -> None:
    """[8.15.1] The group drawn takes the field."""
    battle_of(s).raising = 0
    stand_up(s, group)


def stand_up(s: State, group: int) -> None:
    """[8.15.1] [1.1.8] At full strength, where the unit fell, and part of the fight from now on (ruling 54).

    [8.15.3] [8.15.6] The fallen unit lies in the Eliminated box and may be rebuilt like any other.
    """
    b = battle_of(s)
    u, h = divmod(b.fallen.pop(0), HEXES)
    s.steps[group] = s.pack.max_steps[group]
    s.mark[group] = FOUGHT if s.pack.side[u] == b.side else 0  # [8.1.9b] this was its attack
    s.supply[group] = b.fallen_supply.pop(0)
    s.place(group, h)
    if s.pack.side[u] == b.side:
        b.attackers.append(group)
    else:
        b.defenders.append(group)
    tell(s, "8.15.1", events.KAMPFGRUPPE_RAISED, group, h)
