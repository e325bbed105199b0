"""Who plays in which division of a new season."""

from games.accounts.models import User
from games.league.models import Entry, LostBy, Season, SeasonStatus, TableSeat
from games.league.policies import apart_among, debts_of
from games.league.system.movement import Absence, Divided, Seed, divided, placed, seeding
from games.ratings.models import Rating


def divisions_of(season: Season, people: list[int]) -> Divided:
    """Return the ids of the people of each division, the highest first, given all who registered.

    They are in the order of their registration. Where staff have meant somebody for a division,
    they are put there.
    """
    meant = season.entries.filter(user__in=people).values_list("user", "placed")
    wanted = {person: division for person, division in meant if person and division}
    return divided(placed(_seeds(season, people), wanted), apart_among(people))


def _seeds(season: Season, people: list[int]) -> list[Seed]:
    before = season.league.seasons.filter(status=SeasonStatus.OVER, number__lt=season.number)
    last, *earlier = [*before.order_by("-number")] or [None]
    if last is None:
        return seeding([], people, {}, _ratings(season, people))
    previous: dict[int, dict[int, int]] = {
        number: {} for number in last.divisions.order_by("number").values_list("number", flat=True)
    }
    for person, number, rank in _finished(last):
        previous[number][person] = rank
    absences: dict[int, Absence] = {}
    for missed, other in enumerate(earlier, start=1):
        for person, number, rank in _finished(other):
            absences.setdefault(person, Absence(number, rank, missed))
    return seeding([*previous.values()], people, absences, _ratings(season, people))


def _finished(season: Season) -> list[tuple[int, int, int]]:
    """Return person, division and rank of the entries of a season that is over, the best first."""
    ranked = Entry.objects.filter(season=season, user__isnull=False, final_rank__isnull=False)
    rows = ranked.order_by("division__number", "final_rank", "position")
    found = rows.values_list("user", "division__number", "final_rank")
    return [(person, division, rank) for person, division, rank in found if rank is not None]


def _ratings(season: Season, people: list[int]) -> dict[int, float]:
    """Return the ratings of people that are certain enough to be listed."""
    rated = Rating.objects.listed(season.league.title).filter(user__in=people)
    return {rating.user_id: rating.mean for rating in rated if rating.is_listed}


def who_can_play(season: Season, people: list[int]) -> set[int]:
    """Return the ids of those people whose accounts are open, and who owe no games.

    Who has run out of time after they registered, and plays nothing since, would do so again.
    """
    lost = TableSeat.objects.filter(entry__user__in=people, lost_by=LostBy.TIMEOUT)
    late = set(lost.values_list("entry__user", flat=True))
    here = User.objects.filter(pk__in=people, is_active=True)
    return {user.pk for user in here if user.pk not in late or not debts_of(user, season)}
