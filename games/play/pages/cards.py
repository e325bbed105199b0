"""Cards: what lists of games show of each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple, Self

from django.utils import timezone

from games.accounts.direction import isolated
from games.accounts.models import User
from games.play.event_hosts import Place, places_of
from games.play.language import say
from games.play.models import Door, Game, Invitation, Player, Vote
from games.play.models.player import FREE_SEAT, called, level_of, page_of
from games.play.pages.ago import ago
from games.play.pages.boards import BOARD
from games.play.pages.boards import called as called_board
from games.play.pages.thumbnails import picture_of
from games.play.pages.time_left import OpenWait, TimeLeft, keeps_nobody_waiting, time_left
from games.play.pages.wording import invites
from games.play.policies import may_accept
from games.rules.common.message import Message, Part, Told, plural_term, series, term
from games.rules.common.message import Player as PlayerName

MINUTE = timedelta(minutes=1)
MOST_INVITATIONS = 6
DOT = " · "


class Seat(NamedTuple):
    """A seat on a card.

    `look` are its CSS classes, `page` is the URL of the page about its holder, '' if there is none.
    `user` is the id of the person who holds it, None for a bot, whose `level` stands beside its
    name. `is_open` says that anyone may take it.
    """

    look: str
    name: str
    page: str
    on_offer: bool
    wait: OpenWait | None
    user: int | None
    bot: str
    level: str
    place: int | None
    is_open: bool


class _User(NamedTuple):
    """What is read of a user."""

    username: str
    is_active: bool
    guest: bool


class Card(NamedTuple):
    """A game in a list; `url` is where it is played, `picture` that of its empty board, if any.

    `place` is where it stands in its event, if that has a host, who then has its free seats.
    `about` says what it is and how long ago something happened. For those who look on, `people`
    names its players, 'Anna, Bert and 2 bots', and `watched` is `about` with its board. `clocks`
    are the names of the players it waits for, each with the time they have left; `asking` says that
    it asks the visitor for a vote.
    """

    name: str
    url: str
    picture: str
    place: Place | None
    about: str
    people: str
    watched: str
    seats: tuple[Seat, ...]
    clocks: tuple[tuple[str, TimeLeft], ...]
    asking: bool

    @property
    def free(self) -> int:
        """How many seats anyone could take: open ones, and those on offer."""
        return 0 if self.place else sum(seat.is_open or seat.on_offer for seat in self.seats)


@dataclass(frozen=True)
class MyGames:
    """The games of a visitor, and those in which they are asked for a vote, by id."""

    visitor: int
    games: frozenset[int]
    asking: frozenset[int]

    @classmethod
    def of(cls, visitor: Any, games: Collection[Game]) -> Self:
        """Return what is told of a visitor's games on their cards; at most two queries."""
        numbers = frozenset(game.pk for game in games)
        votes = Vote.objects.filter(game__in=numbers, closed=None)
        # Votes are rare, and it takes long to find out who has not voted yet.
        asking = votes.asking(visitor).values_list("game_id", flat=True) if votes.exists() else ()
        return cls(visitor.pk, numbers, frozenset(asking))


def cards_of(games: Collection[Game]) -> list[Card]:
    """Return the cards of games of `GameQuerySet.for_lists`, with one query for all seats."""
    return cards_of_lists({"": games})[""]


def invitations_of(user: User) -> list[Card]:
    """Return the cards of games that wait for a player whom somebody invited, the newest first.

    Those in which nothing is in their way. A card is named after the invitation: a stranger may
    have chosen the name of the game.
    """
    waiting = Invitation.objects.waiting_for(user)[:MOST_INVITATIONS]
    hosts = {each.game: each.host for each in waiting if may_accept(each, user)}
    return [
        card._replace(name=invites(host, game))
        for (game, host), card in zip(hosts.items(), cards_of(hosts), strict=True)
    ]


def cards_of_lists(
    lists: Mapping[str, Collection[Game]], mine: MyGames | None = None
) -> dict[str, list[Card]]:
    """Return the cards of several lists by the list's name, with one query for all seats."""
    now = timezone.now()
    shown = [game for games in lists.values() for game in games]
    seats, places = seats_of(shown), places_of(shown)
    return {
        name: [_card(game, places.get(game.pk), seats[game.pk], mine, now) for game in games]
        for name, games in lists.items()
    }


def _card(
    game: Game, place: Place | None, seats: list[Seat], mine: MyGames | None, now: datetime
) -> Card:
    clocks: tuple[tuple[str, TimeLeft], ...] = ()
    if mine and game.pk in mine.games:
        calm = keeps_nobody_waiting(game, sum(bool(seat.user and not seat.level) for seat in seats))
        told = [
            (
                say(term("player", "You")) if seat.user == mine.visitor else seat.name,
                time_left(seat.wait, now),
            )
            for seat in seats
            if seat.wait
        ]
        clocks = tuple((name, left) for name, left in told if left.overdue or not calm)
    about = _about(game, now)
    return Card(
        name=game.called,
        url=game.get_absolute_url(),
        picture=picture_of(game.title, game.options, len(seats)),
        place=place,
        about=DOT.join((say(game.rules().name), *about)),
        people=_people(seats),
        watched=DOT.join((called_board(game.title, game.options.get(BOARD)), *about)),
        seats=tuple(seats),
        clocks=clocks,
        asking=mine is not None and game.pk in mine.asking,
    )


def seats_of(games: Collection[Game]) -> dict[int, list[Seat]]:
    """Return the seats of games by the game's id, in one query.

    A page shows up to a hundred seats: they are read without the rest of players and users.
    """
    seats: dict[int, list[Seat]] = {game.pk: [] for game in games}
    if not games:
        return seats
    over = {game.pk for game in games if game.is_over}
    read = _seats().filter(game__in=list(seats))
    for (
        game,
        seat,
        door,
        user_id,
        name,
        active,
        guest,
        owner,
        bot,
        nickname,
        offered,
        place,
        wait,
        *times,
    ) in read:
        user = None if name is None else _User(name, active, guest)
        seats[game].append(
            Seat(
                look=f"seat-{seat}{' waited' if wait else ''}{' free' if door else ''}"
                f"{' won' if place == 1 else ''}",
                name=say(FREE_SEAT) if door else called(user, bot, game, seat, nickname),
                page=page_of(user, bot),
                on_offer=offered is not None and game not in over,
                wait=OpenWait(*times) if wait else None,
                user=user_id,
                bot=bot,
                level=level_of(bot, owner or ""),
                place=place,
                is_open=door == Door.OPEN,
            )
        )
    return seats


@cache
def _seats() -> Any:
    """Return the query of all seats: to build it takes as long as to run it for a page."""
    return Player.objects.with_waits().values_list(  # type: ignore[misc] # `with_waits` adds waits
        "game_id",
        "seat",
        "door",
        "user_id",
        "user__username",
        "user__is_active",
        "user__guest",
        "owned_by",
        "bot",
        "nickname",
        "offered_at",
        "place",
        "wait_id",
        "wait__deadline",
        "wait__warned_at",
        "wait__grace_until",
    )


def waits_since(game: Game) -> datetime | None:
    """Return since when a game waits for the visitor; None if it does not, or is not theirs."""
    since: datetime | None = getattr(game, "waits", None)  # set by `GameQuerySet.of`
    return since


def _about(game: Game, now: datetime) -> list[str]:
    """Return what kind of game it is and how long ago something happened in it."""
    told = []
    if game.private:
        told.append(term("game", "private"))
    if not game.rated:
        told.append(term("game", "friendly"))
    told.append(_newest(game, now))
    return list(map(say, told))


def _newest(game: Game, now: datetime) -> Message:
    """Return what happened last in a game, and how long ago."""
    if game.is_over and game.ended:
        if _is_new(game.ended, now):
            return term("game", "ended just now")
        return term("game", "ended {time} ago", time=_time(game.ended, now))
    if game.is_open:
        if _is_new(game.created, now):
            return term("game", "created just now")
        return term("game", "created {time} ago", time=_time(game.created, now))
    if since := waits_since(game):
        if _is_new(since, now):
            return term("game", "waiting for you now")
        return term("game", "waiting for you for {time}", time=_time(since, now))
    if game.thinking_since is not None:
        return term("game", "a bot is thinking")
    moved = game.last_move_at or game.created
    if _is_new(moved, now):
        return term("game", "last move just now")
    return term("game", "last move {time} ago", time=_time(moved, now))


def _people(seats: Sequence[Seat]) -> str:
    """Return the players of a game in a list: people by name, and how many bots of any kind."""
    told: list[Part] = [PlayerName(isolated(seat.name)) for seat in seats if not seat.level]
    bots = sum(bool(seat.level) for seat in seats)
    if bots:
        told.append(plural_term("players", bots, "{number} bot", "{number} bots"))
    return say(term("players", "{players}", players=series(told)))


def _is_new(moment: datetime, now: datetime) -> bool:
    return moment > now - MINUTE


def _time(moment: datetime, now: datetime) -> Told:
    return Told(ago(moment, now))
