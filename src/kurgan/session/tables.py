"""The tables of a database: games, and the people who play them. Their history is in ``kurgan.session.schema``."""

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
)

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
    Column("behind", Integer, nullable=False, default=0, server_default="0"),
)
"""``version`` counts every change of a game that whoever has it open must take in (``kurgan.session.sharing``).
``behind``: lines were written that its summary for lists does not tell of yet."""

IS_BEHIND = GAMES.c.behind == literal_column("1")
Index("games_behind", GAMES.c.id, sqlite_where=IS_BEHIND, postgresql_where=IS_BEHIND)
"""A table that starts looks into these games and no others, however many there are."""

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
    Column("person", String(64), nullable=False, default="", server_default=""),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("name", String(80), nullable=False, default=""),
    Column("created", TIME, nullable=False),
    Column("handle", String(16), nullable=False, default="", server_default=""),
    Column("quiet_begin", Integer, nullable=False, default=0, server_default="0"),
    Column("quiet_end", Integer, nullable=False, default=0, server_default="0"),
    Column("hidden", Integer, nullable=False, default=0, server_default="0"),
    Column("zone", String(64), nullable=False, default="", server_default=""),
    Index("people_by_handle", "handle"),
)
"""``handle`` is what others know a person by; it is made from the id, and leads nowhere but to a profile. ``quiet_``:
minutes of the day in ``zone`` between which nothing is sent. ``hidden``: nobody is told whether he is at the table."""

HOLDS = Table(
    "holds",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("seen", Integer, nullable=False, default=0),
    Column("recovery", String(64), nullable=False, default="", server_default=""),
    Index("holds_of_person", "person"),
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
    Column("rated", Integer, nullable=False, default=0, server_default="0"),
    Column("quiet", Integer, nullable=False, default=0, server_default="0"),
)
"""``rated``: it counts. ``quiet``: who only watches does not talk. ``aside`` is what stands around a game and in no
line of its record: wishes to go back, seats to be lent, trouble."""

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
    Column("paused", String(40), nullable=False, default="", server_default=""),
    Column("away", Text, nullable=False, default="{}", server_default="{}"),
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
    Column("keys", String(200), nullable=False, default="", server_default=""),
    Column("language", String(12), nullable=False, default="", server_default=""),
    UniqueConstraint("token"),
    Index("channels_of_person", "person"),
)
"""Ways to tell somebody something; ``token`` confirms an address and ends it, and stands in what is sent there.
``keys`` are those of a browser, with which what is pushed to it is encrypted; ``language`` is what is spoken there."""

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

# What a club has besides ---------------------------------------------------------------------------------------

RESULTS = Table(
    "results",
    METADATA,
    Column("game", String(64), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("bot", String(80), nullable=False),
    Column("title", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("result", String(10), nullable=False),
    Column("outcome", String(80), nullable=False),
    Column("counted", Integer, nullable=False),
    Column("change", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("results_of_person", "person", "at"),
)
"""How games ended for those who sat there. They stay when a game is deleted: nobody gets rid of a loss by it."""

RATINGS = Table(
    "ratings",
    METADATA,
    Column("id", String(200), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
)
"""Strengths of persons, bots and sides of scenarios, on one scale; see ``kurgan.table.rating``."""

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", String(64), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("made", BigInteger, nullable=False),
)

REPORTS = Table(
    "reports",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("about", String(64), nullable=False),
    Column("game", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("stage", String(10), nullable=False),
    Index("reports_by_stage", "stage", "made"),
)

BANS = Table(
    "bans",
    METADATA,
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("reason", String(200), nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""``until``: seconds since 1970; 0 for as long as nobody takes it back."""

NOTICES = Table(
    "notices",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("host", String(80), nullable=False),
    Column("action", String(40), nullable=False),
    Column("what", String(200), nullable=False),
    Column("detail", Text, nullable=False),
    Index("audit_by_time", "at"),
)
"""What hosts did, written in the transaction in which they did it; nothing of ours changes or deletes a row."""

PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("signs", BigInteger, nullable=False),
    Column("name", String(80), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("passkeys_of_person", "person"),
)
"""``id`` is the hash of the credential's own, which has no bound that a key of a table would like."""

CHALLENGES = Table(
    "challenges",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("made", BigInteger, nullable=False),
)

TABLE_KEYS = Table(
    "table_keys",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Secrets of the table itself: the key with which push messages are signed."""

RATES = Table(
    "rates",
    METADATA,
    Column("name", String(200), primary_key=True),
    Column("left", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Buckets of tokens that several processes share."""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("stage", String(10), nullable=False),
    Column("check", String(64), nullable=False),
    Column("told", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
)

EXPORTS = Table(
    "exports",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("stage", String(10), nullable=False),
    Column("games", Integer, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("exports_of_person", "person"),
)
"""What somebody wants to take home, made as a job; without a ``person`` it is the host's, for everybody."""

EXPORT_PARTS = Table(
    "export_parts",
    METADATA,
    Column("export", String(32), ForeignKey("exports.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("title", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("options", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("maker", String(64), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("size", Integer, nullable=False),
    Column("reach", Integer, nullable=False),
    Column("days", Integer, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("stage", String(10), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Index("tournaments_of_maker", "maker"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(64), nullable=False),
    Column("lot", Integer, nullable=False),
    Column("gone", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("entries_of_person", "person"),
)
"""Those who joined. A number stays when the person goes: results of others hang on it."""

PAIRINGS = Table(
    "pairings",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer, nullable=False),
    Column("challenger", Integer, nullable=False),
    Column("game", String(64), nullable=False),
    Column("result", String(10), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Index("pairings_by_game", "game"),
)
"""Numbers of entries that meet; ``result`` is written once, from the record of the game."""
