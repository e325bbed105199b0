"""Fill a site: people, games that were really played, and copies of these."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Avg, Count, F, Max
from django.utils import timezone

from games.accounts.models import NamePart, User
from games.accounts.names import look_of
from games.accounts.spellings import parts_of, spellings
from games.club.models import GameFigures, Tally
from games.club.services.leaderboards import rank_everyone
from games.club.services.statistics import COUNTED, count
from games.play.models import Game, Move
from games.ratings.models import Pool, Rating, ResultSeat
from tests.bench.population.copying import Copy, Originals, copy_games, draw_people
from tests.bench.population.examples import (
    AGO,
    LATELY,
    MOST_PLAYERS,
    Examples,
    play_examples,
)

BATCH = 5_000
YEARS = timedelta(days=3 * 365)
"""Finished games ended in so many years, and people came before."""
WAITING = 0.05
"""The share of the open games that wait for players; the others run."""
SPREAD = 0.5
"""How far ratings differ, on the model's scale."""
PASSWORD = make_password(None)
"""Nobody can sign in with it."""


@dataclass(frozen=True)
class Wanted:
    """How many there are to be of each; `moves` are those of all games together.

    So many moves are reached by mixing whole games with short ones, which began late in a game. The
    examples have so many `lines`: games of different titles and numbers of players.
    """

    people: int
    open: int
    finished: int
    moves: int
    lines: int


def fill(wanted: Wanted, *, rng: random.Random, say: Callable[[str], object]) -> None:
    """Fill a site in one transaction: an interrupted attempt leaves nothing. `say` what is done."""
    with transaction.atomic():
        people = _people(wanted.people)
        say(f"{len(people)} people, from {_name(people[0])} to {_name(people[-1])}.")
        players = list(User.objects.filter(pk__in=people[:MOST_PLAYERS]).order_by("pk"))
        examples = play_examples(players, wanted.lines, rng)
        count()
        say(f"{len(examples.all)} games that were played.")
        originals = Originals(examples.all, people[:MOST_PLAYERS])
        copy_games(originals, _copies(wanted, examples, people, rng))
        say("Copies of them with other people at other times.")
        _rate(rng)
        _count_copies(examples)
    _analyze()
    rank_everyone()
    # The leaderboards are tables of their own, which had no rows before.
    _analyze()
    say("Ratings, which the next night makes anew, statistics and leaderboards.")


def _analyze() -> None:
    """Count what the tables hold, for PostgreSQL's plans, as a growing site does by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _name(person: int) -> str:
    return f"Player{person}"


def _people(number: int) -> range:
    """Create people with a confirmed address; nobody can sign in as them. Return their ids."""
    first = (User.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    people = range(first, first + number)
    joined = timezone.now() - YEARS - AGO
    for begun in range(0, number, BATCH):
        users = User.objects.bulk_create(
            User(
                pk=pk,
                username=_name(pk),
                look=look_of(_name(pk)),
                found_by=spellings(_name(pk)),
                email=f"{_name(pk).lower()}@example.org",
                password=PASSWORD,
                date_joined=joined,
            )
            for pk in people[begun : begun + BATCH]
        )
        NamePart.objects.bulk_create(
            NamePart(user=user, is_whole=is_whole, part=part)
            for user in users
            for is_whole, part in parts_of(user.found_by, user.look)
        )
        EmailAddress.objects.bulk_create(
            EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
        )
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), [User]):
            cursor.execute(sql)
    return people


def _copies(
    wanted: Wanted, examples: Examples, people: range, rng: random.Random
) -> Iterator[Copy]:
    """Return copies until there are as many games as wanted."""
    games = Game.objects.defer("state", "beginning").in_bulk(examples.all)
    share = _share_of_whole(wanted, examples, games)
    return _drawn(wanted, examples, games, share, people, rng)


def _drawn(
    wanted: Wanted,
    examples: Examples,
    games: dict[int, Game],
    share: float,
    people: range,
    rng: random.Random,
) -> Iterator[Copy]:
    """Yield copies, of which so large a `share` of the finished ones are whole games."""
    now = timezone.now()
    waiting = round(wanted.open * WAITING)
    running = wanted.open - waiting

    def copy(kind: list[int], last: str, ago: timedelta, *, alike: bool) -> Copy:
        example = rng.choice(kind)
        moved = now - ago * rng.random() - getattr(games[example], last)
        drawn = draw_people(people, MOST_PLAYERS, rng, alike=alike)
        rng.shuffle(drawn)
        return Copy(example, int(moved.total_seconds()), drawn)

    for _ in range(waiting - len(examples.waiting)):
        yield copy(examples.waiting, "created", 10 * LATELY, alike=True)
    for _ in range(running - len(examples.running)):
        yield copy(examples.running, "last_move_at", LATELY, alike=True)
    for _ in range(wanted.finished - len(examples.whole) - len(examples.short)):
        kind = examples.whole if rng.random() < share else examples.short
        yield copy(kind, "ended", YEARS, alike=False)


def _share_of_whole(wanted: Wanted, examples: Examples, games: dict[int, Game]) -> float:
    """Return which share of the finished games must be whole ones for as many moves as wanted."""

    def mean(kind: list[int]) -> float:
        return sum(games[pk].moves_made for pk in kind) / len(kind)

    finished = wanted.moves - wanted.open * (1 - WAITING) * mean(examples.running)
    each = finished / max(1, wanted.finished)
    least, most = mean(examples.short), mean(examples.whole)
    return min(1.0, max(0.0, (each - least) / (most - least)))


def _rate(rng: random.Random) -> None:
    """Rate everyone roughly, by chance: as many games as they have played, the last as it was."""
    Rating.objects.all().delete()
    played = (
        ResultSeat.objects.filter(result__kind__in=Pool.values, mean_after__isnull=False)
        .exclude(user=None)
        .order_by()
        .values("result__title", "result__kind", "user")
        .annotate(games=Count("pk"), last=Max("result__ended"), left=Avg("deviation_after"))
    )
    Rating.objects.bulk_create(
        (
            Rating(
                title=row["result__title"],
                pool=row["result__kind"],
                user_id=row["user"],
                mean=rng.gauss(0.0, SPREAD),
                deviation=row["left"] / (1 + row["games"]) ** 0.5,
                games=row["games"],
                last=row["last"].date(),
            )
            for row in played.iterator(chunk_size=BATCH)
        ),
        batch_size=BATCH,
    )


def _count_copies(examples: Examples) -> None:
    """Let the tallies tell of copies as of examples: of each as often as of any other."""
    times = GameFigures.objects.count() // len([*examples.whole, *examples.short])
    Tally.objects.update(**{column: F(column) * times for column in COUNTED})


def told() -> str:
    """Return how many of each there are now."""
    finished, games = Game.objects.filter(status="over").count(), Game.objects.count()
    return (
        f"The database has {User.objects.count()} people, {games - finished} open games, "
        f"{finished} finished ones and {Move.objects.count()} moves."
    )
