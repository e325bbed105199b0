"""The end of a season, and the registration for the next one."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.league.models import UNDER_WAY, Entry, Kind, League, Season, SeasonStatus, Table
from games.league.policies import LATE
from games.league.results import standings_of
from games.league.services.locks import due_season
from games.league.services.steps import each_alone
from games.league.services.telling import tell_ended
from games.league.system.movement import moves
from games.league.terms import CLOSING, REGISTRATION
from games.play import services as play
from games.play.models import Game, Player, Status

PAUSE = timedelta(days=1)
"""At least so long is between a season's last game and the next season."""

ROWS = 100
"""So many ranks are written in one statement: it has a condition for each of them."""


def open_seasons(*, now: datetime | None = None) -> None:
    """Open the registration for the next season of each league that is due for it."""
    now = now or timezone.now()
    for league in League.objects.filter(kind=Kind.LEAGUE, open=True):
        with transaction.atomic():
            _open_next(league.pk, now)


def _open_next(league_id: int, now: datetime) -> None:
    held = League.objects.select_for_update(no_key=True, skip_locked=True)
    league = held.filter(pk=league_id, open=True).first()
    if league is None:
        return
    last = league.seasons.order_by("-number").first()
    if last is None or last.status in (SeasonStatus.OVER, SeasonStatus.STOPPED):
        starts_at = now + REGISTRATION
    elif last.is_under_way and now >= last.ends_at - REGISTRATION:
        # Those who end up in its middle have a rest, too.
        starts_at = last.ends_at + CLOSING + PAUSE
    else:
        return
    number = 1 if last is None else last.number + 1
    open_season(league, number=number, now=now, starts_at=starts_at)


def open_season(league: League, *, number: int, now: datetime, starts_at: datetime) -> Season:
    """Open the registration for a season of a league or cup."""
    return Season.objects.create(
        league=league,
        number=number,
        opens_at=now,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(weeks=league.weeks),
    )


def close(*, season_id: int, now: datetime) -> None:
    """Let a season close whose last day has passed: its turns get half the time from now on."""
    with transaction.atomic():
        season = due_season(season_id, SeasonStatus.RUNNING)
        if season is not None and now >= season.ends_at:
            season.status = SeasonStatus.CLOSING
            season.save(update_fields=["status"])


def hurry(*, season_id: int, now: datetime, until: float) -> None:
    """Halve the time for turns in the games of a season that closes, or let bots finish them.

    It stops at a moment of time.monotonic(), and goes on with the next tick.
    """
    closing = Season.objects.filter(pk=season_id, status=SeasonStatus.CLOSING)
    season = closing.select_related("event").first()
    if season is None or season.event is None:
        return
    games = Game.objects.filter(event=season.event, status=Status.RUNNING, set_aside_at=None)
    if now < season.ends_at + CLOSING:
        due = games.filter(hours__gt=max(1, season.event.terms["hours"] // 2))
        do = _shorten
    else:
        people = Player.objects.filter(game=OuterRef("pk"), user__isnull=False)
        due, do = games.filter(Exists(people)), _let_bots_finish
    numbers = list(due.order_by("pk").values_list("pk", flat=True))
    each_alone(numbers, do, until=until, what="game")


def _shorten(game_id: int) -> None:
    play.shorten(game=Game(pk=game_id))


def _let_bots_finish(game_id: int) -> None:
    """Let bots play for all people in a game; what these reach there still counts for them."""
    for player in Player.objects.filter(game=game_id, user__isnull=False).order_by("seat"):
        if Game.objects.filter(pk=game_id, status=Status.RUNNING).exists():
            play.let_bot_play(game=Game(pk=game_id), seat=player.seat)


@transaction.atomic
def end(*, season_id: int, now: datetime) -> None:
    """End a season whose games are over: its ranks are final, and it is known who moves."""
    season = due_season(season_id, *UNDER_WAY)
    if season is None or Table.objects.of(season).unfinished().exists():
        return
    if season.started_at is not None and now < season.started_at + LATE:
        return  # A late entry could still come.
    numbers = dict(season.divisions.values_list("pk", "number"))
    entries = season.entries.exclude(division=None).in_bulk()
    for division, ranked in standings_of(season).items():
        number = numbers[division]
        ranks = [row.rank for row in ranked]
        steps = moves(ranks, highest=number == 1, lowest=number == len(numbers))
        for row, step in zip(ranked, steps, strict=True):
            entry = entries[row.entry]
            entry.final_rank, entry.final_points = row.rank, str(row.points)
            entry.moves = step.value
    Entry.objects.bulk_update(
        entries.values(), ["final_rank", "final_points", "moves"], batch_size=ROWS
    )
    season.status, season.ended_at, season.together = SeasonStatus.OVER, now, []
    season.save(update_fields=["status", "ended_at", "together"])
    if season.league.kind == Kind.LEAGUE:
        # The emails about the end say when the next season starts.
        _open_next(season.league_id, now)
    tell_ended(season)
