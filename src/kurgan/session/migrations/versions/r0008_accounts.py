"""A person may have several keys, one for each browser, and a mail address to come back by.

Until now who somebody was followed from the key: each has a session of its own from now on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        text("id", 32),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        number("made"),
        number("seen"),
        text("agent", 120),
    )
    op.create_index("sessions_of_person", "sessions", ["person"])
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        text("mail", 254),
        number("made"),
        sa.UniqueConstraint("mail"),
    )
    op.create_table(
        "mail_links",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        text("mail", 254),
        text("person", 64),
        number("made"),
    )
    op.execute(
        "INSERT INTO sessions (key_hash, id, person, made, seen, agent) "
        "SELECT id, substr(id, 1, 32), id, created, created, '' FROM people"
    )


def downgrade() -> None:
    for table in ("mail_links", "accounts", "sessions"):
        op.drop_table(table)
