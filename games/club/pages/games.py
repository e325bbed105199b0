"""The games of a person or bot that a visitor may see, filtered."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext

from games.accounts.models import User
from games.club.pages.subject import Subject
from games.play.language import spoken
from games.play.models import Game, Status
from games.play.models.game import GameQuerySet, has_seat
from games.play.pages.boards import BOARD, called
from games.play.pages.cards import Seat, seats_of
from games.rules.common.message import Message, series, term

RUNNING, FINISHED = "running", "finished"
WON, NOT_WON = "won", "not_won"


@dataclass(frozen=True)
class Wanted:
    """Which games are wanted; '' and None want all.

    `table` is a title, or a title and a board: 'title:board'. `person` is someone else in them.
    """

    state: str = ""
    table: str = ""
    players: int | None = None
    person: User | None = None
    result: str = ""


class Row(NamedTuple):
    """A game in a list; `url` is where it is played, `result` what came of it for the subject."""

    name: str
    url: str
    board: str
    private: bool
    result: str
    seats: tuple[Seat, ...]


def games_of(subject: Subject, visitor: Any, wanted: Wanted) -> GameQuerySet:
    """Return the games that a visitor may see, first those where the seat was taken last.

    Games that have not begun are in the lobby, and cancelled ones nowhere.
    """
    states = {RUNNING: [Status.RUNNING], FINISHED: [Status.OVER]}
    games = Game.objects.for_lists().visible_to(visitor)
    games = games.filter(status__in=states.get(wanted.state, [Status.RUNNING, Status.OVER]))
    places = {WON: {"place": 1}, NOT_WON: {"place__gt": 1}}.get(wanted.result, {})
    if subject.user is None:
        # A bot may have several seats of a game.
        games = games.filter(pk__in=subject.seats().filter(**places).values("game"))
        games = games.order_by("-pk")
    else:
        # An index has the seats of each person in this order, so the first are found at once.
        mine = Q(players__user=subject.user)
        seat = FilteredRelation("players", condition=mine)
        wanting = {f"seat__{name}": value for name, value in places.items()}
        games = (
            games.annotate(seat=seat).filter(seat__isnull=False, **wanting).order_by("-seat__pk")
        )
    games = by_players(by_table(games, wanted.table), wanted.players)
    if wanted.person is not None:
        games = games.filter(has_seat(user_id=wanted.person.pk))
    return games


def by_table(games: GameQuerySet, table: str) -> GameQuerySet:
    """Return the games of a title, or of a title and board, as in `Wanted`; all for ''."""
    title, _, board = table.partition(":")
    if title:
        games = games.filter(title=title)
    return games.filter(**{f"options__{BOARD}": board}) if board else games


def by_players(games: GameQuerySet, players: int | None) -> GameQuerySet:
    """Return the games with a number of players; all for None."""
    if players is None:
        return games
    return games.filter(has_seat(seat=players - 1), ~Q(has_seat(seat=players)))


def rows_of(games: Collection[Game], subject: Subject) -> list[Row]:
    """Return games of `games_of` as they are listed, with one query for all their seats."""
    seats = seats_of(games)
    return [
        Row(
            name=game.called,
            url=game.get_absolute_url(),
            board=called(game.title, game.options.get(BOARD)),
            private=game.private,
            result=result_of(game, subject.places(seats[game.pk]), len(seats[game.pk])),
            seats=tuple(seats[game.pk]),
        )
        for game in games
    ]


def result_of(game: Game, places: list[int], players: int) -> str:
    """Return what came of a game, and when: '1st of 4, 3 Nov 2026'."""
    if game.ended is None:
        return pgettext("game", "running")
    ended = _day(timezone.localtime(game.ended).date(), get_language())
    if not places:
        return ended
    place = place_of(*places, players=players)
    return pgettext("result", "{place}, {date}").format(place=place, date=ended)


@lru_cache(maxsize=1_000)
def _day(day: date, language: str | None) -> str:
    """Return a day in words, in a language."""
    del language  # Django asks which one is active.
    return date_format(day, "SHORT_DATE_FORMAT")


def nth(place: int) -> Message:
    """Return a place as an ordinal number: '2nd'."""
    match place:
        case 1:
            return term("place", "1st")
        case 2:
            return term("place", "2nd")
        case 3:
            return term("place", "3rd")
        case _:
            return term("place", "{number}th", number=place)


def place_of(*places: int, players: int) -> str:
    """Return one place or more in words: '1st of 4', '1st and 3rd of 4'."""
    reached = series([nth(place) for place in places])
    return spoken().say(term("result", "{places} of {players}", places=reached, players=players))
