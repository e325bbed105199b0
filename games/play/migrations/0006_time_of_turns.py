"""A turn's time stands still while others answer, and a time-out has its turn."""

from datetime import timedelta

from django.db import migrations, models


def keep_turns(apps, schema_editor):
    """Let turns that have begun go on with their whole time after answers; count from here."""
    for game in apps.get_model("play", "Game").objects.filter(status="running"):
        if game.pace == "days":
            game.players.update(bank=timedelta(hours=game.hours))
        game.players.filter(timeouts__gt=0).update(timed_out_turn=max(game.turn, 1))


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0005_pause_check"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="timed_out_turn",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.RunPython(keep_turns, migrations.RunPython.noop),
    ]
