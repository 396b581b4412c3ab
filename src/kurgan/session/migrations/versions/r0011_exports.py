"""What people take home is made as a job and waits for them; talk says who spoke; tables where watchers are silent."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("talk", sa.Column("person", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("quiet", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "exports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    op.create_index("exports_of_person", "exports", ["person"])
    op.create_table(
        "export_parts",
        sa.Column("export", sa.String(32), sa.ForeignKey("exports.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("export_parts")
    op.drop_table("exports")
    for name, column in (("talk", "person"), ("tables", "quiet")):
        with op.batch_alter_table(name) as batch:
            batch.drop_column(column)
