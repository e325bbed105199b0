"""Count the figures of finished games, so that no page has to."""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.club.figures import VERSION
from games.club.models import Band, GameFigures, Kind, SeatFigures, Tally, Variant
from games.club.services.figures import keep_figures
from games.play.models import Game, Status
from games.ratings.models import Part, Pool, ResultSeat
from games.ratings.scale import LISTED_DEVIATION, Shown

BATCH = 500
"""Games counted in one transaction."""
COUNTED = ("games", "seats", "winners", "wins", "expected", "points", "winner_points")

Key = tuple[int, str, str, str]
"""The variant, the kind, the key and the band of a tally."""
Sums = defaultdict[Key, dict[str, float]]


def fill_statistics(*, seconds: float) -> int:
    """Compute missing figures and count them, for about `seconds`; return the games counted.

    Safe to run at any time: every game is counted once, and what is left is done the next time.
    """
    until = time.monotonic() + seconds
    start_anew()
    number = count()
    for game_id in list(_missing()):
        if time.monotonic() > until:
            break
        keep_figures(Game.objects.get(pk=game_id))
    return number + count()


def _missing() -> Iterable[int]:
    """Return the finished games without figures of this version, the oldest first.

    Hot-seat games count for nothing: theirs are made when someone looks at them.
    """
    over = Game.objects.filter(status=Status.OVER, state__isnull=False, hot_seat=False)
    done = GameFigures.objects.filter(game=OuterRef("pk"), version=VERSION)
    return over.filter(~Exists(done)).order_by("pk").values_list("pk", flat=True)


@transaction.atomic
def start_anew() -> None:
    """Drop all tallies if an older version counted some of the games.

    Locks the variants before it looks, so that no other worker drops or adds to tallies meanwhile.
    """
    variants = _locked(Variant.objects.all())
    if GameFigures.objects.exclude(counted__in=[0, VERSION]).exists():
        Tally.objects.filter(variant__in=variants).delete()
        # Games of a variant that is newer than the lock are counted by this version.
        counted = GameFigures.objects.exclude(counted=0)
        counted.filter(Q(variant__in=variants) | Q(variant=None)).update(counted=0)


def _locked(variants: QuerySet[Variant]) -> list[Variant]:
    """Return variants with their tallies locked until the transaction ends; games may be added."""
    return list(variants.order_by("pk").select_for_update(no_key=True))


def count() -> int:
    """Add the games that were not counted yet to the tallies; return how many these were."""
    number = 0
    while games := count_batch():
        number += games
    return number


@transaction.atomic
def count_batch() -> int:
    """Count one batch. Its rows are locked, so that no other worker counts them too."""
    waiting = GameFigures.objects.filter(version=VERSION, counted=0).order_by("pk")
    batch = list(waiting.select_for_update(skip_locked=True).defer("data")[:BATCH])
    sums: Sums = defaultdict(lambda: dict.fromkeys(COUNTED, 0))
    seats: dict[int, list[SeatFigures]] = defaultdict(list)
    for seat in SeatFigures.objects.filter(figures__in=batch):
        seats[seat.figures_id].append(seat)
    bands = bands_of([game.game_id for game in batch])
    for game in batch:
        if game.variant_id is not None:
            _add(sums, game, game.variant_id, seats[game.pk], bands)
    _save(sums)
    GameFigures.objects.filter(pk__in=[game.pk for game in batch]).update(counted=VERSION)
    return len(batch)


def bands_of(games: Sequence[int]) -> dict[tuple[int, int], Band]:
    """Return the bands of rated people before their games, by game and seat; one query."""
    rated = ResultSeat.objects.filter(
        result__game__in=games, part=Part.WHOLE, mean_before__isnull=False
    ).exclude(result__kind=Pool.BOT_ACCOUNTS)
    found = {}
    for game, seat, mean, deviation in rated.values_list(
        "result__game", "seat", "mean_before", "deviation_before"
    ):
        shown = Shown.of(mean or 0.0, deviation or 0.0)
        listed = shown.deviation <= LISTED_DEVIATION
        found[game, seat] = Band.of(shown.rating) if listed else Band.NEW
    return found


def _add(
    sums: Sums,
    game: GameFigures,
    variant: int,
    seats: list[SeatFigures],
    bands: Mapping[tuple[int, int], Band],
) -> None:
    """Add a game; without a result it only tells how it ended."""
    sums[variant, Kind.END, game.ended_by, Band.ALL]["games"] += 1
    found: set[Key] = set()
    for seat in seats:
        if seat.won is None:
            continue
        of_seat = {Band.ALL, bands.get((game.game_id, seat.seat), Band.ALL)}
        for (kind, key, points), band in product(_of_seat(seat), of_seat):
            at = variant, kind, key, band
            sum_ = sums[at]
            sum_["games"] += at not in found
            found.add(at)
            sum_["seats"] += 1
            sum_["winners"] += seat.won > 0
            sum_["wins"] += seat.won
            sum_["expected"] += 1 / len(seats)
            sum_["points"] += points
            sum_["winner_points"] += points if seat.won else 0


def _of_seat(seat: SeatFigures) -> Iterator[tuple[str, str, int]]:
    total = seat.points["total"]
    yield Kind.FIRST, seat.first, total
    yield Kind.START, str(seat.starts), total
    for line, points in seat.points.items():
        yield Kind.SOURCE, line, points


def _save(sums: Sums) -> None:
    """Save sums on top of the tallies. Locks the variants, so that no other worker adds to them."""
    variants = _locked(Variant.objects.filter(pk__in={variant for variant, *_ in sums}))
    for tally in Tally.objects.filter(variant__in=variants):
        at = tally.variant_id, tally.kind, tally.key, tally.band
        if at in sums:
            for name in COUNTED:
                sums[at][name] += getattr(tally, name)
    Tally.objects.bulk_create(
        (
            Tally(variant_id=variant, kind=kind, key=key, band=band, **row)
            for (variant, kind, key, band), row in sums.items()
        ),
        update_conflicts=True,
        unique_fields=["variant", "kind", "key", "band"],
        update_fields=COUNTED,
        batch_size=BATCH,
    )
