"""Time that tests set: nothing sleeps."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.play import services
from games.play.models import Game, Player, Wait

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday."""


class Timepiece:
    """The moment that the site believes it is."""

    def __init__(self) -> None:
        self.now = START

    def go(self, **span: float) -> None:
        """Let time pass, without a sweep."""
        self.now += timedelta(**span)

    def sweep(self, **span: float) -> int:
        """Let time pass, and let the clocks be swept then; return how much was done."""
        self.go(**span)
        return services.sweep()


@pytest.fixture
def timepiece(monkeypatch: pytest.MonkeyPatch) -> Timepiece:
    """The site's clock, in the test's hands."""
    piece = Timepiece()
    monkeypatch.setattr(timezone, "now", lambda: piece.now)
    return piece


def at(game: Game, seat: int) -> Player:
    """A player and their game as they now are."""
    return Player.objects.select_related("user", "game").get(game=game, seat=seat)


def give(game: Game, seat: int, *orders: str) -> Game:
    """Confirm orders of a seat."""
    player = at(game, seat)
    return services.confirm(player=player, version=player.game.version, orders=orders)


def asked(game: Game) -> Player:
    """The one player that a game waits for."""
    waits = Wait.objects.open().select_related("player__user", "player__game")
    return waits.get(player__game=game).player
