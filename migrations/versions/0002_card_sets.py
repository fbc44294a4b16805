"""Card sets: the printed values of one's own copy, kept by name"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "card_set",
        sa.Column("circle_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("card_set_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("touched_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("circle_id", "card_set_id"),
    )


def downgrade() -> None:
    op.drop_table("card_set")
