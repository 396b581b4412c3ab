"""The clock of a seat goes on where it was, whoever sits there; holidays of former holders count for the next."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("paces", sa.Column("paused", sa.String(40), nullable=False, server_default=""))
    op.add_column("paces", sa.Column("away", sa.Text(), nullable=False, server_default="{}"))


def downgrade() -> None:
    with op.batch_alter_table("paces") as batch:
        for name in ("paused", "away"):
            batch.drop_column(name)
