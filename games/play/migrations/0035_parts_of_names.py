"""Games are found by parts of their names."""

from django.db import migrations

from games.accounts.postgres import FindsParts


class Migration(migrations.Migration):
    dependencies = [("play", "0034_packed_logs"), ("accounts", "0013_parts_of_names")]
    operations = [FindsParts("parts_of_game_names", "play_game", "UPPER(name::text)")]
