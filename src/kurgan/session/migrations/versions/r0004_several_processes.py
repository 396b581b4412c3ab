"""What several processes have to tell each other: a version of each game, what is agreed around it, who is there.

Promises of dice and jobs are kept too, where more than one process has to know them. In PostgreSQL times get room for
the years after 2038; SQLite has it already.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TIMES = (
    ("games", "created"), ("games", "updated"), ("lines", "at"), ("talk", "at"), ("people", "created"),
)  # fmt: skip


def text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def upgrade() -> None:
    op.add_column("games", sa.Column("version", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("aside", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "promises",
        sa.Column("commitment", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        text("secret", 64),
        number("made"),
    )
    op.create_table(
        "jobs",
        sa.Column("kind", sa.String(40), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        number("serial"),
        number("due"),
        sa.Column("tries", sa.Integer(), nullable=False),
        number("taken"),
    )
    op.create_table(
        "visits",
        sa.Column("worker", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("pages", sa.Integer(), nullable=False),
        number("at"),
    )
    if op.get_bind().dialect.name == "postgresql":
        for table, name in TIMES:
            op.alter_column(table, name, type_=sa.BigInteger())


def downgrade() -> None:
    for table in ("visits", "jobs", "promises"):
        op.drop_table(table)
    for table, name in (("tables", "aside"), ("games", "version")):
        with op.batch_alter_table(table) as batch:
            batch.drop_column(name)
