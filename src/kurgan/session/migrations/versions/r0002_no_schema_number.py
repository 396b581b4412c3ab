"""The number of the schema goes: Alembic keeps the revision."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_table("schema")


def downgrade() -> None:
    table = op.create_table("schema", sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False))
    op.bulk_insert(table, [{"version": 1}])
