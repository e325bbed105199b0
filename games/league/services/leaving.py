"""Seats that entries lose, and who has them then: a substitute, or else a bot to the end.

A lost seat brings its entry nothing, whoever plays there; tables that are over stand. What comes
of a substitute who goes, too, is no different: the next one has the seat, or a bot.
"""

import logging
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.accounts.models import User
from games.league.models import (
    Entry,
    EntryStatus,
    LostBy,
    Season,
    SeasonStatus,
    Substitute,
    Table,
    TableSeat,
)
from games.league.policies import LATE, MOST_GAMES, games_elsewhere, is_apart
from games.league.services.locks import due_season
from games.league.services.registering import leave_tables
from games.league.terms import TAKE_BACK
from games.play import services as play
from games.play.engine.locks import locked_game
from games.play.errors import PlayError
from games.play.models import Change, Game, Holder, Player, Status
from games.ratings.models import Pool, Rating

log = logging.getLogger(__name__)

LOOKING = timedelta(days=7)
"""For so long after a seat was lost, somebody who becomes a substitute can still have it."""

UNDER_WAY = (SeasonStatus.RUNNING, SeasonStatus.CLOSING)

LOST: Mapping[str, LostBy] = {
    Change.LEFT: LostBy.LEFT,
    Change.CLOSED: LostBy.CLOSED,
    Change.STAFF: LostBy.STAFF,
    Change.TAKEN: LostBy.TIMEOUT,
    Change.VOTED: LostBy.TIMEOUT,
}
"""By how a seat passed from the entry's person to others. What the season's end does is no loss."""


def give_up_withdrawn(*, season_id: int, now: datetime) -> None:
    """Let those leave their tables whose place nobody has taken in the first days of a season."""
    with transaction.atomic():
        season = due_season(season_id, *UNDER_WAY)
        if season is None or season.started_at is None or now < season.started_at + LATE:
            return
        withdrawn = season.entries.filter(status=EntryStatus.WITHDRAWN, division__isnull=False)
        for entry in withdrawn.exclude(user=None):
            entry.status = EntryStatus.LEFT
            entry.save(update_fields=["status"])
            leave_tables(entry)


def settle_seats(*, season_id: int, now: datetime) -> None:
    """Note the seats that entries have lost, and give them to substitutes or bots."""
    if not Season.objects.filter(pk=season_id, status__in=UNDER_WAY).exists():
        return
    seats = [*_maybe_lost(season_id, now), *_deserted(season_id, now), *_wanting(season_id, now)]
    for seat_id in seats:
        try:
            with transaction.atomic():
                _settle(season_id, seat_id, now)
        except Exception:  # one broken game must not stop the others
            log.exception("Seat %s of season %s", seat_id, season_id)


def _maybe_lost(season_id: int, now: datetime) -> Iterator[int]:
    """Yield the ids of seats at open tables that others have now, or may have."""
    seats = TableSeat.objects.filter(
        table__division__season=season_id,
        table__ended_at=None,
        lost_at=None,
        table__game__players__seat=F("seat"),
    ).annotate(user=F("table__game__players__user"), offered=F("table__game__players__offered_at"))
    gone = ~Q(user=F("entry__user")) | Q(user=None) | Q(offered__lte=now - TAKE_BACK)
    yield from seats.filter(gone).order_by("table__game", "seat").values_list("pk", flat=True)


def _deserted(season_id: int, now: datetime) -> Iterator[int]:
    """Yield the ids of lost seats whose substitutes have left them, or stay away, too."""
    seats = TableSeat.objects.filter(
        table__division__season=season_id,
        table__ended_at=None,
        lost_at__isnull=False,
        table__game__players__seat=F("seat"),
    ).annotate(user=F("table__game__players__user"), offered=F("table__game__players__offered_at"))
    gone = Q(user=None, offered__isnull=False) | Q(offered__lte=now - TAKE_BACK)
    yield from seats.filter(gone).order_by("table__game", "seat").values_list("pk", flat=True)


def _wanting(season_id: int, now: datetime) -> Iterator[int]:
    """Yield the ids of lost seats for which a substitute is still looked for."""
    if not Substitute.objects.filter(season=season_id).exists():
        return
    seats = TableSeat.objects.filter(
        table__division__season=season_id,
        table__ended_at=None,
        lost_at__gt=now - LOOKING,
        substitute=None,
    )
    yield from seats.order_by("table__game", "seat").values_list("pk", flat=True)


def _settle(season_id: int, seat_id: int, now: datetime) -> None:
    """Note how an entry lost its seat, if it did, and give the seat to somebody else."""
    season = due_season(season_id, *UNDER_WAY)
    if season is None:
        return
    seat = TableSeat.objects.select_related("table", "entry").get(pk=seat_id)
    game = locked_game(seat.table.game_id)
    player = Player.objects.get(game=game, seat=seat.seat)
    if seat.lost_at is None and not _note(seat, player, game.ended or now):
        return
    if game.status != Status.RUNNING or game.set_aside_at:
        return
    if _is_free(player, now):
        _pass_on(season, seat, game, player)
        seat.save(update_fields=["substitute"])


def note_losses(table: Table, game: Game, now: datetime) -> None:
    """Note which seats of a game that is over were lost by its end, before its result counts.

    The caller holds the season's lock, within a transaction.
    """
    players = {player.seat: player for player in Player.objects.filter(game=game)}
    for seat in table.seats.filter(lost_at=None).select_related("entry"):
        _note(seat, players[seat.seat], game.ended or now)


def _note(seat: TableSeat, player: Player, now: datetime) -> bool:
    """Note how an entry has lost its seat by a moment; return whether it has."""
    how = _lost_by(seat, player, now)
    if not how:
        return False
    seat.lost_at, seat.lost_by = now, how
    seat.save(update_fields=["lost_at", "lost_by"])
    if not seat.entry.table_seats.filter(lost_at=None).exists():
        Entry.objects.filter(pk=seat.entry_id).update(status=EntryStatus.LEFT)
    return True


def _stays_away(player: Player, now: datetime) -> bool:
    """Return whether a person has not taken their seat back for a day since it was offered."""
    return player.offered_at is not None and player.offered_at <= now - TAKE_BACK


def _is_free(player: Player, now: datetime) -> bool:
    """Return whether a lost seat waits for somebody: nobody has it, or they stay away."""
    return player.user_id is None or _stays_away(player, now)


def _lost_by(seat: TableSeat, player: Player, now: datetime) -> str:
    """Return how an entry has lost its seat, '' if it has not."""
    owner = seat.entry.user_id
    if owner is not None and player.user_id == owner:
        return LostBy.TIMEOUT if _stays_away(player, now) else LostBy.KEPT
    held = Holder.objects.filter(player=player, user=owner, bot="").order_by("-pk").first()
    if held is None:
        return LostBy.CLOSED  # It was so before the game began.
    return LOST.get(held.went, LostBy.KEPT)


def _pass_on(season: Season, seat: TableSeat, game: Game, player: Player) -> None:
    """Give a free seat of a locked game to a substitute, or else to a bot to the end."""
    if player.user_id is not None:
        # Whoever stays away here would elsewhere, too.
        season.substitutes.filter(user=player.user_id).delete()
    seat.substitute = None
    for person in _substitutes(season, seat, game):
        try:
            with transaction.atomic():
                play.give_seat(game=game, seat=seat.seat, user=person)
        except PlayError:
            continue  # Something of this game keeps them from it.
        seat.substitute = person
        return
    if player.user_id is not None or player.offered_at is not None:
        play.let_bot_play(game=game, seat=seat.seat)


def _substitutes(season: Season, seat: TableSeat, game: Game) -> Iterator[User]:
    """Yield who can have a lost seat: those of the nearest rating first, then the longest-waiting.

    None of them has had it, has as many games as one can play, or is to be apart from somebody at
    the table.
    """
    offers = season.substitutes.filter(user__is_active=True).select_related("user")
    had = Holder.objects.filter(player__game=game, player__seat=seat.seat, user__isnull=False)
    offers = offers.exclude(user__in=had.values("user"))
    offers = offers.exclude(user__in=season.entries.exclude(user=None).values("user"))
    waiting = [offer.user for offer in offers]
    rated = Rating.objects.filter(title=game.title, pool=Pool.PEOPLE)
    means = dict(rated.filter(user__in=[*waiting, seat.entry.user_id]).values_list("user", "mean"))
    usual = means.get(seat.entry.user_id or 0, 0.0)
    players = game.players.exclude(user=None).values_list("user", flat=True)
    others = [person for person in players if person != seat.entry.user_id]
    for person in sorted(waiting, key=lambda each: abs(means.get(each.pk, 0.0) - usual)):
        full = games_elsewhere(person, season) >= MOST_GAMES
        if person.pk not in others and not full and not is_apart(person, others):
            yield person
