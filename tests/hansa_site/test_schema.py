"""While a release takes over, old processes work with the new tables (docs/installing.md)."""

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.fields import NOT_PROVIDED

# The newest migrations of the first release that could be updated while games run.
FIRST = {"accounts": "0017", "club": "0010", "play": "0048", "post": "0014", "ratings": "0007"}
BREAKING = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)
"""What the processes before know nothing of: first they must do without, for one release."""


def breaks(operation: migrations.operations.base.Operation) -> bool:
    """Return whether processes that don't know of an operation fail after it."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        # They insert rows without it.
        known = field.null or field.many_to_many or field.db_default is not NOT_PROVIDED
        return not known
    return isinstance(operation, BREAKING)


def test_no_migration_since_the_first_release_breaks_the_processes_before() -> None:
    found = [
        f"{app} {name}: {operation.describe()}"
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if app in FIRST and name[:4] > FIRST[app]
        for operation in migration.operations
        if breaks(operation)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("operation", "broken"),
    [
        (migrations.AddField("game", "new", models.IntegerField(default=1)), True),
        (migrations.AddField("game", "new", models.IntegerField(db_default=1)), False),
        (migrations.AddField("game", "new", models.IntegerField(null=True)), False),
        (migrations.RemoveField("game", "seed"), True),
        (migrations.CreateModel("thing", []), False),
    ],
    ids=["default", "db_default", "null", "remove", "create"],
)
def test_what_breaks(operation: migrations.operations.base.Operation, broken: bool) -> None:
    assert breaks(operation) is broken
