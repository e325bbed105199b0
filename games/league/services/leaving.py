"""Seats that entries lose, and who has them then: a substitute, or else a bot to the end.

A lost seat brings its entry nothing, whoever plays there; tables that are over stand. What comes
of a substitute who goes, too, is no different: the next one has the seat, or a bot.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from itertools import chain

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.accounts.models import User
from games.league.models import (
    UNDER_WAY,
    Entry,
    EntryStatus,
    LostBy,
    Season,
    Table,
    TableSeat,
)
from games.league.policies import LATE, MOST_GAMES, apart_among, games_elsewhere
from games.league.services.locks import due_season
from games.league.services.registering import leave_tables
from games.league.services.steps import each_alone
from games.league.services.telling import tell_substitute
from games.league.terms import CLOSING, TAKE_BACK
from games.play import services as play
from games.play.engine.locks import locked_game
from games.play.errors import PlayError
from games.play.models import Change, Game, Holder, Player, Status
from games.ratings.models import Pool, Rating

LOOKING = timedelta(days=7)
"""For so long after a seat was lost, somebody who becomes a substitute can still have it."""

PLAYED = Q(table__game__status=Status.RUNNING, table__game__set_aside_at=None)
"""The condition that a seat can pass on, as its game goes on."""

LOST: Mapping[str, LostBy] = {
    Change.LEFT: LostBy.LEFT,
    Change.CLOSED: LostBy.CLOSED,
    Change.STAFF: LostBy.STAFF,
    Change.TAKEN: LostBy.TIMEOUT,
    Change.VOTED: LostBy.TIMEOUT,
}
"""By how a seat passed from the entry's person to others. What the season's end does is no loss."""


def give_up_withdrawn(*, season_id: int, now: datetime, until: float) -> None:
    """Let those leave their tables whose place nobody has taken in the first days of a season.

    It stops at a moment of time.monotonic(), and goes on with the next tick.
    """
    withdrawn = Entry.objects.filter(
        season=season_id,
        season__status__in=UNDER_WAY,
        season__started_at__lte=now - LATE,
        status=EntryStatus.WITHDRAWN,
        division__isnull=False,
        user__isnull=False,
    )

    def give_up(entry_id: int) -> None:
        if due_season(season_id, *UNDER_WAY) is None:
            return
        entry = withdrawn.filter(pk=entry_id).select_related("user").first()
        if entry is not None:
            # Clocks lock a game before the entry to which they give grace; so does this.
            leave_tables(entry)
            entry.status = EntryStatus.LEFT
            entry.save(update_fields=["status"])

    numbers = list(withdrawn.order_by("pk").values_list("pk", flat=True))
    each_alone(numbers, give_up, until=until, what="entry")


def settle_seats(*, season_id: int, now: datetime, until: float) -> None:
    """Note the seats that entries have lost, and give them to substitutes or bots.

    It stops at a moment of time.monotonic(), and goes on with the next tick.
    """
    season = Season.objects.filter(pk=season_id, status__in=UNDER_WAY).first()
    if season is not None:
        each_alone(
            [*_lost(season, now), *_deserted(season, now), *_wanting(season, now)],
            partial(_settle, season_id, now),
            until=until,
            what="seat",
        )


def _lost(season: Season, now: datetime) -> list[int]:
    """Return the ids of seats at open tables that entries have lost, which nobody has noted yet.

    Those whom bots replaced at the end of the season have not lost theirs.
    """
    by_host = Holder.objects.filter(
        player__game=OuterRef("table__game"),
        player__seat=OuterRef("seat"),
        end_move=None,
        came=Change.EVENT,
    )
    late = Q(offered__lte=now - TAKE_BACK)
    left = Q(user=None) & ~Exists(by_host)
    replaced = Q(user__isnull=False) & ~Q(user=F("entry__user"))
    seats = _open_seats(season).filter(left | replaced | late, lost_at=None)
    return list(seats.values_list("pk", flat=True))


def _deserted(season: Season, now: datetime) -> list[int]:
    """Return the ids of lost seats whose substitutes have left them, or stay away, too."""
    gone = Q(user=None, offered__isnull=False) | Q(offered__lte=now - TAKE_BACK)
    seats = _open_seats(season).filter(gone, PLAYED, lost_at__isnull=False)
    return list(seats.values_list("pk", flat=True))


def _wanting(season: Season, now: datetime) -> list[int]:
    """Return the ids of lost seats that bots have and a substitute can take.

    The number of queries is fixed, as most of the time there are none.
    """
    helpers = _helpers(season, now)
    if not helpers:
        return []
    seats = _open_seats(season).filter(
        PLAYED, Q(user=None), lost_at__gt=now - LOOKING, substitute=None
    )
    wanting = list(seats.values_list("pk", "table__game", "seat"))
    games = {game for _, game, _ in wanting}
    others: dict[int, list[int]] = {game: [] for game in games}
    had: dict[tuple[int, int], set[int]] = {(game, seat): set() for _, game, seat in wanting}
    held = Holder.objects.filter(player__game__in=games, user__isnull=False)
    for game, seat, person, end in held.values_list(
        "player__game", "player__seat", "user", "end_move"
    ):
        had.setdefault((game, seat), set()).add(person or 0)
        if end is None:
            others[game].append(person or 0)
    apart = apart_among({*(each.pk for each in helpers), *chain(*others.values())})
    return [
        pk
        for pk, game, seat in wanting
        if any(
            each.pk not in had[game, seat] and _suits(each, others[game], apart) for each in helpers
        )
    ]


def _open_seats(season: Season) -> QuerySet[TableSeat]:
    """Return the seats at tables of a season that are not over, game by game.

    `user` has them now, and they are on offer since `offered`.
    """
    seats = TableSeat.objects.filter(
        table__division__season=season,
        table__ended_at=None,
        table__game__players__seat=F("seat"),
    ).annotate(user=F("table__game__players__user"), offered=F("table__game__players__offered_at"))
    return seats.order_by("table__game", "seat")


def _settle(season_id: int, now: datetime, seat_id: int) -> None:
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
        _pass_on(season, seat, game, player, now)
        seat.save(update_fields=["substitute"])


def note_losses(tables: Iterable[Table], now: datetime) -> None:
    """Note which seats at tables were lost by the end of their games, before the results count.

    The caller holds the season's lock, within a transaction. Two queries, and some for each loss.
    """
    games = {table.pk: table.game for table in tables}
    players = {
        (player.game_id, player.seat): player
        for player in Player.objects.filter(game__in=games.values())
    }
    kept = TableSeat.objects.filter(table__in=games, lost_at=None).select_related("entry")
    for seat in kept.order_by("table", "seat"):
        game = games[seat.table_id]
        _note(seat, players[game.pk, seat.seat], game.ended or now)


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


def _pass_on(season: Season, seat: TableSeat, game: Game, player: Player, now: datetime) -> None:
    """Give a free seat of a locked game to a substitute, or else to a bot to the end."""
    if player.user_id is not None:
        # Whoever stays away here would elsewhere, too.
        season.substitutes.filter(user=player.user_id).delete()
    seat.substitute = None
    for person in _substitutes(season, seat, game, now):
        try:
            with transaction.atomic():
                play.give_seat(game=game, seat=seat.seat, user=person)
        except PlayError:
            continue  # Something of this game keeps them from it.
        seat.substitute = person
        tell_substitute(season, game, person)
        return
    if player.user_id is not None or player.offered_at is not None:
        play.let_bot_play(game=game, seat=seat.seat)


def _substitutes(season: Season, seat: TableSeat, game: Game, now: datetime) -> list[User]:
    """Return who can have a lost seat: of the nearest rating first, then the longest-waiting.

    None of them has had it.
    """
    helpers = _helpers(season, now)
    if not helpers:
        return []
    held = Holder.objects.filter(player__game=game, player__seat=seat.seat, user__isnull=False)
    had = set(held.values_list("user", flat=True))
    rated = Rating.objects.filter(title=game.title, pool=Pool.PEOPLE)
    numbers = [each.pk for each in helpers]
    means = dict(rated.filter(user__in=[*numbers, seat.entry.user_id]).values_list("user", "mean"))
    usual = means.get(seat.entry.user_id or 0, 0.0)
    players = game.players.exclude(user=None).values_list("user", flat=True)
    others = [person for person in players if person != seat.entry.user_id]
    apart = apart_among([*numbers, *others])
    suitable = [each for each in helpers if each.pk not in had and _suits(each, others, apart)]
    return sorted(suitable, key=lambda each: abs(means.get(each.pk, 0.0) - usual))


def _helpers(season: Season, now: datetime) -> list[User]:
    """Return the substitutes who can play one more game, the longest-waiting first.

    There are none once bots finish the games: one would play for them at once.
    """
    if now >= season.ends_at + CLOSING:
        return []
    offers = season.substitutes.filter(user__is_active=True).select_related("user")
    offers = offers.exclude(user__in=season.entries.exclude(user=None).values("user"))
    waiting = [offer.user for offer in offers]
    if not waiting:
        return []
    games = games_elsewhere([each.pk for each in waiting], season)
    return [each for each in waiting if games[each.pk] < MOST_GAMES]


def _suits(helper: User, others: Collection[int], apart: Collection[tuple[int, int]]) -> bool:
    """Return whether a substitute can sit at a table: none of these people, nor apart from one."""
    pairs = ((min(helper.pk, other), max(helper.pk, other)) for other in others)
    return helper.pk not in others and not any(pair in apart for pair in pairs)
