"""Links know who gave and who used them; holds carry the hash of a recovery code.

Until now a link could be used again and again. Those whose seat is held count as used by who holds it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ADDED = (("seats", "giver"), ("seats", "spent_by"), ("holds", "recovery"))
WATCH = "*watch"


def upgrade() -> None:
    for table, name in ADDED:
        op.add_column(table, sa.Column(name, sa.String(64), nullable=False, server_default=""))
    seats = sa.table("seats", sa.column("game"), sa.column("seat"), sa.column("spent_by"))
    holds = sa.table("holds", sa.column("game"), sa.column("seat"), sa.column("person"))
    is_his = (holds.c.game == seats.c.game) & (holds.c.seat == seats.c.seat) & (holds.c.seat != WATCH)
    holder = sa.select(sa.func.max(holds.c.person)).where(is_his).scalar_subquery()
    op.execute(seats.update().where(sa.exists().where(is_his)).values(spent_by=holder))


def downgrade() -> None:
    for table, name in reversed(ADDED):
        with op.batch_alter_table(table) as batch:
            batch.drop_column(name)
