"""What a club has besides games: results and ratings, passkeys, what hosts do, reviews, tournaments."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

MADE = (
    "results",
    "ratings",
    "blocks",
    "reports",
    "bans",
    "notices",
    "audit",
    "passkeys",
    "challenges",
    "table_keys",
    "rates",
    "reviews",
    "tournaments",
    "entries",
    "pairings",
)


def upgrade() -> None:
    _columns()
    _results()
    _hosting()
    _accounts()
    _tournaments()


def _columns() -> None:
    op.add_column("people", sa.Column("handle", sa.String(16), nullable=False, server_default=""))
    op.create_index("people_by_handle", "people", ["handle"])
    op.add_column("tables", sa.Column("rated", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("channels", sa.Column("keys", sa.String(200), nullable=False, server_default=""))
    people = sa.table("people", sa.column("id"), sa.column("handle"))
    c = op.get_bind()
    for (id,) in c.execute(sa.select(people.c.id)).all():
        handle = hashlib.sha256(f"kurgan handle {id}".encode()).hexdigest()[:16]
        c.execute(people.update().where(people.c.id == id).values(handle=handle))


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(80), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("result", sa.String(10), nullable=False),
        sa.Column("outcome", sa.String(80), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("change", sa.Double(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("results_of_person", "results", ["person", "at"])
    op.create_table(
        "ratings",
        sa.Column("id", sa.String(200), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
    )
    past = sa.text(
        "INSERT INTO jobs (kind, key, serial, due, tries, taken) SELECT 'result', id, 1, 0, 0, 0 FROM games "
        "WHERE outcome <> '' AND id NOT IN (SELECT key FROM jobs WHERE kind = 'result')"
    )
    op.execute(past)  # who looks at a profile finds the games of before, too


def _hosting() -> None:
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("blocked", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
    )
    op.create_index("reports_by_stage", "reports", ["stage", "made"])
    op.create_table(
        "bans",
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.String(80), nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("what", sa.String(200), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
    )
    op.create_index("audit_by_time", "audit", ["at"])


def _accounts() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("signs", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
    )
    op.create_index("passkeys_of_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "table_keys",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.create_table(
        "rates",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("left", sa.Double(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("check", sa.String(64), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("first", sa.String(64), nullable=False),
        sa.Column("second", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    for name in reversed(MADE):
        op.drop_table(name)
    op.drop_index("people_by_handle", "people")
    for name, column in (("people", "handle"), ("tables", "rated"), ("channels", "keys")):
        with op.batch_alter_table(name) as batch:
            batch.drop_column(column)
