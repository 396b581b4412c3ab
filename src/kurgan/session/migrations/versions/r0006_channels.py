"""How people want to be told, and what they have to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        text("kind", 10),
        text("address", 400),
        text("shape", 10),
        text("events", 80),
        sa.Column("digest", sa.Integer(), nullable=False),
        sa.Column("confirmed", sa.Integer(), nullable=False),
        text("token", 64),
        number("made"),
        number("last_sent"),
        sa.Column("failures", sa.Integer(), nullable=False),
        text("trouble", 200),
        sa.UniqueConstraint("token"),
    )
    op.create_index("channels_of_person", "channels", ["person"])
    op.create_table(
        "messages",
        sa.Column("channel", sa.String(64), sa.ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("event", sa.String(20), primary_key=True),
        text("seat", 40),
        number("made"),
        sa.Column("sent", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("messages")
    op.drop_table("channels")
