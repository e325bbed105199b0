"""Open games that nobody joins: ask their creators, then close them."""

import logging
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.play.engine.locks import locked_game
from games.play.engine.seating import note_free_seats
from games.play.errors import NoSeat
from games.play.letters.seats import StillWanted
from games.play.models import Door, Game, Player, Status
from games.play.models.game import ASKED_AFTER, CLOSED_AFTER
from games.play.services.seats import cancel
from games.post import services as post
from games.rules.common.message import message

log = logging.getLogger(__name__)


@transaction.atomic
def keep_open(*, game: Game, user: Any) -> Game:
    """Keep a game open that nobody has joined for long; only its creator may. Raises NoSeat."""
    game = locked_game(game.pk)
    if game.creator_id != user.pk:
        raise NoSeat(message("Only the game's creator can keep it open."))
    if not game.is_open:
        raise NoSeat(message("This game isn't open any more."))
    game.mark_wanted(timezone.now())
    game.version += 1
    game.save()
    return game


def sweep_open_games(*, now: datetime | None = None) -> int:
    """Ask the creators of games that nobody joins, or close these; return how many of both.

    Before that, the list of games with free seats gets those that it lacks.
    """
    _mend_list()
    now = now or timezone.now()
    idle = Game.objects.filter(status=Status.OPEN, idle_since__lte=now - ASKED_AFTER)
    due = idle.filter(asked_at=None) | idle.filter(asked_at__lte=now - CLOSED_AFTER)
    done = 0
    for pk in list(due.values_list("pk", flat=True)):
        try:
            done += _check(pk, now)
        except Exception:  # one broken game must not keep the others
            log.exception("The open game %s", pk)
    return done


def _mend_list() -> None:
    """List open games with free seats that are not listed, and take those off that have none.

    Processes of a release before 1.1 do not keep the list. During an upgrade they create and fill
    games for as long as they still run. A seat that one of them offers in a running game is listed
    once the game changes: to look for it would read all running games.
    """
    seats = Player.objects.filter(game=OuterRef("pk")).order_by()
    waits = Q(Exists(seats.filter(door=Door.OPEN)), status=Status.OPEN)
    offers = Q(Exists(seats.filter(offered_at__isnull=False)), status=Status.RUNNING)
    wrong = [
        *Game.objects.filter(waits, private=False, free_since=None).values_list("pk", flat=True),
        *Game.objects.filter(~(waits | offers), free_since__isnull=False).values_list(
            "pk", flat=True
        ),
    ]
    for pk in wrong:
        try:
            _list(pk)
        except Exception:  # one broken game must not keep the others
            log.exception("The list of free seats and the game %s", pk)


@transaction.atomic
def _list(pk: int) -> None:
    """Note whether a game has free seats."""
    game = locked_game(pk)
    note_free_seats(game)
    game.save(update_fields=["free_since"])


@transaction.atomic
def _check(pk: int, now: datetime) -> bool:
    """Ask about a game, or close it, unless it is locked or somebody has shown life meanwhile."""
    idle = Game.objects.filter(pk=pk, status=Status.OPEN, idle_since__lte=now - ASKED_AFTER)
    game = idle.select_for_update(skip_locked=True, no_key=True).first()
    if game is None:
        return False
    closes = game.closes_at
    if closes is not None and closes > now:
        return False
    if closes is not None:
        cancel(game)
        return True
    game.asked_at = now
    game.version += 1
    game.save()
    if game.creator is not None and game.creator.is_active:
        letter = StillWanted(game=game.pk, which=f"{now.timestamp():.0f}")
        post.notify(letter, user=game.creator)
    return True
