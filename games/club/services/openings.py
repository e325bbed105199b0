"""Count how finished games began, so that no page has to."""

import logging
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from django.db import transaction

from games.club.figures import VERSION as FIGURES
from games.club.models import Crowd, GameFigures, Opening, OpeningKind, SeatFigures, Variant
from games.club.openings import MOST_MOVES, VERSION, OpeningTurn, turns_of
from games.play.models import Game, Log, Player
from games.rules.errors import RulesError

log = logging.getLogger(__name__)

BATCH = 50
"""Games counted in one transaction."""
SUMS = ("games", "places", "squared_places", "leads", "squared_leads")


def count_openings(*, seconds: float) -> int:
    """Count public games with figures by how they began, for about `seconds`; return how many.

    Safe to run at any time: every game is counted once, and what is left is done the next time. So
    is a game that is private until then.
    """
    until = time.monotonic() + seconds
    if GameFigures.objects.exclude(opening_counted__in=[0, VERSION]).exists():
        forget_openings()
    number = last = 0
    while time.monotonic() < until and (counted := count_batch(after=last)):
        number, last = number + len(counted), counted[-1]
    return number


@transaction.atomic
def forget_openings() -> None:
    """Drop all that was counted, so that every game is counted again.

    That takes away games that are no longer public or no longer there.
    """
    list(Variant.objects.order_by("pk").select_for_update(no_key=True))
    Opening.objects.all().delete()
    GameFigures.objects.exclude(opening_counted=0).update(opening_counted=0)


@transaction.atomic
def count_batch(*, after: int = 0) -> list[int]:
    """Count one batch of figures, from one id on; return its ids in order.

    Its rows are locked, so that no other worker counts them too.
    """
    waiting = GameFigures.objects.filter(
        pk__gt=after, version=FIGURES, opening_counted=0, game__private=False
    )
    locked = waiting.order_by("pk").select_for_update(of=("self",), skip_locked=True)
    batch = list(locked.defer("data")[:BATCH])
    counted = [each.pk for each in batch]
    variants = Variant.objects.in_bulk({each.variant_id for each in batch if each.variant_id})
    public = Game.objects.filter(private=False, beginning__isnull=True, set_aside_at=None)
    games = public.in_bulk([each.game_id for each in batch if each.variant_id])
    results = _results(batch)
    found: dict[tuple[str, str], Opening] = {}
    for each in batch:
        if each.game_id in games and each.variant_id is not None:
            variant = variants[each.variant_id]
            for opening in _openings(games[each.game_id], variant, results[each.pk]):
                key = opening.key, opening.kind
                _add(found.setdefault(key, opening), opening)
    _save(found)
    GameFigures.objects.filter(pk__in=counted).update(opening_counted=VERSION)
    return counted


class _Result:
    """How a seat did, and who had it: `kind` is '' if nobody knows, or both did."""

    def __init__(self, seat: SeatFigures, place: int, crowd: str) -> None:
        self.place, self.points = place, int(seat.points["total"])
        self.kind = ""
        if crowd != Crowd.MIXED:
            self.kind = OpeningKind.PEOPLE if crowd == Crowd.PEOPLE else OpeningKind.BOTS
        elif seat.bot or (seat.user is not None and seat.user.is_bot_account):
            self.kind = OpeningKind.BOTS
        elif seat.user is not None:
            self.kind = OpeningKind.PEOPLE


def _results(batch: Sequence[GameFigures]) -> dict[int, dict[int, _Result]]:
    """Return how the seats of games did that have a result, by their figures and seat."""
    games = [each.game_id for each in batch]
    places = {
        (game, seat): place
        for game, seat, place in Player.objects.filter(game__in=games, place__isnull=False)
        .order_by()
        .values_list("game", "seat", "place")
    }
    seats = SeatFigures.objects.filter(figures__in=batch, won__isnull=False)
    found: dict[int, dict[int, _Result]] = defaultdict(dict)
    for seat in seats.select_related("figures__variant", "user"):
        place, variant = places.get((seat.figures.game_id, seat.seat)), seat.figures.variant
        if place is not None and variant is not None:
            found[seat.figures_id][seat.seat] = _Result(seat, place, variant.crowd)
    return found


def _openings(game: Game, variant: Variant, results: dict[int, _Result]) -> list[Opening]:
    """Return the opening of one game as rows that count it.

    It ends before a turn of which nobody knows whether a person or a bot had it: no row would lead
    to those that follow.
    """
    if len(results) != variant.players:
        return []
    moves = Log(game).until(MOST_MOVES)
    orders = ((move.rules_seat, move.order) for move in moves)
    try:
        turns = list(turns_of(game.rules(), game.first_position(), orders))
    except RulesError:
        log.exception("Game %s does not replay, so its opening is not counted", game.pk)
        return []
    known = takewhile(lambda turn: results[turn.seat].kind != "", turns)
    return [_opening(game, variant, turn, results) for turn in known]


def _opening(
    game: Game, variant: Variant, turn: OpeningTurn, results: dict[int, _Result]
) -> Opening:
    own = results[turn.seat]
    lead = own.points - max(each.points for seat, each in results.items() if seat != turn.seat)
    return Opening(
        title=variant.title,
        board=variant.board,
        players=variant.players,
        key=turn.key,
        parent=turn.parent,
        kind=own.kind,
        seat=turn.seat,
        starter=turn.starter,
        steps=[list(step) for step in turn.steps],
        game=game,
        move=turn.move,
        games=1,
        places=own.place,
        squared_places=own.place**2,
        leads=lead,
        squared_leads=lead**2,
    )


def _add(kept: Opening, more: Opening) -> None:
    """Add a row to that of the same turn, unless it is this one."""
    if kept is not more:
        for name in SUMS:
            setattr(kept, name, getattr(kept, name) + getattr(more, name))


def _save(found: dict[tuple[str, str], Opening]) -> None:
    """Save rows on top of those that are kept; locks variants, so that no other worker adds."""
    titles = {opening.title for opening in found.values()}
    list(Variant.objects.filter(title__in=titles).order_by("pk").select_for_update(no_key=True))
    known: Any = Opening.objects.filter(key__in={key for key, _ in found})
    for kept in known:
        new = found.get((kept.key, kept.kind))
        if new is None:
            continue
        _add(new, kept)
        if kept.game_id is not None:
            new.seat, new.starter, new.steps = kept.seat, kept.starter, kept.steps
            new.game_id, new.move = kept.game_id, kept.move
    Opening.objects.bulk_create(
        found.values(),
        update_conflicts=True,
        unique_fields=["key", "kind"],
        update_fields=[*SUMS, "seat", "starter", "steps", "game", "move"],
    )
