"""Cups that people organize, at their own pace: for those with the link, or for everyone."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.models import User
from games.league.errors import LeagueError
from games.league.models import Kind, League, Season, SeasonStatus
from games.league.policies import LARGEST_CUP, LONGEST_CUP, SHORTEST_CUP
from games.league.services.ending import open_season
from games.league.services.locks import locked_season
from games.league.services.telling import tell_cancelled
from games.league.system.schedule import SMALLEST
from games.league.terms import PACE, WEEKS
from games.play.models import new_token
from games.play.services import Terms
from games.rules import TITLES

WAITS = timedelta(days=60)
"""A cup is stopped if not enough people have joined by then."""

MOST_WAITING = 3
"""A person can have so many cups at once that have not begun."""


@transaction.atomic
def create_cup(
    *,
    user: User,
    name: str,
    title: str,
    options: Mapping[str, str],
    seats: int,
    entries: int,
    terms: Terms | None = None,
    weeks: int | None = None,
    private: bool = True,
    now: datetime | None = None,
) -> Season:
    """Create a cup, which starts once it has so many entries, and return its only season.

    Only people with its link can enter a `private` one. Without `terms` and `weeks` it has those of
    the site's leagues. Its organizer enters it like everyone else. Raises LeagueError, and
    IllegalOptions if the title cannot be played so.
    """
    now = now or timezone.now()
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.guest:
        raise LeagueError(
            gettext("Guests can't play in leagues and cups. Sign up: your games stay yours.")
        )
    waiting = Season.objects.filter(league__creator=user, status=SeasonStatus.REGISTERING)
    if waiting.count() >= MOST_WAITING:
        raise LeagueError(
            gettext("You have {number} cups that have not begun. Cancel one of them first.").format(
                number=MOST_WAITING
            )
        )
    if not SMALLEST <= entries <= LARGEST_CUP:
        raise LeagueError(
            gettext("A cup takes from {least} to {most} players.").format(
                least=SMALLEST, most=LARGEST_CUP
            )
        )
    weeks = WEEKS[seats] if weeks is None else weeks
    if not SHORTEST_CUP <= weeks <= LONGEST_CUP:
        raise LeagueError(
            gettext("A cup takes from {least} to {most} weeks.").format(
                least=SHORTEST_CUP, most=LONGEST_CUP
            )
        )
    token = new_token()
    cup = League.objects.create(
        slug=f"cup-{token}"[:50].lower(),
        name=name,
        kind=Kind.CUP,
        title=title,
        options=dict(TITLES[title].complete(options, seats)),
        seats=seats,
        terms=asdict(terms or Terms(**PACE)),
        weeks=weeks,
        private=private,
        creator=user,
        least_entries=entries,
    )
    return open_season(cup, number=1, now=now, starts_at=now + WAITS)


@transaction.atomic
def cancel_cup(*, season: Season, user: User, now: datetime | None = None) -> None:
    """Cancel a cup that has not begun, and write to those who have joined it.

    Only its organizer can. Raises LeagueError.
    """
    season = locked_season(season.pk)
    if season.league.creator_id != user.pk:
        raise LeagueError(gettext("Only the organizer of a cup can cancel it."))
    if not season.is_registering:
        raise LeagueError(gettext("This cup has begun, so it can't be cancelled any more."))
    season.status, season.ended_at = SeasonStatus.STOPPED, now or timezone.now()
    season.save(update_fields=["status", "ended_at"])
    tell_cancelled(season, too_few=False)
