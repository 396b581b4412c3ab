"""Clocks and holidays in the database, for the table; see ``kurgan.session.clocks``."""

from collections.abc import Sequence

from kurgan.session import clocks
from kurgan.session.clocks import SECOND, ClockRow
from kurgan.session.rows import Awaits, Due, Pace
from kurgan.session.store import Store
from kurgan.table.storage import ClockSeen


class KeptClocks:
    """Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def beat(self) -> None:
        self.store.writer.submit(lambda c: clocks.beat(c, self.store.worker)).result()

    def begin(self, game: str, pace: Pace, awaits: Awaits) -> None:
        self.store.change(game, lambda c: clocks.begin(c, game, pace, awaits))

    def of(self, games: Sequence[str]) -> dict[str, ClockSeen]:
        """The clocks of those games that have any, as they stand now."""
        rows, served = self.store.read(lambda c: (clocks.read(c, list(games)), clocks.served(c)))
        return {game: seen(row, served) for game, row in rows.items()}

    def look(self, game: str) -> Due:
        return self.store.change(game, lambda c: clocks.look(c, game), own=False)

    def wait(self, game: str) -> None:
        self.store.change(game, lambda c: clocks.wait(c, game))

    def stand(self, game: str, on: bool) -> None:
        self.store.change(game, lambda c: clocks.stand(c, game, on))

    def holidays(self, person: str) -> list[tuple[int, int]]:
        return self.store.read(lambda c: clocks.holidays(c, person))

    def take_holiday(self, person: str, begin: int, until: int) -> str:
        return self.store.writer.submit(lambda c: clocks.take_holiday(c, person, begin, until)).result()

    def end_holiday(self, person: str, begin: int) -> bool:
        return self.store.writer.submit(lambda c: clocks.end_holiday(c, person, begin)).result()

    def see_to_holiday(self, person: str) -> list[str]:
        """Have the clocks of somebody stand or run as his holidays want it; returns the games."""
        changed = self.store.writer.submit(lambda c: clocks.see_to_holiday(c, person)).result()
        for game, version in changed.items():
            self.store.note_change(game, version, own=False)
        return list(changed)


def seen(row: ClockRow, served: int) -> ClockSeen:
    """What is left is told without what the decision under way takes from it: whoever looks sees both go on."""
    banks = {seat: purse.left // SECOND for seat, purse in row.purses().items()}
    used, flags = row.used_at(served) // SECOND, (bool(row.runs), bool(row.stands), bool(row.is_out))
    return ClockSeen(row.kind, row.step, row.bank, row.seat, used, banks, *flags)
