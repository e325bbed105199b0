"""Since when a game waits for a bot that thinks."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0025_journeymen")]

    operations = [
        migrations.AddField("game", "thinking_since", models.DateTimeField(null=True)),
        migrations.AddIndex(
            "game",
            models.Index(
                condition=models.Q(("thinking_since__isnull", False)),
                fields=["thinking_since"],
                name="games_of_thinking_bots",
            ),
        ),
    ]
