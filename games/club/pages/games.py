"""The games of a person or bot that a visitor may see, filtered."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef
from django.utils import timezone
from django.utils.formats import date_format

from games.accounts.models import User
from games.club.pages.boards import BOARD, called
from games.club.pages.subject import Subject
from games.play.models import Game, Player, Status
from games.play.models.game import GameQuerySet
from games.play.pages.cards import Seat, seats_of

RUNNING, FINISHED = "running", "finished"
WON, NOT_WON = "won", "not_won"


@dataclass(frozen=True)
class Wanted:
    """Which games are wanted; '' and None want all.

    `table` is a title, or a title and a board: 'title:board'.
    """

    state: str = ""
    table: str = ""
    players: int | None = None
    other: User | None = None
    result: str = ""


class Row(NamedTuple):
    """A game in a list; `url` is where it is played, `result` what came of it for the subject."""

    name: str
    url: str
    board: str
    private: bool
    result: str
    seats: list[Seat]


def games_of(subject: Subject, visitor: Any, wanted: Wanted) -> GameQuerySet:
    """Return the games that a visitor may see, running ones first, then the newest.

    Games that have not begun are in the lobby, and cancelled ones nowhere.
    """
    states = {RUNNING: [Status.RUNNING], FINISHED: [Status.OVER]}
    seats = subject.seats()
    if wanted.result == WON:
        seats = seats.filter(place=1)
    elif wanted.result == NOT_WON:
        seats = seats.filter(place__gt=1)
    games = Game.objects.for_lists().visible_to(visitor)
    games = games.filter(
        pk__in=seats.values("game"),
        status__in=states.get(wanted.state, [Status.RUNNING, Status.OVER]),
    )
    games = by_players(by_table(games, wanted.table), wanted.players)
    if wanted.other is not None:
        others = Player.objects.filter(game=OuterRef("pk"), user=wanted.other)
        games = games.filter(Exists(others))
    return games.order_by(F("ended").desc(nulls_first=True), "-pk")


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
    seats = Player.objects.filter(game=OuterRef("pk"))
    return games.filter(Exists(seats.filter(seat=players - 1)), ~Exists(seats.filter(seat=players)))


def rows_of(games: Collection[Game], subject: Subject) -> list[Row]:
    """Return games of `games_of` as they are listed, with one query for all their seats."""
    seats = seats_of(games)
    return [
        Row(
            name=game.name,
            url=game.get_absolute_url(),
            board=called(game.title, game.options.get(BOARD)),
            private=game.private,
            result=result_of(game, subject.places(seats[game.pk]), len(seats[game.pk])),
            seats=seats[game.pk],
        )
        for game in games
    ]


def result_of(game: Game, places: list[int], players: int) -> str:
    """Return what came of a game, and when: '1st of 4, 3 Nov 2026'."""
    if game.ended is None:
        return "running"
    ended = date_format(timezone.localtime(game.ended), "j M Y")
    return f"{' and '.join(map(nth, places))} of {players}, {ended}" if places else ended


def nth(place: int) -> str:
    """Return a place in words: '1st'."""
    return f"{place}{({1: 'st', 2: 'nd', 3: 'rd'}).get(place, 'th')}"
