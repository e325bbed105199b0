"""What thinking bots need in tests, where no worker is at hand."""

from django.db.models import QuerySet

from games.play import services
from games.play.models import Game


def waiting() -> QuerySet[Game]:
    """The games that wait for a thinking bot."""
    return Game.objects.filter(thinking_since__isnull=False)


def think_all() -> int:
    """Run the tasks that are due until no bot has to think any more; return how many there were."""
    done = 0
    while game := waiting().first():
        assert services.think(game_id=game.pk, number=game.moves_made)
        done += 1
    return done
