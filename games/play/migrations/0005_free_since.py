"""Games note since when anyone can take a seat, so that an index has them in this order."""

from typing import Any

from django.db import migrations, models
from django.db.models import Exists, F, Max, OuterRef, Subquery


def note_free_seats(apps: Any, schema_editor: Any) -> None:
    """Note it for games that wait for players, and running ones with a seat on offer."""
    games = apps.get_model("play", "Game").objects.filter(private=False)
    seats = apps.get_model("play", "Player").objects.order_by().filter(game=OuterRef("pk"))
    open_ones = games.filter(Exists(seats.filter(door="open")), status="open")
    open_ones.update(free_since=F("created"))
    offered = seats.filter(offered_at__isnull=False)
    last = offered.values("game").annotate(last=Max("offered_at")).values("last")
    running = games.filter(Exists(offered), status="running")
    running.update(free_since=Subquery(last))


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0004_rated_with_bots"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="free_since",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(note_free_seats, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-free_since", "-id"],
                condition=models.Q(free_since__isnull=False),
                name="joinable_games",
            ),
        ),
        migrations.RemoveIndex(model_name="player", name="seats_on_offer"),
        migrations.RemoveIndex(model_name="player", name="seats_with_open_doors"),
    ]
