from django.db import migrations, models


class Migration(migrations.Migration):
    """Index every study that was proposed: SQLite takes no index of only those that are listed."""

    dependencies = [
        ("study", "0008_unlisted_studies"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="recommendation",
            name="games_to_learn_from",
        ),
        migrations.AddIndex(
            model_name="recommendation",
            index=models.Index(fields=["-rank", "-id"], name="games_to_learn_from"),
        ),
    ]
