"""A place for packed logs, and no second index on the game of a move.

The index of the constraint on game and number begins with the game too.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Coalesce


def refuse_packed(apps: Any, editor: Any) -> None:
    """Let nobody drop the table while it has the moves of games."""
    if apps.get_model("play", "PackedLog").objects.exists():
        raise RuntimeError("Run `manage.py pack --undo` first: these tables have no packed games.")


class Migration(migrations.Migration):
    dependencies = [("play", "0033_open_doors")]

    operations = [
        migrations.CreateModel(
            name="PackedLog",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="packed_log",
                        serialize=False,
                        to="play.game",
                    ),
                ),
                ("moves", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="packed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="move",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="moves",
                to="play.game",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                Coalesce("ended", "last_move_at"),
                condition=models.Q(("packed", False), ("status__in", ["over", "cancelled"])),
                name="games_to_pack",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse_packed),
    ]
