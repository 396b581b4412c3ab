"""Tournaments that can be played: the tables of revision 9 were never used, and are made anew."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

MADE = ("tournaments", "entries", "pairings")


def upgrade() -> None:
    for name in reversed(MADE):
        op.drop_table(name)
    _tournaments()
    _entries()
    _pairings()


def _of_tournament() -> sa.Column[str]:
    of = sa.ForeignKey("tournaments.id", ondelete="CASCADE")
    return sa.Column("tournament", sa.String(32), of, primary_key=True)


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("reach", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
    )
    op.create_index("tournaments_of_maker", "tournaments", ["maker"])


def _entries() -> None:
    op.create_table(
        "entries",
        _of_tournament(),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("lot", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Integer(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    op.create_index("entries_of_person", "entries", ["person"])


def _pairings() -> None:
    op.create_table(
        "pairings",
        _of_tournament(),
        sa.Column("round", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("challenger", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("result", sa.String(10), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
    )
    op.create_index("pairings_by_game", "pairings", ["game"])


def downgrade() -> None:
    """The tables of revision 9, empty as they were."""
    for name in reversed(MADE):
        op.drop_table(name)
    made = sa.Column("made", sa.BigInteger(), nullable=False)
    words = {"name": 80, "title": 40, "scenario": 80, "maker": 64, "stage": 10}
    texts = [sa.Column(name, sa.String(size), nullable=False) for name, size in words.items()]
    pace = sa.Column("pace", sa.Text(), nullable=False)
    op.create_table("tournaments", sa.Column("id", sa.String(32), primary_key=True), *texts, pace, made)
    person = sa.Column("person", sa.String(64), primary_key=True)
    op.create_table("entries", _of_tournament(), person, sa.Column("made", sa.BigInteger(), nullable=False))
    places = [sa.Column(name, sa.Integer(), primary_key=True, autoincrement=False) for name in ("round", "number")]
    people = [sa.Column(name, sa.String(64), nullable=False) for name in ("first", "second", "game")]
    op.create_table("pairings", _of_tournament(), *places, *people)
