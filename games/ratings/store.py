"""The model's keys and estimates in the database."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import groupby, islice
from typing import Any, TypeVar, cast

from django.db.models import Max, Q, QuerySet

from games.accounts.models import User
from games.ratings.anchors import anchors_of
from games.ratings.hyper import hyper_of
from games.ratings.models import Effect, Part, Rating, Result, ResultSeat
from games.ratings.skill import (
    Entrant,
    Estimate,
    Key,
    Model,
    Played,
    affinity_key,
    person_key,
    seat_key,
)

BATCH = 1000
MIN_ENTRANTS = 2

Row = TypeVar("Row")


def model_of(title: str) -> Model:
    """Return the model of a title, with its bots' strengths."""
    return Model(hyper_of(title), anchors_of(title))


def day_of(moment: datetime) -> int:
    """Return the day of a moment as the model counts days."""
    return moment.astimezone(UTC).toordinal()


def played(result: Result, model: Model) -> Played:
    """Return a rated result as the model sees it; its seats should be prefetched."""
    entrants = tuple(
        Entrant(who, each.starts, each.place)
        for each in result.seats.all()
        if each.part == Part.WHOLE and each.place is not None
        if (who := each.bot or each.person) is not None
        if each.person is not None or each.bot in model.anchors
    )
    return Played(result.game, day_of(result.ended), result.board, result.players, entrants)


def history(title: str, pool: str, model: Model, newest: int) -> Iterator[Played]:
    """Yield the results of a pool up to the id `newest` in order of their ends, in one query."""
    rows = (
        ResultSeat.objects.filter(
            Q(person__isnull=False) | Q(bot__in=model.anchors),
            result__title=title,
            result__kind=pool,
            result__lte=newest,
            part=Part.WHOLE,
            place__isnull=False,
        )
        .order_by("result__ended", "result__game", "seat", "pk")
        .values_list(
            "result__game",
            "result__ended",
            "result__board",
            "result__players",
            "person",
            "bot",
            "starts",
            "place",
        )
    )
    for (game, ended, board, players), seats in groupby(rows.iterator(BATCH), lambda row: row[:4]):
        entrants = tuple(
            Entrant(bot or person, starts, place)
            for *_, person, bot, starts, place in cast("Iterable[Any]", seats)
        )
        if len(entrants) >= MIN_ENTRANTS:
            yield Played(game, day_of(ended), board, players, entrants)


def newest(title: str, pool: str) -> tuple[int, int]:
    """Return how many results a pool has, and the newest's id."""
    results = Result.objects.filter(title=title, kind=pool)
    return results.count(), results.aggregate(newest=Max("pk"))["newest"] or 0


def after(title: str, pool: str, newest: int) -> QuerySet[Result]:
    """Return the results recorded after the one with the id `newest`, in order of their ends.

    A pool is locked while a result is recorded, so that ids come in the order in which results can
    be seen.
    """
    results = Result.objects.filter(title=title, kind=pool, pk__gt=newest)
    return results.in_order().with_seats()


def known(title: str, pool: str, game: Played) -> dict[Key, Estimate]:
    """Return what is known for a game, in two queries."""
    ratings, effects = _ratings_of(title, pool, _people(game)), _effects_of(title, pool, game)
    return {person_key(each.user_id): each.estimate for each in ratings} | {
        effect_key(each): Estimate(each.mean, each.deviation) for each in effects
    }


def _people(game: Played) -> list[int]:
    return [entrant.who for entrant in game.entrants if isinstance(entrant.who, int)]


def _ratings_of(title: str, pool: str, people: Sequence[int]) -> QuerySet[Rating]:
    return Rating.objects.filter(title=title, pool=pool, user__in=people)


def _effects_of(title: str, pool: str, game: Played) -> QuerySet[Effect]:
    """Return the effects of a game's seats, and its people's affinities with the board."""
    ours = Q(user=None, players=game.players) | Q(user__in=_people(game))
    return Effect.objects.filter(ours, title=title, pool=pool, board=game.board)


def effect_key(effect: Effect) -> Key:
    """Return the model's key of an effect."""
    if effect.user_id is None:
        return seat_key(effect.board, effect.players, effect.starts)
    return affinity_key(effect.user_id, effect.board)


def keep(title: str, pool: str, game: Played, estimates: Mapping[Key, Estimate]) -> None:
    """Store the estimates after a game, and count it; a fixed number of queries."""
    people = _people(game)
    ratings = list(_ratings_of(title, pool, people))
    for rating in ratings:
        after = estimates[person_key(rating.user_id)]
        rating.mean, rating.deviation = after.mean, after.deviation
        rating.games += 1
        rating.last = date.fromordinal(after.day)
    Rating.objects.bulk_update(ratings, ["mean", "deviation", "games", "last"])
    effects = [
        effect for effect in _effects_of(title, pool, game) if effect_key(effect) in estimates
    ]
    for effect in effects:
        after = estimates[effect_key(effect)]
        effect.mean, effect.deviation = after.mean, after.deviation
    Effect.objects.bulk_update(effects, ["mean", "deviation"])
    there = {person_key(each.user_id) for each in ratings} | {effect_key(each) for each in effects}
    new = {key: estimate for key, estimate in estimates.items() if key not in there}
    _add(title, pool, new, dict.fromkeys(people, 1), people)


def _add(
    title: str,
    pool: str,
    estimates: Mapping[Key, Estimate],
    games: Mapping[Any, int],
    people: Any,
) -> None:
    """Add rows for estimates, except those about people whose account is gone."""
    scope = {"title": title, "pool": pool}
    users = set(User.objects.filter(pk__in=people).values_list("pk", flat=True))
    for ratings in _batches(_ratings(scope, estimates, games, users)):
        Rating.objects.bulk_create(ratings)
    for effects in _batches(_effects(scope, estimates, users)):
        Effect.objects.bulk_create(effects)


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield rows a batch at a time: all of them at once take more memory than their estimates."""
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        yield batch


def replace_all(
    title: str, pool: str, estimates: Mapping[Key, Estimate], games: Mapping[Any, int]
) -> None:
    """Replace every estimate of a pool."""
    for kept in (Rating, Effect):
        kept.objects.filter(title=title, pool=pool).delete()
    _add(title, pool, estimates, games, User.objects.values("pk"))


def _ratings(
    scope: Mapping[str, str],
    estimates: Mapping[Key, Estimate],
    games: Mapping[Any, int],
    users: set[int],
) -> Iterable[Rating]:
    for key, estimate in estimates.items():
        match key:
            case ("person", int(user)) if user in users:
                yield Rating(
                    **scope,
                    user_id=user,
                    mean=estimate.mean,
                    deviation=estimate.deviation,
                    games=games[user],
                    last=date.fromordinal(estimate.day),
                )


def _effects(
    scope: Mapping[str, str], estimates: Mapping[Key, Estimate], users: set[int]
) -> Iterable[Effect]:
    for key, estimate in estimates.items():
        values = {"mean": estimate.mean, "deviation": estimate.deviation, **scope}
        match key:
            case ("affinity", int(user), str(board)) if user in users:
                yield Effect(**values, user_id=user, board=board)
            case ("seat", str(board), int(players), int(starts)):
                yield Effect(**values, board=board, players=players, starts=starts)
