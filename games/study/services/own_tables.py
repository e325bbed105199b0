"""Records that were read in, and what pass-and-play tables begin at or end with."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.direction import without_controls
from games.accounts.models import User
from games.play.access import Access
from games.play.engine.finishing import save
from games.play.engine.locks import locked_game
from games.play.engine.seating import seat_all
from games.play.engine.session import GameSession
from games.play.errors import PlayError
from games.play.history import state_after
from games.play.models import Change, Game, Holder, Log, Player, Status
from games.play.models.game import RECORD
from games.play.policies import obstacle_to_playing_on
from games.play.services.hot_seat import Beginning, check_own, create_table, wrong_name
from games.rules import record
from games.rules.common.message import Message, Notation, message
from games.rules.errors import BadRecord
from games.rules.playthrough import Step
from games.rules.record import Record
from games.rules.replay import check_result, first_state, record_steps, title_of
from games.rules.title import AnyTitle

MOST_CHARACTERS: Final = 300_000
MOST_ORDERS: Final = 5_000
"""The most characters and orders of a record that is read in: five times those of a long game."""


def beginning_after(access: Access, number: int) -> Beginning:
    """Return the position after a move of a game that is over, or of a table of one's own.

    Raises PlayError for other games: what is hidden in them must stay so.
    """
    game = access.game
    if obstacle := obstacle_to_playing_on(access):
        raise PlayError(obstacle)
    return Beginning(
        game.rules(),
        game.options,
        state_after(game, number),
        game.beginning,
        Log(game).until(number),
    )


def beginning_at(title: AnyTitle, state: Any) -> Beginning:
    """Return a position as the beginning of a table."""
    data = title.dump(state)
    return Beginning(title, dict(title.view(state, None).options), state, data)


def import_record(
    *, user: User, data: str | bytes, name: str = "", upto: int | None = None
) -> Game:
    """Keep a record as a game that is over, to look back at and to play on from.

    With `upto`, at most that many of its orders are kept. Raises BadRecord, naming line and
    column, or PlayError if the person keeps too many.
    """
    if len(data) > MOST_CHARACTERS:
        raise BadRecord(
            message("A record has at most {most} characters here.", most=MOST_CHARACTERS)
        )
    known = _without_controls(record.read(data))
    if upto is not None and upto < len(known.orders):
        known = replace(known, orders=known.orders[:upto], result="", ended=None)
    if len(known.orders) > MOST_ORDERS:
        raise BadRecord(
            message("A record has at most {most} orders here.", most=MOST_ORDERS),
            *known.orders[MOST_ORDERS][2:],
        )
    title = title_of(known)
    start = first_state(title, known)
    steps = list(record_steps(known))
    check_result(known, title, steps[-1].after if steps else start)
    for number, player in enumerate(known.players, 1):
        _check_name(known, player, Notation(f"Player {number}"))
    for holder in known.holders:
        _check_name(known, holder.name, "Holder")
    return _keep(user, known, title, start, steps, name)


def _without_controls(known: Record) -> Record:
    """Return a record whose names have no characters, escaped or not, that change direction."""
    return replace(
        known,
        players=tuple(map(without_controls, known.players)),
        holders=tuple(each._replace(name=without_controls(each.name)) for each in known.holders),
    )


@transaction.atomic
def _keep(
    user: User, known: Record, title: AnyTitle, start: Any, steps: Iterable[Step], name: str
) -> Game:
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    now = timezone.now()
    started, ended = _moment(known, "Started"), _moment(known, "Ended")
    beginning = Beginning(
        title,
        title.complete(known.options, len(known.players)),
        start,
        title.dump(start) if known.position else None,
    )
    name = name or gettext("Record of {player} and {number} more").format(
        player=known.players[0], number=len(known.players) - 1
    )
    game = create_table(user, beginning, name, "", started=started)
    players = Player.objects.bulk_create(
        Player(game=game, seat=seat, nickname=nickname)
        for seat, nickname in enumerate(known.players)
    )
    seat_all(players, started or now)
    _hand_over(game, players, known, started or now)
    session = GameSession(game, ended or started or now)
    for step in steps:
        session.add(step)
    save(session, session.played())
    if not game.is_over:
        game.ended_by = RECORD
    game.status, game.ended, game.at_screen, game.thinking_since = Status.OVER, ended, None, None
    game.save()
    return game


@transaction.atomic
def delete_table(*, game: Game, user: User) -> None:
    """Delete a table or record of one's own for good; raises PlayError."""
    game = locked_game(game.pk)
    check_own(game, user)
    game.delete()


def _check_name(known: Record, name: str, key: str) -> None:
    if problem := wrong_name(name):
        raise BadRecord(Message(problem), *known.places[key])


def _moment(known: Record, key: str) -> datetime | None:
    """Return a moment of a record, in UTC if it names no time zone; raises BadRecord."""
    when = known.started if key == "Started" else known.ended
    if when is None:
        return None
    try:
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError:
        raise BadRecord(
            message("'{key}' is not a moment of our calendar.", key=Notation(key)),
            *known.places[key],
        ) from None


def _hand_over(game: Game, players: Sequence[Player], known: Record, now: datetime) -> None:
    """Note the later holders of the seats of a record."""
    for seat, first, nickname in sorted(known.holders, key=lambda holder: holder.first):
        player = players[seat]
        Holder.objects.filter(player=player, end_move=None).update(
            end_move=first, until=now, went=Change.TAKEN
        )
        Holder.objects.create(
            player=player, nickname=nickname, since=now, came=Change.TAKEN, first_move=first
        )
        player.nickname = nickname
        player.save(update_fields=["nickname"])
        game.handovers += 1
