from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("play", "0044_chances_of_analyses"),
    ]

    operations = [
        migrations.RenameModel("MailedInvitation", "Invitation"),
        migrations.AlterModelOptions("invitation", {"ordering": ["pk"]}),
        migrations.AlterField(
            "invitation",
            "game",
            models.ForeignKey("play.game", models.CASCADE, related_name="invitations"),
        ),
        migrations.AddField(
            "invitation",
            "guest",
            models.ForeignKey(
                settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invited"
            ),
        ),
        migrations.AddField("invitation", "address", models.CharField(blank=True, max_length=254)),
        migrations.AlterField(
            "invitation",
            "address_hash",
            models.CharField(blank=True, db_index=True, max_length=64),
        ),
        migrations.AlterField("invitation", "at", models.DateTimeField(db_index=True)),
        migrations.AddField("invitation", "times", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("invitation", "accepted_at", models.DateTimeField(null=True)),
        migrations.AddField("invitation", "withdrawn_at", models.DateTimeField(null=True)),
    ]
