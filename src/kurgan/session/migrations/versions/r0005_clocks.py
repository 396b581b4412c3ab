"""Games may have a pace: how long a decision may take, what is left of the bank, whose clock runs; holidays of people.

Clocks go by the time that the table was served, which is counted in ``served``: a clock never runs while it is down.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def flag(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def upgrade() -> None:
    op.create_table(
        "paces",
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        number("step"),
        number("bank"),
        sa.Column("banks", sa.Text(), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        number("since"),
        number("used"),
        number("begun"),
        flag("runs"),
        flag("stands"),
        flag("reminded"),
        flag("is_out"),
    )
    op.create_table(
        "served",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        number("total"),
        number("at"),
        number("worker"),
    )
    op.create_table(
        "holidays",
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("begin", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    for table in ("holidays", "served", "paces"):
        op.drop_table(table)
