"""Who else sits at somebody's games, for the list of them."""

from collections.abc import Mapping, Sequence

from kurgan.session.rows import GameRow
from kurgan.table.model.lobby_replies import Mate
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.storage import Sitting


class Mates:
    """Asks the database once for all games. Persons are called as they are called now, not as they sat down."""

    def __init__(self, rooms: Rooms, person: str, games: Sequence[str]) -> None:
        self._rooms = rooms
        self._person = person
        self._sitting: dict[str, dict[str, Sitting]] = {}
        for sits in rooms.people.sitting(list(games)):
            self._sitting.setdefault(sits.game, {})[sits.seat] = sits

    def at(self, row: GameRow, mine: Sequence[str], bots: Mapping[str, str] | None) -> list[Mate]:
        """The others at a game, each once, and seats of a running one that are free. ``bots``: None where it is not
        known which seats they play, because the list was written by an older version."""
        sitting = self._sitting.get(row.id, {})
        seats, rivals = self._seats(row, mine)
        found: dict[tuple[str, bool], Mate] = {}
        for seat in seats or sitting:
            holder, is_rival = sitting.get(seat), seat in rivals
            if bots is not None and seat in bots:
                found[seat, is_rival] = Mate("bot", bots[seat], is_rival)
            elif holder is not None:
                if holder.person != self._person:
                    found[holder.person, is_rival] = Mate("person", holder.name, is_rival)
            elif bots is not None and not row.outcome:
                found[seat, is_rival] = Mate("open", "", is_rival)
        return list(found.values())

    def _seats(self, row: GameRow, mine: Sequence[str]) -> tuple[Sequence[str], set[str]]:
        """The seats of a game, and those that play against me."""
        try:
            game = self._rooms.titles.load(row.title)
            return game.seats(row.scenario), {rival for seat in mine for rival in game.rivals(row.scenario, seat)}
        except Exception:  # a title that is not there any more
            return (), set()
