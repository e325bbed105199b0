from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("post", "0005_messages_in_chats"),
    ]

    operations = [
        migrations.AddField(
            model_name="channel",
            name="reported_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
