"""Circles, people, matches, their log, tokens, accepted requests"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _key(name: str, kind: type[sa.types.TypeEngine[int]] = sa.BigInteger) -> sa.Column[int]:
    return sa.Column(name, kind(), nullable=False, autoincrement=False)


def _big(name: str, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def _text(name: str, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def upgrade() -> None:
    op.create_table("circle", _key("circle_id"), _text("name"), _big("made_at"), sa.PrimaryKeyConstraint("circle_id"))
    op.create_table(
        "person",
        _key("circle_id"),
        _key("person_id"),
        _text("name"),
        _text("folded"),
        _big("met_at"),
        sa.PrimaryKeyConstraint("circle_id", "person_id"),
    )
    op.create_index("person_by_name", "person", ["circle_id", "folded"])
    op.create_table(
        "match",
        _key("circle_id"),
        _key("match_id"),
        _text("game"),
        _text("dealing"),
        _text("status"),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        _text("totals"),
        _text("winners", nullable=True),
        _big("opened_at"),
        _big("touched_at"),
        _text("played_on"),
        _big("deleted_at", nullable=True),
        sa.PrimaryKeyConstraint("circle_id", "match_id"),
    )
    op.create_index("match_newest", "match", ["circle_id", "played_on", "opened_at", "match_id"])
    op.create_index("match_by_game", "match", ["circle_id", "game", "played_on", "opened_at", "match_id"])
    op.create_index("match_by_status", "match", ["circle_id", "status", "touched_at"])
    op.create_table(
        "seat",
        _key("circle_id"),
        _key("match_id"),
        _key("seat", sa.Integer),
        _big("person_id", nullable=True),
        sa.PrimaryKeyConstraint("circle_id", "match_id", "seat"),
    )
    op.create_index("seat_by_person", "seat", ["circle_id", "person_id", "match_id"])
    op.create_table(
        "event",
        _key("circle_id"),
        _key("match_id"),
        _key("seq", sa.Integer),
        _text("type"),
        sa.Column("schema_version", sa.Integer(), nullable=False),
        _text("data"),
        _big("actor"),
        _big("recorded_at"),
        sa.PrimaryKeyConstraint("circle_id", "match_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "token",
        _key("circle_id"),
        _key("token_id"),
        _big("match_id"),
        _text("role"),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        _big("made_at"),
        _big("seen_at", nullable=True),
        _big("ended_at", nullable=True),
        sa.PrimaryKeyConstraint("circle_id", "token_id"),
    )
    op.create_index("token_by_digest", "token", ["digest"])
    op.create_index("token_by_match", "token", ["circle_id", "match_id"])
    op.create_table(
        "request",
        _key("circle_id"),
        _text("key"),
        _key("caller"),
        sa.Column("body_hash", sa.LargeBinary(), nullable=False),
        _big("match_id"),
        sa.Column("first_seq", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        _big("token_id"),
        _big("made_at"),
        sa.PrimaryKeyConstraint("circle_id", "key", "caller"),
    )
    op.create_index("request_by_age", "request", ["circle_id", "made_at"])


def downgrade() -> None:
    for table in ("request", "token", "event", "seat", "match", "person", "circle"):
        op.drop_table(table)
