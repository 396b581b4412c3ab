"""Who meets whom, what the table of results says, and who may challenge whom: without a database."""

from collections import Counter
from itertools import combinations

import pytest

from kurgan.table.tournaments.pairing import all_pairings, challenge, circle, is_over, may_be_challenged, ready
from kurgan.table.tournaments.rows import (
    DAY,
    DOUBLE,
    DRAWN,
    FIRST,
    LADDER,
    RUNNING,
    SECOND,
    SINGLE,
    VOID,
    Entry,
    Pairing,
    Tournament,
    TournamentRow,
)
from kurgan.table.tournaments.standing import Standing, ladder_order, standings

BEGUN = 1_000_000


def tournament(
    kind: str, players: int, pairings: list[Pairing] | None = None, gone: tuple[int, ...] = ()
) -> Tournament:
    row = TournamentRow("a" * 32, "Cup", "inferno", "x", "{}", "{}", "m", kind, 16, 2, 30, 1, "", RUNNING, 0, BEGUN)
    entries = [Entry(n, f"p{n}", f"P{n}", n, int(n in gone)) for n in range(1, players + 1)]
    found = all_pairings(kind, entries) if pairings is None and kind != LADDER else pairings or []
    return Tournament(row, "", entries, found)


def ended(of: Tournament, results: dict[tuple[int, int], str]) -> Tournament:
    """With results by who met whom, the first named won, or it was drawn."""

    def of_pair(pairing: Pairing) -> Pairing:
        for (winner, loser), result in results.items():
            if {winner, loser} == set(pairing.both):
                told = result or (FIRST if winner == pairing.first else SECOND)
                return pairing._replace(result=told, game="ab" * 16, ended=1)
        return pairing

    return of._replace(pairings=[of_pair(pairing) for pairing in of.pairings])


def table(of: Tournament) -> dict[int, Standing]:
    return {row.number: row for row in standings(of)}


@pytest.mark.parametrize("players", range(2, 17))
def test_everybody_meets_everybody_once_with_both_sides_alike(players: int) -> None:
    rounds = circle(players)
    assert len(rounds) == (players - 1 if players % 2 == 0 else players), "no more rounds than are needed"
    pairs = [pair for pairs in rounds for pair in pairs]
    assert Counter(frozenset(pair) for pair in pairs) == Counter(map(frozenset, combinations(range(players), 2)))
    for pairs_of_round in rounds:
        met = [player for pair in pairs_of_round for player in pair]
        assert len(met) == len(set(met)), "nobody plays twice in a round"
        assert len(met) == players - players % 2
    for player in range(players):
        firsts, games = sum(pair[0] == player for pair in pairs), players - 1
        assert firsts in (games // 2, (games + 1) // 2)


@pytest.mark.parametrize("players", [2, 5, 8])
def test_twice_round_is_the_same_with_sides_changed(players: int) -> None:
    pairs = Counter((one.first, one.second) for one in tournament(DOUBLE, players).pairings)
    assert pairs == Counter({(a, b): 1 for a in range(1, players + 1) for b in range(1, players + 1) if a != b})


def test_a_game_begins_when_both_have_ended_those_before() -> None:
    of = tournament(SINGLE, 4)
    first, second, *_ = of.pairings
    assert ready(of) == [first, second], "one round, not three"
    under_way = of._replace(pairings=[one._replace(game="g") if one.round == 1 else one for one in of.pairings])
    assert ready(under_way) == []
    half = under_way._replace(
        pairings=[one._replace(result=FIRST) if one == under_way.pairings[0] else one for one in under_way.pairings]
    )
    assert ready(half) == [], "both of each pair of round 2 come from different games of round 1"
    over = of._replace(
        pairings=[one._replace(game="g", result=FIRST) if one.round == 1 else one for one in of.pairings]
    )
    assert [one.round for one in ready(over)] == [2, 2]


def test_nobody_waits_for_games_of_others() -> None:
    """Of six, three have ended a round that another pair still plays."""
    of = tournament(SINGLE, 6)
    slow = of.pairings[0]
    quick = [one._replace(game="g", result="" if one == slow else DRAWN) for one in of.pairings if one.round == 1]
    found = ready(of._replace(pairings=[*quick, *[one for one in of.pairings if one.round > 1]]))
    assert found
    assert not any(set(one.both) & set(slow.both) for one in found)


def test_who_beat_the_other_stands_before_him() -> None:
    of = ended(tournament(SINGLE, 4), {(1, 2): "", (3, 1): "", (1, 4): "", (2, 3): "", (2, 4): "", (4, 3): ""})
    rows = table(of)
    assert [rows[n].points for n in (1, 2, 3, 4)] == [2.0, 2.0, 1.0, 1.0]
    assert [(row.number, row.place) for row in standings(of)] == [(1, 1), (2, 2), (4, 3), (3, 4)]
    assert (rows[1].direct, rows[2].direct) == (1.0, 0.0)
    assert rows[1].berger == rows[2].points + rows[4].points
    assert (rows[1].played, rows[1].left, rows[1].won, rows[1].lost) == (3, 0, 2, 1)
    assert is_over(of, BEGUN)


def test_then_who_beat_the_stronger_ones() -> None:
    """1 and 2 drew with each other; 1 beat the third, who is first, and 2 the last."""
    results = {(1, 2): DRAWN, (1, 3): "", (2, 4): "", (4, 1): "", (3, 2): "", (3, 4): ""}
    rows = table(ended(tournament(SINGLE, 4), results))
    assert (rows[1].points, rows[2].points, rows[1].direct, rows[2].direct) == (1.5, 1.5, 0.5, 0.5)
    assert (rows[1].berger, rows[2].berger) == (2.75, 1.75)
    assert [rows[n].place for n in (3, 1, 2, 4)] == [1, 2, 3, 4]


def test_whom_nothing_parts_shares_a_place() -> None:
    of = ended(tournament(SINGLE, 4), {(1, 2): "", (2, 3): "", (3, 1): "", (1, 4): "", (2, 4): "", (3, 4): ""})
    assert [row.place for row in standings(of)] == [1, 1, 1, 4]


def test_who_drops_out_early_leaves_no_trace_in_the_table() -> None:
    """One of three games was played: it is less than half, and the other did not gain by it."""
    of = ended(tournament(SINGLE, 4, gone=(4,)), {(1, 4): ""})
    rows = table(of)
    assert (rows[1].points, rows[2].points, rows[3].points, rows[4].place) == (0.0, 0.0, 0.0, 0)
    assert standings(of)[-1].number == 4
    assert not is_over(of, BEGUN)
    over = ended(of, {(1, 2): "", (2, 3): "", (1, 3): "", (1, 4): ""})
    assert is_over(over, BEGUN)
    assert [row.place for row in standings(over)] == [1, 2, 3, 0]


def test_who_drops_out_late_loses_the_rest() -> None:
    of = ended(tournament(SINGLE, 4, gone=(4,)), {(1, 4): "", (4, 2): ""})
    rows = table(of)
    assert [rows[n].points for n in (1, 2, 3, 4)] == [1.0, 0.0, 1.0, 1.0]
    assert rows[3].played == 0, "won, and not played"
    assert rows[4].place > 0


def test_two_who_dropped_out_gain_nothing_by_each_other_and_what_the_host_deleted_counts_for_nobody() -> None:
    of = ended(tournament(SINGLE, 4, gone=(3, 4)), {(3, 1): "", (3, 2): "", (4, 1): "", (4, 2): "", (1, 2): VOID})
    rows = table(of)
    assert [rows[n].points for n in (1, 2, 3, 4)] == [0.0, 0.0, 2.0, 2.0]
    assert is_over(of, BEGUN)


# Ladders --------------------------------------------------------------------------------------------------------


def met(number: int, challenger: int, other: int, result: str = "") -> Pairing:
    """The challenger has the first seat, and won unless it is said otherwise."""
    return Pairing(number, 1, challenger, other, challenger, "g", result or FIRST, number)


def test_who_wins_a_challenge_takes_the_place() -> None:
    of = tournament(LADDER, 4)
    assert ladder_order(of) == [1, 2, 3, 4]
    assert ladder_order(of._replace(pairings=[met(1, 4, 2)])) == [1, 4, 2, 3]
    assert ladder_order(of._replace(pairings=[met(1, 4, 2, DRAWN), met(2, 3, 1, SECOND)])) == [1, 2, 3, 4]
    later = of._replace(pairings=[met(2, 3, 1), met(1, 4, 3)])
    assert ladder_order(later) == [3, 1, 2, 4], "4 beat 3 first, and then 3 beat 1"
    assert [row.number for row in standings(of._replace(pairings=[met(1, 4, 2)]))] == [1, 4, 2, 3]


def test_a_place_is_never_lost_by_winning() -> None:
    """While the game lasted, the challenger came to stand above whom he had challenged."""
    of = tournament(LADDER, 4)._replace(pairings=[met(1, 2, 1), met(2, 2, 3)])
    assert ladder_order(of) == [2, 1, 3, 4]


def test_one_may_challenge_so_far_above_and_who_is_free() -> None:
    of = tournament(LADDER, 5)
    assert (may_be_challenged(of, 1), may_be_challenged(of, 2), may_be_challenged(of, 5)) == ([], [1], [3, 4])
    busy = of._replace(pairings=[Pairing(1, 1, 4, 3, 4, "g", "", 0)])
    assert (may_be_challenged(busy, 5), may_be_challenged(busy, 4)) == ([], [])
    lost = of._replace(pairings=[met(1, 5, 4, SECOND)])
    assert may_be_challenged(lost, 5) == [3], "not the same again while there is somebody else"
    gone = tournament(LADDER, 5, [met(1, 5, 4, SECOND)], gone=(3, 2))
    assert may_be_challenged(gone, 5) == [1], "who dropped out is no rung"


def test_sides_on_a_ladder_are_had_alike() -> None:
    of = tournament(LADDER, 3)
    first = challenge(of, 3, 2)
    assert (first.first, first.second, first.challenger) == (3, 2, 3)
    again = challenge(of._replace(pairings=[first]), 3, 2)
    assert (again.first, again.second, again.challenger, again.round) == (2, 3, 3, 2)


def test_a_ladder_is_over_with_its_days_and_its_last_game() -> None:
    of = tournament(LADDER, 3)
    end = BEGUN + 30 * DAY
    assert (is_over(of, end - 1), is_over(of, end)) == (False, True)
    running = of._replace(pairings=[Pairing(1, 1, 3, 2, 3, "g", "", 0)])
    assert not is_over(running, end)
    assert is_over(tournament(LADDER, 3, gone=(1, 2)), BEGUN), "nobody is left to be challenged"
