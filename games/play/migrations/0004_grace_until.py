"""A grace has an end of its own."""

from django.db import migrations, models


def keep_graces(apps, schema_editor):
    """Let graces that have begun end when they were to."""
    players = apps.get_model("play", "Player").objects.filter(overdue__isnull=False)
    players.update(grace_until=models.F("attend"))


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0003_clocks_of_running_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="grace_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(keep_graces, migrations.RunPython.noop),
    ]
