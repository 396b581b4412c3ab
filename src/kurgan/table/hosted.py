"""What hosts see and do, as rows; no database is needed to name them."""

from typing import NamedTuple, Protocol


class Ban(NamedTuple):
    until: int
    reason: str


class NoticeRow(NamedTuple):
    id: str
    text: str
    made: int
    until: int


class HostedPerson(NamedTuple):
    """Somebody, for the host; ``banned`` until when, 0 for good, None for not at all."""

    id: str
    handle: str
    name: str
    mail: str
    created: int
    seen: int
    seats: int
    ended: int
    passkeys: int
    banned: int | None
    reason: str


class HostedGame(NamedTuple):
    id: str
    title: str
    scenario: str
    name: str
    awaited: str
    outcome: str
    updated: int


class ReportRow(NamedTuple):
    id: str
    by_name: str
    by: str
    about_name: str
    about: str
    game: str
    text: str
    made: int
    stage: str


class AuditRow(NamedTuple):
    at: int
    host: str
    action: str
    what: str
    detail: str


class HostKeeping(Protocol):
    """Whom people do not want to meet, what they report, and what the host said."""

    def block(self, person: str, other: str) -> bool: ...
    def unblock(self, person: str, other: str) -> None: ...
    def blocked_by(self, person: str) -> list[tuple[str, str]]: ...
    def blockers(self, person: str) -> set[str]: ...
    def apart(self, person: str) -> set[str]: ...
    def report(self, person: str, about: str, game: str, text: str) -> bool: ...
    def bans(self) -> dict[str, Ban]: ...
    def notices(self) -> list[NoticeRow]: ...
