"""Leaving for good: the person goes, the games stay."""

from typing import Any

from django.db import transaction

from games.play.models import Draft, Game, Player, Status
from games.play.services.course import STAND_IN, Course
from games.play.services.drafts import recheck_drafts
from games.play.services.locks import locked_game
from games.play.services.seats import free_seat
from games.play.services.waits import end_wait, settle_waits, tell_all


@transaction.atomic
def forget(*, user: Any) -> None:
    """Delete an account: its open seats are free again, a bot plays its running games on."""
    for game in Game.objects.filter(players__user=user).order_by("pk"):
        held = locked_game(game.pk)
        if held.status == Status.OPEN:
            free_seat(held, held.players.get(user=user))
        elif held.status == Status.RUNNING:
            _stand_in(held, user)
    user.delete()


def _stand_in(game: Game, user: Any) -> None:
    course = Course.of(game)
    player = next(player for player in course.players if player.user_id == user.pk)
    end_wait(course, player)
    Draft.objects.filter(player=player).delete()
    player.user, player.bot = None, STAND_IN
    Player.objects.filter(pk=player.pk).update(user=None, bot=STAND_IN)
    course.go_on()
    course.save()
    settle_waits(course)
    recheck_drafts(course, confirmed=player)
    Player.objects.filter(pk=player.pk).update(wait_move=None, wait_since=None)
    if game.is_over:
        tell_all(course, "over")
