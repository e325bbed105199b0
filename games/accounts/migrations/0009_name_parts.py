"""Parts of names are rows of their own, in which an index finds any of them."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.accounts.spellings import parts_of

BATCH = 2_000
OLD_INDEX = "parts_of_looks"


def keep_parts(apps: Any, schema_editor: Any) -> None:
    """Keep the parts of the names of all members."""
    users, parts = apps.get_model("accounts", "User"), apps.get_model("accounts", "NamePart")
    members = users.objects.filter(guest=False, owner=None).order_by("pk")
    named = members.values_list("pk", "found_by", "look")
    last = 0
    while batch := list(named.filter(pk__gt=last)[:BATCH]):
        parts.objects.bulk_create(
            (
                parts(user_id=pk, is_whole=is_whole, part=part)
                for pk, found_by, look in batch
                for is_whole, part in parts_of(found_by, look)
            ),
            batch_size=BATCH,
        )
        last = batch[-1][0]


def drop_old_index(apps: Any, schema_editor: Any) -> None:
    """Drop the index of parts that only PostgreSQL has."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP INDEX IF EXISTS {OLD_INDEX}")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_unlisted_studies"),
    ]

    operations = [
        migrations.CreateModel(
            name="NamePart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("part", models.BinaryField()),
                ("is_whole", models.BooleanField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="name_parts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["part"], condition=models.Q(is_whole=True), name="whole_names"
                    ),
                    models.Index(
                        fields=["part"], condition=models.Q(is_whole=False), name="ends_of_names"
                    ),
                ],
            },
        ),
        migrations.RunPython(keep_parts, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(drop_old_index, migrations.RunPython.noop, elidable=True),
    ]
