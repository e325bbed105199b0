"""Seats: create a game, fill it and start it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import User
from games.bots import BOTS, LEVELS
from games.play.engine import timing
from games.play.engine.absence import take_over
from games.play.engine.finishing import finish
from games.play.engine.locks import check_running, locked_game, own_seat
from games.play.engine.seating import change_hands, note_free_seats, seat_all
from games.play.engine.session import GameSession
from games.play.errors import NoSeat
from games.play.letters.news import Cancelled
from games.play.letters.seats import SeatChanged
from games.play.models import (
    Agreement,
    Change,
    Door,
    Event,
    Game,
    Holder,
    Invitation,
    OnTimeout,
    Pace,
    Player,
    Status,
    new_token,
)
from games.play.policies import obstacle_to_joining
from games.play.services.bot_accounts import check_seatable
from games.post import services as post
from games.rules import TITLES
from games.rules.common.message import Notation, message


@dataclass(frozen=True)
class SeatPlan:
    """Who gets a seat: a person, a bot, or anyone who joins through a `door`."""

    user: Any = None
    bot: str = ""
    door: str = Door.NONE


OPEN_SEAT = SeatPlan(door=Door.OPEN)


@dataclass(frozen=True)
class Terms:
    """A game's clock, votes, whether it is rated and who may join; fields as in `Game`.

    `rated_with_bots` counts only where people play with a bot account, which otherwise makes a game
    friendly.
    """

    pace: str = Pace.DAYS
    hours: int = 72
    bank_hours: int = 0
    reaction_hours: int = 24
    grace_hours: int = 24
    on_timeout: str = OnTimeout.VOTE
    agreement: str = Agreement.MAJORITY
    rated: bool = True
    rated_with_bots: bool = False
    least_reliability: int = 0
    newcomers: bool = True

    @classmethod
    def of(cls, game: Game) -> "Terms":
        """Return the terms of a game."""
        return cls(**{field.name: getattr(game, field.name) for field in fields(cls)})


@transaction.atomic
def create_game(
    *,
    creator: Any,
    title: str,
    seats: Sequence[SeatPlan],
    options: Mapping[str, str],
    name: str = "",
    private: bool = False,
    terms: Terms | None = None,
    token: str = "",
    event: Event | None = None,
    start: bool = True,
) -> Game:
    """Create a game with its seats, and `start` it if all of them are taken.

    Without a `token` the game gets a new one. An `event` sets the terms that it names. Raises
    IllegalOptions, NoSeat if the seats are not possible or a bot account can't have one, and
    IntegrityError if a game has the token already.
    """
    rules = TITLES[title]
    complete = rules.complete(options, len(seats))
    terms = terms or Terms()
    if event is not None:
        terms = replace(terms, **event.terms)
    people = [plan.user for plan in seats if plan.user is not None]
    if len(set(people)) < len(people):
        raise NoSeat(
            message("A person can have only one seat in a game. Give the other to someone else.")
        )
    for bot in filter(None, (plan.bot for plan in seats)):
        _check_bot(bot)
    accounts = [user for user in people if user.is_bot_account]
    if accounts:
        check_seatable(creator, accounts)
        terms = _with_bots(terms, seats, accounts)
    game = Game.objects.create(
        title=title,
        name=name,
        options=complete,
        rules_version=rules.rules_version,
        private=private,
        creator=creator,
        token=token or new_token(),
        event=event,
        idle_since=timezone.now(),
        free_since=timezone.now() if not private and OPEN_SEAT in seats else None,
        **asdict(terms),
    )
    if not name:
        game.name = f"{rules.name} {game.pk}"
        game.save(update_fields=["name"])
    players = Player.objects.bulk_create(
        Player(
            game=game,
            seat=seat,
            user=plan.user,
            bot=plan.bot,
            door=plan.door,
            bank=timedelta(hours=terms.bank_hours),
        )
        for seat, plan in enumerate(seats)
    )
    seat_all(players, game.created)
    return start_if_full(game=game) if start else game


def _with_bots(terms: Terms, seats: Sequence[SeatPlan], bots: Sequence[User]) -> Terms:
    """Return the terms of a game in which bot accounts play: friendly, unless people agree.

    Among bots it is rated. Nobody has two seats in a rated game: raises NoSeat if people would.
    """
    people = [plan for plan in seats if plan.door or (plan.user and not plan.user.is_bot_account)]
    minds = [user.owner_id or user.pk for user in (plan.user for plan in seats) if user]
    twice = len(set(minds)) < len(minds)
    if not people:
        return replace(terms, rated=terms.rated and not twice, rated_with_bots=False)
    rated = terms.rated and terms.rated_with_bots and len(people) > 1
    if rated and twice:
        raise NoSeat(
            message(
                "In a rated game nobody can have two seats, with a bot of their own or two bots of "
                "one owner. Make it a friendly game, or choose others."
            )
        )
    return replace(terms, rated=rated, rated_with_bots=rated)


def create_once(*, token: str, **plan: Any) -> Game:
    """Create a game, or return the one created with this token if the form was sent twice.

    Raises what `create_game` raises.
    """
    try:
        return create_game(token=token, **plan)
    except IntegrityError:
        made = Game.objects.filter(token=token).first()
        if made is None:
            raise
        return made


@transaction.atomic
def join(
    *, game: Game, user: Any, invited: bool = False, invitation: Invitation | None = None
) -> Game:
    """Seat a person; `invited` people may also take seats kept for the invitation link.

    A person with an `invitation` of their own may, too, and thereby accepts it.
    In a running game, seats on offer are free too. A person who has a seat keeps it. Raises NoSeat,
    also for a person whom the creator has blocked or who is less reliable than the game asks.
    """
    game = locked_game(game.pk)
    players = list(Player.objects.at_table(game))
    if any(player.user_id == user.pk for player in players):
        return game
    if invitation is not None:
        # Look again: the host may have withdrawn it, or somebody else used its link.
        invited = game.invitations.outstanding().filter(pk=invitation.pk).exists()
        if not invited:
            raise NoSeat(message("This invitation is no longer valid. Ask a player for the link."))
    if obstacle := obstacle_to_joining(game, user):
        raise NoSeat(obstacle)
    if game.is_running and (invited or not game.private):
        session = GameSession(game)
        offered = next((player for player in session.players if player.offered_at), None)
        if offered is not None:
            take_over(session, offered, user)
            _accept(game, user, invitation)
            return game
    if not game.is_open:
        raise NoSeat(
            message("This game has started, and no seat is free. The lobby has others to join.")
        )
    doors = [Door.INVITED, Door.OPEN] if invited else [Door.OPEN]
    seat = next((p for door in doors for p in players if p.door == door), None)
    if seat is None:
        raise NoSeat(message("No free seat is open to you. Ask a player for the invitation link."))
    how = Change.INVITED if invited else Change.JOINED
    change_hands(game, seat, how, timezone.now(), user=user)
    _accept(game, user, invitation)
    note_free_seats(game)
    game.version += 1
    game.save()
    holder = Holder.objects.get(player=seat, end_move=None)
    game = start_if_full(game=game)
    tell_host(game, holder)
    return game


def _accept(game: Game, user: Any, invitation: Invitation | None) -> None:
    """Note that a person has a seat: invitations to them are accepted, and the one they used."""
    theirs = Q(guest=user) if invitation is None else Q(guest=user) | Q(pk=invitation.pk)
    game.invitations.filter(theirs, accepted_at=None).update(accepted_at=timezone.now())


def free_seat(game: Game, seat: Player, how: Change) -> None:
    """Free a seat of a locked game that has not started."""
    holder = Holder.objects.get(player=seat, end_move=None)
    change_hands(game, seat, how, timezone.now())
    seat.door = Door.INVITED if game.private else Door.OPEN
    seat.save(update_fields=["door"])
    note_free_seats(game)
    game.version += 1
    game.save()
    tell_host(game, holder, left=True)


def tell_host(game: Game, holder: Holder, *, left: bool = False) -> None:
    """Tell the creator of an open game that somebody else took or left a seat."""
    host = game.creator
    if game.is_open and host is not None and host.is_active and host.pk != holder.user_id:
        post.notify(SeatChanged(game=game.pk, holder=holder.pk, left=left), user=host)


@transaction.atomic
def fill_seat(*, game: Game, user: Any, seat: int, door: str = "", bot: str = "") -> Game:
    """Give a free seat of a game that has not started to a bot, or change who may take it.

    Only the game's creator may. Raises NoSeat.
    """
    game = locked_game(game.pk)
    if game.creator_id != user.pk:
        raise NoSeat(message("Only the game's creator can change its seats."))
    players = list(Player.objects.at_table(game))
    player = next((each for each in players if each.seat == seat), None)
    if not game.is_open or player is None or not player.is_free:
        raise NoSeat(message("This seat is taken. Look at the list again."))
    if bot:
        _check_bot(bot)
        change_hands(game, player, Change.SEATED, timezone.now(), bot=bot)
        if game.rated_with_bots and sum(each.is_free or each.is_persons for each in players) < 2:
            # Nobody is left to be rated with, as in `_with_bots`.
            game.rated = game.rated_with_bots = False
    elif door == Door.INVITED or (door == Door.OPEN and not game.private):
        player.door = door
        player.save(update_fields=["door"])
    else:
        raise NoSeat(message("A private game has no open seats. Invite people by name or link."))
    game.mark_wanted(timezone.now())
    note_free_seats(game)
    game.version += 1
    game.save()
    return start_if_full(game=game)


@transaction.atomic
def cancel_game(*, game: Game, user: Any) -> Game:
    """Cancel a game that has not started; only its creator may. Raises NoSeat."""
    game = locked_game(game.pk)
    if game.creator_id != user.pk:
        raise NoSeat(message("Only the game's creator can cancel it."))
    if not game.is_open:
        raise NoSeat(message("The game has started, so only a vote of its players can cancel it."))
    cancel(game, user)
    return game


def cancel(game: Game, user: Any = None) -> None:
    """Cancel a locked game that has not started, and tell everyone with a seat but the `user`.

    Without a user, the site cancels it because nobody joins, and tells its creator as well.
    """
    game.status = Status.CANCELLED
    game.free_since = None
    game.version += 1
    game.save()
    told = set(game.players.exclude(user=None).values_list("user", flat=True))
    if user is not None:
        told.discard(user.pk)
    elif game.creator_id is not None:
        told.add(game.creator_id)
    for person in User.objects.filter(pk__in=told):
        post.notify(Cancelled(game=game.pk, by=user.pk if user else 0), user=person)


@transaction.atomic
def start_if_full(*, game: Game) -> Game:
    """Start an open game whose seats are all taken; do nothing to any other."""
    game = locked_game(game.pk)
    players = list(Player.objects.at_table(game))
    if not game.is_open or any(player.is_free for player in players):
        return game
    session = begin(game, timezone.now())
    session.go_on()
    finish(session, None)
    return game


def begin(game: Game, now: datetime) -> GameSession:
    """Let a game begin whose seats are all taken; the caller holds its lock and plays on."""
    game.state = game.rules().dump(game.first_position())
    game.status = Status.RUNNING
    game.started = now
    return GameSession(game, now)


@transaction.atomic
def come_back(*, player: Player) -> Game:
    """Take a player's seat off offer unless someone has taken it; raises LostSeat or PlayError."""
    game = locked_game(player.game_id)
    check_running(game)
    own_seat(player)
    session = GameSession(game)
    mine = session.players[player.seat]
    if mine.offered_at:
        mine.offered_at = None
        mine.save(update_fields=["offered_at"])
        note_free_seats(game)
        if mine.wait is not None:
            own = session.on_turn == mine.seat
            timing.start(session, mine.wait, timing.budget_of(game, mine, own=own))
            mine.wait.save()
        game.version += 1
        game.save()
    return game


def _check_bot(bot: str) -> None:
    if bot not in BOTS:
        raise NoSeat(
            message(
                "There is no such bot. Choose one of: {bots}.", bots=Notation(", ".join(LEVELS))
            )
        )
