"""Pass-and-play tables: one account has all of their seats.

They are private, count for nothing and have no clock, so nobody is waited for or written to.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.accounts.bot_names import is_bot_name
from games.accounts.models import User
from games.bots import BOTS
from games.play.engine.finishing import finish
from games.play.engine.locks import check_running, locked_game
from games.play.engine.seating import seat_all
from games.play.engine.session import GameSession
from games.play.errors import NotYourTurn, PlayError
from games.play.language import say
from games.play.models import Game, Move, Player, Status, new_token
from games.play.models.player import LONGEST_NICKNAME
from games.rules import TITLES
from games.rules.common.message import Quote, message
from games.rules.title import CHANCE, AnyTitle

MOST: Final = 100
"""The most tables and records of their own that a person keeps."""


@dataclass(frozen=True)
class ScreenSeat:
    """A seat of a pass-and-play table: a person's by name, or a bot's."""

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


@transaction.atomic
def open_table(
    *,
    user: User,
    beginning: Beginning,
    seats: Sequence[ScreenSeat],
    name: str = "",
    token: str = "",
) -> Game:
    """Open a pass-and-play table, and play for chance and bots until a person must act.

    Returns the table that the person has opened with this `token` already. Raises PlayError.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if token and (made := Game.objects.filter(token=token, creator=user).first()):
        return made
    _check_seats(beginning, seats)
    now = timezone.now()
    game = create_table(user, beginning, name, token, started=now)
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


@transaction.atomic
def take_screen(*, game: Game, user: User, seat: int) -> Game:
    """Show the view of a seat that is asked, as its person now has the screen; raises PlayError."""
    game = locked_game(game.pk)
    check_own(game, user)
    check_running(game)
    player = game.players.filter(seat=seat).exclude(nickname="").first()
    if player is None or seat not in game.rules().to_move(game.position()):
        raise NotYourTurn(message("This seat isn't asked anything now. See who is."))
    if game.at_screen != seat:
        game.at_screen = seat
        game.version += 1
        game.save()
    return game


def check_own(game: Game, user: User) -> None:
    """Raise PlayError unless a game is a pass-and-play table of this person's."""
    if not game.hot_seat or game.creator_id != user.pk:
        raise PlayError(message("Only the owner of a pass-and-play table can do this."))


def _check_seats(beginning: Beginning, seats: Sequence[ScreenSeat]) -> None:
    """Raise PlayError unless people and bots of these names can play on from there."""
    number = beginning.title.view(beginning.state, None).players
    if len(seats) != number:
        raise PlayError(message("This table has {number} seats. Say who has each.", number=number))
    if not beginning.title.to_move(beginning.state):
        raise PlayError(message("The game is over there. Go back a move to play on."))
    with_bots = any(seat.bot for seat in seats)
    for seat in seats:
        if seat.bot and seat.bot not in BOTS:
            raise PlayError(message("There is no such bot. Choose another level."))
        if not seat.bot and (problem := wrong_name(seat.name)):
            raise PlayError(problem)
        if with_bots and not seat.bot and is_bot_name(seat.name):
            raise PlayError(
                message("{name} is a bot's name. Choose another.", name=Quote(seat.name))
            )
    names = [seat.name.casefold() for seat in seats if not seat.bot]
    if not names:
        raise PlayError(message("Someone must sit at the screen. Give a person one of the seats."))
    if len(set(names)) < len(names):
        raise PlayError(message("Two seats have the same name. Give each its own."))


def wrong_name(name: str) -> str:
    """Return what is wrong with a name, as a sentence, '' if nothing is."""
    if not name.strip():
        return say(message("Each seat needs a name."))
    if len(name) > LONGEST_NICKNAME:
        return say(
            message(
                "A name has at most {number} letters here. Shorten it.", number=LONGEST_NICKNAME
            )
        )
    return "" if name.isprintable() else say(message("A name has only letters that can be seen."))


def create_table(
    user: User, beginning: Beginning, name: str, token: str, *, started: datetime | None
) -> Game:
    """Create a game with its position but without seats; raises PlayError at the limit."""
    if Game.objects.filter(hot_seat=True, creator=user).count() >= MOST:
        raise PlayError(
            message(
                "You can keep {number} tables of your own. Delete one that you no longer need.",
                number=MOST,
            )
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
