"""What was said was said by a holder of a seat; their name is told as it is now."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0008_holders_of_games"),
    ]

    operations = [
        migrations.AlterField(
            model_name="message",
            name="holder",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="messages",
                to="play.holder",
            ),
        ),
        migrations.RemoveField(model_name="message", name="author"),
        migrations.RemoveField(model_name="message", name="player"),
    ]
