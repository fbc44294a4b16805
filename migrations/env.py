"""Brings a database to the schema of companion.models. Each migration runs in one transaction."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

from companion import Settings, models  # noqa: F401  (the tables register themselves)
from companion.database import engine_for

address = context.config.attributes.get("address") or Settings.from_environment().database
engine = engine_for(address)
with engine.connect() as conn:
    if engine.dialect.name == "sqlite":
        # A batch rebuild drops and recreates a table: with foreign keys on, that would cascade into its children.
        conn.exec_driver_sql("PRAGMA foreign_keys=OFF")
        conn.commit()
    context.configure(
        connection=conn.execution_options(writes=True),
        target_metadata=SQLModel.metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()
    if engine.dialect.name == "sqlite":
        broken = conn.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"rows without their parent after migrating: {broken[:5]}")
    conn.commit()
engine.dispose()
