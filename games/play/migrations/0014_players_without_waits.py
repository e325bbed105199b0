"""Players keep what outlasts a wait, and moments are called by one kind of name."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0013_open_waits"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(model_name="player", name="play_player_user_id_a36b65_idx"),
        migrations.RemoveIndex(model_name="player", name="players_to_attend"),
        migrations.RemoveIndex(model_name="player", name="seats_on_offer"),
        *[
            migrations.RemoveField(model_name="player", name=name)
            for name in (
                "wait_move",
                "wait_since",
                "budget",
                "used",
                "clock_since",
                "deadline",
                "overdue",
                "grace_until",
                "attend",
                "reminders",
            )
        ],
        migrations.RenameField(model_name="player", old_name="offered", new_name="offered_at"),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("offered_at__isnull", False)),
                fields=["offered_at"],
                name="seats_on_offer",
            ),
        ),
        migrations.RenameField(model_name="game", old_name="moved", new_name="last_move_at"),
    ]
