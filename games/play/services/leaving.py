"""Leaving for good: the person goes, the games stay."""

from typing import Any

from django.db import transaction

from games.play.models import Change, Game, Status
from games.play.services.absence import hand_to_bot
from games.play.services.course import Course
from games.play.services.locks import locked_game
from games.play.services.seats import free_seat


@transaction.atomic
def forget(*, user: Any) -> None:
    """Delete an account: its open seats are free again, a bot plays its running games on."""
    for game in Game.objects.filter(players__user=user).order_by("pk"):
        held = locked_game(game.pk)
        if held.status == Status.OPEN:
            free_seat(held, held.players.get(user=user), Change.CLOSED)
        elif held.status == Status.RUNNING:
            _stand_in(held, user)
    user.delete()


def _stand_in(game: Game, user: Any) -> None:
    course = Course.of(game)
    player = next(player for player in course.players if player.user_id == user.pk)
    hand_to_bot(course, player, Change.CLOSED)
