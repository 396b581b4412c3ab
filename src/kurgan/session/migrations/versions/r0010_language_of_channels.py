"""A channel speaks the language of whoever asked for it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("channels", sa.Column("language", sa.String(12), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("channels") as batch:
        batch.drop_column("language")
