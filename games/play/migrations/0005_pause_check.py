"""The clock looks at a pause a day before it ends, too."""

from datetime import timedelta

from django.db import migrations, models


def look_at_pauses(apps, schema_editor):
    """Let pauses that have begun be looked at."""
    games = apps.get_model("play", "Game").objects.filter(paused_until__isnull=False)
    games.update(pause_check_at=models.F("paused_until") - timedelta(days=1))


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0004_grace_until"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="game",
            name="games_to_resume",
        ),
        migrations.AddField(
            model_name="game",
            name="pause_check_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("pause_check_at__isnull", False)),
                fields=["pause_check_at"],
                name="pauses_to_check",
            ),
        ),
        migrations.RunPython(look_at_pauses, migrations.RunPython.noop),
    ]
