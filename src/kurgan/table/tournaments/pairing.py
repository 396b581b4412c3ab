"""Who meets whom, with which side, and which games can begin."""

from collections.abc import Sequence

from kurgan.table.tournaments.rows import DOUBLE, Entry, Pairing, Tournament
from kurgan.table.tournaments.standing import ladder_order


def circle(players: int) -> list[list[tuple[int, int]]]:
    """Rounds in which everybody meets everybody once: pairs of places, the first of each has the first seat.

    One stays and the others go round; with an odd number nobody stays, and who would meet him rests. Everybody has each
    side equally often, or once more where the number of games is odd.
    """
    going = players - 1 if players % 2 == 0 else players
    rounds = []
    for turn in range(going):
        pairs = [((turn + k) % going, (turn - k) % going) for k in range(1, (going + 1) // 2)]
        if players % 2 == 0:
            pairs.insert(0, (turn, going) if turn % 2 == 0 else (going, turn))
        rounds.append(pairs)
    return rounds


def all_pairings(kind: str, entries: Sequence[Entry]) -> list[Pairing]:
    """The pairings of a round robin among those who joined, in the order of the draw; double: again, sides changed."""
    order = [one.number for one in sorted(entries, key=lambda one: one.lot)]
    once = circle(len(order))
    rounds = [*once, *[[(b, a) for a, b in pairs] for pairs in once]] if kind == DOUBLE else once
    return [
        Pairing(turn, number, order[a], order[b], 0, "", "", 0)
        for turn, pairs in enumerate(rounds, 1)
        for number, (a, b) in enumerate(pairs, 1)
    ]


def ready(of: Tournament) -> list[Pairing]:
    """Pairings that can become games: nobody has a game of an earlier round to end. Nobody waits for the others."""
    busy: set[int] = set()
    found = []
    for pairing in sorted(of.pairings, key=lambda one: (one.round, one.number)):
        if not of.is_open(pairing):
            continue
        if not pairing.game and not busy & set(pairing.both):
            found.append(pairing)
        busy |= set(pairing.both)
    return found


def challenge(of: Tournament, challenger: int, challenged: int) -> Pairing:
    """A game on the ladder: the first seat is for who had it less often so far."""
    had = dict.fromkeys((challenger, challenged), 0)
    for pairing in of.pairings:
        for number, step in ((pairing.first, 1), (pairing.second, -1)):
            if number in had:
                had[number] += step
    ordered = had[challenger] <= had[challenged]
    first, second = (challenger, challenged) if ordered else (challenged, challenger)
    return Pairing(len(of.pairings) + 1, 1, first, second, challenger, "", "", 0)


def may_be_challenged(of: Tournament, challenger: int) -> list[int]:
    """Who is near enough above on the ladder, and has no game under way; nobody twice in a row while there is
    somebody else."""
    order = [number for number in ladder_order(of) if number not in of.gone]
    busy = {number for pairing in of.pairings if of.is_open(pairing) for number in pairing.both}
    if challenger not in order or challenger in busy:
        return []
    place = order.index(challenger)
    above = [number for number in order[max(0, place - of.row.reach) : place] if number not in busy]
    mine = [pairing for pairing in of.pairings if pairing.challenger == challenger and pairing.game]
    last = max(mine, key=lambda one: one.round).other(challenger) if mine else 0
    return [number for number in above if number != last] or above


def is_over(of: Tournament, now: int) -> bool:
    """Whether nothing is left to be played; a ladder also when its days have passed."""
    if any(of.is_open(pairing) for pairing in of.pairings):
        return False
    return not of.row.is_ladder or now >= of.row.until or len(of.players) - len(of.gone) < 2
