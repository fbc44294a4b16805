"""Whether the companion is well."""

from __future__ import annotations

from alembic.runtime.migration import MigrationContext
from flask import Response

from companion.api import answers
from companion.api.asking import house
from companion.api.resource import resource, said
from companion.database import engine_version, journal_note, reading

blueprint = resource("health", "Whether the companion is well.", knows_callers=False)


@blueprint.route("/health")
@blueprint.response(200, answers.Health)
def health() -> Response:
    """Well, and what it runs on

    Answered only when the database answers.
    """
    engine = house().engine
    with reading(engine) as conn:
        schema = MigrationContext.configure(conn).get_current_revision()
    return said(
        {
            "ok": True,
            "schema": schema,
            "database": engine_version(engine),
            "open": house().open,
            "games": list(house().games),
            "note": journal_note(engine),
        }
    )
