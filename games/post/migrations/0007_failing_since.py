from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("post", "0006_reported_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="channel",
            name="failing_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
