"""The history: the part each person had in each match, what their records come to, who is the same person"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

BY_STATUS = ["circle_id", "status", "played_on", "opened_at", "match_id"]
LATEST = """
UPDATE person SET latest_at = COALESCE((
    SELECT MAX(m.touched_at) FROM seat s JOIN match m ON m.circle_id = s.circle_id AND m.match_id = s.match_id
    WHERE s.circle_id = person.circle_id AND s.person_id = person.person_id), met_at)
"""


def _number(name: str, kind: type[sa.types.TypeEngine[int]] = sa.Integer, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, kind(), nullable=nullable)


def _key(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False, autoincrement=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def upgrade() -> None:
    """Parts and records of the matches there are: by `companion db upgrade`, which can replay them."""
    op.add_column("person", sa.Column("latest_at", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("person", sa.Column("same_as", sa.BigInteger(), nullable=True))
    op.execute(LATEST)
    op.create_index("person_latest", "person", ["circle_id", "latest_at", "person_id"])
    op.create_index("person_same_as", "person", ["circle_id", "same_as"])
    op.drop_index("seat_by_person", "seat")
    op.drop_index("match_by_status", "match")
    op.create_index("match_by_status", "match", BY_STATUS)
    op.create_table(
        "part",
        _key("circle_id"),
        _key("match_id"),
        _key("person_id"),
        _number("seat"),
        _text("game"),
        _text("played_on"),
        _number("opened_at", sa.BigInteger),
        _number("place", nullable=True),
        _number("sharing", nullable=True),
        _number("total", nullable=True),
        sa.PrimaryKeyConstraint("circle_id", "match_id", "person_id"),
    )
    op.create_index("part_by_person", "part", ["circle_id", "person_id", "played_on", "opened_at", "match_id"])
    op.create_table(
        "record",
        _key("circle_id"),
        _key("person_id"),
        _text("game"),
        _number("played"),
        _number("won"),
        _number("shared"),
        sa.Column("win_share", sa.Float(), nullable=False),
        _number("points", sa.BigInteger),
        _number("best"),
        _number("worst"),
        _number("streak"),
        _number("longest"),
        _text("against"),
        sa.PrimaryKeyConstraint("circle_id", "person_id", "game"),
    )


def downgrade() -> None:
    op.drop_table("record")
    op.drop_table("part")
    op.drop_index("match_by_status", "match")
    op.create_index("match_by_status", "match", ["circle_id", "status", "touched_at"])
    op.create_index("seat_by_person", "seat", ["circle_id", "person_id", "match_id"])
    op.drop_index("person_same_as", "person")
    op.drop_index("person_latest", "person")
    op.drop_column("person", "same_as")
    op.drop_column("person", "latest_at")
