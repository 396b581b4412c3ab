"""Seats that anybody at the table may take, or one person."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.Column("again", sa.String(64), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("invitations")
