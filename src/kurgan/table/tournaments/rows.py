"""A tournament as it is kept; no database is needed to name it."""

from collections.abc import Mapping, Set
from typing import NamedTuple, Protocol

SINGLE, DOUBLE, LADDER = "single", "double", "ladder"
OPEN, RUNNING, OVER, ENDED = "open", "running", "over", "ended"
"""How far one is; ``ended`` by the host before it was over."""

FIRST, SECOND, DRAWN, VOID = "first", "second", "drawn", "void"
"""How a pairing ended, for who has the first seat of the scenario; ``void``: the host deleted the game."""

DAY = 24 * 3600


class TournamentRow(NamedTuple):
    """``options`` and ``pace`` as JSON; ``listed``: everybody at the table sees it; times in seconds since 1970."""

    id: str
    name: str
    title: str
    scenario: str
    options: str
    pace: str
    maker: str
    kind: str
    size: int
    reach: int
    days: int
    listed: int
    token_hash: str
    stage: str
    made: int
    begun: int

    @property
    def is_ladder(self) -> bool:
        return self.kind == LADDER

    @property
    def until(self) -> int:
        """When a ladder takes no challenge any more."""
        return self.begun + self.days * DAY


class Entry(NamedTuple):
    """Somebody who joined; ``person`` is empty when the account was deleted. ``lot``: his place in the draw."""

    number: int
    person: str
    name: str
    lot: int
    gone: int


class Pairing(NamedTuple):
    """Two who meet; ``first`` has the first seat. ``challenger`` is 0 where nobody challenged; ``ended`` puts results
    in the order in which they came."""

    round: int
    number: int
    first: int
    second: int
    challenger: int
    game: str
    result: str
    ended: int

    @property
    def both(self) -> tuple[int, int]:
        return self.first, self.second

    def other(self, number: int) -> int:
        return self.second if number == self.first else self.first


class Tournament(NamedTuple):
    """All of one. ``maker``: the name of who made it."""

    row: TournamentRow
    maker: str
    players: list[Entry]
    pairings: list[Pairing]

    def entry_of(self, person: str) -> Entry | None:
        """The entry of somebody who has not dropped out."""
        return next((one for one in self.players if person and one.person == person and not one.gone), None)

    @property
    def gone(self) -> set[int]:
        return {one.number for one in self.players if one.gone}

    def is_open(self, pairing: Pairing) -> bool:
        """Whether it is still to be played, or under way."""
        return not pairing.result and not self.gone & set(pairing.both)


class Listed(NamedTuple):
    """One line of a list: the tournament, who made it, how many joined, and whether one of them is who asks."""

    row: TournamentRow
    maker: str
    players: int
    is_in: bool


Refusal = str
"""Why not, as a word; empty: done."""


class TournamentKeeping(Protocol):
    """Tournaments; each change looks at all of it under one lock, so that of two who do the same one is refused."""

    def add(self, row: TournamentRow, plays: bool) -> Refusal: ...
    def get(self, id: str) -> Tournament | None: ...
    def for_person(self, person: str) -> list[Listed]: ...
    def new_link(self, id: str) -> str: ...
    def is_link(self, row: TournamentRow, secret: str) -> bool: ...
    def join(self, id: str, person: str, apart: Set[str]) -> Refusal: ...
    def leave(self, id: str, person: str) -> Refusal: ...
    def start(self, id: str, person: str) -> Refusal: ...
    def call_off(self, id: str, person: str) -> Refusal: ...
    def take_out(self, id: str, person: str, other: str) -> Refusal: ...
    def challenge(self, id: str, person: str, other: str) -> Refusal: ...
    def begin(self, id: str, pairing: Pairing, game: str) -> bool: ...
    def tell(self, game: str, seats: Mapping[str, str]) -> None: ...
    def result(self, game: str, result: str) -> None: ...
    def finish(self, id: str) -> None: ...
    def of_game(self, game: str) -> str: ...
