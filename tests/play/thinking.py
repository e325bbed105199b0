"""What thinking bots need in tests, where no worker is at hand."""

import random

import pytest
from django.db.models import QuerySet

from games.bots import BOTS, THINKERS
from games.bots.bot import Advice
from games.play import services
from games.play.models import Game
from tests.factories import UserFactory
from tests.play.factories import game_of, step


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking bots play as the quick one does, unless a test says otherwise."""
    for level in THINKERS:
        monkeypatch.setitem(THINKERS, level, quick)


def quick(view, orders, rng, deadline, opponents):
    return Advice(BOTS["journeyman"](view, orders, rng))


def game_that_waits(*seats: str, **more) -> Game:
    """A game of a person with thinking bots, in which it is a bot's turn."""
    game = game_of(UserFactory(), *(seats or ("merchant", "journeyman")), **more)
    rng = random.Random(1)
    while game.thinking_since is None:
        game = step(game, rng)
    return Game.objects.get(pk=game.pk)


def think(game: Game) -> bool:
    return services.think(game_id=game.pk, number=game.moves_made)


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
