"""Operations of migrations that only PostgreSQL knows."""

from typing import Any

from django.db import migrations
from django.db.migrations.state import ProjectState


class FindsParts(migrations.RunSQL):
    """An index that finds rows by a part of a text; SQLite has none of the kind.

    `column` is the column or the expression that is searched.
    """

    def __init__(self, name: str, table: str, column: str) -> None:
        self.made_of = (name, table, column)
        super().__init__(
            [
                "CREATE EXTENSION IF NOT EXISTS pg_trgm",
                f"CREATE INDEX {name} ON {table} USING gin ({column} gin_trgm_ops)",
            ],
            # The extension stays, as other things may use it.
            f"DROP INDEX {name}",
        )

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return self.__class__.__name__, list(self.made_of), {}

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
