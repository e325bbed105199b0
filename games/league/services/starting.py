"""Start a season: first divisions and places, then its tables, some at a time.

A start that is interrupted goes on where it stopped: a table is made once, as its number is unique
in its division.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice

from django.db import transaction
from django.db.models import Case, When

from games.league.hosting import HOST
from games.league.models import (
    Division,
    Entry,
    EntryStatus,
    Kind,
    Season,
    SeasonStatus,
    Table,
    TableSeat,
)
from games.league.services.locks import due_season
from games.league.services.seeding import divisions_of, who_can_play
from games.league.services.steps import batch_by_batch
from games.league.services.telling import tell_begun, tell_cancelled
from games.league.system.schedule import SMALLEST, tables
from games.play import services as play
from games.play.models import Agreement, Event, Game, OnTimeout
from games.play.services import SeatPlan, Terms

log = logging.getLogger(__name__)

BATCH = 25
"""How many tables are made in one transaction."""

WEEK = timedelta(weeks=1)

LONGEST_GAME_NAME = 80

Missing = tuple[Division, int, tuple[int, ...]]
"""A table to make: its division and number, and the position of the entry in each seat."""


@transaction.atomic
def begin(*, season_id: int, now: datetime) -> None:
    """Give the entries of a season that is due their divisions and places.

    With too few entries a league starts a week later, and a cup is stopped. A cup is due once it
    has enough.
    """
    season = due_season(season_id, SeasonStatus.REGISTERING)
    if season is None or not _is_due(season, now):
        return
    entries = _entries(season)
    if len(entries) < max(season.league.least_entries, SMALLEST):
        _put_off(season, now)
        return
    _divide(season, entries)
    length = season.ends_at - season.starts_at
    season.event = Event.objects.create(
        name=str(season.league), kind=HOST.kind, terms=asdict(terms_of(season))
    )
    season.started_at, season.ends_at = now, now + length
    season.status = SeasonStatus.STARTING
    season.save()


def terms_of(season: Season) -> Terms:
    """Return the terms of a season's games, which a league cannot choose but for the pace.

    Bots play for those whose time has run out, all games are rated, and whoever enters may play.
    """
    return replace(
        Terms(**season.league.terms),
        on_timeout=OnTimeout.BOT,
        agreement=Agreement.UNANIMOUS,
        rated=True,
        least_reliability=0,
        newcomers=True,
    )


def _is_due(season: Season, now: datetime) -> bool:
    if season.league.kind == Kind.CUP:
        enough = season.entries.registered().count() >= season.league.least_entries
        return enough or now >= season.starts_at
    unfinished = season.league.seasons.unfinished().filter(number__lt=season.number)
    return now >= season.starts_at and not unfinished.exists()


def _entries(season: Season) -> list[Entry]:
    """Return who can play; the entries of those who cannot any more are deleted."""
    # Whoever closes their account at this moment waits, and finds that they play.
    entries = [*season.entries.registered().select_for_update(no_key=True)]
    people = [entry.user_id for entry in entries if entry.user_id is not None]
    here = who_can_play(season, people)
    gone = [entry.pk for entry in entries if entry.user_id not in here]
    Entry.objects.filter(pk__in=gone).delete()
    return [entry for entry in entries if entry.user_id in here]


def _put_off(season: Season, now: datetime) -> None:
    if season.league.kind == Kind.CUP:
        if now >= season.starts_at:
            season.status, season.ended_at = SeasonStatus.STOPPED, now
            season.save()
            tell_cancelled(season, too_few=True)
        return
    weeks = (now - season.starts_at) // WEEK + 1
    season.starts_at += weeks * WEEK
    season.ends_at += weeks * WEEK
    season.save(update_fields=["starts_at", "ends_at"])


def _divide(season: Season, entries: Sequence[Entry]) -> None:
    """Give entries their divisions and places, one statement for each division."""
    people = [entry.user_id for entry in entries if entry.user_id is not None]
    divided = divisions_of(season, people)
    season.together = [[one, other] for one, other in divided.together]
    for one, other in divided.together:
        # Who blocked whom is private, so the log has only their ids.
        log.warning("Season %s: people %s and %s are in one division", season.pk, one, other)
    numbers = range(1, len(divided.divisions) + 1)
    divisions = Division.objects.bulk_create(
        Division(season=season, number=number) for number in numbers
    )
    first = 1
    for division, members in zip(divisions, divided.divisions, strict=True):
        place = Case(*(When(user=each, then=number) for number, each in enumerate(members)))
        season.entries.filter(user__in=members).update(
            division=division, position=place, seed=place + first, status=EntryStatus.PLAYING
        )
        first += len(members)


def make_tables(*, season_id: int, now: datetime, until: float) -> None:
    """Make the tables that a starting season lacks, until a moment of time.monotonic().

    Once it has all of them it is running.
    """
    batch_by_batch(partial(_make_some, season_id), until=until)


@transaction.atomic
def _make_some(season_id: int) -> bool:
    """Make a batch of tables; return whether there may be more to do."""
    season = due_season(season_id, SeasonStatus.STARTING)
    if season is None:
        return False
    batch = [*islice(_missing(season), BATCH)]
    entries = {
        (entry.division_id, entry.position): entry
        for entry in Entry.objects.filter(
            division__in={division.pk for division, *_ in batch}
        ).select_related("user")
    }
    made, seats = [], []
    for division, number, positions in batch:
        seated = [entries[division.pk, position] for position in positions]
        game = _game(season, _name(season, division, number), seated)
        table = Table(division=division, number=number, game=game)
        made.append(table)
        seats += [
            TableSeat(table=table, seat=seat, entry=entry) for seat, entry in enumerate(seated)
        ]
    Table.objects.bulk_create(made)
    TableSeat.objects.bulk_create(seats)
    if len(batch) == BATCH:
        return True
    season.status = SeasonStatus.RUNNING
    season.save(update_fields=["status"])
    tell_begun(season)
    return False


def _missing(season: Season) -> Iterator[Missing]:
    """Yield the tables that a season lacks, the highest division first."""
    made = set(Table.objects.of(season).values_list("division", "number"))
    sizes = Counter(season.entries.seated().values_list("division", flat=True))
    for division in season.divisions.order_by("number"):
        mirrored = season.number % 2 == 0
        drawn = tables(sizes[division.pk], season.league.seats, mirrored=mirrored)
        for number, positions in enumerate(drawn, start=1):
            if (division.pk, number) not in made:
                yield division, number, positions


def _game(season: Season, name: str, seated: Sequence[Entry]) -> Game:
    """Create the game of a table; a bot plays for entries whose accounts are gone."""
    league = season.league
    return play.create_game(
        creator=None,
        title=league.title,
        options=league.options,
        name=name,
        private=league.private,
        event=season.event,
        seats=[
            SeatPlan(bot=HOST.stand_in) if entry.user is None else SeatPlan(user=entry.user)
            for entry in seated
        ],
    )


def _name(season: Season, division: Division, number: int) -> str:
    """Return the name of a game, which is the same in all languages: 'Hansa 3.2.4'."""
    where = f" {season.number}.{division.number}.{number}"
    return season.league.name[: LONGEST_GAME_NAME - len(where)].rstrip() + where
