"""While a release takes over, old processes work with the new tables (docs/installing.md)."""

import subprocess

import pytest
from django.conf import settings
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.fields import NOT_PROVIDED

# The newest migrations of the first release, by app: later ones must not break its processes.
FIRST = dict.fromkeys(
    ("accounts", "club", "hansa_site", "play", "post", "ratings", "study"), "0001"
)
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


def git(*arguments: str) -> list[str]:
    """Return the lines that git prints, none where it fails, as without a history."""
    command = ["git", "-C", str(settings.ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()


@pytest.mark.git
def test_a_migration_of_a_release_is_never_edited() -> None:
    """Sites have applied it: what comes later is a new migration."""
    for release in git("tag", "--list", "v*"):
        known = ("--name-only", "--diff-filter=a", release, "--", "games/*/migrations/*")
        assert git("diff", *known) == []
