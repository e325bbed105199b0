"""Post-mortems: asked for once a game is over, worked out last of all, then told to its players.

Their places are studies that nobody owns: one for each turning point, and one for the end.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.models import User
from games.play.access import Access
from games.play.errors import PlayError
from games.play.history import state_after
from games.play.models import Game, Log, Player, Status
from games.play.services.thinking import bots_have_to_think
from games.post import services as post
from games.post.models import Schedule
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE
from games.study.analysing import can_be_analysed
from games.study.arrows import noted
from games.study.models import Analysis, AnalysisState, Comment, JudgedTurn, Plan, PostMortem
from games.study.models.post_mortem import BEST, PLAYED
from games.study.pages.turning_points import turning_points
from games.study.plan.present import beginning
from games.study.plan.tree import Place
from games.study.post_mortem_letter import POST_MORTEMS, TurningPoints
from games.study.services.analysis import ask_for_analysis, begin_patient_analysis
from games.study.services.plans import name_line, plan_bot_order, plan_draws, plan_order
from games.study.services.studies import LONGEST_NOTES, comment

log = logging.getLogger(__name__)

PEOPLE: Final = 2
"""From so many people at the table on, a game has a post-mortem without anybody asking for it.

Bot accounts don't count.
"""
MOST_ORDERS: Final = 100
"""The most moves that are looked at for those of one turn."""
NEWS: Final = timedelta(days=7)
"""After this time nobody is told of a game by email any more."""
_SETTLED: Final = (AnalysisState.DONE, AnalysisState.FAILED)


def open_post_mortem(*, access: Access) -> None:
    """Have a finished game analysed whose post-mortem one of its players opens.

    Others only look on. Raises PlayError if they have asked for too many.
    """
    game = access.game
    if not (access.is_player and can_be_analysed(game)):
        return
    found, _ = PostMortem.objects.get_or_create(game=game, defaults={"wanted_at": timezone.now()})
    analysis = Analysis.objects.filter(game=game).first()
    if analysis is None or (analysis.is_unfinished and analysis.is_patient):
        ask_for_analysis(game=game, user=access.user)
    elif analysis.is_done and not found.places.exists():
        _make_places(found.pk)


@transaction.atomic
def add_notes(*, access: Access, text: str, arrows: str = "", token: str = "") -> Comment:
    """Add what a player noted during a game to its post-mortem, as a comment on its end.

    `arrows` are drawn on the board, and `token` is that of the form that sent it. Raises PlayError.
    """
    end = end_of(access.game)
    if end is None:
        raise PlayError(gettext("The post-mortem isn't done yet. Add your notes once it is."))
    place = Place.beginning(end)
    said = noted(place, text, arrows)
    return comment(place=place, user=access.user, text=said, token=token, longest=LONGEST_NOTES)


def end_of(game: Game) -> Plan | None:
    """Return the place of a game's post-mortem that is its end, None if there is none yet."""
    return Plan.objects.filter(post_mortem__game=game, seat=None, number=game.moves_made).first()


@transaction.atomic
def _make_places(number: int) -> None:
    """Make the places of the post-mortem with an id, unless they are there."""
    locked = PostMortem.objects.select_for_update(of=("self",)).select_related("game__analysis")
    found = locked.get(pk=number)
    if found.places.exists():
        return
    game = found.game
    names = [player.name for player in Player.objects.at_table(game)]
    for turn in turning_points(game.analysis.judged):
        try:
            with transaction.atomic():
                _make_place(found, turn, names)
        except Exception:
            # The turning point can be read without it.
            log.exception("The place of move %s in game %s", turn.number, game.pk)
    end = beginning(game, game.position(), game.moves_made, None, None)
    end.post_mortem = found
    end.save()


def _make_place(found: PostMortem, turn: JudgedTurn, names: Sequence[str]) -> None:
    """Make the place before a turn, with what the master would have played, and what was played."""
    game, before = found.game, turn.number - 1
    plan = beginning(game, state_after(game, before), before, turn.seat, None)
    plan.post_mortem = found
    plan.save()
    _lay(Place.beginning(plan), [(turn.seat, order) for order in turn.best], BEST, names)
    moves = Log(game).between(turn.number, before + MOST_ORDERS)
    of_turn = takewhile(lambda move: move.turn == moves[0].turn, moves)
    _lay(Place.beginning(plan), [(move.rules_seat, move.order) for move in of_turn], PLAYED, names)


def _lay(place: Place, orders: Sequence[tuple[int, str]], name: str, names: Sequence[str]) -> None:
    """Play orders in a plan as far as they fit, and name their branch.

    Bots answer for others, and chance does something where no order says what.
    """
    for seat, order in orders:
        try:
            while place.asked not in (None, seat):
                place = _answered(place, names)
            place = plan_order(place=place, seat=seat, order=order, names=names)
        except (IllegalOrder, PlayError):
            break
    # Where both begin alike, the second one is a branch of the first.
    if place.line is not None and not place.line.name:
        name_line(place=place, name=name)


def _answered(place: Place, names: Sequence[str]) -> Place:
    if place.asked == CHANCE:
        return plan_draws(place=place, names=names)
    return plan_bot_order(place=place, seat=place.asked or 0, names=names)


def wants_post_mortems(user: User) -> bool:
    """Return whether a person gets the turning points of their games by email."""
    return _wanted(user, POST_MORTEMS)


@transaction.atomic
def want_post_mortems(*, user: User, on: bool) -> None:
    """Begin or stop to email a person the turning points of their games."""
    change = post.subscribe_again if on else post.unsubscribe
    change(user=user, topic=POST_MORTEMS)


def _wanted(user: User, topic: str) -> bool:
    return post.schedule_of(user, topic).mode != Schedule.Mode.NONE


def sweep_post_mortems(*, now: datetime | None = None) -> None:
    """Order the post-mortems of games that have ended, tell of those that are done, go on.

    Only one is worked out at a time, however many games end at once.
    """
    now = now or timezone.now()
    for game in _ended(now):
        with transaction.atomic():
            _order(game, now)
    done = PostMortem.objects.filter(told_at=None, game__analysis__state__in=_SETTLED)
    for game_id in list(done.order_by("wanted_at").values_list("game", flat=True)):
        _tell(game_id, now)
    _begin_next()


def go_on_with_post_mortems(*, game_id: int) -> None:
    """Tell of a game whose analysis has just been worked on, if it is done; begin the next one."""
    if not Analysis.objects.filter(game=game_id, state__in=_SETTLED).exists():
        return
    _tell(game_id, timezone.now())
    _begin_next()


def _ended(now: datetime) -> list[Game]:
    """Return the games of people that have come to their end, and of which nothing is known yet."""
    of_person = Q(players__user__isnull=False, players__user__owner__isnull=True)
    people = Count("players", filter=of_person)
    ended = Game.objects.filter(
        status=Status.OVER, ended__gt=now - NEWS, hot_seat=False, post_mortem=None
    )
    of_people = ended.annotate(people=people).filter(people__gte=PEOPLE)
    return list(of_people.defer("state").order_by("ended", "pk"))


def _order(game: Game, now: datetime) -> None:
    wanted = can_be_analysed(game) and any(_wants(each, game) for each in _people(game))
    told_at = None if wanted else now
    PostMortem.objects.get_or_create(game=game, defaults={"wanted_at": now, "told_at": told_at})


def _people(game: Game) -> Sequence[Player]:
    people = Player.objects.filter(game=game, user__isnull=False, user__owner__isnull=True)
    return list(people.select_related("user"))


def _wants(player: Player, game: Game) -> bool:
    """Return whether a player wants the email about a game."""
    person = player.person
    return not person.guest and _wanted(person, POST_MORTEMS) and _wanted(person, game.topic)


@transaction.atomic
def _tell(game_id: int, now: datetime) -> None:
    """Tell the players of a game of its post-mortem, once."""
    untold = PostMortem.objects.select_for_update(of=("self",)).filter(told_at=None, game=game_id)
    found = untold.select_related("game").first()
    if found is None:
        return
    game = found.game
    found.told_at = now
    found.save(update_fields=["told_at"])
    done = Analysis.objects.filter(game=game, state=AnalysisState.DONE).exists()
    if done and can_be_analysed(game):
        _make_places(found.pk)
    recent = game.ended is not None and game.ended > now - NEWS
    people = _people(game)
    if not (done and game.is_over and recent and len(people) >= PEOPLE):
        return
    for player in people:
        if _wants(player, game):
            post.notify(TurningPoints(game=game.pk, seat=player.seat), user=player.person)


def _begin_next() -> None:
    """Begin the analysis of the post-mortem that has waited longest, if nothing else is to do."""
    if bots_have_to_think() or Analysis.objects.unfinished().exists():
        return
    waiting = PostMortem.objects.filter(
        told_at=None, game__analysis=None, game__status=Status.OVER
    ).select_related("game")
    oldest = waiting.order_by("wanted_at", "pk").first()
    if oldest is not None:
        begin_patient_analysis(game=oldest.game)
