"""The games of a person or bot that a visitor may see, filtered."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef

from games.accounts.models import User
from games.club.pages.boards import BOARD, called
from games.club.pages.subject import Subject
from games.play.models import Game, Player, Status
from games.play.models.game import GameQuerySet

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


@dataclass(frozen=True)
class Row:
    """A game in a list, with what is told about it."""

    game: Game
    board: str
    places: list[int]

    @property
    def result(self) -> str:
        """The places of whom the list is about: '1st of 4'."""
        told = " and ".join(map(nth, self.places))
        return f"{told} of {len(self.game.players.all())}" if told else ""


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


def row_of(game: Game, subject: Subject) -> Row:
    """Return a game of `games_of` as it is listed."""
    return Row(game, called(game.title, game.options.get(BOARD)), subject.places(game))


def nth(place: int) -> str:
    """Return a place in words: '1st'."""
    return f"{place}{({1: 'st', 2: 'nd', 3: 'rd'}).get(place, 'th')}"
