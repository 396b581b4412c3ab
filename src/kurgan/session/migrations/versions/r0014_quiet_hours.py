"""People have hours in which nothing is sent to them, and may hide whether they are at the table."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

NUMBERS = ("quiet_begin", "quiet_end", "hidden")


def upgrade() -> None:
    for name in NUMBERS:
        op.add_column("people", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.add_column("people", sa.Column("zone", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("people") as batch:
        for name in (*NUMBERS, "zone"):
            batch.drop_column(name)
