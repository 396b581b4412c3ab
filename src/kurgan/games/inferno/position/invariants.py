"""Every invariant of a position, checked slowly; tests and fuzz call it after each answer."""

from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import BLUE, CHUIKOV, GERMAN, MARINE_POOL, SOVIET, URBAN, YELLOW
from kurgan.games.inferno.position.state import DERIVED, NO_BATTLE, State, derive, germans_at
from kurgan.games.inferno.rules.r04_solo import cards_left
from kurgan.games.inferno.rules.r12_designers_way import NORMAL
from kurgan.games.inferno.terms import BAG, DEAD, EMPTY, LONG_MOVE, NONE, OUT, PICKED, POOL, REMOVED, TRACK, UNSEEN


def check(s: State) -> None:
    """Raise AssertionError unless all holds."""
    check_derived(s)
    check_blocks(s)
    check_stacks(s)
    check_track(s)
    check_cards(s)
    check_way(s)
    check_knowledge(s)
    check_going_on(s)
    if s.battle is not NO_BATTLE and not s.result:
        check_battle(s)


def check_derived(s: State) -> None:
    """Derived columns are what they would be if made anew."""
    fresh = s.copy()
    derive(fresh)
    for name in DERIVED:
        assert getattr(fresh, name) == getattr(s, name), f"derived column {name} is wrong"


def check_blocks(s: State) -> None:
    """[2.6] [2.8] Places and strengths fit the side of each block; losses are counted from the Death Pool."""
    p = s.pack
    german_places = (TRACK, PICKED, DEAD, REMOVED, OUT)
    losses = 0
    for u in range(p.units):
        where = s.where[u]
        assert 0 <= s.strength[u] <= p.full[u], f"{p.unit_name[u]} has strength {s.strength[u]}"
        if p.side[u] == GERMAN:
            assert where < p.hexes or where in german_places, f"{p.unit_name[u]} stands in {where}"
            assert where >= p.hexes or s.strength[u] > 0, f"{p.unit_name[u]} on the map without strength"
            assert where != REMOVED or p.is_r[u], f"{p.unit_name[u]} was removed"
            if where == DEAD:
                losses += p.r_loss if p.is_r[u] else 1
        else:
            assert where < p.hexes or where in (POOL, BAG), f"{p.unit_name[u]} stands in {where}"
    assert losses == s.losses, "losses do not fit the Death Pool"
    assert sum(s.rubble) + s.rubble_left == p.rubble_limit, "rubble markers are missing"
    for h in range(p.hexes):
        is_taken = h in p.soviet_spawn and s.control[h] == GERMAN
        assert (s.captor[h] > 0) == is_taken, f"[9.11] who took {p.hex_name[h]}"
        assert s.captor[h] < 2 or s.rules.coop, f"[9.11] two players took {p.hex_name[h]}"
    assert s.rubble_left >= 0, f"more than {p.rubble_limit} rubble markers"
    assert all(p.terrain[h] == URBAN for h in range(p.hexes) if s.rubble[h]), "rubble outside a city"


def check_stacks(s: State) -> None:
    """[2.2] [2.4] [9.1] Stacks are within the limit, held by their side, never of both sides or both colours."""
    p = s.pack
    crowded = s.order.last_end if s.order.moves == 1 else -1
    for h in range(p.hexes):
        germans = s.count[GERMAN][h]
        soviets = s.count[SOVIET][h]
        passing = len(s.order.taken) if h == s.order.end and s.order.plan == LONG_MOVE else 0
        assert germans - passing <= p.stack_limit or h == crowded, f"{germans} German blocks in {p.hex_name[h]}"
        assert soviets <= p.stack_limit, f"{soviets} Soviet blocks in {p.hex_name[h]}"
        assert not (germans and soviets), f"both sides in {p.hex_name[h]}"
        assert not germans or s.control[h] == GERMAN, f"Germans in Soviet-held {p.hex_name[h]}"
        assert not soviets or s.control[h] == SOVIET, f"Soviets in German-held {p.hex_name[h]}"
        assert not s.fort[h] or s.control[h] == SOVIET, f"a fortification in German hands in {p.hex_name[h]}"
        if s.rules.coop and not passing:
            armies = {p.army[u] for u in germans_at(s, h)}
            assert not {YELLOW, BLUE} <= armies, f"yellow and blue in {p.hex_name[h]}"


def check_track(s: State) -> None:
    """[5.1] Boxes and blocks on the track agree."""
    boxes = [u for u in s.track if u not in (EMPTY, UNSEEN)]
    assert len(set(boxes)) == len(boxes), "a block lies in two boxes"
    assert all(s.where[u] == TRACK for u in boxes), "a box holds a block that is elsewhere"
    if s.turn:
        assert knowledge.unseen_mask(s).bit_count() == s.track.count(UNSEEN), "unseen boxes and blocks differ in number"


def check_cards(s: State) -> None:
    """[8.1] No card is in two places."""
    p = s.pack
    for c in range(p.cards):
        held = s.deck[c] + s.deck_top[c] + s.deck_bottom[c] + s.hand[c] + s.hand[p.cards + c] + s.soviet_hand[c]
        if p.is_leader[c] and s.leaders >> p.effect[c] & 1:
            held += 0 if s.battle.soviet_card == c else 1
        held += s.battle.german_cards.count(c) + (1 if s.battle.soviet_card == c else 0)
        assert held <= s.rules.card_count[c], f"{held} cards {p.card_name[c]}"
    n = p.german_cards
    assert 0 <= s.unseen_hand <= sum(s.deck[n:]), "more cards in the Soviet hand than there are unseen"
    assert 0 <= s.unseen_top <= sum(s.deck_top[n:]), "more leaders in the Soviet hand than lay on top"
    if s.turn and not s.result:
        assert s.deck_out == int(cards_left(s) == 0), "[1.4B] the Soviet deck is empty, or it is not"
    assert not (s.rules.soviet_chooses and s.unseen_hand + s.unseen_top), "a hand that was not looked at"


def check_way(s: State) -> None:
    """[12] What belongs to the Designer's Way stands only in it."""
    if s.hq != NONE:
        assert s.rules.designers and s.leaders >> CHUIKOV & 1, "[12.4] a headquarters needs Chuikov in play"
        assert s.control[s.hq] == SOVIET, f"[12.4] a headquarters: {s.pack.hex_name[s.hq]} is not in Soviet hands"
    assert not s.advantages or s.rules.level == NORMAL, "[12.1] advantages are drawn at the normal level only"
    assert not s.raus or s.advantages & s.rules.sixth_panzer, "[12.3] Raus comes with the 6th Panzer Division"


def check_going_on(s: State) -> None:
    """A fight and its steps go together."""
    under_way = {frame[0].name for frame in s.stack}
    if "combat" in under_way:
        assert s.battle is not NO_BATTLE, "[6] a fight and its steps go together"


def check_knowledge(s: State) -> None:
    """[1.5] The true block is never excluded; a strength that was seen is the true one."""
    p = s.pack
    for u in range(p.units):
        if s.where[u] < p.hexes:
            assert s.may[u] & knowledge.bit(s, u), f"{p.unit_name[u]} is excluded from its own place"
            shown = s.battle.shown and (u in s.battle.germans or u in s.battle.soviets)
            if s.seen[u] and not shown:
                assert s.seen[u] == s.strength[u], f"{p.unit_name[u]} was seen at another strength"
        elif s.where[u] == POOL and s.turn:
            assert s.pool_may[p.pool[u]] & knowledge.bit(s, u), f"{p.unit_name[u]} is excluded from its pool"
    assert s.pool_size[MARINE_POOL] <= p.marine_pool, "too many Marines"


def check_battle(s: State) -> None:
    """[6] Those who fight are alive and on the map."""
    b = s.battle
    for u in b.germans + b.soviets:
        assert s.where[u] < s.pack.hexes, f"{s.pack.unit_name[u]} fights from {s.where[u]}"
        if b.shown:
            assert s.strength[u] > 0, f"{s.pack.unit_name[u]} fights without strength"
