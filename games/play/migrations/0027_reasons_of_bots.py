"""Why a bot that thinks has played a move."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0026_thinking_bots")]

    operations = [migrations.AddField("move", "reason", models.JSONField(null=True))]
