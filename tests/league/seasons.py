"""A season lived in moved time: people are played for by bots."""

import random
from collections.abc import Iterable, Sequence
from datetime import timedelta

from games.accounts.models import User
from games.bots import BOTS
from games.league.models import Entry, League, Season, Table
from games.league.services import registering, running
from games.play.engine.finishing import finish
from games.play.engine.locks import locked_game
from games.play.engine.session import GameSession
from games.play.models import Game
from tests.factories import UserFactory
from tests.play.timepiece import Timepiece

TICK = timedelta(minutes=5)


def registered(season: Season, number: int) -> list[User]:
    """So many new people who have registered for a season."""
    people = UserFactory.create_batch(number)
    for person in people:
        registering.register(season=season, user=person)
    return people


def go_to_start(piece: Timepiece, season: Season) -> Season:
    """Let time pass until a season starts, and let it start."""
    piece.now = season.starts_at + TICK
    running.tick()
    return Season.objects.get(pk=season.pk)


def tick(piece: Timepiece, **span: float) -> None:
    """Let time pass, and let seasons go on."""
    piece.go(**span)
    running.tick()


def play_quickly(games: Iterable[Game]) -> None:
    """Play running games to their ends in one go, an apprentice for every seat."""
    rng = random.Random(1)
    for each in games:
        game = locked_game(each.pk)
        if not game.is_running:
            continue
        session = GameSession(game)
        for seats in session.asked():
            view = session.title.view(session.state, seats[0])
            order = BOTS["apprentice"](view, session.title.orders(session.state, seats[0]), rng)
            session.play(seats[0], order)
        finish(session, session.players[0])


def games_of(season: Season) -> list[Game]:
    """The games of a season, by table."""
    tables = Table.objects.of(season).select_related("game")
    return [table.game for table in tables]


def entry_of(season: Season, user: User) -> Entry:
    return Entry.objects.get(season=season, user=user)


def next_of(league: League) -> Season:
    """The newest season of a league."""
    return league.seasons.latest("number")


def seats_by_entry(season: Season) -> dict[int, list[int]]:
    """The seats of each entry, by its id."""
    found: dict[int, list[int]] = {}
    for table in Table.objects.of(season).prefetch_related("seats"):
        for seat in table.seats.all():
            found.setdefault(seat.entry_id, []).append(seat.seat)
    return found


def names(people: Sequence[User]) -> list[str]:
    return [person.username for person in people]
