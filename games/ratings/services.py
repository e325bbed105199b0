"""Record results, and compute ratings from them."""

import hashlib
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.ratings import elo, store
from games.ratings.calibration import stored
from games.ratings.finished import Finished
from games.ratings.models import Kind, Ladder, Part, Pool, Reason, Result, ResultSeat
from games.ratings.skill import ITERATIONS, Calibration, Model, Played, outcomes, person_key

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
                person=seat.user,
                bot=seat.bot,
                place=seat.place,
                score=seat.score,
                part=seat.part,
            )
            for seat in finished.seats
        )
        if kind in Pool.values:
            _step(result)
    return result


def what_counts(finished: Finished) -> tuple[Kind, Reason]:
    """Return what a game counts for, and why if for nothing.

    People who held their seat from beginning to end are rated among themselves. A game that one
    person played against bots only is rated apart.
    """
    if finished.reason:
        return Kind.NONE, finished.reason
    whole = [seat for seat in finished.seats if seat.part == Part.WHOLE]
    people = {seat.user for seat in whole if seat.user is not None}
    if len(people) > 1:
        return Kind.PEOPLE, Reason.NONE
    others = [seat for seat in finished.seats if seat.user not in people]
    against_bots = len(whole) == len(finished.seats) and all(seat.bot for seat in others)
    if people and others and against_bots:
        return Kind.BOTS, Reason.NONE
    return Kind.NONE, Reason.ALONE


def recompute(*, title: str, pool: str, force: bool = False) -> bool:
    """Compute all ratings of a title's pool from its results; return whether there was need to.

    It takes time, so it does not hold a lock until it stores the new ratings. Results recorded in
    the meantime then take their quick step again.
    """
    model = store.model_of(title)
    newest = store.newest(title, pool)
    fingerprint = _fingerprint(newest, model)
    before = Ladder.objects.filter(title=title, pool=pool).first()
    computed_from = before.computed_from if before else ""
    if computed_from == fingerprint and not force:
        return False
    calibration, rated_by_elo = Calibration(), elo.Elo()

    def told(game: Played, predictions: Sequence[float]) -> None:
        calibration.count_game(game, predictions, rated_by_elo.play(game))

    games = store.history(title, pool, model, newest[1])
    fit = model.fit(games, ITERATIONS, told=told if pool == Pool.PEOPLE else None)
    with transaction.atomic():
        ladder = locked_ladder(title, pool)
        store.replace_all(title, pool, fit.estimates, fit.games)
        ladder.computed_at, ladder.games = timezone.now(), fit.played
        if ladder.computed_from == computed_from:
            # Otherwise two people became one in the meantime, and the next run counts them so.
            ladder.computed_from = fingerprint
        ladder.calibration = stored(calibration) if calibration.pairs else {}
        ladder.save()
        for result in store.after(title, pool, newest[1]):
            _step(result)
    return True


def recompute_all(*, force: bool = False) -> list[tuple[str, str]]:
    """Compute all ratings of every title that has new results; return what was computed."""
    pools = Result.objects.filter(kind__in=Pool.values).order_by("title", "kind")
    return [
        (title, pool)
        for title, pool in pools.values_list("title", "kind").distinct()
        if recompute(title=title, pool=pool, force=force)
    ]


def locked_ladder(title: str, pool: str) -> Ladder:
    """Lock the ratings of a title's pool until the transaction ends."""
    Ladder.objects.get_or_create(title=title, pool=pool)
    return Ladder.objects.select_for_update().get(title=title, pool=pool)


def _fingerprint(newest: tuple[int, int], model: Model) -> str:
    """Return what ratings depend on, in brief: results are only ever added."""
    said = repr((newest, model.hyper, sorted(model.anchors.items())))
    return hashlib.sha256(said.encode()).hexdigest()


def _step(result: Result) -> None:
    """Rate one game on top of what is known. The caller has locked the ladder."""
    model = store.model_of(result.title)
    game = store.played(result, model)
    if len(game.entrants) < store.MIN_ENTRANTS:
        return
    known = store.known(result.title, result.kind, game)
    after = model.step(game, known)
    store.keep(result.title, result.kind, game, after)
    expected = _expected(game, model.predict(game, known))
    for seat in result.seats.all():
        if seat.counts and seat.person is not None and seat.mean_after is None:
            key = person_key(seat.person)
            before = model.known(key, known, game.day)
            seat.mean_before, seat.deviation_before = before.mean, before.deviation
            seat.mean_after, seat.deviation_after = after[key].mean, after[key].deviation
            seat.expected = expected[seat.person]
            seat.save(update_fields=TOLD)


def _expected(game: Played, predictions: Sequence[float]) -> dict[int | str, float]:
    """Return how many of the others each entrant was expected to come before."""
    expected = dict.fromkeys((entrant.who for entrant in game.entrants), 0.0)
    for (i, j, _), predicted in zip(outcomes(game), predictions, strict=True):
        expected[game.entrants[i].who] += predicted
        expected[game.entrants[j].who] += 1 - predicted
    return expected
