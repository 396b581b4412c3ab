"""The first tables, as Kurgan made them before its schema had a history.

A database of that time has some or all of them already: then only what it lacks is made.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TABLES = (
    "schema", "games", "lines", "snapshots", "seats", "orders", "talk", "people", "holds", "tables",
)  # fmt: skip


def of_game() -> sa.Column[str]:
    return sa.Column("game", sa.String(64), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


def numbered() -> sa.Column[int]:
    return sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False)


def text(name: str, length: int = 0) -> sa.Column[str]:
    return sa.Column(name, sa.String(length) if length else sa.Text(), nullable=False)


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def key(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), primary_key=True)


def upgrade() -> None:
    make("schema", sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False))
    make_games()
    make_people()


def make_games() -> None:
    make(
        "games", key("id", 64), text("name", 200), text("title", 40), text("scenario", 80), text("awaited", 40),
        text("outcome"), number("created"), number("updated"), text("vault"),
    )  # fmt: skip
    make("lines", of_game(), numbered(), text("text"), number("at"))
    make("snapshots", of_game(), numbered(), text("position"))
    make(
        "seats", of_game(), key("seat", 40), text("name", 80), text("token_hash", 64),
        sa.UniqueConstraint("token_hash"),
    )  # fmt: skip
    make("orders", of_game(), key("seat", 40), key("step", 80), text("how", 20), text("what"))
    make("talk", of_game(), numbered(), text("seat", 40), text("audience", 40), text("text"), number("at"))


def make_people() -> None:
    person = sa.Column("person", sa.String(64), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)
    make("people", key("id", 64), text("name", 80), number("created"))
    make("holds", of_game(), key("seat", 40), person, number("seen"))
    make("tables", of_game(), text("pack"), number("number"), text("turn", 120), text("last"), number("guide"))


def make(name: str, *parts: sa.schema.SchemaItem) -> None:
    op.create_table(name, *parts, if_not_exists=True)


def downgrade() -> None:
    for name in reversed(TABLES):
        op.drop_table(name)
