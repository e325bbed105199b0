"""Add the counts of letters that each transport handed over, and when a channel last failed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add `Tally` and `Channel.failed_at`."""

    dependencies = [("post", "0003_channels")]

    operations = [
        migrations.AddField(
            model_name="channel",
            name="failed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("transport", models.CharField(max_length=20)),
                ("since", models.DateTimeField()),
                ("taken", models.PositiveIntegerField(db_default=0, default=0)),
                ("refused", models.PositiveIntegerField(db_default=0, default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("since", "transport"), name="one_tally_per_span"
                    )
                ],
            },
        ),
    ]
