"""Which games lists do not tell of as they stand is written with the lines; somebody's games are found by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

BEHIND = sa.text("behind = 1")


def upgrade() -> None:
    op.add_column("games", sa.Column("behind", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("games_behind", "games", ["id"], sqlite_where=BEHIND, postgresql_where=BEHIND)
    op.create_index("holds_of_person", "holds", ["person"])
    op.execute(
        "UPDATE games SET behind = 1 WHERE EXISTS (SELECT 1 FROM tables JOIN lines ON lines.game = tables.game "
        "AND lines.number > tables.number WHERE tables.game = games.id)"
    )


def downgrade() -> None:
    op.drop_index("holds_of_person", "holds")
    op.drop_index("games_behind", "games")
    with op.batch_alter_table("games") as batch:
        batch.drop_column("behind")
