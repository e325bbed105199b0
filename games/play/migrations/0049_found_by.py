"""Games are found by their names without accents."""

from django.db import migrations, models

from games.accounts.postgres import DropsParts, FindsParts
from games.accounts.spellings import spellings


def fill(apps, schema_editor):
    Game = apps.get_model("play", "Game")
    for game in Game.objects.only("name").iterator():
        Game.objects.filter(pk=game.pk).update(found_by=spellings(game.name))


class Migration(migrations.Migration):
    dependencies = [("play", "0048_open_games")]
    operations = [
        migrations.AddField(
            "game", "found_by", models.TextField(blank=True, db_default="", editable=False)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        FindsParts("parts_of_game_spellings", "play_game", "found_by"),
        DropsParts("parts_of_game_names", "play_game", "UPPER(name::text)"),
    ]
