"""Lists of games have indexes that SQLite uses, too, as they hold all games."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0005_free_since"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="game", name="play_game_status_275b12_idx"),
        migrations.RemoveIndex(model_name="game", name="running_games"),
        migrations.RemoveIndex(model_name="game", name="finished_games"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["status", "-last_move_at", "-id"], name="games_by_last_move"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["status", "-ended", "-id"], name="games_by_end"),
        ),
    ]
