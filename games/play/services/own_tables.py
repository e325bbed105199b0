"""Tables round one screen, and records that were read in: one account has all of their seats.

They are private, count for nothing and have no clock, so nobody is waited for or written to.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.accounts.direction import without_controls
from games.accounts.models import User
from games.bots import BOTS
from games.play.access import Access
from games.play.engine.finishing import finish, save
from games.play.engine.locks import check_running, locked_game
from games.play.engine.seating import seat_all
from games.play.engine.session import GameSession
from games.play.errors import NotYourTurn, PlayError
from games.play.history import state_after
from games.play.models import Change, Game, Holder, Log, Move, Player, Status, new_token
from games.play.models.game import RECORD
from games.play.models.player import LONGEST_NICKNAME
from games.play.policies import obstacle_to_playing_on
from games.rules import TITLES, record
from games.rules.errors import BadRecord
from games.rules.playthrough import Step
from games.rules.record import Record
from games.rules.replay import check_result, first_state, record_steps, title_of
from games.rules.title import CHANCE, AnyTitle

MOST: Final = 100
"""The most tables and records of their own that a person keeps."""
MOST_CHARACTERS: Final = 300_000
MOST_ORDERS: Final = 5_000
"""The most characters and orders of a record that is read in: five times those of a long game."""


@dataclass(frozen=True)
class ScreenSeat:
    """A seat of a table round one screen: a person's by name, or a bot's."""

    name: str = ""
    bot: str = ""


@dataclass(frozen=True)
class Beginning:
    """Where a table begins: a title with options, a position, and the moves that led there.

    `beginning` is the dumped position before these moves, None for that of a new game.
    """

    title: AnyTitle
    options: dict[str, str]
    state: Any
    beginning: dict[str, Any] | None = None
    moves: Sequence[Move] = field(default_factory=list)

    @classmethod
    def new(cls, title: str, options: dict[str, str], players: int) -> "Beginning":
        """Return the beginning of a new game; raises IllegalOptions."""
        rules = TITLES[title]
        complete = rules.complete(options, players)
        return cls(rules, complete, rules.start(complete, players))

    @classmethod
    def after(cls, access: Access, number: int) -> "Beginning":
        """Return the position after a move of a game that is over, or of a table of one's own.

        Raises PlayError for other games: what is hidden in them must stay so.
        """
        game = access.game
        if obstacle := obstacle_to_playing_on(access):
            raise PlayError(obstacle)
        return cls(
            game.rules(),
            game.options,
            state_after(game, number),
            game.beginning,
            Log(game).until(number),
        )

    @classmethod
    def at(cls, title: AnyTitle, state: Any) -> "Beginning":
        """Return a position as the beginning of a table."""
        data = title.dump(state)
        return cls(title, dict(title.view(state, None).options), state, data)


@transaction.atomic
def open_table(
    *,
    user: User,
    beginning: Beginning,
    seats: Sequence[ScreenSeat],
    name: str = "",
    token: str = "",
) -> Game:
    """Open a table round one screen, and play for chance and bots until a person must act.

    Returns the table that the person has opened with this `token` already. Raises PlayError.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if token and (made := Game.objects.filter(token=token, creator=user).first()):
        return made
    _check_seats(beginning, seats)
    now = timezone.now()
    game = _create(user, beginning, name, token, started=now)
    players = Player.objects.bulk_create(
        Player(game=game, seat=seat, nickname=plan.name, bot=plan.bot)
        for seat, plan in enumerate(seats)
    )
    seat_all(players, now)
    Move.objects.bulk_create(_copies(game, beginning.moves))
    session = GameSession(game, now)
    session.go_on()
    finish(session, None)
    return game


def import_record(
    *, user: User, data: str | bytes, name: str = "", upto: int | None = None
) -> Game:
    """Keep a record as a game that is over, to look back at and to play on from.

    With `upto` no more than so many of its orders are kept. Raises BadRecord, naming line and
    column, or PlayError if the person keeps too many.
    """
    if len(data) > MOST_CHARACTERS:
        raise BadRecord(f"A record has at most {MOST_CHARACTERS} characters here.")
    known = _without_controls(record.read(data))
    if upto is not None and upto < len(known.orders):
        known = replace(known, orders=known.orders[:upto], result="", ended=None)
    if len(known.orders) > MOST_ORDERS:
        raise BadRecord(
            f"A record has at most {MOST_ORDERS} orders here.", *known.orders[MOST_ORDERS][2:]
        )
    title = title_of(known)
    start = first_state(title, known)
    steps = list(record_steps(known))
    check_result(known, title, steps[-1].after if steps else start)
    for number, player in enumerate(known.players, 1):
        _check_name(known, player, f"Player {number}")
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
    name = name or f"Record of {known.players[0]} and {len(known.players) - 1} more"
    game = _create(user, beginning, name, "", started=started)
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
def take_screen(*, game: Game, user: User, seat: int) -> Game:
    """Show the view of a seat that is asked, as its person now has the screen; raises PlayError."""
    game = locked_game(game.pk)
    _check_own(game, user)
    check_running(game)
    player = game.players.filter(seat=seat).exclude(nickname="").first()
    if player is None or seat not in game.rules().to_move(game.position()):
        raise NotYourTurn("This seat isn't asked anything now. See who is.")
    if game.at_screen != seat:
        game.at_screen = seat
        game.version += 1
        game.save()
    return game


@transaction.atomic
def delete_table(*, game: Game, user: User) -> None:
    """Delete a table or record of one's own for good; raises PlayError."""
    game = locked_game(game.pk)
    _check_own(game, user)
    game.delete()


def _check_own(game: Game, user: User) -> None:
    if not game.hot_seat or game.creator_id != user.pk:
        raise PlayError("Only the owner of a table round one screen can do this.")


def _check_seats(beginning: Beginning, seats: Sequence[ScreenSeat]) -> None:
    """Raise PlayError unless people and bots of these names can play on from there."""
    number = beginning.title.view(beginning.state, None).players
    if len(seats) != number:
        raise PlayError(f"This table has {number} seats. Say who has each.")
    if not beginning.title.to_move(beginning.state):
        raise PlayError("The game is over there. Go back a move to play on.")
    for seat in seats:
        if seat.bot and seat.bot not in BOTS:
            raise PlayError("There is no such bot. Choose another level.")
        if not seat.bot and (problem := _wrong_name(seat.name)):
            raise PlayError(problem)
    names = [seat.name.casefold() for seat in seats if not seat.bot]
    if not names:
        raise PlayError("Someone must sit at the screen. Give a person one of the seats.")
    if len(set(names)) < len(names):
        raise PlayError("Two seats have the same name. Give each its own.")


def _wrong_name(name: str) -> str:
    """Return what is wrong with a name, as a sentence, '' if nothing is."""
    if not name.strip():
        return "Each seat needs a name."
    if len(name) > LONGEST_NICKNAME:
        return f"A name has at most {LONGEST_NICKNAME} letters here. Shorten it."
    return "" if name.isprintable() else "A name has only letters that can be seen."


def _check_name(known: Record, name: str, key: str) -> None:
    if problem := _wrong_name(name):
        raise BadRecord(problem, *known.places[key])


def _moment(known: Record, key: str) -> datetime | None:
    """Return a moment of a record, in UTC if it names no time zone; raises BadRecord."""
    when = known.started if key == "Started" else known.ended
    if when is None:
        return None
    try:
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError:
        raise BadRecord(f"{key} is not a moment of our calendar.", *known.places[key]) from None


def _create(
    user: User, beginning: Beginning, name: str, token: str, *, started: datetime | None
) -> Game:
    """Create a game with its position but without seats; raises PlayError at the limit."""
    if Game.objects.filter(hot_seat=True, creator=user).count() >= MOST:
        raise PlayError(
            f"You keep {MOST} tables and records of your own. Delete one that you no longer need."
        )
    title, moves = beginning.title, beginning.moves
    game = Game.objects.create(
        title=title.id,
        name=name,
        options=beginning.options,
        rules_version=title.rules_version,
        status=Status.RUNNING,
        private=True,
        rated=False,
        hot_seat=True,
        creator=user,
        token=token or new_token(),
        beginning=beginning.beginning,
        state=title.dump(beginning.state),
        moves_made=len(moves),
        turn=_turn_after(beginning),
        started=started,
    )
    if not name:
        game.name = f"{title.name} {game.pk}"
        game.save(update_fields=["name"])
    return game


def _turn_after(beginning: Beginning) -> int:
    """Return the number of the turn that goes on, as `GameSession` counts turns."""
    if not beginning.moves:
        return 0
    last = beginning.moves[-1]
    on_turn = beginning.title.view(beginning.state, None).turn
    ended = last.turn and last.on_turn != (None if on_turn == CHANCE else on_turn)
    return last.turn + bool(ended)


def _copies(game: Game, moves: Iterable[Move]) -> Iterable[Move]:
    """Yield the moves of another game as new ones of this game."""
    for move in moves:
        new = copy(move)
        new.pk, new.game = None, game
        yield new


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
