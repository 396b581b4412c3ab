"""The tables of a database: games, and the people who play them. Their history is in ``kurgan.session.schema``."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

METADATA = MetaData()

TIME = BigInteger().with_variant(Integer(), "sqlite")
"""Seconds since 1970; where numbers have a size, one that lasts beyond 2038."""

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("name", String(200), nullable=False, default=""),
    Column("title", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("awaited", String(40), nullable=False, default=""),
    Column("outcome", Text, nullable=False, default=""),
    Column("created", TIME, nullable=False),
    Column("updated", TIME, nullable=False),
    Column("vault", Text, nullable=False, default="{}"),
    Column("version", BigInteger, nullable=False, default=0, server_default="0"),
)
"""``version`` counts every change of a game that whoever has it open must take in (``kurgan.session.sharing``)."""

LINES = Table(
    "lines",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("at", TIME, nullable=False),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("position", Text, nullable=False),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("name", String(80), nullable=False, default=""),
    Column("token_hash", String(64), nullable=False),
    Column("giver", String(64), nullable=False, default="", server_default=""),
    Column("spent_by", String(64), nullable=False, default="", server_default=""),
    UniqueConstraint("token_hash"),
)

ORDERS = Table(
    "orders",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("step", String(80), primary_key=True),
    Column("how", String(20), nullable=False),
    Column("what", Text, nullable=False),
)

TALK = Table(
    "talk",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(40), nullable=False),
    Column("audience", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", TIME, nullable=False),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("name", String(80), nullable=False, default=""),
    Column("created", TIME, nullable=False),
)

HOLDS = Table(
    "holds",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("seen", Integer, nullable=False, default=0),
    Column("recovery", String(64), nullable=False, default="", server_default=""),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("pack", Text, nullable=False, default=""),
    Column("number", Integer, nullable=False, default=0),
    Column("turn", String(120), nullable=False, default=""),
    Column("last", Text, nullable=False, default=""),
    Column("guide", Integer, nullable=False, default=0),
    Column("aside", Text, nullable=False, default="", server_default=""),
)
"""``aside`` is what stands around a game and in no line of its record: wishes to go back, seats to be lent, trouble."""

PROMISES = Table(
    "promises",
    METADATA,
    Column("commitment", String(64), primary_key=True),
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
)

JOBS = Table(
    "jobs",
    METADATA,
    Column("kind", String(40), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("serial", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("taken", BigInteger, nullable=False),
)

PACES = Table(
    "paces",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("step", BigInteger, nullable=False),
    Column("bank", BigInteger, nullable=False),
    Column("banks", Text, nullable=False),
    Column("seat", String(40), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("runs", Integer, nullable=False),
    Column("stands", Integer, nullable=False),
    Column("reminded", Integer, nullable=False),
    Column("is_out", Integer, nullable=False),
)
"""The clocks of games that have a pace; see ``kurgan.session.clocks``."""

SERVED = Table(
    "served",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("total", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("worker", BigInteger, nullable=False),
)
"""One row: for how long the table was served so far, and who said so last."""

HOLIDAYS = Table(
    "holidays",
    METADATA,
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("begin", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)

CHANNELS = Table(
    "channels",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("address", String(400), nullable=False),
    Column("shape", String(10), nullable=False),
    Column("events", String(80), nullable=False),
    Column("digest", Integer, nullable=False),
    Column("confirmed", Integer, nullable=False),
    Column("token", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("last_sent", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("trouble", String(200), nullable=False),
    UniqueConstraint("token"),
    Index("channels_of_person", "person"),
)
"""Ways to tell somebody something; ``token`` confirms an address and ends it, and stands in what is sent there."""

MESSAGES = Table(
    "messages",
    METADATA,
    Column("channel", String(64), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("event", String(20), primary_key=True),
    Column("seat", String(40), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("sent", Integer, nullable=False),
)

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("level", String(20), nullable=False),
    Column("again", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""Seats that may be taken, by anybody or by one ``person``; ``again`` is the game that is played once more."""

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("key_hash", String(64), primary_key=True),
    Column("id", String(32), nullable=False),
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("agent", String(120), nullable=False),
    Index("sessions_of_person", "person"),
)
"""Browsers that are a person: the hash of the key that each carries."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("mail", String(254), nullable=False),
    Column("made", BigInteger, nullable=False),
    UniqueConstraint("mail"),
)

MAIL_LINKS = Table(
    "mail_links",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("mail", String(254), nullable=False),
    Column("person", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""Links to sign in with: each works once, for a while; ``person`` asked for it."""

VISITS = Table(
    "visits",
    METADATA,
    Column("worker", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("pages", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
