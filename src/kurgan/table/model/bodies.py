"""What the API takes: one model for each kind of request. Unknown fields are refused."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

MOST_NUMBER = 2**31 - 1
"""No record has a line beyond this; neither has a database."""

ShortText = Annotated[str, Field(max_length=80)]
Line = Annotated[int, Field(ge=0, le=MOST_NUMBER)]

Known = Annotated[
    int, Field(ge=0, le=MOST_NUMBER, description="The number of the table you hold: scenes then tell what is new only.")
]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatWish(Body):
    """Who sits there: me, somebody who gets a link, anybody at the table who likes, a bot, or nobody yet."""

    kind: str = Field(default="me", pattern="^(me|link|anybody|bot|open)$")
    bot: str = Field(default="", max_length=40)


MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


Level = Literal["any", "new", "experienced"]


class PaceWish(Body):
    """How long a decision may take, and what each seat has beyond that in the whole game; seconds."""

    kind: Literal["live", "days"]
    step: int = Field(ge=0, le=30 * DAY)
    bank: int = Field(ge=0, le=90 * DAY)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.kind == "days" and self.step < HOUR:
            raise ValueError("a decision by days has an hour or more")
        if self.kind == "live" and (self.step > HOUR or self.bank > DAY or self.step + self.bank < MINUTE):
            raise ValueError("live: at most an hour for a decision, a day in the bank, and a minute in all")
        return self


class NewGame(Body):
    title: str = Field(max_length=40)
    scenario: str = Field(default="", max_length=80)
    options: dict[ShortText, ShortText] = Field(default_factory=dict, max_length=80)
    pack: str = Field(default="", max_length=400, description="A folder on the server; empty: built in.")
    name: str = Field(default="", max_length=80)
    seats: dict[ShortText, SeatWish] = Field(default_factory=dict, max_length=8)
    seed: str = Field(default="", max_length=200, description="An open seed, for playing alone.")
    promise: str = Field(default="", max_length=64, description="A commitment that POST /promises gave you.")
    word: str = Field(default="", max_length=200, description="Your word for the dice, made after you saw the promise.")
    guide: bool = False
    level: Level = Field(default="any", description="Whom seats for anybody are meant for.")
    pace: PaceWish | None = Field(default=None, description="Nothing: no clocks.")
    rated: bool = Field(default=False, description="It counts: ratings follow from how it ends.")

    def seat(self, name: str) -> SeatWish:
        """What is wished for a seat; whoever makes the game takes those that nothing is said of."""
        return self.seats.get(name, SeatWish())


class LinkSecret(Body):
    """The secret of a link, before one sits down with it."""

    game: str = Field(max_length=64)
    secret: str = Field(max_length=200)


class Join(LinkSecret):
    name: str = Field(default="", max_length=80)


class Recover(Body):
    game: str = Field(max_length=64)
    code: str = Field(max_length=80)


class Me(Body):
    name: str = Field(max_length=80)


class Answers(Body):
    """One or several answers in notation, all or none, for the number they answer."""

    seat: str = Field(max_length=40)
    number: Line
    actions: list[Annotated[str, Field(max_length=400)]] = Field(min_length=1, max_length=200)
    known: Known = 0


class Command(Body):
    """Anything else a seat asks for. ``number`` is the last line the page knows of."""

    seat: str = Field(max_length=40)
    number: Line = 0
    known: Known = 0


class TakeBack(Command):
    turn: bool = False
    to: Line = Field(default=0, description="Go back before this line; 0: one step, or the whole turn.")


class Agree(Command):
    to: Line = Field(default=0, description="The wish that was seen: its ``to``. 0: whatever is wished.")


class HandSeat(Command):
    of: str = Field(max_length=40)
    held: str = Field(pattern="^(person|bot|open)$")
    bot: str = Field(default="greedy", max_length=40)


class Lend(Command):
    of: str = Field(max_length=40)
    agree: bool = Field(default=True, description="False: rather not; the proposal is off the table.")


class ClockChoice(Command):
    choice: Literal["wait", "bot", "take", "stand", "run"]


class HolidayWish(Body):
    """Seconds since 1970; a begin in the past is now."""

    begin: int = Field(default=0, ge=0, le=MOST_NUMBER)
    until: int = Field(ge=0, le=MOST_NUMBER)


Event = Annotated[str, Field(max_length=20)]


class ChannelWish(Body):
    events: list[Event] = Field(max_length=8)
    digest: bool = Field(default=False, description="Mail: at most once a day, everything together.")


class NewChannel(ChannelWish):
    kind: Literal["webhook", "mail", "push", "feed"]
    address: str = Field(default="", max_length=400, description="None for a feed: it gets one here.")
    keys: str = Field(default="", max_length=200, description="Of a browser: p256dh and auth, a space between.")
    shape: Literal["json", "discord", "slack"] = "json"


class QuietHours(Body):
    begin: str = Field(max_length=5, description='Such as "22:00".')
    end: str = Field(max_length=5)
    zone: str = Field(max_length=64, description='Such as "Europe/Madrid": whose clock it is.')


class Presence(Body):
    hidden: bool = Field(description="True: others are not told whether you are at the table.")


class OfferSeat(Body):
    level: Level = "any"


class NewTournament(Body):
    """A round robin (``single``; ``double``: twice, with sides changed) or a ladder."""

    name: str = Field(min_length=1, max_length=60)
    title: str = Field(max_length=40)
    scenario: str = Field(default="", max_length=80)
    options: dict[ShortText, ShortText] = Field(default_factory=dict, max_length=80)
    kind: Literal["single", "double", "ladder"] = "single"
    size: int = Field(default=8, ge=2, le=64, description="At most so many play; 16 in a round robin.")
    reach: int = Field(default=2, ge=1, le=8, description="A ladder: how many places above one may challenge.")
    days: int = Field(default=30, ge=1, le=366, description="A ladder: for how long it runs.")
    pace: PaceWish
    listed: bool = Field(default=True, description="False: only who has the link sees it.")
    play: bool = Field(default=True, description="Who makes it plays too.")


class TournamentSecret(Body):
    """What stands behind the # of a link; nothing where one needs none."""

    secret: str = Field(default="", max_length=200)


class Challenge(Body):
    profile: str = Field(max_length=16)


class MailAddress(Body):
    mail: str = Field(max_length=254)


class MailToken(Body):
    token: str = Field(max_length=64)


class SignIn(MailToken):
    bring: bool = Field(default=True, description="Seats that this browser holds as a guest come along.")


class PasskeyAnswer(Body):
    credential: str = Field(max_length=20_000, description="What the browser made, as JSON.")


class NewPasskey(PasskeyAnswer):
    name: str = Field(default="", max_length=80)


class PasskeyEntry(PasskeyAnswer):
    bring: bool = Field(default=True, description="Seats that this browser holds as a guest come along.")


class Report(Body):
    """What the host should know of somebody, or of a game."""

    profile: str = Field(default="", max_length=16)
    game: str = Field(default="", max_length=64)
    text: str = Field(min_length=1, max_length=2000)


class DeleteMe(Body):
    word: str = Field(default="", max_length=20, description="'delete', so that nobody does it by accident.")


class Retry(Command):
    of: str = Field(max_length=40)


class Branch(Command):
    at: Line
    go: bool = False


class Guide(Command):
    on: bool


class OrderWish(Command):
    step: str = Field(max_length=80)
    text: str = Field(default="", max_length=200)


class Word(Command):
    """A seat's own word for the dice, made after it was shown their commitment."""

    commitment: str = Field(max_length=64)
    word: str = Field(min_length=1, max_length=200)


class Say(Command):
    text: str = Field(min_length=1, max_length=1000)
    place: str = Field(default="", max_length=40)
    partners: bool = False


class Rename(Body):
    name: str = Field(max_length=80)


class BroughtRecord(Body):
    text: str
    name: str = Field(default="", max_length=80)


class LessonAnswers(Body):
    """What was answered in a lesson so far, and what is answered now; nothing only looks."""

    done: list[Annotated[str, Field(max_length=200)]] = Field(default_factory=list, max_length=200)
    answers: list[Annotated[str, Field(max_length=200)]] = Field(default_factory=list, max_length=50)


class ExportWish(Body):
    kind: Literal["all", "games"]
