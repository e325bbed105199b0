"""Standing orders: they are given and taken back, and answer late if they are to."""

from collections.abc import Mapping

from django.db import transaction

from games.bots import STANDING
from games.play.models import PlayedBy, Player, StandingOrder
from games.play.services import standing, timing
from games.play.services.course import Course
from games.play.services.finishing import finish
from games.play.services.locks import check_running, locked_game, own_seat
from games.play.services.waits import keep
from games.rules.title import CHANCE


@transaction.atomic
def settle(*, player: Player, asked: str, filled: Mapping[str, str]) -> bool:
    """Keep how a player wants to be answered for; return whether that answers him now.

    `filled` are the fields of the question as text. Raises BadWish, NotYourTurn or LostSeat.
    """
    course, mine = _seated(player)
    view = course.title.view(course.state, mine.seat)
    wish = STANDING[course.title.id].clean(view, asked, filled)
    StandingOrder.objects.update_or_create(player=mine, asked=asked, defaults={"wish": wish})
    if standing.question(course.title, course.state, mine.seat) == asked:
        course.go_on()
    if course.moves:
        finish(course, mine)
    else:
        _look_ahead(course, mine)
    return bool(course.moves)


@transaction.atomic
def unsettle(*, player: Player, asked: str) -> None:
    """Take a standing order back, if there is one; raises NotYourTurn or LostSeat."""
    course, mine = _seated(player)
    StandingOrder.objects.filter(player=mine, asked=asked).delete()
    _look_ahead(course, mine)


def answer_late(course: Course, player: Player) -> bool:
    """Answer for a player whose own wish says that it is time; return whether it is."""
    moment = standing.moment(course.game, player)
    if moment is None or moment > course.now:
        return False
    asked = standing.question(course.title, course.state, player.seat)
    while True:
        if standing.question(course.title, course.state, player.seat) == asked:
            course.stand_in(player.seat, PlayedBy.STANDING)
        elif course.to_move() == (CHANCE,):
            course.draw()
        else:
            break
    course.go_on()
    finish(course, player)
    return True


def _seated(player: Player) -> tuple[Course, Player]:
    """Hold the game of a player, and return them there."""
    game = locked_game(player.game_id)
    check_running(game)
    own_seat(player)
    course = Course.of(game)
    return course, course.players[player.seat]


def _look_ahead(course: Course, player: Player) -> None:
    """Let a clock that is looked at anyway be looked at when the player's wish says."""
    if player.attend is not None:
        timing.attend(course.game, player)
        keep([player])
