"""The model's keys and estimates in the database."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import groupby, islice
from typing import Any, TypeVar, cast

from django.db.models import Max, Q, QuerySet

from games.accounts.models import User
from games.ratings.anchors import anchors_of
from games.ratings.compared import Part, Sat, compared
from games.ratings.hyper import hyper_of
from games.ratings.models import Effect, Rating, Reason, Result, ResultSeat
from games.ratings.skill import (
    Estimate,
    Key,
    Model,
    Played,
    affinity_key,
    person_key,
    seat_key,
    standing_key,
)

BATCH = 1000

Row = TypeVar("Row")


def model_of(title: str) -> Model:
    """Return the model of a title, with its bots' strengths."""
    return Model(hyper_of(title), anchors_of(title))


def day_of(moment: datetime) -> int:
    """Return the day of a moment as the model counts days."""
    return moment.astimezone(UTC).toordinal()


def played(result: Result, model: Model) -> list[Played]:
    """Return a result as the model sees it, for each who is rated; its seats are prefetched."""
    rated = result.reason == Reason.NONE
    sat = [each.sat for each in result.seats.all()]
    return _compared(sat, model, result.game, result.ended, result.board, result.players, rated)


def _compared(
    sat: Iterable[Sat],
    model: Model,
    game: int,
    ended: datetime,
    board: str,
    players: int,
    rated: bool,
) -> list[Played]:
    """Compare those who sat in a game, without bots of unknown strength."""
    known = [
        replace(each, who=None)
        if isinstance(each.who, str) and each.who not in model.anchors
        else each
        for each in sat
    ]
    day = day_of(ended)
    return list(compared(known, game=game, day=day, board=board, players=players, rated=rated))


def history(title: str, pool: str, model: Model, newest: int) -> Iterator[Played]:
    """Yield the results of a pool up to the id `newest` in order of their ends, in one query."""
    rows = (
        ResultSeat.objects.filter(result__title=title, result__kind=pool, result__lte=newest)
        .order_by("result__ended", "result__game", "seat", "pk")
        .values_list(
            "result__game",
            "result__ended",
            "result__board",
            "result__players",
            "result__reason",
            "seat",
            "person",
            "bot",
            "starts",
            "part",
            "place",
            "gave_up",
        )
    )
    for (*columns, reason), seats in groupby(rows.iterator(BATCH), lambda row: row[:5]):
        sat = [
            Sat(seat, bot or person, starts, Part(part), place, gave_up)
            for *_, seat, person, bot, starts, part, place, gave_up in cast("Iterable[Any]", seats)
        ]
        game, ended, board, players = cast("Any", columns)
        yield from _compared(sat, model, game, ended, board, players, reason == Reason.NONE)


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


def known(title: str, pool: str, games: Sequence[Played]) -> dict[Key, Estimate]:
    """Return what is known for games of the same seats, in two queries."""
    known: dict[Key, Estimate] = {
        effect_key(each): Estimate(each.mean, each.deviation)
        for each in _effects_of(title, pool, games)
    }
    for rating in _ratings_of(title, pool, _people(games)):
        known[person_key(rating.user_id)] = rating.estimate_of_strength
        if rating.strength is not None:
            known[standing_key(rating.user_id)] = rating.estimate
    return known


def _people(games: Sequence[Played]) -> set[int]:
    return {
        entrant.who for game in games for entrant in game.entrants if isinstance(entrant.who, int)
    }


def _ratings_of(title: str, pool: str, people: Collection[int]) -> QuerySet[Rating]:
    return Rating.objects.filter(title=title, pool=pool, user__in=people)


def _effects_of(title: str, pool: str, games: Sequence[Played]) -> QuerySet[Effect]:
    """Return the effects of a game's seats, and its people's affinities with the board."""
    ours = Q(user=None, players=games[0].players) | Q(user__in=_people(games))
    return Effect.objects.filter(ours, title=title, pool=pool, board=games[0].board)


def effect_key(effect: Effect) -> Key:
    """Return the model's key of an effect."""
    if effect.user_id is None:
        return seat_key(effect.board, effect.players, effect.starts)
    return affinity_key(effect.user_id, effect.board)


def keep(title: str, pool: str, games: Sequence[Played], estimates: Mapping[Key, Estimate]) -> None:
    """Store the estimates after results of one game, and count it; a fixed number of queries."""
    ratings = list(_ratings_of(title, pool, rated_in(games)))
    for rating in ratings:
        _set(rating, estimates)
        rating.games += 1
    Rating.objects.bulk_update(
        ratings, ["mean", "deviation", "strength", "strength_deviation", "games", "last"]
    )
    effects = [
        effect for effect in _effects_of(title, pool, games) if effect_key(effect) in estimates
    ]
    for effect in effects:
        after = estimates[effect_key(effect)]
        effect.mean, effect.deviation = after.mean, after.deviation
    Effect.objects.bulk_update(effects, ["mean", "deviation"])
    there = {person_key(each.user_id) for each in ratings} | {effect_key(each) for each in effects}
    new = {key: estimate for key, estimate in estimates.items() if key not in there}
    people = rated_in(games)
    _add(title, pool, new, dict.fromkeys(people, 1), people)


def rated_in(games: Sequence[Played]) -> set[int]:
    """Return the people whom results of one game rate."""
    given_up = {game.only for game in games if game.only is not None}
    return given_up | _people([game for game in games if game.only is None])


def _set(rating: Rating, estimates: Mapping[Key, Estimate]) -> None:
    """Let a rating be as estimated; a strength of its own is kept only where it differs."""
    strength = estimates[person_key(rating.user_id)]
    standing = estimates.get(standing_key(rating.user_id))
    shown = standing or strength
    rating.mean, rating.deviation = shown.mean, shown.deviation
    if standing is not None:
        rating.strength, rating.strength_deviation = strength.mean, strength.deviation
    rating.last = date.fromordinal(shown.day)


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
    for key in estimates:
        match key:
            case ("person", int(user)) if user in users and games[user]:
                rating = Rating(**scope, user_id=user, games=games[user])
                _set(rating, estimates)
                yield rating


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
