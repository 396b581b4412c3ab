"""What one seat may read of the record while the game runs: its own answers, open dice, and the events it may see.

A line of another seat appears without its answer, because an answer may name what only that seat knows; what everybody
may know of it is in its events. A secret draw appears without its result. Words and commitments are public.
"""

from collections.abc import Sequence
from typing import NamedTuple, overload

from kurgan.kernel.protocol import EVERYONE, Event, Game, Json
from kurgan.session.replay import DICE, Entry

PUBLIC_FIELDS = ("number", "kind", "seat", "rule", "step", "asked", "n", "secret", "to", "agreed", "held", "name")
PUBLIC_KINDS = ("undo", "rewind", "resign", "seat", "word", "rules", "epoch", "secret", "tried", "note", "reveal")


def sees(event: Event, seat: int) -> bool:
    """Whether a seat (or a spectator, below zero) may see an event."""
    if event.seen_by == EVERYONE:
        return True
    return seat >= 0 and bool(event.seen_by & (1 << seat))


def entry_for(game: Game, entry: Entry, seat: int, name: str) -> Json:
    """One line and its events as this seat sees them."""
    fields = entry.line.fields
    shown: Json = {}
    if entry.line.kind in PUBLIC_KINDS:
        shown = {k: v for k, v in fields.items() if k not in ("prev", "check")}
    elif entry.line.kind == "header":
        shown = {k: v for k, v in fields.items() if k not in ("prev", "check", "position")}
    else:
        shown = {k: fields[k] for k in PUBLIC_FIELDS if k in fields}
        if fields["seat"] == DICE or (name and fields["seat"] == name):
            if "answer" in fields:
                shown["answer"] = fields["answer"]
                if entry.pools:
                    shown["pools"] = [list(pool) for pool in entry.pools]
            if "by" in fields:
                shown["by"] = fields["by"]
    shown["events"] = [event_json(game, event) for event in seen_events(game, entry.events, seat)]
    return shown


class Happened(NamedTuple):
    """A line, and what of it somebody may see."""

    number: int
    events: tuple[Event, ...]


class Happenings(Sequence[Happened]):
    """The whole record as events that one seat may see; cut where it is read."""

    def __init__(self, entries: Sequence[Entry], seat: int) -> None:
        self._entries = entries
        self._seat = seat

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, place: int) -> Happened: ...
    @overload
    def __getitem__(self, place: slice) -> list[Happened]: ...

    def __getitem__(self, place: int | slice) -> Happened | list[Happened]:
        if isinstance(place, slice):
            return [self._cut(entry) for entry in self._entries[place]]
        return self._cut(self._entries[place])

    def _cut(self, entry: Entry) -> Happened:
        return Happened(entry.line.number, tuple([event for event in entry.events if sees(event, self._seat)]))


def seen_events(game: Game, events: Sequence[Event], seat: int) -> list[Event]:
    """Those a seat may see, without those that the next one tells it in more detail."""
    supersedes = game.supersedes()
    seen = [event for event in events if sees(event, seat)]
    following = [supersedes.get(event.kind) for event in seen[1:]]
    return [event for event, told in zip(seen, [*following, None], strict=False) if told != event.kind]


def event_json(game: Game, event: Event) -> Json:
    return {"rule": event.rule, "kind": event.kind, "args": list(event.args), "text": game.sentence(event)}
