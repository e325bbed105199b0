from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("post", "0009_words"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint("cadence", "one_cadence_per_subject"),
        migrations.RenameModel("Cadence", "Schedule"),
        migrations.RenameField("schedule", "subject_of", "topic"),
        migrations.RenameField("letter", "subject_of", "topic"),
        migrations.RenameField("received", "subject_of", "topic"),
        migrations.AlterField(
            model_name="schedule",
            name="user",
            field=models.ForeignKey(
                on_delete=models.CASCADE,
                related_name="schedules",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            "schedule",
            models.UniqueConstraint(fields=["user", "topic"], name="one_schedule_per_topic"),
        ),
    ]
