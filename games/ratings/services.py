"""Record results, and compute ratings from them."""

import hashlib
import secrets
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from celery import current_app
from django.db import transaction
from django.utils import timezone

from games.ratings import elo, store
from games.ratings.calibration import stored
from games.ratings.compared import stayed, stays
from games.ratings.finished import Finished, FinishedSeat
from games.ratings.models import Kind, Ladder, Pool, Reason, Result, ResultSeat
from games.ratings.skill import ITERATIONS, Calibration, Model, Played, outcomes

TASK = "games.ratings.tasks.recompute_ratings"
TOLD = ("mean_before", "deviation_before", "mean_after", "deviation_after", "expected")


@transaction.atomic
def record(finished: Finished) -> Result | None:
    """Store the result of a game and rate it; do nothing if it is known.

    Return None for a game without people. The ratings take one quick step, so that nobody waits for
    the night to see what the game changed.
    """
    if not any(seat.user is not None for seat in finished.seats):
        return None
    kind, reason = what_counts(finished)
    if kind in Pool.values:
        locked_ladder(finished.title, kind)
    result, is_new = Result.objects.get_or_create(
        game=finished.game,
        defaults={
            "title": finished.title,
            "board": finished.board,
            "players": finished.players,
            "ended": finished.ended,
            "kind": kind,
            "reason": reason,
        },
    )
    if is_new:
        ResultSeat.objects.bulk_create(
            ResultSeat(
                result=result,
                seat=seat.seat,
                starts=seat.starts,
                user_id=seat.user,
                person=None if _is_apart(seat, kind) else seat.user,
                bot=seat.bot,
                place=seat.place,
                score=seat.score,
                part=seat.part,
                gave_up=seat.gave_up,
            )
            for seat in finished.seats
        )
        if kind in Pool.values:
            _step(result)
    return result


@transaction.atomic
def annul(*, game: int) -> bool:
    """Let a game count for nobody any more, and return whether it counted for anyone.

    The ratings are computed again without it. How it ended stays; what it changed is forgotten.
    """
    rated = Result.objects.filter(game=game, kind__in=Pool.values)
    pools = list(rated.values_list("title", "kind"))
    if pools:
        outdate(pools)
        # Others may have annulled it while this waited for the lock.
        if rated.update(kind=Kind.NONE, reason=Reason.ANNULLED):
            forgotten = dict.fromkeys(TOLD)
            ResultSeat.objects.filter(result__game=game).update(**forgotten)
            return True
    return False


def what_counts(finished: Finished) -> tuple[Kind, Reason]:
    """Return what a game counts for, and why if not for those who stayed.

    People who held their seat from beginning to end are rated among themselves. A game that one
    person played against bots only is rated apart, and so is one of bot accounts without people.
    With both a kind and a reason, a game counts only for those who gave it up.
    """
    if finished.reason == Reason.FRIENDLY:
        return Kind.NONE, finished.reason
    began = {seat.seat: seat for seat in reversed(finished.seats)}.values()
    kind = _kind(began)
    sat = [seat.sat for seat in finished.seats if not _is_apart(seat, kind)]
    stay = {one.who for one in sat if one.is_person and stays(one)}
    if kind == Kind.BOTS:
        rated = len(stay) == 1 and all(map(stays, sat)) and len(sat) > 1
    elif kind == Kind.BOT_ACCOUNTS:
        rated = bool(stay) and sum(map(stays, sat)) > 1
    else:
        rated = len(stay) > 1
    reason = finished.reason or (Reason.NONE if rated else Reason.ALONE)
    if kind == Kind.NONE or (reason and not any(stayed(one, sat) for one in sat)):
        return Kind.NONE, reason
    return kind, reason


def _kind(began: Collection[FinishedSeat]) -> Kind:
    """Return what a game counts for, by who began it, if it counts."""
    people = sum(seat.is_persons for seat in began)
    if not any(seat.bot_account for seat in began):
        return Kind.BOTS if people == 1 else Kind.PEOPLE
    if not people:
        return Kind.BOT_ACCOUNTS
    return Kind.PEOPLE if people > 1 else Kind.NONE


def _is_apart(seat: FinishedSeat, kind: Kind) -> bool:
    """Return whether a seat is compared with none: a bot account's, in a game of people.

    What a program showed yesterday says nothing of tomorrow, as its owner changes it: people's
    ratings must not depend on it.
    """
    return seat.bot_account and kind != Kind.BOT_ACCOUNTS


def outdate(pools: Iterable[tuple[str, str]]) -> None:
    """Have all ratings of some titles' pools computed again, as their results have changed.

    Locks them. The computing begins once the transaction is over; until then they stay.
    """
    for title, pool in pools:
        ladder = locked_ladder(title, pool)
        # The number of results may be the same as before, so only this tells of the change.
        ladder.computed_from = f"changed:{secrets.token_hex(16)}"
        ladder.save(update_fields=["computed_from"])
    transaction.on_commit(partial(current_app.send_task, TASK, retry=False), robust=True)


def recompute(*, title: str, pool: str, force: bool = False) -> bool:
    """Compute all ratings of a title's pool from its results; return whether that was done.

    It takes time, so it does not hold a lock until it stores the new ratings. Results recorded in
    the meantime then take their quick step again. It stores nothing if there was no need, or if
    results have changed in the meantime: the next run counts them so.
    """
    model = store.model_of(title)
    newest = store.newest(title, pool)
    fingerprint = _fingerprint(newest, model)
    before = Ladder.objects.filter(title=title, pool=pool).first()
    computed_from = before.computed_from if before else ""
    if computed_from == fingerprint and not force:
        return False
    calibration, rated_by_elo = Calibration(), elo.Elo()

    def count(game: Played, predictions: Sequence[float]) -> None:
        calibration.count_game(game, predictions, rated_by_elo.play(game))

    games = store.history(title, pool, model, newest[1])
    fit = model.fit(games, ITERATIONS, notify=count if pool == Pool.PEOPLE else None)
    with transaction.atomic():
        ladder = locked_ladder(title, pool)
        if ladder.computed_from != computed_from:
            return False
        store.replace_all(title, pool, fit.estimates, fit.games)
        ladder.computed_at, ladder.games = timezone.now(), fit.played
        ladder.computed_from = fingerprint
        ladder.calibration = stored(calibration) if calibration.pairs else {}
        ladder.save()
        for result in store.after(title, pool, newest[1]):
            _step(result)
    return True


def recompute_all(*, force: bool = False) -> list[tuple[str, str]]:
    """Compute all ratings of every title that has new results; return what was computed."""
    rated = Result.objects.filter(kind__in=Pool.values).order_by()
    # The last result of a pool may have been annulled.
    pools = rated.values_list("title", "kind").union(Ladder.objects.values_list("title", "pool"))
    return [
        (title, pool)
        for title, pool in sorted(pools)
        if recompute(title=title, pool=pool, force=force)
    ]


def locked_ladder(title: str, pool: str) -> Ladder:
    """Lock the ratings of a title's pool until the transaction ends."""
    Ladder.objects.get_or_create(title=title, pool=pool)
    return Ladder.objects.select_for_update().get(title=title, pool=pool)


def _fingerprint(newest: tuple[int, int], model: Model) -> str:
    """Return what ratings depend on, in brief: results are only added, or `outdate` is told."""
    said = repr((newest, model.hyper, sorted(model.anchors.items())))
    return hashlib.sha256(said.encode()).hexdigest()


def _step(result: Result) -> None:
    """Rate one game on top of what is known. The caller has locked the ladder."""
    model = store.model_of(result.title)
    games = store.played(result, model)
    if not games:
        return
    before = store.known(result.title, result.kind, games)
    after, expected = dict(before), dict[int | str, float]()
    for game in games:
        expected |= _expected(game, model.predict(game, before))
        after |= model.step(game, after)
    store.keep(result.title, result.kind, games, after)
    rated, day = store.rated_in(games), games[0].day
    for seat in result.seats.all():
        if seat.person in rated and (seat.counts or seat.gave_up) and seat.mean_after is None:
            was, now = (model.rating(seat.person, known, day) for known in (before, after))
            seat.mean_before, seat.deviation_before = was.mean, was.deviation
            seat.mean_after, seat.deviation_after = now.mean, now.deviation
            seat.expected = expected[seat.person]
            seat.save(update_fields=TOLD)


def _expected(game: Played, predictions: Sequence[float]) -> dict[int | str, float]:
    """Return how many of the others each who is rated was expected to come before."""
    expected = dict.fromkeys((entrant.who for entrant in game.entrants), 0.0)
    for (i, j, _), predicted in zip(outcomes(game), predictions, strict=True):
        expected[game.entrants[i].who] += predicted
        expected[game.entrants[j].who] += 1 - predicted
    return expected if game.only is None else {game.only: expected[game.only]}
