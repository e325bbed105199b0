"""Mark for staff what looks like two accounts of one person, or like collusion.

It looks at the rated games among people of the last year. Friends who often play together are no
offence: only what also moves ratings one way is marked, and nothing happens automatically.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations, groupby

from django.db import transaction
from django.db.models import Count, F, QuerySet
from django.utils import timezone

from games.accounts import staff
from games.accounts.errors import Refused
from games.accounts.models import StaffAct, User
from games.ratings.models import Flag, Kind, Part, Reason, Result, ResultSeat, Suspicion

YEAR = timedelta(days=365)

MEETINGS = 8
"""Fewer games together say nothing."""

TIMES_CHANCE = 2
"""How many times as often as by chance two people meet before it is odd."""

OF_OWN_GAMES = 0.5
"""And in what share of the loser's games the winner is there."""

ONE_SIDED = 0.9
"""In what share of their games one comes before the other."""

GIVEN_UP = 4
"""How often one leaves a game that the other wins before it is odd."""


class NotTheirs(Refused):
    """A pair that a member of staff may not look at."""


@dataclass(frozen=True)
class Suspected:
    """Two people, by id, and what was counted."""

    suspicion: Suspicion
    winner: int
    loser: int
    detail: str


@dataclass
class Counted:
    """Counts of one title's games: games and opponents of each person, and of each pair.

    Of those who both held their seats only the `pairs` are counted: far more met once or twice.
    `together` counts their games, `before` how often the first of a pair came before the second,
    `left_to` how often the first left a game that the second won, `left` how often each person
    left.
    """

    pairs: set[tuple[int, int]]
    games: Counter[int] = field(default_factory=Counter)
    opponents: Counter[int] = field(default_factory=Counter)
    together: Counter[tuple[int, int]] = field(default_factory=Counter)
    before: Counter[tuple[int, int]] = field(default_factory=Counter)
    left: Counter[int] = field(default_factory=Counter)
    left_to: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, seats: Iterable[tuple[int, str, int | None]]) -> None:
        """Count a game, given as person, part and place of each person who played in it."""
        seats = list(seats)
        whole = sorted((person, place) for person, part, place in seats if part == Part.WHOLE)
        for person, _ in whole:
            self.games[person] += 1
            self.opponents[person] += len(whole) - 1
        for (one, place), (other, others) in combinations(whole, 2):
            if (one, other) not in self.pairs:
                continue
            self.together[one, other] += 1
            if place is not None and others is not None and place != others:
                self.before[(one, other) if place < others else (other, one)] += 1
        for person in {person for person, part, _ in seats if part == Part.LEFT}:
            self.left[person] += 1
            for winner, place in whole:
                if place == 1 and winner != person:
                    self.left_to[person, winner] += 1

    def suspected(self) -> Iterator[Suspected]:
        """Yield the pairs that look odd."""
        seats = sum(self.games.values())
        for (one, other), together in self.together.items():
            # Each opponent of the one is the other as often as the other plays at all.
            share = self.games[other] / max(1, seats - self.games[one])
            chance = self.opponents[one] * share
            if together < TIMES_CHANCE * chance:
                continue
            for winner, loser in ((one, other), (other, one)):
                won = self.before[winner, loser]
                often = together >= OF_OWN_GAMES * self.games[loser]
                if often and won >= ONE_SIDED * together:
                    detail = (
                        f"{together} games together in a year, {chance:.1f} by chance; the same "
                        f"one came first of the two in {won}."
                    )
                    yield Suspected(Suspicion.FEEDING, winner, loser, detail)
        for (loser, winner), times in self.left_to.items():
            if times >= GIVEN_UP and times >= OF_OWN_GAMES * self.left[loser]:
                detail = (
                    f"One of them left {self.left[loser]} games in a year, and the other won "
                    f"{times} of these."
                )
                yield Suspected(Suspicion.GIVING_UP, winner, loser, detail)


def mark(*, now: datetime | None = None) -> int:
    """Mark what looks odd in the games of the last year; return how many pairs are new."""
    now = now or timezone.now()
    new = 0
    for title, counted in _counted(now - YEAR):
        for suspected in counted.suspected():
            new += _marked(title, suspected, now)
    return new


@transaction.atomic
def look_at(*, flag: Flag, by: User, note: str) -> None:
    """Note what staff think of a marked pair; raises NotTheirs, or NoReason without a note.

    Nothing happens to the pair. The staff log has every note, the flag only the newest.
    """
    if by.pk in flag.pair:
        raise NotTheirs("This is about you. Leave it to another member of staff.")
    act = staff.record(StaffAct.Kind.LOOK, by=by, reason=note, details=f"pair {flag.pk}")
    flag.looked_at, flag.note = act.at, act.reason
    flag.save(update_fields=["looked_at", "note"])


def games_of(flag: Flag) -> QuerySet[Result]:
    """Return the rated games, the newest first, that the pair was marked for when last seen."""
    gains, other = flag.pair
    part = Part.LEFT if flag.suspicion == Suspicion.GIVING_UP else Part.WHOLE
    games = Result.objects.rated().filter(
        title=flag.title,
        ended__gte=flag.last_seen - YEAR,
        ended__lte=flag.last_seen,
    )
    games = games.filter(seats__person=gains, seats__part=Part.WHOLE)
    return games.filter(seats__person=other, seats__part=part).distinct().order_by("-ended", "-pk")


def _counted(since: datetime) -> Iterator[tuple[str, Counted]]:
    """Yield each title with the counts of its games since a moment."""
    seats = ResultSeat.objects.filter(
        result__kind=Kind.PEOPLE,
        result__reason=Reason.NONE,
        result__ended__gte=since,
        person__isnull=False,
    )
    often = (
        seats.filter(
            part=Part.WHOLE,
            result__seats__part=Part.WHOLE,
            result__seats__person__gt=F("person"),
        )
        .values_list("result__title", "person", "result__seats__person")
        .annotate(together=Count("pk"))
        .filter(together__gte=MEETINGS)
        .order_by()
    )
    pairs: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for title, one, other, _ in often.iterator():
        pairs[title].add((one, other))
    rows = seats.order_by("result__title", "result__game").values_list(
        "result__title", "result__game", "person", "part", "place"
    )
    for title, of_title in groupby(rows.iterator(), lambda row: row[0]):
        counted = Counted(pairs[title])
        for _, of_game in groupby(of_title, lambda row: row[1]):
            counted.add(
                (person, part, place) for _, _, person, part, place in of_game if person is not None
            )
        yield title, counted


@transaction.atomic
def _marked(title: str, suspected: Suspected, now: datetime) -> bool:
    """Store a suspicion, or what was counted now if it is known; return whether it is new."""
    people = User.objects.filter(pk__in=[suspected.winner, suspected.loser])
    if len(people) < len({suspected.winner, suspected.loser}):
        return False
    flag, is_new = Flag.objects.update_or_create(
        key=f"{suspected.suspicion}:{title}:{suspected.winner}:{suspected.loser}",
        defaults={"detail": suspected.detail, "last_seen": now},
        create_defaults={
            "suspicion": suspected.suspicion,
            "title": title,
            "detail": suspected.detail,
            "first_seen": now,
            "last_seen": now,
        },
    )
    if is_new:
        flag.people.set(people)
    return is_new
